"""How near to perfect play agents are: each of their moves held against the exact score.

Three figures for each agent. **Result kept**: the share of moves after which a won game is still
won and a drawn one still drawn. **Best**: the share of moves that nothing beats. **Points lost**:
how far a move's score is below the best, on average. What is counted:

- A move in a column that was the only one left is nobody's merit: it is left out of all three.
- A game that is lost cannot be spoiled: moves there count for best (the slowest loss) and for
  points lost, but not for result kept.
- The moves of openings were not chosen by agents and are not in the ledger.
- Void games are left out; forfeited ones count as far as they were played.

Intervals take the moves of one game, and games that repeat each other, as hanging together.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from fourscore.arena.export import games_with_moves, start_of
from fourscore.arena.ledger import GameRow, Ledger, MoveRow
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.truth.intervals import Group, Measured, mean_of, share_of
from fourscore.insight.truth.judge import Judge, Judgement, Kind, OnCount, shared_judge
from fourscore.search.control import Cancel
from fourscore.solver import Book
from fourscore.solver.solver import require_solvable

__all__ = ["Accuracies", "Accuracy", "Sample", "add_up", "measure_accuracy", "usual_start"]

QUICK = 34
"""Without a book, moves with more free cells than this are left out unless they are asked for."""


class Sample(NamedTuple):
    """What counts of a move that was judged."""

    ply: int
    """Discs on the board before it."""
    kind: Kind
    can_blunder: bool
    points_lost: int
    game: Any = None
    """The same for all moves of a game and of those that repeat it."""
    times: int = 1
    """How many games that are."""

    @classmethod
    def of(cls, judgement: Judgement, game: Any = None, times: int = 1) -> "Sample":
        """Take what counts from a judgement."""
        return cls(
            judgement.position.ply,
            judgement.kind,
            judgement.can_blunder,
            judgement.points_lost,
            game,
            times,
        )


# Of one agent


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How near to perfect play moves are; None where there was nothing to count."""

    moves: int
    forced: int
    """Moves in the only column left, which count for nothing."""
    lost: int
    """Moves in games that were lost already, which do not count for `kept`."""
    kept: Measured | None
    """The share of moves that keep the result."""
    best: Measured | None
    """The share of moves that nothing beats."""
    points_lost: Measured | None
    kinds: Mapping[Kind, int]


def add_up(samples: Iterable[Sample]) -> Accuracy:
    """Add up moves that were judged.

    >>> found = add_up([Sample(14, Kind.SLOWER_WIN, True, 12)])
    >>> found.kept.value, found.best.value, found.points_lost.value
    (1.0, 0.0, 12.0)
    """
    rows = list(samples)
    free = [row for row in rows if row.kind is not Kind.FORCED]
    at_stake = [row for row in free if row.can_blunder]
    return Accuracy(
        moves=len(rows),
        forced=len(rows) - len(free),
        lost=len(free) - len(at_stake),
        kept=share_of(_groups(at_stake, lambda row: not row.kind.is_blunder)),
        best=share_of(_groups(free, lambda row: row.points_lost == 0)),
        points_lost=mean_of(_groups(free, lambda row: row.points_lost)),
        kinds=Counter(row.kind for row in rows),
    )


def _groups(rows: Iterable[Sample], amount: Callable[[Sample], float]) -> list[Group]:
    groups: dict[Any, Group] = {}
    for row in rows:
        value = float(amount(row))
        count, total, squares, _ = groups.get(row.game, Group(0, 0.0, 0.0))
        groups[row.game] = Group(count + 1, total + value, squares + value * value, row.times)
    return list(groups.values())


# Of a ledger


