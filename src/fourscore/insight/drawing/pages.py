"""Self-contained HTML pages: no script, font or request from elsewhere.

    write_text(path, render("review/templates/review.html", title="A title", ...))

Templates live beside the code that fills them and are named by their path in `fourscore.insight`.
A page extends `drawing/templates/base.html`: light or dark as the reader's system is, readable on
a phone, fit to print. `drawing/templates/parts.html` has the macros that pages share. Everything is
escaped unless it is `Markup`.
"""

from collections.abc import Iterable
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from fourscore.core.picture import BOARD, board_svg
from fourscore.core.position import Cell, Position
from fourscore.insight.drawing.colours import DARK, LIGHT
from fourscore.search.words import Rows

__all__ = ["ENVIRONMENT", "board", "render", "table"]


def board(position: Position, marked: Iterable[Cell] = ()) -> Markup:
    """Return a board as a picture in the page's colours, with a rim around marked discs."""
    drawing = board_svg(position.rows(), marked)
    return Markup(drawing.replace(f'fill="{BOARD}"', 'fill="var(--board)"'))


ENVIRONMENT = Environment(
    loader=PackageLoader("fourscore.insight", ""),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
ENVIRONMENT.globals.update(light=LIGHT, dark=DARK, board=board)


def render(template: str, **values: Any) -> Markup:
    """Fill a template; a value that it needs and does not get is an error."""
    return Markup(ENVIRONMENT.get_template(template).render(values))


def table(rows: Rows, label: str) -> Markup:
    """Return a table, outside any page; `label` names it to those who do not see it."""
    parts: Any = ENVIRONMENT.get_template("drawing/templates/parts.html").module
    return Markup(parts.table(rows, label))
