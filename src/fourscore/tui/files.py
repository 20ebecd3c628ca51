"""How games are saved."""

from pathlib import Path

from fourscore.core.game import Game, write_game
from fourscore.runtime.files import write_text

__all__ = ["save_game"]


def save_game(path: Path, game: Game) -> None:
    """Append a game to a file."""
    write_text(path.expanduser(), f"{write_game(game)}\n", append=True)
