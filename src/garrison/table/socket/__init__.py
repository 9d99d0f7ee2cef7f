"""The table over WebSockets: one connection to a match, and what waits to be sent to it."""
