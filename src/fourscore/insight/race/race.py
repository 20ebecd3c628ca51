"""Algorithms side by side on one position: move, time, nodes, memory, and what the move is worth.

    race = Race(position, ["minimax", "mcts"], runs=10)
    for event in race.run():      # may be shown while it goes on
        ...
    print(race.result().contenders[0].seconds.median)

Each agent is measured in a process of its own, which compiles and warms up first; how time and
memory are taken is told by `compare_child`. A decision that takes longer than the deadline is
killed, and the agent gets no further runs. What a move is worth, the solver says.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from statistics import quantiles
from typing import Any

from fourscore.agents import agent, entries
from fourscore.agents.process import Child
from fourscore.core.notation import write_board
from fourscore.core.position import Position, require_ongoing
from fourscore.errors import AgentError, AgentTimeout, Cancelled, InputError
from fourscore.insight.race.budget import budget_of, note_on
from fourscore.insight.truth.judge import Judge, Judgement, shared_judge
from fourscore.search.control import Cancel
from fourscore.search.types import Limit

__all__ = [
    "DEADLINE",
    "MEMORY",
    "RUNS",
    "Comparison",
    "Contender",
    "Event",
    "Race",
    "Run",
    "Spread",
    "usual_specs",
]

RUNS, DEADLINE = 10, 60.0
STARTUP = 120.0
"""Seconds that getting ready may take: compiling, when nothing is on disk."""
GLANCE = 0.1
MEMORY = (
    "Memory is the growth of the peak resident memory during the decision, "
    "in a fresh process that was warmed up."
)


@dataclass(frozen=True, slots=True)
class Run:
    """One decision."""

    column: int
    seconds: float
    nodes: int
    depth: int
    playouts: int
    complete: bool
    memory: int | None
    """Bytes by which the peak of the resident memory grew; None if that cannot be told."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The middle of several figures, and the ends of their middle half, the quartiles."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, figures: Sequence[float]) -> "Spread":
        """Take it from figures, of which there is one at least.

        >>> Spread.of([3, 1, 2, 9, 4])
        Spread(median=3.0, low=2.0, high=4.0)
        """
        low, middle, high = quantiles([*figures] * (1 + (len(figures) == 1)), method="inclusive")
        return cls(middle, low, high)


@dataclass(frozen=True, slots=True)
class Contender:
    """An agent and what its decisions took."""

    spec: str
    runs: tuple[Run, ...] = ()
    trouble: str = ""
    """Why there are fewer runs than wanted, if so."""
    note: str = ""
    """What has to be known about its budget."""
    judgements: Mapping[int, Judgement] = field(default_factory=dict)
    """What each column that it played is worth, where the solver knows."""

    @property
    def columns(self) -> dict[int, int]:
        """How often it played which column, the commonest first."""
        return dict(Counter(sorted(run.column for run in self.runs)).most_common())

    @property
    def column(self) -> int | None:
        """The column that it played most often."""
        return next(iter(self.columns), None)

    @property
    def seconds(self) -> Spread | None:
        return self._spread([run.seconds for run in self.runs])

    @property
    def nodes(self) -> Spread | None:
        return self._spread([run.nodes for run in self.runs])

    @property
    def depth(self) -> Spread | None:
        return self._spread([run.depth for run in self.runs])

    @property
    def memory(self) -> Spread | None:
        return self._spread([run.memory for run in self.runs if run.memory is not None])

    @property
    def judgement(self) -> Judgement | None:
        """What the column that it played most often is worth."""
        return None if self.column is None else self.judgements.get(self.column)

    @property
    def points_lost(self) -> float | None:
        """How far its moves were below the best on average, in points of the exact score."""
        if not self.runs or not set(self.columns) <= set(self.judgements):
            return None
        lost = [self.judgements[run.column].points_lost for run in self.runs]
        return sum(lost) / len(lost)

    @staticmethod
    def _spread(figures: Sequence[float]) -> Spread | None:
        return Spread.of(figures) if figures else None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Contenders on one position, in the order in which they were named."""

    position: Position
    contenders: tuple[Contender, ...]
    wanted: int
    """Runs that each should make."""
    seconds: float | None = None
    """The time that each decision was given, in a race with equal budgets."""


@dataclass(frozen=True, slots=True)
class Event:
    """What has just happened in a race."""

    what: str
    """"warm" when an agent is being prepared, "run" after a decision, "trouble" when there are
    no more, "truth" when moves are being judged."""
    spec: str = ""
    run: Run | None = None


def usual_specs(position: Position) -> list[str]:
    """Return one agent of each algorithm that plays by the position's rules."""
    return [entry.name for entry in entries() if position.variant.name in entry.variants]


