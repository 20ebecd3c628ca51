"""What lessons can say about a search. Everything is read off its trace."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from fourscore.core.notation import write_column
from fourscore.core.picture import COLOURS, name_colours
from fourscore.core.position import opponent
from fourscore.insight.lessons.expressions import ROOT, ExpressionError, Moment, Node
from fourscore.insight.lessons.timeline import NEVER, Timeline
from fourscore.insight.trace.cuts import count_saved
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trace.truth import has_exact_scores, solve_nodes
from fourscore.insight.trees.values import describe_value, exact_text, has_windows
from fourscore.search.evaluation.base import proven_result
from fourscore.search.trace_columns import NodeKind, Reason

__all__ = ["Facts", "Known", "figure", "listed"]

MINUS = "\N{MINUS SIGN}"
NARROW_SPACE = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Known:
    """A fact: a number to compare, and the words that say it."""

    number: float
    text: str


def figure(number: float) -> str:
    """Write a number as the pages do.

    >>> figure(2.5), figure(12000)
    ('2.5', '12,000')
    """
    if math.isinf(number):
        return "∞" if number > 0 else f"{MINUS}∞"
    rounded = round(number, 1)
    text = f"{int(rounded):,}" if float(rounded).is_integer() else f"{rounded:,.1f}"
    return text.replace("-", MINUS)


def listed(words: Sequence[str]) -> str:
    """Write a list with "and" before its last word.

    >>> listed(["4", "5", "6"])
    '4, 5 and 6'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _percent(hundredths: int) -> str:
    return f"{hundredths}{NARROW_SPACE}%".replace("-", MINUS)


def _count(number: float) -> Known:
    return Known(number, figure(number))


def _word(text: str) -> Known:
    return Known(math.nan, text)


def _columns(columns: Sequence[int]) -> Known:
    return Known(math.nan, listed([write_column(each) for each in columns]) or "none")


