"""The panel at the board's side: who plays, whose turn, the machine's thoughts, the moves."""

from collections.abc import Mapping, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from fourscore.core.game import Move
from fourscore.core.notation import write_column
from fourscore.core.position import PLAYERS
from fourscore.search.types import Report, Value
from fourscore.search.words import say_amount, say_duration, say_estimate, say_result
from fourscore.tui.board import DISCS, Chip
from fourscore.tui.colours import Palette, palette_of

__all__ = ["Panel", "move_lines", "thought_lines"]


class Panel(Vertical):
    """Plain facts, redrawn whenever one of them changes."""

    DEFAULT_CSS = """
    Panel {
        width: 1fr; height: 1fr; padding: 0 1 0 2; overflow: hidden hidden;
        Static { height: auto; }
        #players { margin-bottom: 1; }
        #status { min-height: 1; }
        #keys { color: $quiet; }
        #thought { margin-top: 1; text-wrap: nowrap; text-overflow: ellipsis; }
        #moves { margin-top: 1; height: 1fr; overflow: hidden hidden; }
    }
    """

    def compose(self) -> ComposeResult:
        for name in ("players", "status", "keys", "thought", "moves"):
            yield Static(id=name)

    class Resized(Message):
        """There is more or less room than before."""

    def on_resize(self) -> None:
        self.post_message(self.Resized())

    @property
    def palette(self) -> Palette:
        return palette_of(self.app.current_theme)

    def show_players(
        self, names: Mapping[str, str], turn: str | None, clocks: Mapping[str, str]
    ) -> None:
        """Name both players and mark whose turn it is."""
        text, room = Text(no_wrap=True, overflow="ellipsis"), max(12, self.size.width - 4)
        for mark in PLAYERS:
            clock = clocks.get(mark, "")
            name = names[mark][: room - len(clock) - 3]
            text.append("▸ " if mark == turn else "  ", self.palette.focus)
            text.append(f"{DISCS[mark]} ", self.palette.disc(mark))
            text.append(name.ljust(room - len(clock) - 2), "bold" if mark == turn else "")
            text.append(f"{clock}\n", self.palette.quiet)
        text.rstrip()
        self.query_one("#players", Static).update(text)

    def show_status(self, status: str, keys: str = "") -> None:
        """Show what is happening, and which keys matter now."""
        self.query_one("#status", Static).update(Text(status))
        help_ = self.query_one("#keys", Static)
        help_.display = bool(keys)
        help_.update(Text(keys))

    def show_thought(self, title: str, report: Report | None) -> None:
        """Show how far a search has come; nothing without a report."""
        lines = [] if report is None else thought_lines(report, self.palette)
        text = Text("\n").join([Text(title, self.palette.quiet), *lines]) if lines else Text()
        text.no_wrap, text.overflow = True, "ellipsis"
        self._show_if_any("#thought", text)

    def show_chips(self, chips: Mapping[int, Chip]) -> None:
        """Show what stands below the columns where the board is too small for it."""
        text = Text("Evaluation" if chips else "", self.palette.quiet)
        for column, chip in chips.items():
            colour = self.palette.ink if chip.sign is None else self.palette.result(chip.sign)
            words = " ".join(filter(None, chip.words))
            text.append(f"\n{write_column(column):>2}  ", self.palette.ink)
            text.append(words, f"{'bold ' if chip.is_best else ''}{colour}")
        self._show_if_any("#thought", text)

    def _show_if_any(self, name: str, text: Text) -> None:
        widget = self.query_one(name, Static)
        widget.display = bool(text)
        widget.update(text)

    def show_moves(self, moves: Sequence[Move], first_ply: int) -> None:
        """List the moves, as many of the last as there is room for."""
        widget = self.query_one("#moves", Static)
        lines = move_lines(moves, first_ply, max(12, self.size.width - 3))
        room = widget.size.height or len(lines)
        text = Text("\n".join(lines[-room:]), self.palette.quiet, no_wrap=True)
        if moves:
            text.stylize(f"bold {self.palette.ink}", len(text) - len(str(moves[-1])))
        widget.update(text)


def move_lines(moves: Sequence[Move], first_ply: int, width: int) -> list[str]:
    """Set moves in columns, with their numbers; the last line ends with the last move.

    >>> move_lines([Move(3, 3), Move(3, 3), Move(4, 4)], 0, 20)
    [' 1. 4 4   2. 5']
    """
    pairs: dict[int, list[str]] = {}
    for ply, move in enumerate(moves, start=first_ply):
        number = ply // 2 + 1
        if number not in pairs and ply % 2:
            pairs[number] = ["…"]
        pairs.setdefault(number, []).append(str(move))
    words = [f"{number:>2}. {' '.join(pair)}" for number, pair in pairs.items()]
    wide = max([9, *(len(word) + 2 for word in words[:-1])])
    each = max(1, width // wide)
    rows = [words[start : start + each] for start in range(0, len(words), each)]
    return ["".join(word.ljust(wide) for word in row).rstrip() for row in rows]


def thought_lines(report: Report, palette: Palette) -> list[Text]:
    """Describe what a search has found so far, line by line."""
    depth = [f"depth {report.depth}"] if report.depth else []
    count = [f"{say_amount(report.nodes)} nodes"] if report.nodes else []
    if report.playouts:
        count.insert(0, f"{say_amount(report.playouts)} playouts")
    lines = [Text(" · ".join([*depth, say_duration(report.seconds)])), Text(" · ".join(count))]
    lines += [
        _value_line(column, value, column == report.column, palette)
        for column, value in sorted(report.values.items())
    ]
    if len(report.line) > 1:
        lines.append(Text(f"line {' '.join(map(write_column, report.line))}"))
    return lines


def _value_line(column: int, value: Value, is_best: bool, palette: Palette) -> Text:
    result = say_result(value)
    style = palette.result(value.result) if value.result is not None and result else ""
    text = Text(f"{'▸' if is_best else ' '}{write_column(column):>2}  ", palette.ink)
    text.append((result or say_estimate(value)).rjust(10), style or "italic")
    if value.visits is not None:
        text.append(f"  {say_amount(value.visits):>7}", palette.quiet)
    return text
