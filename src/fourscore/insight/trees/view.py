"""Which nodes of a trace are shown, and what is said of each: for every kind of tree picture.

Large trees are folded: the best line comes first with all its alternatives, then as much of
the rest as there is room for. A node whose children are not shown says how many more it has.
Everything is said for the player who searches: a higher value is better for that one at every
node, whoever is to move there.
"""

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from fourscore.core.notation import write_column
from fourscore.core.position import opponent
from fourscore.insight.trace.cuts import Saved, count_saved
from fourscore.insight.trace.tracing import UNKNOWN, Trace
from fourscore.insight.trace.truth import wrong_nodes
from fourscore.insight.trees.layout import lay_out
from fourscore.search.evaluation.base import proven_result
from fourscore.search.recording import Kind, Reason
from fourscore.search.types import Bound, Limit, Value
from fourscore.solver import Score

__all__ = ["Card", "View", "is_proven", "make_view", "say_value", "values_are", "window_text"]

MINUS = "\N{MINUS SIGN}"
COUNTED = Limit(nodes=20_000_000)
"""Where counting what the cuts saved ends."""
SIGNS = {Bound.EXACT: "", Bound.LOWER: "≥ ", Bound.UPPER: "≤ "}
TURNED = {Bound.EXACT: Bound.EXACT, Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}


@dataclass
class Card:
    """What is shown of one node."""

    node: int
    move: str
    """The column that leads here."""
    said: str
    """What the search thinks, in short."""
    more: str
    """A second line: the window, the visits, the order of the frontier."""
    tone: str
    """"wins", "draws" or "loses" for the player who searches, or "" for an even estimate."""
    is_proven: bool
    mover: str
    kind: Kind
    reason: Reason
    order: int | None
    on_line: bool
    truth: str
    """The exact result, if it has been told."""
    truth_tone: str
    is_wrong: bool
    weight: float
    """Monte Carlo: the share of the playouts that came through here; else 0."""
    pruned: tuple[int, ...] = ()
    saved: Saved | None = None
    hidden: int = 0
    """Nodes below that are not shown."""
    children: list["Card"] = field(default_factory=list)

    @property
    def cut_text(self) -> str:
        """What a cut left out, and what that saved."""
        if self.saved is None:
            return ""
        return f"saves {'' if self.saved.is_complete else '> '}{self.saved.nodes:,}"


@dataclass
class View:
    """A trace with the nodes that are shown, as a tree of cards."""

    trace: Trace
    root: Card
    shown: int
    cards: dict[int, Card]

    @cached_property
    def title(self) -> str:
        trace = self.trace
        return f"{trace.spec}: {_count(trace.report.nodes, 'node')}"

    @cached_property
    def caption(self) -> str:
        """Return who searches, what was chosen, and what is not shown."""
        trace, mover = self.trace, self.trace.position.turn
        told = [f"{mover} searches and plays column {write_column(trace.report.column)}."]
        told.append(values_are(trace))
        if len(trace.iterations) > 1:
            depth = trace.iteration(self.root.node).depth
            told.append(f"Of {len(trace.iterations)} iterations that of depth {depth} is shown.")
        if trace.left_out:
            left_out = f"{trace.left_out:,} more were left out"
            told.append(f"The trace has the first {len(trace):,} nodes; {left_out}.")
        return " ".join(told)


def values_are(trace: Trace) -> str:
    """Say whose the values are, and what they are."""
    if trace.algorithm == "astar":
        return "The value is f, the discs dropped and the guess of those still needed."
    mover = trace.position.turn
    if trace.algorithm == "mcts":
        return f"Values are {mover}'s share of the points."
    return f"Values are {mover}'s: at every node higher is better for {mover}."


def make_view(
    trace: Trace,
    nodes: int = 60,
    depth: int | None = None,
    across: int | None = None,
    root: int | None = None,
) -> View:
    """Choose at most `nodes` nodes, to `depth` levels below the root, and describe them.

    With `across`, no more is unfolded than about so many cards beside each other. The tree
    begins at `root`: else where the answer was found.

    >>> from fourscore.core.notation import read_moves
    >>> from fourscore.insight.trace.tracing import trace
    >>> view = make_view(trace("minimax:depth=3", read_moves("4453")), nodes=8)
    >>> view.shown, [card.hidden for card in view.root.children][:3]
    (8, [56, 56, 56])
    """
    start = trace.root if root is None else root
    chooser = _Chooser(trace, start, nodes, math.inf if depth is None else depth)
    unfolded = chooser.unfold(across)
    describe = _describer(trace, chooser.line)
    top = describe(start)
    cards, waiting = {start: top}, [top]
    while waiting:
        card = waiting.pop()
        if card.node in unfolded:
            card.children = [describe(child) for child in chooser.best_first(card.node)]
            cards.update({child.node: child for child in card.children})
            waiting += card.children
        else:
            card.hidden = trace.sizes[card.node] - 1
    _count_cuts(trace, cards)
    return View(trace, top, len(cards), cards)


