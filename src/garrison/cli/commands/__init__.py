"""Commands for records, rules and many games."""
