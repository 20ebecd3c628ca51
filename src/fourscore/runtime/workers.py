"""Who does work that is cut into tasks: processes on this machine, or a Dask cluster.

Both are `concurrent.futures` executors, so that one loop, `perform`, serves them. It keeps a
bounded number of tasks on their way. When a worker process dies, only what it had not finished
is sent again: each local process is an executor of its own, which is made anew, and Dask moves
the tasks of a dead worker to another one. What becomes of a task whose worker has died over it
is for its backlog to say.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, Generic, Protocol, TypeVar

from fourscore.errors import FourscoreError, InputError

__all__ = ["Backlog", "Cluster", "Crew", "Here", "Lane", "Pool", "perform"]

AHEAD = 2
"""Tasks that a process is given at a time: one to work on and one to go on with."""
STARTS = 3
"""How often a process may die before it has begun to work, in a row."""
REACH_SECONDS = 20
"""How long to wait for a scheduler and its first worker."""

Task = TypeVar("Task")
Given = TypeVar("Given", contravariant=True)
Result = TypeVar("Result")


class Lane(Protocol[Given, Result]):
    """An executor, and what becomes of it when a worker dies."""

    def submit(self, task: Given) -> "Future[Result]": ...

    @property
    def room(self) -> int:
        """How many tasks it shall hold at a time."""

    @property
    def breaks_whole(self) -> bool:
        """Whether a dead worker takes all tasks along, the oldest being the one at hand."""

    def renew(self) -> bool:
        """Make the executor anew after it broke; tell whether its worker had begun to work.

        Raises `FourscoreError` when workers cannot begin, time after time.
        """


class Crew(Protocol[Given, Result]):
    """Some lanes on which tasks are done."""

    @property
    def lanes(self) -> tuple[Lane[Given, Result], ...]: ...

    def close(self, *, at_once: bool = False) -> None:
        """Let the workers go, or `at_once` end them in the middle of a task."""


class Backlog(Protocol[Task, Result]):
    """The tasks that are still to be sent, and what becomes of those that come back undone."""

    def take(self) -> Task | None:
        """Return the next task, None if there is none."""

    def learn(self, result: Result) -> None:
        """Take note of a task that is done."""

    def give_back(self, task: Task) -> None:
        """Take a task back that a worker had not begun when it died."""

    def blame(self, task: Task) -> Result | None:
        """Take a task back over which its worker died, or give a result in its place."""


# The loop


def perform(backlog: Backlog[Task, Result], crew: Crew[Task, Result]) -> Iterator[Result]:
    """Do all tasks on a crew and give their results as they come, in no particular order.

    The crew is closed at the end, in the middle of its tasks if that comes early.
    """
    complete = False
    try:
        yield from _Run(backlog).work(crew)
        complete = True
    finally:
        crew.close(at_once=not complete)


class _Run(Generic[Task, Result]):
    def __init__(self, backlog: Backlog[Task, Result]) -> None:
        self._backlog = backlog
        self._flights: dict[Future[Result], tuple[Lane[Task, Result], Task]] = {}
        """What is on its way, in the order of its start."""

    def work(self, crew: Crew[Task, Result]) -> Iterator[Result]:
        while True:
            for lane in crew.lanes:
                self._fill(lane)
            if not self._flights:
                return
            done, _ = wait(self._flights, return_when=FIRST_COMPLETED)
            for future in done:
                # A broken lane may have taken it along already.
                if future in self._flights:
                    yield from self._land(future)

    def _fill(self, lane: Lane[Task, Result]) -> None:
        held = sum(each is lane for each, _ in self._flights.values())
        for _ in range(held, lane.room):
            task = self._backlog.take()
            if task is None:
                return
            self._flights[lane.submit(task)] = (lane, task)

    def _land(self, future: "Future[Result]") -> Iterator[Result]:
        lane, _ = self._flights[future]
        if future.cancelled():
            raise FourscoreError("the cluster has gone; run the same command again to go on")
        error = future.exception()
        if error is None:
            del self._flights[future]
            self._backlog.learn(future.result())
            yield future.result()
        elif isinstance(error, FourscoreError):
            raise error
        elif not _is_death(error):
            raise FourscoreError(f"a worker failed: {type(error).__name__}: {error}") from error
        elif lane.breaks_whole:
            had_begun = lane.renew()
            yield from self._bury(
                [each for each, (its_lane, _) in self._flights.items() if its_lane is lane],
                had_begun,
            )
        else:
            yield from self._bury([future])

    def _bury(self, futures: "list[Future[Result]]", had_begun: bool = True) -> Iterator[Result]:
        """Send again what a dead worker has left; the oldest task is the one at fault.

        A worker that died before it had begun with any is not a task's fault.
        """
        wait(futures)
        lost = []
        for future in futures:
            _, task = self._flights.pop(future)
            if future.cancelled() or future.exception():
                lost.append(task)
            else:
                yield future.result()
        for task in reversed(lost[had_begun:]):
            self._backlog.give_back(task)
        instead = self._backlog.blame(lost[0]) if had_begun else None
        if instead is not None:
            yield instead


def _is_death(error: BaseException) -> bool:
    """Return whether a worker process has died, here or on a cluster."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"


