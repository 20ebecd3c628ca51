"""What is saved between two starts, whatever happens to the files."""

import json
from pathlib import Path

import pytest

from fourscore.core.reader import read_games, read_line
from fourscore.tui.setup import Setup
from fourscore.tui.store import SavedGame, Settings
from fourscore.tui.store import Store as RealStore


class Store(RealStore):
    """A store that a test need not close."""

    def __del__(self) -> None:
        self.close()


def saved_game(moves: str = "4453", undone: int = 1) -> SavedGame:
    game = read_line(moves)
    game.tags["First"] = "human"
    for _ in range(undone):
        game.undo()
    seats = {"X": "human", "O": "alphabeta:depth=2"}
    return SavedGame(game, Setup(second="alphabeta:depth=2", seconds=2.5), seats, 7)


def test_a_game_comes_back_with_what_was_taken_back(state: Path) -> None:
    before = saved_game()
    Store(state).save(before)
    assert before.game.can_redo
    after = Store(state).load()
    assert after is not None
    assert after == before
    assert str(after.game.redo()) == "3"
    assert after.is_running


def test_nothing_is_kept_before_anything_is(state: Path) -> None:
    store = Store(state)
    assert store.load() is None
    assert store.load_settings() == Settings()
    assert store.old_games() == []
    assert store.problems == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b'{"game": "", "undone": 5, "seats": {}, "setup": {}, "seed": 1, "ended": ""}',
        b'{"game": "1. 9", "undone": 0, "seats": {"X": 1, "O": 2}, "setup": 3, "seed": "", '
        b'"ended": ""}',
        b"[" * 100_000,
    ],
)
def test_a_broken_game_is_set_aside(state: Path, content: bytes) -> None:
    state.mkdir()
    (state / "game-1.json").write_bytes(content)
    store = Store(state)
    assert store.load() is None
    assert len(store.problems) == 1
    assert "game-1.json.broken" in store.problems[0]
    assert (state / "game-1.json.broken").read_bytes() == content
    store.save(saved_game())
    assert store.load() is not None


@pytest.mark.parametrize("content", ["{", "[]", '{"motion": 3}', '{"speed": ""}'])
def test_broken_settings_are_set_aside(state: Path, content: str) -> None:
    state.mkdir()
    (state / "settings.json").write_text(content)
    store = Store(state)
    assert store.load_settings() == Settings()
    assert len(store.problems) == 1


@pytest.mark.parametrize(
    "setup",
    [{}, {"second": "nobody"}, {"variant": "x"}, {"size": 3}, {"seconds": -1}, {"first": 1}],
)
def test_choices_that_cannot_be_played_are_forgotten(state: Path, setup: dict[str, object]) -> None:
    state.mkdir()
    (state / "settings.json").write_text(json.dumps({"setup": setup, "speed": 4}))
    settings = Store(state).load_settings()
    assert (settings.setup, settings.speed) == (Setup(), 4)


def test_settings_come_back(state: Path) -> None:
    settings = Settings(Setup(second="mcts:playouts=50"), "fourscore-light", False, True, 4, "x")
    Store(state).save_settings(settings)
    assert Store(state).load_settings() == settings


def test_games_that_were_left(state: Path) -> None:
    store = Store(state)
    store.save(saved_game("44"))
    store.archive(saved_game("44", undone=0))
    store.archive(saved_game("4433", undone=0))
    store.archive(saved_game("", undone=0))
    store.archive(None)
    assert store.load() is None
    assert [len(game.moves) for game in store.old_games()] == [4, 2]
    assert len(read_games(store.history.read_text())) == 2


def test_a_second_program_has_a_place_of_its_own(state: Path) -> None:
    first = Store(state)
    first.save(saved_game("44", undone=0))
    second = Store(state)
    assert second.load() is None
    second.save(saved_game("4433", undone=0))
    saved = first.load()
    assert saved is not None
    assert len(saved.game.moves) == 2


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    store = Store(tmp_path / "state")
    store.save(saved_game())
    store.save_settings(Settings())
    store.archive(saved_game())
    assert store.load() is None
    assert all("state" in problem for problem in store.problems)
