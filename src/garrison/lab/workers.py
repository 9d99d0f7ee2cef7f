"""Worker processes for many games, which outlive the death of any of them.

The same chunk always gives the same result, so the chunk of a worker that died is simply given to another,
and the results show no trace of it. A chunk that is lost twice will be lost again: it ends the run.

The table's process pool is not used here: it serves an event loop, one caller at a time, and ends what is too
slow. Here many chunks are in hand at once, and none is ever too slow.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from multiprocessing.connection import Connection, wait
from typing import Generic, NamedTuple, TypeVar

from garrison.core.errors import GarrisonError
from garrison.lab import interrupt

C = TypeVar("C")
R = TypeVar("R")

AHEAD = 16
"""Chunks per worker that may be finished before an older one is, where results are wanted in order."""
TICK = 0.5
"""Seconds between two calls of `on_tick`."""
CLOSING_SECONDS = 5.0
LOST_TWICE = 3
"""Exit status of a program whose run ended early because a chunk was lost twice."""


class LostTwice(GarrisonError):
    """Two workers in turn died over the same chunk."""


class Watch(NamedTuple):
    """A run's reports besides its results: a sentence on each worker that died, and that time goes by."""

    on_death: Callable[[str], None] = lambda _: None
    on_tick: Callable[[], None] = lambda: None


UNWATCHED = Watch()


def cores() -> int:
    return os.cpu_count() or 1


def in_order(work: Callable[[C], R], chunks: Iterable[C], jobs: int, watch: Watch = UNWATCHED) -> Iterator[R]:
    """The results in the order of the chunks, however many processes there are; one job is this process.

    An error comes in its place too. So a run that ends early has the first chunks and no others: whatever
    happened to be finished would favour short games.
    """
    waiting: dict[int, _Outcome[R]] = {}
    expected = 0
    with closing(_outcomes(work, chunks, jobs, watch, AHEAD * jobs)) as outcomes:
        for number, outcome in outcomes:
            waiting[number] = outcome
            while expected in waiting:
                yield waiting.pop(expected).get()
                expected += 1


def as_finished(
    work: Callable[[C], R], chunks: Iterable[C], jobs: int, watch: Watch = UNWATCHED
) -> Iterator[R]:
    """The results as they come; an error ends the run at once."""
    with closing(_outcomes(work, chunks, jobs, watch)) as outcomes:
        for _, outcome in outcomes:
            yield outcome.get()


class _Outcome(Generic[R]):
    """A result, or the error in its place."""

    def __init__(self, results: tuple[R, ...], error: Exception | None = None) -> None:
        self._results = results
        self.error = error

    def get(self) -> R:
        if self.error is not None:
            raise self.error
        return self._results[0]


def _outcomes(
    work: Callable[[C], R], chunks: Iterable[C], jobs: int, watch: Watch, ahead: int | None = None
) -> Generator[tuple[int, _Outcome[R]], None, None]:
    if jobs > 1:
        crew = _Crew(work, chunks, jobs, watch, ahead)
        try:
            yield from crew.outcomes()
        finally:
            crew.end()
        return
    for number, chunk in enumerate(chunks):
        with interrupt.allowed():
            result = work(chunk)
        watch.on_tick()
        yield number, _Outcome((result,))


# The worker's side


def _serve(pipe: Connection, work: Callable[[C], R]) -> None:
    # Ctrl-C reaches every process of a terminal; the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # A forked worker has the parent's end of the pipe too, so the pipe alone would not tell of its death.
    parent = multiprocessing.parent_process()
    assert parent is not None
    with suppress(EOFError, OSError):
        while pipe in wait([pipe, parent.sentinel]):
            pipe.send(_outcome(work, pipe.recv()))


def _outcome(work: Callable[[C], R], chunk: C) -> _Outcome[R]:
    try:
        return _Outcome((work(chunk),))
    except Exception as error:
        error.add_note(f"In a worker process:\n{traceback.format_exc()}")
        return _Outcome((), _portable(error))


