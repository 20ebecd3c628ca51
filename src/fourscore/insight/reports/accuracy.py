"""The accuracy of every agent of a ledger (see `truth.accuracy` for what is counted).

The moves of openings were not chosen by agents and are not in the ledger. Void games are left out;
forfeited ones count as far as they were played.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup

from fourscore.arena.export import games_with_moves, start_of
from fourscore.arena.ledger import GameRow, Ledger, MoveRow
from fourscore.core.notation import plural
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.truth.accuracy import Accuracy, JudgedMove, accuracy_by_phase, accuracy_of
from fourscore.insight.truth.judge import Judge, OnCount, shared_judge
from fourscore.search.control import Cancel
from fourscore.solver import Book
from fourscore.solver.solver import require_solvable

__all__ = ["Accuracies", "default_start", "measure_accuracy"]

QUICK = 34
"""Without a book, moves with more free cells than this are left out by default."""


@dataclass(frozen=True, slots=True)
class Accuracies:
    """The accuracy of every agent of a ledger, and what it was measured on."""

    moves: Mapping[str, Sequence[JudgedMove]]
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
        kept = {name: self.of(name).kept for name, own in self.moves.items() if own}
        shares = {name: share.value if share else 0.0 for name, share in kept.items()}
        return sorted(shares, key=lambda name: (-shares[name], name))

    def of(self, name: str) -> Accuracy:
        """Return an agent's accuracy over all its moves."""
        return accuracy_of(self.moves[name])

    def by_ply(self, name: str, plies: int = 1) -> dict[int, Accuracy]:
        """Return an agent's accuracy by phases of `plies` plies, by their first ply."""
        return accuracy_by_phase(self.moves[name], plies)

    def say_phase(self, ply: int, plies: int) -> str:
        """Name a phase by its first and last ply.

        >>> Accuracies({}, 0, 0, 0, 0).say_phase(40, 8)
        '40-41'
        """
        return f"{ply}-{min(ply + plies, self.cells) - 1}"

    @property
    def description(self) -> str:
        """What was judged and what was not, in sentences."""
        moves, forced, lost = (
            sum(getattr(self.of(name), part) for name in self.moves)
            for part in ("moves", "forced", "lost")
        )
        words = [f"{plural(moves, 'move')} of {plural(self.games, 'game')}."]
        if forced:
            words.append(f"{forced:,} in the only open column do not count.")
        if lost:
            words.append(f"{lost:,} in games already lost do not count as result kept.")
        if self.games_left_out:
            words.append(f"This sample leaves out {plural(self.games_left_out, 'game')}.")
        if self.moves_left_out:
            early = plural(self.moves_left_out, "move")
            words.append(f"Not judged: {early} before ply {self.from_ply}.")
        return " ".join(words)

    def _repr_html_(self) -> str:
        from fourscore.insight.drawing.pages import table
        from fourscore.insight.reports.words import accuracy_table

        return table(accuracy_table(self), "Accuracy") + Markup("<p>{}</p>").format(
            self.description
        )


def default_start(empty: Position, book: Book | None) -> int:
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

    Moves before `from_ply` are left out (see `default_start`); `games` requests a sample of about
    that many, in pairs from every pairing. Raises `UnsupportedError` unless the rules are the
    standard ones and `Cancelled` if it is cancelled.
    """
    played = [(row, moves) for row, moves in games_with_moves(ledger) if row.result is not None]
    if not played:
        raise InputError(f"{ledger.name} has no game to judge")
    chosen = played if games is None else _sample(played, games)
    lines = [_line(ledger, row, moves) for row, moves in chosen]
    empty = Position.from_bitboards(0, 0, lines[0].positions[0].rules)
    judge = judge or shared_judge()
    start = default_start(empty, judge.solver.book) if from_ply is None else from_ply
    judge.learn(_needed(lines, start), cancel, on_progress)
    judged = _judge(lines, start, judge, ledger.agents)
    count = sum(map(len, judged.values()))
    if not count:
        raise InputError(f"no move was made with {start} discs or more on the board")
    skipped = sum(len(line.columns) for line in lines) - count
    cells = empty.width * empty.height
    return Accuracies(judged, len(chosen), len(played) - len(chosen), start, skipped, cells)


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


def _judge(
    lines: Sequence[_Line], start: int, judge: Judge, names: Iterable[str]
) -> dict[str, list[JudgedMove]]:
    """Judge the moves from a ply on, by the names of their players."""
    judged: dict[str, list[JudgedMove]] = {name: [] for name in names}
    repeats = Counter(line.key for line in lines)
    for line in lines:
        for position, column in line.moves_from(start):
            name = line.row.second if position.ply % 2 else line.row.first
            move = JudgedMove.of(judge.judge(position, column), line.key, repeats[line.key])
            judged[name].append(move)
    return judged


def _needed(lines: Iterable[_Line], start: int) -> Iterator[Position]:
    """Yield the positions before and after every move that is judged."""
    for line in lines:
        if line.columns:
            yield from (position for position in line.positions if position.ply >= start)


def _sample(played: list[_Played], games: int) -> list[_Played]:
    """Choose about that many games: whole pairs, from every pairing in the same proportion."""
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