class Facts:
    """The facts of one search."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.time = Timeline(trace)

    # Nodes

    def node(self, node: Node) -> int:
        """Return the number of a node; raises `ExpressionError` if there is none."""
        match node.kind:
            case "root":
                return self._root(node.number)
            case "node":
                return self._numbered(node.number)
            case "after":
                return self._after(node.columns)
            case "cut":
                return self._cut(node.number)
            case "latest cut":
                self._cut(0)
                return max(self.time.cuts, key=lambda each: len(self.trace.children(each)))
        base = self.node(node.base or ROOT)
        if node.kind == "parent":
            return self._parent(base)
        return self._child(base, node)

    def _root(self, number: int) -> int:
        if number == 0:
            return self.trace.root
        if number > len(self.trace.roots):
            raise ExpressionError(f"there is no root {number}; the search has {self._searches}")
        return self.trace.roots[number - 1]

    @property
    def _searches(self) -> str:
        count = len(self.trace.roots)
        return "one root" if count == 1 else f"{count} roots"

    def _numbered(self, number: int) -> int:
        if number >= len(self.trace):
            raise ExpressionError(
                f"there is no node {number}; the trace has nodes 0 to {len(self.trace) - 1}"
            )
        return number

    def _after(self, columns: Sequence[int]) -> int:
        node = self.trace.root
        for place, column in enumerate(columns):
            below = [each for each in self.trace.children(node) if self.trace.move[each] == column]
            if not below:
                way = " ".join(write_column(each) for each in columns[: place + 1])
                raise ExpressionError(f"the search has not looked at the node after {way}")
            node = below[0]
        return node

    def _cut(self, number: int) -> int:
        cuts = self.time.cuts
        if not -len(cuts) <= number < len(cuts):
            has = f"{len(cuts)} cuts" if len(cuts) != 1 else "one cut"
            raise ExpressionError(f"there is no such cut; the search has {has if cuts else 'none'}")
        return cuts[number]

    def _parent(self, node: int) -> int:
        if self.trace.parent[node] < 0:
            raise ExpressionError("the root has no parent")
        return int(self.trace.parent[node])

    def _child(self, base: int, node: Node) -> int:
        children = self.trace.children(base)
        if node.kind == "best child":
            best = self.trace.best_child(base)
            if best is None:
                raise ExpressionError("that node has no best child")
            return best
        if not -len(children) <= node.number < len(children):
            raise ExpressionError(f"that node has {len(children) or 'no'} children in the tree")
        return children[node.number]

    # Moments

    def moment(self, moment: Moment) -> int:
        """Return how many steps are done at a moment; raises `ExpressionError`."""
        found = self._moment(moment)
        if not 0 <= found <= self.time.end:
            raise ExpressionError(f"the search has steps 0 to {self.time.end}, and no {found}")
        return found

    def _moment(self, moment: Moment) -> int:
        match moment.kind:
            case "start":
                return 0
            case "end":
                return self.time.end
            case "playout" if not self.trace.has_playouts:
                raise ExpressionError(f"{self.trace.algorithm} makes no playouts")
            case "step" | "playout":
                return moment.number
            case "iteration":
                return int(self.time.entered[self._root(moment.number)])
            case "later":
                assert moment.base is not None
                return self._moment(moment.base) + moment.number
        node = self.node(moment.node or ROOT)
        moments = self.time.entered if moment.kind == "entering" else self.time.left
        if moments[node] == NEVER:
            raise ExpressionError(f"the search never comes to {moment.kind} that node")
        return int(moments[node])

    # Facts about a node

    def of_node(self, name: str, node: int, moment: int) -> Known:
        """Return a fact about a node at a moment; raises `ExpressionError` if there is none."""
        known = _NODE_FACTS[name](self, node, moment)
        if known is None:
            raise ExpressionError(f"{self.trace.algorithm} has no {name!r} at that node")
        return known

    def _sign(self, node: int) -> int:
        return 1 if self.trace.player_at(node) == self.trace.position.turn else -1

    def _column(self, node: int, _: int) -> Known | None:
        column = int(self.trace.move[node])
        return None if column < 0 else Known(column + 1, write_column(column))

    def value_number(self, node: int) -> float:
        """Return the value of a node for the player who searches."""
        value = float(self.trace.value[node])
        if self.trace.has_playouts:
            return value if self._sign(node) > 0 else 1 - value
        return self._sign(node) * value

    def _value(self, node: int, _: int) -> Known | None:
        number = self.value_number(node)
        if math.isnan(number):
            return None
        if self.trace.algorithm == "astar":
            return _count(number)
        if self.trace.has_playouts or proven_result(number) is not None:
            return Known(number, name_colours(describe_value(self.trace, node).text))
        text = describe_value(self.trace, node).text if self._has_windows else figure(number)
        return Known(round(number, 6) + 0.0, text)

    @property
    def _has_windows(self) -> bool:
        return has_windows(self.trace)

    def _exact(self, node: int, _: int) -> Known | None:
        if not has_exact_scores(self.trace):
            return None
        solved = solve_nodes(self.trace, [node])
        text, score = exact_text(solved, node), solved.exact_score(node)
        if text is None or score is None:
            return None
        said = "a draw" if score == 0 else name_colours(text.text)
        return Known(self._sign(node) * score, said)

    def _mover(self, node: int, _: int) -> Known:
        return _word(COLOURS[self.trace.player_at(node)])

    def _way(self, node: int, _: int) -> Known:
        return _word(" ".join(write_column(each) for each in self.trace.moves(node)))

    def _children(self, node: int, _: int) -> Known:
        return _count(len(self.trace.children(node)))

    def _child_columns(self, node: int, _: int) -> Known:
        return _columns([int(self.trace.move[each]) for each in self.trace.children(node)])

    def _child_values(self, node: int, moment: int) -> Known | None:
        values = [self._value(each, moment) for each in self.trace.children(node)]
        return _word(listed([each.text for each in values if each is not None]))

    def _size(self, node: int, _: int) -> Known:
        return _count(self.trace.sizes[node])

    def _tried(self, node: int, _: int) -> Known | None:
        return _count(len(self.trace.children(node)))

    def _left_out(self, node: int, _: int) -> Known | None:
        pruned = self.trace.pruned(node)
        return _columns(pruned) if pruned else None

    def _saved(self, node: int, _: int) -> Known | None:
        return _count(count_saved(self.trace, [node])[0].nodes)

    def _probability(self, node: int, _: int) -> Known | None:
        above = int(self.trace.parent[node])
        if above < 0 or self.trace.kind[above] != NodeKind.CHANCE:
            return None
        likely = self.trace.probability(node)
        return Known(likely, _percent(round(100 * likely)))

    def window(self, node: int, moment: int) -> tuple[float, float]:
        """Return the window of a node by a moment, as the player who searches sees it."""
        alpha, beta = float(self.trace.alpha[node]), float(self.trace.beta[node])
        for child in self.trace.children(node):
            if self.time.left[child] <= moment:
                alpha = max(alpha, -float(self.trace.value[child]))
        return (alpha, beta) if self._sign(node) > 0 else (-beta, -alpha)

    def _alpha(self, node: int, moment: int) -> Known | None:
        return self._edge(node, moment, 0)

    def _beta(self, node: int, moment: int) -> Known | None:
        return self._edge(node, moment, 1)

    def _edge(self, node: int, moment: int, end: int) -> Known | None:
        if not self._has_windows:
            return None
        edge = self.window(node, moment)[end]
        result = None if math.isinf(edge) else proven_result(edge)
        return _count(edge) if result is None else Known(edge, "a win" if result > 0 else "a loss")

    # Facts of playouts

    def _visits(self, node: int, moment: int) -> Known | None:
        if not self.trace.has_playouts:
            return None
        return _count(int(self.time.counts(moment)[0][node]))

    def share_number(self, node: int, moment: int) -> float:
        """Return the share of the points of who searches by a moment; NaN before any playout."""
        visits, points = self.time.counts(moment)
        return float(points[node] / visits[node]) if visits[node] else math.nan

    def _share(self, node: int, moment: int) -> Known | None:
        if not self.trace.has_playouts:
            return None
        share = self.share_number(node, moment)
        return None if math.isnan(share) else Known(share, _percent(round(100 * share)))

    def exploration_number(self, node: int, moment: int) -> float:
        """Return what UCT or PUCT adds to the share of a node at a moment."""
        visits, _ = self.time.counts(moment)
        own, above = int(visits[node]), int(visits[int(self.trace.parent[node])])
        c = float(self.trace.options["c"])
        if self.trace.algorithm == "zero":
            assert self.trace.prior is not None
            return c * float(self.trace.prior[node]) * math.sqrt(above + 1) / (own + 1)
        return c * math.sqrt(math.log(above) / own) if own else math.inf

    def sum_number(self, node: int, moment: int) -> float:
        """Return what a node's parent compares: share plus exploration, minus for the opponent."""
        more = self.exploration_number(node, moment)
        sign = self._sign(int(self.trace.parent[node]))
        return self.share_number(node, moment) + sign * more

    def _exploration(self, node: int, moment: int) -> Known | None:
        if not self._is_tried(node, moment):
            return None
        total, share = self.sum_number(node, moment), self.share_number(node, moment)
        # Rounded so that what is shown adds up.
        shown = abs(round(100 * total) - round(100 * share))
        return Known(self.exploration_number(node, moment), _percent(shown))

    def _sum(self, node: int, moment: int) -> Known | None:
        if not self._is_tried(node, moment):
            return None
        total = self.sum_number(node, moment)
        return Known(total, _percent(round(100 * total)))

    def _is_tried(self, node: int, moment: int) -> bool:
        return (
            self.trace.has_playouts
            and self.trace.parent[node] >= 0
            and bool(self.time.counts(moment)[0][node])
        )

    def _prior(self, node: int, _: int) -> Known | None:
        if self.trace.prior is None or math.isnan(self.trace.prior[node]):
            return None
        return Known(float(self.trace.prior[node]), _percent(round(100 * self.trace.prior[node])))

    # Facts of A*

    def _f(self, node: int, _: int) -> Known | None:
        return _count(float(self.trace.value[node])) if self._is_astar else None

    def _g(self, node: int, _: int) -> Known | None:
        return _count(int(self.trace.depth[node])) if self._is_astar else None

    def _h(self, node: int, _: int) -> Known | None:
        rest = float(self.trace.value[node]) - int(self.trace.depth[node])
        return _count(rest) if self._is_astar else None

    @property
    def _is_astar(self) -> bool:
        return self.trace.algorithm == "astar"

    # Facts about the whole search

    def of_search(self, name: str, moment: int) -> Known:
        """Return a fact about the whole search; raises `ExpressionError` if there is none."""
        known = _GLOBAL_FACTS[name](self, moment)
        if known is None:
            raise ExpressionError(f"{self.trace.algorithm} has no {name!r} at that moment")
        return known

    def _next_column(self, moment: int) -> Known | None:
        branch = self.time.next_branch(moment)
        return None if branch is None else self._column(branch, moment)

    def _next_way(self, moment: int) -> Known | None:
        upcoming = self.time.next_node(moment)
        return None if upcoming is None else self._way(upcoming, moment)

    def leader_at(self, moment: int) -> int | None:
        """Return the column visited most by a moment, or None before the first visit."""
        visits, _ = self.time.counts(moment)
        children = [each for each in self.trace.children(self.trace.root) if visits[each]]
        if not children:
            return None
        return int(self.trace.move[max(children, key=lambda each: int(visits[each]))])

    def _leader(self, moment: int) -> Known | None:
        column = self.leader_at(moment) if self.trace.has_playouts else None
        return None if column is None else Known(column + 1, write_column(column))

    @cached_property
    def settled(self) -> int:
        """The moment from which on the column visited most stays the same."""
        moment, last = self.time.end, self.leader_at(self.time.end)
        while moment > 1 and self.leader_at(moment - 1) == last:
            moment -= 1
        return moment

    def _settled(self, _: int) -> Known | None:
        return _count(self.settled) if self.trace.has_playouts else None

    def _ends(self, result: int | None) -> Known:
        over = [n for n in range(len(self.trace)) if self.trace.reason[n] == Reason.TERMINAL]
        if result is None:
            return _count(len(over))
        signs = [self._result(node) for node in over]
        return _count(signs.count(result))

    def _result(self, node: int) -> int:
        value = self.trace.value_at(node)
        return 0 if value is None else (value.result or 0) * self._sign(node)

    def _leaves(self, _: int) -> Known:
        parents = set(self.trace.parent.tolist())
        return _count(sum(node not in parents for node in range(len(self.trace))))


