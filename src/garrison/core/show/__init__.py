"""The looks of a game for readers and viewers: perspectives, scenes, words, the rulebook, pictures."""
