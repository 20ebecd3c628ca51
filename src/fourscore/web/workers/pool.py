"""The worker pool: bounded, cancellable, and complete again after any worker has died.

    with pool.submit(analysis, request, client="127.0.0.1", seconds=5) as handle:
        word, content = await handle.next()    # "progress" any number of times, then
                                               # "result" or "problem"

Leaving the block cancels the job. Everything here runs on the event loop. Each worker has a task
that supervises it: the task starts the process, gives it one job at a time, and replaces it when
it dies.
"""

import asyncio
import json
import logging
import time
from collections import Counter, deque
from contextlib import suppress
from typing import Self, TypeVar

from pydantic import TypeAdapter

from fourscore.web.metrics import Metrics
from fourscore.web.problems import STOPPING, Refused, problem_json
from fourscore.web.settings import OUT_OF_MEMORY, Settings
from fourscore.web.waiting import Signal, first_of
from fourscore.web.workers.child import ChildProcess, Message
from fourscore.web.workers.job import Job

__all__ = ["FINAL", "JobHandle", "WorkerPool"]

GRACE = 3.0
"""Seconds that a cancelled job has to stop before its worker is killed."""
ATTEMPTS = 2
"""How often a job is tried: once more after its worker has died."""
MAX_RESTART_PAUSE = 10.0
"""The longest pause before restarting a worker that dies at once again and again."""
STARTING, MAX_STARTING = 30.0, 240.0
"""Seconds that a worker has to get ready, at first and at most; one that is stopped never does."""
SILENCE = 15.0
"""Seconds without a word of a worker that has been given a job, until the job starts."""
EXIT_SECONDS = 0.5
"""Seconds that a worker has to exit on its own."""
LOADING = 120.0
"""Seconds that a job may take to load, and the first time to compile, what it needs."""
SLACK = 2.0
"""Seconds beyond its time limit after which the pool cancels a job."""
FINAL = ("result", "problem")
"""The words that end a job."""
RequestT = TypeVar("RequestT")
log = logging.getLogger("fourscore.web")


class JobHandle:
    """A submitted job; leaving its context cancels it."""

    def __init__(
        self, pool: "WorkerPool", name: str, request: str, client: str, seconds: float
    ) -> None:
        self.name = name
        self.request = request
        self.client = client
        self.seconds = seconds
        self.attempts = 0
        self.started = asyncio.Event()
        """Set when its time limit starts, after what it needs has been loaded."""
        self.cancelled = asyncio.Event()
        self._pool = pool
        self._messages: asyncio.Queue[Message] = asyncio.Queue()

    def publish(self, word: str, content: str) -> None:
        """Pass a message on to the waiting client."""
        self._messages.put_nowait((word, content))
        if word in FINAL:
            self._pool.release(self)

    def fail(self, status: int, sentence: str) -> None:
        """End the job with a problem."""
        self.publish("problem", problem_json(status, sentence))

    async def next(self) -> Message:
        """Wait for the next message."""
        return await self._messages.get()

    async def result(self) -> Message:
        """Wait for the result or the problem."""
        while (message := await self.next())[0] not in FINAL:
            pass
        return message

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cancelled.set()
        self._pool.release(self)


class WorkerDied(Exception):  # noqa: N818
    """A worker has exited while it was needed."""


