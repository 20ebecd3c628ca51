"""The shapes of traces: a search, its tree as columns, one node, and the truth beside it."""

from typing import Annotated

from pydantic import Field

from fourscore.schemas.base import Player, Schema, one_of
from fourscore.schemas.positions import PositionView
from fourscore.schemas.search import ReportView
from fourscore.schemas.truth import ScoreView
from fourscore.web.schemas import PositionRequest, Question, Seed, example

__all__ = [
    "AT_ONCE",
    "MOST_NODES",
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

MOST_NODES = 100_000
"""Nodes that a trace holds at most."""
AT_ONCE = 20_000
"""Nodes that one answer holds at most, and a trace unless more are asked for."""


class TraceLimit(Question):
    """The budget of a traced decision; there are no seconds, for a trace can be had again."""

    depth: Annotated[int, Field(ge=1, le=63)] | None = None
    nodes: Annotated[int, Field(ge=1, le=2**53)] | None = None
    playouts: Annotated[int, Field(ge=1, le=2**53)] | None = None


class TraceRequest(PositionRequest):
    """A decision whose search is to be seen."""

    model_config = example(agent="alphabeta:depth=5", moves="4453", cap=5000)

    agent: Annotated[str, Field(min_length=1, max_length=200, examples=["alphabeta:depth=5"])]
    limit: TraceLimit | None = None
    seed: Seed = Field(0, description="For agents that draw.")
    cap: Annotated[int, Field(ge=1, le=MOST_NODES)] = Field(
        AT_ONCE, description="How many nodes to keep; the search goes on beyond."
    )


class IterationView(Schema):
    """One search from the root; deepening makes several."""

    depth: int
    first: int = Field(description="Its root's number.")


class CodeView(Schema):
    """One line of pseudocode."""

    key: str
    indent: int
    text: str


class TraceView(Schema):
    """A decision that was traced."""

    id: str = Field(description="The question, written short; it brings the trace back anywhere.")
    agent: str
    algorithm: Annotated[
        str, one_of("minimax", "alphabeta", "deepening", "expectiminimax", "astar", "mcts")
    ]
    options: dict[str, str]
    position: PositionView
    report: ReportView
    nodes: int = Field(description="Nodes in the trace; for A* also those that it never visited.")
    visited: int = Field(description="Visited nodes in it: with `left_out` the report's nodes.")
    left_out: int = Field(description="Visited nodes that came after the cap.")
    cap: int
    iterations: list[IterationView]
    root: int = Field(description="The root of the search that found the answer.")
    line: list[int] = Field(description="The nodes of the best line, from the root.")
    says: str = Field(description="Who searches, what it plays, whose values these are.")
    code: list[CodeView]
    truth: bool = Field(description="Whether there are exact scores for its nodes.")


class ColumnsView(Schema):
    """Nodes, a list a column, as docs/trace.md describes them; columns count from 1."""

    parent: list[int | None]
    move: list[int | None]
    order: list[int | None]
    depth: list[int]
    kind: list[str]
    reason: list[str]
    alpha: list[float | None]
    beta: list[float | None]
    value: list[float | None]
    cut_by: list[int | None]
    remembered: list[int | None]
    visits: list[int]
    proof: list[int | None]
    plies: list[int]
    proven_at: list[int | None]
    probability: list[float] | None = Field(None, description="Only where there is chance.")


class StepsView(Schema):
    """What the search did, in order."""

    actions: list[str] = Field(description="The words for the numbers in `action`.")
    action: list[int]
    node: list[int]
    line: list[int] = Field(description="The line of `code` that is lit, from 0.")


class PlayoutsView(Schema):
    """Monte Carlo: where each playout left the tree, and what it brought; else empty."""

    leaf: list[int]
    points: list[int] = Field(description="2, 1, 0: won, drawn, lost for the side that searches.")


class DrawingView(Schema):
    """What a picture says of nodes, a list a column, for the player who searches."""

    certain: int = Field(description="Values as large as this, up or down, are proven results.")
    row: list[int | None] = Field(description="The row, from 1, of the disc that led here.")
    says: list[str] = Field(description="The value in short.")
    tone: list[str] = Field(description='"wins", "draws", "loses", or "" for neither.')
    proven: list[bool]


class CutsView(Schema):
    """Every cut-off that left columns out."""

    node: list[int]
    pruned: list[list[int]] = Field(description="The columns left out at each.")
    saved: list[int] = Field(description="Nodes that minimax would visit there.")
    counted: bool = Field(description="Whether all were counted; if not there are more.")


class TreeView(Schema):
    """The tree of a trace: all of it, or the first 20,000 nodes."""

    nodes: ColumnsView
    sizes: list[int] = Field(description="Nodes of each one's subtree, itself included.")
    more: list[int] = Field(description="Those of them that have children beyond; ask for these.")
    drawing: DrawingView
    cuts: CutsView
    steps: StepsView
    playouts: PlayoutsView


class ChildrenView(Schema):
    """The children of one node, in the order in which they were found."""

    ids: list[int]
    nodes: ColumnsView
    sizes: list[int]
    drawing: DrawingView
    cuts: CutsView = Field(description="The cut-offs of these, and of the node itself.")
    pruned: list[int] = Field(description="Columns that a cut left out, from left to right.")


class CutView(Schema):
    """Why the other columns of a node needed no look."""

    by: int = Field(description="The node whose value set the bound.")
    refutation: int = Field(description="The child that reached it.")
    pruned: list[int] = Field(description="The columns left out.")
    saved: int = Field(description="Nodes that minimax would visit there.")
    counted: bool = Field(description="Whether all were counted; if not there are more.")
    says: str


class NodeView(Schema):
    """All that is known of one node."""

    id: int
    path: list[int] = Field(description="The nodes from the root down to this one.")
    moves: list[int] = Field(description="Columns in which discs have landed since the root.")
    board: list[str]
    player: Player = Field(description="To whom the value belongs.")
    value: str = Field(description="What the search thinks, in short.")
    says: list[str]
    exact: ScoreView | None = Field(
        description="null where there is none: not standard, A*, or not asked."
    )
    wrong: bool = Field(description="Whether the search claims the opposite of the truth.")
    cut: CutView | None


class TruthView(Schema):
    """Exact scores of some nodes, one after the other."""

    first: int
    exact: list[int] = Field(description="For the mover of each node.")
    wrong: list[bool] = Field(description="Whether the search claims the opposite.")
