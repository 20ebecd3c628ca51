"""Tuning an agent: steps of SPSA on worker processes, with a ledger to resume from.

A step depends on the results of those `LAG` before it and earlier, so that several are played at
once and the outcome is still the same on any number of workers.
"""

from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

from fourscore.agents.factory import AgentFactory
from fourscore.agents.output import Output
from fourscore.arena.database import Database
from fourscore.arena.ledger import PlayedGame
from fourscore.arena.openings import draw_openings
from fourscore.arena.schedule import plan_pairs
from fourscore.arena.task import Context, Task, close_agents, play_games
from fourscore.arena.tuning.parameters import Parameter, parse_parameters, spec_with
from fourscore.arena.tuning.spsa import LAG, Spsa
from fourscore.core.position import Position
from fourscore.errors import FourscoreError, InputError
from fourscore.runtime.workers import WorkerPool, run_tasks

__all__ = ["TuneLedger", "TuneSettings", "open_tune_ledger", "tune_steps"]

SCHEMA = """
CREATE TABLE step (
    number INTEGER PRIMARY KEY,
    points REAL NOT NULL,
    games INTEGER NOT NULL
);
"""
TRIES = 3
"""How often a worker may die over the same games."""


@dataclass(slots=True)
class TuneLedger(Database):
    """The ledger of a tuning: the points of the first side in each step."""

    schema: ClassVar[str] = SCHEMA
    work: ClassVar[str] = "tuning"

    def add(self, step: int, points: float, games: int) -> None:
        """Write the result of a step."""
        with self._transaction():
            self._connection.execute("INSERT INTO step VALUES (?,?,?)", (step, points, games))

    def leads(self) -> dict[int, float]:
        """Return how far the first side of each step was ahead, from -1 to 1."""
        rows = self._rows("SELECT number, points, games FROM step ORDER BY number")
        return {number: 2 * points / games - 1 if games else 0.0 for number, points, games in rows}


@dataclass(frozen=True)
class TuneSettings:
    """What is tuned, and how."""

    agent: str
    params: str
    games: int
    """Games in all, without those of the test at the end."""
    pairs: int = 8
    """Pairs of games in a step."""
    openings: str = "random:8"
    size: tuple[int, int] = (7, 6)
    seed: int = 0

    def __post_init__(self) -> None:
        if self.pairs < 1:
            raise InputError(f"a step of {self.pairs} pairs of games has no result")
        if self.steps < LAG:
            raise InputError(
                f"{self.games:,} games are {self.steps} steps of {2 * self.pairs}; "
                f"tuning needs at least {LAG}"
            )
        AgentFactory(self.agent).require_variant(self.board)
        _ = self.parameters
        draw_openings(self.openings, self.board, self.seed)

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return self.games // (2 * self.pairs)

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """What is tuned."""
        return parse_parameters(self.params, self.agent)

    @property
    def board(self) -> Position:
        """The empty board."""
        return Position.empty(*self.size)

    @cached_property
    def spsa(self) -> Spsa:
        """The way through the parameters."""
        start = tuple(each.start_share for each in self.parameters)
        return Spsa(start, self.steps, self.seed)

    @property
    def start_spec(self) -> str:
        """The agent as it was."""
        return self.spec_at(self.spsa.start)

    def spec_at(self, place: tuple[float, ...]) -> str:
        """Return the agent with the parameters at a place."""
        return spec_with(self.agent, self.parameters, self.values_at(place))

    def values_at(self, place: tuple[float, ...]) -> list[float]:
        """Return the parameters at a place."""
        return [each.at(share) for each, share in zip(self.parameters, place, strict=True)]

    @property
    def identity(self) -> dict[str, Any]:
        """What is stored in the ledger and must not change."""
        return {
            "params": self.params,
            "games": self.games,
            "pairs": self.pairs,
            "openings": self.openings,
            "size": self.board.size,
            "seed": self.seed,
        }


def open_tune_ledger(settings: TuneSettings, path: Path | None = None) -> TuneLedger:
    """Open or create a tuning's ledger; without a path it is in memory."""
    return TuneLedger.begin(path, settings.identity, {"start": AgentFactory(settings.agent).spec})


