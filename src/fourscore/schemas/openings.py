"""Openings: what is known of a position, who plays what, and where games leave the path."""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from fourscore.core.game import Game
from fourscore.insight.openings.choices import Choices, shipped_choices
from fourscore.insight.openings.explorer import ColumnFacts, Opening
from fourscore.insight.openings.names import OpeningName, name_of
from fourscore.schemas.base import Column, Player, Schema, one_of
from fourscore.schemas.positions import PositionName, PositionView, position_view, write_position
from fourscore.schemas.truth import ScoreView, score_view

if TYPE_CHECKING:
    from fourscore.insight.openings.own_games import Choice, Departure, GamesReport, ReadGame

__all__ = [
    "ChoicesView",
    "DepartureView",
    "NameView",
    "OpeningColumnView",
    "OpeningView",
    "OwnGamesView",
    "RepliesView",
    "ShapeView",
    "games_view",
    "opening_view",
    "shape_view",
]


class NameView(Schema):
    """What players call an opening."""

    moves: str
    text: str = Field(examples=["Centre opening"])
    note: str


class RepliesView(Schema):
    """The opponent's replies to a column, counted by what they are worth to the opponent."""

    total: int
    win: int
    draw: int
    lose: int
    keep: int = Field(description="Those that keep what the opponent has; few are hard to find.")


class OpeningColumnView(Schema):
    """What is known of a column."""

    column: Column
    score: ScoreView = Field(description="What it is worth to the side to move.")
    says: str = Field(examples=["wins in 12"])
    best: bool
    keeps: bool = Field(description="Whether it keeps the win, or the draw.")
    ends: bool = Field(description="Whether it ends the game.")
    replies: RepliesView | None = Field(description="null if it ends the game.")
    canonical: str = Field(description="The name of the position after it.")
    orders: int | None = Field(description="Orders of moves that lead to the position after it.")
    name: NameView | None = Field(description="What players call the position after it.")


class ChoicesView(Schema):
    """What one player has chosen in a position, in games made for it."""

    agent: str = Field(description="Its spec.", examples=["level:5"])
    name: str = Field(examples=["level 5"])
    group: Annotated[str, one_of("levels", "learned")]
    games: int = Field(description="Its games that came here with it to move.")
    columns: dict[Column, int] = Field(description="How often it chose each column.")


class LedgerView(Schema):
    """The games from which choices are counted."""

    games: int
    plies: int = Field(description="Choices are known in positions with fewer discs than this.")
    agents: dict[str, int] = Field(description="Games of each player, by its spec.")


class OpeningView(PositionName):
    """A position in the opening explorer."""

    position: PositionView
    ply: int
    turn: Player
    score: ScoreView
    source: Annotated[str, one_of("book", "solver")]
    name: NameView | None = Field(description="What players call it; few openings have a name.")
    canonical: str = Field(
        description="A name of the position: moves that lead to it or to its mirror image, the "
        "same for both and for all orders of moves."
    )
    mirrored: bool = Field(description="Whether `canonical` is the mirror image of this position.")
    symmetric: bool = Field(description="Whether left and right are alike.")
    orders: int | None = Field(
        description="Orders of moves that lead here; null if they are too many to count."
    )
    examples: list[str] = Field(description="Some of them.")
    keeps: int = Field(description="How many columns keep the win, or the draw.")
    says: str = Field(description="The same in words.", examples=["Only column 4 keeps the win."])
    best: list[Column]
    columns: list[OpeningColumnView]
    line: list[Column] = Field(
        description="Best play of both, to the end or as far as the book goes."
    )
    chosen: list[ChoicesView] = Field(
        description="What the levels and the learned players chose here."
    )
    ledger: LedgerView | None


class PreferenceView(Schema):
    """What was played where games left the path."""

    column: Column
    count: int
    score: ScoreView = Field(description="What it is worth to its mover.")
    cost: Annotated[str, one_of("win to draw", "win to loss", "draw to loss")]
    games: list[int] = Field(description="The numbers of the games, from 1.")


class DepartureView(Schema):
    """A position in which games left the path; mirror images are folded."""

    moves: str = Field(description="The moves of the first game that came here; `-` for none.")
    canonical: str
    turn: Player
    ply: int
    reached: int = Field(description="Games that came here with this side to move.")
    count: int = Field(description="Games that gave up a win or a draw here.")
    cost: float = Field(description="Points given away here: a win for a loss 1, else 0.5.")
    score: ScoreView
    best: list[Column]
    keep: list[Column] = Field(description="The columns that keep the win, or the draw.")
    choices: list[PreferenceView] = Field(description="What was played, the most frequent first.")


