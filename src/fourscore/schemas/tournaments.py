"""Tournaments: their settings and standings."""

from pydantic import Field

from fourscore.arena.ledger import Ledger
from fourscore.arena.pentanomial import Pentanomial
from fourscore.arena.sprt import SprtState
from fourscore.arena.summary import Effort, Summary
from fourscore.arena.tournament import Settings
from fourscore.insight.reports.words import say_summary
from fourscore.schemas.base import Schema
from fourscore.schemas.games import TallyView
from fourscore.schemas.search import BudgetView

__all__ = [
    "CrossView",
    "EloView",
    "FaultView",
    "LedgerView",
    "PairsView",
    "SetupView",
    "SprtView",
    "StandingView",
    "StandingsView",
    "ledger_view",
    "standings_view",
]


# Standings


class EloView(Schema):
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
    """The results of one agent against another."""

    agent: str
    opponent: str
    first: TallyView = Field(description="Of these, the games in which it played X.")
    superiority: float | None = Field(
        description="How probable it is that it is the stronger one, from 0 to 1."
    )


class PairsView(Schema):
    """Pairs of games of two agents, by the points of the first."""

    agent: str
    opponent: str
    pairs: int = Field(description="Pairs from one opening that are complete.")
    counts: list[int] = Field(description="Pairs with 0, 0.5, 1, 1.5 and 2 points.")
    elo: EloView = Field(description="The difference in Elo, by these pairs alone.")


class FaultView(Schema):
    """A game that was forfeited or is void."""

    number: int
    first: str
    second: str
    forfeit: str | None = Field(description="`first` or `second` if that side forfeited it.")
    reason: str


class StandingsView(Schema):
    """What the games so far add up to."""

    says: str
    games: int = Field(description="Those that count.")
    distinct_games: int
    moves: int
    agents: list[StandingView] = Field(description="The strongest first.")
    cross_table: list[CrossView]
    pairs: list[PairsView] = Field(description="Pairs of games by points, for each pairing.")
    adjudicated: int = Field(description="Games that the solver decided before their end.")
    first_move_elo: EloView | None = Field(description="What playing X is worth.")
    draw_rate: float | None
    forfeits: list[FaultView]
    voids: list[FaultView]


def standings_view(summary: Summary) -> StandingsView | None:
    """Show what games add up to; None before the first that counts."""
    ratings, names = summary.ratings, summary.ranking
    if ratings is None:
        return None
    return StandingsView.of(
        summary,
        says=say_summary(summary),
        distinct_games=summary.distinct,
        moves=summary.plies,
        agents=[_standing(summary, name) for name in names],
        cross_table=[
            _cross(summary, name, other) for name in names for other in names if name != other
        ],
        pairs=[_pairs(*names, counts) for names, counts in summary.pairs.items()],
        first_move_elo=ratings.first_move,
        draw_rate=ratings.draw_rate,
    )


def _standing(summary: Summary, name: str) -> StandingView:
    tally, effort = summary.tally(name), summary.efforts.get(name, Effort())
    return StandingView.of(
        effort,
        **tally._asdict(),
        name=name,
        spec=summary.agents[name],
        number=list(summary.agents).index(name) + 1,
        games=tally.games,
        score=tally.score if tally.games else None,
        elo=summary.ratings[name] if summary.ratings and tally.games else None,
        forfeits=sum(getattr(row, row.forfeit or "first") == name for row in summary.forfeits),
    )


def _cross(summary: Summary, name: str, other: str) -> CrossView:
    assert summary.ratings is not None
    met = summary.tally(name).games and summary.tally(other).games
    return CrossView.of(
        summary.tally(name, other),
        agent=name,
        opponent=other,
        first=summary.ratings.cross_table.as_first(name, other),
        superiority=summary.ratings.los(name, other) if met else None,
    )


def _pairs(agent: str, opponent: str, counts: Pentanomial) -> PairsView:
    elo, low, high = counts.elo
    return PairsView(
        agent=agent,
        opponent=opponent,
        pairs=counts.pairs,
        counts=list(counts),
        elo=EloView(elo=elo, low=low, high=high),
    )


# Settings


class SetupView(Schema):
    """What a tournament is: who plays, from where, with which budget."""

    agents: list[str]
    games: int | None = Field(description="For each pairing; null for a ledger.")
    format: str
    openings: str
    size: str
    variant: str
    limit: BudgetView | None = Field(description="Of each decision; null if each has its own.")
    seed: int
    most: BudgetView | None = Field(description="What every budget is cut down to.")
    move_time: float | None
    bank: float | None
    increment: float | None
    rounds: int | None = Field(description="Rounds of a Swiss or knockout tournament.")
    adjudicate: int | None = Field(
        description="With so many empty cells a game ends with its exact result."
    )


class SprtView(Schema):
    """The state of a sequential test."""

    test: str
    pairs: int
    llr: float
    accepted: str | None
    says: str


class LedgerView(Schema):
    """A tournament as its ledger has it."""

    setup: SetupView
    names: list[str] = Field(description="The agents' names, all different, in their order.")
    done: int = Field(description="Games that are played.")
    total: int | None = Field(description="Games that were requested; null for a ledger.")
    standings: StandingsView | None = Field(description="null before the first game.")
    sprt: SprtView | None = None


def ledger_view(
    ledger: Ledger,
    summary: Summary,
    settings: Settings | None = None,
    test: SprtState | None = None,
) -> LedgerView:
    """Show a tournament; its settings, where they are known, say how many games there will be."""
    return LedgerView(
        setup=_setup(ledger, None if settings is None else settings.games),
        names=list(ledger.agents),
        done=summary.games + len(summary.voids),
        total=None if settings is None else settings.total,
        standings=standings_view(summary),
        sprt=None if test is None else SprtView.of(test, test=str(test.test), says=test.status),
    )


def _setup(ledger: Ledger, games: int | None) -> SetupView:
    known = ledger.settings
    names = ("format", "openings", "size", "variant", "seed", "bank", "increment", "rounds",
             "adjudicate")  # fmt: skip
    return SetupView.model_validate(
        {
            **{name: known.get(name) for name in names},
            "agents": list(ledger.agents.values()),
            "games": games,
            "limit": _read_limit(known.get("limit")),
            "most": _read_limit(known.get("most")),
            "move_time": known.get("move time"),
        }
    )


def _read_limit(text: str | None) -> BudgetView | None:
    """Read a limit as ledgers have it.

    >>> _read_limit("500 nodes, 0.5 seconds")
    BudgetView(depth=None, nodes=500, playouts=None, seconds=0.5)
    """
    if not text:
        return None
    parts = (part.split() for part in text.split(", "))
    return BudgetView.model_validate({name: float(amount) for amount, name in parts})
