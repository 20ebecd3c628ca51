"""What moves seem to be worth where nothing is proved: under other rules, on large boards.

An estimate is the result to expect, from -1 (a loss) to 1 (a win), as the side to move sees it.
People read it as chances: 50 % is a level game, and a draw counts half.

- **slip**: expectiminimax, 4 moves ahead. What is averaged over chance are wins, losses and, where
  the search ends, the result that `outlook` expects.
- **fill**, and standard boards too large to solve: alpha-beta, for every column; 8 discs ahead, or
  6 on boards so wide that 8 would take many seconds.

Near the end of a game the search sees all of it. Then its value is exact, and says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from fourscore.core.position import Position
from fourscore.errors import Cancelled
from fourscore.insight.truth.judge import MoveKind, blunder_of
from fourscore.search.alphabeta import alphabeta
from fourscore.search.control import Cancel
from fourscore.search.evaluation.base import WIN_VALUE, proven_result
from fourscore.search.evaluation.outlook import OUTLOOK, expected_result
from fourscore.search.expectiminimax import expectiminimax
from fourscore.search.types import Limit, Report

__all__ = [
    "EstimatedKind",
    "EstimatedMove",
    "Estimation",
    "Expectation",
    "estimate_columns",
    "estimation_for",
]

WEAKER, MISTAKE = 3, 10
"""From how many per cent of chances on a move seems weaker, and a mistake."""
_WORDS = {1: "wins", 0: "draws", -1: "loses"}


class EstimatedKind(StrEnum):
    """What a move seems to have done, in the words that are shown everywhere."""

    explanation: str
    """What it means, in one sentence."""

    def __new__(cls, words: str, explanation: str = "") -> "EstimatedKind":
        self = str.__new__(cls, words)
        self._value_ = words
        self.explanation = explanation
        return self

    BEST = "seems best", "No column seems to be clearly better."
    WEAKER = "seems weaker", "Another column seems to be somewhat better."
    MISTAKE = "seems a mistake", "Another column seems to be much better."

    @property
    def is_blunder(self) -> bool:
        """Whether it is proved that the result changed: never."""
        return False


@dataclass(frozen=True, slots=True)
class Estimation:
    """How estimates are made."""

    method: str
    """The search."""
    depth: int
    """How many moves it looks ahead."""
    to_the_end: int
    """With so many free cells or fewer it looks to the end of the game."""

    def __str__(self) -> str:
        return f"{self.method}, {self.depth} moves ahead"

    def depth_at(self, position: Position) -> int:
        """Return how many moves are looked ahead in a position."""
        free = position.width * position.height - position.ply
        return free if free <= self.to_the_end else self.depth


SLIPPING = Estimation("expectiminimax", 4, 6)
OTHERS, WIDE = Estimation("alpha-beta", 8, 12), Estimation("alpha-beta", 6, 12)
WIDEST = 12
"""The most columns of boards on which one can look 8 moves ahead within about a second."""


def estimation_for(position: Position) -> Estimation:
    """Return how positions of these rules and of this width are estimated."""
    if position.rules.slips:
        return SLIPPING
    return OTHERS if position.width <= WIDEST else WIDE


@dataclass(frozen=True, slots=True)
class Expectation:
    """The result to expect, as the side to move sees it.

    >>> str(Expectation(0.2)), str(Expectation(0.2, exact=True)), str(Expectation(1, exact=True))
    ('about 60 %', '60 %', 'wins')
    """

    value: float
    """From -1 (a loss) to 1 (a win)."""
    exact: bool = False
    """Whether all play to the end was seen, so that this is the truth."""

    @property
    def chance(self) -> float:
        """The chances in per cent, a draw counting half."""
        return 50 + 50 * self.value

    @property
    def sign(self) -> int | None:
        """1, 0 or -1 if the result is certain, else None."""
        certain = self.exact and self.value in (-1, 0, 1)
        return int(self.value) if certain else None

    def __neg__(self) -> "Expectation":
        return Expectation(-self.value, self.exact)

    def __str__(self) -> str:
        if self.sign is not None:
            return _WORDS[self.sign]
        return f"{'' if self.exact else 'about '}{self.chance:.0f} %"


@dataclass(frozen=True, slots=True)
class EstimatedMove:
    """A move and what it seemed to be worth; it reads as a `Judgement` does."""

    position: Position
    """The board before the move."""
    column: int
    """The column aimed at."""
    columns: Mapping[int, Expectation]
    """What every column seems to be worth."""

    @property
    def player(self) -> str:
        """Who moved."""
        return self.position.turn

    @property
    def score(self) -> Expectation:
        """What the move seems to be worth."""
        return self.columns[self.column]

    @property
    def best(self) -> Expectation:
        """What the best move seems to be worth."""
        return max(self.columns.values(), key=lambda each: each.value)

    @property
    def points_lost(self) -> int:
        """How many per cent of chances the move seems to have lost."""
        return round(self.best.chance - self.score.chance)

    @property
    def best_columns(self) -> tuple[int, ...]:
        """The columns that no other beats, from left to right."""
        return tuple(c for c, each in self.columns.items() if each.value == self.best.value)

    @property
    def is_optimal(self) -> bool:
        """Whether no other column seems to be clearly better."""
        return self.kind in (MoveKind.FORCED, MoveKind.BEST, EstimatedKind.BEST)

    @property
    def is_blunder(self) -> bool:
        """Whether it is certain that the move changed the result."""
        return self.kind.is_blunder

    @property
    def is_only_move(self) -> bool:
        """Whether it alone is certain to keep the result."""
        best = self.best
        if best.sign is None or not all(each.exact for each in self.columns.values()):
            return False
        return [c for c, each in self.columns.items() if each.value == best.value] == [self.column]

    @property
    def kind(self) -> MoveKind | EstimatedKind:
        """What the move did, if that is certain, or seems to have done."""
        best, own = self.best.sign, self.score.sign
        if len(self.columns) == 1:
            return MoveKind.FORCED
        if best is not None and own is not None:
            return MoveKind.BEST if own == best else blunder_of(best, own)
        if self.points_lost >= MISTAKE:
            return EstimatedKind.MISTAKE
        return EstimatedKind.WEAKER if self.points_lost >= WEAKER else EstimatedKind.BEST

    def __str__(self) -> str:
        """Describe what the move seems to do, and what it missed."""
        if self.is_optimal:
            return str(self.score)
        sign = self.best.sign
        could = f"had {self.best}" if sign is None else {1: "won", 0: "drawn"}[sign]
        return f"{self.score}, could have {could}"


# Searching


def estimate_columns(position: Position, cancel: Cancel | None = None) -> dict[int, Expectation]:
    """Return what each legal column seems to be worth, from left to right; none after the end.

    Raises `Cancelled` if it is cancelled.
    """
    if position.rules.slips and not position.is_over:
        return _expect(position, cancel)
    return {column: _look_ahead(position, column, cancel) for column in position.legal}


def estimate_position(position: Position, columns: Mapping[int, Expectation]) -> Expectation:
    """Return what a position seems to be worth, given its columns; none are left at the end."""
    if columns:
        return max(columns.values(), key=lambda each: each.value)
    return _result_of(position)


def _expect(position: Position, cancel: Cancel | None) -> dict[int, Expectation]:
    depth = SLIPPING.depth_at(position)
    report = expectiminimax(position, Limit(depth=depth), evaluation=OUTLOOK, cancel=cancel)
    _require_complete(report)
    whole = depth == position.width * position.height - position.ply
    return {
        column: _certain(each.value, depth) or Expectation(each.value / WIN_VALUE, whole)
        for column, each in sorted(report.values.items())
    }


def _certain(value: float, depth: int) -> Expectation | None:
    """Return a win or loss wherever discs slip; an average may be close to one and yet be none.

    A four costs a point for each disc on the way to it, any other end of a line more than `depth`,
    however improbable it is.
    """
    return _settled(value) if abs(value) >= WIN_VALUE - depth else None


def _look_ahead(position: Position, column: int, cancel: Cancel | None) -> Expectation:
    child = position.play(column)
    if child.is_over:
        return -_result_of(child)
    depth = estimation_for(position).depth_at(position)
    report = alphabeta(child, Limit(depth=depth - 1), cancel=cancel)
    _require_complete(report)
    value = -report.values[report.column].value
    if depth == position.width * position.height - position.ply and value == 0:
        return Expectation(0, exact=True)
    return _settled(value) or Expectation(expected_result(value))


def _settled(value: float) -> Expectation | None:
    """Return a proven win or loss."""
    result = proven_result(value)
    return None if result is None else Expectation(result, exact=True)


def _result_of(position: Position) -> Expectation:
    """Return how a game has ended for the side that would be to move."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return Expectation(0, exact=True)
    return Expectation(1 if outcome.winner == position.turn else -1, exact=True)


def _require_complete(report: Report) -> None:
    if not report.complete:
        raise Cancelled("stopped before every position was estimated")
