"""Worker pools: run tasks in this process, in processes on this machine, or on a Dask cluster.

A pool has workers, which are `concurrent.futures` executors, so that one loop, `run_tasks`,
serves every pool. It keeps a bounded number of tasks in flight. When a worker process dies, only
its unfinished tasks are sent again: each local process is an executor of its own, which is
restarted, and Dask moves the tasks of a dead worker to another one. What happens to the task that
a worker died over is up to its queue.
"""

import multiprocessing
import os
import signal
import sys
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
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

from fourscore.errors import FourscoreError, InputError
from fourscore.runtime.cleanup import clean_up
from fourscore.runtime.extras import require
from fourscore.runtime.notes import OnNote, use_notes
from fourscore.runtime.system import LONGEST_WAIT, interrupts_blocked

__all__ = [
    "DaskPool",
    "ProcessPool",
    "SerialPool",
    "TaskQueue",
    "Worker",
    "WorkerPool",
    "open_pool",
    "run_tasks",
]

TASKS_AHEAD = 2
"""Tasks sent to a process at a time: one to work on and the next one."""
MAX_FAILED_STARTS = 3
"""How often in a row a process may die before it has started."""
CONNECT_SECONDS = 20
"""How long to wait for a scheduler and its first worker."""

POLL_SECONDS = 0.1

Task = TypeVar("Task")
Result = TypeVar("Result")


class Pipe(Protocol):
    """One end of a pipe, whose class depends on the system."""

    def poll(self, timeout: float | None = ...) -> bool: ...

    def recv(self) -> Any: ...

    def send(self, message: Any) -> None: ...

    def close(self) -> None: ...


class Worker(Protocol):
    """An executor that can be restarted after a process has died."""

    def submit(self, work: Callable[[Task], Result], task: Task) -> "Future[Result]": ...

    @property
    def capacity(self) -> int:
        """How many tasks may be sent to it at a time."""

    @property
    def dies_whole(self) -> bool:
        """Whether a death loses all its tasks, the oldest being the one it was working on."""

    def restart(self) -> bool:
        """Replace the dead process. Return whether it had started.

        Raises `FourscoreError` if processes keep dying before they start.
        """


class WorkerPool(Protocol):
    """A set of workers."""

    @property
    def workers(self) -> tuple[Worker, ...]: ...

    def close(self, *, terminate: bool = False) -> None:
        """End the workers, in the middle of a task if `terminate` is set."""


class TaskQueue(Protocol[Task, Result]):
    """The tasks still to be sent, and what happens to those that come back unfinished."""

    def next_task(self) -> Task | None:
        """Return the next task, or None if there is none."""

    def task_done(self, result: Result) -> None:
        """Record a result."""

    def requeue(self, task: Task) -> None:
        """Take back a task that its worker had not begun."""

    def on_worker_death(self, task: Task) -> Result | None:
        """Take back a task that its worker died over, or return a result in its place."""


# The loop


def run_tasks(
    work: Callable[[Task], Result], queue: TaskQueue[Task, Result], pool: WorkerPool
) -> Iterator[Result]:
    """Run all tasks of a queue and yield their results as they come, in no particular order.

    The pool is closed at the end, and terminated if that comes early.
    """
    complete = False
    try:
        yield from _Run(work, queue).results(pool)
        complete = True
    finally:
        pool.close(terminate=not complete)


