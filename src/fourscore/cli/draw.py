"""A position as text for people: the framed board, in colour where there is colour."""

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from fourscore.core.notation import write_column
from fourscore.core.position import PLAYERS, Cell, Position

__all__ = ["DISCS", "STYLES", "board", "cell_words", "columns_words", "player", "standing"]

STYLES = {"X": "bold #e8596d", "O": "bold #f6c453"}
DISCS = {"X": "◉", "O": "●"}
FRAME, HOLE, NUMBERS, WON = "#5b8bd0", "dim", "dim", "reverse"


def board(position: Position, console: Console) -> Text:
    """Draw the board; on a terminal with colour, discs have colour and the last four stands out."""
    drawing = str(position)
    if not _has_colour(console):
        return Text(drawing)
    outcome = position.outcome()
    won = set(outcome.cells if outcome else ())
    lines = drawing.split("\n")
    text = Text(no_wrap=True)
    for line, row in enumerate(lines):
        height = position.height - line
        for place, mark in enumerate(row):
            cell = Cell(place // 2 - 1, height)
            style = NUMBERS if line == len(lines) - 1 else FRAME
            if 1 <= line <= position.height and 1 < place < len(row) - 1:
                style = STYLES.get(mark, HOLE) + (f" {WON}" if cell in won else "")
            text.append(DISCS.get(mark, mark), style)
        text.append("\n")
    text.rstrip()
    return text


def player(mark: str, console: Console) -> Text:
    """Name a player, with the disc where discs are drawn."""
    if not _has_colour(console):
        return Text(mark)
    return Text(f"{DISCS[mark]} {mark}", STYLES[mark])


def _has_colour(console: Console) -> bool:
    return console.color_system is not None and console.encoding.startswith("utf")


def standing(position: Position, console: Console) -> Text:
    """Say who moves or how the game has ended."""
    outcome = position.outcome()
    if outcome is None:
        return Text.assemble(player(position.turn, console), " to move")
    if outcome.winner is None:
        return Text("the game is a draw")
    return Text.assemble(player(outcome.winner, console), " has won")


def cell_words(position: Position, cells: Iterable[Cell]) -> str:
    """List cells, saying which of them can be reached now."""
    legal = position.legal()
    words = [
        f"column {write_column(cell.column)} row {cell.row + 1}"
        + (" (now)" if cell.column in legal and _is_next(position, cell) else "")
        for cell in cells
    ]
    return ", ".join(words) or "none"


def _is_next(position: Position, cell: Cell) -> bool:
    return cell.row == 0 or position.at(cell.column, cell.row - 1) in PLAYERS


def columns_words(columns: Iterable[int]) -> str:
    """List columns as people count them."""
    return " ".join(write_column(column) for column in columns) or "none"
