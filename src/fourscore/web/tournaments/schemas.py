"""The shapes of tournaments: what is asked for, how it stands, and its games."""

from typing import Annotated

from pydantic import Field

from fourscore.arena.schedule import FORMATS
from fourscore.web.schemas import (
    LimitRequest,
    Player,
    Question,
    Seed,
    Shape,
    SizeText,
    VariantText,
    example,
    one_of,
)

__all__ = [
    "MOST_AGENTS",
    "MOST_GAMES",
    "MOST_PER_PAIRING",
    "AddedUp",
    "CrossView",
    "EloView",
    "FaultView",
    "GameLineView",
    "GamesView",
    "GoneView",
    "PlayedMoveView",
    "StandingView",
    "StandingsView",
    "TallyView",
    "TournamentGameView",
    "TournamentLineView",
    "TournamentRequest",
    "TournamentView",
    "TournamentsView",
]

MOST_AGENTS = 8
MOST_PER_PAIRING = 200
MOST_GAMES = 1000
"""Games of one tournament in all."""
STATES = ("waiting", "running", "finished", "cancelled", "failed")


# What is asked for


class TournamentRequest(Question):
    """Agents against agents: who, how often, from where, with which budget."""

    model_config = example(
        agents=["level:2", "level:4"], games=2, openings="empty", size="5x4", seed=1
    )

    agents: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=100)]],
        Field(
            min_length=2,
            max_length=MOST_AGENTS,
            description="Specs. The same one may take part more than once.",
        ),
    ]
    games: Annotated[
        int,
        Field(
            ge=2,
            le=MOST_PER_PAIRING,
            description="For each pairing, an even number: games come in pairs from one opening "
            f"with colours swapped. {MOST_GAMES:,} in all at most.",
        ),
    ] = 10
    format: Annotated[
        str,
        Field(
            max_length=20,
            description="Everybody meets everybody, the first all others, or each the next two.",
            json_schema_extra={"enum": list(FORMATS)},
        ),
    ] = "round-robin"
    openings: Annotated[
        str,
        Field(
            max_length=20,
            description="`empty`, `random:PLIES`, `balanced` or `balanced:PLIES`.",
            json_schema_extra={"pattern": r"^(empty|random:[0-9]{1,2}|balanced(:[0-9]{1,2})?)$"},
        ),
    ] = "random:4"
    size: SizeText = "7x6"
    variant: VariantText = "standard"
    limit: Annotated[
        LimitRequest | None,
        Field(description="The budget of each decision, for all; what is left out is their own."),
    ] = None
    seed: Seed = 0


# How it stands


class TallyView(Shape):
    """Games as one agent sees them."""

    wins: int
    draws: int
    losses: int


class EloView(Shape):
    """A number of Elo with its 95 % interval."""

    elo: float
    low: float
    high: float


class StandingView(TallyView):
    """An agent's place in the table."""

    name: str
    spec: str
    number: int = Field(description="Its place among the tournament's agents, from 1.")
    games: int
    score: float | None = Field(description="Points a game, from 0 to 1.")
    elo: EloView | None = Field(description="Counted from the mean; null before its first game.")
    forfeits: int
    seconds_a_move: float
    nodes_a_move: float


class CrossView(TallyView):
    """What one agent did against another."""

    agent: str
    opponent: str
    first: TallyView = Field(description="Of these, the games in which it played X.")
    superiority: float | None = Field(
        description="How probable it is that it is the stronger one, from 0 to 1."
    )


class FaultView(Shape):
    """A game that somebody forfeited, or that is void."""

    number: int
    first: str
    second: str
    forfeit: str | None = Field(description="`first` or `second` if that side forfeited it.")
    reason: str


class StandingsView(Shape):
    """What the games so far add up to."""

    says: str
    games: int = Field(description="Those that count.")
    distinct_games: int
    moves: int
    agents: list[StandingView] = Field(description="The strongest first.")
    cross_table: list[CrossView]
    first_move_elo: EloView | None = Field(description="What playing X is worth.")
    draw_rate: float | None
    forfeits: list[FaultView]
    voids: list[FaultView]


class AddedUp(Shape):
    """Standings, if there are any."""

    standings: StandingsView | None


class TournamentLineView(Shape):
    """A tournament in the list."""

    id: str
    state: Annotated[str, one_of(*STATES)]
    says: str = Field(description="The state in a sentence.")
    created: str = Field(description="UTC.")
    ended: str | None
    setup: TournamentRequest
    names: list[str] = Field(description="The agents' names, all different, in their order.")
    done: int = Field(description="Games that are played.")
    total: int
    leaders: list[str] = Field(description="The strongest, if it has ended; with others if equal.")


class TournamentsView(Shape):
    """Tournaments, the newest first."""

    total: int
    first: int
    tournaments: list[TournamentLineView]


class TournamentView(TournamentLineView):
    """A tournament and how it stands."""

    before: int = Field(description="How many others have their turn before it, if it waits.")
    games_a_second: float | None
    seconds_left: float | None = Field(description="A guess, while it runs.")
    standings: StandingsView | None = Field(description="null before the first game.")


class GoneView(Shape):
    """A tournament that is not there any more."""

    id: str


# Games


class GameLineView(Shape):
    """A game of a tournament; `moves`, `start`, `size` and `variant` open it elsewhere."""

    number: int = Field(description="From 0; games 2n and 2n + 1 are a pair.")
    first: str = Field(description="Who played X.")
    second: str
    result: Annotated[str, one_of("1-0", "0-1", "1/2-1/2", "*")]
    says: str
    forfeit: str | None
    plies: int = Field(description="Moves played, the opening's not counted.")
    seconds: float
    ended: str
    moves: str
    start: str | None = Field(description="The opening; null if it is the empty board.")
    size: str
    variant: str


class GamesView(Shape):
    """Some games of a tournament, in the order of their numbers."""

    total: int = Field(description="How many there are that were asked for.")
    first: int
    games: list[GameLineView]


class PlayedMoveView(Shape):
    """A move of a game, with what it cost."""

    ply: int = Field(description="Discs on the board before it.")
    player: Player
    column: int
    aim: int
    seconds: float
    nodes: int
    depth: int
    playouts: int


class TournamentGameView(GameLineView):
    """A game with all that is known of its moves."""

    played: list[PlayedMoveView]
    text: str = Field(description="The game with its tags, for saving.")
