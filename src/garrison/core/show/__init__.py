"""What readers and viewers get: perspectives, scenes, words, the rulebook, pictures."""
