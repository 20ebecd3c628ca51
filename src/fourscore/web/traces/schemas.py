"""The JSON of traces: a search, its tree as columns, one node, and exact scores."""

from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from pydantic import Field, create_model

from fourscore.schemas.base import Column, Player, Row, Schema, one_of
from fourscore.schemas.positions import PositionView
from fourscore.schemas.search import ReportView
from fourscore.schemas.truth import ScoreView
from fourscore.search.trace_columns import COLUMNS
from fourscore.search.trace_columns import Column as TraceColumn
from fourscore.web.schemas import LONGEST_TREE, PositionRequest, RequestBody, Seed, example

__all__ = [
    "ANSWER_NODES",
    "MAX_NODES",
    "ChildrenView",
    "CodeView",
    "ColumnsView",
    "CutView",
    "CutsView",
    "DrawingView",
    "IterationView",
    "NodeView",
    "PlayoutsView",
    "StepsView",
    "TraceLimit",
    "TraceRequest",
    "TraceView",
    "TreeView",
    "TruthView",
]

MAX_NODES = 100_000
"""The most nodes that a trace may hold."""
ANSWER_NODES = 20_000
"""The most nodes in one answer, and in a trace by default."""


class TraceLimit(RequestBody):
    """The budget of a traced decision; not in seconds, since a trace must be repeatable."""

    depth: Annotated[int, Field(ge=1, le=63)] | None = None
    nodes: Annotated[int, Field(ge=1, le=2**53)] | None = None
    playouts: Annotated[int, Field(ge=1, le=2**53)] | None = None


class TraceRequest(PositionRequest):
    """A decision whose search is to be traced."""

    model_config = example(agent="alphabeta:depth=5", moves="4453", cap=5000)

    agent: Annotated[str, Field(min_length=1, max_length=200, examples=["alphabeta:depth=5"])]
    limit: TraceLimit | None = None
    seed: Seed = Field(0, description="For agents that use chance.")
    tree: Annotated[str, Field(max_length=LONGEST_TREE)] | None = Field(
        None,
        description="A tree of your own to search instead of the position: nested lists of leaf "
        "values, or the name of an example.",
        examples=["[[3,12,8],[2,4,6],[14,5,2]]"],
    )
    cap: Annotated[int, Field(ge=1, le=MAX_NODES)] = Field(
        ANSWER_NODES,
        description="How many nodes the trace holds; the search continues beyond them.",
    )


class IterationView(Schema):
    """One search from the root; deepening makes several."""

    depth: int
    first: int = Field(description="The number of its root.")


class CodeView(Schema):
    """One line of pseudocode."""

    key: str
    indent: int
    text: str


class TraceView(Schema):
    """A traced decision."""

    id: str = Field(description="The request in short form; any server can trace it again.")
    agent: str
    algorithm: Annotated[
        str, one_of("minimax", "alphabeta", "deepening", "expectiminimax", "astar", "mcts", "zero")
    ]
    options: dict[str, str]
    tree: str | None = Field(
        None, description="The tree that was searched, if it is not that of a position."
    )
    position: PositionView
    report: ReportView
    nodes: int = Field(description="Nodes in the trace; for A* also those never visited.")
    visited: int = Field(
        description="Visited nodes in the trace; with `left_out` the report's nodes."
    )
    left_out: int = Field(description="Visited nodes beyond the cap.")
    cap: int
    iterations: list[IterationView]
    root: int = Field(description="The root of the search that found the answer.")
    line: list[int] = Field(description="The nodes of the best line, from the root.")
    says: str = Field(description="Who searches, what it plays, and whose values these are.")
    code: list[CodeView] = Field(description="Written with max and min.")
    negamax: list[CodeView] = Field(description="The same, written as negamax.")
    truth: bool = Field(description="Whether its nodes have exact scores.")


def _list_type(column: TraceColumn) -> Any:
    """Return the type of a column's list, which has null for "none"."""
    if column.words is not None:
        return list[str]
    number = float if issubclass(column.dtype, np.floating) else int
    return list[number] if column.none is None else list[number | None]  # type: ignore[valid-type]


if TYPE_CHECKING:
    ColumnsView = Schema
