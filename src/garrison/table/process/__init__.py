"""The server's processes: listening, supervising, and locking the file of matches."""