def tune_steps(
    settings: TuneSettings,
    ledger: TuneLedger,
    pool: WorkerPool,
    output: Output = Output.DIRECT,
) -> Generator[list[float], None, None]:
    """Play the steps that are not in the ledger, and yield the leads of all so far.

    The first list is what was there before. The pool is always closed at the end.
    """
    queue = _Steps(settings, ledger.leads(), output)
    try:
        yield queue.in_order()
        for games in run_tasks(play_games, queue, pool):
            for step, points, count in queue.finished(games):
                ledger.add(step, points, count)
                yield queue.in_order()
    finally:
        pool.close(terminate=True)
        for run in queue.runs:
            close_agents(run)


class _Steps:
    """The games of the steps that can be played now; a `TaskQueue`. A task is a pair of games."""

    def __init__(self, settings: TuneSettings, leads: dict[int, float], output: Output) -> None:
        self._settings, self._leads, self._output = settings, leads, output
        self._openings = _draw(settings)
        self._next = 0
        self._tasks: deque[Task] = deque()
        self._open: dict[int, list[PlayedGame]] = {}
        self._deaths: dict[int, int] = {}
        self.runs: list[str] = []

    def in_order(self) -> list[float]:
        """Return the leads of the steps that are complete without a gap."""
        found: list[float] = []
        while len(found) in self._leads:
            found.append(self._leads[len(found)])
        return found

    def next_task(self) -> Task | None:
        while not self._tasks and self._next < self._settings.steps:
            if self._next not in self._leads and not self._prepare(self._next):
                return None
            self._next += 1
        return self._tasks.popleft() if self._tasks else None

    def _prepare(self, step: int) -> bool:
        """Make the tasks of a step. Return whether the results that it depends on are known."""
        known = self.in_order()
        if len(known) < step - LAG + 1:
            return False
        settings = self._settings
        # Later results must not count, or the outcome would depend on the workers.
        here = settings.spsa.way(known[: max(0, step - LAG + 1)])[-1]
        specs = tuple(settings.spec_at(side) for side in settings.spsa.sides(step, here))
        context = Context(tuple(AgentFactory(spec) for spec in specs), output=self._output)
        self.runs.append(context.run)
        first = 2 * settings.pairs * step
        planned = list(
            plan_pairs(((0, 1),), settings.pairs, first, step * settings.pairs,
                       len(self._openings), settings.seed)
        )  # fmt: skip
        for at in range(0, len(planned), 2):
            games = tuple(planned[at : at + 2])
            starts = tuple(self._openings[game.opening] for game in games)
            self._tasks.append(Task(context, games, starts))
        self._open[step] = []
        return True

    def finished(self, games: list[PlayedGame]) -> Iterator[tuple[int, float, int]]:
        """Take games. Yield the step that they complete, its points, and its games."""
        step = games[0].planned.number // (2 * self._settings.pairs)
        self._open[step] += games
        if len(self._open[step]) < 2 * self._settings.pairs:
            return
        points, count = 0.0, 0
        for game in self._open.pop(step):
            if game.result is not None:
                points += game.result if game.planned.first == 0 else 1 - game.result
                count += 1
        self._leads[step] = 2 * points / count - 1 if count else 0.0
        yield step, points, count

    def task_done(self, result: list[PlayedGame]) -> None:
        """Do nothing: `finished` takes the games."""

    def requeue(self, task: Task) -> None:
        self._tasks.appendleft(task)

    def on_worker_death(self, task: Task) -> None:
        """Play the games again, but not for ever."""
        number = task.games[0].number
        self._deaths[number] = self._deaths.get(number, 0) + 1
        if self._deaths[number] == TRIES:
            raise FourscoreError(f"a worker died {TRIES} times over the same games of {self!r}")
        self._tasks.appendleft(task)

    def __repr__(self) -> str:
        return self._settings.agent


def _draw(settings: TuneSettings) -> list[Position]:
    source = draw_openings(settings.openings, settings.board, settings.seed)
    return list(islice(source, settings.games // 2))
