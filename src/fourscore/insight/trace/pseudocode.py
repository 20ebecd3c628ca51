"""Pseudocode of the traced algorithms, and the line at which each step of a search is.

The lines are for reading: they say what an algorithm does, in negamax form like the code.
"""

from collections.abc import Iterator
from typing import NamedTuple

from fourscore.insight.trace.steps import Step, steps
from fourscore.insight.trace.trace import Trace
from fourscore.search.trace_columns import NodeKind, Reason

__all__ = ["Line", "pseudocode", "steps_with_lines"]


class Line(NamedTuple):
    """One line, indented by so many levels."""

    key: str
    indent: int
    text: str


def _lines(*rows: tuple[str, int, str]) -> tuple[Line, ...]:
    return tuple(Line(*row) for row in rows)


_OVER = ("over", 1, "if the game is over: return its result")
_LEAF = ("leaf", 1, "if depth = 0: return the evaluation")
_RETURN = ("return", 1, "return the largest value")
_ALPHABETA = (
    ("call", 0, "alphabeta(position, depth, alpha, beta):"),
    _OVER,
    _LEAF,
    ("loop", 1, "for each column, the centre first:"),
    ("value", 2, "value = \N{MINUS SIGN}alphabeta(after it, depth \N{MINUS SIGN} 1, "
     "\N{MINUS SIGN}beta, \N{MINUS SIGN}alpha)"),
    ("best", 2, "keep the largest value, raise alpha to it"),
    ("cut", 2, "if alpha \N{GREATER-THAN OR EQUAL TO} beta: cut off the other columns"),
    _RETURN,
)  # fmt: skip
_CODE: dict[str, tuple[Line, ...]] = {
    "minimax": _lines(
        ("call", 0, "minimax(position, depth):"),
        _OVER,
        _LEAF,
        ("loop", 1, "for each column:"),
        ("value", 2, "value = \N{MINUS SIGN}minimax(after it, depth \N{MINUS SIGN} 1)"),
        ("best", 2, "keep the largest value"),
        _RETURN,
    ),
    "alphabeta": _lines(*_ALPHABETA),
    "deepening": _lines(
        ("deeper", 0, "for depth = 1, 2, 3, \N{HORIZONTAL ELLIPSIS}: alphabeta(position, depth)"),
        *_ALPHABETA[:3],
        ("loop", 1, "for each column, the previous best first:"),
        *_ALPHABETA[4:],
    ),
    "expectiminimax": _lines(
        ("call", 0, "expectiminimax(position, depth):"),
        _OVER,
        _LEAF,
        ("loop", 1, "for each column to aim at:"),
        ("chance", 2, "for each column where the disc may land:"),
        ("average", 3, "add its probability \N{MULTIPLICATION SIGN} "
         "\N{MINUS SIGN}expectiminimax(after it, depth \N{MINUS SIGN} 1)"),
        ("best", 2, "keep the largest average"),
        _RETURN,
    ),
    "astar": _lines(
        ("start", 0, "put the start on the frontier"),
        ("take", 0, "take the state with the smallest f off the frontier"),
        ("goal", 1, "if it has four in a row: done"),
        ("open", 1, "for each column: put the state after it on the frontier"),
        ("f", 2, "f = discs dropped + estimate of those still needed"),
        ("again", 0, "repeat"),
    ),
    "mcts": _lines(
        ("playout", 0, "for each playout:"),
        ("select", 1, "descend the tree by share of points + exploration"),
        ("expand", 1, "where the tree ends, add a node"),
        ("play", 1, "from there, play at random to the end"),
        ("certain", 1, "where the result is certain, use that"),
        ("back", 1, "add the result to every node on the path"),
        ("answer", 0, "play the column visited most"),
    ),
    "zero": _lines(
        ("playout", 0, "for each simulation:"),
        ("select", 1, "descend the tree by value + exploration"),
        ("explore", 2, "exploration = c \N{MULTIPLICATION SIGN} prior \N{MULTIPLICATION SIGN} "
         "\N{SQUARE ROOT}(visits above + 1) / (visits + 1)"),
        ("expand", 1, "where the tree ends, add a node"),
        ("judge", 1, "ask the network: the priors of its moves, and what it is worth"),
        ("certain", 1, "where the result is certain, use that"),
        ("back", 1, "add the value to every node on the path"),
        ("answer", 0, "play the column visited most"),
    ),
}  # fmt: skip
_ENTERED = {Reason.TERMINAL: "over", Reason.LEAF: "leaf"}
_LEFT = {Reason.TERMINAL: "best", Reason.LEAF: "best", Reason.CUT: "cut"}


def pseudocode(algorithm: str) -> tuple[Line, ...]:
    """Return the pseudocode of an algorithm that can be traced.

    >>> print(pseudocode("minimax")[0].text)
    minimax(position, depth):
    """
    return _CODE[algorithm]


def steps_with_lines(trace: Trace) -> Iterator[tuple[Step, int]]:
    """Yield every step of a search with the number, from 0, of its line of pseudocode.

    >>> from fourscore.core.position import Position
    >>> from fourscore.insight.trace.tracing import trace
    >>> code = pseudocode("minimax")
    >>> seen = trace(Position.empty(2, 2), "minimax:depth=1")
    >>> [code[line].key for _, line in steps_with_lines(seen)]
    ['loop', 'leaf', 'best', 'leaf', 'best', 'return']
    """
    places = {line.key: number for number, line in enumerate(pseudocode(trace.algorithm))}
    keys = _playout_keys if trace.has_playouts else _keys
    for step, key in keys(trace):
        yield step, places[key]


def _keys(trace: Trace) -> Iterator[tuple[Step, str]]:
    reasons, kinds, parents = (each.tolist() for each in (trace.reason, trace.kind, trace.parent))
    for step in steps(trace):
        reason, kind = Reason(reasons[step.node]), NodeKind(kinds[step.node])
        if step.action == "take":
            yield step, "goal" if reason == Reason.GOAL else "open"
        elif kind == NodeKind.CHANCE:
            yield step, "chance" if step.action == "enter" else "best"
        elif step.action == "enter":
            root = parents[step.node] < 0 and trace.algorithm == "deepening"
            yield step, "deeper" if root else _ENTERED.get(reason, "loop")
        else:
            landed = parents[step.node] >= 0 and kinds[parents[step.node]] == NodeKind.CHANCE
            key = _LEFT.get(reason, "return")
            yield step, "average" if landed and key == "best" else key


def _playout_keys(trace: Trace) -> Iterator[tuple[Step, str]]:
    """Yield a step for each playout with the line that is new in it."""
    seen: set[int] = set()
    certain = {Reason.TERMINAL, Reason.PROVEN}
    again = "play" if trace.algorithm == "mcts" else "judge"
    for step in steps(trace):
        if step.node not in seen:
            seen.add(step.node)
            yield step, "expand"
        else:
            yield step, "certain" if Reason(trace.reason[step.node]) in certain else again
