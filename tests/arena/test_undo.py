"""Undo and redo with people and machines at the board."""

import pytest

from fourscore.arena.undo import bring_back, take_back
from fourscore.core.game import Game
from fourscore.errors import InputError


def test_taking_back() -> None:
    game = Game()
    with pytest.raises(InputError, match="no move of yours"):
        take_back(game, frozenset("X"))
    for column in (0, 1, 2):
        game.play(column)
    take_back(game, frozenset("X"))
    assert game.columns == (0, 1)
    take_back(game, frozenset("X"))
    assert len(game.columns) == 0
    game.play(0)
    with pytest.raises(InputError, match="no move of yours"):
        take_back(game, frozenset("O"))


def test_bringing_back() -> None:
    game = Game()
    with pytest.raises(InputError, match="no move to redo"):
        bring_back(game, frozenset("X"))
    for column in (0, 1, 2):
        game.play(column)
    take_back(game, frozenset("X"))
    take_back(game, frozenset("X"))
    bring_back(game, frozenset("X"))
    assert list(game.columns) == [0, 1]
    bring_back(game, frozenset("X"))
    assert list(game.columns) == [0, 1, 2]
    assert not game.can_redo