class _Run(Generic[Task, Result]):
    def __init__(self, work: Callable[[Task], Result], queue: TaskQueue[Task, Result]) -> None:
        self._work, self._queue = work, queue
        self._in_flight: dict[Future[Result], tuple[Worker, Task]] = {}
        """In the order of their start."""

    def results(self, pool: WorkerPool) -> Iterator[Result]:
        while True:
            for worker in pool.workers:
                self._fill(worker)
            if not self._in_flight:
                return
            done, _ = wait(self._in_flight, LONGEST_WAIT, return_when=FIRST_COMPLETED)
            for future in done:
                # It may be missing, lost together with another task of its worker.
                if future in self._in_flight:
                    yield from self._collect(future)

    def _fill(self, worker: Worker) -> None:
        held = sum(each is worker for each, _ in self._in_flight.values())
        for _ in range(held, worker.capacity):
            task = self._queue.next_task()
            if task is None:
                return
            self._in_flight[self._submit(worker, task)] = (worker, task)

    def _submit(self, worker: Worker, task: Task) -> "Future[Result]":
        try:
            return worker.submit(self._work, task)
        except BrokenExecutor as error:
            # It has died since its last task, which shows when this one is collected.
            future: Future[Result] = Future()
            future.set_exception(error)
            return future

    def _collect(self, future: "Future[Result]") -> Iterator[Result]:
        worker, _ = self._in_flight[future]
        if future.cancelled():
            raise FourscoreError("the cluster was lost; run the same command again to resume")
        error = future.exception()
        if error is None:
            del self._in_flight[future]
            self._queue.task_done(future.result())
            yield future.result()
        elif isinstance(error, FourscoreError):
            raise error
        elif not _is_worker_death(error):
            raise FourscoreError(f"a worker failed: {type(error).__name__}: {error}") from error
        elif worker.dies_whole:
            had_started = worker.restart()
            lost = [each for each, (owner, _) in self._in_flight.items() if owner is worker]
            yield from self._requeue(lost, had_started)
        else:
            yield from self._requeue([future])

    def _requeue(
        self, futures: "list[Future[Result]]", had_started: bool = True
    ) -> Iterator[Result]:
        """Send again what a dead worker has not finished; it died over the oldest task.

        If it had not even started, none of the tasks was the cause.
        """
        wait(futures)
        lost = []
        for future in futures:
            _, task = self._in_flight.pop(future)
            if future.cancelled() or future.exception():
                lost.append(task)
            else:
                yield future.result()
        for task in reversed(lost[had_started:]):
            self._queue.requeue(task)
        replacement = self._queue.on_worker_death(lost[0]) if had_started else None
        if replacement is not None:
            yield replacement


