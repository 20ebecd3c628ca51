"""How games are saved."""

from pathlib import Path

from fourscore.core.game import Game, write_game
from fourscore.errors import InputError

__all__ = ["save_game"]


def save_game(path: Path, game: Game) -> None:
    """Add a game to a file."""
    try:
        with path.expanduser().open("a", encoding="utf-8") as file:
            file.write(f"{write_game(game)}\n")
    except OSError as error:
        raise InputError(f"cannot write the file '{path}': {error.strerror}") from None
