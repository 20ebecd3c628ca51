"""Workers with a queue: bounded, cancellable, and whole again after any of them has died.

    job = pool.submit("analysis", {...}, client="127.0.0.1", seconds=5)
    with job:                               # leaving the block takes the job back
        word, content = await job.next()    # "progress" some times, then "result" or "problem"

Everything here runs on the event loop. Each worker is tended by a task of its own, which starts
the process, hands it one job at a time, and starts another when it dies.
"""

import asyncio
import json
import logging
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter, deque
from contextlib import suppress
from typing import Any, Self

from fourscore.web import problems
from fourscore.web.metrics import Metrics
from fourscore.web.problems import Refused
from fourscore.web.settings import OUT_OF_MEMORY, Settings

__all__ = ["FINAL", "Event", "Job", "Pool"]

GRACE = 3.0
"""Seconds that a job has to end after it was told to, before its worker is ended."""
ATTEMPTS = 2
"""How often a job may be begun: once more after its worker has died."""
SLOWEST_RESTART = 10.0
"""The longest pause before a worker is started again that dies at once, time after time."""
LONGEST_LINE = 32 * 1024 * 1024
log = logging.getLogger("fourscore.web")

LAST_BREATH = 0.5
"""Seconds that a worker has to end by itself."""
LOADING = 120.0
"""Seconds that a job may take to load, and the first time to compile, what it needs."""
SLACK = 2.0
"""Seconds beyond its own budget that a job may take before it is stopped from here."""
STOPPING = "the server is stopping; ask again in a moment"
FINAL = ("result", "problem")
"""The words that end a job."""

Event = tuple[str, str]
"""A word ("progress", "result" or "problem") and JSON."""


class Job:
    """A question on its way to a worker; a context that takes it back when it is left."""

    def __init__(self, pool: "Pool", kind: str, ask: dict[str, Any], client: str, seconds: float):
        self.kind = kind
        self.ask = ask
        self.client = client
        self.seconds = seconds
        self.attempts = 0
        self.left = asyncio.Event()
        """Set when nobody waits for the answer any more."""
        self._pool = pool
        self._events: asyncio.Queue[Event] = asyncio.Queue()

    def tell(self, word: str, content: str) -> None:
        """Pass on what the worker says."""
        self._events.put_nowait((word, content))
        if word in FINAL:
            self._pool.release(self)

    def fail(self, status: int, sentence: str) -> None:
        """End the job with a problem."""
        self.tell("problem", json.dumps(problems.as_dict(status, sentence)))

    async def next(self) -> Event:
        """Wait for what the worker says next."""
        return await self._events.get()

    async def answer(self) -> Event:
        """Wait for the result or the problem."""
        while (event := await self.next())[0] not in FINAL:
            pass
        return event

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.left.set()
        self._pool.release(self)


class WorkerDied(Exception):  # noqa: N818
    """The process has ended while it was needed."""


