"""The commands over records, rules and many games."""
