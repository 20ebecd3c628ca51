"""What every live board has: a view that the browser draws, and messages back from it."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from fourscore.core.picture import COLOURS, board_svg
from fourscore.core.position import Cell, Position
from fourscore.solver import Score

__all__ = ["BoardWidget", "SteppedBoard", "chip", "make_view", "score_chip"]

FOLDER = Path(__file__).parent
TONES = {1: "wins", 0: "draws", -1: "loses"}

View = dict[str, Any]
Chip = dict[str, Any]


class BoardWidget(anywidget.AnyWidget):
    """A board whose picture is the synchronised `view`; `board.js` draws it."""

    _esm = FOLDER / "board.js"
    _css = FOLDER / "board.css"
    view = traitlets.Dict(read_only=True).tag(sync=True)
    """What the browser draws."""
    position = traitlets.Instance(Position, read_only=True)
    """The position that is shown; observe it to follow the board."""

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(self._on_message)

    def _on_message(self, _widget: object, content: Any, _buffers: object) -> None:
        """Do what a person asks for in the browser."""
        if isinstance(content, dict):
            self.handle(content)

    def handle(self, message: Mapping[str, Any]) -> None:
        """Handle a message such as ``{"do": "play", "column": 3}``."""

    def __repr__(self) -> str:
        # Widgets with traits of their own get a class of their own, below the real one.
        return f"<{type(self).__mro__[1].__name__}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Add a picture, for where no widget is shown: saved notebooks, mails, repositories."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle is not None:
            board = self.view["board"]
            bundle[0]["image/svg+xml"] = board_svg(tuple(board["rows"]), board["winning"])
        return bundle


class SteppedBoard(BoardWidget):
    """A board that shows one of several steps; set `step` to show another."""

    step = traitlets.Int(0).tag(sync=True)
    """The step that is shown, counted from 0."""
    steps = traitlets.Int(1, read_only=True)
    """How many there are."""

    def __init__(self, steps: int) -> None:
        super().__init__()
        self.set_trait("steps", steps)
        self._show()

    @traitlets.validate("step")
    def _within(self, proposal: Mapping[str, Any]) -> int:
        return max(0, min(int(proposal["value"]), self.steps - 1))

    @traitlets.observe("step")
    def _show(self, _change: object = None) -> None:
        self.set_trait("position", self.position_at(self.step))
        self.set_trait("view", self.view_at(self.step))

    def position_at(self, step: int) -> Position:
        """Return the position of a step."""
        raise NotImplementedError

    def view_at(self, step: int) -> View:
        """Return what the browser draws at a step."""
        raise NotImplementedError


def make_view(
    rows: Sequence[str],
    *,
    turn: str | None = None,
    columns: Sequence[Mapping[str, Any]] | None = None,
    last: Cell | None = None,
    aim: int | None = None,
    winning: Collection[Cell] = (),
    marked: Collection[Cell] = (),
    **beside: Any,
) -> View:
    """Return a view of a board and of what stands beside and below it.

    With `columns`, each with a label and the places where a disc would land, it can be played on.
    """
    blank = {"players": [], "status": "", "details": [], "buttons": [], "moves": "", "caption": ""}
    named = "".join(row + "/" for row in rows).replace("-", ".")
    drawn = {
        "rows": list(rows),
        "turn": turn,
        "columns": columns,
        "last": last,
        "aim": aim,
        "winning": list(winning),
        "marked": list(marked),
        "label": "Columns" if columns else f"Board, rows from the top: {_in_colours(named)}",
    }
    return {"board": drawn, "chips": None, "scores": None, "steps": None, **blank, **beside}


def _in_colours(rows: str) -> str:
    names = {"X": COLOURS["X"][0], "O": COLOURS["O"][0]}
    return " ".join("".join(names.get(mark, mark) for mark in rows).split("/")).strip()


def chip(text: str, tone: str = "", **more: bool) -> Chip:
    """Return what stands below a column: a few words in the tone of a result."""
    return {"text": text, "tone": tone, **more}


def score_chip(score: Score, **more: bool) -> Chip:
    """Return a score in words, on two lines."""
    return chip(str(score).replace(" in ", "\nin "), TONES[score.sign], **more)
