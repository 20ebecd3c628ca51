"""The view of a trace: which nodes every kind of tree picture shows, and their captions.

Large trees are folded: the line that is played is always shown, then its alternatives, then as
much of the rest as there is room for. A node says how many nodes below it are not shown.
"""

import heapq
import math
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from fourscore.core.notation import plural, write_column
from fourscore.insight.trace.cuts import Saved, savings
from fourscore.insight.trace.line import complete_line
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trace.truth import misleading_nodes
from fourscore.insight.trees.layout import lay_out
from fourscore.insight.trees.values import (
    ValueText,
    describe_value,
    detail_text,
    exact_text,
    move_text,
    prior_text,
    values_note,
)
from fourscore.search.trace_columns import NodeKind, Reason
from fourscore.search.types import Limit

__all__ = [
    "COUNTING_LIMIT",
    "PICTURE_CARDS",
    "PICTURE_NODES",
    "Card",
    "View",
    "in_columns",
    "make_view",
]

PICTURE_NODES, PICTURE_CARDS = 60, 14
"""The nodes that a picture shows, and the cards side by side, by default."""
COUNTING_LIMIT = Limit(nodes=20_000_000)
"""Where counting what the cut-offs saved ends."""


@dataclass
class Card:
    """What is shown of one node."""

    node: int
    move: str
    """The column that leads here."""
    value: ValueText
    """What the search found."""
    detail: str
    """A second line: the window, the visits, the order of the frontier."""
    prior: str
    """The network's share for the move, where there is a network."""
    exact: ValueText | None
    """The exact result, if the node has been solved."""
    is_misleading: bool
    """Whether the value favours the side that loses with perfect play."""
    mover: str
    kind: NodeKind
    reason: Reason
    order: int | None
    on_line: bool
    weight: float
    """Monte Carlo: the share of the playouts through this node; else 0."""
    pruned: tuple[int, ...] = ()
    saved: Saved | None = None
    hidden: int = 0
    """The number of nodes below that are not shown."""
    children: list["Card"] = field(default_factory=list)

    @property
    def saved_text(self) -> str:
        """What the cut-off saved."""
        if self.saved is None:
            return ""
        return f"saves {'' if self.saved.is_complete else '> '}{self.saved.nodes:,}"

    @property
    def has_stub(self) -> bool:
        """Whether the branches that were cut off are drawn as a stub."""
        return bool(self.pruned and self.children)


@dataclass
class View:
    """A trace with the nodes that are shown, as a tree of cards."""

    trace: Trace
    root: Card
    cards: dict[int, Card]
    """The cards by node, parents before children."""

    @cached_property
    def title(self) -> str:
        return f"{self.trace.spec}: {plural(self.trace.report.nodes, 'node')}"

    @cached_property
    def caption(self) -> str:
        """Who searches, what was chosen, and what is not shown."""
        trace, mover = self.trace, self.trace.position.turn
        plays = f"{mover} searches and plays column {write_column(trace.report.column)}."
        parts = [trace.say(plays)]
        parts.append(values_note(trace))
        if len(trace.iterations) > 1:
            depth = trace.iteration(self.root.node).depth
            parts.append(f"Of {len(trace.iterations)} iterations, that of depth {depth} is shown.")
        if trace.left_out:
            left_out = f"{trace.left_out:,} more were left out"
            parts.append(f"The trace has the first {trace.cap:,} nodes; {left_out}.")
            if trace.algorithm == "deepening" and trace.iterations[-1].depth < trace.report.depth:
                parts.append(f"The answer is that of depth {trace.report.depth}, beyond the cap.")
        return " ".join(parts)


