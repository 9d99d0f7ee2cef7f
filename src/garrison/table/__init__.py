"""The table: a server that keeps matches and shows them in the browser."""
