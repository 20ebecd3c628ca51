"""Pseudocode of the traced algorithms, and the line at which each step of a search is.

The lines are for reading: they say what an algorithm does. There are two forms. With "max and
min", every value belongs to the player who searches, who takes the largest while the opponent
takes the smallest; each has a branch of their own. In "negamax", every value belongs to the mover,
who always takes the largest, and changes sign from level to level. The searches are written so.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from fourscore.insight.trace.steps import Step, steps
from fourscore.insight.trace.trace import Trace
from fourscore.search.trace_columns import NodeKind, Reason

__all__ = [
    "FORMS",
    "Form",
    "Line",
    "Place",
    "code_of",
    "line_numbers",
    "places",
    "pseudocode",
    "steps_with_lines",
]

Form = Literal["maxmin", "negamax"]
FORMS: tuple[Form, ...] = ("maxmin", "negamax")


class Line(NamedTuple):
    """One line, indented by so many levels."""

    key: str
    indent: int
    text: str


class Place(NamedTuple):
    """Where a step is in any form of the pseudocode."""

    key: str
    side: str = ""
    """The branch, "max" or "min", where they are written apart."""


Rows = tuple[tuple[str, int, str], ...]

MINUS, TIMES, ROOT = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}", "\N{SQUARE ROOT}"
NO_LESS = "\N{GREATER-THAN OR EQUAL TO}"
_OVER = ("over", 1, "if the game is over: return its result")
_LEAF = ("leaf", 1, "if depth = 0: return the evaluation")
_RETURN = ("return", 1, "return best")
_FIRST = "for depth = 1, 2, 3, \N{HORIZONTAL ELLIPSIS}: alphabeta(position, depth)"


def _branches(loop: str, call: str, window: bool) -> Rows:
    """Return the branches of max and min; a key ends with whose it is."""
    rows: list[tuple[str, int, str]] = []
    for side, whose, bound in (("max", "who searches", "alpha"), ("min", "the opponent", "beta")):
        best = f"best = {side}(best, value)"
        rows += [
            (f"turn.{side}", 1, f"if {whose} is to move ({side}):"),
            (f"loop.{side}", 2, loop),
            (f"value.{side}", 3, f"value = {call}"),
            (f"best.{side}", 3, best + (f", {bound} = {side}({bound}, best)" if window else "")),
        ]
        if window:
            rows.append((f"cut.{side}", 3, f"if alpha {NO_LESS} beta: cut off the rest"))
    return tuple(rows)


def _alphabeta(loop: str) -> Rows:
    call = f"alphabeta(child, depth {MINUS} 1, alpha, beta)"
    branches = _branches(loop, call, window=True)
    return (("call", 0, "alphabeta(position, depth, alpha, beta):"), _OVER, _LEAF, *branches,
            _RETURN)  # fmt: skip


def _negamax_alphabeta(loop: str) -> Rows:
    return (
        ("call", 0, "alphabeta(position, depth, alpha, beta):"),
        _OVER,
        _LEAF,
        ("loop", 1, loop),
        ("value", 2, f"value = {MINUS}alphabeta(child, depth {MINUS} 1, {MINUS}beta, "
         f"{MINUS}alpha)"),
        ("best", 2, "best = max(best, value), alpha = max(alpha, best)"),
        ("cut", 2, f"if alpha {NO_LESS} beta: cut off the rest"),
        _RETURN,
    )  # fmt: skip


def _expectiminimax(sign: str) -> Rows:
    """Return the lines between the loops, which both forms share but for the sign."""
    return (
        ("chance", 2, "average = 0; for each column where the disc may land:"),
        ("average", 3, f"average += probability {TIMES} {sign}expectiminimax(child, "
         f"depth {MINUS} 1)"),
    )  # fmt: skip


def _playouts(chooses: str, word: str, *judged: tuple[str, int, str]) -> Rows:
    return (
        ("playout", 0, f"for each {word}:"),
        ("select", 1, chooses),
        *judged[:-1],
        ("expand", 1, "where the tree ends, add a node"),
        judged[-1],
        ("certain", 1, "where the result is certain, use that instead"),
        ("back", 1, "go back up and add the result to every node on the way"),
        ("answer", 0, "play the column visited most"),
    )


_PLAY = ("play", 1, "from there, play at random to the end")
_JUDGE = ("judge", 1, "ask the network what it is worth, and for the priors of its moves")
_EXPLORE = ("explore", 2, f"exploration = c {TIMES} {ROOT}(ln(visits above) / visits)")
_EXPLORE_PRIOR = (
    "explore", 2, f"exploration = c {TIMES} prior {TIMES} {ROOT}(visits above + 1) / (visits + 1)"
)  # fmt: skip
_MAXMIN_CHOICE = (
    "go down: who searches to the largest value + exploration, "
    f"the opponent to the smallest value {MINUS} exploration"
)
_NEGAMAX_CHOICE = f"go down to the child with the largest (1 {MINUS} its value) + exploration"
_ASTAR: Rows = (
    ("start", 0, "put the start on the frontier"),
    ("take", 0, "take the state with the smallest f off the frontier"),
    ("goal", 1, "if it has four in a row: done"),
    ("open", 1, "for each column: put the state after it on the frontier"),
    ("f", 2, "f = discs dropped + estimate of those still needed"),
    ("again", 0, "repeat"),
)
_CODE: dict[Form, dict[str, Rows]] = {
    "maxmin": {
        "minimax": (
            ("call", 0, "minimax(position, depth):"), _OVER, _LEAF,
            *_branches("for each column:", f"minimax(child, depth {MINUS} 1)", window=False),
            _RETURN,
        ),
        "alphabeta": _alphabeta("for each column, the centre first:"),
        "deepening": (
            ("deeper", 0, _FIRST), *_alphabeta("for each column, the previous best first:"),
        ),
        "expectiminimax": (
            ("call", 0, "expectiminimax(position, depth):"), _OVER, _LEAF,
            ("loop", 1, "for each column to aim at:"),
            *_expectiminimax(""),
            ("best.max", 2, "if who searches aims: best = max(best, average)"),
            ("best.min", 2, "if the opponent aims: best = min(best, average)"),
            _RETURN,
        ),
        "astar": _ASTAR,
        "mcts": _playouts(_MAXMIN_CHOICE, "playout", _EXPLORE, _PLAY),
        "zero": _playouts(_MAXMIN_CHOICE, "simulation", _EXPLORE_PRIOR, _JUDGE),
    },
    "negamax": {
        "minimax": (
            ("call", 0, "minimax(position, depth):"), _OVER, _LEAF,
            ("loop", 1, "for each column:"),
            ("value", 2, f"value = {MINUS}minimax(child, depth {MINUS} 1)"),
            ("best", 2, "best = max(best, value)"),
            _RETURN,
        ),
        "alphabeta": _negamax_alphabeta("for each column, the centre first:"),
        "deepening": (
            ("deeper", 0, _FIRST),
            *_negamax_alphabeta("for each column, the previous best first:"),
        ),
        "expectiminimax": (
            ("call", 0, "expectiminimax(position, depth):"), _OVER, _LEAF,
            ("loop", 1, "for each column to aim at:"),
            *_expectiminimax(MINUS),
            ("best", 2, "best = max(best, average)"),
            _RETURN,
        ),
        "astar": _ASTAR,
        "mcts": _playouts(_NEGAMAX_CHOICE, "playout", _EXPLORE, _PLAY),
        "zero": _playouts(_NEGAMAX_CHOICE, "simulation", _EXPLORE_PRIOR, _JUDGE),
    },
}  # fmt: skip
_ON_TREES = {
    "if the game is over: return its result": "if it is a leaf: return its value",
    "return the evaluation": "return its estimate",
    "play at random to the end": "go down at random to a leaf",
    "if it has four in a row: done": "if it is a goal: done",
    "discs dropped": "steps taken",
    "where the disc may land": "that chance may choose",
    " to aim at": "",
    "aims:": "moves:",
    "column": "branch",
}
"""What the lines say on a tree of one's own, which has no discs."""
_ENTERED = {int(Reason.TERMINAL): "over", int(Reason.LEAF): "leaf"}
_LEFT = {int(Reason.TERMINAL): "best", int(Reason.LEAF): "best", int(Reason.CUT): "cut"}
_SIDES = ("max", "min")


