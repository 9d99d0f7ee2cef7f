"""The command line for tests: in this process, or in a real terminal."""
