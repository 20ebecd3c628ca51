"""The board: large discs, a falling one, the marks of the last move and the winning line."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size as Extent
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from fourscore.core.notation import write_column
from fourscore.core.position import EMPTY, PLAYERS, Cell, Position
from fourscore.tui.colours import Palette, palette_of
from fourscore.tui.sprites import SIZES, Part, Size, quarters, sprite

__all__ = ["DISCS", "Board", "Chip", "top_cell"]

DISCS = {"X": "◉", "O": "●"}
SIX_ROWS = 0.32
"""Seconds that a disc takes to fall six rows."""
BOUNCE = 0.2
"""The share of its speed with which a disc bounces, once."""
FRAMES = 50
"""Frames a second while a disc falls."""
ABOVE, BELOW = 2, 1
"""Lines above the cells (where one aims, and the edge) and below them (the numbers)."""


@dataclass(frozen=True, slots=True)
class Chip:
    """What stands below a column: up to two lines of words, and how good that is."""

    words: tuple[str, str]
    sign: int | None = None
    """1, 0 or -1 if it is proven, which is drawn filled."""
    is_best: bool = False


@dataclass(slots=True)
class _Fall:
    cell: Cell
    mark: str
    rows: int
    start: float

    def height(self, now: float) -> float:
        """Return how many rows above its cell the disc is."""
        gravity = 12 / SIX_ROWS**2
        since, lands = now - self.start, sqrt(2 * self.rows / gravity)
        if since < lands:
            return self.rows - gravity * since**2 / 2
        since -= lands
        return max(0.0, BOUNCE * gravity * lands * since - gravity * since**2 / 2)

    def is_over(self, now: float) -> bool:
        lands = sqrt(2 * self.rows * SIX_ROWS**2 / 12)
        return now - self.start > lands * (1 + 2 * BOUNCE)


class Board(Widget, can_focus=True):
    """A position, drawn as large as there is room for."""

    DEFAULT_CSS = "Board { width: auto; height: auto; }"

    cursor = reactive(3)
    """The column that arrow keys and the mouse point at."""
    aiming = reactive("")
    """Who aims: "X", "O", or "" if no player may."""
    cell_size = reactive(SIZES[4], layout=True)
    chips: reactive[Mapping[int, Chip]] = reactive(dict)
    chip_lines = reactive(2, layout=True)

    class Chosen(Message):
        """A click on a column."""

        def __init__(self, column: int) -> None:
            self.column = column
            super().__init__()

    def __init__(self, position: Position, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.position = position
        self.last: Cell | None = None
        """Where the last disc lies."""
        self.slipped: int | None = None
        """The column at which the last disc was aimed, if it landed beside it."""
        self._won: frozenset[Cell] = frozenset()
        self._fall: _Fall | None = None
        self._timer: Timer | None = None
        self.set_reactive(Board.cursor, position.width // 2)

    # What is shown

    def show(
        self,
        position: Position,
        last: Cell | None = None,
        *,
        slipped: int | None = None,
        falls: bool = False,
    ) -> None:
        """Show another position; with `falls` its last disc falls into place."""
        resized = position.size != self.position.size
        self.position, self.last, self.slipped = position, last, slipped
        outcome = position.outcome
        self._won = frozenset(outcome.cells if outcome else ())
        self._stop()
        if falls and last is not None:
            mark = position.at(*last)
            self._fall = _Fall(last, mark, position.height - last.row, time.perf_counter())
            self._timer = self.set_interval(1 / FRAMES, self._go_on)
        self.refresh(layout=resized)

    @property
    def is_still(self) -> bool:
        return self._fall is None

    def _go_on(self) -> None:
        if self._fall is not None and self._fall.is_over(time.perf_counter()):
            self._stop()
        self.refresh()

    def _stop(self) -> None:
        self._fall = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def fit(self, width: int, height: int) -> bool:
        """Take the largest size that fits. Return whether any does."""
        lines = height - ABOVE - BELOW
        for size in SIZES:
            chips = self.chip_lines if size.has_words else 0
            wide, high = self._extent(size)
            if wide <= width and high + chips <= lines:
                self.cell_size = size
                return True
        return False

    def _extent(self, size: Size) -> tuple[int, int]:
        return size.across * self.position.width + 1, size.down * self.position.height

    def get_content_width(self, container: Extent, viewport: Extent) -> int:  # noqa: ARG002
        return self._extent(self.cell_size)[0]

    def get_content_height(
        self,
        container: Extent,  # noqa: ARG002
        viewport: Extent,  # noqa: ARG002
        width: int,  # noqa: ARG002
    ) -> int:
        chips = self.chip_lines if self.cell_size.has_words else 0
        return ABOVE + self._extent(self.cell_size)[1] + BELOW + chips

    # Mouse

    def column_at(self, x: int) -> int:
        """Return the column below a point of the board."""
        return min(max(0, (x - 1) // self.cell_size.across), self.position.width - 1)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.cursor = self.column_at(event.x)

    def on_click(self, event: events.Click) -> None:
        self.cursor = self.column_at(event.x)
        self.post_message(self.Chosen(self.cursor))

    # Drawing

    def render_line(self, y: int) -> Strip:
        palette = palette_of(self.app.current_theme)
        size = self.cell_size
        line = y - ABOVE
        rows = size.down * self.position.height
        if y == 0:
            segments = self._aim_line(palette)
        elif line < 0:
            edge = _style(palette.board, palette.page)
            segments = [Segment("▄" * self._extent(size)[0], edge)]
        elif line < rows:
            segments = self._cells_line(line, palette)
        elif line == rows:
            segments = self._numbers_line(palette)
        else:
            segments = self._chips_line(line - rows - BELOW, palette)
        strip = Strip(segments).simplify()
        return strip.adjust_cell_length(self.size.width, _style(palette.ink, palette.page))

    def _aim_line(self, palette: Palette) -> list[Segment]:
        """Show who aims where; after a slip, where the disc was aimed and where it went."""
        marks: dict[int, tuple[str, str]] = {}
        if self.slipped is not None and self.last is not None:
            arrow = "→" if self.last.column > self.slipped else "←"
            marks[self.slipped] = (f"▽{arrow}", palette.quiet)
        if self.aiming:
            beside = marks.get(self.cursor, ("", ""))[0]
            marks[self.cursor] = (f"{DISCS[self.aiming]}{beside}", palette.disc(self.aiming))
        fall = self._fall
        if fall is not None and fall.height(time.perf_counter()) > fall.rows - 0.7:
            marks[fall.cell.column] = (DISCS[fall.mark], palette.disc(fall.mark))
        return self._by_column(marks, palette)

    def _numbers_line(self, palette: Palette) -> list[Segment]:
        legal = self.position.legal
        marks = {}
        for column in range(self.position.width):
            pointed = self.aiming and column == self.cursor
            colour = palette.focus if pointed else palette.ink if column in legal else palette.quiet
            marks[column] = (write_column(column), f"bold {colour}" if pointed else colour)
        return self._by_column(marks, palette)

    def _chips_line(self, line: int, palette: Palette) -> list[Segment]:
        plain = _style(palette.quiet, palette.page)
        wide, segments = self.cell_size.across - 1, [Segment(" ", plain)]
        if line > 1 or not self.cell_size.has_words:
            return segments  # The cells have just become smaller; the layout follows.
        for column in range(self.position.width):
            chip = self.chips.get(column)
            words = chip.words[line] if chip is not None else ""
            style = plain
            if chip is not None and chip.sign is not None:
                bold = "bold " if chip.is_best else ""
                style = _style(bold + palette.on_result, palette.result(chip.sign))
            segments += [Segment(words.center(wide)[:wide], style), Segment(" ", plain)]
        return segments

    def _by_column(self, marks: Mapping[int, tuple[str, str]], palette: Palette) -> list[Segment]:
        """Put a word over the middle of each column."""
        wide = self.cell_size.across
        segments = [Segment(" ", _style(palette.ink, palette.page))]
        for column in range(self.position.width):
            word, colour = marks.get(column, ("", palette.ink))
            left = (wide - 1) // 2
            text = (" " * left + word).ljust(wide)[:wide]
            segments.append(Segment(text, _style(colour, palette.page)))
        return segments

    def _cells_line(self, line: int, palette: Palette) -> list[Segment]:
        """Draw one line of characters, which is two lines of pixels."""
        size = self.cell_size
        row = self.position.height - 1 - line // size.down
        part = line % size.down
        edge = _style(palette.board, palette.board)
        segments = [Segment(" ", edge)]
        for column in range(self.position.width):
            segments += self._cell(Cell(column, row), part, palette)
            segments.append(Segment(" ", edge))
        return segments

    def _cell(self, cell: Cell, part: int, palette: Palette) -> list[Segment]:
        mark = self.position.at(*cell)
        fall = self._fall
        if fall is not None and fall.cell == cell:
            mark = EMPTY
        around = palette.board
        if mark != EMPTY and cell in self._won:
            around = palette.ink
        elif mark != EMPTY and cell == self.last:
            around = palette.lit
        upper, lower = (
            self._pixels(cell, 2 * part + half, mark, around, palette) for half in (0, 1)
        )
        segments = []
        for x in range(0, len(upper), 2):
            block, colour, ground = quarters((*upper[x : x + 2], *lower[x : x + 2]))
            segments.append(Segment(block, _style(colour, ground)))
        if self.cell_size.has_glyphs and part == self.cell_size.down // 2:
            self._put_glyph(segments, cell, mark, palette)
        return segments

    def _pixels(self, cell: Cell, y: int, mark: str, around: str, palette: Palette) -> list[str]:
        body = palette.page if mark == EMPTY else palette.disc(mark)
        inside = palette.page if mark == EMPTY else palette.inside(mark)
        colours = {Part.BOARD: around, Part.BODY: body, Part.INSIDE: inside}
        row = [colours[part] for part in sprite(self.cell_size, mark)[y]]
        fall = self._fall
        if fall is not None and fall.cell.column == cell.column and mark == EMPTY:
            self._let_fall(row, cell, y, fall, palette)
        return row

    def _let_fall(self, row: list[str], cell: Cell, y: int, fall: _Fall, palette: Palette) -> None:
        """Show of the falling disc what is seen through this line of an empty cell."""
        size = self.cell_size
        above = fall.cell.row + fall.height(time.perf_counter()) - cell.row
        source = y + round(above * size.pixels)
        if not 0 <= source < size.pixels:
            return
        colours = {Part.BODY: palette.disc(fall.mark), Part.INSIDE: palette.inside(fall.mark)}
        hole = sprite(size, EMPTY)[y]
        for x, part in enumerate(sprite(size, fall.mark)[source]):
            if part != Part.BOARD and hole[x] != Part.BOARD:
                row[x] = colours[part]

    def _put_glyph(self, segments: list[Segment], cell: Cell, mark: str, palette: Palette) -> None:
        middle = len(segments) // 2
        small = self.cell_size.down == 1
        if mark in PLAYERS:
            colour = palette.disc(mark) if small else palette.inside(mark)
            ground = palette.page if small else palette.disc(mark)
            if small and (cell == self.last or cell in self._won):
                ground = palette.lit
            segments[middle] = Segment(DISCS[mark], _style(f"bold {colour}", ground))
        elif self._is_target(cell):
            segments[middle] = Segment("·", _style(palette.disc(self.aiming), palette.page))

    def _is_target(self, cell: Cell) -> bool:
        """Return whether a disc dropped at the cursor would come to lie here."""
        if not self.aiming or cell.column != self.cursor or self._fall is not None:
            return False
        return cell.row <= self.position.column_height(cell.column)


def top_cell(position: Position, column: int) -> Cell:
    """Return the cell of the highest disc in a column that has one.

    >>> top_cell(Position.empty().play(3).play(3), 3)
    Cell(column=3, row=1)
    """
    return Cell(column, position.column_height(column) - 1)


@lru_cache(maxsize=512)
def _style(colour: str, ground: str) -> Style:
    return Style.parse(f"{colour} on {ground}")
