"""Matches on disk: tables, statements, and the threads that write."""
