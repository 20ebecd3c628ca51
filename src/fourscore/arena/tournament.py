"""Tournaments: a schedule, openings, a pool of workers and a ledger, tied together.

    result = tournament(["alphabeta:depth=3", "mcts:playouts=500", my_function], games=100)
    print(result)

Step by step, with a ledger:

    settings = Settings(("alphabeta:depth=3", "mcts:playouts=500"), games=100)
    with open_ledger(settings, Path("games.ledger")) as ledger:
        for progress in run(settings, ledger, ProcessPool(2)):
            show(progress)

Run the same again and it resumes where it stopped.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Self

from fourscore.agents.factory import AgentFactory
from fourscore.agents.output import Output
from fourscore.agents.registry import AgentLike
from fourscore.arena.clock import NO_CONTROL, TimeControl
from fourscore.arena.ledger import GameRow, Ledger
from fourscore.arena.openings import draw_openings
from fourscore.arena.queue import GameQueue
from fourscore.arena.results import TournamentResult
from fourscore.arena.rounds import EXTRA, Round, RoundPlan, count_games, count_rounds, rounds_of
from fourscore.arena.schedule import IN_ROUNDS, Planned, pairings, plan, unique_names
from fourscore.arena.summary import summarise
from fourscore.arena.task import Context, close_agents, play_games
from fourscore.core.notation import read_board, write_board
from fourscore.core.position import Position
from fourscore.core.variants import variant
from fourscore.errors import InputError
from fourscore.runtime.progress import OnCount, reporting
from fourscore.runtime.workers import SerialPool, WorkerPool, open_pool, run_tasks
from fourscore.search.limits import require_limit, require_seed
from fourscore.search.types import Limit
from fourscore.solver.solver import require_solvable

__all__ = [
    "Pair",
    "Progress",
    "Settings",
    "Stop",
    "open_ledger",
    "prepare_openings",
    "run",
    "tournament",
]


@dataclass(frozen=True)
class Settings:
    """The settings of a tournament; only `games` may change from one run to the next.

    In formats with rounds not even that, because pairings depend on results.
    """

    agents: tuple[AgentLike, ...]
    games: int = 2
    """Games for each pairing, an even number."""
    form: str = "round-robin"
    openings: str = "empty"
    size: tuple[int, int] = (7, 6)
    variant: str = "standard"
    limit: Limit | None = None
    """The budget of each decision; if None, each agent has its own."""
    control: TimeControl = NO_CONTROL
    seed: int = 0
    most: Limit | None = None
    """Caps every budget, including the agents' own."""
    rounds: int | None = None
    """Rounds of a Swiss tournament; if None, as many as a knockout would have."""
    adjudicate: int | None = None
    """With so many empty cells or fewer a game ends with its exact result; if None, never."""

    def __post_init__(self) -> None:
        for factory in self.factories:
            factory.require_variant(self.board)
        next(plan(self.pairings, self.games, 1))
        self._check_rounds()
        if self.adjudicate is not None:
            require_solvable(self.board)
            if self.adjudicate < 1:
                raise InputError(
                    f"games cannot be adjudicated with {self.adjudicate} empty cells; 12 would do"
                )

    def _check_rounds(self) -> None:
        if self.rounds is None:
            return
        most = len(self.agents) - 1 + len(self.agents) % 2
        if self.form != "swiss":
            raise InputError(f"only a Swiss tournament has a number of rounds, not {self.form}")
        if not 1 <= self.rounds <= most:
            raise InputError(
                f"{len(self.agents)} agents can play 1 to {most} rounds, not {self.rounds}"
            )

    @cached_property
    def round_plan(self) -> RoundPlan | None:
        """What pairs the agents, for formats in rounds."""
        if self.form not in IN_ROUNDS:
            return None
        rounds = self.rounds or count_rounds(len(self.agents))
        return RoundPlan(self.form, len(self.agents), self.games // 2, rounds)

    @cached_property
    def factories(self) -> tuple[AgentFactory, ...]:
        """What makes the agents."""
        return tuple(AgentFactory(each) for each in self.agents)

    @property
    def specs(self) -> tuple[str, ...]:
        """The agents' specs as the registry writes them, so that one agent has one name."""
        return tuple(factory.spec for factory in self.factories)

    @cached_property
    def board(self) -> Position:
        """The empty board."""
        return Position.empty(*self.size, variant(self.variant))

    @cached_property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        return pairings(len(self.agents), self.form)

    @property
    def names(self) -> tuple[str, ...]:
        """The agents' names, all different."""
        return unique_names(self.specs)

    @property
    def total(self) -> int:
        """The number of all games; games that decide a drawn knockout match come on top."""
        return count_games(len(self.agents), self.form, self.games, self.rounds)

    @property
    def openings_wanted(self) -> int:
        """How many openings are drawn, if there are as many."""
        if self.round_plan is None:
            return self.games // 2
        return self.round_plan.rounds * (self.games // 2 + EXTRA)

    @property
    def identity(self) -> dict[str, Any]:
        """What is stored in the ledger and must not change."""
        identity = {
            "format": self.form,
            "openings": self.openings,
            "size": self.board.size,
            "variant": self.variant,
            "limit": _write_limit(self.limit),
            "move time": self.control.move,
            "bank": self.control.bank,
            "increment": self.control.increment or None,
            "seed": self.seed,
        }
        # Older ledgers do not have these settings.
        later = {"most": _write_limit(self.most), "adjudicate": self.adjudicate}
        if self.round_plan is not None:
            later |= {"games": self.games, "rounds": self.round_plan.rounds}
        return identity | {name: value for name, value in later.items() if value is not None}


def _write_limit(limit: Limit | None) -> str | None:
    """Return a limit as it is stored in ledgers."""
    amounts = limit.amounts if limit else {}
    return ", ".join(f"{value} {name}" for name, value in amounts.items()) or None


class Pair(NamedTuple):
    """Two games from one opening with colours swapped."""

    one: GameRow
    other: GameRow

    def results(self, name: str) -> tuple[float, float] | None:
        """Return the points of an agent in each game, or None if one of them is void."""
        one, other = self.one.result, self.other.result
        if one is None or other is None:
            return None
        return (
            one if self.one.first == name else 1 - one,
            other if self.other.first == name else 1 - other,
        )

    def points(self, name: str) -> float | None:
        """Return the points of an agent in both games, or None if one of them is void."""
        results = self.results(name)
        return None if results is None else sum(results)


Stop = Callable[[Pair], bool]
"""Called with every pair, in order; returns whether the tournament is decided."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What happened since the last event."""

    games: tuple[GameRow, ...]
    """In the first event, the games that were already in the ledger."""
    done: int
    total: int
    stopped: bool = False
    """Whether the stop condition ended the tournament."""


def open_ledger(settings: Settings, path: Path | None = None) -> Ledger:
    """Open or create a tournament's ledger; without a path it is in memory."""
    agents = dict(zip(settings.names, settings.specs, strict=True))
    return Ledger.begin(path, settings.identity, agents)


def prepare_openings(settings: Settings, ledger: Ledger) -> list[Position]:
    """Draw the openings that are not in the ledger yet. Return all of them.

    Raises `InputError` if those in the ledger differ from what the settings now draw.
    """
    stored = ledger.openings()
    wanted = settings.openings_wanted
    proven = settings.openings.partition(":")[0] == "balanced"
    if not (proven and len(stored) >= wanted):
        source = draw_openings(settings.openings, settings.board, settings.seed)
        drawn = [write_board(position) for position in islice(source, max(wanted, len(stored)))]
        for count, (there, here) in enumerate(zip(stored, drawn, strict=False), start=1):
            if there != here:
                raise InputError(f"{ledger.name} has {there} as opening {count}, not {here}")
        ledger.add_openings(drawn[len(stored) :])
        stored = ledger.openings()
    width, height = settings.size
    return [
        read_board(board, width=width, height=height, variant=settings.board.variant)
        for board in stored
    ]


def tournament(
    agents: Sequence[AgentLike],
    *,
    games: int = 2,
    openings: str = "random:4",
    format: str = "round-robin",  # noqa: A002
    variant: str = "standard",
    size: tuple[int, int] = (7, 6),
    limit: Limit | None = None,
    move_time: float | None = None,
    bank: float | None = None,
    increment: float = 0.0,
    rounds: int | None = None,
    adjudicate: int | None = None,
    seed: int = 0,
    workers: int | str = 1,
    ledger: str | Path | None = None,
    progress: bool = False,
    on_progress: OnCount | None = None,
    show_output: bool = False,
) -> TournamentResult:
    """Let agents play each other in pairs of games with colours swapped.

    Agents are specs, callables from a position to a column, or objects with
    `choose(position, limit)`. `games` is the number for each pairing, and even. `openings` are
    "empty", "random:PLIES", "balanced", "balanced:PLIES", "suite:NAME" or a file with a position a
    line; `format` is "round-robin", "gauntlet" (the first against all), "ladder", "swiss" (in
    `rounds`) or "knockout". `limit` replaces the agents' own budgets; who exceeds `move_time` or
    the `bank`, in seconds, loses. With `adjudicate` so many empty cells end a game with its exact
    result, which hides mistakes in the end game. With one worker
    all is played in this process; more are processes, and a text is the address of a Dask
    scheduler. A `ledger` stores all games; one that exists is resumed. `show_output` shows what
    agents print in processes of their own.

    >>> def left(position):
    ...     return position.legal[0]
    >>> found = tournament([left, "alphabeta:depth=3", "random"], games=4)
    >>> [each.agent for each in found.standings]
    ['alphabeta:depth=3', 'left', 'random']
    """
    if isinstance(agents, str | bytes) or not isinstance(agents, Iterable):
        raise InputError(f"{agents!r} is not a list of agents")
    if not isinstance(games, int):
        raise InputError(f"{games!r} is not a number of games")
    require_limit(limit)
    require_seed(seed)
    if not isinstance(openings, str):
        raise InputError(f"{openings!r:.60} are not openings; they are written as a text")
    board = Position(variant=variant, size=size)
    path = _ledger_path(ledger)
    control = TimeControl(move_time, bank, increment)
    sides = (board.width, board.height)
    settings = Settings(
        *(tuple(agents), games, format, openings, sides, board.variant.name, limit, control, seed),
        rounds=rounds,
        adjudicate=adjudicate,
    )
    output = Output.SHOWN if show_output else Output.DIRECT
    with open_ledger(settings, path) as book, reporting("games", progress, on_progress) as report:
        for event in run(settings, book, open_pool(workers), output=output):
            report(event.done, event.total)
        return TournamentResult(summarise(book), tuple(book.games()), path)


def _ledger_path(ledger: str | Path | None) -> Path | None:
    if ledger is None:
        return None
    if not isinstance(ledger, str | Path) or not Path(ledger).name:
        raise InputError(f"{ledger!r:.60} is not the name of a ledger's file")
    return Path(ledger)


def run(
    settings: Settings,
    ledger: Ledger,
    pool: WorkerPool,
    stop: Stop | None = None,
    output: Output = Output.DIRECT,
) -> Generator[Progress, None, None]:
    """Play what is not in the ledger yet, and yield each batch of games once it is written.

    The first event is what was there before. The pool is always closed at the end.
    """
    context = Context(
        settings.factories,
        settings.limit,
        settings.control,
        settings.most,
        output,
        adjudicate=settings.adjudicate,
    )
    try:
        if not isinstance(pool, SerialPool):
            for factory in settings.factories:
                factory.require_portable()
        openings = prepare_openings(settings, ledger)
        feed = _Feed(stop)
        for games in _batches(settings, context, ledger, pool, openings, feed):
            done = feed.show(games)
            yield Progress(games, done, max(settings.total, done), feed.stopped)
            if feed.stopped:
                return
    finally:
        pool.close(terminate=True)
        close_agents(context.run)


def _batches(
    settings: Settings,
    context: Context,
    ledger: Ledger,
    pool: WorkerPool,
    openings: list[Position],
    feed: "_Feed",
) -> Iterator[tuple[GameRow, ...]]:
    before = tuple(ledger.games())
    yield before
    done = {game.number for game in before}
    schedule: Iterator[Planned]
    if settings.round_plan is None:
        schedule = plan(settings.pairings, settings.games, len(openings), settings.seed)
    else:
        schedule = _InRounds(settings, len(openings), before)
    left = _Left(schedule, done, feed)
    queue = GameQueue(context, left, openings.__getitem__)
    for batch in run_tasks(play_games, queue, pool):
        games = tuple(ledger.games(ledger.add(batch)))
        if isinstance(schedule, _InRounds):
            schedule.note(games)
        yield games


class _Left:
    """The games of a schedule that are not played yet; a schedule in rounds may pause."""

    def __init__(self, schedule: Iterator[Planned], done: set[int], feed: "_Feed") -> None:
        self._schedule, self._done, self._feed = schedule, done, feed

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Planned:
        while not self._feed.stopped:
            game = next(self._schedule)
            if game.number not in self._done:
                return game
        raise StopIteration


class _InRounds:
    """Games round by round: there are none while the results of a round are missing."""

    def __init__(self, settings: Settings, openings: int, before: Iterable[GameRow]) -> None:
        assert settings.round_plan is not None
        self._plan, self._seed, self._openings = settings.round_plan, settings.seed, openings
        self._points: dict[int, float | None] = {}
        self._round: Round | None = None
        self._games: Iterator[Planned] = iter(())
        self.note(before)

    def note(self, games: Iterable[GameRow]) -> None:
        """Take results."""
        self._points.update({game.number: game.result for game in games})

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Planned:
        for game in self._games:
            return game
        complete, current = rounds_of(self._plan, self._points)
        if current is None or current == self._round:
            raise StopIteration
        self._round = current
        opening = sum(each.pairs for each in complete)
        self._games = iter(current.planned(opening, self._openings, self._seed))
        return next(self._games)


class _Feed:
    """Shows finished pairs to a stop condition in the order of their numbers.

    So its decision does not depend on how the games were spread over workers.
    """

    def __init__(self, stop: Stop | None) -> None:
        self.stopped = False
        self._stop = stop
        self._waiting: dict[int, GameRow] = {}
        self._next = 0
        self._count = 0

    def show(self, games: tuple[GameRow, ...]) -> int:
        """Record games. Return the number of all games so far."""
        self._count += len(games)
        if self._stop is None:
            return self._count
        self._waiting.update({game.number: game for game in games})
        while not self.stopped and {2 * self._next, 2 * self._next + 1} <= self._waiting.keys():
            one, other = (self._waiting.pop(2 * self._next + side) for side in (0, 1))
            self._next += 1
            self.stopped = self._stop(Pair(one, other))
        return self._count
