"""Real browsers for tests, and the pages in them."""