class OwnSideView(Schema):
    """How one colour did."""

    player: Player
    games: int
    kept: int = Field(description="Games in which it gave nothing away.")
    left: int = Field(description="Games in which it gave up a win or a draw.")
    gave_win: int
    gave_draw: int


class LeavingView(Schema):
    """A move that gave up a win or a draw."""

    ply: int = Field(description="Discs on the board before it.")
    column: Column
    cost: Annotated[str, one_of("win to draw", "win to loss", "draw to loss")]


class OwnGameView(Schema):
    """A game of the text."""

    number: int
    line: int = Field(description="Where it begins in the text.")
    moves: str
    start: str | None = Field(description="The board before the moves, if it was not empty.")
    first: str | None
    second: str | None
    result: Annotated[str, one_of("1-0", "0-1", "1/2-1/2", "*")]
    departures: list[LeavingView]


class OwnGamesView(Schema):
    """Where games leave the winning path."""

    games: int
    moves: int
    sides: list[OwnSideView]
    departures: list[DepartureView] = Field(description="By what they cost, the dearest first.")
    list: list[OwnGameView]


class PlyView(Schema):
    """The positions with a number of discs."""

    ply: int
    positions: int = Field(description="All that a game can reach, finished ones too.")
    folded: int = Field(description="Those that are not over, mirror images counted once.")
    won: int = Field(description="Of these, won for the first player,")
    drawn: int
    lost: int
    over: int = Field(description="Positions in which the last disc has made a four.")


class ShapeView(Schema):
    """How many positions of the opening are won, drawn and lost for the first player."""

    plies: list[PlyView]


def opening_view(game: Game, opening: Opening) -> OpeningView:
    """Show a position in the explorer."""
    at = opening.position
    return OpeningView.of(
        opening,
        **write_position(game),
        position=position_view(game),
        ply=at.ply,
        turn=at.turn,
        score=score_view(opening.score),
        name=_name(opening.name),
        keeps=len(opening.keeping),
        columns=[_column(each) for each in opening.columns],
        chosen=[_choices(each) for each in opening.choices],
        ledger=_ledger(),
    )


def _column(facts: ColumnFacts) -> OpeningColumnView:
    return OpeningColumnView.of(
        facts,
        score=score_view(facts.score),
        says=str(facts.score),
        replies=facts.replies and RepliesView.of(facts.replies),
        name=_name(name_of(facts.after)),
    )


def _name(name: OpeningName | None) -> NameView | None:
    return None if name is None else NameView.of(name)


def _choices(choices: Choices) -> ChoicesView:
    return ChoicesView.of(choices, columns=dict(sorted(choices.columns.items())))


def _ledger() -> LedgerView | None:
    table = shipped_choices()
    return None if table is None else LedgerView.of(table, **_figures(table.about))


def _figures(about: dict[str, object]) -> dict[str, object]:
    return {name: about[name] for name in ("games", "plies", "agents")}


def games_view(report: "GamesReport") -> OwnGamesView:
    """Show where games leave the winning path."""
    pairs = zip(report.games, report.by_game, strict=True)
    return OwnGamesView(
        games=len(report.games),
        moves=report.moves,
        sides=[OwnSideView.of(each) for each in report.sides],
        departures=[_departure(each) for each in report.departures],
        list=[_own(number, each, left) for number, (each, left) in enumerate(pairs, start=1)],
    )


def _departure(departure: "Departure") -> DepartureView:
    at = departure.position
    return DepartureView.of(
        departure,
        moves=departure.moves or "-",
        turn=at.turn,
        ply=at.ply,
        score=score_view(departure.score),
        keep=departure.keeping,
        choices=[_choice(each) for each in departure.choices],
    )


def _choice(choice: "Choice") -> PreferenceView:
    return PreferenceView.of(choice, score=score_view(choice.score), cost=str(choice.kind))


def _own(number: int, read: "ReadGame", left: "tuple[tuple[int, int, object], ...]") -> OwnGameView:
    game = read.game
    return OwnGameView(
        number=number,
        line=read.line,
        moves=read.moves or "-",
        start=write_position(game)["start"],
        first=game.tags.get("First"),
        second=game.tags.get("Second"),
        result=game.result,
        departures=[
            LeavingView(ply=ply, column=column, cost=str(kind)) for ply, column, kind in left
        ],
    )


def shape_view() -> ShapeView:
    """Show how many positions of each ply are won, drawn and lost."""
    from fourscore.insight.openings.shape import shipped_shape

    return ShapeView(plies=[PlyView.model_validate(each._asdict()) for each in shipped_shape()])
