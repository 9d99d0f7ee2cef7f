"""The command line: play in the terminal, and tools for records and scenarios."""