class Pool:
    """As many workers as the settings say, and what waits for them."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._waiting: deque[Job] = deque()
        self._idle: deque[asyncio.Future[Job]] = deque()
        self._tenders: list[asyncio.Task[None]] = []
        self._taken: set[Job] = set()
        """Jobs that a worker has been given."""
        self._open: set[Job] = set()
        """Jobs that somebody waits for."""
        self._by_client: Counter[str] = Counter()
        self.running: dict[Job, Worker] = {}
        self.ready: set[int] = set()
        """The process ids of the workers that can work."""
        self.is_closing = False
        self._outcomes = metrics.counter("jobs", "Jobs by how they ended.", "job", "outcome")
        self._deaths = metrics.counter("worker_deaths", "Workers that died.")
        metrics.gauge("workers", "Workers there should be.", lambda: settings.workers)
        metrics.gauge("workers_ready", "Workers that can take a job.", lambda: len(self.ready))
        metrics.gauge("jobs_running", "Jobs that a worker is doing.", lambda: len(self.running))
        metrics.gauge("jobs_waiting", "Jobs that wait for a worker.", lambda: self.waiting)

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return len(self._waiting)

    # For those who ask

    def submit(self, kind: str, ask: dict[str, Any], client: str, seconds: float) -> Job:
        """Line a job up; raises `Refused` if there is too much already."""
        if self.is_closing:
            raise Refused(503, STOPPING, 2)
        if self._by_client[client] >= self._settings.client_jobs:
            self._outcomes.labels(kind, "refused").inc()
            raise Refused(429, "too many of your requests are being worked on; wait for one", 1)
        if len(self._waiting) >= self._settings.queue:
            self._outcomes.labels(kind, "refused").inc()
            raise Refused(503, "too many requests are waiting; ask again in a moment", 2)
        job = Job(self, kind, ask, client, seconds)
        self._open.add(job)
        self._by_client[client] += 1
        self._waiting.append(job)
        self._hand_out()
        asyncio.get_running_loop().call_later(self._settings.wait_seconds, self._give_up, job)
        return job

    def _give_up(self, job: Job) -> None:
        """Tell whoever still waits for a worker that none was free."""
        if job in self._waiting and not job.attempts:
            self._waiting.remove(job)
            self._outcomes.labels(job.kind, "refused").inc()
            job.fail(503, "no worker was free in time; ask again in a moment")

    def release(self, job: Job) -> None:
        """Let go of a job that is done or left, once or more often."""
        if job in self._open:
            self._open.remove(job)
            self._by_client[job.client] -= 1
            # Clients that have nothing here leave no trace.
            self._by_client += Counter()
        if job in self._waiting:
            self._waiting.remove(job)
            self._outcomes.labels(job.kind, "cancelled").inc()

    # Tending workers

    def start(self) -> None:
        """Begin to start the workers; jobs may be submitted at once."""
        self._tenders = [asyncio.create_task(self._tend()) for _ in range(self._settings.workers)]

    async def close(self) -> None:
        """Return running jobs some time to end, refuse the others, and end the workers."""
        if self.is_closing:
            return
        self.is_closing = True
        while self._waiting:
            self._waiting.popleft().fail(503, STOPPING)
        deadline = time.monotonic() + self._settings.shutdown_seconds
        while self.running and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        for job in self.running:
            job.left.set()
        deadline = time.monotonic() + GRACE
        while self.running and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        for task in self._tenders:
            task.cancel()
        await asyncio.gather(*self._tenders, return_exceptions=True)
        for job in list(self._open):
            job.fail(503, STOPPING)

    def _hand_out(self) -> None:
        """Return jobs to workers that have none."""
        while self._idle and (job := self._pick()) is not None:
            future = self._idle.popleft()
            if not future.done():
                self._waiting.remove(job)
                self._taken.add(job)
                future.set_result(job)

    def _pick(self) -> Job | None:
        """Return the next job; long ones leave a worker to the others, where there are several."""
        most = max(1, self._settings.workers - 1)
        room = most - sum(self._is_long(job) for job in self._taken)
        return next((job for job in self._waiting if room > 0 or not self._is_long(job)), None)

    def _is_long(self, job: Job) -> bool:
        return job.seconds > self._settings.caps.seconds

    def _put_back(self, job: Job) -> None:
        self._taken.discard(job)
        self._waiting.appendleft(job)
        self._hand_out()

    async def _tend(self) -> None:
        """Keep one worker alive and at work, for ever."""
        pause = 0.0
        while True:
            await asyncio.sleep(pause)
            try:
                worker = await Worker.start(self._settings.worker_megabytes)
            except OSError as error:
                log.warning("cannot start a worker: %s", error)
                pause = _longer(pause)
                continue
            try:
                await worker.get_ready()
                self.ready.add(worker.pid)
                pause = 0.0
                while True:
                    await self._serve(worker, await self._next(worker))
            except WorkerDied:
                self._deaths.inc()
                log.warning("worker %d has ended with code %s", worker.pid, worker.code)
                pause = pause if worker.pid in self.ready else _longer(pause)
            finally:
                self.ready.discard(worker.pid)
                await worker.end()

    async def _next(self, worker: "Worker") -> Job:
        """Wait for a job, or for the death of the worker that should do it."""
        future: asyncio.Future[Job] = asyncio.get_running_loop().create_future()
        self._idle.append(future)
        self._hand_out()
        death = asyncio.ensure_future(worker.death())
        both: set[asyncio.Future[Any]] = {future, death}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            death.cancel()
            if not future.done():
                future.cancel()
        if not worker.is_alive:
            if not future.cancelled():
                self._put_back(future.result())
            raise WorkerDied
        return future.result()

    async def _serve(self, worker: "Worker", job: Job) -> None:
        """Have a job done; if its worker dies over it, another one may try."""
        job.attempts += 1
        self.running[job] = worker
        died = False
        try:
            outcome = await worker.do(job)
        except WorkerDied:
            died = True
        finally:
            del self.running[job]
            self._taken.discard(job)
        if died:
            outcome = self._bury(job, worker)
        self._outcomes.labels(job.kind, outcome).inc()
        if died:
            raise WorkerDied

    def _bury(self, job: Job, worker: "Worker") -> str:
        """Return what becomes of a job whose worker has died over it, and how that is counted."""
        if job.left.is_set():
            job.fail(503, STOPPING)
            return "cancelled"
        if worker.was_ended:
            job.fail(503, "this takes longer than a request may; ask for less")
            return "timeout"
        if worker.code == OUT_OF_MEMORY:
            job.fail(503, "this takes more memory than a request may; ask for less")
            return "out_of_memory"
        if job.attempts < ATTEMPTS:
            self._put_back(job)
            return "requeued"
        job.fail(503, "the process at work on this has died twice; ask again later")
        return "died"


def _longer(pause: float) -> float:
    """Wait longer and longer before a worker is started again that does not come up."""
    return min(SLOWEST_RESTART, 2 * pause or 0.5)


class Worker:
    """One process, as its tender sees it."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._count = 0
        self.was_ended = False
        """Whether it was killed because it did not stop when it was told to."""

    @classmethod
    async def start(cls, megabytes: int) -> "Worker":
        """Start the process; it is not ready yet."""
        command = (sys.executable, "-m", "fourscore.web.workers.process", str(megabytes))
        # In a session of its own, so that Ctrl-C in a terminal reaches the server only.
        return cls(
            await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE, start_new_session=True
            )
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def code(self) -> int | None:
        """The exit code, once there is one."""
        return self._process.returncode

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    async def death(self) -> None:
        """Wait for the end of the process."""
        await self._process.wait()

    async def get_ready(self) -> None:
        """Wait until the worker can work; raises `WorkerDied` if that never comes."""
        await self._hear()

    async def do(self, job: Job) -> str:
        """Have a job done and give the last word; raises `WorkerDied`."""
        self._count += 1
        question = {"id": self._count, "job": job.kind, "ask": job.ask, "seconds": job.seconds}
        stopper = asyncio.create_task(self._stop_after(LOADING, job, LOADING))
        try:
            self._say(question)
            while True:
                word, content = await self._hear()
                if word == "begun":
                    stopper.cancel()
                    limit = job.seconds + SLACK
                    stopper = asyncio.create_task(self._stop_after(limit, job, GRACE))
                    continue
                job.tell(word, content)
                if word in FINAL:
                    return "cancelled" if job.left.is_set() else word
        finally:
            stopper.cancel()

    async def _stop_after(self, seconds: float, job: Job, grace: float) -> None:
        """Take the question back if it is left or overdue, and end a worker that does not care."""
        with suppress(TimeoutError):
            await asyncio.wait_for(job.left.wait(), seconds)
        self._say({"cancel": self._count})
        await asyncio.sleep(grace)
        self.was_ended = True
        await self.end()

    def _say(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        # A worker that has died is noticed where its answer is awaited.
        with suppress(OSError, RuntimeError):
            self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def _hear(self) -> Event:
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readuntil()
            word, _, content = line.decode().rstrip("\n").partition(" ")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError, ValueError):
            await self.end()
            raise WorkerDied from None
        return word, content

    async def end(self) -> None:
        """End the process: the end of its input is enough unless it is stuck."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), 0 if self.was_ended else LAST_BREATH)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
