"""Algorithms side by side on one position: move, time, nodes, memory, and what the move is worth.

    race = Race(position, ["minimax", "mcts"], runs=10)
    for event in race.run():  # shows progress
        ...
    print(race.result().contenders[0].seconds.median)

Each agent is measured in its own process, which warms up first; `race.process`
explains how time and memory are taken. A decision that takes longer than the deadline is killed,
and the agent gets no further runs. The solver scores the moves.
"""

import base64
import json
import pickle
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from statistics import fmean, quantiles
from typing import Any

from fourscore.agents import AgentFactory, AgentLike, agent, entries
from fourscore.agents.process import Child
from fourscore.arena.schedule import unique_names
from fourscore.core.notation import write_board
from fourscore.core.position import Position, require_ongoing
from fourscore.errors import AgentError, AgentTimeout, Cancelled, InputError, UnsupportedError
from fourscore.insight.race.budget import budget_of, note_on
from fourscore.insight.truth.judge import Judge, Judgement, shared_judge
from fourscore.search.control import Cancel
from fourscore.search.types import Limit

__all__ = [
    "DEADLINE",
    "MEMORY",
    "RUNS",
    "Contender",
    "Quartiles",
    "Race",
    "RaceEvent",
    "RaceResult",
    "Run",
    "default_specs",
]

RUNS, DEADLINE = 10, 60.0
MEASURE = ("-m", "fourscore.insight.race.process")
"""The arguments for Python that start the process in which an agent is measured."""
STARTUP = 120.0
"""Seconds that warming up may take."""
POLL = 0.1
"""Seconds between two checks whether the race is stopped."""
MEMORY = (
    "Memory is the growth of the peak resident memory during the decision, "
    "in a fresh process that is warmed up first."
)


@dataclass(frozen=True, slots=True)
class Run:
    """One decision."""

    column: int
    """The column chosen."""
    seconds: float
    """Time that it took."""
    nodes: int
    """Positions visited."""
    depth: int
    """Plies searched, as in a report."""
    playouts: int
    """Games played to the end."""
    complete: bool
    """False if a limit ended the search early."""
    memory: int | None
    """Bytes by which the peak resident memory grew; None if unknown."""


@dataclass(frozen=True, slots=True)
class Quartiles:
    """The median of several figures and the ends of their middle half."""

    median: float
    """Half of the figures are below it."""
    low: float
    """A quarter of the figures are below it."""
    high: float
    """A quarter of the figures are above it."""

    @classmethod
    def of(cls, figures: Iterable[float]) -> "Quartiles | None":
        """Return the quartiles of figures, or None if there are no figures.

        >>> Quartiles.of([3, 1, 2, 9, 4])
        Quartiles(median=3.0, low=2.0, high=4.0)
        """
        known = list(figures)
        if not known:
            return None
        low, middle, high = quantiles(known * (1 + (len(known) == 1)), method="inclusive")
        return cls(middle, low, high)


@dataclass(frozen=True, slots=True)
class Contender:
    """An agent and what its decisions took."""

    spec: str
    """The agent."""
    runs: tuple[Run, ...] = ()
    """Its decisions."""
    trouble: str = ""
    """Why it made fewer runs than it should have, if it did."""
    note: str = ""
    """How its budget differs from that of the others, if it does."""
    judgements: Mapping[int, Judgement] = field(default_factory=dict)
    """What each column that it played is worth, where the solver knows."""

    @property
    def columns(self) -> dict[int, int]:
        """How often it played each column, the most frequent first."""
        return dict(Counter(sorted(run.column for run in self.runs)).most_common())

    @property
    def column(self) -> int | None:
        """The column that it played most often."""
        return next(iter(self.columns), None)

    @property
    def seconds(self) -> Quartiles | None:
        """Time for a decision."""
        return Quartiles.of(run.seconds for run in self.runs)

    @property
    def nodes(self) -> Quartiles | None:
        """Positions visited for a decision."""
        return Quartiles.of(run.nodes for run in self.runs)

    @property
    def depth(self) -> Quartiles | None:
        """Depth reached in a decision."""
        return Quartiles.of(run.depth for run in self.runs)

    @property
    def memory(self) -> Quartiles | None:
        """Bytes that a decision took."""
        return Quartiles.of(run.memory for run in self.runs if run.memory is not None)

    @property
    def judgement(self) -> Judgement | None:
        """What the column that it played most often is worth."""
        return None if self.column is None else self.judgements.get(self.column)

    @property
    def points_lost(self) -> float | None:
        """How far its moves fell below the best on average, in points of the exact score."""
        if not self.runs or not self.columns.keys() <= self.judgements.keys():
            return None
        return fmean(self.judgements[run.column].points_lost for run in self.runs)


