"""What a position looks like to a search that cannot see to the end.

An evaluation is a bundle of weights; its type says which kernel reads it, so a search is
compiled once for each type and takes any weights of that type. To add a kind of evaluation,
make a NamedTuple for its weights and `register` a kernel for it.

An evaluation speaks for one player, ``own``. Searches take the view of the player who
searches, at every leaf, and turn the sign for the mover.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from numba.extending import overload

from fourscore.core.bitboard import Rules, line_starts, result, steps
from fourscore.core.kernel import kernel, popcount
from fourscore.core.position import Position

__all__ = [
    "EVALUATIONS",
    "UNSETTLED",
    "WIN_VALUE",
    "WindowWeights",
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


class WindowWeights(NamedTuple):
    """Points for each window of four cells by its discs, where only one player has any.

    >>> WindowWeights(own=(1, 10, 50, 512), enemy=(-1, -10, -50, -512), tempo=16).centre
    0
    """

    own: tuple[int, int, int, int]
    """For 1, 2, 3 and 4 own discs and no enemy disc."""
    enemy: tuple[int, int, int, int]
    """For 1, 2, 3 and 4 enemy discs and no own disc."""
    tempo: int = 0
    """For having the move; the negative for the enemy having it."""
    centre: int = 0
    """For each own disc in the centre column."""


EVALUATIONS: dict[str, NamedTuple] = {
    "windows": WindowWeights((1, 10, 50, 512), (-1, -10, -50, -512), tempo=16),
    "centre": WindowWeights((0, 2, 5, 100), (0, 0, -4, 0), centre=3),
}
"""The named evaluations."""


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
def evaluate_windows(
    weights: WindowWeights, own: int, enemy: int, own_moves: int, rules: Rules
) -> int:
    """Sum the weights of all windows, counted in parallel for all windows of a direction."""
    own1 = own2 = own3 = own4 = enemy1 = enemy2 = enemy3 = enemy4 = 0
    for step in steps(rules):
        starts = line_starts(step, rules)
        one, two, three, four = _count_windows(own, enemy, starts, step)
        own1, own2, own3, own4 = own1 + one, own2 + two, own3 + three, own4 + four
        one, two, three, four = _count_windows(enemy, own, starts, step)
        enemy1, enemy2, enemy3, enemy4 = enemy1 + one, enemy2 + two, enemy3 + three, enemy4 + four
    points = own1 * weights.own[0] + own2 * weights.own[1] + own3 * weights.own[2]
    points += own4 * weights.own[3] + enemy1 * weights.enemy[0] + enemy2 * weights.enemy[1]
    points += enemy3 * weights.enemy[2] + enemy4 * weights.enemy[3]
    points += weights.tempo if own_moves else -weights.tempo
    if weights.centre:
        column = ((1 << rules.height) - 1) << (rules.width // 2 * rules.stride)
        points += weights.centre * popcount(own & column)
    return points


@kernel
def _count_windows(discs: int, others: int, starts: int, step: int) -> tuple[int, int, int, int]:
    """Count windows along a step with 1, 2, 3 and 4 of these discs and none of the others.

    Each bit of `odd`, `both` and so on speaks for the window that starts at its cell: the
    four cells are added up as two pairs, all windows at once.
    """
    taken = others | (others >> step)
    free = starts & ~(taken | (taken >> (2 * step)))
    odd, both = discs ^ (discs >> step), discs & (discs >> step)
    far_odd, far_both = odd >> (2 * step), both >> (2 * step)
    one_or_three = (odd ^ far_odd) & free
    three = one_or_three & (both | far_both)
    four = both & far_both & free
    two = (both ^ far_both ^ (odd & far_odd)) & ~one_or_three & free
    return popcount(one_or_three ^ three), popcount(two), popcount(three), popcount(four)


register(WindowWeights, evaluate_windows)


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


def evaluate_position(position: Position, weights: NamedTuple) -> int:
    """Evaluate a position for the side to move.

    >>> evaluate_position(Position.empty(), EVALUATIONS["windows"])
    16
    """
    return _evaluate_root(weights, position.mine, position.filled, position.rules)