@dataclass(frozen=True, slots=True)
class Accuracies:
    """The accuracy of every agent of a ledger, and what it was measured on."""

    samples: Mapping[str, Sequence[Sample]]
    """The moves of each agent, by name, in the tournament's order."""
    games: int
    """Those that were judged."""
    games_left_out: int
    """Those that were not, because a sample was enough."""
    from_ply: int
    moves_left_out: int
    """Moves before `from_ply` in the games that were judged."""
    cells: int = 42
    """Of the board."""

    @property
    def ranking(self) -> list[str]:
        """The agents that have moved, the one that kept the result most often first."""
        kept = {name: self.of(name).kept for name, moves in self.samples.items() if moves}
        shares = {name: share.value if share else 0.0 for name, share in kept.items()}
        return sorted(shares, key=lambda name: (-shares[name], name))

    def of(self, name: str) -> Accuracy:
        """Return an agent's accuracy over all its moves."""
        return add_up(self.samples[name])

    def by_ply(self, name: str, plies: int = 1) -> dict[int, Accuracy]:
        """Return an agent's accuracy by phases of so many plies, named by their first one."""
        phases: dict[int, list[Sample]] = {}
        for sample in self.samples[name]:
            phases.setdefault(sample.ply // plies * plies, []).append(sample)
        return {ply: add_up(phases[ply]) for ply in sorted(phases)}

    def say_phase(self, ply: int, plies: int) -> str:
        """Name a phase by its first and last ply.

        >>> Accuracies({}, 0, 0, 0, 0).say_phase(40, 8)
        '40-41'
        """
        return f"{ply}-{min(ply + plies, self.cells) - 1}"

    @property
    def says(self) -> str:
        """What was judged and what not, in sentences."""
        total = [self.of(name) for name in self.samples]
        moves, forced, lost = (
            sum(getattr(each, part) for each in total) for part in ("moves", "forced", "lost")
        )
        words = [f"{moves:,} moves of {self.games:,} games."]
        if forced:
            words.append(f"{forced:,} in the only column left do not count.")
        if lost:
            words.append(f"{lost:,} in games already lost do not count as result kept.")
        if self.games_left_out:
            words.append(f"A sample: {self.games_left_out:,} games are left out.")
        if self.moves_left_out:
            words.append(f"{self.moves_left_out:,} moves before ply {self.from_ply} are left out.")
        return " ".join(words)

    def _repr_html_(self) -> str:
        from fourscore.insight.drawing.page import paragraph, table
        from fourscore.insight.reports.words import accuracy_table

        return f"{table(*accuracy_table(self), 'Accuracy')}{paragraph(self.says)}"


def usual_start(empty: Position, book: Book | None) -> int:
    """Return the ply from which moves are judged by default: 0 if the book knows the opening.

    Without a book, early positions take seconds each, and a tournament has very many.
    """
    if book is not None and book.lookup(empty) is not None:
        return 0
    return max(0, empty.width * empty.height - QUICK)


def measure_accuracy(
    ledger: Ledger,
    from_ply: int | None = None,
    games: int | None = None,
    judge: Judge | None = None,
    cancel: Cancel | None = None,
    on_progress: OnCount | None = None,
) -> Accuracies:
    """Judge the moves of a ledger's games.

    Moves before `from_ply` are left out (see `usual_start`); `games` asks for a sample of about so
    many, in pairs from every pairing. Raises `UnsupportedError` if the rules are not
    the standard ones, `Cancelled` if it was stopped.
    """
    played = [(row, moves) for row, moves in games_with_moves(ledger) if row.result is not None]
    if not played:
        raise InputError(f"{ledger.name} holds no game to judge")
    chosen = played if games is None else _spread(played, games)
    lines = [_line(ledger, row, moves) for row, moves in chosen]
    empty = Position(rules=lines[0].positions[0].rules)
    judge = judge or shared_judge()
    start = usual_start(empty, judge.solver.book) if from_ply is None else from_ply
    judge.learn(_needed(lines, start), cancel, on_progress)
    repeats = Counter(line.key for line in lines)
    samples: dict[str, list[Sample]] = {name: [] for name in ledger.agents}
    for line in lines:
        for position, column in line.moves_from(start):
            judgement = judge.judge(position, column)
            name = line.row.second if position.ply % 2 else line.row.first
            samples[name].append(Sample.of(judgement, line.key, repeats[line.key]))
    total = sum(len(line.columns) for line in lines)
    judged = sum(len(each) for each in samples.values())
    if not judged:
        raise InputError(f"no move was made with {start} discs or more on the board")
    left = len(played) - len(chosen)
    cells = empty.width * empty.height
    return Accuracies(samples, len(chosen), left, start, total - judged, cells)


_Played = tuple[GameRow, list[MoveRow]]


class _Line(NamedTuple):
    """A game as its positions."""

    row: GameRow
    positions: tuple[Position, ...]
    columns: tuple[int, ...]

    @property
    def key(self) -> Any:
        """The same for games that repeat each other."""
        return self.row.first, self.row.second, self.row.opening, self.columns

    def moves_from(self, ply: int) -> Iterator[tuple[Position, int]]:
        pairs = zip(self.positions, self.columns, strict=False)
        return ((position, column) for position, column in pairs if position.ply >= ply)


def _line(ledger: Ledger, row: GameRow, moves: Sequence[MoveRow]) -> _Line:
    positions = [start_of(ledger, row)]
    require_solvable(positions[0])
    for move in moves:
        positions.append(positions[-1].play(move.landing))
    return _Line(row, tuple(positions), tuple(move.landing for move in moves))


def _needed(lines: Iterable[_Line], start: int) -> Iterator[Position]:
    """Yield the positions in which and to which moves lead that are judged."""
    for line in lines:
        if line.columns:
            yield from (position for position in line.positions if position.ply >= start)


def _spread(played: list[_Played], games: int) -> list[_Played]:
    """Choose about so many games: whole pairs, from every pairing in the same proportion."""
    pairs: dict[int, list[_Played]] = {}
    for row, moves in played:
        pairs.setdefault(row.pair, []).append((row, moves))

    def pairing(number: int) -> list[str]:
        row, _ = pairs[number][0]
        return sorted((row.first, row.second))

    numbers = sorted(pairs, key=lambda number: (pairing(number), number))
    wanted = min(len(numbers), max(1, games // 2))
    chosen = sorted(numbers[place * len(numbers) // wanted] for place in range(wanted))
    return [game for number in chosen for game in pairs[number]]