class _Chooser:
    """Chooses the nodes whose children are shown: the best line, then the most telling ones."""

    def __init__(self, trace: Trace, root: int, room: int, depth: float) -> None:
        self.trace = trace
        self.root = root
        self.room = room
        self.depth = depth
        self.line = frozenset(trace.line_from(root))

    def unfold(self, across: int | None) -> set[int]:
        """Return the nodes to unfold within the room there is."""
        unfolded, shown = set[int](), 1
        queue = [(self._rank(self.root, 0, 0), self.root, 0)]
        while queue:
            _, node, level = heapq.heappop(queue)
            children = self.best_first(node)
            if not children or level >= self.depth or shown + len(children) > self.room:
                continue
            unfolded.add(node)
            if across and node not in self.line and self._breadth(unfolded) > across:
                unfolded.remove(node)
                continue
            shown += len(children)
            for place, child in enumerate(children):
                heapq.heappush(queue, (self._rank(child, level + 1, place), child, level + 1))
        return unfolded

    def _breadth(self, unfolded: set[int]) -> float:
        """Return how many cards wide a picture would be."""
        nodes, children = [self.root], list[list[int]]()
        for node in nodes:  # It grows while it is walked.
            below = self.best_first(node) if node in unfolded else []
            # Cut branches leave a stub, which is as wide as a card; no node has the number -1.
            below += [-1] if below and self.trace.pruned(node) else []
            children.append(list(range(len(nodes), len(nodes) + len(below))))
            nodes += below
        return max(place.x for place in lay_out(children, [1] * len(nodes), gap=0)) + 0.5

    def _rank(self, node: int, level: int, place: int) -> tuple[int, float, int, int]:
        """Say when a node's turn comes: the line, then what is telling and narrow."""
        trace = self.trace
        if node in self.line:
            return 0, level, 0, 0
        if trace.algorithm == "mcts":
            return 1, -float(trace.visits[node]), place, node
        return (1 if trace.reason[node] == Reason.CUT else 2), level, place, node

    def best_first(self, node: int) -> list[int]:
        """Return the children, the one on the best line or else the best or likeliest one first."""
        trace, children = self.trace, self.trace.children(node)
        if trace.kind[node] == Kind.CHANCE:
            return sorted(children, key=lambda child: -trace.probability(child))
        on_line = [child for child in children if child in self.line]
        best = on_line[0] if on_line else trace.best_child(node)
        if trace.algorithm == "mcts":
            children.sort(key=lambda child: -int(trace.visits[child]))
        return sorted(children, key=lambda child: child != best)


def _count_cuts(trace: Trace, cards: dict[int, Card]) -> None:
    """Say what the cuts that are shown have saved, as far as counting them is quick."""
    cut = [node for node, card in cards.items() if card.pruned]
    cut.sort(key=lambda node: -int(trace.depth[node]))
    for node, saved in zip(cut, count_saved(trace, cut, COUNTED), strict=True):
        cards[node].saved = saved if saved.is_complete or saved.nodes else None


# Words


def _describer(trace: Trace, line: frozenset[int]) -> Callable[[int], Card]:
    wrong = wrong_nodes(trace)

    def describe(node: int) -> Card:
        value = trace.opinion(node)
        said, tone = say_value(trace, node, value)
        truth, truth_tone = _say_truth(trace, node)
        order = int(trace.order[node])
        return Card(
            node=node,
            move=_say_move(trace, node),
            said=said,
            more=_say_more(trace, node),
            tone=tone,
            is_proven=is_proven(value),
            mover=trace.speaks_for(node),
            kind=Kind(trace.kind[node]),
            reason=Reason(trace.reason[node]),
            order=None if order < 0 else order,
            on_line=node in line,
            truth=truth,
            truth_tone=truth_tone,
            is_wrong=bool(wrong[node]),
            weight=_weight(trace, node),
            pruned=trace.pruned(node),
        )

    return describe


