"""The shapes of what goes in and out, as OpenAPI shows them. Columns and rows count from 1."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from fourscore.core.variants import VARIANTS
from fourscore.web.reading import NO_MOVES

__all__ = [
    "AgentView",
    "AgentsView",
    "AnalysisView",
    "CapsView",
    "CellView",
    "ColumnView",
    "CountView",
    "DropRequest",
    "DropView",
    "ExplanationView",
    "HintView",
    "ImportRequest",
    "JudgedView",
    "LandingView",
    "LevelView",
    "LimitRequest",
    "MoveRequest",
    "MoveView",
    "OptionView",
    "OutcomeView",
    "PlayedView",
    "PointView",
    "PositionRequest",
    "PositionView",
    "Problem",
    "ReportView",
    "ReviewView",
    "ScoreView",
    "SentenceView",
    "SideView",
    "ThreatView",
    "ValueView",
]


def _one_of(*values: str | int) -> Any:
    """Let the document list the values; the code that makes them needs no checking."""
    return Field(json_schema_extra={"enum": list(values)})


Player = Annotated[str, _one_of("X", "O")]
Result = Annotated[int, _one_of(1, 0, -1)]
MovesText = Annotated[
    str,
    Field(
        max_length=400,
        description="Columns from 1, one after the other; `-` or nothing for no moves. In slip "
        "`4>5` is a disc aimed at 4 that landed in 5. From ten columns on, commas part them.",
        examples=["4453", "-", "44444455555526"],
    ),
]
StartText = Annotated[
    str | None,
    Field(
        max_length=200,
        description="The board before the moves, rows from the top parted by `/`, with `-XO`; "
        "left out, it is empty.",
    ),
]
# What the document says of these is checked where they are read, for better sentences.
SizeText = Annotated[
    str,
    Field(
        max_length=10,
        description="Columns x rows; columns x (rows + 1) is 63 at most.",
        examples=["7x6", "5x4"],
        json_schema_extra={"pattern": r"^\s*[0-9]{1,2}\s*[xX]\s*[0-9]{1,2}\s*$"},
    ),
]
VariantText = Annotated[
    str,
    Field(
        max_length=20,
        description="The rules.",
        examples=["standard"],
        json_schema_extra={"enum": list(VARIANTS)},
    ),
]
Seed = Annotated[int, Field(ge=0, le=2**62, description="The same seed gives the same answer.")]


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Problem(BaseModel):
    """What went wrong, as RFC 9457 has it."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str = Field(description="One sentence for people.")


# Positions


class CellView(Shape):
    """A place on the board; rows count from the bottom."""

    column: int
    row: int


class ThreatView(CellView):
    """An empty cell with which a player would make a four."""

    now: bool = Field(description="A disc dropped now lands there.")


class LandingView(CellView):
    """Where an aimed disc may land."""

    probability: float


class PlayedView(CellView):
    """A disc that was played: `aim` differs from `column` only where it slipped."""

    player: Player
    aim: int


class OutcomeView(Shape):
    """How the game has ended."""

    winner: Player | None
    result: Annotated[str, _one_of("1-0", "0-1", "1/2-1/2")]
    says: str
    cells: list[CellView] = Field(description="The winner's cells that belong to a four.")


class PositionView(Shape):
    """Everything that a page needs to show a position and to offer moves."""

    moves: str = Field(description="The moves as an address has them; `-` for none.")
    start: str | None = Field(description="The board before the moves, if it was not empty.")
    size: str
    variant: str
    columns: int
    rows: int
    ply: int = Field(description="Discs on the board.")
    turn: Player = Field(description="Whose move it is, or would be if the game were not over.")
    says: str = Field(description="Whose move it is, or how it ended, in words.")
    board: list[str] = Field(description="Rows from the top, of `-`, `X` and `O`.")
    legal: list[int] = Field(description="Columns that may be played; none after the end.")
    landings: dict[str, list[LandingView]] = Field(
        description="By legal column, where a disc aimed at it may land."
    )
    played: list[PlayedView] = Field(description="The moves, each with its cell.")
    outcome: OutcomeView | None = Field(description="null while the game goes on.")
    winning: list[int] = Field(description="Columns with which the side to move wins at once.")
    threats: dict[str, list[ThreatView]]
    fours: dict[str, int] = Field(description="How many fours each has, which counts in fill.")
    game: str = Field(description="The game as text, with tags, for saving.")


