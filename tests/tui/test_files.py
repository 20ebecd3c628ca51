"""Games are added to a file, which can be read back."""

from pathlib import Path

import pytest

from fourscore.core.game import Game
from fourscore.core.notation import read_moves
from fourscore.core.reader import load_games, read_line
from fourscore.errors import InputError
from fourscore.tui.files import save_game


def test_saved_games_are_added(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    games = [read_line("44"), Game(read_moves("123")), read_line("1212121")]
    for game in games:
        save_game(file, game)
    assert load_games(str(file)) == games
    with pytest.raises(InputError, match="cannot write the file"):
        save_game(tmp_path / "no" / "where", games[0])
