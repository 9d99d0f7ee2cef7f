"""Opportunity and Security cards: hands and decks, what each card does, Appel, and cards that interrupt."""
