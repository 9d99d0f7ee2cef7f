"""The addresses of the table by subject. What each takes and gives is in docs/protocol.md."""
