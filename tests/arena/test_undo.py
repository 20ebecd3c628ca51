"""Undo and redo with people and machines at the board."""

import pytest

from fourscore.arena.undo import redo_turn, undo_turn
from fourscore.core.game import Game
from fourscore.errors import InputError


def test_taking_back_and_bringing_back() -> None:
    game = Game("123")
    for step, left in ((undo_turn, 2), (undo_turn, 0), (redo_turn, 2), (redo_turn, 3)):
        step(game, frozenset("X"))
        assert game.columns == (0, 1, 2)[:left]
    assert not game.can_redo


def test_there_is_nothing_to_bring_or_take_back() -> None:
    with pytest.raises(InputError, match="no move to redo"):
        redo_turn(Game(), frozenset("X"))
    for moves, player in (("", "X"), ("1", "O")):
        with pytest.raises(InputError, match="no move of yours"):
            undo_turn(Game(moves), frozenset(player))