class Question(Shape):
    """What comes in a body: true is no number there, and "1" neither."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class PositionRequest(Question):
    """A position: moves from a start."""

    moves: MovesText = NO_MOVES
    start: StartText = None
    size: SizeText = "7x6"
    variant: VariantText = "standard"


class ImportRequest(Question):
    """A text that somebody has typed or pasted."""

    text: Annotated[str, Field(max_length=8000, examples=["4 4 5 3"])]
    size: SizeText = "7x6"
    variant: VariantText = "standard"


class DropRequest(PositionRequest):
    """A person's move. In slip the seed and the ply decide where the disc lands."""

    column: Annotated[int, Field(ge=1, le=63, description="The column aimed at.", examples=[4])]
    seed: Seed | None = Field(None, description="For slip; without one the server draws.")


class DropView(Shape):
    """A move and the position after it."""

    played: PlayedView
    position: PositionView


# Scores


class ScoreView(Shape):
    """An exact score, as the side to move sees it."""

    value: int = Field(description="Positive wins, 0 draws, negative loses; larger is better.")
    result: Result
    plies: int = Field(description="Discs until the end with perfect play.")
    says: str = Field(examples=["wins in 5"])


class ColumnView(Shape):
    """What is proved of a column, as the side to move sees it."""

    column: int
    score: ScoreView | None = Field(description="null if the time did not suffice to prove it.")
    lower: int = Field(description="The score is this or more.")
    says: str
    best: bool


class AnalysisView(Shape):
    """The truth about a position."""

    complete: bool = Field(description="Whether every column is proved; never in progress.")
    score: ScoreView | None = Field(description="Of the position; null if it is not proved.")
    columns: list[ColumnView] = Field(description="The legal ones, from left to right.")
    best: list[int] = Field(description="The columns that nothing beats.")


class SentenceView(Shape):
    """A sentence, and what it speaks of."""

    text: str
    kind: str = Field(description="What it claims.", examples=["verdict"])
    player: Player | None
    columns: list[int]
    cells: list[CellView] = Field(description="Cells to light on the board.")
    four: list[CellView] = Field(description="The cells of a four that it speaks of.")
    after: list[int] = Field(description="Moves that are played before it holds.")
    line: list[int] = Field(description="Play that it tells of.")


class ExplanationView(Shape):
    """Why a position is won, drawn or lost, or what a move does."""

    turn: Player | None = Field(description="null after the end.")
    column: int | None = Field(description="The move that was asked about.")
    brief: list[str] = Field(description="The few sentences that matter most.")
    sentences: list[SentenceView] = Field(description="Everything, the most important first.")
    note: str | None = Field(description="What cannot be said, and why.")


class JudgedView(Shape):
    """A move of a game, held against the truth."""

    number: int = Field(description="Which move of the game, from 1.")
    player: Player
    column: int
    score: ScoreView = Field(description="What it is worth, as its mover sees it.")
    best: ScoreView = Field(description="What the best move was worth.")
    best_columns: list[int] | None = Field(
        description="The best columns of a move that was not best, else null."
    )
    kind: str = Field(examples=["win to draw"])
    means: str = Field(description="What the kind means, in a sentence.")
    is_best: bool
    is_blunder: bool = Field(description="Whether it changed the result.")
    points_lost: int
    says: str = Field(examples=["draws, could have won in 5"])


