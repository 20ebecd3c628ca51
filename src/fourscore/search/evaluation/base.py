"""What a position looks like to a search that cannot see to the end.

An `Evaluation` has a name and returns the weights for a board. The type of the weights selects
the kernel, so a search is compiled once for each type and takes any weights of that type. To
add a kind of evaluation, write a NamedTuple for its weights, `register` a kernel for it, and
name it in the registry; `custom` does so for functions that other people write.

An evaluation speaks for one player, ``own``. At every leaf a search evaluates for the player
who searches, and changes the sign for the mover.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from fourscore.core.bitboard import ONGOING, Rules, result
from fourscore.core.position import Position
from fourscore.jit.kernel import implement, kernel
from fourscore.search.control import running
from fourscore.search.node import Node
from fourscore.search.types import NO_LIMIT

__all__ = [
    "UNSETTLED",
    "WIN_VALUE",
    "Evaluation",
    "evaluate",
    "evaluate_position",
    "proven_result",
    "register",
    "settle",
]

WIN_VALUE = 1_000_000
"""The value of a four on the board; each ply on the way to it costs one."""
UNSETTLED = -(2**62)
_PROVEN = WIN_VALUE - 1_000


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A named way to value leaves."""

    name: str
    summary: str
    weights: Callable[[Rules], NamedTuple]
    """Returns the numbers that the kernel takes for a board; raises for boards it is not for."""
    function: Callable[..., Any] | None = None
    """What it was made of, if other people wrote it."""


def evaluate(weights: Any, own: int, enemy: int, own_moves: int, rules: Rules) -> int:
    """Evaluate a board for the player of `own`; `own_moves` is 1 if that player is to move.

    Only kernels call this; the weights' type selects the code.
    """
    raise NotImplementedError


def register(kind: type, compiled: Callable[..., int]) -> None:
    """Let `evaluate` run a kernel, which takes the same arguments, for weights of a kind."""
    implement(evaluate, kind, compiled)


@kernel
def settle(node: Node, weights: NamedTuple, rules: Rules) -> int:
    """Return the value of a finished game or a leaf for its mover, else `UNSETTLED`.

    The parity of the ply tells whether the mover is the player who searches.
    """
    outcome = result(node.mine, node.filled, rules)
    if outcome != ONGOING:
        return outcome * (WIN_VALUE - node.ply)
    if node.depth > 0:
        return UNSETTLED
    theirs = node.mine ^ node.filled
    if node.ply & 1:
        return -evaluate(weights, theirs, node.mine, 0, rules)
    return evaluate(weights, node.mine, theirs, 1, rules)


def proven_result(value: float) -> int | None:
    """Return 1 for a proven win, -1 for a proven loss and None for an estimate.

    >>> proven_result(WIN_VALUE - 5), proven_result(120)
    (1, None)
    """
    return (1 if value > 0 else -1) if abs(value) >= _PROVEN else None


@kernel
def _evaluate_root(weights: Any, mine: int, filled: int, rules: Rules) -> int:
    return evaluate(weights, mine, mine ^ filled, 1, rules)


def evaluate_position(position: Position, evaluation: Evaluation) -> int:
    """Evaluate a position for the side to move.

    >>> from fourscore.search.evaluation.registry import EVALUATIONS
    >>> evaluate_position(Position.empty(), EVALUATIONS["windows"])
    16
    """
    weights = evaluation.weights(position.rules)
    with running(NO_LIMIT):
        return _evaluate_root(weights, position.mine, position.filled, position.rules)
