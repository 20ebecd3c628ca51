"""Games in files: what a person may open, and how games are saved."""

import re
from pathlib import Path

from fourscore.core.game import Game, read_line, read_record, write_game
from fourscore.core.notation import read_board
from fourscore.core.position import Position
from fourscore.errors import InputError, NotationError
from fourscore.runtime.files import write_text

__all__ = ["find_games", "load_games", "read_any", "save_game"]

MOST = 20_000_000
"""Bytes of a file that is still read."""


def find_games(text: str, empty: Position) -> list[Game]:
    """Read games from what a person typed: moves, a board on one line, or the name of a file.

    A file's name may stand after "@". `empty` is the board that moves are played on.

    >>> [len(game.moves) for game in find_games("4453", Position.empty())]
    [4]
    """
    text = text.strip()
    if text.startswith("@"):
        return load_games(Path(text[1:]), empty)
    try:
        return read_any(text, empty)
    except NotationError:
        path = Path(text).expanduser()
        if not _is_file(path):
            raise
        return load_games(path, empty)


def read_any(text: str, empty: Position) -> list[Game]:
    """Read the games of a text: with tags, as a drawn board, or as plain moves."""
    if not re.search(r"[-.XOxo|/+\[{*]", text):
        return [read_line(text, empty)]
    try:
        return read_record(text, empty)
    except NotationError:
        if re.search(r"[\[{*]|\d\.", text):
            raise
    width, height, rules = empty.width, empty.height, empty.variant
    return [Game(read_board(text, width=width, height=height, variant=rules))]


def load_games(path: Path, empty: Position) -> list[Game]:
    """Read the games of a file; says in one sentence what is wrong with it."""
    path = path.expanduser()
    try:
        if path.stat().st_size > MOST:
            raise InputError(f"the file '{path}' is too large to hold games")
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"the file '{path}' is not text in UTF-8") from None
    except OSError as error:
        raise InputError(f"cannot read the file '{path}': {error.strerror}") from None
    if not text.strip():
        raise InputError(f"the file '{path}' is empty")
    try:
        return read_any(text, empty)
    except InputError as error:
        raise InputError(f"in the file '{path}': {error}") from None


def save_game(path: Path, game: Game) -> None:
    """Add a game to a file."""
    write_text(path.expanduser(), f"{write_game(game)}\n", append=True)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
