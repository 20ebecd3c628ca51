"""Positions, the discs on them, and what may be played."""

from typing import Annotated

from pydantic import Field

from fourscore.core import bitboard
from fourscore.core.game import Game, write_game, write_line
from fourscore.core.notation import write_board
from fourscore.core.position import PLAYERS, Position
from fourscore.schemas.base import Column, Player, Row, Schema, one_of

__all__ = [
    "NO_MOVES",
    "CellView",
    "LandingView",
    "OutcomeView",
    "OwnedCellView",
    "PlayedView",
    "PositionName",
    "PositionView",
    "ThreatView",
    "played_views",
    "position_view",
    "write_position",
]

NO_MOVES = "-"
"""An empty list of moves, as addresses write it."""


class CellView(Schema):
    """A place on the board; rows count from the bottom."""

    column: Column
    row: Row


class OwnedCellView(CellView):
    """A cell, and the player to whom it belongs: who has or would have a disc there."""

    player: Player


class ThreatView(CellView):
    """An empty cell with which a player would make a four."""

    now: bool = Field(description="A disc dropped now lands there.")


class LandingView(CellView):
    """Where an aimed disc may land."""

    probability: float


class PlayedView(CellView):
    """A disc that was played: `aim` differs from `column` only where it slipped."""

    player: Player
    aim: Column


class OutcomeView(Schema):
    """How the game has ended."""

    winner: Player | None
    result: Annotated[str, one_of("1-0", "0-1", "1/2-1/2")]
    says: str
    cells: list[CellView] = Field(description="The winner's cells that belong to a four.")


class PositionName(Schema):
    """The identity of a position: moves from a start, the size and the rules."""

    moves: str = Field(description="The moves as an address has them; `-` for none.")
    start: str | None = Field(description="The board before the moves, if it was not empty.")
    size: str
    variant: str


class PositionView(PositionName):
    """Everything that a page needs to show a position and to offer moves."""

    columns: int
    rows: int
    ply: int = Field(description="Discs on the board.")
    turn: Player = Field(description="Whose move it is, or would be if the game were not over.")
    says: str = Field(description="Whose move it is, or how it ended, in words.")
    board: list[str] = Field(description="Rows from the top, of `-`, `X` and `O`.")
    legal: list[Column] = Field(description="Columns that may be played; none after the end.")
    landings: dict[Column, list[LandingView]] = Field(
        description="By legal column, where a disc aimed at it may land."
    )
    played: list[PlayedView] = Field(description="The moves, each with its cell.")
    outcome: OutcomeView | None = Field(description="null until the game is over.")
    winning: list[Column] = Field(description="Columns with which the side to move wins at once.")
    threats: dict[str, list[ThreatView]]
    fours: dict[str, int] = Field(description="How many fours each has, which counts in fill.")
    game: str = Field(description="The game as text, with tags, for saving.")


def write_position(game: Game) -> dict[str, str | None]:
    """Name a position by moves from a start, the size and the rules.

    >>> write_position(Game())
    {'moves': '-', 'start': None, 'size': '7x6', 'variant': 'standard'}
    """
    start = game.start
    return {
        "moves": write_line(game) or NO_MOVES,
        "start": write_board(start) if start.ply else None,
        "size": start.size,
        "variant": start.variant.name,
    }


def position_view(game: Game) -> PositionView:
    """Show the current position of a game.

    >>> position_view(Game()).says
    'X to move'
    """
    position = game.position
    outcome = position.outcome
    return PositionView.model_validate(
        {
            **write_position(game),
            "columns": position.width,
            "rows": position.height,
            "ply": position.ply,
            "turn": position.turn,
            "says": str(outcome) if outcome else f"{position.turn} to move",
            "board": position.rows(),
            "legal": position.legal,
            "landings": {aim: _landings(position, aim) for aim in position.legal},
            "played": played_views(game),
            "outcome": outcome and OutcomeView.of(outcome, says=str(outcome)),
            "winning": position.winning_columns,
            "threats": {player: _threats(position, player) for player in PLAYERS},
            "fours": {
                player: bitboard.count_fours(position.discs(player), position.rules)
                for player in PLAYERS
            },
            "game": write_game(game),
        }
    )


def _landings(position: Position, aim: int) -> list[LandingView]:
    return [
        LandingView(
            column=each.column,
            row=position.column_height(each.column),
            probability=float(each.probability),
        )
        for each in position.landings(aim)
    ]


def _threats(position: Position, player: str) -> list[ThreatView]:
    return [
        ThreatView(
            column=cell.column,
            row=cell.row,
            now=cell.row == position.column_height(cell.column),
        )
        for cell in position.threats(player)
    ]


def played_views(game: Game) -> list[PlayedView]:
    """Show every move, with the cell where its disc landed."""
    return [
        PlayedView(
            column=move.landing,
            row=before.column_height(move.landing),
            player=before.turn,
            aim=move.aim,
        )
        for before, move in zip(game.positions, game.moves, strict=False)
    ]
