"""Tests in a real browser. A package, so that its Chromium is closed before other tests run."""
