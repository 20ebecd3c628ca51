"""How environments draw a board: as text, as text on standard output, and as pixels."""

import sys
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourscore.core.picture import BOARD, DOT, FIRST, HOLE, SECOND
from fourscore.core.position import Position
from fourscore.errors import InputError

__all__ = ["FRAMES_A_SECOND", "RENDER_MODES", "check_mode", "draw_pixels", "render"]

RENDER_MODES = ["human", "ansi", "rgb_array"]
FRAMES_A_SECOND = 2
CELL = 64
"""Pixels from one cell to the next."""
EMPTY_TILE, WINNING = 0, 2
"""Tiles: the empty cell, X, O, and both again (`WINNING` further on) as part of a four."""

Pixels = NDArray[np.uint8]


def check_mode(mode: str | None) -> None:
    """Raise `InputError` unless there is such a render mode."""
    if mode is not None and mode not in RENDER_MODES:
        known = ", ".join(RENDER_MODES)
        raise InputError(f"there is no render mode {mode!r}; the render modes are {known}")


def render(position: Position, mode: str | None) -> str | Pixels | None:
    """Draw a board: "ansi" returns text, "rgb_array" pixels, "human" writes text to stdout."""
    if mode == "rgb_array":
        return draw_pixels(position)
    text = f"{position}\n"
    if mode == "human":
        sys.stdout.write(text)
        sys.stdout.flush()
    return text if mode == "ansi" else None


def draw_pixels(position: Position) -> Pixels:
    """Draw a board as an array of pixels, shaped (height, width, 3).

    >>> draw_pixels(Position.empty()).shape
    (384, 448, 3)
    """
    kinds = position.grid().astype(np.intp)
    outcome = position.outcome
    for column, row in outcome.cells if outcome else ():
        kinds[position.height - 1 - row, column] += WINNING
    rows, columns = kinds.shape
    pixels = _tiles()[kinds].swapaxes(1, 2).reshape(rows * CELL, columns * CELL, 3)
    return np.ascontiguousarray(pixels)


@cache
def _tiles() -> Pixels:
    """Draw each kind of cell once, in the manner of `core.picture`."""
    middle = np.arange(CELL) - (CELL - 1) / 2
    distance = np.hypot(middle[:, None], middle[None, :]) / CELL
    radius = 0.4

    def circle(tile: NDArray[Any], outer: float, colour: str, inner: float = 0.0) -> NDArray[Any]:
        edge = 1.0 / CELL
        share = np.clip((outer - distance) / edge + 0.5, 0, 1)
        if inner:
            share *= np.clip((distance - inner) / edge + 0.5, 0, 1)
        mixed: NDArray[Any] = tile + share[:, :, None] * (_rgb(colour) - tile)
        return mixed

    def tile(mark: str, rim: bool) -> NDArray[Any]:
        drawn = np.broadcast_to(_rgb(BOARD), (CELL, CELL, 3))
        if rim:
            drawn = circle(drawn, radius + 0.05, HOLE)
        drawn = circle(drawn, radius, {"X": FIRST, "O": SECOND}.get(mark, HOLE))
        if mark == "X":
            return circle(drawn, radius * 0.58, HOLE, radius * 0.42)
        return circle(drawn, radius / 4, DOT) if mark == "O" else drawn

    kinds = [tile("", False), *(tile(mark, rim) for rim in (False, True) for mark in "XO")]
    tiles: Pixels = np.rint(np.stack(kinds)).astype(np.uint8)
    return tiles


def _rgb(colour: str) -> NDArray[np.float64]:
    return np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)], np.float64)
