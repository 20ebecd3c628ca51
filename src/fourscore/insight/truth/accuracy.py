"""How close to perfect play moves are: each is compared with the exact score.

**Result kept** is the share of moves after which a won game is still won and a drawn one still
drawn; **best** the share of moves that no other beats; **points lost** how far a move's score falls
below the best, on average.

- A move in the only open column was not a choice: it does not count at all.
- A lost game cannot be spoiled: moves there count for best (the slowest loss) and for points lost,
  but not for result kept.

Intervals treat the moves of one game, and games that repeat each other, as correlated.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from fourscore.insight.truth.intervals import NOTHING, Group, Measured, mean_of, share_of
from fourscore.insight.truth.judge import Judgement, MoveKind

__all__ = ["Accuracy", "JudgedMove", "accuracy_by_phase", "accuracy_of"]


class JudgedMove(NamedTuple):
    """The part of a judgement that counts."""

    ply: int
    """Discs on the board before the move."""
    kind: MoveKind
    """What the move did."""
    can_blunder: bool
    """Whether there was a result to spoil."""
    points_lost: int
    """How far the move's score falls below the best."""
    game: Any = None
    """The same for all moves of a game and of those that repeat it."""
    times: int = 1
    """How many games that are."""

    @classmethod
    def of(cls, judgement: Judgement, game: Any = None, times: int = 1) -> "JudgedMove":
        """Return the part of a judgement that counts."""
        return cls(
            judgement.position.ply,
            judgement.kind,
            judgement.can_blunder,
            judgement.points_lost,
            game,
            times,
        )


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How close to perfect play moves are; None where there was nothing to count."""

    moves: int
    """All moves."""
    forced: int
    """Moves in the only open column, which do not count."""
    lost: int
    """Moves in games that were lost already, which do not count for `kept`."""
    kept: Measured | None
    """The share of moves that keep the result."""
    best: Measured | None
    """The share of moves that no other beats."""
    points_lost: Measured | None
    """How far moves fall below the best, on average."""
    kinds: Mapping[MoveKind, int]
    """How many moves of each kind there are."""


def accuracy_of(moves: Iterable[JudgedMove]) -> Accuracy:
    """Return the accuracy of judged moves.

    >>> found = accuracy_of([JudgedMove(14, MoveKind.SLOWER_WIN, True, 12)])
    >>> found.kept.value, found.best.value, found.points_lost.value
    (1.0, 0.0, 12.0)
    """
    rows = list(moves)
    free = [row for row in rows if row.kind is not MoveKind.FORCED]
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


def accuracy_by_phase(
    moves: Iterable[JudgedMove], plies: int, first: int = 0
) -> dict[int, Accuracy]:
    """Return the accuracy by phases of `plies` plies, counted from `first`, by their first ply."""
    phases: dict[int, list[JudgedMove]] = {}
    for move in moves:
        phases.setdefault(move.ply - (move.ply - first) % plies, []).append(move)
    return {ply: accuracy_of(phases[ply]) for ply in sorted(phases)}


def _groups(rows: Iterable[JudgedMove], amount: Callable[[JudgedMove], float]) -> list[Group]:
    groups: dict[Any, Group] = {}
    for row in rows:
        groups[row.game] = groups.get(row.game, NOTHING).plus(float(amount(row)), row.times)
    return list(groups.values())
