"""How to play well: what bots and hints go by. No rule depends on it."""
