"""Who plays a tournament's games: processes on this machine, or a Dask cluster.

Both are `concurrent.futures` executors, so that one loop, `perform`, serves them. It sends
games in batches that take a fraction of a second, a bounded number at a time. When a worker
process dies, only what it had not finished is played again: each local process is an executor
of its own, which is made anew, and Dask moves the tasks of a dead worker to another one. The
games of the batch at fault are then sent one by one, and a game whose worker dies `TRIES`
times over it alone is void.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any, Protocol

from fourscore.arena.ledger import PlayedGame
from fourscore.arena.schedule import Planned
from fourscore.arena.task import Context, Task, play_games
from fourscore.core.position import Position
from fourscore.errors import FourscoreError, InputError

__all__ = ["Cluster", "Crew", "Here", "Pool", "perform"]

BATCH_SECONDS = 0.25
"""How long a batch should take: long beside its way there and back, short beside a wait."""
MOST_IN_BATCH = 32
TRIES = 3
"""How often a game may be at hand alone when its worker dies."""
AHEAD = 2
"""Batches that a process is given at a time: one to play and one to go on with."""
REACH_SECONDS = 20
"""How long to wait for a scheduler and its first worker."""


class Crew(Protocol):
    """Some lanes on which batches are played."""

    @property
    def lanes(self) -> "tuple[Lane, ...]": ...

    def close(self, *, at_once: bool = False) -> None:
        """Let the workers go, or `at_once` end them in the middle of a game."""


class Lane(Protocol):
    """An executor, and what becomes of it when a worker dies."""

    def submit(self, task: Task) -> "Future[list[PlayedGame]]": ...

    @property
    def room(self) -> int:
        """How many batches it shall hold at a time."""

    @property
    def breaks_whole(self) -> bool:
        """Whether a dead worker takes all batches along, the oldest being the one at hand."""

    def renew(self) -> None:
        """Make the executor anew after it broke."""


# The loop


def perform(
    context: Context,
    games: Iterable[Planned],
    openings: Callable[[int], Position],
    crew: Crew,
) -> Iterator[list[PlayedGame]]:
    """Play games on a crew and give them as they are finished, in no particular order.

    The crew is closed at the end, in the middle of its games if that comes early.
    """
    complete = False
    try:
        yield from _Run(context, _Backlog(games), openings).play(crew)
        complete = True
    finally:
        crew.close(at_once=not complete)


@dataclass(slots=True)
class _Flight:
    """A batch on its way."""

    lane: Lane
    games: tuple[Planned, ...]


@dataclass(slots=True)
class _Run:
    context: Context
    backlog: "_Backlog"
    openings: Callable[[int], Position]
    flights: "dict[Future[list[PlayedGame]], _Flight]" = field(default_factory=dict)
    """In the order of their start."""
    strikes: dict[int, int] = field(default_factory=dict)

    def play(self, crew: Crew) -> Iterator[list[PlayedGame]]:
        while True:
            for lane in crew.lanes:
                self._fill(lane)
            if not self.flights:
                return
            done, _ = wait(self.flights, return_when=FIRST_COMPLETED)
            for future in done:
                # A broken lane may have taken it along already.
                if future in self.flights:
                    yield from self._land(future)

    def _fill(self, lane: Lane) -> None:
        held = sum(flight.lane is lane for flight in self.flights.values())
        for _ in range(held, lane.room):
            if not (games := self.backlog.take()):
                return
            starts = tuple(self.openings(game.opening) for game in games)
            self.flights[lane.submit(Task(self.context, games, starts))] = _Flight(lane, games)

    def _land(self, future: "Future[list[PlayedGame]]") -> Iterator[list[PlayedGame]]:
        lane = self.flights[future].lane
        if future.cancelled():
            raise FourscoreError("the cluster has gone; run the same command again to go on")
        error = future.exception()
        if error is None:
            del self.flights[future]
            self.backlog.learn(future.result())
            yield future.result()
        elif not _is_death(error):
            raise error
        elif lane.breaks_whole:
            lane.renew()
            yield from self._bury(
                [each for each in self.flights if self.flights[each].lane is lane]
            )
        else:
            yield from self._bury([future])

    def _bury(self, futures: "list[Future[list[PlayedGame]]]") -> Iterator[list[PlayedGame]]:
        """Send again what a dead worker has left; the oldest batch is the one at fault."""
        wait(futures)
        lost = []
        for future in futures:
            flight = self.flights.pop(future)
            if future.cancelled() or future.exception():
                lost.append(flight.games)
            else:
                yield future.result()
        for games in reversed(lost[1:]):
            self.backlog.give_back(games, together=True)
        yield from self._blame(lost[0])

    def _blame(self, games: tuple[Planned, ...]) -> Iterator[list[PlayedGame]]:
        if len(games) > 1:
            self.backlog.give_back(games, together=False)
            return
        (game,) = games
        self.strikes[game.number] = self.strikes.get(game.number, 0) + 1
        if self.strikes[game.number] < TRIES:
            self.backlog.give_back(games, together=False)
        else:
            yield [PlayedGame(game, None, f"void: its worker died {TRIES} times")]


def _is_death(error: BaseException) -> bool:
    """Tell whether a worker process has died, here or on a cluster."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"


