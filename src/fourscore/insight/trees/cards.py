"""What the cards of tree pictures share: their measures, their parts, their style sheet."""

from collections.abc import Iterable
from dataclasses import dataclass

from fourscore.core.position import Position
from fourscore.insight.drawing.colours import DARK, LIGHT, ink_on

__all__ = ["LABEL", "PILL", "Shape", "defs_svg", "style"]

LABEL = 22
"""The height of the strip with the column on top of a card."""
PILL = 20
BETWEEN = 44
"""What parts one layer from the next."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The measures of one picture's cards."""

    width: int
    height: int
    pitch: float
    has_more: bool
    has_truth: bool

    @property
    def name(self) -> str:
        """What the shared parts of pictures with these boards are called."""
        return f"fs{self.width}x{self.height}"

    @property
    def board(self) -> tuple[float, float]:
        return self.pitch * self.width, self.pitch * self.height

    @property
    def below_board(self) -> float:
        return LABEL + self.board[1] + 6

    @property
    def card(self) -> float:
        """The height of a card with a board and a note on what is folded."""
        lines = PILL + 4 + (16 if self.has_more else 0) + (PILL + 4 if self.has_truth else 0)
        return self.below_board + lines + 18

    @property
    def layer(self) -> float:
        """From the top of one layer to that of the next."""
        return self.card + BETWEEN


def defs_svg(position: Position, shape: Shape) -> str:
    """Return the parts that cards refer to: the empty board, discs, the scissors."""
    wide, high = shape.board
    pitch, radius = shape.pitch, 0.39 * shape.pitch
    holes = "".join(
        f'<circle class="fs-hole" r="{radius:g}" '
        f'cx="{(x + 0.5) * pitch:g}" cy="{(y + 0.5) * pitch:g}"/>'
        for x in range(position.width)
        for y in range(position.height)
    )
    discs = [("x", radius), ("o", radius), ("X", 6.5), ("O", 6.5)]
    drawn = "".join(_disc(f"{shape.name}-{mark}", mark, size) for mark, size in discs)
    return (
        f'<defs><g id="{shape.name}-board">'
        f'<rect class="fs-board" width="{wide:g}" height="{high:g}" rx="4"/>'
        f"{holes}</g>{drawn}"
        f'<circle id="{shape.name}-last" class="fs-last" r="{0.5 * pitch:g}"/>'
        '<g id="fs-scissors" class="fs-scissors"><circle cx="-5" cy="16" r="3"/>'
        '<circle cx="5" cy="16" r="3"/><path d="M-3.5 13.5 4.5 2M3.5 13.5-4.5 2"/></g></defs>'
    )


def _disc(name: str, mark: str, radius: float) -> str:
    if mark in "xX":
        inner = f'<circle class="fs-ring" r="{0.5 * radius:g}" stroke-width="{0.22 * radius:g}"/>'
        return f'<g id="{name}"><circle class="fs-first" r="{radius:g}"/>{inner}</g>'
    inner = f'<circle class="fs-dot" r="{0.3 * radius:g}"/>'
    return f'<g id="{name}"><circle class="fs-second" r="{radius:g}"/>{inner}</g>'


def style() -> str:
    """Return the style sheet: colours for light, and for dark where the system asks for it."""
    return f"{_SHAPES}{_paint(LIGHT)}@media (prefers-color-scheme: dark) {{{_paint(DARK)}}}"


_SHAPES = """
.fs text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  font-size: 12px; text-anchor: middle; font-variant-numeric: tabular-nums; }
.fs .fs-title { font-size: 20px; font-weight: 600; text-anchor: start; }
.fs .fs-note { font-size: 14px; text-anchor: start; }
.fs .fs-small, .fs .fs-order, .fs .fs-more { font-size: 11px; }
.fs .fs-order { text-anchor: start; font-size: 10px; }
.fs .fs-more { font-weight: 600; }
.fs .fs-column { font-weight: 600; }
.fs .fs-wrong text { font-size: 10px; font-weight: 600; }
.fs-edge { fill: none; stroke-width: 1.2; }
.fs-edge.fs-best { stroke-width: 3; }
.fs-cut { stroke-dasharray: 3 3; }
.fs-rim { fill: none; stroke: none; }
.fs-rim.fs-best { stroke-width: 2; }
.fs-rim.fs-waiting { stroke-width: 1.5; stroke-dasharray: 4 3; }
.fs-last, .fs-ring, .fs-scissors { fill: none; }
.fs-last, .fs-scissors { stroke-width: 1.4; }
.fs-open rect { stroke-width: 1.4; }
.fs-label { stroke-width: 1; }
.fs-chance { stroke-width: 1.6; }
"""


def _paint(colours: dict[str, str]) -> str:
    page, panel, ink, quiet = (colours[name] for name in ("page", "panel", "ink", "quiet"))
    rules = [
        (".fs-page, .fs-hole", f"fill: {page}"),
        (".fs text", f"fill: {ink}"),
        (".fs .fs-note, .fs .fs-small, .fs .fs-order", f"fill: {quiet}"),
        (".fs .fs-more", f"fill: {colours['focus']}"),
        (".fs-edge, .fs-scissors", f"stroke: {quiet}"),
        (".fs-edge.fs-best, .fs-rim.fs-best", f"stroke: {colours['focus']}"),
        (".fs-rim.fs-waiting", f"stroke: {quiet}"),
        (".fs-cut", f"stroke: {colours['draws']}"),
        (".fs-board", f"fill: {colours['board']}"),
        (".fs-first", f"fill: {colours['first']}"),
        (".fs-second", f"fill: {colours['second']}"),
        (".fs-ring", f"stroke: {LIGHT['page']}"),
        (".fs-dot", f"fill: {LIGHT['ink']}"),
        (".fs-last", f"stroke: {LIGHT['panel']}"),
        (".fs-label", f"fill: {panel}; stroke: {colours['line']}"),
        (".fs-label.fs-best", f"fill: {panel}; stroke: {colours['focus']}"),
        (".fs-chance", f"fill: {panel}; stroke: {quiet}"),
        (".fs-open rect", f"fill: {panel}"),
        (".fs-open.fs-even rect", f"stroke: {quiet}"),
        (".fs-full.fs-even rect", f"fill: {quiet}"),
        (".fs .fs-full.fs-even text", f"fill: {ink_on(quiet)}"),
        *_tones(colours),
    ]
    return "".join(f"{where} {{ {what} }}\n" for where, what in rules)


def _tones(colours: dict[str, str]) -> Iterable[tuple[str, str]]:
    for tone in ("wins", "draws", "loses"):
        yield f".fs-open.fs-{tone} rect", f"stroke: {colours[tone]}"
        yield f".fs-full.fs-{tone} rect", f"fill: {colours[tone]}"
        yield f".fs .fs-full.fs-{tone} text", f"fill: {ink_on(colours[tone])}"
    yield ".fs-wrong rect", f"fill: {colours['loses']}"
    yield ".fs .fs-wrong text", f"fill: {ink_on(colours['loses'])}"
