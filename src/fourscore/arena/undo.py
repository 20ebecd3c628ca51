"""Undo and redo where some of the players are people: a machine's answer goes with their move."""

from collections.abc import Collection

from fourscore.core.game import Game
from fourscore.errors import IllegalMoveError

__all__ = ["bring_back", "take_back"]


def take_back(game: Game, people: Collection[str]) -> None:
    """Undo up to and with the last move of a person ("X", "O"), so that this person moves again.

    >>> game = Game()
    >>> _ = [game.play(column) for column in (3, 2, 3)]
    >>> take_back(game, {"O"})
    >>> game.columns
    (3,)
    """
    movers = {position.turn for position in game.positions[:-1]}
    if not movers.intersection(people):
        raise IllegalMoveError("there is no move of yours to take back")
    game.undo()
    while game.position.turn not in people:
        game.undo()


def bring_back(game: Game, people: Collection[str]) -> None:
    """Redo until a person is to move, or as far as it goes.

    >>> game = Game()
    >>> _ = [game.play(column) for column in (3, 2)]
    >>> take_back(game, {"X"})
    >>> bring_back(game, {"X"})
    >>> game.columns
    (3, 2)
    """
    game.redo()
    while game.can_redo and game.position.turn not in people:
        game.redo()
