"""Every limit on input, in one place."""

from __future__ import annotations

RECORD_BYTES = 5_000_000
SCENARIO_BYTES = 1_000_000
LINE_CHARACTERS = 4_000
START_CHARACTERS = 100_000
"""Longest line of a record that tells the position a match was started from."""
NOTATION_CHARACTERS = 120
START_NUMBER = 1_000_000
START_ARGUMENT = 1_000
"""Largest number that a step on the agenda of such a position, or its question, may name."""
STEPS = 10_000
"""Most steps the rules take by themselves between two decisions."""
SALT_CHARACTERS = 200
OPEN_NUMBER = 10_000_000
"""Largest size of a number in an open choice, in hundredths."""
PICTURE_LEAST = 100
PICTURE_MOST = 8_000
"""Width of a picture in points."""

# The table

MESSAGE_BYTES = 4_000
"""Longest message of a client. Ten times as much ends the connection before it is read."""
BODY_BYTES = 10_000
IMPORT_BYTES = 1_000_000
IMPORT_SECONDS = 10.0
REPLAY_STEPS = 100_000
"""Rows that replaying a match may take, those that an undo goes through again counted too."""
MATCH_ROWS = 10_000
MATCHES = 10_000
ROOMS = 200
"""Matches kept in memory; one that nobody watches is loaded again when it is wanted."""
SOCKETS = 32
"""Connections to one match."""
WAITING_MESSAGES = 64
"""Messages kept for a connection that does not read them; with more it is closed."""
CLIENT_ID_CHARACTERS = 64
TOKEN_CHARACTERS = 64
HELLO_SECONDS = 10.0
HINT_SECONDS = 10.0
WAITING_BYTES = 2_000_000
"""Bytes kept for a connection that does not read them, where it is more than one message."""
WORKER_QUEUE = 2
"""So many wait for a worker; whoever comes later is told to try again."""