class WorkerPool:
    """As many workers as the settings say, and the queue of jobs for them."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._queue: deque[JobHandle] = deque()
        self._changed = Signal()
        """Sent when an idle worker may find a job."""
        self._supervisors: list[asyncio.Task[None]] = []
        self._open: set[JobHandle] = set()
        """Jobs that a client waits for."""
        self._by_client: Counter[str] = Counter()
        self.running: dict[JobHandle, WorkerProcess] = {}
        self.ready: set[int] = set()
        """The process ids of the workers that can take a job."""
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
        return len(self._queue)

    # Submitting

    def submit(
        self, job: Job[RequestT], request: RequestT, client: str, seconds: float
    ) -> JobHandle:
        """Queue a job; raises `Refused` if there are too many."""
        if self.is_closing:
            raise Refused(503, STOPPING, 2)
        if self._by_client[client] >= self._settings.client_jobs:
            self._count(job.name, "refused")
            raise Refused(429, "too many of your requests are running; wait for one to end", 1)
        if len(self._queue) >= self._settings.queue:
            self._count(job.name, "refused")
            raise Refused(503, "too many requests are waiting; try again in a moment", 2)
        content = job.request.dump_json(request).decode()
        handle = JobHandle(self, job.name, content, client, seconds)
        self._open.add(handle)
        self._by_client[client] += 1
        self._queue.append(handle)
        self._changed.send()
        asyncio.get_running_loop().call_later(self._settings.wait_seconds, self._expire, handle)
        return handle

    def _count(self, name: str, outcome: str) -> None:
        self._outcomes.labels(name, outcome).inc()

    def _expire(self, handle: JobHandle) -> None:
        """Refuse a job that has waited too long."""
        if handle in self._queue and not handle.attempts:
            self._queue.remove(handle)
            self._count(handle.name, "refused")
            handle.fail(503, "no worker was free in time; try again in a moment")

    def release(self, handle: JobHandle) -> None:
        """Forget a job that is done or cancelled; may be called more than once."""
        if handle in self._open:
            self._open.remove(handle)
            self._by_client[handle.client] -= 1
            self._by_client += Counter()  # drops the clients that have no jobs
        if handle in self._queue:
            self._queue.remove(handle)
            self._count(handle.name, "cancelled")

    # Starting and stopping

    def start(self) -> None:
        """Start the workers in the background; jobs may be submitted at once."""
        self._supervisors = [
            asyncio.create_task(self._supervise()) for _ in range(self._settings.workers)
        ]

    async def close(self) -> None:
        """Refuse what waits, give running jobs some time to end, and stop the workers."""
        if self.is_closing:
            return
        self.is_closing = True
        while self._queue:
            self._queue.popleft().fail(503, STOPPING)
        await self._drain(self._settings.shutdown_seconds)
        for handle in self.running:
            handle.cancelled.set()
        await self._drain(GRACE)
        for task in self._supervisors:
            task.cancel()
        await asyncio.gather(*self._supervisors, return_exceptions=True)
        for handle in list(self._open):
            handle.fail(503, STOPPING)

    async def _drain(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while self.running and time.monotonic() < deadline:
            await asyncio.sleep(0.02)

    # Supervising workers

    def _take_job(self) -> JobHandle | None:
        """Take the next job. Long ones leave a worker to the others if there are several."""
        most = max(1, self._settings.workers - 1)
        has_room = sum(self._is_long(each) for each in self.running) < most
        for handle in self._queue:
            if has_room or not self._is_long(handle):
                self._queue.remove(handle)
                return handle
        return None

    def _is_long(self, handle: JobHandle) -> bool:
        return handle.seconds > self._settings.caps.seconds

    async def _supervise(self) -> None:
        """Keep one worker alive and busy, forever."""
        pause, starting = 0.0, STARTING
        while True:
            await asyncio.sleep(pause)
            try:
                worker = await WorkerProcess.launch(self._settings)
            except OSError as error:
                log.warning("cannot start a worker: %s", error)
                pause = _longer(pause)
                continue
            try:
                await worker.get_ready(starting)
                self.ready.add(worker.pid)
                pause, starting = 0.0, STARTING
                while True:
                    await self._run(worker, await self._wait_for_job(worker))
            except WorkerDied:
                self._deaths.inc()
                log.warning("worker %d has exited with code %s", worker.pid, worker.exit_code)
                if worker.pid not in self.ready:
                    pause, starting = _longer(pause), min(MAX_STARTING, 2 * starting)
            finally:
                self.ready.discard(worker.pid)
                await worker.end()

    async def _wait_for_job(self, worker: "WorkerProcess") -> JobHandle:
        """Wait for a job; raises `WorkerDied` if the worker dies first."""
        # The last job may have ended just when the worker was killed for not ending it.
        while worker.exit_code is None and not worker.was_killed:
            if (handle := self._take_job()) is not None:
                return handle
            await first_of(self._changed.wait(), worker.wait())
        await worker.end()
        raise WorkerDied

    async def _run(self, worker: "WorkerProcess", handle: JobHandle) -> None:
        """Have a job done; if the worker dies, another one may try."""
        handle.attempts += 1
        self.running[handle] = worker
        try:
            self._count(handle.name, await worker.run(handle))
        except WorkerDied:
            self._count(handle.name, self._after_death(worker, handle))
            raise
        finally:
            del self.running[handle]
            self._changed.send()

    def _after_death(self, worker: "WorkerProcess", handle: JobHandle) -> str:
        """Requeue or end the job whose worker has died, and return its outcome."""
        if handle.cancelled.is_set():
            handle.fail(503, STOPPING)
            return "cancelled"
        if worker.was_killed:
            handle.fail(503, "this takes longer than a request may; ask for less")
            return "timeout"
        if worker.exit_code == OUT_OF_MEMORY:
            handle.fail(503, "this takes more memory than a request may; ask for less")
            return "out_of_memory"
        if handle.attempts < ATTEMPTS:
            self._queue.appendleft(handle)
            return "requeued"
        handle.fail(503, "the worker died twice while doing this; try again later")
        return "died"


def _longer(pause: float) -> float:
    """Return the next pause before a worker is restarted that does not get ready."""
    return min(MAX_RESTART_PAUSE, 2 * pause or 0.5)


class WorkerProcess(ChildProcess):
    """A worker, as the pool sees it; `process` is its other side."""

    _jobs = 0
    was_killed = False
    """Whether it was killed because it did not stop when it was cancelled."""

    @classmethod
    async def launch(cls, settings: Settings) -> Self:
        """Start a worker; it is not ready yet."""
        # Everybody on this machine can read the arguments of a process.
        given = TypeAdapter(Settings).dump_json(settings, exclude={"password"}).decode()
        return await cls.start("-m", "fourscore.web.worker", given)

    async def expect(self) -> Message:
        """Return the next message; raises `WorkerDied` if there is none."""
        message = await self.receive()
        if message is None:
            await self.end()
            raise WorkerDied
        return message

    async def get_ready(self, seconds: float) -> None:
        """Wait until it is ready; raises `WorkerDied` if it dies, or takes too long."""
        try:
            async with asyncio.timeout(seconds):
                await self.expect()
        except TimeoutError:
            await self.end()
            raise WorkerDied from None

    async def run(self, handle: JobHandle) -> str:
        """Do a job and return its outcome; raises `WorkerDied`."""
        self._jobs += 1
        stopper = asyncio.create_task(self._stop_after(LOADING, handle, LOADING))
        silence = asyncio.create_task(self._end_after(SILENCE))
        has_started = False
        message = {"id": self._jobs, "job": handle.name, "request": handle.request}
        try:
            self.send(json.dumps({**message, "seconds": handle.seconds}))
            while True:
                word, content = await self.expect()
                if word == "loading":
                    silence.cancel()
                    if not has_started:  # or two of its threads spoke at the same time
                        silence = asyncio.create_task(self._end_after(SILENCE))
                    continue
                if word == "started":
                    has_started = True
                    handle.started.set()
                    silence.cancel()
                    stopper.cancel()
                    limit = handle.seconds + SLACK
                    stopper = asyncio.create_task(self._stop_after(limit, handle, GRACE))
                    continue
                handle.publish(word, content)
                if word in FINAL:
                    return "cancelled" if handle.cancelled.is_set() else word
        finally:
            silence.cancel()
            stopper.cancel()

    async def _end_after(self, seconds: float) -> None:
        """End a worker that says nothing, so that another one gets its job."""
        await asyncio.sleep(seconds)
        log.warning("worker %d has said nothing for %g s", self.pid, seconds)
        await self.end()

    async def _stop_after(self, seconds: float, handle: JobHandle, grace: float) -> None:
        """Cancel a job that is overdue or has lost its client; kill an unresponsive worker."""
        with suppress(TimeoutError):
            await asyncio.wait_for(handle.cancelled.wait(), seconds)
        self.send(json.dumps({"cancel": self._jobs}))
        await asyncio.sleep(grace)
        self.was_killed = True
        await self.end()

    async def end(self) -> None:
        await self.stop(0 if self.was_killed else EXIT_SECONDS)