class _Backlog:
    """The games that are still to be sent, and how many of them make a batch."""

    def __init__(self, games: Iterable[Planned]) -> None:
        self._games = iter(games)
        self._returned: deque[tuple[Planned, ...]] = deque()
        self._seconds: float | None = None

    def take(self) -> tuple[Planned, ...]:
        """Give the next batch; an empty one at the end."""
        if self._returned:
            return self._returned.popleft()
        return tuple(islice(self._games, self._size()))

    def give_back(self, games: tuple[Planned, ...], *, together: bool) -> None:
        """Put games in front again, as one batch or one by one."""
        batches = [games] if together else [(game,) for game in games]
        self._returned.extendleft(reversed(batches))

    def learn(self, games: list[PlayedGame]) -> None:
        """Take note of how long games take."""
        seconds = sum(game.seconds for game in games) / len(games)
        self._seconds = seconds if self._seconds is None else (self._seconds + seconds) / 2

    def _size(self) -> int:
        if self._seconds is None:
            return 1
        return max(1, min(MOST_IN_BATCH, int(BATCH_SECONDS / max(self._seconds, 1e-6))))


# Crews


class Here:
    """This very process: for tests, and for studies too short to start another one."""

    breaks_whole = False
    room = 1

    def submit(self, task: Task) -> "Future[list[PlayedGame]]":
        future: Future[list[PlayedGame]] = Future()
        try:
            future.set_result(play_games(task))
        except Exception as error:
            future.set_exception(error)
        return future

    @property
    def lanes(self) -> tuple[Lane, ...]:
        return (self,)

    def renew(self) -> None:
        """Nothing breaks here."""

    def close(self, *, at_once: bool = False) -> None:
        """Nothing is open here."""


class Pool:
    """Processes on this machine."""

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise InputError(f"{workers} workers cannot play; one or more can")
        self._processes = tuple(_Process() for _ in range(workers))

    @property
    def lanes(self) -> tuple[Lane, ...]:
        return self._processes

    def close(self, *, at_once: bool = False) -> None:
        for each in self._processes:
            each.close(at_once=at_once)


class _Process:
    """An executor with one process, on a leash.

    The leash is a pipe of which the process holds one end and watches for its end: it exits
    when the pipe is closed here, and also when this process is killed and can do nothing.
    """

    breaks_whole = True
    room = AHEAD

    def __init__(self) -> None:
        self._executor: Executor | None = None
        self._leash: Connection | None = None

    def submit(self, task: Task) -> "Future[list[PlayedGame]]":
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            held, self._leash = context.Pipe(duplex=False)
            self._executor = ProcessPoolExecutor(1, context, _obey_leash, (held,))
        with _without_interrupts():
            return self._executor.submit(play_games, task)

    def renew(self) -> None:
        self.close(at_once=True)

    def close(self, *, at_once: bool = False) -> None:
        executor, self._executor = self._executor, None
        if executor is None or self._leash is None:
            return
        if at_once:
            self._leash.close()
        executor.shutdown(cancel_futures=True)
        self._leash.close()


def _obey_leash(leash: Connection) -> None:
    def watch() -> None:
        leash.poll(None)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Start processes deaf to Ctrl-C, which a terminal sends to all; this one answers it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Cluster:
    """The workers of a Dask cluster, as many as there are at any time."""

    breaks_whole = False

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise InputError(
                "a cluster needs the package distributed; install fourscore[cluster]"
            ) from None
        try:
            self._client: Any = Client(address, timeout=REACH_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise InputError(f"there is no Dask scheduler at {address!r}: {error}") from None
        self._wait_for_worker(address)
        self._executor: Executor = self._client.get_executor(pure=False)
        self._room, self._counted = 0, 0.0

    def _wait_for_worker(self, address: str) -> None:
        try:
            self._client.wait_for_workers(1, timeout=REACH_SECONDS)
        except TimeoutError:
            self._client.close()
            raise InputError(f"the Dask scheduler at {address!r} has no workers") from None

    @property
    def lanes(self) -> tuple[Lane, ...]:
        return (self,)

    @property
    def room(self) -> int:
        """Twice the threads of all workers, counted anew each second."""
        if time.monotonic() - self._counted > 1:
            threads = self._client.nthreads()
            self._room, self._counted = AHEAD * sum(threads.values()), time.monotonic()
        return max(self._room, 1)

    def submit(self, task: Task) -> "Future[list[PlayedGame]]":
        return self._executor.submit(play_games, task)

    def renew(self) -> None:
        """Dask does that by itself."""

    def close(self, *, at_once: bool = False) -> None:
        self._executor.shutdown(wait=not at_once)
        self._client.close()
