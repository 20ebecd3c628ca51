"""One style for every chart: figures without global state, as PNG, as SVG, or inside a page.

    @chart_style()
    def draw() -> Figure:
        figure, axes = new_figure()
        axes.plot(...)
        return figure

    save(draw(), Path("chart.png"))

Matplotlib reads its settings whenever something is drawn, so draw under `chart_style`. An algorithm
has the same colour in every chart (`agent_styles`), lines carry their names at their ends
(`label_ends`), and the same data gives the same file, byte for byte.
"""

import io
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from fourscore.agents.base import name_of
from fourscore.insight.drawing.colours import ALGORITHMS, LIGHT, OTHERS, mix
from fourscore.insight.drawing.matplotlib import Figure, FuncFormatter, NullFormatter, mpl
from fourscore.insight.drawing.suffixes import CHARTS
from fourscore.runtime.files import check_suffix, writing

__all__ = [
    "Chart",
    "Point",
    "Style",
    "agent_styles",
    "chart_style",
    "error_bars",
    "inline_svg",
    "label_ends",
    "log_scale",
    "new_figure",
    "percent_axis",
    "plain_number",
    "save",
    "shorten",
    "svg_text",
]

Point = tuple[float, float, float]
"""A value and the ends of its interval."""
DOTS = 160
"""Dots per inch of a PNG."""
LABEL = 9
"""The size of small text, in points."""

