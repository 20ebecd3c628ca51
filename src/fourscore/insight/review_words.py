"""The tables of a review, as every face shows them; ">" marks figures."""

from fourscore.core.notation import write_column
from fourscore.insight.judgement import Kind
from fourscore.insight.review import Review, Side
from fourscore.search.words import Rows

__all__ = ["frame_story", "move_table", "say_accuracy", "side_table"]


def side_table(review: Review) -> Rows:
    """Give a row for each side."""
    headers = ["", "player", ">accuracy", ">best moves", ">result changed", ">slower win",
               ">faster loss", ">points lost"]  # fmt: skip
    return headers, [_side(side) for side in review.sides]


def _side(side: Side) -> list[str]:
    slow = [str(side.kinds[kind]) for kind in (Kind.SLOWER_WIN, Kind.FASTER_LOSS)]
    counts = [f"{side.best} of {side.counted}", str(side.blunders), *slow, str(side.points_lost)]
    return [side.player, side.name, say_accuracy(side), *counts]


def say_accuracy(side: Side) -> str:
    """Say a side's accuracy."""
    return "-" if side.accuracy is None else f"{side.accuracy:.0f} %"


def move_table(review: Review) -> Rows:
    """Give a row for each move."""
    headers = [">move", "", ">column", "kind", "what it does", "better"]
    return headers, [_move(review, number) for number in range(1, len(review.judgements) + 1)]


def _move(review: Review, number: int) -> list[str]:
    each = review.judgements[number - 1]
    better = () if each.is_optimal else each.best_columns or ()
    turning = ", turning point" if number == review.turning_point else ""
    columns = " ".join(write_column(column) for column in better)
    kind = f"{each.kind}{turning}"
    return [str(number), each.player, write_column(each.column), kind, str(each), columns]


def frame_story(review: Review) -> list[str]:
    """Give how a game began, turned and ended, where a table has its moves."""
    story = review.story
    return [story[0], *story[1 + len(review.blunders) :]]
