"""The tables of a review, the same everywhere; ">" marks figures."""

from collections.abc import Callable

from fourscore.core.notation import write_columns
from fourscore.insight.review.estimate import EstimatedKind
from fourscore.insight.review.review import Review, Side
from fourscore.insight.truth.judge import MoveKind
from fourscore.search.words import Rows

__all__ = ["frame_story", "move_table", "say_accuracy", "side_table"]


def side_table(review: Review) -> Rows:
    """Return a table with a column for each side, to fit a narrow screen."""
    figures = _FIGURES if review.estimation is None else _ESTIMATES
    rows = [[name, *(say(side) for side in review.sides)] for name, say in figures.items()]
    named = any(side.name for side in review.sides)
    return ["", *(f">{side.player}" for side in review.sides)], rows[not named :]


def say_accuracy(side: Side) -> str:
    """Format a side's accuracy."""
    return "-" if side.accuracy is None else f"{side.accuracy:.0f} %"


def move_table(review: Review) -> Rows:
    """Return a row for each move."""
    headers = [">move", "", ">column", "kind", "what it does", "better"]
    return headers, [_move(review, number) for number in range(1, len(review.judgements) + 1)]


def _move(review: Review, number: int) -> list[str]:
    each = review.judgements[number - 1]
    better = () if each.is_optimal else each.best_columns or ()
    columns = write_columns(better)
    played = [str(number), each.player, str(review.game.moves[number - 1])]
    return [*played, str(each.kind), str(each), columns]


def frame_story(review: Review) -> list[str]:
    """Describe how a game began, turned and ended, without its moves."""
    return review.frame


_FIGURES: dict[str, Callable[[Side], str]] = {
    "player": lambda side: side.name,
    "accuracy": say_accuracy,
    "best moves": lambda side: f"{side.best} of {side.counted}",
    "result changed": lambda side: str(side.blunders),
    "slower wins": lambda side: str(side.kinds[MoveKind.SLOWER_WIN]),
    "sooner losses": lambda side: str(side.kinds[MoveKind.FASTER_LOSS]),
    "points lost": lambda side: str(side.points_lost),
}
_ESTIMATES: dict[str, Callable[[Side], str]] = {
    "player": lambda side: side.name,
    "accuracy (estimate)": say_accuracy,
    "best, or seem best": lambda side: f"{side.best} of {side.counted}",
    "result changed": lambda side: str(side.blunders),
    "seem weaker": lambda side: str(side.kinds[EstimatedKind.WEAKER]),
    "seem mistakes": lambda side: str(side.kinds[EstimatedKind.MISTAKE]),
}