def _report_column(facts: Facts) -> Known:
    column = facts.trace.report.column
    return Known(column + 1, write_column(column))


def _total_saved(facts: Facts) -> Known | None:
    if not has_windows(facts.trace):
        return None
    return _count(sum(each.nodes for each in count_saved(facts.trace)))


_NodeFact = Callable[[Facts, int, int], Known | None]
_NODE_FACTS: dict[str, _NodeFact] = {
    "column": Facts._column,
    "value": Facts._value,
    "exact score": Facts._exact,
    "mover": Facts._mover,
    "way": Facts._way,
    "children": Facts._children,
    "child columns": Facts._child_columns,
    "child values": Facts._child_values,
    "size": Facts._size,
    "alpha": Facts._alpha,
    "beta": Facts._beta,
    "tried": Facts._tried,
    "left out": Facts._left_out,
    "saved": Facts._saved,
    "probability": Facts._probability,
    "visits": Facts._visits,
    "share": Facts._share,
    "exploration": Facts._exploration,
    "sum": Facts._sum,
    "prior": Facts._prior,
    "f": Facts._f,
    "g": Facts._g,
    "h": Facts._h,
}
_GLOBAL_FACTS: dict[str, Callable[[Facts, int], Known | None]] = {
    "nodes": lambda facts, _: _count(facts.trace.report.nodes),
    "total saved": lambda facts, _: _total_saved(facts),
    "cuts": lambda facts, _: _count(len(facts.time.cuts)),
    "best column": lambda facts, _: _report_column(facts),
    "best line": lambda facts, _: _word(
        ", then ".join(write_column(each) for each in facts.trace.report.line)
    ),
    "depth": lambda facts, _: _count(facts.trace.report.depth),
    "playouts": lambda facts, _: _count(facts.trace.report.playouts),
    "searcher": lambda facts, _: _word(COLOURS[facts.trace.position.turn]),
    "opponent": lambda facts, _: _word(COLOURS[opponent(facts.trace.position.turn)]),
    "open columns": lambda facts, _: _columns(facts.trace.position.legal),
    "next column": Facts._next_column,
    "next way": Facts._next_way,
    "leader": Facts._leader,
    "settled": Facts._settled,
    "leaves": Facts._leaves,
    "games": lambda facts, _: facts._ends(None),
    "wins": lambda facts, _: facts._ends(1),
    "losses": lambda facts, _: facts._ends(-1),
    "draws": lambda facts, _: facts._ends(0),
}
