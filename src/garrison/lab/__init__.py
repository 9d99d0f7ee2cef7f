"""Many games: statistics and speed."""
