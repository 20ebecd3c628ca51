"""The workers: killed, frozen, left, overloaded."""

import asyncio
import json
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from functools import wraps
from typing import Any

import psutil
import pytest

from fourscore.web.agents.jobs import move
from fourscore.web.agents.schemas import MoveRequest
from fourscore.web.metrics import Metrics
from fourscore.web.positions.jobs import ExplainRequest, analysis, explain
from fourscore.web.problems import Refused
from fourscore.web.schemas import PositionRequest
from fourscore.web.settings import Caps, Settings
from fourscore.web.workers import pool as pool_module
from fourscore.web.workers.job import Job
from fourscore.web.workers.pool import JobHandle, WorkerPool
from tests.processes import is_running
from tests.waiting import eventually_async

LONG_SECONDS = 600.0
CAPS = Caps(nodes=10**9, playouts=10**9, seconds=LONG_SECONDS)
SETTINGS = Settings(
    workers=1, queue=6, client_jobs=3, worker_megabytes=500, caps=CAPS, wait_seconds=LONG_SECONDS
)
LARGE = PositionRequest(size="9x6")
WHY = ExplainRequest(size="9x6", column=None)


def move_request(spec: str, **more: Any) -> MoveRequest:
    return MoveRequest(agent=spec, seed=1, **more)


QUICK = move_request("alphabeta:depth=2")
LONG = move_request("alphabeta:depth=42,seconds=600")


class Shared:
    """A pool with one worker, on an event loop of its own; every test leaves it whole."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.loop = asyncio.new_event_loop()
        self.pool = self.loop.run_until_complete(self._start())

    async def _start(self) -> WorkerPool:
        pool = WorkerPool(SETTINGS, self.metrics)
        pool.start()
        return pool

    def deaths(self) -> float | None:
        return self.metrics.registry.get_sample_value("fourscore_worker_deaths_total")

    def close(self) -> None:
        pids = list(self.pool.ready)
        self.loop.run_until_complete(self.pool.close())
        self.loop.close()
        assert not any(is_running(pid) for pid in pids)


@pytest.fixture(scope="module")
def shared() -> Iterator[Shared]:
    pool = Shared()
    yield pool
    pool.close()


def on_its_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test on the loop of the pool, as soon as the worker is ready."""

    @wraps(test)
    def run(shared: Shared, **more: Any) -> None:
        async def whole() -> None:
            await eventually_async(lambda: len(shared.pool.ready) == 1)
            await test(shared, **more)

        shared.loop.run_until_complete(whole())

    return run


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be given up because this machine is busy."""
    for name in ("GRACE", "STARTING", "SILENCE", "LOADING"):
        monkeypatch.setattr(pool_module, name, LONG_SECONDS)


async def finish(handle: JobHandle) -> tuple[str, dict[str, Any]]:
    with handle:
        word, content = await handle.result()
    return word, json.loads(content)


async def begin(
    pool: WorkerPool, job: Job[Any], request_model: Any, client: str = "a"
) -> JobHandle:
    """Submit a job and wait until the worker is at it, in the kernel."""
    handle = pool.submit(job, request_model, client, LONG_SECONDS)
    await handle.started.wait()
    worker = psutil.Process(pool.running[handle].pid)
    before = worker.cpu_times().user
    await eventually_async(lambda: worker.cpu_times().user > before + 0.1)
    return handle


async def submit_to_stopped(pool: WorkerPool) -> tuple[JobHandle, int]:
    """Give a job to a worker that is stopped, which nobody knows; return its process as well."""
    [pid] = pool.ready
    os.kill(pid, signal.SIGSTOP)
    job = pool.submit(move, QUICK, "somebody", LONG_SECONDS)
    await eventually_async(lambda: job in pool.running)
    return job, pid


async def works(pool: WorkerPool) -> bool:
    return (await finish(pool.submit(move, QUICK, "somebody", LONG_SECONDS)))[0] == "result"


# What is given up


@pytest.mark.parametrize(
    ("job", "request_model"),
    [
        (move, LONG),
        (move, move_request("mcts:seconds=600")),
        (analysis, LARGE),
        (explain, WHY),
    ],
)
@on_its_loop
async def test_leaving_reaches_the_kernel(
    shared: Shared, job: Job[Any], request_model: Any
) -> None:
    """The worker takes other jobs afterwards: its job was cancelled, it was not killed."""
    pool = shared.pool
    before, deaths = set(pool.ready), shared.deaths()
    with await begin(pool, job, request_model) as handle:
        pass
    await eventually_async(lambda: handle not in pool.running)
    assert await works(pool)
    assert (pool.ready, shared.deaths()) == (before, deaths)


@on_its_loop
async def test_a_job_has_its_time_and_no_more(shared: Shared) -> None:
    pool = shared.pool
    word, found = await finish(pool.submit(move, LONG, "a", 0.3))
    assert (word, found["report"]["complete"]) == ("result", False)
    word, found = await finish(pool.submit(analysis, LARGE, "a", 0.3))
    assert (word, found["complete"], found["score"]) == ("result", False, None)
    word, found = await finish(pool.submit(explain, WHY, "a", 0.3))
    assert (word, found["status"]) == ("problem", 503)


# What is refused


@on_its_loop
async def test_too_much_is_refused_and_one_client_cannot_have_it_all(shared: Shared) -> None:
    pool = shared.pool
    with await begin(pool, move, LONG, client="greedy"):
        waiting = [pool.submit(move, QUICK, "greedy", LONG_SECONDS) for _ in range(2)]
        with pytest.raises(Refused) as refused:
            pool.submit(move, QUICK, "greedy", LONG_SECONDS)
        assert (refused.value.status, refused.value.retry_after) == (429, 1)
        waiting += [pool.submit(move, QUICK, f"client {n}", LONG_SECONDS) for n in range(4)]
        with pytest.raises(Refused) as full:
            pool.submit(move, QUICK, "late", LONG_SECONDS)
        assert (full.value.status, full.value.retry_after) == (503, 2)
    assert {(await finish(job))[0] for job in waiting} == {"result"}
    assert (await finish(pool.submit(move, QUICK, "greedy", LONG_SECONDS)))[0] == "result"


# What dies


@on_its_loop
async def test_a_killed_worker_is_replaced_and_its_job_done_by_the_next(shared: Shared) -> None:
    pool = shared.pool
    job, pid = await submit_to_stopped(pool)
    waiting = pool.submit(move, QUICK, "b", LONG_SECONDS)
    os.kill(pid, signal.SIGKILL)
    (word, found), (other, _) = await asyncio.gather(finish(job), finish(waiting))
    assert (word, other, job.attempts) == ("result", "result", 2)
    assert found["played"]["column"] in range(1, 8)
    assert pid not in pool.ready


@pytest.mark.slow
@on_its_loop
async def test_a_job_that_kills_its_workers_is_given_up(shared: Shared) -> None:
    pool = shared.pool
    job = await begin(pool, move, LONG)
    [first] = pool.ready
    os.kill(first, signal.SIGKILL)
    await eventually_async(lambda: job in pool.running and first not in pool.ready)
    os.kill(pool.running[job].pid, signal.SIGKILL)
    word, problem = await finish(job)
    assert (word, problem["status"]) == ("problem", 503)
    assert "died twice" in problem["detail"]
    assert await works(pool)


@on_its_loop
async def test_a_stopped_worker_loses_its_job_to_another(
    shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows that it is stopped until it has nothing to say of a job."""
    pool = shared.pool
    with monkeypatch.context() as patch:  # not for the next one
        patch.setattr(pool_module, "SILENCE", 0.2)
        job, pid = await submit_to_stopped(pool)
    word, _ = await finish(job)
    assert (word, job.attempts) == ("result", 2)
    assert not is_running(pid)


