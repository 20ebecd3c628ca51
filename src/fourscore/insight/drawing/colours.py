"""The colours of everything that fourscore draws, by their meaning."""

from fourscore.core.picture import BOARD, DOT, FIRST, HOLE, SECOND

__all__ = ["ALGORITHMS", "DARK", "LIGHT", "OTHERS", "heat", "ink_on", "mix"]

LIGHT = {
    "page": HOLE,
    "panel": "#ffffff",
    "ink": DOT,
    "quiet": "#5d6977",
    "line": "#dcdfe3",
    "board": BOARD,
    "first": FIRST,
    "second": SECOND,
    "wins": "#1e8a6e",
    "draws": "#7b8794",
    "loses": "#b5352c",
    "focus": "#5b6ee1",
}
DARK = {
    "page": "#12161d",
    "panel": "#1a2029",
    "ink": "#e9edf2",
    "quiet": "#97a3b1",
    "line": "#313a46",
    "board": "#2c5aa0",
    "first": "#e8596d",
    "second": "#f6c453",
    "wins": "#35b38f",
    "draws": "#8f9bab",
    "loses": "#e0665c",
    "focus": "#8091ff",
}

ALGORITHMS = {
    "random": "#868c96",
    "astar": "#b07a1e",
    "minimax": "#6a62d2",
    "alphabeta": "#2f7fc1",
    "deepening": "#0f9aa4",
    "expectiminimax": "#9a5bb5",
    "mcts": "#d9693b",
    "tuples": "#7c8f24",
    "zero": "#cf4141",
    "perfect": "#2f9a60",
    "level": "#c24d8e",
}
"""The colour of each algorithm in every chart, visible on light and dark backgrounds."""
OTHERS = "#96735a"
"""For external agents."""

DARK_TEXT, LIGHT_TEXT = "#000000", "#fefefe"
MIDDLE = "#e4e6e8"


def mix(one: str, other: str, share: float) -> str:
    """Mix two colours; a share of 0 gives the first one, 1 the other.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    parts = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def heat(share: float) -> str:
    """Return the colour of a share of the points: losses at 0, grey at one half, wins at 1.

    >>> heat(0.5), heat(1.0) == LIGHT["wins"]
    ('#e4e6e8', True)
    """
    end = LIGHT["wins"] if share >= 0.5 else LIGHT["loses"]
    return mix(MIDDLE, end, abs(2 * share - 1))


def ink_on(colour: str) -> str:
    """Return the text colour that is easiest to read on a background.

    >>> ink_on("#ffffff") == DARK_TEXT, ink_on("#1e2030") == LIGHT_TEXT
    (True, True)
    """
    return max(DARK_TEXT, LIGHT_TEXT, key=lambda text: contrast(text, colour))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as defined by WCAG, from 1 to 21.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _luminance(colour: str) -> float:
    shares = (part / 255 for part in _parts(colour))
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
