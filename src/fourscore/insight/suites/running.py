"""Running a suite: agents answer labelled positions, on workers, with a ledger to resume from.

found = suite(["alphabeta:depth=6", "mcts:playouts=1000"], "hard", workers=2)
print(found)
"""

import hashlib
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from fourscore.agents.factory import AgentFactory
from fourscore.agents.output import Output
from fourscore.agents.registry import AgentLike
from fourscore.arena.clock import NO_CONTROL, TimeControl
from fourscore.arena.schedule import unique_names
from fourscore.arena.task import Context, close_agents
from fourscore.core.notation import parse_size
from fourscore.errors import InputError
from fourscore.insight.suites.answers import Answer, AnswerQueue, answer_all
from fourscore.insight.suites.ledger import SuiteLedger
from fourscore.insight.suites.positions import SAMPLE, LabelledPositions, load_positions
from fourscore.insight.suites.result import SuiteResult
from fourscore.runtime.progress import OnCount, reporting
from fourscore.runtime.workers import SerialPool, WorkerPool, open_pool, run_tasks
from fourscore.search.limits import require_limit, require_seed
from fourscore.search.types import Limit

__all__ = ["SuiteSettings", "open_suite_ledger", "run_suite", "suite"]


@dataclass(frozen=True)
class SuiteSettings:
    """Who answers, with which budget."""

    agents: tuple[AgentLike, ...]
    limit: Limit | None = None
    """The budget of each decision; if None, each agent has its own."""
    control: TimeControl = NO_CONTROL
    seed: int = 0
    budgets: tuple[Limit | None, ...] = ()
    """Budgets of their own for the agents, in their order, in place of `limit`."""

    @cached_property
    def factories(self) -> tuple[AgentFactory, ...]:
        """What makes the agents."""
        if not self.agents:
            raise InputError("a suite needs an agent or more")
        return tuple(AgentFactory(each) for each in self.agents)

    @property
    def names(self) -> tuple[str, ...]:
        """The agents' names, all different."""
        return unique_names(tuple(factory.spec for factory in self.factories))

    def identity(self, labelled: LabelledPositions) -> dict[str, Any]:
        """Return what is stored in the ledger and must not change."""
        keys = [position.key for position in labelled.positions]
        digest = hashlib.sha256(repr((keys, labelled.scores.tolist())).encode()).hexdigest()
        amounts = self.limit.amounts if self.limit else {}
        return {
            "positions": labelled.name,
            "count": len(labelled),
            "digest": digest[:16],
            "size": labelled.positions[0].size,
            "limit": ", ".join(f"{value} {name}" for name, value in amounts.items()) or None,
            "move time": self.control.move,
            "seed": self.seed,
        }


def open_suite_ledger(
    settings: SuiteSettings, labelled: LabelledPositions, path: Path | None = None
) -> SuiteLedger:
    """Open or create a suite's ledger; without a path it is in memory."""
    specs = (factory.spec for factory in settings.factories)
    agents = dict(zip(settings.names, specs, strict=True))
    ledger = SuiteLedger.begin(path, settings.identity(labelled), agents)
    ledger.add_positions(labelled)
    return ledger


def run_suite(
    settings: SuiteSettings,
    labelled: LabelledPositions,
    ledger: SuiteLedger,
    pool: WorkerPool,
    output: Output = Output.DIRECT,
) -> Generator[list[Answer], None, None]:
    """Ask what is not in the ledger yet, and yield each batch of answers once it is written.

    The first batch is what was there before. The pool is always closed at the end.
    """
    context = Context(settings.factories, settings.limit, settings.control, None, output)
    try:
        for factory in settings.factories:
            factory.require_variant(labelled.positions[0])
            if not isinstance(pool, SerialPool):
                factory.require_portable()
        before = list(ledger.answers())
        yield before
        done = [(answer.agent, answer.place) for answer in before]
        queue = AnswerQueue(context, labelled.positions, done, settings.seed, settings.budgets)
        for batch in run_tasks(answer_all, queue, pool):
            ledger.add(batch)
            yield batch
    finally:
        pool.close(terminate=True)
        close_agents(context.run)


def suite(
    agents: Sequence[AgentLike] | AgentLike,
    positions: str = SAMPLE,
    *,
    count: int | None = None,
    size: tuple[int, int] | str = (7, 6),
    check: bool = False,
    limit: Limit | None = None,
    move_time: float | None = None,
    seed: int = 0,
    workers: int | str = 1,
    ledger: str | Path | None = None,
    progress: bool = False,
    on_progress: OnCount | None = None,
) -> SuiteResult:
    """Let agents choose a move in positions whose exact scores are known.

    `positions` is a suite that comes with fourscore ("sample", "all", "easy", "medium", "hard",
    "middle", "end", "double-threat", "forced-chain", "odd-threat", "even-threat", "only-move",
    "zugzwang") or a file: lines of moves and a score, JSON lines of boards with scores by column,
    a dataset in Parquet or a suite. `count` takes only so many of each class. `check` proves all
    labels again, and raises `InputError` that names a wrong one. `limit` replaces the agents' own
    budgets; who exceeds `move_time`, in seconds, has no answer. `workers` are processes, or the
    address of a Dask scheduler. A `ledger` stores all answers; one that exists is resumed.

    >>> found = suite(["alphabeta:depth=4", "random"], "zugzwang", count=20)
    >>> [each.name for each in found.ranking]
    ['alphabeta:depth=4', 'random']
    """
    require_limit(limit)
    require_seed(seed)
    many = isinstance(agents, Iterable) and not isinstance(agents, str)
    settings = SuiteSettings(
        tuple(agents) if many else (agents,),  # type: ignore[arg-type]
        limit,
        TimeControl(move_time),
        seed,
    )
    names = settings.names
    board = parse_size(size) if isinstance(size, str) else size
    labelled = load_positions(str(positions), board, count, check=check)
    path = None if ledger is None else Path(ledger)
    with (
        open_suite_ledger(settings, labelled, path) as book,
        reporting("answers", progress, on_progress) as report,
    ):
        done = 0
        for batch in run_suite(settings, labelled, book, open_pool(workers)):
            done += len(batch)
            report(done, len(labelled) * len(names))
        return SuiteResult.of(labelled, names, book.answers())
