"""garrison admin: backup, restore, export, import, list, delete, check."""
