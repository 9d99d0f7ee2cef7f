"""The SQL statements of the store, made once."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sqlalchemy import and_, bindparam, case, delete, exists, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from garrison.table.store import schema
from garrison.table.store.models import (
    CLOSE,
    FRIEND,
    MOVE,
    NOTICE,
    REPLY,
    Entry,
    Job,
    Proposal,
    SealedAnswer,
    SeatHolder,
    Transfer,
)

CHANNEL = "garrison"
"""The channel of notifications between processes on one database: `worker match what`."""


def _of_match(table: Any, name: str = "ident") -> Any:
    return table.c.match == bindparam(name)


NOTIFY = select(func.pg_notify(CHANNEL, bindparam("notice")))

UPDATE_PROOF = (
    update(schema.about).where(schema.about.c.name == bindparam("proof")).values(value=bindparam("when"))
)
INSERT_PROOF = insert(schema.about)

# Matches and their rows

LOCK_MATCH = (
    select(schema.matches.c.id)
    .where(schema.matches.c.id == bindparam("ident"))
    .with_for_update(key_share=True)
)
FIND_MATCH = select(schema.matches.c.id).where(schema.matches.c.id == bindparam("ident"))
SELECT_IDS = select(schema.matches.c.id).order_by(schema.matches.c.created, schema.matches.c.id)
COUNT_MATCHES = select(func.count()).select_from(schema.matches)
COUNT_OVER = select(func.count()).where(schema.matches.c.over)
SELECT_MATCH = select(schema.matches).where(schema.matches.c.id == bindparam("ident"))
INSERT_MATCH = insert(schema.matches)
UPDATE_MATCH = update(schema.matches).where(schema.matches.c.id == bindparam("ident"))
DELETE_MATCH = delete(schema.matches).where(schema.matches.c.id == bindparam("ident"))
SET_OVER = update(schema.matches).where(schema.matches.c.id == bindparam("ident")).values(over=True)
INSERT_ROW = insert(schema.rows)
SELECT_ROWS = (
    select(schema.rows)
    .where(_of_match(schema.rows), schema.rows.c.row > bindparam("after"))
    .order_by(schema.rows.c.row)
)
LAST_ROW = select(func.max(schema.rows.c.row)).where(_of_match(schema.rows))

_HOLDERS_OF = select(schema.seat_holders.c.seat).where(schema.seat_holders.c.match == schema.matches.c.id)
_KEPT_SINCE = case(
    (exists(_HOLDERS_OF.where(schema.seat_holders.c.kind == FRIEND)), bindparam("invited")),
    else_=bindparam("alone"),
)
SELECT_UNPLAYED = (
    select(schema.matches.c.id)
    .where(
        schema.matches.c.created < _KEPT_SINCE,
        ~exists(_HOLDERS_OF.where(schema.seat_holders.c.seen >= _KEPT_SINCE)),
        ~exists(
            select(schema.rows.c.row).where(schema.rows.c.match == schema.matches.c.id, schema.rows.c.row > 0)
        ),
    )
    .order_by(schema.matches.c.created)
)

# Seats

INSERT_HOLDER = insert(schema.seat_holders)
UPDATE_HOLDER = (
    update(schema.seat_holders)
    .where(_of_match(schema.seat_holders), schema.seat_holders.c.seat == bindparam("place"))
    .values({each.name: bindparam(each.name) for each in fields(SeatHolder) if each.name != "seat"})
)
SELECT_HOLDERS = (
    select(*(schema.seat_holders.c[each.name] for each in fields(SeatHolder)))
    .where(_of_match(schema.seat_holders))
    .order_by(schema.seat_holders.c.seat)
)
UPDATE_SEEN = (
    update(schema.seat_holders)
    .where(_of_match(schema.seat_holders), schema.seat_holders.c.seat == bindparam("place"))
    .values(seen=bindparam("when"))
)

# Transfers to another device

SELECT_TRANSFERS = select(*(schema.transfers.c[each.name] for each in fields(Transfer))).where(
    _of_match(schema.transfers)
)
INSERT_TRANSFER = insert(schema.transfers)
DELETE_TRANSFER = delete(schema.transfers).where(
    _of_match(schema.transfers), schema.transfers.c.seat == bindparam("place")
)
SET_REDEEMER = (
    update(schema.transfers)
    .where(_of_match(schema.transfers), schema.transfers.c.seat == bindparam("place"))
    .values(redeemer=bindparam("by"))
)
DELETE_OLD_TRANSFERS = delete(schema.transfers).where(schema.transfers.c.until < bindparam("old"))

# Chat

INSERT_CHAT = insert(schema.chat)
LAST_CHAT = select(func.max(schema.chat.c.n)).where(_of_match(schema.chat))
DELETE_OLD_CHAT = delete(schema.chat).where(_of_match(schema.chat), schema.chat.c.n <= bindparam("old"))
SELECT_CHAT = (
    select(*(schema.chat.c[each.name] for each in fields(Entry)))
    .where(_of_match(schema.chat), schema.chat.c.n > bindparam("after"))
    .order_by(schema.chat.c.n)
)
FIND_CHAT = select(*(schema.chat.c[each.name] for each in fields(Entry))).where(
    _of_match(schema.chat),
    schema.chat.c.seat == bindparam("place"),
    schema.chat.c.client == bindparam("client"),
    schema.chat.c.text == bindparam("text"),
)

# Sealed answers, proposals

INSERT_ANSWER = insert(schema.answers)
SELECT_ANSWERS = (
    select(*(schema.answers.c[each.name] for each in fields(SealedAnswer)))
    .where(_of_match(schema.answers), schema.answers.c.ask == bindparam("open"))
    .order_by(schema.answers.c.seat)
)
DELETE_OTHER_ANSWERS = delete(schema.answers).where(
    _of_match(schema.answers), schema.answers.c.ask != bindparam("open")
)
SELECT_PROPOSAL = select(*(schema.proposals.c[each.name] for each in fields(Proposal))).where(
    _of_match(schema.proposals)
)
INSERT_PROPOSAL = insert(schema.proposals)
DELETE_PROPOSAL = delete(schema.proposals).where(_of_match(schema.proposals))

# Jobs

COUNT_JOBS = select(func.count()).select_from(schema.jobs)
DELETE_BOT_JOB = delete(schema.jobs).where(
    _of_match(schema.jobs), schema.jobs.c.kind.in_((MOVE, REPLY)), schema.jobs.c.seat == bindparam("place")
)
DELETE_OTHER_JOBS = delete(schema.jobs).where(_of_match(schema.jobs), schema.jobs.c.ask != bindparam("open"))
DELETE_JOB = delete(schema.jobs).where(schema.jobs.c.id == bindparam("ident"))
POSTPONE_JOB = (
    update(schema.jobs).where(schema.jobs.c.id == bindparam("ident")).values(due=bindparam("when"), lease=0)
)
RELEASE_JOBS = update(schema.jobs).where(schema.jobs.c.lease > bindparam("beyond")).values(lease=0)
_LATER_ROW = exists().where(schema.rows.c.match == schema.jobs.c.match, schema.rows.c.at > bindparam("when"))
HASTEN_JOBS = (
    update(schema.jobs)
    .where(
        schema.jobs.c.due > bindparam("when"),
        or_(
            and_(schema.jobs.c.kind.in_((MOVE, REPLY, NOTICE)), schema.jobs.c.due > bindparam("soon")),
            and_(schema.jobs.c.kind == CLOSE, schema.jobs.c.due > bindparam("later")),
            _LATER_ROW,
        ),
    )
    .values(due=bindparam("when"))
)
_DUE = select(func.min(schema.jobs.c.due)).where(schema.jobs.c.lease == 0)
_LEASED = select(func.min(schema.jobs.c.lease)).where(schema.jobs.c.lease > 0)
# In one look: between two a job could end, and the one that follows it be seen by neither.
NEXT_JOB = select(_DUE.scalar_subquery(), _LEASED.scalar_subquery())
TAKE_JOBS = (
    update(schema.jobs)
    .where(
        schema.jobs.c.id.in_(
            select(schema.jobs.c.id)
            .where(
                or_(
                    and_(schema.jobs.c.lease == 0, schema.jobs.c.due <= bindparam("when")),
                    and_(schema.jobs.c.lease > 0, schema.jobs.c.lease <= bindparam("when")),
                )
            )
            .order_by(schema.jobs.c.due)
            .limit(bindparam("most"))
            .with_for_update(skip_locked=True)
        )
    )
    .values(lease=bindparam("until"), tries=schema.jobs.c.tries + 1)
    .returning(*(schema.jobs.c[each.name] for each in fields(Job)))
)


def insert_jobs(dialect: str) -> Any:
    """An insert that ignores duplicates; each database has its own form of it."""
    made: Any = postgresql.insert if dialect == "postgresql" else sqlite.insert
    return made(schema.jobs).on_conflict_do_nothing()
