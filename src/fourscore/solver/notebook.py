"""Scores and analyses as a notebook shows them."""

from html import escape

from fourscore.core.notation import write_column
from fourscore.core.picture import COLOURS, PITCH, board_svg
from fourscore.solver.score import Analysis, Score

__all__ = ["analysis_html", "score_html"]


def score_html(score: Score) -> str:
    """Return a score in words, with its number.

    >>> score_html(Score(1, 41))
    '<span>wins in 21 <span style="opacity: 0.7">(score +1)</span></span>'
    """
    number = f'<span style="opacity: 0.7">(score {_number(score)})</span>'
    return f"<span>{escape(str(score))} {number}</span>"


def analysis_html(analysis: Analysis) -> str:
    """Return the board, what every column is worth below it, and the same as a table."""
    position = analysis.position
    outcome = position.outcome
    board = board_svg(position.rows(), outcome.cells if outcome else ())
    left = f"<div>{board}{_below(analysis)}</div>"
    right = f"<div><p><strong>{_verdict(analysis)}</strong></p>{_table(analysis)}</div>"
    style = "display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: flex-start"
    return f'<div style="{style}">{left}{right}</div>'


def _verdict(analysis: Analysis) -> str:
    said = f"{COLOURS[analysis.position.turn]} {analysis.score}"
    if not analysis.best:
        return f"{said}."
    *most, last = map(write_column, analysis.best)
    columns = f"{', '.join(most)} or {last}" if most else last
    return f"{said}{' at best,' * (analysis.score.sign < 0)} with column {columns}."


def _below(analysis: Analysis) -> str:
    """Return the scores in words, each below its column, with a frame around the best."""
    style = (
        f"display: grid; grid-template-columns: repeat({analysis.position.width}, {PITCH}px); "
        "margin-top: 4px; font-size: 11px; line-height: 1.2; text-align: center"
    )
    cells = [_chip(analysis, column) for column in range(analysis.position.width)]
    return f'<div style="{style}" aria-hidden="true">{"".join(cells)}</div>'


def _chip(analysis: Analysis, column: int) -> str:
    if column not in analysis.scores:
        return "<div></div>"
    frame = "border: 2px solid; font-weight: bold" if column in analysis.best else "padding: 2px"
    words = escape(str(analysis.scores[column])).replace(" in ", "<br/>in ")
    return f'<div style="margin: 0 1px; border-radius: 6px; {frame}">{words}</div>'


def _table(analysis: Analysis) -> str:
    rows = "".join(
        f"<tr><td>{write_column(column)}</td><td>{escape(str(score))}</td>"
        f"<td>{_number(score)}</td><td>{'best' if column in analysis.best else ''}</td></tr>"
        for column, score in analysis.scores.items()
    )
    head = "<tr><th>column</th><th>with perfect play</th><th>score</th><td></td></tr>"
    return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>" if rows else ""


def _number(score: Score) -> str:
    return f"{int(score):+d}".replace("-", "\N{MINUS SIGN}") if score.sign else "0"