def pseudocode(algorithm: str, form: Form = "maxmin") -> tuple[Line, ...]:
    """Return the pseudocode of an algorithm that can be traced.

    >>> print(pseudocode("minimax")[0].text)
    minimax(position, depth):
    >>> [line.key for line in pseudocode("minimax", "negamax")]
    ['call', 'over', 'leaf', 'loop', 'value', 'best', 'return']
    """
    return tuple(Line(*row) for row in _CODE[form][algorithm])


def code_of(trace: Trace, form: Form = "maxmin") -> tuple[Line, ...]:
    """Return the pseudocode of a search as it ran: in its order, on its kind of tree.

    >>> from fourscore.core.position import Position
    >>> from fourscore.insight.trace.tracing import trace
    >>> seen = trace(Position.empty(2, 2), "alphabeta:depth=1,order=left")
    >>> code_of(seen, "negamax")[3].text
    'for each column, from left to right:'
    """
    changes = {} if trace.has_boards else _ON_TREES
    if not trace.has_boards or trace.options.get("order") == "left":
        changes = {"the centre first": "from left to right", **changes}
    return tuple(line._replace(text=_changed(line.text, changes)) for line in pseudocode(
        trace.algorithm, form))  # fmt: skip


def _changed(text: str, changes: dict[str, str]) -> str:
    for words, others in changes.items():
        text = text.replace(words, others)
    return text


