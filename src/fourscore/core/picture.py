"""A board as an SVG picture that is readable without colour, and the colours of a board."""

from collections.abc import Iterable

__all__ = ["BOARD", "DOT", "FIRST", "HOLE", "SECOND", "board_svg"]

BOARD, HOLE = "#24508f", "#faf9f6"
FIRST, SECOND, DOT = "#d6455a", "#f0b53c", "#1b2430"
PITCH, RADIUS = 40, 16


def board_svg(rows: tuple[str, ...], marked: Iterable[tuple[int, int]] = ()) -> str:
    """Draw rows of "-XO", top first, with a rim around the `marked` cells.

    The discs of player one have a ring, those of player two a dot. Marked cells are (column,
    row from the bottom).
    """
    height, width = len(rows), len(rows[0])
    rim = set(marked)
    discs = [
        _disc(mark, column, line, (column, height - 1 - line) in rim)
        for line, row in enumerate(rows)
        for column, mark in enumerate(row)
    ]
    size = f'width="{width * PITCH}" height="{height * PITCH}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" '
        f'aria-label="board, rows from the top: {" ".join(rows)}">'
        f'<rect {size} rx="8" fill="{BOARD}"/>{"".join(discs)}</svg>'
    )


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
