"""The shapes of positions, agents and moves, as OpenAPI shows them; all count from 1."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from fourscore.core.variants import VARIANTS
from fourscore.web.reading import NO_MOVES

__all__ = [
    "AgentView",
    "AgentsView",
    "CapsView",
    "CellView",
    "DropRequest",
    "DropView",
    "ImportRequest",
    "LandingView",
    "LevelView",
    "LimitRequest",
    "MoveRequest",
    "MoveView",
    "MovesText",
    "OptionView",
    "OutcomeView",
    "PlayedView",
    "Player",
    "PositionRequest",
    "PositionView",
    "Problem",
    "Question",
    "ReportView",
    "Result",
    "Seed",
    "Shape",
    "SizeText",
    "StartText",
    "ThreatView",
    "ValueView",
    "VariantText",
    "example",
    "one_of",
]


def one_of(*values: str | int) -> Any:
    """Let the document list the values; the code that makes them needs no checking."""
    return Field(json_schema_extra={"enum": list(values)})


Player = Annotated[str, one_of("X", "O")]
Result = Annotated[int, one_of(1, 0, -1)]
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


def example(**values: Any) -> ConfigDict:
    """Let the document show an example; whoever inherits this needs one of their own."""
    return ConfigDict(json_schema_extra={"examples": [values]})


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Problem(BaseModel):
    """What went wrong, as RFC 9457 has it."""

    model_config = example(
        type="about:blank",
        title="Unprocessable Entity",
        status=422,
        detail="move 7 of '4444444': column 4 is full after '444444'",
    )

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
    result: Annotated[str, one_of("1-0", "0-1", "1/2-1/2")]
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

    model_config = example(text="1. 4 4 2. 5 3 *")

    text: Annotated[str, Field(max_length=8000, examples=["4 4 5 3"])]
    size: SizeText = "7x6"
    variant: VariantText = "standard"


class DropRequest(PositionRequest):
    """A person's move. In slip the seed and the ply decide where the disc lands."""

    model_config = example(moves="44", variant="slip", column=4, seed=7)

    column: Annotated[int, Field(ge=1, le=63, description="The column aimed at.", examples=[4])]
    seed: Seed | None = Field(None, description="For slip; without one the server draws.")


class DropView(Shape):
    """A move and the position after it."""

    played: PlayedView
    position: PositionView


# Agents


class OptionView(Shape):
    """A key that an agent's spec may set."""

    name: str
    help: str
    kind: Annotated[str, one_of("int", "float", "str", "bool")]
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

    model_config = example(agent="mcts:playouts=5000", moves="44", limit={"seconds": 1}, seed=7)

    agent: Annotated[str, Field(min_length=1, max_length=200, examples=["alphabeta:depth=6"])]
    limit: LimitRequest | None = None
    seed: Seed | None = Field(
        None, description="For agents that draw and for slip; without one the server draws."
    )


class ValueView(Shape):
    """What a search thinks of a column: an estimate unless `result` is given."""

    column: int
    value: float = Field(description="Points, or for Monte Carlo the expected share of the point.")
    bound: Annotated[str, one_of("exact", "lower", "upper")]
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
