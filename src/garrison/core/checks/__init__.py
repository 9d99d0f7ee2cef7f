"""What the laws ask of every game, by what belongs together."""
