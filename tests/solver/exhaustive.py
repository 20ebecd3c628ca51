"""Plain negamax over a whole small board: what the solver has to agree with."""

from functools import cache

from fourscore.core.position import Position
from fourscore.core.variants import make_rules

Discs = tuple[int, int]


def has_four(discs: int, stride: int) -> bool:
    """Find four in a line, written apart from the rulebook on purpose."""
    for step in (1, stride - 1, stride, stride + 1):
        if discs & (discs >> step) & (discs >> 2 * step) & (discs >> 3 * step):
            return True
    return False


@cache
def all_scores(width: int, height: int, start: Discs = (0, 0)) -> dict[Discs, int]:
    """Score every position that can be reached from a start, by (mine, filled)."""
    rules = make_rules(width, height)
    goal = (width * height + 1) // 2 + 1
    scores: dict[Discs, int] = {}

    def score(mine: int, filled: int, discs: int) -> int:
        known = scores.get((mine, filled))
        if known is not None:
            return known
        theirs = mine ^ filled
        if has_four(theirs, rules.stride):
            best = (discs + 1) // 2 - goal
        elif filled == rules.full:
            best = 0
        else:
            best = -goal
            cells = (filled + rules.bottom) & rules.full
            while cells:
                cell = cells & -cells
                cells ^= cell
                best = max(best, -score(theirs, filled | cell, discs + 1))
        scores[mine, filled] = best
        return best

    score(*start, start[1].bit_count())
    return scores


@cache
def positions_of(width: int, height: int, start: Discs = (0, 0)) -> list[tuple[Position, int]]:
    """Return every reachable position with its score."""
    rules = make_rules(width, height)
    return [
        (Position.from_bitboards(mine, filled, rules), score)
        for (mine, filled), score in all_scores(width, height, start).items()
    ]