def _portable(error: Exception) -> Exception:
    """The error if it survives the way to the parent, else one that says the same."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return GarrisonError(f"{type(error).__name__}: {error}")
    return error


# The parent's side


class _Task(NamedTuple, Generic[C]):
    number: int
    chunk: C
    deaths: int = 0


class _Worker(Generic[C, R]):
    def __init__(self, work: Callable[[C], R]) -> None:
        self.pipe, other = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=_serve, args=(other, work), daemon=True)
        self._process.start()
        other.close()  # the worker's is the only one, so that its death is noticed

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self.pipe.close()

    def death(self) -> str:
        """The manner of its death, as a predicate."""
        self._process.join(CLOSING_SECONDS)
        code = self._process.exitcode
        self.end()
        if code is not None and code < 0:
            return f"was killed by signal {-code}"
        return "ended by itself" if code is None else f"ended by itself (status {code})"


class _Crew(Generic[C, R]):
    """Workers, the chunks they have in hand, and those to be played again."""

    def __init__(
        self, work: Callable[[C], R], chunks: Iterable[C], jobs: int, watch: Watch, ahead: int | None
    ) -> None:
        """`ahead`: how far the newest chunk may be ahead of the oldest unfinished one; None for any."""
        self._ahead = ahead
        self._work = work
        self._new = (_Task(number, chunk) for number, chunk in enumerate(chunks))
        self._given = 0
        self._again: list[_Task[C]] = []
        self._ending = False
        self._jobs = jobs
        self._watch = watch
        self._idle: list[_Worker[C, R]] = []
        self._busy: dict[Connection, tuple[_Worker[C, R], _Task[C]]] = {}

    def outcomes(self) -> Iterator[tuple[int, _Outcome[R]]]:
        self._hand_out()
        while self._busy:
            with interrupt.allowed():
                ready = wait(list(self._busy), TICK)
            found = [each for pipe in ready if (each := self._receive(pipe)) is not None]  # type: ignore[arg-type]
            self._hand_out()
            self._watch.on_tick()
            yield from found

    def end(self) -> None:
        for worker in (*self._idle, *(worker for worker, _ in self._busy.values())):
            worker.end()

    def _hand_out(self) -> None:
        while len(self._busy) < self._jobs and (task := self._next()) is not None:
            worker = self._idle.pop() if self._idle else _Worker(self._work)
            self._busy[worker.pipe] = worker, task
            with suppress(OSError):  # it has died meanwhile, which is noticed when listening
                worker.pipe.send(task.chunk)

    def _next(self) -> _Task[C] | None:
        if self._again:
            return self._again.pop()
        oldest = min((task.number for _, task in self._busy.values()), default=self._given)
        if self._ending or (self._ahead is not None and self._given - oldest >= self._ahead):
            return None
        task = next(self._new, None)
        self._given += task is not None
        return task

    def _receive(self, pipe: Connection) -> tuple[int, _Outcome[R]] | None:
        """The outcome a worker sent; None if it died and its chunk can be played again."""
        worker, task = self._busy.pop(pipe)
        try:
            outcome: _Outcome[R] = pipe.recv()
        except (EOFError, OSError):
            death = worker.death()
        else:
            self._idle.append(worker)
            self._ending |= outcome.error is not None
            return task.number, outcome
        if not task.deaths:
            self._watch.on_death(f"a worker process {death}; {_named(task.chunk)} will be played again")
            self._again.append(task._replace(deaths=1))
            return None
        self._ending = True
        lost = f"two worker processes in turn died over {_named(task.chunk)}; the second {death}"
        return task.number, _Outcome((), LostTwice(lost))


def _named(chunk: object) -> str:
    if not isinstance(chunk, range):
        return str(chunk)
    first, last = chunk[0], chunk[-1]
    return f"game {first}" if first == last else f"games {first} to {last}"
