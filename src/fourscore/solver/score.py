"""What the solver says: exact scores, proven bounds, and what a proof took."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, total_ordering

from fourscore.core.position import Position
from fourscore.solver.board import goal_of

__all__ = ["Analysis", "Bounds", "Proof", "Score", "make_result"]


@total_ordering
@dataclass(frozen=True, slots=True)
class Score:
    """What a position is worth with perfect play, as the side to move sees it.

    A win scores 22 less the winner's discs at the end (7x6; in general half the cells, rounded
    up, and 1 less the winner's discs), a loss the same below zero, a draw 0. So a faster win
    scores higher and a slower loss too.

    >>> score = Score(1, Position.empty())
    >>> score.plies, str(score)
    (41, 'wins in 21')
    """

    value: int
    position: Position

    @property
    def sign(self) -> int:
        """1 for a win, 0 for a draw, -1 for a loss."""
        return (self.value > 0) - (self.value < 0)

    @property
    def lower(self) -> int:
        return self.value

    @property
    def upper(self) -> int:
        return self.value

    @property
    def plies(self) -> int:
        """Discs until the end, of both sides; 0 if it has come."""
        cells, discs = self.position.width * self.position.height, self.position.ply
        if self.value == 0:
            return cells - discs
        winners = goal_of(self.position.rules) - abs(self.value)
        first_wins = (self.value > 0) == (discs % 2 == 0)
        return 2 * winners - first_wins - discs

    @property
    def moves(self) -> int:
        """Discs until the end of the side that wins, or of the side to move for a draw."""
        return (self.plies + 1) // 2

    def __int__(self) -> int:
        return self.value

    def __lt__(self, other: "Score") -> bool:
        return self.value < other.value

    def __str__(self) -> str:
        if self.plies == 0:
            return "is drawn" if self.value == 0 else "has lost"
        if self.value == 0:
            return "draws"
        return f"{'wins' if self.value > 0 else 'loses'} in {self.moves}"


@dataclass(frozen=True, slots=True)
class Bounds:
    """What has been proved of a score: it is not below `lower` and not above `upper`.

    >>> str(Bounds(0, 7, Position.empty()))
    'draws or wins in 15 or more'
    """

    lower: int
    upper: int
    position: Position

    @property
    def sign(self) -> int | None:
        """1 for a win, 0 for a draw, -1 for a loss, None if that is not known."""
        signs = {Score(each, self.position).sign for each in (self.lower, self.upper)}
        return signs.pop() if len(signs) == 1 else None

    def __str__(self) -> str:
        lower, upper = Score(self.lower, self.position), Score(self.upper, self.position)
        if self.sign == 1:
            return f"wins in {upper.moves} to {lower.moves}"
        if self.sign == -1:
            return f"loses in {lower.moves} to {upper.moves}"
        worst = f"loses in {lower.moves} or more, draws or" if self.lower < 0 else "draws or"
        if self.upper == 0:
            return f"loses in {lower.moves} or more or draws"
        return f"{worst} wins in {upper.moves} or more"


@dataclass(frozen=True, slots=True)
class Proof:
    """What was proved of a position, and what it took."""

    result: Score | Bounds
    nodes: int
    seconds: float

    @property
    def is_exact(self) -> bool:
        return isinstance(self.result, Score)


@dataclass(frozen=True)
class Analysis:
    """All there is to say of a position with perfect play."""

    score: Score
    columns: Mapping[int, Score]
    """The score of each column that may be played, as the side to move sees it."""
    best: tuple[int, ...]
    """The columns that keep the score, from left to right."""
    find_line: Callable[[], tuple[int, ...]] = field(repr=False, compare=False)
    nodes: int
    seconds: float

    @cached_property
    def line(self) -> tuple[int, ...]:
        """The principal variation to the end, worked out when asked for.

        Of equal moves it takes the one nearest to the centre, the left one of two.
        """
        return self.find_line()

    @property
    def plies(self) -> int:
        """Discs until the end."""
        return self.score.plies


def make_result(lower: int, upper: int, position: Position) -> Score | Bounds:
    """Return a score if the bounds meet, else bounds within what the board allows."""
    if lower == upper:
        return Score(lower, position)
    goal, discs = goal_of(position.rules), position.ply
    return Bounds(max(lower, (discs + 1) // 2 - goal), min(upper, goal - discs // 2 - 1), position)
