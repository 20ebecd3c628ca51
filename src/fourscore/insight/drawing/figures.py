"""One look for every chart: figures without global state, as PNG, as SVG, or inside a page.

    @look()
    def draw() -> Figure:
        figure, axes = new_figure()
        axes.plot(...)
        return figure

    save(draw(), Path("chart.png"))

Matplotlib asks for parts of a look whenever something is drawn, so draw under `look`. An algorithm
has the same colour in every chart (`styles`), lines carry their names at their ends (`label_ends`),
and the same data gives the same file, byte for byte.
"""

import io
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter

from fourscore.agents.base import name_of
from fourscore.errors import InputError
from fourscore.insight.drawing.colours import ALGORITHMS, LIGHT, OTHERS, mix

__all__ = [
    "ENDINGS",
    "Style",
    "check_ending",
    "inline_svg",
    "label_ends",
    "look",
    "new_figure",
    "save",
    "scale_up",
    "shorten",
    "styles",
    "svg_text",
    "whiskers",
]

ENDINGS = (".png", ".svg")
DOTS = 160
"""Dots an inch of a PNG."""
LABEL = 9
"""The size of small text, in points."""

_LOOK = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 10,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 12,
    "axes.labelsize": 10,
    "axes.labelcolor": LIGHT["quiet"],
    "axes.titlecolor": LIGHT["ink"],
    "axes.edgecolor": LIGHT["quiet"],
    "axes.facecolor": LIGHT["panel"],
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "grid.color": LIGHT["line"],
    "grid.linewidth": 0.8,
    "text.color": LIGHT["ink"],
    "text.parse_math": False,
    "xtick.color": LIGHT["quiet"],
    "ytick.color": LIGHT["quiet"],
    "xtick.labelsize": LABEL,
    "ytick.labelsize": LABEL,
    "figure.facecolor": LIGHT["panel"],
    "savefig.facecolor": LIGHT["panel"],
    "lines.linewidth": 1.8,
    "lines.markersize": 5,
    "legend.frameon": False,
    "legend.fontsize": LABEL,
    "svg.fonttype": "none",
    "svg.hashsalt": "fourscore",
    "path.simplify": False,
}
_DRAWING = threading.RLock()
_BESIDE = ("axes fraction", "offset points")
_HARD_SPACE = "\N{NO-BREAK SPACE}"
_MARKERS = "os^DvPX*<>"
_SYSTEM = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


# Figures


@contextmanager
def look() -> Iterator[None]:
    """Draw in fourscore's look for as long as the block, or the function below it, runs."""
    # Matplotlib keeps its settings for all threads; only one may draw at a time.
    with _DRAWING, mpl.rc_context(_LOOK):
        yield


def new_figure(
    width: float = 7.2, height: float = 4.2, rows: int = 1, columns: int = 1, **more: Any
) -> tuple[Figure, Any]:
    """Make a figure (in inches) with one pair of axes, or an array of them.

    `more` goes to Matplotlib's `Figure.subplots`.
    """
    with look():
        figure = Figure(figsize=(width, height), layout="constrained")
        return figure, figure.subplots(rows, columns, **more)


def check_ending(path: Path, endings: Sequence[str] = ENDINGS) -> None:
    """Refuse a file that is not named as one of the kinds that can be written.

    >>> check_ending(Path("plot.gif"))
    Traceback (most recent call last):
    fourscore.errors.InputError: cannot write 'plot.gif': its name must end in .png or .svg
    """
    if path.suffix.lower() not in endings:
        *most, last = endings
        known = f"{', '.join(most)} or {last}" if most else last
        raise InputError(f"cannot write '{path}': its name must end in {known}")


def save(figure: Figure, path: Path) -> None:
    """Write a figure as PNG or SVG, as the name says; raises `InputError` if that fails."""
    check_ending(path)
    content = _drawn(figure, path.suffix.lower().lstrip("."))
    try:
        path.write_bytes(content)
    except OSError as error:
        raise InputError(f"cannot write the file '{path}': {error.strerror}") from None


def svg_text(figure: Figure) -> str:
    """Return a figure as an SVG document."""
    return _drawn(figure, "svg").decode("utf-8")


def _drawn(figure: Figure, form: str) -> bytes:
    # Neither the date nor the version belongs into the file: the same data, the same bytes.
    metadata = {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
    buffer = io.BytesIO()
    with look():
        figure.savefig(buffer, format=form, dpi=DOTS, metadata=metadata)
    return buffer.getvalue()


def inline_svg(figure: Figure, name: str, says: str) -> str:
    """Return a figure as an element of a page: `name` is unique there, `says` tells what it shows.

    Its inks follow the page's colours, so that it can be read on a dark page too.
    """
    text = svg_text(figure)
    text = text[text.index("<svg") :].strip()
    text = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{name}-", text)
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.S)
    text = re.sub("font-family: 'DejaVu Sans'[^;\"]*", f"font-family: {_SYSTEM}", text)
    for role in ("panel", "ink", "quiet", "line"):
        text = text.replace(f": {LIGHT[role]}", f": var(--{role}, {LIGHT[role]})")
    label = says.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    # On a phone a chart rather scrolls than shrinks until nobody can read it.
    width = figure.get_figwidth()
    least, most = round((60 if width < 9 else 76) * width), round(125 * width)
    size = f'style="min-width: {least}px; max-width: {most}px"'
    return text.replace("<svg ", f'<svg role="img" aria-label="{label}" {size} ', 1)


