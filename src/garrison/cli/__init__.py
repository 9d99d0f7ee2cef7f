"""The command line: playing in the terminal, and tools over records and scenarios."""
