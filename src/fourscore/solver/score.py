"""What the solver says: exact scores, proven bounds, and what a proof took."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, NoReturn

from fourscore.core.position import Position
from fourscore.errors import InputError

__all__ = ["Analysis", "Bounds", "Proof", "Score", "make_result", "score_of", "scores_at"]


class Score(int):
    """What a position is worth with perfect play, as the side to move sees it: an int.

    A win scores 22 less the winner's discs at the end (7x6; in general half the cells, rounded
    up, and 1 less the winner's discs), a loss the same below zero, a draw 0. So a faster win
    scores higher and a slower loss too.

    It compares, adds, formats and hashes as the number it is, and `str` says it in words. Given
    its `plies`, the discs until the end, it knows how far the end is too.

    >>> from fourscore import solve
    >>> score = solve("4453")
    >>> score, str(score), score < 0, score + 1, f"{score:+d}"
    (Score(-2), 'loses in 18', True, -1, '-2')
    """

    _plies: int | None

    def __new__(cls, value: int, plies: int | None = None) -> "Score":
        if not isinstance(value, int) or not isinstance(plies, int | None):
            raise InputError(f"a score is an integer, and so are its plies: {value!r}, {plies!r}")
        score = super().__new__(cls, value)
        score.__dict__["_plies"] = plies
        return score

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a score cannot be changed: {name} cannot be set")

    def __getnewargs__(self) -> tuple[int, int | None]:  # type: ignore[override]
        return int(self), self._plies

    @property
    def value(self) -> int:
        """The plain int."""
        return int(self)

    @property
    def sign(self) -> int:
        """1 for a win, 0 for a draw, -1 for a loss."""
        return (self > 0) - (self < 0)

    @property
    def lower(self) -> "Score":
        """The score itself: what is known of it, as for `Bounds`."""
        return self

    @property
    def upper(self) -> "Score":
        """The score itself: what is known of it, as for `Bounds`."""
        return self

    @property
    def plies(self) -> int:
        """Discs until the end, of both sides; 0 if it has come."""
        if self._plies is None:
            raise InputError(f"{self!r} does not know its position, nor how far its end is")
        return self._plies

    @property
    def moves(self) -> int:
        """Discs until the end of the side that wins, or of the side to move for a draw."""
        return (self.plies + 1) // 2

    def __str__(self) -> str:
        if self._plies == 0:
            return "is drawn" if self == 0 else "has lost"
        if self == 0:
            return "draws"
        verb = "wins" if self > 0 else "loses"
        return verb if self._plies is None else f"{verb} in {self.moves}"

    def __repr__(self) -> str:
        return f"Score({int(self)})"

    def _repr_html_(self) -> str:
        from fourscore.solver.notebook import score_html

        return score_html(self)


def score_of(value: int, position: Position) -> Score:
    """Return the score of a position, which says how far the end is from there.

    >>> score = score_of(1, Position())
    >>> score.plies, str(score)
    (41, 'wins in 21')
    """
    rules = position.rules
    return scores_at(position.filled.bit_count(), rules.width * rules.height)[value]


@cache
def scores_at(discs: int, cells: int) -> list[Score]:
    """Return every score of positions with so many discs; that of a value is at its index.

    A loss, as a negative index, counts from the end.
    """
    best = (cells + 1) // 2 + 1
    values = [*range(best + 1), *range(-best, 0)]
    return [Score(value, _plies(value, discs, cells)) for value in values]


def _plies(value: int, discs: int, cells: int) -> int:
    """Return how many discs are played until the end."""
    if value == 0:
        return cells - discs
    winners = (cells + 1) // 2 + 1 - abs(value)
    first_wins = (value > 0) == (discs % 2 == 0)
    return int(2 * winners - first_wins - discs)


@dataclass(frozen=True, slots=True)
class Bounds:
    """What has been proved of a score: it is not below `lower` and not above `upper`.

    >>> str(Bounds(lower=Score(0, plies=42), upper=Score(7, plies=29)))
    'draws or wins in 15 or more'
    """

    lower: Score
    """The least that the score can be."""
    upper: Score
    """The most that the score can be."""

    def __post_init__(self) -> None:
        lower, upper = self.lower, self.upper
        if not isinstance(lower, Score) or not isinstance(upper, Score) or lower > upper:
            raise InputError(f"bounds are two scores, the lower one first: {lower!r}, {upper!r}")

    @property
    def sign(self) -> int | None:
        """1 for a win, 0 for a draw, -1 for a loss, None if that is not known."""
        return self.lower.sign if self.lower.sign == self.upper.sign else None

    def __str__(self) -> str:
        lower, upper = self.lower, self.upper
        if self.sign == 1:
            return f"wins in {upper.moves} to {lower.moves}"
        if self.sign == -1:
            return f"loses in {lower.moves} to {upper.moves}"
        worst = f"loses in {lower.moves} or more, draws or" if lower < 0 else "draws or"
        if upper == 0:
            return f"loses in {lower.moves} or more or draws"
        return f"{worst} wins in {upper.moves} or more"


@dataclass(frozen=True, slots=True)
class Proof:
    """What was proved of a position, and what it took."""

    result: Score | Bounds
    """The score, or as narrow bounds of it as were proved."""
    nodes: int
    """Positions visited."""
    seconds: float
    """Time that the proof took."""

    @property
    def is_exact(self) -> bool:
        """Whether the score was proved, not only bounds."""
        return isinstance(self.result, Score)


@dataclass(frozen=True)
class Analysis:
    """All there is to say of a position with perfect play."""

    position: Position
    """The position that was analysed."""
    score: Score
    """What the position is worth to the side to move."""
    scores: Mapping[int, Score]
    """The score of each column that may be played, as the side to move sees it."""
    nodes: int
    """Positions visited, without those for the line."""
    seconds: float
    """Time that the scores took."""
    find_line: Callable[[], tuple[int, ...]] = field(repr=False, compare=False)
    """Works out `line`."""

    @property
    def best(self) -> tuple[int, ...]:
        """The columns that keep the score, from left to right."""
        return tuple(column for column, score in self.scores.items() if score == self.score)

    @cached_property
    def line(self) -> tuple[int, ...]:
        """The principal variation to the end; worked out when it is asked for.

        Of equal moves it has the one nearest to the centre, the left one of two.
        """
        return self.find_line()

    @property
    def plies(self) -> int:
        """Discs until the end."""
        return self.score.plies

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled: the line, and not the solver that finds it."""
        return {**self.__dict__, "line": self.line, "find_line": None}

    def _repr_html_(self) -> str:
        from fourscore.solver.notebook import analysis_html

        return analysis_html(self)


def make_result(lower: int, upper: int, position: Position) -> Score | Bounds:
    """Return a score if the bounds meet, else bounds within what the board allows."""
    if lower == upper:
        return score_of(lower, position)
    cells, discs = position.width * position.height, position.ply
    goal = (cells + 1) // 2 + 1
    return Bounds(
        score_of(max(lower, (discs + 1) // 2 - goal), position),
        score_of(min(upper, goal - discs // 2 - 1), position),
    )
