"""What would follow a move: best play of both sides, as far as it is known."""

from collections.abc import Mapping
from dataclasses import dataclass

from fourscore.core.game import Game
from fourscore.core.position import Position
from fourscore.insight.review.estimate import estimate_columns
from fourscore.insight.review.review import Worth, is_solvable
from fourscore.insight.truth.judge import Judge, shared_judge
from fourscore.search.control import Cancel
from fourscore.search.types import Limit

__all__ = ["Line", "best_line"]

ESTIMATED = 8
"""How many discs of a line are estimated; beyond that it means little."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play."""

    game: Game
    """From the position on; its first move is the one that was asked for."""
    proved: bool
    """Whether every move is best for certain."""

    @property
    def says(self) -> str:
        """What to know about it, in a sentence."""
        outcome = self.game.outcome
        if not self.proved:
            rules = ", if no disc slips" if self.game.start.rules.slips else ""
            return f"An estimate: what seems best for both sides{rules}."
        if outcome is None or outcome.winner is None:
            return "Best play of both sides ends in a draw."
        return f"Best play of both sides: {outcome.winner} wins."


def best_line(
    position: Position,
    column: int,
    judge: Judge | None = None,
    patience: Limit | None = None,
    cancel: Cancel | None = None,
) -> Line:
    """Play a move and what would follow it: to the end if that can be proved, else some discs.

    Of equal moves it has the one nearest to the centre. Raises `IllegalMoveError` if the move is
    illegal and `Cancelled` if it is cancelled.

    >>> line = best_line(Position("44444455555526"), 2)
    >>> line.game.columns, line.says
    ((2,), 'Best play of both sides: X wins.')
    """
    game = Game(position)
    game.play(column)
    judge = judge or shared_judge()
    proved = is_solvable(position)
    while proved and game.outcome is None:
        scores = judge.columns_within(game.position, patience or Limit(), cancel)
        if scores is None:
            proved = False
        else:
            game.play(_choose(game.position, scores))
    while game.outcome is None and len(game.moves) < ESTIMATED:
        game.play(_choose(game.position, estimate_columns(game.position, cancel)))
    return Line(game, proved)


def _choose(position: Position, columns: Mapping[int, Worth]) -> int:
    best = max(each.value for each in columns.values())
    return next(c for c in position.legal_from_centre() if columns[c].value == best)