class PointView(Shape):
    """The worth of the board after so many moves, as X sees it: above 0 X wins."""

    number: int
    value: int
    says: str = Field(examples=["X wins in 5"])


class SideView(Shape):
    """What one side did."""

    name: str
    moves: int
    counted: int = Field(description="Moves that were a choice.")
    best: int
    blunders: int
    accuracy: float | None = Field(description="0 to 100; null if there was no choice.")
    points_lost: int
    kinds: dict[str, int] = Field(description="How many moves of each kind.")


class ReviewView(Shape):
    """A whole game, held against the truth."""

    moves: list[JudgedView]
    graph: list[PointView] = Field(description="The start, then one point after each move.")
    sides: dict[str, SideView] = Field(description="By player.")
    moments: list[int] = Field(description="Numbers of the moves worth looking at.")
    turning_point: int | None = Field(description="The last move that changed the result.")
    story: list[str] = Field(description="The game in a few sentences.")


class HintView(Shape):
    """A column to recommend."""

    column: int
    proved: bool = Field(description="Whether nothing beats it; else it is a strong guess.")
    says: str = Field(examples=["Try column 3, which wins in 1."])


class CountView(Shape):
    """How far long work is."""

    done: int
    total: int


# Agents


class OptionView(Shape):
    """A key that an agent's spec may set."""

    name: str
    help: str
    kind: Annotated[str, _one_of("int", "float", "str", "bool")]
    default: int | float | str | bool | None
    choices: list[str]
    least: float | None
    most: float | None
    limit: bool = Field(description="Whether it is a limit, which a request may also set.")


class AgentView(Shape):
    """An agent that can be asked for moves."""

    name: str
    summary: str
    options: list[OptionView]
    variants: list[str]


class LevelView(Shape):
    """A ready opponent of a certain strength."""

    spec: str = Field(examples=["level:6"])
    level: int
    summary: str
    variants: list[str]


class CapsView(Shape):
    """The most that one request may ask for; more is cut down to it."""

    depth: int
    nodes: int
    playouts: int
    seconds: float


class AgentsView(Shape):
    """Who there is to play, the levels first."""

    levels: list[LevelView]
    agents: list[AgentView]
    caps: CapsView


class LimitRequest(Question):
    """The budget of the decision; what is left out is the agent's own."""

    depth: Annotated[int, Field(ge=1, le=63)] | None = None
    nodes: Annotated[int, Field(ge=1, le=2**53)] | None = None
    playouts: Annotated[int, Field(ge=1, le=2**53)] | None = None
    seconds: Annotated[float, Field(ge=0.001, le=86_400)] | None = None


class MoveRequest(PositionRequest):
    """A question to an agent."""

    agent: Annotated[str, Field(min_length=1, max_length=200, examples=["alphabeta:depth=6"])]
    limit: LimitRequest | None = None
    seed: Seed | None = Field(
        None, description="For agents that draw and for slip; without one the server draws."
    )


class ValueView(Shape):
    """What a search thinks of a column: an estimate unless `result` is given."""

    column: int
    value: float = Field(description="Points, or for Monte Carlo the expected share of the point.")
    bound: Annotated[str, _one_of("exact", "lower", "upper")]
    result: Result | None = Field(description="1, 0, -1 if the search has proved it.")
    plies: int | None
    visits: int | None
    says: str


class ReportView(Shape):
    """What a search did."""

    column: int
    values: list[ValueView]
    nodes: int
    depth: int
    seconds: float
    line: list[int] = Field(description="The play that it expects, its own move first.")
    playouts: int
    complete: bool = Field(description="Whether it did all that was asked before a limit.")


class MoveView(Shape):
    """An agent's move, what it thought, and the position after it."""

    agent: str = Field(description="The spec in its usual form.")
    seed: int = Field(description="With this seed the same question gets the same answer.")
    played: PlayedView
    report: ReportView
    position: PositionView