def _weight(trace: Trace, node: int) -> float:
    return float(trace.visits[node]) / max(1, int(trace.visits[0]))


def _say_move(trace: Trace, node: int) -> str:
    column, above = int(trace.move[node]), int(trace.parent[node])
    if above < 0:
        return ""
    return (
        f"aim {write_column(column)}" if trace.kind[node] == Kind.CHANCE else write_column(column)
    )


def say_value(trace: Trace, node: int, value: Value | None) -> tuple[str, str]:
    """Say a value for the player who searches, and in which tone."""
    if value is None:
        return "no value", ""
    if trace.algorithm == "astar":
        return f"f = {value.value}", ""
    searcher, speaker = trace.position.turn, trace.speaks_for(node)
    sign = 1 if speaker == searcher else -1
    if value.result is not None:
        return _say_result(value, speaker, searcher)
    if trace.algorithm == "mcts":
        share = value.value if sign > 0 else 1 - value.value
        return _percent(share), _tone(share - 0.5)
    bound = value.bound if sign > 0 else TURNED[value.bound]
    number = sign * value.value
    return f"{SIGNS[bound]}{_number(number)}", _tone(number)


def _say_result(value: Value, speaker: str, searcher: str) -> tuple[str, str]:
    if value.result == 0:
        return "draw", "draws"
    winner = speaker if value.result == 1 else opponent(speaker)
    moves = ((value.plies or 0) + 1) // 2
    tone = "wins" if winner == searcher else "loses"
    if moves == 0:
        return f"{winner} has won", tone
    if value.bound is Bound.EXACT or (is_proven(value) and moves == 1):
        return f"{winner} wins in {moves}", tone
    return f"{winner} wins in {'≤' if is_proven(value) else '≥'} {moves}", tone


def is_proven(value: Value | None) -> bool:
    """Return whether a result is certain: exact, or bounded on the side that does not matter.

    That a win comes in 3 or sooner is certain; that it comes in 3 or later, or never, is not.
    """
    if value is None:
        return False
    if value.result in (None, 0):
        return value.result == 0 and value.bound is Bound.EXACT
    firm = Bound.LOWER if value.result == 1 else Bound.UPPER
    return value.bound in (Bound.EXACT, firm)


def _say_truth(trace: Trace, node: int) -> tuple[str, str]:
    if trace.exact is None or trace.exact[node] == UNKNOWN:
        return "", ""
    score = Score(int(trace.exact[node]), trace.position_at(node))
    value = Value(0, result=score.sign, plies=score.plies)
    return _say_result(value, trace.speaks_for(node), trace.position.turn)


def _say_more(trace: Trace, node: int) -> str:
    above = int(trace.parent[node])
    likely = ""
    if above >= 0 and trace.kind[above] == Kind.CHANCE:
        likely = _percent(trace.probability(node))
    if trace.algorithm == "mcts":
        visits = _count(int(trace.visits[node]), "visit")
        return f"{visits}, {likely}" if likely else visits
    if trace.algorithm == "astar":
        order = int(trace.order[node])
        waits = "no line left" if trace.reason[node] == Reason.HOPELESS else "waiting"
        return f"taken as no. {order + 1}" if order >= 0 else waits
    if trace.algorithm in ("alphabeta", "deepening"):
        return window_text(trace, node)
    return f"{likely} likely" if likely else ""


def window_text(trace: Trace, node: int) -> str:
    """Write a node's window on entry as the player who searches sees it.

    >>> from fourscore.core.position import Position
    >>> from fourscore.insight.trace.tracing import trace
    >>> window_text(trace("alphabeta:depth=2", Position.empty()), 9)
    '(13, ∞)'
    """
    low, high = float(trace.alpha[node]), float(trace.beta[node])
    if trace.speaks_for(node) != trace.position.turn:
        low, high = -high, -low
    return f"({_edge(low)}, {_edge(high)})"


def _edge(number: float) -> str:
    if math.isinf(number):
        return "∞" if number > 0 else f"{MINUS}∞"
    result = proven_result(number)
    return _number(number) if result is None else "win" if result > 0 else "loss"


def _number(number: float) -> str:
    text = f"{number:,.0f}" if float(number).is_integer() else f"{number:,.1f}"
    return text.replace("-", MINUS)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _tone(number: float) -> str:
    return "wins" if number > 0 else "loses" if number < 0 else ""


def _count(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