else:
    ColumnsView = create_model(
        "ColumnsView",
        __base__=Schema,
        __doc__="Nodes, a list for each column, as the page on traces describes them.",
        __module__=__name__,
        **{
            name: (_list_type(column), Field(description=column.meaning))
            for name, column in COLUMNS.items()
            if not column.is_optional
        },
        prior=(list[float | None] | None, Field(None, description=COLUMNS["prior"].meaning)),
        probability=(list[float] | None, Field(None, description="Only where there is chance.")),
    )


class StepsView(Schema):
    """What the search did, step by step."""

    actions: list[str] = Field(description="The words for the numbers in `action`.")
    action: list[int]
    node: list[int]
    line: list[int] = Field(description="The line of `code` at each step, from 0.")
    negamax: list[int] = Field(description="The line of `negamax` at each step, from 0.")
    first: int = Field(description="The number of the first of these, from 0.")
    total: int = Field(description="The steps of the whole trace.")


class PlayoutsView(Schema):
    """Monte Carlo and PUCT: where each playout left the tree, and its result; otherwise empty."""

    leaf: list[int]
    points: list[float] = Field(
        description="2, 1, 0: won, drawn, lost by the player who searches; PUCT: a value between."
    )
    games: list[str] = Field(
        description="Monte Carlo: the columns of the random game, from `leaf` on, where discs "
        "landed; empty where none was played, or where it began beyond the cap."
    )


class DrawingView(Schema):
    """What a picture shows of nodes, from the point of view of the player who searches."""

    certain: int = Field(description="Values of this size or more, either way, are proven results.")
    row: list[Row | None] = Field(description="The row, from 1, of the disc that led here.")
    says: list[str] = Field(description="The value in a few characters.")
    tone: list[str] = Field(description='"wins", "draws", "loses", or "" for neither.')
    proven: list[bool]


class CutsView(Schema):
    """Every cut-off that left columns out."""

    node: list[int]
    pruned: list[list[Column]] = Field(description="The columns left out at each.")
    saved: list[int] = Field(description="Nodes that minimax would visit there.")
    counted: bool = Field(description="Whether the counts are complete; if not, there are more.")


class TreeView(Schema):
    """The tree of a trace, or a page of it: 20,000 nodes, and the steps that need no later ones."""

    page: int
    pages: int
    nodes: ColumnsView
    sizes: list[int] = Field(description="Nodes in each node's subtree, itself included.")
    more: list[int] = Field(description="Nodes with children beyond these, on later pages.")
    drawing: DrawingView
    cuts: CutsView
    steps: StepsView
    playouts: PlayoutsView


class ChildrenView(Schema):
    """The children of a node, in the order in which they were found."""

    ids: list[int]
    nodes: ColumnsView
    sizes: list[int]
    drawing: DrawingView
    cuts: CutsView = Field(description="The cut-offs of these, and of the node itself.")
    pruned: list[Column] = Field(description="Columns left out by a cut-off, left to right.")


class CutView(Schema):
    """Why the other columns of a node need not be searched."""

    by: int = Field(description="The node whose value set the bound.")
    refutation: int = Field(description="The child that reached it.")
    pruned: list[Column] = Field(description="The columns left out.")
    saved: int = Field(description="Nodes that minimax would visit there.")
    counted: bool = Field(description="Whether the counts are complete; if not, there are more.")
    says: str


class NodeView(Schema):
    """Everything known about one node."""

    id: int
    path: list[int] = Field(description="The nodes from the root down to this one.")
    moves: list[Column] = Field(description="Columns where discs have landed since the root.")
    board: list[str]
    player: Player = Field(description="The player to whom the value belongs.")
    value: str = Field(description="What the search found, in a few characters.")
    says: list[str]
    exact: ScoreView | None = Field(
        description="null where there is none: other rules, A*, or not requested."
    )
    misleading: bool = Field(description="Whether its value favours the side that loses.")
    cut: CutView | None


class TruthView(Schema):
    """Exact scores of consecutive nodes."""

    first: int
    exact: list[int] = Field(description="For the mover of each node.")
    misleading: list[bool] = Field(description="Whether the value favours the side that loses.")
