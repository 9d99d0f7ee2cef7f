"""How to play well, for bots and hints. No rule depends on it."""
