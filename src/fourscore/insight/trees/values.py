"""The captions of tree pictures: a node's value, window, visits and exact result.

Everything is from the point of view of the player who searches: at every node a higher
value is better for that player, regardless of who is to move.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from fourscore.core.notation import plural, write_column
from fourscore.core.position import opponent
from fourscore.insight.trace.line import is_beyond_cap
from fourscore.insight.trace.trace import Trace
from fourscore.search.evaluation.base import proven_result
from fourscore.search.trace_columns import NodeKind, Reason
from fourscore.search.types import Bound, Value
from fourscore.solver import score_of

__all__ = [
    "ValueText",
    "describe_value",
    "describe_values",
    "detail_text",
    "exact_text",
    "has_windows",
    "move_text",
    "prior_text",
    "values_note",
    "window_text",
]

MINUS = "\N{MINUS SIGN}"
SIGNS = {Bound.EXACT: "", Bound.LOWER: "≥ ", Bound.UPPER: "≤ "}
OPPOSITE = {Bound.EXACT: Bound.EXACT, Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}


class ValueText(NamedTuple):
    """A value in a few characters."""

    text: str
    tone: str = ""
    """"wins", "draws" or "loses" for the player who searches, or "" for an even estimate."""
    is_proven: bool = False


def values_note(trace: Trace) -> str:
    """Describe whose values these are, and what they measure."""
    mover = trace.position.turn
    if trace.algorithm == "astar":
        taken = "discs dropped" if trace.has_boards else "steps taken"
        return f"The value is f: the {taken} plus an estimate of those still needed."
    if trace.algorithm == "zero":
        return f"Values are {mover}'s share of the points as the network sees it; no random games."
    if trace.has_playouts:
        scale = "" if trace.has_boards else " The smallest leaf counts 0, the largest 1."
        return f"Values are {mover}'s share of the points.{scale}"
    return f"Values are {mover}'s: at every node higher is better for {mover}."


def has_windows(trace: Trace) -> bool:
    """Return whether the search has an alpha-beta window at every node."""
    return trace.algorithm in ("alphabeta", "deepening")


def describe_value(trace: Trace, node: int) -> ValueText:
    """Describe the value of a node."""
    value = trace.value_at(node)
    if value is None:
        return ValueText("no value")
    if trace.algorithm == "astar":
        return ValueText(f"f = {value.value}")
    is_searcher = trace.player_at(node) == trace.position.turn
    if value.result is not None:
        return _result_text(trace, node, value)
    if trace.has_playouts:
        share = value.value if is_searcher else 1 - value.value
        return ValueText(_percent(share), _tone(share - 0.5))
    bound = value.bound if is_searcher else OPPOSITE[value.bound]
    number = value.value if is_searcher else -value.value
    if proven_result(number) is not None:
        # At most a win may be a loss, and at least a loss may be a win: nothing is proven.
        return ValueText("no better" if bound is Bound.UPPER else "no worse")
    return ValueText(f"{SIGNS[bound]}{_number(number)}", _tone(number))


def describe_values(trace: Trace, nodes: Sequence[int]) -> list[ValueText]:
    """Describe the values of many nodes, each different one once."""
    columns = (trace.value, trace.alpha, trace.reason, trace.depth, trace.proof, trace.plies)
    rows = zip(*(each[list(nodes)].tolist() for each in columns), strict=True)
    known: dict[tuple[float, ...], ValueText] = {}
    described = []
    for node, (value, alpha, *rest) in zip(nodes, rows, strict=True):
        key = (value, value <= alpha, *rest)
        if key not in known:
            known[key] = describe_value(trace, node)
        described.append(known[key])
    return described


def exact_text(trace: Trace, node: int) -> ValueText | None:
    """Describe the exact result of a node, if it has been solved."""
    exact = trace.exact_score(node)
    if exact is None:
        return None
    score = score_of(exact, trace.position_at(node))
    return _result_text(trace, node, Value(0, result=score.sign, plies=score.plies))


def _result_text(trace: Trace, node: int, value: Value) -> ValueText:
    if value.result == 0:
        return ValueText("draw", "draws", is_proven=True)
    speaker = trace.player_at(node)
    winner = speaker if value.result == 1 else opponent(speaker)
    tone = "wins" if winner == trace.position.turn else "loses"
    moves = ((value.plies or 0) + 1) // 2
    if moves == 0:
        return ValueText(f"{winner} has won", tone, is_proven=True)
    sign = "" if value.bound is Bound.EXACT or moves == 1 else "≤ "
    return ValueText(f"{winner} wins in {sign}{moves}", tone, is_proven=True)


def move_text(trace: Trace, node: int) -> str:
    """Return the column that leads to a node; nothing for a root."""
    if trace.parent[node] < 0:
        return ""
    column = write_column(int(trace.move[node]))
    return f"aim {column}" if trace.kind[node] == NodeKind.CHANCE else column


def detail_text(trace: Trace, node: int) -> str:
    """Return what else is worth showing: the window, the visits, the order or the chance."""
    above = int(trace.parent[node])
    is_landing = above >= 0 and trace.kind[above] == NodeKind.CHANCE
    chance = _percent(trace.probability(node)) if is_landing else ""
    if is_beyond_cap(trace, node):
        return "beyond the cap"
    if trace.has_playouts:
        visits = plural(int(trace.visits[node]), "visit")
        return ", ".join(part for part in (visits, chance) if part)
    if trace.algorithm == "astar":
        if trace.order[node] >= 0:
            return f"taken as no. {trace.order[node] + 1}"
        return "no line left" if trace.reason[node] == Reason.HOPELESS else "waiting"
    if has_windows(trace):
        return window_text(trace, node)
    return f"{chance} likely" if chance else ""


def prior_text(trace: Trace, node: int) -> str:
    """Return the network's share for the move to a node, if the search has asked a network."""
    if trace.prior is None or math.isnan(trace.prior[node]):
        return ""
    return f"prior {_percent(float(trace.prior[node]))}"


def window_text(trace: Trace, node: int) -> str:
    """Return a node's window on entry.

    >>> from fourscore.core.position import Position
    >>> from fourscore.insight.trace.tracing import trace
    >>> window_text(trace(Position.empty(), "alphabeta:depth=2"), 9)
    '(13, ∞)'
    """
    low, high = float(trace.alpha[node]), float(trace.beta[node])
    if trace.player_at(node) != trace.position.turn:
        low, high = -high, -low
    return f"({_window_end(low)}, {_window_end(high)})"


def _window_end(number: float) -> str:
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
