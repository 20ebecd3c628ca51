"""A review to step through: what was played, what was best, and what that means."""

from typing import Any

from fourscore.core.game import write_line
from fourscore.core.notation import write_column
from fourscore.core.picture import COLOURS, name_colours
from fourscore.core.position import Cell, Position
from fourscore.insight.review.review import JudgedMove, Review, Worth, say_worth
from fourscore.notebook.widget import Chip, SteppedBoard, View, chip, make_view, score_chip
from fourscore.solver import Score

__all__ = ["ReviewBoard"]

BLUNDER, INACCURACY = "✗", "≈"
CAPTION = "Worth to {}; the best are framed, the one played is underlined."


class ReviewBoard(SteppedBoard):
    """A review, one move a step; step 0 is the start.

    >>> from fourscore.insight.review.review import review
    >>> from fourscore.notebook import board
    >>> live = board(review("4444443333332222225"))
    >>> live.step = 15
    >>> live.view["status"]
    'Move 15: Red in column 2'
    """

    def __init__(self, review: Review) -> None:
        self.review = review
        """The review that is stepped through."""
        self._marks = sorted(
            [(number, BLUNDER) for number in review.blunders]
            + [(number, INACCURACY) for number in review.inaccuracies]
        )
        super().__init__(len(review.judgements) + 1)

    def position_at(self, step: int) -> Position:
        """Return the position after so many moves."""
        return self.review.game.positions[step]

    def view_at(self, step: int) -> View:
        """Return what the browser draws after so many moves."""
        review, after = self.review, self.position_at(step)
        each = review.judgements[step - 1] if step else None
        landing = review.game.columns[step - 1] if step else 0
        cell = Cell(landing, after.column_height(landing) - 1) if each else None
        outcome = after.outcome
        return make_view(
            after.rows(),
            last=cell,
            winning=outcome.cells if outcome else (),
            chips=_chips(each) if each else [None] * after.width,
            caption=CAPTION.format(COLOURS[each.player]) if each else "",
            status=self._status(each, step),
            details=[name_colours(line) for line in self._details(each, step)],
            steps=self._steps(step),
            moves=write_line(review.game),
        )

    def _steps(self, step: int) -> dict[str, Any]:
        where = f"move {step} of {self.steps - 1}" if step else "the start"
        return {
            "at": step,
            "count": self.steps,
            "label": "Moves",
            "where": where,
            "marks": self._marks,
        }

    def _status(self, each: JudgedMove | None, step: int) -> str:
        if each is None:
            return "The start"
        return f"Move {step}: {COLOURS[each.player]} in column {write_column(each.column)}"

    def _details(self, each: JudgedMove | None, step: int) -> list[str]:
        story = self.review.story
        if each is None:
            return story[:1]
        details = [_verdict(each), *_missed(each)]
        if step == self.review.turning_point and len(self.review.blunders) > 1:
            details.append("This is the turning point: the last move to change the result.")
        if step == self.steps - 1:
            details.append(story[-1])
        return details


def _verdict(each: JudgedMove) -> str:
    sign = BLUNDER if each.is_blunder else "✓" if each.is_optimal else INACCURACY
    kind = str(each.kind)
    return f"{sign} {kind[0].upper()}{kind[1:]}: {each.player} {say_worth(each.score)}."


def _missed(each: JudgedMove) -> list[str]:
    """Say what would have been better."""
    if each.is_optimal or not each.best_columns:
        return []
    columns = " or ".join(map(write_column, each.best_columns))
    return [f"{each.kind.explanation} Best: column {columns}, which {say_worth(each.best)}."]


def _chip(worth: Worth, **more: bool) -> Chip:
    if isinstance(worth, Score):
        return score_chip(worth, **more)
    return chip(str(worth).replace("about ", "≈ "), "", **more)


def _chips(each: JudgedMove) -> list[Chip | None]:
    """Return what the columns were worth to the side that moved, as far as they were scored."""
    scores = each.columns or {each.column: each.score}
    best = each.best_columns or (each.column,)
    return [
        _chip(scores[column], best=column in best, played=column == each.column)
        if column in scores
        else None
        for column in range(each.position.width)
    ]