class Race:
    """Measures agents one after the other; it can be stopped at any time."""

    def __init__(
        self,
        position: Position,
        specs: Iterable[str] = (),
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
        """Check everything; with ``external=False`` agents that run code of others are refused.

        `seconds`, or else `limit`, is a budget for all; each takes what it can use of it. `most`
        is what no decision may exceed, `megabytes` what its process may hold, if not 0. Without
        a `cancel` of somebody else's, `stop` ends the race.
        """
        require_ongoing(position)
        if runs < 1:
            raise InputError(f"{runs} runs measure nothing")
        if deadline <= 0 or (seconds is not None and not 0 < seconds < deadline):
            raise InputError(
                f"a decision must get more than 0 s and less than its deadline of {deadline:g} s"
            )
        self.position = position
        self._runs, self._seconds, self._deadline = runs, seconds, deadline
        self._megabytes, self._judge = megabytes, judge
        common = limit if seconds is None else Limit(seconds=seconds)
        self._contenders: dict[str, Contender] = {}
        self._limits: dict[str, Limit | None] = {}
        for spec in specs or usual_specs(position):
            player = agent(spec, external=external)
            player.require_variant(position)
            self._contenders[player.spec] = Contender(player.spec, note=note_on(player, common))
            self._limits[player.spec] = budget_of(player, common, most)
        self._cancel = cancel or Cancel()
        self._meter: _Meter | None = None
        self.judges_at_once = False
        """Whether moves are judged when they are made, for a judge who knows the position."""

    @property
    def total(self) -> int:
        """How many decisions there will be."""
        return self._runs * len(self._contenders)

    def run(self) -> Iterator[Event]:
        """Measure; what happens is told as it does."""
        for spec in self._contenders:
            if self._cancel.cancelled:
                return
            yield Event("warm", spec)
            yield from self._measure(spec)
        if self.position.variant.name == "standard" and not self._cancel.cancelled:
            yield Event("truth")
            self._find_truth()

    def stop(self) -> None:
        """End it from another thread, with the process that is at work; what is done stays."""
        self._cancel.cancel()
        if self._meter is not None:
            self._meter.stop()

    def result(self) -> Comparison:
        """Return what has been measured so far."""
        contenders = tuple(self._contenders.values())
        return Comparison(self.position, contenders, self._runs, self._seconds)

    def _measure(self, spec: str) -> Iterator[Event]:
        try:
            with self._start(spec) as self._meter:
                self._meter.wait_until_ready()
                for seed in range(self._runs):
                    run = self._meter.decide(seed, self._deadline)
                    self._add(spec, runs=(*self._contenders[spec].runs, run))
                    if self.judges_at_once:
                        self._find_truth()
                    yield Event("run", spec, run)
        except Cancelled:
            self._add(spec, trouble="stopped")
        except AgentTimeout:
            self._add(spec, trouble=f"stopped after {self._deadline:g} s without a move")
            yield Event("trouble", spec)
        except AgentError as error:
            self._add(spec, trouble=str(error))
            yield Event("trouble", spec)
        finally:
            self._meter = None

    def _start(self, spec: str) -> "_Meter":
        limit = self._limits[spec]
        order = {
            "spec": spec,
            "board": write_board(self.position),
            "size": [self.position.width, self.position.height],
            "variant": self.position.variant.name,
            "limit": limit and asdict(limit),
            "megabytes": self._megabytes,
        }
        return _Meter(order, self._cancel)

    def _add(self, spec: str, **changes: Any) -> None:
        self._contenders[spec] = replace(self._contenders[spec], **changes)

    def _find_truth(self) -> None:
        """Judge every column that was played, each once."""
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


class _Meter:
    """The process in which one agent is measured."""

    def __init__(self, order: dict[str, Any], cancel: Cancel) -> None:
        self._cancel = cancel
        self._child = Child([sys.executable, "-m", "fourscore.insight.race.process"])
        self._child.send(json.dumps(order))

    def __enter__(self) -> "_Meter":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._child.stop()

    def wait_until_ready(self) -> None:
        self._receive(STARTUP)

    def decide(self, seed: int, deadline: float) -> Run:
        self._child.send(str(seed))
        self._receive(STARTUP)
        return Run(**self._receive(deadline))

    def _receive(self, seconds: float) -> dict[str, Any]:
        """Wait for an answer, with an eye on whether the race has been stopped."""
        end = time.monotonic() + seconds
        while True:
            if self._cancel.cancelled:
                raise Cancelled("the comparison was stopped")
            left = end - time.monotonic()
            try:
                answer: dict[str, Any] = json.loads(self._child.receive(min(GLANCE, left)))
                break
            except AgentTimeout:
                if left <= GLANCE:
                    raise
        if "error" in answer:
            raise AgentError(answer["error"])
        return answer
