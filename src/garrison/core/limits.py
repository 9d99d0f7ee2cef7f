"""Every limit on input, in one place."""

from __future__ import annotations

RECORD_BYTES = 5_000_000
SCENARIO_BYTES = 1_000_000
LESSON_ANSWERS = 60
"""Most answers in a lesson."""
LINE_CHARACTERS = 4_000
START_CHARACTERS = 100_000
"""Longest `start` line of a record, which gives the position a match was started from."""
NOTATION_CHARACTERS = 120
START_NUMBER = 1_000_000
"""Largest absolute number in such a position. What steps and questions name follows the game's own tables."""
STEPS = 10_000
"""Most steps the rules take by themselves between two decisions."""
SALT_CHARACTERS = 600
OPEN_NUMBER = 10_000_000
"""Largest absolute value of a number in an open choice, in hundredths."""
PICTURE_LEAST = 100
PICTURE_MOST = 8_000
"""Width of a picture in points."""

ARCHIVE_LINE_BYTES = 1_000_000
"""Longest line of an archive, and about as much of one as is restored at once."""

# The table

MESSAGE_BYTES = 4_000
"""Longest message of a client. A message ten times as long ends the connection unread."""
BODY_BYTES = 10_000
IMPORT_BYTES = 1_000_000
IMPORT_SECONDS = 10.0
REPLAY_STEPS = 100_000
"""Most rows that replaying a match may play, those among them that an undo far back plays again."""
MATCH_ROWS = 10_000
MATCHES = 10_000
MATCHES_RESERVE = 2_000
"""The last places for matches: once these are in use, matches that nobody played go sooner."""
UNPLAYED_SECONDS = 86_400
UNPLAYED_CROWDED = 3_600
"""How long a match without an action is kept after the last visit; the second where room is short."""
UNPLAYED_INVITED = 1_209_600
UNPLAYED_INVITED_CROWDED = 86_400
"""The same for one with a friend's seat, whom the invitation may reach late. It is longer than any clock."""
ROOMS = 200
"""Matches kept in memory; one without connections can be dropped and loaded again."""
LOG_FRAMES = 500
"""Frames without scenes in one answer, the newest with a greeting; the rest can be asked for."""
SOCKETS = 32
"""Connections to one match: its seats have equal shares of these, spectators as many again."""
WAITING_MESSAGES = 64
"""Unread messages kept for a connection; beyond that it is closed."""
CLIENT_ID_CHARACTERS = 64
TOGETHER = 32
"""Most actions that are played, or supposed, in one message."""
TOKEN_CHARACTERS = 64
HELLO_SECONDS = 10.0
HINT_SECONDS = 10.0
HINT_SECONDS_LEAST = 0.1
"""Thinking time of a hint; less when others wait, but not less than the second."""
WAITING_BYTES = 500_000
"""Unread bytes kept for a connection beyond its welcome, if they are more than one message."""
WORKER_QUEUE = 2
"""Requests that wait for a worker; later ones are told to try again."""

# Several players

NAME_CHARACTERS = 24
CHAT_CHARACTERS = 300
CHAT_KEPT = 500
"""Chat messages kept per match; older ones are deleted."""
CHAT_A_MINUTE = 20
SALT_PART = 32
"""Hexadecimal digits that each browser adds to the salt of the dice."""
TRANSFER_SECONDS = 900
TRANSFER_KEPT = 86_400
"""How long a link to another device is good, and how long after that it is told apart from an unknown one."""
TRANSFER_TOKENS = 32
"""Most tokens that such a link carries."""
HOOK_CHARACTERS = 300
AWAY_SECONDS = 60
"""How long a player must be away before others may let a bot take over."""
SEEN_SECONDS = 20
ONLINE_SECONDS = 45
"""How often presence is recorded, and how long such a record is valid."""
CLOCK_SECONDS = 604_800
BANK_SECONDS = 604_800
LEAST_SECONDS = 600
PACE_SECONDS = 5
BOTS = 1
"""Worker processes for bots."""
BOT_SECONDS = 1.0
BOT_SECONDS_LEAST = 0.05
"""Thinking time of a bot without a count of tries; less when many wait. It is ended BOT_GRACE later."""
BOT_GRACE = 10.0
BOT_TRIES = 300
"""Most tries per decision for a bot that counts them, as in search:30."""
BOT_FAILURES = 5
"""Failures in a row after which the log says that a bot is stuck."""
CLOCK_GRACE = 5.0
"""Seconds after a start for players to return whose time ran out meanwhile."""

# Jobs

JOBS = 256
"""Jobs that one process runs at a time."""
LEASE_SECONDS = 3.0
"""Lease of a job: how long it belongs to the process that took it, which may renew the lease."""
JOB_PAUSE = 0.5
JOB_PAUSE_MOST = 60.0
"""Seconds before a failed job is retried, doubled each time."""
CLOSE_PAUSE = 10.0
CLOSE_PAUSE_MOST = 3_600.0
"""The same for a sealed window in which an answer is still missing."""
IDLE_SECONDS = 2.0
"""How often a process looks for jobs it was not notified of."""

# Webhooks

HOOK_SECONDS = 5.0
HOOK_THREADS = 4
HOOK_TRIES = 3
HOOK_ANSWER = 64
"""Bytes read of an answer."""

# Rate limits

READY_SECONDS = 5.0
"""Seconds for which one check that something can be written is good."""

MESSAGES_A_SECOND = 50.0
MESSAGES_AT_ONCE = 400
MESSAGES_REFUSED = 200
"""Refusals after which a connection is ended, less those made up for by accepted messages."""
REQUESTS_A_SECOND = 100.0
REQUESTS_AT_ONCE = 2_000
"""Requests from one address."""
FRAME_COST = 2
LESSON_COST = 10
HELLO_COST = 10
MATCH_COST = 20
TRANSFER_COST = 20
"""Requests that a past frame, a step of a lesson, a hello, an answer about a whole match, a link to another
device count for."""
LONG_ANSWERS = 60
"""Requests about whole matches and lessons from one address that may wait for their answers."""
MATCHES_AN_HOUR = 100
"""New matches from one address."""
HOUSE_MATCHES_AN_HOUR = 1_000
"""New matches in all, in one process."""
HOUSE_RESERVE = 200
FIRST_MATCHES = 3
"""The last of these are for addresses that have started fewer than the second number lately."""
CONNECTIONS = 100
"""Open connections to matches from one address."""
TCP_CONNECTIONS = 200
"""Connections of any kind from one address, counted where no proxy stands in front."""
CONNECTIONS_IN_ALL = 4_000
"""Connections of any kind to one process; fewer where it may open fewer files."""
SPARE_FILES = 128
"""Files that a process needs besides its connections."""
HEAD_SECONDS = 10.0
BODY_SECONDS = 60.0
"""Seconds for the head of a request, and for its body."""
UNREAD_SECONDS = 20.0
"""Seconds after which a connection is ended that has read nothing of what waits for it."""
ADDRESSES = 10_000
"""Most addresses remembered."""