@on_its_loop
async def test_a_worker_that_does_not_stop_is_ended(
    shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = shared.pool
    with monkeypatch.context() as patch:
        patch.setattr(pool_module, "LOADING", 0.1)
        job, pid = await submit_to_stopped(pool)
    word, problem = await finish(job)
    assert (word, problem["status"], job.attempts) == ("problem", 503, 1)
    assert "longer than a request may" in problem["detail"]
    assert await works(pool)
    assert pid not in pool.ready


@on_its_loop
async def test_who_comes_after_a_job_that_was_given_up_is_not_blamed(shared: Shared) -> None:
    """A job may end at the very moment at which its worker is killed for not ending it."""
    pool = shared.pool
    with await begin(pool, move, LONG) as job:
        worker = pool.running[job]
    await eventually_async(lambda: job not in pool.running)
    worker.was_killed = True
    assert await works(pool)
    assert worker.pid not in pool.ready


@pytest.mark.slow
@on_its_loop
async def test_too_much_memory_ends_the_job_and_not_the_server(shared: Shared) -> None:
    pool = shared.pool
    job = pool.submit(move, move_request("mcts:playouts=20000000"), "a", 600)
    word, problem = await finish(job)
    assert (word, problem["status"], job.attempts) == ("problem", 503, 1)
    assert "more memory than a request may" in problem["detail"]
    assert await works(pool)


@pytest.mark.slow
def test_a_worker_whose_clock_is_stopped_while_it_starts_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    launch, stopped = pool_module.WorkerProcess.launch, list[int]()

    async def launch_and_stop_the_first(settings: Settings) -> pool_module.WorkerProcess:
        worker = await launch(settings)
        if not stopped:
            os.kill(worker.pid, signal.SIGSTOP)
            stopped.append(worker.pid)
        return worker

    async def whole() -> None:
        pool = WorkerPool(SETTINGS, Metrics())
        pool.start()
        try:
            await eventually_async(lambda: len(pool.ready) == 1)
            assert stopped
            assert stopped[0] not in pool.ready
            assert not is_running(stopped[0])
            assert await works(pool)
        finally:
            await pool.close()

    monkeypatch.setattr(pool_module.WorkerProcess, "launch", launch_and_stop_the_first)
    monkeypatch.setattr(pool_module, "STARTING", 1.0)  # the next ones have more and more time
    asyncio.run(whole())
