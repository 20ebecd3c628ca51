"""Requests for tournaments, and the server's own tournaments."""

from typing import Annotated

from pydantic import Field

from fourscore.arena.schedule import FORMATS, IN_ROUNDS
from fourscore.schemas.base import Schema, one_of
from fourscore.schemas.games import GameLineView
from fourscore.schemas.positions import CellView
from fourscore.schemas.tournaments import StandingsView
from fourscore.web.schemas import LimitRequest, RequestBody, Seed, SizeText, VariantText, example

__all__ = [
    "MAX_AGENTS",
    "MAX_GAMES",
    "MAX_PER_PAIRING",
    "DeletedView",
    "GamesView",
    "LiveGameView",
    "TournamentLineView",
    "TournamentRequest",
    "TournamentView",
    "TournamentsView",
]

MAX_AGENTS = 8
MAX_PER_PAIRING = 200
MAX_GAMES = 1000
"""Games of one tournament in all."""
MAX_ADJUDICATED = 20
"""Empty cells at which a game may be adjudicated: more take too long to prove."""
STATES = ("waiting", "running", "finished", "cancelled", "failed")


class TournamentRequest(RequestBody):
    """A tournament: its agents, games, openings and budget."""

    model_config = example(
        agents=["level:2", "level:4"], games=2, openings="empty", size="5x4", seed=1
    )

    agents: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=200)]],
        Field(
            min_length=2,
            max_length=MAX_AGENTS,
            description="Specs; the same one may take part more than once.",
        ),
    ]
    games: Annotated[
        int,
        Field(
            ge=2,
            le=MAX_PER_PAIRING,
            description="For each pairing; an even number, since games come in pairs from one "
            f"opening with colours swapped. At most {MAX_GAMES:,} in all.",
        ),
    ] = 10
    format: Annotated[
        str,
        Field(
            max_length=20,
            description="All meet all, the first meets all others, each meets the next two, those "
            "with as many points meet, or who loses a match is out.",
            json_schema_extra={"enum": [*FORMATS, *IN_ROUNDS]},
        ),
    ] = "round-robin"
    rounds: Annotated[
        int | None,
        Field(
            ge=1,
            le=MAX_AGENTS,
            description="Of a Swiss tournament; by default as many as in a knockout.",
        ),
    ] = None
    openings: Annotated[
        str,
        Field(
            max_length=30,
            description="`empty`, `random:PLIES`, `balanced`, `balanced:PLIES` or `suite:NAME`.",
            json_schema_extra={
                "pattern": r"^(empty|random:[0-9]{1,2}|balanced(:[0-9]{1,2})?|suite:[a-z-]+)$"
            },
        ),
    ] = "random:4"
    size: SizeText = "7x6"
    variant: VariantText = "standard"
    limit: Annotated[
        LimitRequest | None,
        Field(description="The budget of each decision; by default each agent has its own."),
    ] = None
    move_time: Annotated[
        float | None,
        Field(ge=0.01, le=60, description="Seconds for a move; who takes longer loses."),
    ] = None
    bank: Annotated[
        float | None,
        Field(
            ge=0.1, le=600, description="Seconds for all moves of a game; who takes longer loses."
        ),
    ] = None
    increment: Annotated[
        float | None, Field(ge=0, le=60, description="Seconds that the bank gains with each move.")
    ] = None
    adjudicate: Annotated[
        int | None,
        Field(
            ge=1,
            le=MAX_ADJUDICATED,
            description="With so many empty cells, end a game with its "
            "exact result. This hides mistakes in the end game.",
        ),
    ] = None
    seed: Seed = 0


class LiveGameView(Schema):
    """A game on its board, while it is played or just after."""

    number: int
    first: str = Field(description="Who plays X.")
    second: str
    board: list[str] = Field(description="Rows of `-XO` from the top.")
    last: CellView | None = Field(description="The last disc.")
    says: str | None = Field(None, description="How it ended; null while it is played.")


class TournamentLineView(Schema):
    """A tournament in the list."""

    id: str
    state: Annotated[str, one_of(*STATES)]
    says: str = Field(description="The state in a sentence.")
    created: str = Field(description="UTC.")
    ended: str | None
    setup: TournamentRequest
    names: list[str] = Field(description="The agents' names, all different, in their order.")
    done: int = Field(description="Games played so far.")
    total: int
    leaders: list[str] = Field(description="The strongest after the end; several if equal.")


class TournamentsView(Schema):
    """Tournaments, the newest first."""

    total: int
    first: int
    tournaments: list[TournamentLineView]


class TournamentView(TournamentLineView):
    """A tournament and how it stands."""

    before: int = Field(description="How many others have their turn first, if it waits.")
    games_a_second: float | None
    seconds_left: float | None = Field(description="An estimate, while it runs.")
    standings: StandingsView | None = Field(description="null before the first game.")
    rounds: list[str] = Field(description="Each round in a sentence, of formats that have rounds.")
    live: list[LiveGameView] = Field(description="The latest games, while it runs.")
    command: str = Field(description="What plays the same games in a terminal.")


class DeletedView(Schema):
    """A tournament that was deleted."""

    id: str


class GamesView(Schema):
    """Some games of a tournament, in the order of their numbers."""

    total: int = Field(description="How many games match.")
    first: int
    games: list[GameLineView]