@dataclass(frozen=True, slots=True)
class RaceResult:
    """Contenders on one position, in the order in which they were named."""

    position: Position
    """The position on which the agents were compared."""
    contenders: tuple[Contender, ...]
    """The agents and what their decisions took."""
    wanted: int
    """Runs that each of them should make."""
    seconds: float | None = None
    """The time that every decision was given, if it was the same for all."""


@dataclass(frozen=True, slots=True)
class RaceEvent:
    """What has just happened in a race."""

    what: str
    """"warm" when an agent warms up, "run" after a decision, "trouble" when an agent makes no
    further ones, "truth" when moves are being judged."""
    spec: str = ""
    """The agent, if the event is about one."""
    run: Run | None = None
    """The decision, after a "run"."""


def default_specs(position: Position) -> list[str]:
    """Return one agent of each algorithm that plays by the position's rules."""
    return [
        entry.name
        for entry in entries()
        if position.variant.name in entry.variants and not entry.custom
        if _plays_here(entry.name, position)
    ]


def _plays_here(spec: str, position: Position) -> bool:
    try:
        agent(spec).require_variant(position)
    except UnsupportedError:
        return False
    return True


class Race:
    """Measures agents one after the other; can be stopped at any time."""

    def __init__(
        self,
        position: Position,
        agents: Iterable[AgentLike] = (),
        *,
        runs: int = RUNS,
        seconds: float | None = None,
        deadline: float = DEADLINE,
        external: bool = True,
        judge: Judge | None = None,
        limit: Limit | None = None,
        most: Limit | None = None,
        megabytes: int = 0,
        cancel: Cancel | None = None,
    ) -> None:
        """Check all arguments; with ``external=False``, agents that run foreign code are refused.

        Agents are specs, callables from a position to a column, or objects that choose.

        `seconds`, or else `limit`, is a budget for all; each agent uses what it can of it. No
        decision may exceed `most`, and no process may use more than `megabytes`, unless 0.
        """
        require_ongoing(position)
        if runs < 1:
            raise InputError(f"a race needs at least 1 run, not {runs}")
        if deadline <= 0 or (seconds is not None and not 0 < seconds < deadline):
            raise InputError(
                f"a decision must get more than 0 s and less than its deadline of {deadline:g} s"
            )
        self.position = position
        """The position on which the agents are compared."""
        self._runs, self._seconds, self._deadline = runs, seconds, deadline
        self._megabytes, self._judge = megabytes, judge
        common = limit if seconds is None else Limit(seconds=seconds)
        self._contenders: dict[str, Contender] = {}
        self._limits: dict[str, Limit | None] = {}
        self._factories: dict[str, AgentFactory] = {}
        for who in agents or default_specs(position):
            player = agent(who, external=external)
            player.require_variant(position)
            name = self._name(who, player.spec)
            self._factories[name] = AgentFactory(player)
            self._contenders[name] = Contender(name, note=note_on(player, common))
            self._limits[name] = budget_of(player, common, most)
        self._cancel = cancel or Cancel()
        self._process: _Process | None = None
        self.judges_at_once = False
        """Whether moves are judged as soon as they are made; set it if the judge knows them."""

    def _name(self, who: AgentLike, spec: str) -> str:
        """Return a name of its own for an agent written in code; one spec is one agent."""
        if isinstance(who, str):
            return spec
        names = unique_names((*self._contenders, spec))
        return names[-1]

    @property
    def total(self) -> int:
        """How many decisions there will be."""
        return self._runs * len(self._contenders)

    def run(self) -> Iterator[RaceEvent]:
        """Measure every agent; yield what happens as it happens."""
        for spec in self._contenders:
            if self._cancel.cancelled:
                return
            yield RaceEvent("warm", spec)
            yield from self._measure(spec)
        if self.position.variant.name == "standard" and not self._cancel.cancelled:
            yield RaceEvent("truth")
            self._find_truth()

    def stop(self) -> None:
        """Stop the race from another thread, with its process; `result` keeps what is done."""
        self._cancel.cancel()
        if self._process is not None:
            self._process.stop()

    def result(self) -> RaceResult:
        """Return what has been measured so far."""
        contenders = tuple(self._contenders.values())
        return RaceResult(self.position, contenders, self._runs, self._seconds)

    def _measure(self, spec: str) -> Iterator[RaceEvent]:
        try:
            with self._start(spec) as self._process:
                self._process.wait_until_ready()
                for seed in range(self._runs):
                    run = self._process.decide(seed, self._deadline)
                    self._add(spec, runs=(*self._contenders[spec].runs, run))
                    if self.judges_at_once:
                        self._find_truth()
                    yield RaceEvent("run", spec, run)
        except Cancelled:
            self._add(spec, trouble="stopped")
        except AgentTimeout:
            self._add(spec, trouble=f"stopped after {self._deadline:g} s without a move")
            yield RaceEvent("trouble", spec)
        except AgentError as error:
            self._add(spec, trouble=str(error))
            yield RaceEvent("trouble", spec)
        finally:
            self._process = None

    def _start(self, spec: str) -> "_Process":
        limit = self._limits[spec]
        task = {
            "agent": base64.b64encode(pickle.dumps(self._factories[spec])).decode("ascii"),
            "path": sys.path,
            "board": write_board(self.position),
            "size": [self.position.width, self.position.height],
            "variant": self.position.variant.name,
            "limit": limit and asdict(limit),
            "megabytes": self._megabytes,
        }
        return _Process(task, self._cancel)

    def _add(self, spec: str, **changes: Any) -> None:
        self._contenders[spec] = replace(self._contenders[spec], **changes)

    def _find_truth(self) -> None:
        """Judge every column that was played."""
        judge = self._judge or shared_judge()
        played = {column for each in self._contenders.values() for column in each.columns}
        try:
            found = {
                column: judge.judge(self.position, column, cancel=self._cancel)
                for column in sorted(played)
            }
        except Cancelled:
            return
        for spec, contender in self._contenders.items():
            judgements = {column: found[column] for column in contender.columns}
            self._add(spec, judgements=judgements)


class _Process:
    """The process in which one agent is measured."""

    def __init__(self, task: dict[str, Any], cancel: Cancel) -> None:
        self._cancel = cancel
        self._child = Child([sys.executable, *MEASURE])
        self._child.send(json.dumps(task))

    def __enter__(self) -> "_Process":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._child.stop()

    def wait_until_ready(self) -> None:
        """Wait until the process has warmed up."""
        self._receive(STARTUP)

    def decide(self, seed: int, deadline: float) -> Run:
        self._child.send(str(seed))
        self._receive(STARTUP)
        return Run(**self._receive(deadline))

    def _receive(self, seconds: float) -> dict[str, Any]:
        """Wait for an answer; raise `Cancelled` if the race is stopped meanwhile."""
        end = time.monotonic() + seconds
        while True:
            if self._cancel.cancelled:
                raise Cancelled("the race was stopped")
            left = end - time.monotonic()
            try:
                answer: dict[str, Any] = json.loads(self._child.receive(min(POLL, left)))
                break
            except AgentTimeout:
                if left <= POLL:
                    raise
        if "error" in answer:
            raise AgentError(answer["error"])
        return answer
