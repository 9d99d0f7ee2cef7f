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
SALT_CHARACTERS = 600
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
"""Connections to one match: its seats have equal shares of these, spectators as many again."""
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

# Several at the table

NAME_CHARACTERS = 24
CHAT_CHARACTERS = 300
CHAT_KEPT = 500
"""Older talk of a match is forgotten."""
CHAT_A_MINUTE = 20
SALT_PART = 32
"""Hexadecimal digits that one browser adds to the salt of the dice."""
HOOK_CHARACTERS = 300
AWAY_SECONDS = 60
"""So long somebody must be away before others may let a bot play for them."""
SEEN_SECONDS = 20
ONLINE_SECONDS = 45
"""How often is noted who is there, and how long that note holds."""
CLOCK_SECONDS = 604_800
BANK_SECONDS = 604_800
LEAST_SECONDS = 600
PACE_SECONDS = 5
BOTS = 1
"""Processes in which bots think."""
BOT_SECONDS = 1.0
BOT_SECONDS_LEAST = 0.05
"""So long a bot thinks that thinks as long as it may; less where many wait. BOT_GRACE later it is ended."""
BOT_GRACE = 10.0
BOT_TRIES = 300
"""Most tries a decision of a bot that counts them, as in search:30."""
BOT_FAILURES = 5
"""After so many failures in a row the log says that a bot does not come to move."""
CLOCK_GRACE = 5.0
"""After a start, seconds for people to come back whose time ended meanwhile."""

# What is due

JOBS = 256
"""Jobs one process does at a time."""
LEASE_SECONDS = 3.0
"""So long a job is left to the process that took it, which may take it again while it is at it."""
JOB_PAUSE = 0.5
JOB_PAUSE_MOST = 60.0
"""Seconds before a job that failed is tried again: twice as long each time."""
CLOSE_PAUSE = 10.0
CLOSE_PAUSE_MOST = 3_600.0
"""The same for a sealed window in which an answer is still missing."""
IDLE_SECONDS = 2.0
"""How often a process looks for jobs that nobody told it of."""

# Webhooks

HOOK_SECONDS = 5.0
HOOK_THREADS = 4
HOOK_TRIES = 3
HOOK_ANSWER = 64
"""Bytes of an answer that are read."""

# Too much from one

MESSAGES_A_SECOND = 50.0
MESSAGES_AT_ONCE = 400
MESSAGES_REFUSED = 200
"""After so many refusals, hardly made up for by what was heard between, a connection is ended."""
MATCHES_AN_HOUR = 100
"""New matches from one address."""
CONNECTIONS = 100
"""Open connections from one address."""
ADDRESSES = 10_000
"""Addresses that are remembered."""
