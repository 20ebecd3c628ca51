"""A position as text for people: the framed board, in colour where there is colour."""

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from fourscore.core.notation import write_cell, write_columns
from fourscore.core.position import EMPTY, PLAYERS, Cell, Position

__all__ = ["board", "cell_words", "columns_words", "player", "standing"]

STYLES = {"X": "bold #e8596d", "O": "bold #f6c453", EMPTY: "dim"}
DISCS = {"X": "◉", "O": "●"}
FRAME, HOLE = "#5b8bd0", "·"


def board(position: Position, console: Console) -> Text:
    """Draw the board; where there is colour, discs have theirs and a winning four stands out."""
    drawing = str(position)
    if not _has_colour(console):
        return Text(drawing)
    outcome = position.outcome
    won = set(outcome.cells if outcome else ())
    width, text = 2 * position.width + 1, Text(no_wrap=True)
    text.append(f"╭{'─' * width}╮\n", FRAME)
    for row in reversed(range(position.height)):
        text.append("│ ", FRAME)
        for column in range(position.width):
            cell = Cell(column, row)
            mark = position.at(*cell)
            text.append(DISCS.get(mark, HOLE), f"{STYLES[mark]}{' reverse' * (cell in won)}")
            text.append(" ")
        text.append("│\n", FRAME)
    text.append(f"╰{'─' * width}╯\n", FRAME)
    return text.append(drawing.rpartition("\n")[2], "dim")


def player(mark: str, console: Console) -> Text:
    """Name a player, with the disc where discs are drawn."""
    if not _has_colour(console):
        return Text(mark)
    return Text(f"{DISCS[mark]} {mark}", STYLES[mark])


def _has_colour(console: Console) -> bool:
    return console.color_system is not None and console.encoding.startswith("utf")


def standing(position: Position, console: Console) -> Text:
    """Return who moves, or how the game has ended."""
    outcome = position.outcome
    if outcome is None:
        return Text.assemble(player(position.turn, console), " to move")
    if outcome.winner is None:
        return Text("the game is a draw")
    return Text.assemble(player(outcome.winner, console), " has won")


def cell_words(position: Position, cells: Iterable[Cell]) -> str:
    """List cells, marking those that can be reached now."""
    legal = position.legal
    words = [
        write_cell(cell) + (" (now)" if cell.column in legal and _is_next(position, cell) else "")
        for cell in cells
    ]
    return ", ".join(words) or "none"


def _is_next(position: Position, cell: Cell) -> bool:
    return cell.row == 0 or position.at(cell.column, cell.row - 1) in PLAYERS


def columns_words(columns: Iterable[int]) -> str:
    """List columns as people count them."""
    return write_columns(columns) or "none"
