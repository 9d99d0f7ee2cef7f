"""Real servers and databases for tests, and those who play on them."""
