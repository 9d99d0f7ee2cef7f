"""Real Chromium, and how it is started."""

from __future__ import annotations

from playwright.sync_api import Browser, Playwright

from tools import fetch

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def start(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=fetch.chromium(), args=FLAGS)
