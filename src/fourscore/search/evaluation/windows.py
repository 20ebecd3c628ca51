"""Evaluation by windows: every line of four cells counts by the discs it holds.

`windows` and `centre` are two sets of weights for the same kernel.
"""

from typing import Any, NamedTuple

from fourscore.core.bitboard import Rules, line_starts, steps
from fourscore.errors import InputError
from fourscore.jit.kernel import kernel, popcount
from fourscore.search.evaluation.base import Evaluation, register

__all__ = ["CENTRE", "WEIGHTS", "WINDOWS", "WindowWeights", "evaluate_windows", "reweighted"]

WEIGHTS = {
    "ones": ("own", 0),
    "twos": ("own", 1),
    "threes": ("own", 2),
    "fours": ("own", 3),
    "enemy_ones": ("enemy", 0),
    "enemy_twos": ("enemy", 1),
    "enemy_threes": ("enemy", 2),
    "enemy_fours": ("enemy", 3),
    "tempo": ("tempo", None),
    "middle": ("centre", None),
}
"""What people call the weights: the field, and the place in it."""
LARGEST = 5_000
"""The largest weight, either way: no sum of them looks like a win."""


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

WINDOWS = Evaluation(
    "windows",
    "512, 50, 10, 1 for 4, 3, 2, 1 discs in an open window; 16 for the move",
    lambda _: WindowWeights((1, 10, 50, 512), (-1, -10, -50, -512), tempo=16),
)
CENTRE = Evaluation(
    "centre",
    "fours, open threes and twos, enemy threes, discs in the centre column",
    lambda _: WindowWeights((0, 2, 5, 100), (0, 0, -4, 0), centre=3),
)


def reweighted(evaluation: Evaluation, text: str) -> Evaluation:
    """Return an evaluation by windows with other weights, written as in "twos:2/threes:5".

    Weights that are not named stay as they are. Raises `InputError` for other evaluations and for
    weights that there are not.

    >>> reweighted(CENTRE, "threes:7/middle:4").weights(None)
    WindowWeights(own=(0, 2, 7, 100), enemy=(0, 0, -4, 0), tempo=0, centre=4)
    """
    if evaluation.name not in (WINDOWS.name, CENTRE.name):
        raise InputError(f"weights are for eval=windows and eval=centre, not for {evaluation.name}")
    weights = evaluation.weights(None)  # type: ignore[arg-type]
    assert isinstance(weights, WindowWeights)
    for part in text.split("/"):
        name, _, amount = part.partition(":")
        if name not in WEIGHTS:
            raise InputError(f"there is no weight {name!r}; the weights are {', '.join(WEIGHTS)}")
        try:
            points = int(amount)
        except ValueError:
            raise InputError(f"the weight {part!r} is not a name and a whole number") from None
        if abs(points) > LARGEST:
            raise InputError(f"the weight {part!r} is too large; the maximum is {LARGEST:,}")
        field, place = WEIGHTS[name]
        whole = getattr(weights, field)
        value: Any = points if place is None else (*whole[:place], points, *whole[place + 1 :])
        weights = weights._replace(**{field: value})
    made = weights
    return Evaluation(evaluation.name, f"{evaluation.summary}; {text}", lambda _: made)
