"""Undo and redo where some players are people: the machine's answer goes with their move."""

from collections.abc import Collection

from fourscore.core.game import Game
from fourscore.errors import IllegalMoveError

__all__ = ["redo_turn", "undo_turn"]


def undo_turn(game: Game, people: Collection[str]) -> None:
    """Undo moves up to and including the last one of a person ("X" or "O"), who moves again.

    >>> game = Game()
    >>> _ = [game.play(column) for column in (3, 2, 3)]
    >>> undo_turn(game, {"O"})
    >>> game.columns
    (3,)
    """
    movers = {position.turn for position in game.positions[:-1]}
    if not movers.intersection(people):
        raise IllegalMoveError("there is no move of yours to take back")
    game.undo()
    while game.position.turn not in people:
        game.undo()


def redo_turn(game: Game, people: Collection[str]) -> None:
    """Redo moves until a person is to move or nothing is left to redo.

    >>> game = Game()
    >>> _ = [game.play(column) for column in (3, 2)]
    >>> undo_turn(game, {"X"})
    >>> redo_turn(game, {"X"})
    >>> game.columns
    (3, 2)
    """
    game.redo()
    while game.can_redo and game.position.turn not in people:
        game.redo()
