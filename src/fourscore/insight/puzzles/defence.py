"""The best defence against a puzzle that is played out, and when a draw is held."""

from fourscore.core.position import Position, centre_first
from fourscore.insight.puzzles.candidates import Aim
from fourscore.solver import Score, Solver

__all__ = ["Defence"]


class Defence:
    """Chooses replies with the solver; each position is solved once."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._columns: dict[Position, dict[int, Score]] = {}

    def columns(self, position: Position) -> dict[int, Score]:
        """Return what each legal column is worth to the side to move."""
        if position not in self._columns:
            self._columns[position] = self._solver.columns(position)
        return self._columns[position]

    def right(self, position: Position, aim: Aim) -> list[int]:
        """Return the columns that keep what a puzzle asks for."""
        least = 1 if aim is Aim.WIN else 0
        return [each for each, score in self.columns(position).items() if score.sign >= least]

    def best(self, position: Position) -> tuple[int, ...]:
        """Return the columns that are worth most."""
        scores = self.columns(position)
        return tuple(each for each, score in scores.items() if score == max(scores.values()))

    def reply(self, position: Position, aim: Aim) -> int:
        """Return the reply that resists longest.

        Of several it is the one that leaves the solver of the puzzle the fewest right answers,
        and of these the most central. Where a draw is to be saved, one that sets a trap is
        preferred.
        """
        order = centre_first(position.width)

        def trouble(column: int) -> tuple[bool, int, int]:
            child = position.play(column)
            quiet = aim is Aim.SAVE and not self._traps(child)
            return quiet, len(self.right(child, aim)), order.index(column)

        return min(self.best(position), key=trouble)

    def is_held(self, position: Position) -> bool:
        """Return whether a draw counts as held after a move of the side that saves it.

        It does if no best reply sets a trap: a column that loses, but not at once. Later in the
        game there may be traps again.
        """
        return not any(self._traps(position.play(reply)) for reply in self.best(position))

    def _traps(self, position: Position) -> list[int]:
        """Return the columns that lose, unless the other side can make a four right after."""
        return [
            column
            for column, score in self.columns(position).items()
            if score.sign < 0 and not position.play(column).winning_columns
        ]
