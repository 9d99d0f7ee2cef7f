"""The store of matches. The rows are the truth: a match is loaded by replaying them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from types import EllipsisType
from typing import Any

import msgspec
from sqlalchemy import Connection

from garrison.core.errors import Damaged
from garrison.core.limits import (
    CHAT_KEPT,
    CLOSE_PAUSE_MOST,
    JOB_PAUSE_MOST,
    MATCHES,
    MATCHES_RESERVE,
    TRANSFER_KEPT,
    UNPLAYED_CROWDED,
    UNPLAYED_INVITED,
    UNPLAYED_INVITED_CROWDED,
    UNPLAYED_SECONDS,
)
from garrison.core.match import Match
from garrison.core.state import Seat
from garrison.table.refusals import (
    FULL,
    NO_MATCH,
    NO_TRANSFER,
    TAKEN,
    TRANSFER_EXPIRED,
    TRANSFER_USED,
    TableRefusal,
)
from garrison.table.store import statements as sql
from garrison.table.store.clock import now
from garrison.table.store.database import Place, place
from garrison.table.store.models import Entry, Job, Plan, Proposal, SealedAnswer, SeatHolder, Terms, Transfer
from garrison.table.store.notifications import ANSWERS, CHAT, GONE, JOBS, ROW, TABLE
from garrison.table.store.serialization import (
    MatchData,
    field_values,
    job_values,
    match_values,
    plan_values,
    read_holders,
    read_match,
    read_rows,
    row_values,
)
from garrison.table.store.transactions import Conflict, Statement, Transactions

PROOF = "written"
"""The line of `about` that is written to see whether anything can be."""


class Store:
    """All matches, in a file or in a database."""

    def __init__(self, given: str | Path | Place) -> None:
        self.place = place(given)
        self.transactions = Transactions(self.place)
        self.shared = self.transactions.shared
        self._reading, self._writing = self.transactions.reading, self.transactions.writing
        self._insert_jobs = sql.insert_jobs(self.transactions.engine.dialect.name)

    def close(self) -> None:
        self.transactions.close()

    def _lock_match(self, connection: Connection, ident: str) -> None:
        """Lock a match against writes by other processes; raises TableRefusal if there is none."""
        if connection.execute(sql.LOCK_MATCH, {"ident": ident}).first() is None:
            raise TableRefusal(NO_MATCH, match=ident[:40])

    # Matches

    def create(
        self,
        ident: str,
        match: Match | Plan,
        holders: Sequence[SeatHolder],
        *,
        terms: Terms = Terms(),  # noqa: B008
        origin: dict[str, Any] | None = None,
        imported: bool = False,
        jobs: Sequence[Job] = (),
    ) -> list[str]:
        """Store a new match with all its rows, or the plan of one; returns those let go to make room."""
        when, played = now(), match if isinstance(match, Match) else None
        about = {
            **(plan_values(match) if isinstance(match, Plan) else match_values(match)),
            "id": ident,
            "terms": json.dumps(asdict(terms)),
            "origin": None if origin is None else json.dumps(origin),
            "imported": imported,
            "created": when,
            "over": played is not None and played.over,
        }
        with self._writing(ident, *([JOBS] if jobs else [])) as connection:
            kept = connection.execute(sql.COUNT_MATCHES).scalar() or 0
            gone = []
            if kept >= MATCHES - MATCHES_RESERVE:
                gone = self._let_go(connection, UNPLAYED_CROWDED, UNPLAYED_INVITED_CROWDED)
            if kept - len(gone) >= MATCHES:
                raise TableRefusal(FULL, most=MATCHES)
            if connection.execute(sql.FIND_MATCH, {"ident": ident}).first() is not None:
                raise TableRefusal(TAKEN)
            connection.execute(sql.INSERT_MATCH, about)
            connection.execute(
                sql.INSERT_HOLDER, [{"match": ident, **field_values(holder)} for holder in holders]
            )
            if played is not None:
                connection.execute(
                    sql.INSERT_ROW, [row_values(ident, played, n, when) for n in range(len(played.rows))]
                )
            self._add_jobs(connection, jobs)
        return gone

    def let_go_unplayed(self) -> list[str]:
        """Delete the matches that nobody has played for long; returns their ids.

        Links to other devices that ended long ago go as well.
        """
        with self._writing() as connection:
            connection.execute(sql.DELETE_OLD_TRANSFERS, {"old": now() - 1000 * TRANSFER_KEPT})
            return self._let_go(connection, UNPLAYED_SECONDS, UNPLAYED_INVITED)

    def _let_go(self, connection: Connection, alone: int, invited: int) -> list[str]:
        when = now()
        since = {"alone": when - 1000 * alone, "invited": when - 1000 * invited}
        gone = list(connection.execute(sql.SELECT_UNPLAYED, since).scalars())
        for ident in gone:
            connection.execute(sql.DELETE_MATCH, {"ident": ident})
            self.transactions.run_all(connection, self.transactions.notification(ident, GONE))
        return gone

    def begin(self, ident: str, match: Match, jobs: Sequence[Job] = (), when: int | None = None) -> int:
        """Write the set-up of a match that begins, and its salt; returns the time. Raises Conflict."""
        when = now() if when is None else when
        with self._writing(ident, TABLE) as connection:
            self._lock_match(connection, ident)
            connection.execute(sql.INSERT_ROW, [row_values(ident, match, 0, when)])
            connection.execute(sql.UPDATE_MATCH, {"ident": ident, **match_values(match)})
            self._add_jobs(connection, jobs)
        return when

    def add_rows(
        self,
        ident: str,
        match: Match,
        clients: Sequence[str | None],
        *,
        jobs: Sequence[Job] = (),
        done: Job | None = None,
        answers: int | None = None,
        when: int | None = None,
    ) -> list[int]:
        """Store the newest rows of a match, one for each client's id; returns their times.

        Jobs and sealed answers of questions that are no longer open go. `answers` says how many of them
        the rows are made of: where others were sealed meanwhile, as where a row is taken, it is a Conflict.
        """
        when, ask = when or now(), 0 if match.over else match.asked()
        first = len(match.rows) - len(clients)
        new = [row_values(ident, match, first + n, when, client) for n, client in enumerate(clients)]
        known: list[Statement] = [(sql.LOCK_MATCH, {"ident": ident})] if self.shared else []
        others: Statement = (sql.DELETE_OTHER_ANSWERS, {"ident": ident, "open": ask})
        ends: list[Statement] = [] if done is None else [(sql.DELETE_JOB, {"ident": done.id})]
        rest: list[Statement] = [
            (sql.DELETE_OTHER_JOBS, {"ident": ident, "open": ask}),
            *((sql.INSERT_ROW, each) for each in new),
        ]
        rest += [(sql.SET_OVER, {"ident": ident})] if match.over else []
        rest += [(self._insert_jobs, job_values(job)) for job in jobs]
        with self._writing(ident) as connection:
            met = self.transactions.run_all(
                connection, [*known, others, *ends, *rest, *self.transactions.notification(ident, ROW)]
            )
            if known and not met.pop(0):
                raise TableRefusal(NO_MATCH, match=ident[:40])
            gone, *ended = met
            if (answers is not None and gone != answers) or (ends and not ended[0]):
                raise Conflict("an answer was sealed or the job done meanwhile")
        return [when] * len(clients)

    def delete(self, ident: str) -> None:
        """Delete a match and everything that belongs to it."""
        with self._writing(ident, GONE) as connection:
            connection.execute(sql.DELETE_MATCH, {"ident": ident})

    def read(self, ident: str) -> MatchData | None:
        """The stored match, or None if there is none; raises Damaged."""
        with self._reading(still=True) as connection:
            return read_match(connection, ident)

    def rows_after(self, ident: str, row: int) -> list[dict[str, Any]]:
        """The rows after this one, for `follow`; raises Damaged."""
        with self._reading() as connection:
            return read_rows(connection, ident, row)

    def ids(self) -> list[str]:
        """All matches, the oldest first."""
        with self._reading() as connection:
            return list(connection.execute(sql.SELECT_IDS).scalars())

    def prove_writable(self) -> None:
        """Write something that means nothing; raises NotKept."""
        values = {"proof": PROOF, "when": str(now())}
        with suppress(Conflict), self._writing() as connection:  # another process was writing the same
            if not connection.execute(sql.UPDATE_PROOF, values).rowcount:
                connection.execute(sql.INSERT_PROOF, {"name": PROOF, "value": values["when"]})

    def counts(self) -> dict[str, int]:
        """The numbers of matches, of finished ones, and of pending jobs."""
        with self._reading() as connection:
            wanted = {
                "matches": sql.COUNT_MATCHES,
                "over": sql.COUNT_OVER,
                "jobs": sql.COUNT_JOBS,
            }
            return {name: connection.execute(each).scalar() or 0 for name, each in wanted.items()}

    # Seats

    def holders(self, ident: str) -> dict[Seat, SeatHolder] | None:
        """The seats of a match, None if there is no such match; raises Damaged."""
        with self._reading() as connection:
            found = read_holders(connection, ident)
            if not found and connection.execute(sql.FIND_MATCH, {"ident": ident}).first() is None:
                return None
        return found

    def update_holder(
        self, ident: str, holder: SeatHolder, jobs: Sequence[Job] = (), *, was: SeatHolder | None = None
    ) -> None:
        """Change a seat. Raises Conflict if it is not as it `was`, apart from the time of presence."""
        with self._writing(ident, TABLE) as connection:
            self._lock_match(connection, ident)
            if was is not None:
                found = read_holders(connection, ident).get(holder.seat)
                if found is None or replace(found, seen=0) != replace(was, seen=0):
                    raise Conflict("the seat was changed meanwhile")
            if was is None or was.bot != holder.bot:
                # What another process is thinking about for this seat must not end the job of the new bot.
                connection.execute(sql.DELETE_BOT_JOB, {"ident": ident, "place": holder.seat})
            values = field_values(holder)
            del values["seat"]
            connection.execute(sql.UPDATE_HOLDER, {"ident": ident, "place": holder.seat, **values})
            self._add_jobs(connection, jobs)

    def record_presence(self, pairs: Iterable[tuple[str, Seat]], when: int, *, tell: bool = False) -> None:
        """Record who was present at this time, as match and seat; notify other processes if asked to."""
        found = sorted(set(pairs))
        if not found:
            return
        with self._writing() as connection:
            connection.execute(
                sql.UPDATE_SEEN, [{"ident": ident, "place": seat, "when": when} for ident, seat in found]
            )
            for ident in sorted({ident for ident, _ in found}) if tell else ():
                self.transactions.run_all(connection, self.transactions.notification(ident, TABLE))

    # Other devices

    def offer_transfer(self, ident: str, transfer: Transfer) -> None:
        """Store a link to another device; it replaces the last one of the same seat."""
        with self._writing(ident) as connection:
            self._lock_match(connection, ident)
            connection.execute(sql.DELETE_TRANSFER, {"ident": ident, "place": transfer.seat})
            connection.execute(sql.INSERT_TRANSFER, {"match": ident, **field_values(transfer)})

    def redeem_transfer(self, ident: str, token: str, redeemer: str, when: int) -> str:
        """Use a link to another device, found by the hash of its secret; returns what is sealed in it.

        The first redeemer has it; the same one again, as after an unconfirmed commit, has the same answer.
        Raises TableRefusal.
        """
        with self._writing(ident) as connection:
            self._lock_match(connection, ident)
            known = [
                Transfer(**each._mapping)
                for each in connection.execute(sql.SELECT_TRANSFERS, {"ident": ident}).all()
            ]
            met = [each for each in known if secrets.compare_digest(each.token.encode(), token.encode())]
            if not met:
                raise TableRefusal(NO_TRANSFER)
            (found,) = met
            if found.redeemer == redeemer:
                return found.sealed
            if found.redeemer is not None:
                raise TableRefusal(TRANSFER_USED)
            if found.until < when:
                raise TableRefusal(TRANSFER_EXPIRED)
            connection.execute(sql.SET_REDEEMER, {"ident": ident, "place": found.seat, "by": redeemer})
            return found.sealed

    # Talk

    def add_chat(self, ident: str, entry: Entry) -> Entry:
        """Store a chat message; returns it with its number. Only the last CHAT_KEPT are kept.

        A message that a seat has already sent under the same client's id is not repeated.
        """
        with self._writing(ident, CHAT) as connection:
            self._lock_match(connection, ident)
            before = self._repeated_chat(connection, ident, entry)
            if before is not None:
                return before
            said = replace(entry, n=(connection.execute(sql.LAST_CHAT, {"ident": ident}).scalar() or 0) + 1)
            connection.execute(sql.INSERT_CHAT, {"match": ident, **field_values(said)})
            connection.execute(sql.DELETE_OLD_CHAT, {"ident": ident, "old": said.n - CHAT_KEPT})
        return said

    def _repeated_chat(self, connection: Connection, ident: str, entry: Entry) -> Entry | None:
        if entry.client is None:
            return None
        wanted = {"ident": ident, "place": entry.seat, "client": entry.client, "text": entry.text}
        found = connection.execute(sql.FIND_CHAT, wanted).first()
        return None if found is None else Entry(**found._mapping)

    def chat_after(self, ident: str, after: int = 0) -> list[Entry]:
        """The chat messages after an entry."""
        with self._reading() as connection:
            found = connection.execute(sql.SELECT_CHAT, {"ident": ident, "after": after}).all()
        return [Entry(**each._mapping) for each in found]

    # Sealed answers

    def seal(
        self,
        ident: str,
        ask: int,
        answer: SealedAnswer,
        *,
        rows: int | None = None,
        jobs: Sequence[Job] = (),
        done: Job | None = None,
    ) -> None:
        """Store a sealed answer. Raises Conflict if the seat has one, or if the match has other rows."""
        with self._writing(ident, ANSWERS) as connection:
            self._lock_match(connection, ident)
            if rows is not None and connection.execute(sql.LAST_ROW, {"ident": ident}).scalar() != rows - 1:
                raise Conflict("a row was written meanwhile")
            connection.execute(sql.INSERT_ANSWER, {"match": ident, "ask": ask, **field_values(answer)})
            if done is not None:
                self._finish_job(connection, done)
            self._add_jobs(connection, jobs)

    def sealed(self, ident: str, ask: int) -> list[SealedAnswer]:
        """The sealed answers to a question, in seat order."""
        with self._reading() as connection:
            found = connection.execute(sql.SELECT_ANSWERS, {"ident": ident, "open": ask}).all()
        return [SealedAnswer(**each._mapping) for each in found]

    # Proposals

    def propose(
        self, ident: str, proposal: Proposal | None, *, was: Proposal | EllipsisType | None = ...
    ) -> None:
        """Store the open proposal, or that there is none. Raises Conflict if it is not as it was."""
        with self._writing(ident, TABLE) as connection:
            self._lock_match(connection, ident)
            if was is not ... and self._proposal(connection, ident) != was:
                raise Conflict("the proposal was changed meanwhile")
            connection.execute(sql.DELETE_PROPOSAL, {"ident": ident})
            if proposal is not None:
                values = {**field_values(proposal), "agreed": json.dumps(proposal.agreed)}
                connection.execute(sql.INSERT_PROPOSAL, {"match": ident, **values})

    def proposal(self, ident: str) -> Proposal | None:
        with self._reading() as connection:
            return self._proposal(connection, ident)

    def _proposal(self, connection: Connection, ident: str) -> Proposal | None:
        found = connection.execute(sql.SELECT_PROPOSAL, {"ident": ident}).first()
        if found is None:
            return None
        try:
            agreed = msgspec.json.decode(found.agreed, type=tuple[Seat, ...])
        except msgspec.MsgspecError as error:
            raise Damaged(f"its proposal: {error}") from error
        return Proposal(found.number, found.seat, found.back, agreed)

    # Jobs

    def add_jobs(self, jobs: Sequence[Job]) -> None:
        """Add jobs; those that exist already stay as they are."""
        with self._writing(jobs[0].match if jobs else "", *([JOBS] if jobs else [])) as connection:
            self._add_jobs(connection, jobs)

    def take(self, when: int, lease: int, most: int) -> list[Job]:
        """Take due jobs by lease, in milliseconds; when it ends, another process may take them."""
        with self._writing() as connection:
            found = connection.execute(
                sql.TAKE_JOBS, {"when": when, "until": when + lease, "most": most}
            ).all()
        return sorted((Job(**each._mapping) for each in found), key=lambda job: (job.due, job.id))

    def finish(self, job: Job) -> None:
        """Delete a job that is done, or has become pointless."""
        with self._writing() as connection:
            connection.execute(sql.DELETE_JOB, {"ident": job.id})

    def postpone(self, job: Job, due: int) -> None:
        """Postpone a job and release it."""
        with self._writing() as connection:
            connection.execute(sql.POSTPONE_JOB, {"ident": job.id, "when": due})

    def release(self, beyond: int = 0) -> None:
        """Release the leases that end after a time; all of them, where there is a single process."""
        with self._writing() as connection:
            connection.execute(sql.RELEASE_JOBS, {"beyond": beyond})

    def hasten(self, when: int) -> None:
        """Make due what a clock that was ahead, and is no more, has put off for longer than it ever waits.

        Bots and calls wait as long as one that failed, windows as long as one with an answer missing; nothing
        waits for a row to become past.
        """
        soon, later = when + round(JOB_PAUSE_MOST * 1000), when + round(CLOSE_PAUSE_MOST * 1000)
        with self._writing() as connection:
            connection.execute(sql.HASTEN_JOBS, {"when": when, "soon": soon, "later": later})

    def next_due(self) -> int | None:
        """When the next job can be taken, None if there is none."""
        with self._reading() as connection:
            found = connection.execute(sql.NEXT_JOB).one()
        return min((each for each in found if each is not None), default=None)

    def _add_jobs(self, connection: Connection, jobs: Sequence[Job]) -> None:
        if jobs:
            connection.execute(self._insert_jobs, [job_values(job) for job in jobs])

    def _finish_job(self, connection: Connection, job: Job) -> None:
        """End a job together with its effects; if it is gone, another process has done it."""
        if not connection.execute(sql.DELETE_JOB, {"ident": job.id}).rowcount:
            raise Conflict("the job was done meanwhile")
