"""The rules core, the foundation of every game. Imports nothing else of ours."""