def make_view(
    trace: Trace,
    nodes: int = PICTURE_NODES,
    depth: int | None = None,
    across: int | None = None,
    root: int | None = None,
) -> View:
    """Choose at most `nodes` nodes, to `depth` levels below the root, and describe them.

    With `across`, unfold no more than about that many cards fit side by side. The tree starts
    at `root`, or else where the answer was found.

    >>> from fourscore.core.notation import read_moves
    >>> from fourscore.insight.trace.tracing import trace
    >>> view = make_view(trace(read_moves("4453"), "minimax:depth=3"), nodes=8)
    >>> len(view.cards), [card.hidden for card in view.root.children][:3]
    (8, [48, 56, 56])
    """
    trace = complete_line(trace)
    chooser = _Chooser(trace, trace.root if root is None else root)
    shown = chooser.choose(nodes, math.inf if depth is None else depth, across)
    misleading = misleading_nodes(trace)

    def describe(node: int) -> Card:
        order = int(trace.order[node])
        return Card(
            node=node,
            move=move_text(trace, node),
            value=describe_value(trace, node),
            detail=detail_text(trace, node),
            prior=prior_text(trace, node),
            exact=exact_text(trace, node),
            is_misleading=bool(misleading[node]),
            mover=trace.player_at(node),
            kind=NodeKind(trace.kind[node]),
            reason=Reason(trace.reason[node]),
            order=None if order < 0 else order,
            on_line=node in chooser.line,
            weight=float(trace.visits[node]) / max(1, int(trace.visits[0])),
            pruned=trace.pruned(node),
        )

    top = describe(chooser.root)
    cards = [top]
    for card in cards:  # grows while it is walked
        card.children = [describe(child) for child in shown.get(card.node, ())]
        cards += card.children
        below = sum(trace.sizes[child.node] for child in card.children)
        # What is hidden below a child, the child says itself.
        card.hidden = trace.sizes[card.node] - 1 - below
    view = View(trace, top, {card.node: card for card in cards})
    for node, saved in savings(trace, view.cards, COUNTING_LIMIT).items():
        view.cards[node].saved = saved if saved.is_complete or saved.nodes else None
    return view


def in_columns(trace: Trace, cards: list[Card]) -> list[Card]:
    """Return the children of a node as pictures show them: from the left column to the right."""
    return sorted(cards, key=lambda card: int(trace.move[card.node]))


class _Chooser:
    """Chooses the nodes that are shown: the line that is played, then the most informative ones."""

    def __init__(self, trace: Trace, root: int) -> None:
        self.trace = trace
        self.root = root
        self.line = frozenset(trace.line_from(root))

    def choose(self, room: int, depth: float, across: int | None) -> dict[int, list[int]]:
        """Return the children to show of each node, so that at most `room` nodes are shown."""
        shown = self._line_alone(room, depth)
        room -= 1 + len(shown)
        queue = [(self._rank(self.root, 0, 0), self.root, 0)]
        while queue:
            _, node, level = heapq.heappop(queue)
            children, there = self.best_first(node), shown.get(node, [])
            if node in self.line:
                # Where not all alternatives fit, the first of them do.
                children = children[: len(there) + room]
            if not children or level >= depth or len(children) - len(there) > room:
                continue
            shown[node] = children
            if across and node not in self.line and self._breadth(shown) > across:
                del shown[node]
                continue
            room -= len(children) - len(there)
            for place, child in enumerate(children):
                heapq.heappush(queue, (self._rank(child, level + 1, place), child, level + 1))
        return shown

    def _line_alone(self, room: int, depth: float) -> dict[int, list[int]]:
        """Return the line without its alternatives, as far as there is room."""
        line = sorted(self.line)
        pairs = list(pairwise(line))[: int(min(room - 1, depth, len(line)))]
        return {above: [below] for above, below in pairs}

    def _breadth(self, shown: dict[int, list[int]]) -> float:
        """Return how many cards wide the picture would be."""
        nodes, children = [self.root], list[list[int]]()
        for node in nodes:  # grows while it is walked
            below = list(shown.get(node, ()))
            # The stub of cut branches is as wide as a card; no node has the number -1.
            below += [-1] if below and self.trace.pruned(node) else []
            children.append(list(range(len(nodes), len(nodes) + len(below))))
            nodes += below
        return max(place.x for place in lay_out(children, [1] * len(nodes), gap=0)) + 0.5

    def _rank(self, node: int, level: int, place: int) -> tuple[int, float, int, int]:
        """Return when a node is unfolded: the best line, then cut-offs, then what is left."""
        trace = self.trace
        if node in self.line:
            return 0, level, 0, 0
        if trace.has_playouts:
            return 1, -float(trace.visits[node]), place, node
        return (1 if trace.reason[node] == Reason.CUT else 2), level, place, node

    def best_first(self, node: int) -> list[int]:
        """Return the children, the one on the best line, the best or the likeliest one first."""
        trace, children = self.trace, self.trace.children(node)
        if not trace.has_boards and len(trace) <= PICTURE_NODES:
            return children  # as they are written
        if trace.kind[node] == NodeKind.CHANCE:
            return sorted(children, key=lambda child: -trace.probability(child))
        on_line = [child for child in children if child in self.line]
        best = on_line[0] if on_line else trace.best_child(node)
        if trace.has_playouts:
            children.sort(key=lambda child: -int(trace.visits[child]))
        return sorted(children, key=lambda child: child != best)
