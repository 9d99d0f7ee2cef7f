"""Games for tests: the toys, positions and whole games of the castle games."""
