"""Decisions of agents in given positions: what they choose, and what it costs them."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from fourscore.agents import AgentFactory, AgentLike
from fourscore.agents.pool import AgentPool
from fourscore.arena.schedule import derive_seed
from fourscore.core.position import Position
from fourscore.runtime.workers import ProcessPool, SerialPool, run_tasks

__all__ = ["Decision", "decide", "decide_all"]

CHUNK = 25
"""Positions that a worker is given at a time."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What an agent chose in a position, and what it took."""

    spec: str
    place: int
    """The index of the position among those given."""
    column: int
    seconds: float
    """Processor time, so that the machine's other load does not count."""
    nodes: int
    playouts: int


@dataclass(frozen=True, slots=True)
class _Task:
    agent: AgentFactory
    first: int
    positions: tuple[Position, ...]
    seed: int
    times: int = 1


def decide(
    who: AgentLike, positions: Sequence[Position], seed: int = 0, times: int = 1
) -> list[Decision]:
    """Let an agent decide in this process; each position is new to it and has its own seed.

    If it decides several `times`, the decision is the same and the median time counts.

    >>> [decision.column for decision in decide("alphabeta:depth=5", [Position.empty()])]
    [3]
    """
    return _work(_Task(AgentFactory(who), 0, tuple(positions), seed, times))


def decide_all(
    agents: Iterable[AgentLike],
    positions: Sequence[Position],
    seed: int,
    workers: int,
    on_progress: Callable[[int, int], None],
) -> dict[str, list[Decision]]:
    """Let several agents decide on several processes, or with 0 workers in this one."""
    factories = {factory.spec: factory for factory in map(AgentFactory, agents)}
    found: dict[str, list[Decision]] = {spec: [] for spec in factories}
    tasks = [
        _Task(factory, first, tuple(positions[first : first + CHUNK]), seed)
        for factory in factories.values()
        for first in range(0, len(positions), CHUNK)
    ]
    pool = ProcessPool(workers) if workers else SerialPool()
    done, total = 0, len(found) * len(positions)
    for decisions in run_tasks(_work, _Queue(tasks), pool):
        found[decisions[0].spec] += decisions
        done += len(decisions)
        on_progress(done, total)
    return {spec: sorted(each, key=lambda one: one.place) for spec, each in found.items()}


class _Queue:
    """The tasks that are left."""

    def __init__(self, tasks: Iterable[_Task]) -> None:
        self._left = deque(tasks)

    def next_task(self) -> _Task | None:
        return self._left.popleft() if self._left else None

    def task_done(self, result: list[Decision]) -> None:
        """Do nothing: no task depends on a decision."""

    def requeue(self, task: _Task) -> None:
        self._left.appendleft(task)

    def on_worker_death(self, task: _Task) -> None:
        """Try again."""
        self._left.append(task)


def _work(task: _Task) -> list[Decision]:
    pool = AgentPool()
    try:
        return [
            _decide(task, pool, place, position)
            for place, position in enumerate(task.positions, start=task.first)
        ]
    finally:
        pool.close()


def _decide(task: _Task, pool: AgentPool, place: int, position: Position) -> Decision:
    times, spec = [], task.agent.spec
    for _ in range(task.times):
        with pool.borrow(spec, task.agent, derive_seed(task.seed, place, spec)) as player:
            player.prepare(position)
            start = time.process_time()
            report = player.choose(position)
            times.append(time.process_time() - start)
    return Decision(spec, place, report.column, median(times), report.nodes, report.playouts)
