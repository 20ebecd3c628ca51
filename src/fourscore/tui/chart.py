"""The score over a game, drawn with blocks around an axis: above it the first player wins."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from fourscore.tui.colours import Palette, palette_of

__all__ = ["Chart", "Point", "bar"]

BLOCKS = " ▁▂▃▄▅▆▇█"
MIN_HEIGHT = 0.3
"""The height of the slowest win; the fastest has 1."""
MARGIN = 3
"""Letters at the left, for the discs that stand for the two sides."""


@dataclass(frozen=True, slots=True)
class Point:
    """The game after so many moves."""

    share: float
    """How good it is for the first player, from -1 to 1."""
    is_blunder: bool = False
    """Whether the move that led here has changed the result."""


def bar(share: float, row: int, rows: int) -> int:
    """Return the eighths of a row, counted from the axis, that a bar of this height fills.

    >>> [bar(0.5, row, 3) for row in range(3)]
    [8, 4, 0]
    """
    return min(8, max(0, round(8 * rows * share) - 8 * row))


def height_of(score: int, most: int) -> float:
    """Turn a score into a height, so that the slowest win is still seen.

    >>> height_of(0, 21), height_of(21, 21), height_of(-21, 21)
    (0.0, 1.0, -1.0)
    """
    if score == 0:
        return 0.0
    size = MIN_HEIGHT + (1 - MIN_HEIGHT) * min(1.0, abs(score) / most)
    return size if score > 0 else -size


class Chart(Widget):
    """Bars that can be clicked; the one at `cursor` stands out."""

    DEFAULT_CSS = "Chart { height: 7; width: 1fr; }"

    cursor = reactive(0)
    points: reactive[Sequence[Point]] = reactive(())

    class Picked(Message):
        """A click on a move."""

        def __init__(self, ply: int) -> None:
            self.ply = ply
            super().__init__()

    @property
    def _each(self) -> int:
        """Letters for each move."""
        room = self.size.width - MARGIN - 1
        return max(1, min(4, room // max(1, len(self.points))))

    def on_click(self, event: events.Click) -> None:
        ply = (event.x - MARGIN) // self._each
        if 0 <= ply < len(self.points):
            self.post_message(self.Picked(ply))

    def render_line(self, y: int) -> Strip:
        palette = palette_of(self.app.current_theme)
        page, middle = palette.page, self.size.height // 2
        rows = middle
        label = {0: ("◉", palette.first), self.size.height - 1: ("●", palette.second)}
        word, colour = label.get(y, (" ", palette.quiet))
        segments = [Segment(f" {word} ", _style(colour, page))]
        for ply, point in enumerate(self.points):
            ground = palette.cursor if ply == self.cursor else page
            if y == middle:
                segments.append(self._axis(ply, point, palette, ground))
            elif y < middle:
                filled = bar(point.share, middle - 1 - y, rows)
                style = _style(palette.first, ground)
                segments.append(self._letters(BLOCKS[filled], style))
            else:
                # Blocks grow from below, so that those that hang are cut out of their ground.
                filled = bar(-point.share, y - middle - 1, rows)
                style = _style(ground, palette.second if filled else ground)
                segments.append(self._letters(BLOCKS[8 - filled] if filled else " ", style))
        strip = Strip(segments).simplify()
        return strip.adjust_cell_length(self.size.width, _style(palette.ink, page))

    def _letters(self, block: str, style: Style) -> Segment:
        return Segment(block * self._each, style)

    def _axis(self, ply: int, point: Point, palette: Palette, ground: str) -> Segment:
        """Draw the axis, with a mark where a result was given away."""
        mark = "✗" if point.is_blunder else "●" if ply == self.cursor else "─"
        colour = palette.loses if point.is_blunder else palette.quiet
        if ply == self.cursor and not point.is_blunder:
            colour = palette.focus
        rest = "─" * (self._each - 1)
        return Segment(f"{mark}{rest}", _style(f"bold {colour}" if mark != "─" else colour, ground))


def _style(colour: str, ground: str) -> Style:
    return Style.parse(f"{colour} on {ground}")
