"""Facts about a position: what the rules or the solver prove, in a form that can be checked.

A `Fact` has a kind, and each kind is a claim about the position that is explained, or about the
position after the moves in `after`. `explain.words` turns facts into sentences and adds nothing.
A *threat* of a player is an empty cell where that player would make a four; it is *in reach* if
the next disc in its column lands there, and odd or even by its row, counted from 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from fourscore.core import bitboard
from fourscore.core.position import Cell, Position, opponent
from fourscore.solver import Score

__all__ = ["Fact", "FactKind", "follow", "in_reach", "other_wins"]


class FactKind(StrEnum):
    """What a fact claims; each member says exactly what, and in which fields.

    Every move in `after` keeps the exact score, except perhaps the first, if that is the move in
    question; every move of a `LINE` does.
    """

    OVER = "over"
    """The game has ended: `player` has won with `cells`, or it is a draw."""
    VERDICT = "verdict"
    """The position is worth `score` to `player`, whose turn it is, and `columns` keep that; each
    legal column is worth what `scores` says."""
    CHOICES = "choices"
    """Each legal column is worth what `scores` says, and the best are worth `score`."""
    MOVE = "move"
    """The column `columns[0]` is worth `scores[columns[0]]`; the others, which are the best, are
    worth `score`."""
    WIN_NOW = "win now"
    """`player` is to move and makes a four with each of `cells`; `four` is one for the first."""
    MUST_BLOCK = "must block"
    """`player` is to move and has no win in reach; the other side has one, at `cells[0]`, where
    it would complete `four`."""
    VAIN_BLOCK = "vain block"
    """As before, and once `cells[0]` is blocked the other side wins above it, at `cells[1]`."""
    TWO_WINS = "two wins"
    """`player` has several wins in reach, at `cells`; the other side is to move and has none."""
    POISON = "poison"
    """If `player`, to move, plays one of `columns`, the other side wins on top of it, at the cell
    of `cells` in that column."""
    DOUBLE = "double threat"
    """`player` has just moved; the other side has no win in reach, and whatever it plays, the
    player makes a four at one of the two or more `cells`."""
    FORCES = "forces"
    """`player` has just moved and has one win in reach, at `cells[0]`, which the other side can
    block and, having no win of its own in reach, must."""
    FORCED_WIN = "forced win"
    """`player` is to move and `line` wins: after each of the player's moves in it the other side
    has no win in reach, and every reply but that of the line lets the player make a four at
    once (the last one too). It ends with a four at `cells[0]`."""
    ZUGZWANG = "zugzwang"
    """`player` is to move and neither side has a win in reach, but whatever the player plays, the
    other side makes a four on top of it, at one of `cells`."""
    NEW_THREAT = "new threat"
    """The last move of `after` has given `player` the threat `cells[0]`, which is not in reach.
    `other` means the same as for a threat."""
    THREAT = "threat"
    """`player` has a threat at `cells[0]`, not in reach, the lowest of its column. If all other
    columns are filled first without a four, `other` has to play beneath it."""
    STACK = "stacked threats"
    """`player` has threats at `cells[0]` and right above it, at `cells[1]`, neither in reach.
    When the column is filled up to them the player gets one of them, unless the game has ended
    or the other side can make a four with its next disc."""
    FOLLOW_UP = "follow-up"
    """The other side is to move, and `player` may answer each of its discs in the same column,
    a first disc in one of `columns` by a first one in another of them. If `score` (the other
    side's) is 0, the other side makes no four then. If it is below 0 the player wins, at this
    score or sooner: with `cells`, because the other side finally has to play beneath one of
    them; without, because of the cells that the answers occupy."""
    LINE = "line"
    """`line` is best play of both sides to the end; `score` is that of the side to move, and if
    one side wins it is `player`, at `cells[0]`. `other` is the player if that is a threat now."""
    REPLY = "reply"
    """The best replies to `after` are `columns`, worth `score` to `player`, who replies."""
    NO_LINE = "no line"
    """`player` can no longer make a four, even with all empty cells."""
    FOURS = "fours"
    """`player` has `amount` fours on the board (where the game continues after the first)."""
    CHANCE = "chance"
    """A disc that `player` aims at `columns[0]` makes a four with the probability `amount`."""


_OTHERS_CELLS = (FactKind.MUST_BLOCK, FactKind.VAIN_BLOCK, FactKind.POISON, FactKind.ZUGZWANG)
"""What these say of a player is about cells where the other one makes a four."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One claim; `FactKind` says what its fields mean for each kind."""

    kind: FactKind
    """What is claimed."""
    player: str | None = None
    """The player whom the fact is about."""
    other: str | None = None
    """Another player whom the fact needs."""
    after: tuple[int, ...] = ()
    """Moves that lead from the position that is explained to the one the fact is about."""
    columns: tuple[int, ...] = ()
    """The columns that the fact names."""
    cells: tuple[Cell, ...] = ()
    """The cells that the fact names."""
    four: tuple[Cell, ...] = ()
    """The four that a disc at the first of `cells` completes."""
    line: tuple[int, ...] = ()
    """Moves, one after another."""
    score: Score | None = None
    """An exact score."""
    scores: Mapping[int, Score] = field(default_factory=dict)
    """Exact scores by column."""
    amount: Fraction | None = None
    """A count or a probability."""

    @property
    def owner(self) -> str | None:
        """The player who makes, or has made, a four with `cells`, and to whom `four` belongs.

        >>> Fact(FactKind.ZUGZWANG, "X", cells=(Cell(0, 1),)).owner
        'O'
        """
        if self.player is None or self.kind not in _OTHERS_CELLS:
            return self.player
        return opponent(self.player)


# Positions


def follow(position: Position, columns: tuple[int, ...]) -> Position:
    """Play moves one after another."""
    for column in columns:
        position = position.play(column)
    return position


def in_reach(position: Position, player: str) -> tuple[Cell, ...]:
    """Return the cells where a player would make a four with the next disc, if it were to move."""
    wins = bitboard.immediate_wins(position.discs(player), position.filled, position.rules)
    return tuple(position.cells(wins))


def other_wins(position: Position) -> tuple[Cell, ...]:
    """Return the wins in reach of the side not to move."""
    return in_reach(position, position.opponent)