def _is_worker_death(error: BaseException) -> bool:
    """Return whether a worker process has died, on this machine or on a cluster."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"


# Pools


def open_pool(workers: int | str | None) -> WorkerPool:
    """Return a pool of so many workers, the Dask cluster at an address, or a process a core.

    One worker is this process.
    """
    if isinstance(workers, str):
        return DaskPool(workers)
    if workers is not None and (not isinstance(workers, int) or workers < 1):
        raise InputError(
            f"{workers!r:.40} is not a number of workers, nor the address of a cluster"
        )
    return SerialPool() if workers == 1 else ProcessPool(workers)


class SerialPool:
    """Runs tasks one by one in this process: for tests, and for work too short for another."""

    dies_whole = False
    capacity = 1

    @property
    def workers(self) -> tuple[Worker, ...]:
        return (self,)

    def submit(self, work: Callable[[Task], Result], task: Task) -> "Future[Result]":
        future: Future[Result] = Future()
        try:
            future.set_result(work(task))
        except Exception as error:
            future.set_exception(error)
        return future

    def restart(self) -> bool:
        """Do nothing: there is no process that could die."""
        return True

    def close(self, *, terminate: bool = False) -> None:
        """Do nothing: there is nothing to close."""


class ProcessPool:
    """Processes on this machine, by default one a core."""

    def __init__(self, processes: int | None = None, on_note: OnNote | None = None) -> None:
        """Take the number of processes, and who is to be told of their notes, in any thread."""
        count = (os.cpu_count() or 1) if processes is None else processes
        if count < 1:
            raise InputError(f"a pool needs at least one worker, not {count}")
        self._processes = tuple(_Process(on_note) for _ in range(count))

    @property
    def workers(self) -> tuple[Worker, ...]:
        return self._processes

    def close(self, *, terminate: bool = False) -> None:
        for each in self._processes:
            each.close(terminate=terminate)


class _Process:
    """An executor with one process, on a lifeline.

    The lifeline is a pipe: the process watches its end and exits when the pipe is closed here,
    even if this process is killed. In the other direction it carries the notes of the process.
    """

    dies_whole = True
    capacity = TASKS_AHEAD

    def __init__(self, on_note: OnNote | None) -> None:
        self._on_note = on_note
        self._executor: Executor | None = None
        self._lifeline: Pipe | None = None
        self._startup: Future[None] | None = None
        self._failed_starts = 0

    def submit(self, work: Callable[[Task], Result], task: Task) -> "Future[Result]":
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            watched, self._lifeline = context.Pipe()
            if self._on_note is not None:
                relayed = (self._lifeline, self._on_note)
                threading.Thread(target=_relay_notes, args=relayed, daemon=True).start()
            wanted = (watched, self._on_note is not None)
            self._executor = ProcessPoolExecutor(1, context, _watch_lifeline, wanted)
            with interrupts_blocked(), _main_module_hidden():
                self._startup = self._executor.submit(_do_nothing)
        return self._executor.submit(work, task)

    def restart(self) -> bool:
        self.close(terminate=True)
        startup = self._startup
        had_started = bool(startup and not startup.cancelled() and not startup.exception())
        self._failed_starts = 0 if had_started else self._failed_starts + 1
        if self._failed_starts == MAX_FAILED_STARTS:
            raise FourscoreError(
                f"a worker process died {MAX_FAILED_STARTS} times before it had started"
            )
        return had_started

    def close(self, *, terminate: bool = False) -> None:
        executor, self._executor = self._executor, None
        if executor is None or self._lifeline is None:
            return
        if terminate:
            self._lifeline.close()
        executor.shutdown(cancel_futures=True)
        self._lifeline.close()


def _relay_notes(lifeline: Pipe, on_note: OnNote) -> None:
    """Pass on the notes of the process at the other end, until the pipe is closed."""
    with suppress(OSError, EOFError):
        while True:
            if lifeline.poll(POLL_SECONDS):  # another thread may close it here
                on_note(lifeline.recv())


def _do_nothing() -> None:
    """Do nothing, as the first task of a process: once it is done, the process has started."""


def _watch_lifeline(lifeline: Pipe, takes_notes: bool) -> None:
    # Ctrl-C, which a terminal sends to all, is for the process that has started this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        with suppress(OSError):
            lifeline.poll(None)
        clean_up()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    if takes_notes:
        use_notes(lifeline.send)


@contextmanager
def _main_module_hidden() -> Iterator[None]:
    """Keep new processes from running the main script again, which may have no guard for that.

    They need nothing of it: what is sent to them is defined in modules, or sent with its code.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


class DaskPool:
    """The workers of a Dask cluster, however many there are at the time."""

    dies_whole = False

    def __init__(self, address: str) -> None:
        require("distributed", "a cluster")
        from distributed import Client

        try:
            self._client: Any = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise InputError(f"there is no Dask scheduler at {address!r}: {error}") from None
        self._wait_for_worker(address)
        self._executor: Executor = self._client.get_executor(pure=False)
        self._capacity, self._counted = 0, 0.0

    def _wait_for_worker(self, address: str) -> None:
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            self._client.close()
            raise InputError(f"the Dask scheduler at {address!r} has no workers") from None

    @property
    def workers(self) -> tuple[Worker, ...]:
        return (self,)

    @property
    def capacity(self) -> int:
        """Twice the threads of all workers, counted again every second."""
        if time.monotonic() - self._counted > 1:
            threads = self._client.nthreads()
            self._capacity, self._counted = TASKS_AHEAD * sum(threads.values()), time.monotonic()
        return max(self._capacity, 1)

    def submit(self, work: Callable[[Task], Result], task: Task) -> "Future[Result]":
        return self._executor.submit(work, task)

    def restart(self) -> bool:
        """Do nothing: Dask replaces its workers itself."""
        return True

    def close(self, *, terminate: bool = False) -> None:
        self._executor.shutdown(wait=not terminate)
        self._client.close()
