"""Undo and redo with people and machines at the board."""

import pytest

from fourscore.arena.undo import redo_turn, undo_turn
from fourscore.core.game import Game
from fourscore.errors import InputError


def test_taking_back() -> None:
    game = Game()
    with pytest.raises(InputError, match="no move of yours"):
        undo_turn(game, frozenset("X"))
    for column in (0, 1, 2):
        game.play(column)
    undo_turn(game, frozenset("X"))
    assert game.columns == (0, 1)
    undo_turn(game, frozenset("X"))
    assert len(game.columns) == 0
    game.play(0)
    with pytest.raises(InputError, match="no move of yours"):
        undo_turn(game, frozenset("O"))


def test_bringing_back() -> None:
    game = Game()
    with pytest.raises(InputError, match="no move to redo"):
        redo_turn(game, frozenset("X"))
    for column in (0, 1, 2):
        game.play(column)
    undo_turn(game, frozenset("X"))
    undo_turn(game, frozenset("X"))
    redo_turn(game, frozenset("X"))
    assert list(game.columns) == [0, 1]
    redo_turn(game, frozenset("X"))
    assert list(game.columns) == [0, 1, 2]
    assert not game.can_redo
