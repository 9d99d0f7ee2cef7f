"""The rules core: what every game stands on. Imports nothing else of ours."""
