"""Many games and what they show: statistics and speed."""
