"""Agents asked for a move in given positions: what they choose, and what it costs them."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from fourscore.agents import agent
from fourscore.arena.schedule import derive_seed
from fourscore.core.position import Position
from fourscore.runtime.workers import ProcessPool, SerialPool, run_tasks

__all__ = ["Answer", "ask", "ask_all"]

CHUNK = 25
"""Positions that a worker is given at a time."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an agent chose in a position, and what it took."""

    spec: str
    place: int
    """The place of the position among those asked."""
    column: int
    seconds: float
    """Of the processor: what else a machine has to do does not count."""
    nodes: int
    playouts: int


@dataclass(frozen=True, slots=True)
class _Question:
    spec: str
    places: tuple[int, ...]
    positions: tuple[Position, ...]
    seed: int
    times: int


def ask(
    spec: str, positions: Sequence[Position], seed: int = 0, times: int = 1, first: int = 0
) -> list[Answer]:
    """Ask an agent in this process; each position is new to it, and has a seed of its own.

    Asked several times, it answers the same, and the middle one of the times counts.

    >>> [answer.column for answer in ask("alphabeta:depth=5", [Position.empty()])]
    [3]
    """
    places = tuple(range(first, first + len(positions)))
    return _answer(_Question(spec, places, tuple(positions), seed, times))


def ask_all(
    specs: Iterable[str],
    positions: Sequence[Position],
    seed: int,
    workers: int,
    on_progress: Callable[[int, int], None],
) -> dict[str, list[Answer]]:
    """Ask several agents on several processes, or with 0 workers in this one."""
    names = list(dict.fromkeys(specs))
    questions = [
        _Question(spec, places, tuple(positions[place] for place in places), seed, 1)
        for spec in names
        for low in range(0, len(positions), CHUNK)
        for places in [tuple(range(low, min(low + CHUNK, len(positions))))]
    ]
    pool = ProcessPool(workers) if workers else SerialPool()
    found: dict[str, list[Answer]] = {spec: [] for spec in names}
    done, total = 0, len(names) * len(positions)
    for answers in run_tasks(_answer, _Questions(questions), pool):
        found[answers[0].spec] += answers
        done += len(answers)
        on_progress(done, total)
    return {spec: sorted(answers, key=lambda each: each.place) for spec, answers in found.items()}


class _Questions:
    """What is still to be asked."""

    def __init__(self, questions: Iterable[_Question]) -> None:
        self._left = deque(questions)

    def next_task(self) -> _Question | None:
        return self._left.popleft() if self._left else None

    def task_done(self, result: list[Answer]) -> None:
        """Do nothing: what is asked next does not depend on answers."""

    def requeue(self, task: _Question) -> None:
        self._left.appendleft(task)

    def on_worker_death(self, task: _Question) -> None:
        """Ask again."""
        self._left.append(task)


def _answer(question: _Question) -> list[Answer]:
    return [
        _answer_one(question, place, position)
        for place, position in zip(question.places, question.positions, strict=True)
    ]


def _answer_one(question: _Question, place: int, position: Position) -> Answer:
    times = []
    for _ in range(question.times):
        player = agent(question.spec, seed=derive_seed(question.seed, place, question.spec))
        with player:
            player.prepare()
            start = time.process_time()
            report = player.choose(position)
            times.append(time.process_time() - start)
    return Answer(question.spec, place, report.column, median(times), report.nodes, report.playouts)