_SETTINGS = {
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
def chart_style() -> Iterator[None]:
    """Draw in fourscore's style, inside a `with` block or a function that it decorates."""
    # Matplotlib's settings are shared by all threads, so only one may draw at a time.
    with _DRAWING, mpl.rc_context(_SETTINGS):
        yield


def new_figure(
    width: float = 7.2, height: float = 4.2, rows: int = 1, columns: int = 1, **more: Any
) -> tuple[Figure, Any]:
    """Return a figure (in inches) with one pair of axes, or an array of them.

    `more` goes to Matplotlib's `Figure.subplots`.
    """
    with chart_style():
        figure = Figure(figsize=(width, height), layout="constrained")
        return figure, figure.subplots(rows, columns, **more)


def save(figure: Figure, path: Path) -> None:
    """Write a figure as PNG or SVG, as its name says; raise `InputError` if that fails."""
    check_suffix(path, CHARTS)
    content = _render(figure, path.suffix.lower().lstrip("."))
    with writing(path):
        path.write_bytes(content)


def svg_text(figure: Figure) -> str:
    """Return a figure as an SVG document."""
    return _render(figure, "svg").decode("utf-8")


def _render(figure: Figure, form: str) -> bytes:
    # Neither date nor version goes into the file: the same data gives the same bytes.
    metadata = {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
    buffer = io.BytesIO()
    with chart_style():
        figure.savefig(buffer, format=form, dpi=DOTS, metadata=metadata)
    return buffer.getvalue()


def inline_svg(figure: Figure, name: str, label: str) -> Markup:
    """Return a figure as an element of a page: `name` is unique there, `label` describes it.

    Its colours follow the page's, so that it can be read on a dark page too.
    """
    text = svg_text(figure)
    text = text[text.index("<svg") :].strip()
    text = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{name}-", text)
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.S)
    text = re.sub("font-family: 'DejaVu Sans'[^;\"]*", f"font-family: {_SYSTEM}", text)
    for role in ("panel", "ink", "quiet", "line"):
        text = text.replace(f": {LIGHT[role]}", f": var(--{role}, {LIGHT[role]})")
    # On a phone a chart scrolls rather than shrinking until it is unreadable.
    width = figure.get_figwidth()
    least, most = round((60 if width < 9 else 76) * width), round(125 * width)
    size = f'style="min-width: {least}px; max-width: {most}px"'
    return Markup(text.replace("<svg ", f'<svg role="img" aria-label="{escape(label)}" {size} ', 1))


@dataclass(frozen=True, slots=True)
class Chart:
    """A figure, the name of its file, and what it shows in a sentence."""

    name: str
    figure: Figure
    description: str

    def as_svg(self) -> Markup:
        """Return it as an element of a page."""
        return inline_svg(self.figure, self.name, self.description)

    def write(self, folder: Path) -> list[Path]:
        """Write it as PNG and SVG into a folder; return the files."""
        paths = [folder / f"{self.name}{suffix}" for suffix in CHARTS]
        for path in paths:
            save(self.figure, path)
        return paths


# Axes


def plain_number(amount: float) -> str:
    """Write a power of ten as a plain number.

    >>> plain_number(0.1), plain_number(10_000)
    ('0.1', '10,000')
    """
    return f"{amount:,.0f}" if amount >= 1 else f"{amount:g}"


def log_scale(axes: Any, which: str, label: Callable[[float], str] = plain_number) -> None:
    """Make the "x" or "y" axis logarithmic, its ticks labelled by a function."""
    with chart_style():
        getattr(axes, f"set_{which}scale")("log")
        axis = getattr(axes, f"{which}axis")
        axis.set_major_formatter(FuncFormatter(lambda value, _: label(value)))
        axis.set_minor_formatter(NullFormatter())


def percent_axis(axes: Any, which: str, ticks: Sequence[float] = (0, 0.25, 0.5, 0.75, 1)) -> None:
    """Label the "x" or "y" axis of shares in per cent."""
    getattr(axes, f"set_{which}ticks")(ticks, [f"{100 * tick:.0f} %" for tick in ticks])


# The same style for the same agent


class Style(NamedTuple):
    """How an agent is drawn."""

    colour: str
    marker: str


def agent_styles(agents: Mapping[str, str] | Iterable[str]) -> dict[str, Style]:
    """Return the style of each agent, given specs, or specs by name.

    Each algorithm has its colour; several agents of one algorithm get shades of it, the first the
    lightest, and markers of their own.

    >>> drawn = agent_styles(["alphabeta:depth=1", "alphabeta:depth=2", "random"])
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
    """Return a shade from light to dark, or the colour itself if there is only one."""
    if count == 1:
        return colour
    share = 0.5 - 0.7 * place / (count - 1)
    return mix(colour, "#ffffff" if share > 0 else "#000000", abs(share))


# Parts of charts


def error_bars(
    axes: Any,
    places: Sequence[float],
    points: Sequence[Point],
    style: Style,
    horizontal: bool = False,
    **more: Any,
) -> None:
    """Draw values with bars over their intervals; `more` goes to Matplotlib's `errorbar`.

    The values are heights at these places, or if `horizontal` the other way round.
    """
    values = [value for value, _, _ in points]
    below = [max(0.0, value - low) for value, low, _ in points]
    above = [max(0.0, high - value) for value, _, high in points]
    x, y = (values, places) if horizontal else (places, values)
    bars = {"xerr" if horizontal else "yerr": [below, above]}
    drawn = {"fmt": style.marker, "color": style.colour, "elinewidth": 1.4, "capsize": 3}
    with chart_style():
        axes.errorbar(x, y, **bars, **{**drawn, **more})


def label_ends(
    axes: Any, ends: Mapping[str, tuple[float, float]], drawn: Mapping[str, Style]
) -> None:
    """Write names beside the ends of their lines, moved apart where they would overlap.

    A thin line of the same colour leads to each name; where a line ends early, a dot of its colour
    precedes the name instead. Call it once the axes have their limits.
    """
    with chart_style():
        axes.figure.draw_without_rendering()
        low, high = axes.get_xlim()
        order = sorted(ends, key=lambda name: -ends[name][1])
        to_points = 72 / axes.figure.dpi
        heights = [axes.transData.transform(ends[name])[1] * to_points for name in order]
        for name, own, place in zip(order, heights, _apart(heights, LABEL * 1.35), strict=True):
            colour, at = drawn[name].colour, (1.02, place - own)
            if ends[name][0] > low + 0.7 * (high - low):
                _write(axes, shorten(name), ends[name], at, arrowprops=_leader(colour))
            else:
                _write(axes, "●", ends[name], at, color=colour)
                _write(axes, f"{3 * _HARD_SPACE}{shorten(name)}", ends[name], at)


def _write(axes: Any, text: str, end: tuple[float, float], at: Any, **more: Any) -> None:
    """Write beside the axes, as far above a line's end as `at` says in points."""
    place = {"va": "center", "fontsize": LABEL, "annotation_clip": False}
    axes.annotate(text, end, xytext=at, textcoords=_BESIDE, **place, **more)


def shorten(name: str, most: int = 32) -> str:
    """Cut the middle out of a name that is too long for a chart.

    >>> shorten("exec:python3 /home/agents/a-very-long-path.py", 21)
    'exec:python…g-path.py'
    """
    tail = most // 2 - 1
    return name if len(name) <= most else f"{name[: most - 1 - tail]}…{name[-tail:]}"


def _leader(colour: str) -> dict[str, Any]:
    shape = {"arrowstyle": "-", "relpos": (0, 0.5), "shrinkA": 1, "shrinkB": 4}
    return {**shape, "color": colour, "linewidth": 0.9}


def _apart(heights: Sequence[float], least: float) -> list[float]:
    """Move heights, sorted from the top, as little as possible until they are `least` apart.

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