# Crews


class Here(Generic[Task, Result]):
    """This very process: for tests, and for work too short to start another one."""

    breaks_whole = False
    room = 1

    def __init__(self, work: Callable[[Task], Result]) -> None:
        self._work = work

    def submit(self, task: Task) -> "Future[Result]":
        future: Future[Result] = Future()
        try:
            future.set_result(self._work(task))
        except Exception as error:
            future.set_exception(error)
        return future

    @property
    def lanes(self) -> tuple[Lane[Task, Result], ...]:
        return (self,)

    def renew(self) -> bool:
        """Nothing breaks here."""
        return True

    def close(self, *, at_once: bool = False) -> None:
        """Nothing is open here."""


class Pool(Generic[Task, Result]):
    """Processes on this machine."""

    def __init__(self, work: Callable[[Task], Result], workers: int) -> None:
        if workers < 1:
            raise InputError(f"{workers} workers cannot work; one or more can")
        self._processes = tuple(_Process(work) for _ in range(workers))

    @property
    def lanes(self) -> tuple[Lane[Task, Result], ...]:
        return self._processes

    def close(self, *, at_once: bool = False) -> None:
        for each in self._processes:
            each.close(at_once=at_once)


class _Process(Generic[Task, Result]):
    """An executor with one process, on a leash.

    The leash is a pipe of which the process holds one end and watches for its end: it exits
    when the pipe is closed here, and also when this process is killed and can do nothing.
    """

    breaks_whole = True
    room = AHEAD

    def __init__(self, work: Callable[[Task], Result]) -> None:
        self._work = work
        self._executor: Executor | None = None
        self._leash: Connection | None = None
        self._greeting: Future[None] | None = None
        self._still_born = 0

    def submit(self, task: Task) -> "Future[Result]":
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            held, self._leash = context.Pipe(duplex=False)
            self._executor = ProcessPoolExecutor(1, context, _obey_leash, (held,))
            with _without_interrupts():
                self._greeting = self._executor.submit(_greet)
        return self._executor.submit(self._work, task)

    def renew(self) -> bool:
        self.close(at_once=True)
        greeting = self._greeting
        had_begun = bool(greeting and not greeting.cancelled() and not greeting.exception())
        self._still_born = 0 if had_begun else self._still_born + 1
        if self._still_born == STARTS:
            raise FourscoreError(f"a worker process died {STARTS} times before it could work")
        return had_begun

    def close(self, *, at_once: bool = False) -> None:
        executor, self._executor = self._executor, None
        if executor is None or self._leash is None:
            return
        if at_once:
            self._leash.close()
        executor.shutdown(cancel_futures=True)
        self._leash.close()


def _greet() -> None:
    """Be the first task of a process, which shows that it has started."""


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


class Cluster(Generic[Task, Result]):
    """The workers of a Dask cluster, as many as there are at any time."""

    breaks_whole = False

    def __init__(self, work: Callable[[Task], Result], address: str) -> None:
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
        self._work = work
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
    def lanes(self) -> tuple[Lane[Task, Result], ...]:
        return (self,)

    @property
    def room(self) -> int:
        """Twice the threads of all workers, counted anew each second."""
        if time.monotonic() - self._counted > 1:
            threads = self._client.nthreads()
            self._room, self._counted = AHEAD * sum(threads.values()), time.monotonic()
        return max(self._room, 1)

    def submit(self, task: Task) -> "Future[Result]":
        return self._executor.submit(self._work, task)

    def renew(self) -> bool:
        """Dask does that by itself."""
        return True

    def close(self, *, at_once: bool = False) -> None:
        self._executor.shutdown(wait=not at_once)
        self._client.close()
