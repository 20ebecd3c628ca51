"""A review as a self-contained page, as a chart, and as part of a notebook."""

from pathlib import Path
from typing import Any

from markupsafe import Markup

from fourscore.core.notation import plural, write_column
from fourscore.core.position import Cell
from fourscore.insight.drawing.figures import inline_svg, save
from fourscore.insight.drawing.pages import render
from fourscore.insight.drawing.suffixes import CHARTS, PAGES
from fourscore.insight.review.chart import review_chart
from fourscore.insight.review.review import JudgedMove, Review, Worth, say_columns
from fourscore.insight.review.tables import frame_story, move_table, side_table
from fourscore.runtime.files import check_suffix, write_text

__all__ = ["review_fragment", "review_page", "write_review"]

CAPTION = (
    "What each position was worth with perfect play: above the axis X wins, below it O; the "
    "further from it, the sooner. Discs mark the moves that changed the result."
)
ESTIMATED = (
    "The chances in each position, as far as they are known: above the axis X is ahead, below it "
    "O. Filled discs mark moves that changed the result, outlined ones those that seem mistakes."
)
SIGNS = {1: "wins", 0: "draws", -1: "loses"}


def write_review(review: Review, path: Path) -> None:
    """Write a page (.html) or the chart alone (.png, .svg); raises `InputError` if that fails."""
    check_suffix(path, (*PAGES, *CHARTS))
    if path.suffix.lower() in PAGES:
        write_text(path, review_page(review))
    else:
        save(review_chart(review), path)


def review_page(review: Review) -> str:
    """Return the whole page."""
    return render(
        "review/templates/review.html",
        title=_title(review),
        lead=f"{plural(len(review.judgements), 'move')}. {review.story[-1]}",
        story=frame_story(review),
        moments=[_moment(review, number) for number in review.key_moments()],
        moves=_moves(review),
        estimated=review.estimation and str(review.estimation),
        **_summary(review),
    )


def review_fragment(review: Review) -> str:
    """Return the chart and the two sides, for a notebook."""
    return render("review/templates/fragment.html", **_summary(review))


def _summary(review: Review) -> dict[str, Any]:
    chart = inline_svg(review_chart(review), "score", "The score over the game.")
    caption = CAPTION if review.estimation is None else ESTIMATED
    return {"chart": chart, "caption": caption, "sides": side_table(review)}


def _title(review: Review) -> str:
    first, second = (side.name or side.player for side in review.sides)
    return f"{first} against {second}" if (first, second) != ("X", "O") else "Review of a game"


def _moment(review: Review, number: int) -> dict[str, Any]:
    """Describe a move: the board after it, what each column was worth, and what it did."""
    each = review.judgements[number - 1]
    after, landing = review.game.positions[number], review.game.columns[number - 1]
    turning = " (turning point)" if number == review.turning_point else ""
    better = f" Better: {say_columns(each.best_columns)}." if each.best_columns else ""
    text = f"{each.kind}: {each}.{better}"
    return {
        "title": f"Move {number}, {each.player} in column {write_column(each.column)}{turning}",
        "position": after,
        "cell": Cell(landing, after.column_height(landing) - 1),
        "columns": [_column(each, column, score) for column, score in _scores(each)],
        "text": text[0].upper() + text[1:],
    }


def _scores(each: JudgedMove) -> list[tuple[int, Worth | None]]:
    """Return every column with what it was worth, or nothing if no column was scored."""
    if each.columns is None:
        return []
    return [(column, each.columns.get(column)) for column in range(each.position.width)]


def _column(each: JudgedMove, column: int, score: Worth | None) -> tuple[str, list[str]]:
    """Return the classes of a column and the lines to write below it."""
    if score is None:
        return "", []
    classes = [] if score.sign is None else [SIGNS[score.sign]]
    classes += ["best"] * (column in (each.best_columns or ()))
    classes += ["played"] * (column == each.column)
    return " ".join(classes), _short(score).split("\n")


def _short(worth: Worth) -> str:
    return str(worth).replace(" in ", "\nin ").replace("about ", "≈ ")


def _moves(review: Review) -> Any:
    headers, rows = move_table(review)
    for number in review.blunders:
        rows[number - 1][3] = Markup("<strong>{}</strong>").format(rows[number - 1][3])
    return headers, rows
