"""What a position looks like to a search that cannot see to the end.

An `Evaluation` has a name and gives the weights for a board; the type of the weights says
which kernel reads them, so a search is compiled once for each type and takes any weights of
that type. To add a kind of evaluation, make a NamedTuple for its weights, `register` a kernel
for it, and name it in `evaluations`.

An evaluation speaks for one player, ``own``. Searches take the view of the player who
searches, at every leaf, and turn the sign for the mover.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from numba.extending import overload

from fourscore.core.bitboard import Rules, result
from fourscore.core.kernel import kernel
from fourscore.core.position import Position

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
    """Gives the numbers that the kernel takes for a board; refuses boards it is not for."""


def evaluate(weights: Any, own: int, enemy: int, own_moves: int, rules: Rules) -> int:
    """Evaluate a board for the player of `own`; `own_moves` is 1 if that player is to move.

    Only kernels call this; the weights' type selects the code.
    """
    raise NotImplementedError


def register(kind: type, compiled: Callable[..., int]) -> None:
    """Let `evaluate` use a kernel with its own arguments for weights of a type."""

    def select(weights: Any, own: Any, enemy: Any, own_moves: Any, rules: Any) -> Any:  # noqa: ARG001
        if getattr(weights, "instance_class", None) is not kind:
            return None
        return lambda weights, own, enemy, own_moves, rules: compiled(
            weights, own, enemy, own_moves, rules
        )

    overload(evaluate, strict=False)(select)


@kernel
def settle(mine: int, filled: int, depth: int, ply: int, weights: Any, rules: Rules) -> int:
    """Value a node that needs no search, for its mover: a finished game or depth 0.

    `ply` counts from the root; its parity says which side searches. Gives UNSETTLED for a
    node that must be searched.
    """
    standing = result(mine, filled, rules)
    if standing <= 1:
        return standing * (WIN_VALUE - ply)
    if depth > 0:
        return UNSETTLED
    theirs = mine ^ filled
    if ply & 1:
        return -evaluate(weights, theirs, mine, 0, rules)
    return evaluate(weights, mine, theirs, 1, rules)


def proven_result(value: float) -> int | None:
    """Tell a proven win (1) or loss (-1) from an estimate (None).

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
    return _evaluate_root(weights, position.mine, position.filled, position.rules)
