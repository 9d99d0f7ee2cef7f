"""A match in memory: its session, seats, lobby and clocks."""
