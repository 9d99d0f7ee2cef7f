"""Playing in the terminal: one person or several, answers, saved games."""
