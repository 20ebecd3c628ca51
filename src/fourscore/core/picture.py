"""A board as an SVG picture that is readable without colour, and the colours of a board."""

import re
from collections.abc import Iterable

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


def board_svg(rows: tuple[str, ...], marked: Iterable[tuple[int, int]] = ()) -> str:
    """Draw rows of "-XO", top first, with a rim around the `marked` cells.

    The discs of player one have a ring, those of player two a dot. Marked cells are (column,
    row from the bottom). Below the cells are the column numbers, counted from 1.
    """
    height, width = len(rows), len(rows[0])
    rim = set(marked)
    discs = [
        _disc(mark, column, line, (column, height - 1 - line) in rim)
        for line, row in enumerate(rows)
        for column, mark in enumerate(row)
    ]
    size = f'width="{width * PITCH}" height="{height * PITCH + EDGE}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" '
        f'aria-label="board, rows from the top: {" ".join(rows)}">'
        f'<rect {size} rx="8" fill="{BOARD}"/>{"".join(discs)}'
        f"{_numbers(width, height * PITCH)}</svg>"
    )


def _numbers(width: int, top: int) -> str:
    """Write the column numbers on the board's lower edge, which no theme of a page changes."""
    style = 'font-family="system-ui, sans-serif" font-size="14" font-weight="600"'
    numbers = "".join(
        f'<text x="{column * PITCH + PITCH // 2}" y="{top + EDGE - 8}">{column + 1}</text>'
        for column in range(width)
    )
    return f'<g text-anchor="middle" fill="{NUMBERS}" aria-hidden="true" {style}>{numbers}</g>'


def _disc(mark: str, column: int, line: int, rim: bool) -> str:
    x, y = column * PITCH + PITCH // 2, line * PITCH + PITCH // 2
    at = f'cx="{x}" cy="{y}"'
    fill = {"X": FIRST, "O": SECOND}.get(mark, HOLE)
    stroke = f' stroke="{HOLE}" stroke-width="4"' if rim else ""
    disc = f'<circle {at} r="{RADIUS}" fill="{fill}"{stroke}/>'
    if mark == "X":
        disc += f'<circle {at} r="{RADIUS // 2}" fill="none" stroke="{HOLE}" stroke-width="2.5"/>'
    elif mark == "O":
        disc += f'<circle {at} r="{RADIUS // 4}" fill="{DOT}"/>'
    return disc
