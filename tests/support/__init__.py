"""Helpers that tests share: toy games, real servers, browsers and terminals, and positions to start from."""
