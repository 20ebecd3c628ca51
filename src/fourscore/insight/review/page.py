"""A review for the eye: a page that needs nothing but itself, and a part of one for notebooks."""

from pathlib import Path

from fourscore.core.notation import write_column
from fourscore.core.position import Cell
from fourscore.insight.drawing.figures import check_ending, inline_svg, save
from fourscore.insight.drawing.page import (
    Html,
    board,
    markup,
    page,
    paragraph,
    picture,
    section,
    table,
)
from fourscore.insight.drawing.page import write_page as write_text
from fourscore.insight.review.chart import review_chart
from fourscore.insight.review.review import Review, say_columns
from fourscore.insight.review.tables import frame_story, move_table, side_table
from fourscore.insight.truth.judge import Judgement
from fourscore.solver import Score

__all__ = ["ENDINGS", "review_fragment", "review_page", "write_review"]

ENDINGS = (".html", ".png", ".svg")
CAPTION = (
    "What each position was worth with perfect play: above the axis X wins, below it O, and the "
    "farther from it, the sooner. Discs mark the moves that changed the result."
)
LEGEND = paragraph(
    "The board after the move. Below each column stands what it was worth to the player: "
    "underlined what was played, framed what was best."
)
ALL_BEST = paragraph("None: every move was best.")
STYLE = """
.sides { max-width: 440px; }
.moments { display: grid; grid-template-columns: repeat(auto-fill, minmax(312px, 1fr)); gap: 16px; }
.moment { margin: 0; }
.moment svg { display: block; max-width: 100%; }
.columns { display: grid; width: 280px; margin: 4px 0 8px; font-size: 12px; line-height: 1.25;
  text-align: center; list-style: none; padding: 0; }
.columns li { padding: 2px 0; min-height: 34px; display: grid; align-content: center;
  border-radius: 4px; color: var(--quiet); }
.columns .best { outline: 2px solid currentColor; outline-offset: -2px; font-weight: 600; }
.columns .played { text-decoration: underline; }
.columns .wins { color: color-mix(in srgb, var(--wins) 85%, var(--ink)); }
.columns .loses { color: color-mix(in srgb, var(--loses) 90%, var(--ink)); }
"""


def write_review(review: Review, path: Path) -> None:
    """Write a page (.html) or the chart alone (.png, .svg); raises `InputError` if that fails."""
    check_ending(path, ENDINGS)
    if path.suffix.lower() == ".html":
        write_text(path, review_page(review))
    else:
        save(review_chart(review), path)


def review_page(review: Review) -> str:
    """Return the whole page."""
    moments = [_moment(review, number) for number in review.key_moments()]
    shown = f'<div class="moments">{"".join(moments)}</div>'
    return page(
        _title(review),
        section("In short", *(paragraph(each) for each in frame_story(review)), _sides(review)),
        section("The score over the game", _chart(review)),
        section("Moves to look at", *([LEGEND, shown] if moments else [ALL_BEST])),
        section("Every move", _moves(review)),
        section("How it is reckoned", paragraph(RECKONING)),
        lead=f"{len(review.judgements)} moves. {review.story[-1]}",
        style=STYLE,
    )


RECKONING = (
    "Accuracy: a best move counts 1, a move that keeps the result but wins later or loses sooner "
    "counts one half, a move that changes the result counts 0; the mean, in per cent. Moves in the "
    "only column left are not counted. Points lost: how far the scores of the moves are below the "
    "best; a win scores more the sooner it comes."
)


def review_fragment(review: Review) -> str:
    """Return the chart and the two sides, for a notebook."""
    return f"{_chart(review)}\n{_sides(review)}"


def _title(review: Review) -> str:
    first, second = (side.name or side.player for side in review.sides)
    return f"{first} against {second}" if (first, second) != ("X", "O") else "Review of a game"


def _chart(review: Review) -> Html:
    figure = review_chart(review)
    return picture(inline_svg(figure, "score", "The score over the game."), CAPTION)


def _sides(review: Review) -> Html:
    return Html(f'<div class="sides">{table(*side_table(review), "The two sides")}</div>')


def _moment(review: Review, number: int) -> str:
    """Draw the board after a move, what each column was worth, and what it did."""
    each = review.judgements[number - 1]
    after = review.game.positions[number]
    turning = " (turning point)" if number == review.turning_point else ""
    title = f"Move {number}, {each.player} in column {write_column(each.column)}{turning}"
    better = f" Better: {say_columns(each.best_columns)}." if each.best_columns else ""
    words = f"{each.kind}: {each}.{better}"
    drawing = board(after, [Cell(each.column, after.column_height(each.column) - 1)])
    return (
        f'<article class="panel moment"><h3>{markup(title)}</h3>{drawing}{_columns(each)}'
        f"{paragraph(words[0].upper() + words[1:])}</article>"
    )


def _columns(each: Judgement) -> str:
    """Write below each column of a board what it was worth."""
    if each.columns is None:
        return ""
    cells = []
    for column in range(each.position.width):
        score = each.columns.get(column)
        kinds = [] if score is None else [_kind(score)]
        kinds += ["best"] * (column in (each.best_columns or ()))
        kinds += ["played"] * (column == each.column)
        says = "" if score is None else str(score).replace(" in ", "<br>in ")
        cells.append(f'<li class="{" ".join(kinds)}">{says}</li>')
    width = each.position.width
    tracks = f"grid-template-columns: repeat({width}, 1fr); width: {40 * width}px"
    return f'<ol class="columns" style="{tracks}">{"".join(cells)}</ol>'


def _kind(score: Score) -> str:
    return {1: "wins", 0: "draws", -1: "loses"}[score.sign]


def _moves(review: Review) -> Html:
    headers, rows = move_table(review)
    for number in review.blunders:
        rows[number - 1][3] = Html(f"<strong>{markup(rows[number - 1][3])}</strong>")
    return table(headers, rows, "Every move")
