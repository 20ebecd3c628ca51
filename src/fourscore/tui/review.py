"""The review of a game: to come."""

from textual.screen import Screen

from fourscore.core.game import Game

__all__ = ["ReviewScreen"]


class ReviewScreen(Screen[None]):
    """A game held against the truth."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
