"""A board as an SVG picture that is readable without colour, and the colours of a board."""

import re
from collections.abc import Iterable, Mapping

__all__ = [
    "BOARD",
    "COLOURS",
    "DOT",
    "FIRST",
    "HOLE",
    "PITCH",
    "SECOND",
    "board_svg",
    "name_colours",
]

BOARD, HOLE = "#24508f", "#faf9f6"
FIRST, SECOND, DOT = "#d6455a", "#f0b53c", "#1b2430"
NUMBERS = "#ffffff"
FILLS = {"X": FIRST, "O": SECOND}
COLOURS = {"X": "Red", "O": "Yellow"}
"""What the players are called where their discs have colours."""
PITCH, RADIUS = 40, 16
EDGE = 22
"""The height of the edge below the cells, which has the column numbers."""


def name_colours(text: str) -> str:
    """Name the players by their colours, in a text beside a picture.

    >>> name_colours("X wins in 2; O cannot stop it.")
    'Red wins in 2; Yellow cannot stop it.'
    """
    return re.sub(r"\b[XO]\b", lambda mark: COLOURS[mark[0]], text)


def board_svg(
    rows: tuple[str, ...],
    marked: Iterable[tuple[int, int]] = (),
    threats: Mapping[tuple[int, int], str] | None = None,
    *,
    number_rows: bool = False,
) -> str:
    """Draw rows of "-XO", top first, with a rim around the `marked` discs.

    The discs of player one have a ring, those of player two a dot. The empty cells of `threats`
    get a dashed ring in the colour of the player whose threat it is. Cells are (column, row from
    the bottom). Below them are the column numbers, and with `number_rows` the row numbers are at
    their left, both counted from 1.
    """
    height, width = len(rows), len(rows[0])
    rim, threatened = set(marked), threats or {}
    cells = [
        _disc(mark, column, line, (column, height - 1 - line) in rim)
        if mark in COLOURS
        else _threat(threatened.get((column, height - 1 - line)), column, line)
        for line, row in enumerate(rows)
        for column, mark in enumerate(row)
    ]
    left = EDGE if number_rows else 0
    wide, tall = left + width * PITCH, height * PITCH + EDGE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{tall}" '
        f'viewBox="{-left} 0 {wide} {tall}" role="img" '
        f'aria-label="board, rows from the top: {" ".join(rows)}">'
        f'<path d="{_plate(width, height, left)}" fill="{BOARD}" fill-rule="evenodd"/>'
        f"{''.join(cells)}{_numbers(width, height, number_rows)}</svg>"
    )


def _plate(width: int, height: int, left: int) -> str:
    """Return the outline of the plate and of its holes, through which the page is seen."""
    wide, tall, corner = left + width * PITCH, height * PITCH + EDGE, 8
    turns = ((corner, corner), (-corner, corner), (-corner, -corner), (corner, -corner))
    arcs = (f"a{corner} {corner} 0 0 1 {x} {y}" for x, y in turns)
    across, down = wide - 2 * corner, tall - 2 * corner
    sides = (f"h{across}", f"v{down}", f"h{-across}", f"v{-down}")
    edge = "".join(side + turn for side, turn in zip(sides, arcs, strict=True))
    arc = f"a{RADIUS} {RADIUS} 0 1 0"
    return f"M{corner - left} 0{edge}Z" + "".join(
        f"M{_middle(column) - RADIUS} {_middle(line)}{arc} {2 * RADIUS} 0{arc} {-2 * RADIUS} 0Z"
        for line in range(height)
        for column in range(width)
    )


def _middle(place: int) -> int:
    return place * PITCH + PITCH // 2


def _numbers(width: int, height: int, number_rows: bool) -> str:
    """Write the numbers on the plate's edges, where they are readable on any page."""
    style = 'font-family="system-ui, sans-serif" font-size="14" font-weight="600"'
    places = [(_middle(column), height * PITCH + EDGE - 8, column) for column in range(width)]
    if number_rows:
        places += [(2 - EDGE // 2, _middle(height - 1 - row) + 5, row) for row in range(height)]
    numbers = "".join(f'<text x="{x}" y="{y}">{number + 1}</text>' for x, y, number in places)
    return f'<g text-anchor="middle" fill="{NUMBERS}" aria-hidden="true" {style}>{numbers}</g>'


def _disc(mark: str, column: int, line: int, rim: bool) -> str:
    at = f'cx="{_middle(column)}" cy="{_middle(line)}"'
    stroke = f' stroke="{HOLE}" stroke-width="4"' if rim else ""
    disc = f'<circle {at} r="{RADIUS}" fill="{FILLS[mark]}"{stroke}/>'
    if mark == "X":
        return f'{disc}<circle {at} r="8" fill="none" stroke="{HOLE}" stroke-width="2.5"/>'
    return f'{disc}<circle {at} r="4" fill="{DOT}"/>'


def _threat(player: str | None, column: int, line: int) -> str:
    if player is None:
        return ""
    ring = f'stroke="{FILLS[player]}" stroke-width="4" stroke-dasharray="5 4"'
    return f'<circle cx="{_middle(column)}" cy="{_middle(line)}" r="11" fill="none" {ring}/>'
