"""Games between agents, from a ledger or a match."""

from collections.abc import Sequence
from typing import Annotated, Any, TextIO

from pydantic import Field

from fourscore.arena import export
from fourscore.arena.ledger import GameRow, Ledger, MoveRow
from fourscore.arena.results import GameResult, tally_match
from fourscore.arena.schedule import unique_names
from fourscore.core.game import Game, write_game
from fourscore.core.position import PLAYERS, Position
from fourscore.schemas.base import Column, Player, Schema, one_of
from fourscore.schemas.positions import write_position

__all__ = [
    "GameLineView",
    "GameView",
    "MatchAgentView",
    "MatchView",
    "PlayedMoveView",
    "SeedsView",
    "TallyView",
    "TournamentGameView",
    "describe_end",
    "game_line",
    "match_view",
    "tournament_game",
    "write_ledger",
]

WRITTEN = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1", None: "*"}


class TallyView(Schema):
    """Games as one agent sees them."""

    wins: int
    draws: int
    losses: int


class GameView(Schema):
    """A game; `moves`, `start`, `size` and `variant` open it elsewhere."""

    number: int = Field(description="From 0; games 2n and 2n + 1 are a pair.")
    first: str = Field(description="Who played X.")
    second: str
    result: Annotated[str, one_of("1-0", "0-1", "1/2-1/2", "*")]
    says: str
    forfeit: str | None = Field(description="`first` or `second` if that side forfeited it.")
    plies: int = Field(description="Moves played, the opening's not counted.")
    moves: str
    start: str | None = Field(description="The opening; null if it is the empty board.")
    size: str
    variant: str


class GameLineView(GameView):
    """A game of a tournament."""

    seconds: float
    ended: str


class SeedsView(Schema):
    """The seeds of a game: of either agent, and of where discs slip."""

    first: int
    second: int
    slip: int


class PlayedMoveView(Schema):
    """A move of a game, with what it cost."""

    ply: int = Field(description="Discs on the board before it.")
    player: Player
    column: Column
    aim: Column
    seconds: float
    nodes: int
    depth: int
    playouts: int


class TournamentGameView(GameLineView):
    """A game with all that is known of its moves."""

    reason: str = Field(description="`four`, `full`, or why it was forfeited or is void.")
    seeds: SeedsView
    played: list[PlayedMoveView]
    text: str = Field(description="The game with its tags, for saving.")


def game_line(ledger: Ledger, row: GameRow, moves: Sequence[MoveRow]) -> GameLineView:
    """Show a game of a ledger in a line."""
    return GameLineView.of(row, **_game(row, export.game_of(ledger, row, moves)))


def tournament_game(ledger: Ledger, row: GameRow, moves: Sequence[MoveRow]) -> TournamentGameView:
    """Show a game of a ledger with its moves."""
    game = export.game_of(ledger, row, moves)
    return TournamentGameView.of(
        row,
        **_game(row, game),
        seeds={"first": row.seed_first, "second": row.seed_second, "slip": row.seed_slip},
        played=[
            PlayedMoveView.of(move, player=PLAYERS[move.ply % 2], column=move.landing)
            for move in moves
        ],
        text=write_game(game),
    )


def _game(row: GameRow, game: Game) -> dict[str, Any]:
    result = WRITTEN[row.result]
    return {
        **write_position(game),
        "result": result,
        "says": describe_end(row),
    }


def describe_end(row: GameRow) -> str:
    """Describe how a game of a ledger ended."""
    return _describe_end(WRITTEN[row.result], row.forfeit is not None, row.reason)


def _describe_end(result: str, is_forfeit: bool, reason: str) -> str:
    """Describe how a game ended.

    >>> _describe_end("0-1", True, "out of time")
    'O wins, X forfeits: out of time'
    """
    if result not in ("1-0", "0-1"):
        return reason if result == "*" else "a draw, the board is full"
    winner, loser = ("X", "O") if result == "1-0" else ("O", "X")
    return f"{winner} wins, {loser} forfeits: {reason}" if is_forfeit else f"{winner} wins"


def write_ledger(ledger: Ledger, form: str, table: str, out: TextIO) -> None:
    """Write a ledger for other programs: "jsonl", or what `arena.export` writes."""
    if form != "jsonl":
        export.write(ledger, form, table, out)
        return
    for row, moves in export.games_with_moves(ledger):
        out.write(f"{tournament_game(ledger, row, moves).model_dump_json()}\n")


# Matches


class MatchAgentView(TallyView):
    """One of the two agents of a match."""

    name: str
    spec: str
    games: int
    first: TallyView = Field(description="Of these, the games in which it played X.")


class MatchView(Schema):
    """Two agents against each other, beginning in turn."""

    seed: int
    size: str
    variant: str
    start: str | None
    done: int = Field(description="Games that are played.")
    total: int
    agents: list[MatchAgentView]
    games: list[GameView]


def match_view(
    specs: Sequence[str], results: Sequence[GameResult], start: Position, seed: int, total: int
) -> MatchView:
    """Show a match and its games so far."""
    names = unique_names(tuple(specs))
    agents = [
        MatchAgentView(
            **tally_match(results, place)._asdict(),
            name=name,
            spec=spec,
            games=len(results),
            first=TallyView.of(tally_match(results, place, "X")),
        )
        for place, (name, spec) in enumerate(zip(names, specs, strict=True))
    ]
    return MatchView.model_validate(
        {
            "seed": seed,
            "size": start.size,
            "variant": start.variant.name,
            "start": write_position(Game(start))["start"],
            "done": len(results),
            "total": total,
            "agents": agents,
            "games": [_match_game(each, names) for each in results],
        }
    )


def _match_game(played: GameResult, names: Sequence[str]) -> GameView:
    finish, sides = played.finish, dict(zip(PLAYERS, ("first", "second"), strict=True))
    return GameView.model_validate(
        {
            **write_position(played.game),
            "number": played.number,
            "first": names[played.first],
            "second": names[1 - played.first],
            "result": finish.result,
            "says": _describe_end(finish.result, finish.forfeit is not None, finish.reason),
            "forfeit": finish.forfeit and sides[finish.forfeit],
            "plies": len(played.game.moves),
        }
    )
