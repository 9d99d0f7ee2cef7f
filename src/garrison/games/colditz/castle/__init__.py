"""The castle: its plan as tables, and how far pawns walk in it."""