def steps_with_lines(trace: Trace, form: Form = "maxmin") -> Iterator[tuple[Step, int]]:
    """Yield every step of a search with the number, from 0, of its line of pseudocode.

    >>> from fourscore.core.position import Position
    >>> from fourscore.insight.trace.tracing import trace
    >>> code = pseudocode("minimax")
    >>> seen = trace(Position.empty(2, 2), "minimax:depth=1")
    >>> [code[line].key for _, line in steps_with_lines(seen)]
    ['loop.max', 'leaf', 'best.max', 'leaf', 'best.max', 'return']
    """
    taken = list(steps(trace))
    lines = line_numbers(trace.algorithm, form, places(trace, taken))
    return zip(taken, lines, strict=True)


def line_numbers(algorithm: str, form: Form, places: Iterable[Place]) -> Iterator[int]:
    """Yield the number, from 0, of the line of each place in a form of the pseudocode."""
    numbers = {line.key: number for number, line in enumerate(pseudocode(algorithm, form))}
    for key, side in places:
        yield numbers[key] if key in numbers else numbers[f"{key}.{side}"]


def places(trace: Trace, taken: Iterable[Step]) -> Iterator[Place]:
    """Yield the place of each of these steps in the pseudocode."""
    return _playout_places(trace, taken) if trace.has_playouts else _places(trace, taken)


def _places(trace: Trace, taken: Iterable[Step]) -> Iterator[Place]:
    reasons, kinds, parents = (each.tolist() for each in (trace.reason, trace.kind, trace.parent))
    depths = trace.depth.tolist()
    chance, goal = int(NodeKind.CHANCE), int(Reason.GOAL)
    for action, node in taken:
        reason, is_chance, above = reasons[node], kinds[node] == chance, parents[node]
        own = _SIDES[depths[node] % 2]
        if action == "take":
            yield Place("goal" if reason == goal else "open")
        elif is_chance:
            yield Place("chance" if action == "enter" else "best", own)
        elif action == "enter":
            deeper = above < 0 and trace.algorithm == "deepening"
            yield Place("deeper" if deeper else _ENTERED.get(reason, "loop"), own)
        else:
            key = _LEFT.get(reason, "return")
            if key != "best" or above < 0:
                yield Place(key, own)
            elif kinds[above] == chance:
                yield Place("average")
            else:
                # What a settled child is worth is weighed by its parent.
                yield Place(key, _SIDES[depths[above] % 2])


def _playout_places(trace: Trace, taken: Iterable[Step]) -> Iterator[Place]:
    """Yield for each playout the line that is new in it."""
    seen: set[int] = set()
    certain = {int(Reason.TERMINAL), int(Reason.PROVEN)}
    again = "play" if trace.algorithm == "mcts" else "judge"
    reasons = trace.reason.tolist()
    for _, node in taken:
        if node not in seen:
            seen.add(node)
            yield Place("expand")
        else:
            yield Place("certain" if reasons[node] in certain else again)