def scale_up(axes: Any, say: Callable[[float], str]) -> None:
    """Make the upright axis logarithmic, its marks said by a function."""
    with look():
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: say(value)))
        axes.yaxis.set_minor_formatter(NullFormatter())


# The same look for the same agent


class Style(NamedTuple):
    """How an agent is drawn."""

    colour: str
    marker: str


def styles(agents: Mapping[str, str] | Iterable[str]) -> dict[str, Style]:
    """Return each agent its look; takes specs, or specs by name.

    An algorithm has its colour; several agents of one algorithm are its shades, the first the
    lightest, with markers of their own.

    >>> drawn = styles(["alphabeta:depth=1", "alphabeta:depth=2", "random"])
    >>> drawn["random"].colour, len({style.colour for style in drawn.values()})
    ('#868c96', 3)
    """
    specs = dict(agents) if isinstance(agents, Mapping) else {spec: spec for spec in agents}
    families: dict[str, list[str]] = {}
    for name, spec in specs.items():
        families.setdefault(name_of(spec).partition(" ")[0], []).append(name)
    found = {}
    for family, names in families.items():
        base = ALGORITHMS.get(family, OTHERS)
        for place, name in enumerate(names):
            shade = _shade(base, place, len(names))
            found[name] = Style(shade, _MARKERS[place % len(_MARKERS)])
    return {name: found[name] for name in specs}


def _shade(colour: str, place: int, count: int) -> str:
    """Return a shade from light to dark, the colour itself if there is one only."""
    if count == 1:
        return colour
    share = 0.5 - 0.7 * place / (count - 1)
    return mix(colour, "#ffffff" if share > 0 else "#000000", abs(share))


# Parts of charts


def whiskers(
    axes: Any,
    x: Sequence[float],
    y: Sequence[float],
    low: Sequence[float],
    high: Sequence[float],
    style: Style,
    horizontal: bool = False,
    **more: Any,
) -> None:
    """Draw points with error bars from `low` to `high`; `more` goes to Matplotlib's `errorbar`."""
    middle = x if horizontal else y
    below = [max(0.0, m - lo) for m, lo in zip(middle, low, strict=True)]
    above = [max(0.0, hi - m) for m, hi in zip(middle, high, strict=True)]
    bars = {"xerr" if horizontal else "yerr": [below, above]}
    looks = {"fmt": style.marker, "color": style.colour, "elinewidth": 1.4, "capsize": 3}
    with look():
        axes.errorbar(x, y, **bars, **{**looks, **more})


def label_ends(
    axes: Any, ends: Mapping[str, tuple[float, float]], drawn: Mapping[str, Style]
) -> None:
    """Write names beside the ends of their lines, one below the other where they would overlap.

    A thread in a line's colour leads to its name, or for a line that ends early a spot in its
    colour stands before the name. Call it when the axes have their limits.
    """
    with look():
        axes.figure.draw_without_rendering()
        low, high = axes.get_xlim()
        order = sorted(ends, key=lambda name: -ends[name][1])
        to_points = 72 / axes.figure.dpi
        heights = [axes.transData.transform(ends[name])[1] * to_points for name in order]
        for name, own, place in zip(order, heights, _apart(heights, LABEL * 1.35), strict=True):
            colour, at = drawn[name].colour, (1.02, place - own)
            if ends[name][0] > low + 0.7 * (high - low):
                _write(axes, shorten(name), ends[name], at, arrowprops=_thread(colour))
            else:
                _write(axes, "●", ends[name], at, color=colour)
                _write(axes, f"{3 * _HARD_SPACE}{shorten(name)}", ends[name], at)


def _write(axes: Any, text: str, end: tuple[float, float], at: Any, **more: Any) -> None:
    """Write beside the axes, as far above a line's end as `at` says in points."""
    looks = {"va": "center", "fontsize": LABEL, "annotation_clip": False}
    axes.annotate(text, end, xytext=at, textcoords=_BESIDE, **looks, **more)


def shorten(name: str, most: int = 32) -> str:
    """Leave out the middle of a name that is too long for a chart.

    >>> shorten("exec:python3 /home/agents/a-very-long-path.py", 21)
    'exec:python…g-path.py'
    """
    tail = most // 2 - 1
    return name if len(name) <= most else f"{name[: most - 1 - tail]}…{name[-tail:]}"


def _thread(colour: str) -> dict[str, Any]:
    shape = {"arrowstyle": "-", "relpos": (0, 0.5), "shrinkA": 1, "shrinkB": 4}
    return {**shape, "color": colour, "linewidth": 0.9}


def _apart(heights: Sequence[float], least: float) -> list[float]:
    """Move heights, given from the top, as little as keeps them `least` apart.

    >>> _apart([10, 9, 0], 4)
    [11.5, 7.5, 0.0]
    """
    groups: list[list[float]] = []
    for height in heights:
        groups.append([height])
        while len(groups) > 1 and _bottom(groups[-2], least) - least < _top(groups[-1], least):
            last = groups.pop()
            groups[-1] += last
    spread = [_top(group, least) - least * at for group in groups for at in range(len(group))]
    assert all(above - below >= least - 1e-6 for above, below in pairwise(spread))
    return spread


def _top(group: Sequence[float], least: float) -> float:
    return sum(group) / len(group) + least * (len(group) - 1) / 2


def _bottom(group: Sequence[float], least: float) -> float:
    return _top(group, least) - least * (len(group) - 1)
