"""How a request names a position: moves from a start, the size and the rules."""

from typing import Annotated

from fastapi import Depends, Path, Query

from fourscore.core.game import Game
from fourscore.core.notation import empty_board, read_board
from fourscore.core.reader import read_line
from fourscore.schemas.positions import NO_MOVES, write_position
from fourscore.web.schemas import MovesText, PositionRequest, SizeText, StartText, VariantText

__all__ = ["GameParam", "game_of", "request_of"]


def _read(moves: str, start: str | None, size: str, variant: str) -> Game:
    board = empty_board(size, variant)
    if start:
        width, height, rules = board.width, board.height, board.variant
        board = read_board(start, width=width, height=height, variant=rules)
    return read_line("" if moves.strip() == NO_MOVES else moves, board)


def game_of(request: PositionRequest) -> Game:
    """Read the game that a request names; raises `InputError`, which names the place of the error.

    >>> game_of(PositionRequest(moves="445")).position.ply
    3
    """
    return _read(request.moves, request.start, request.size, request.variant)


def request_of(game: Game) -> PositionRequest:
    """Return the request that names a game."""
    return PositionRequest.model_validate(write_position(game))


async def _game_param(
    moves: Annotated[MovesText, Path()],
    start: Annotated[StartText, Query()] = None,
    size: Annotated[SizeText, Query()] = "7x6",
    variant: Annotated[VariantText, Query()] = "standard",
) -> Game:
    # Async, because FastAPI runs plain functions in a thread, which takes far longer than this.
    return _read(moves, start, size, variant)


GameParam = Annotated[Game, Depends(_game_param)]
"""The game in the path and the query of a request."""
