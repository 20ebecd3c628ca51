"""What exercises are about: trees drawn at random, and small positions of Connect Four.

Everything follows from the `random.Random` that is passed in, so that the same seed gives the same
exercise on every machine.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

from fourscore.core.position import Position
from fourscore.errors import FourscoreError
from fourscore.search.explicit.game_tree import Draft, GameTree, build

__all__ = ["Material", "chance_tree", "draw_position", "path_tree", "value_tree"]


@dataclass(frozen=True, slots=True)
class Material:
    """A tree, and the position it is the tree of, if there is one."""

    tree: GameTree
    position: Position | None = None


def value_tree(chance: random.Random, *, levels: int, branches: tuple[int, int]) -> GameTree:
    """Draw a tree of values, all leaves at the same depth."""
    numbers = list(range(1, 20))

    def grow(left: int) -> Draft:
        if left == 0:
            return Draft(value=chance.choice(numbers))
        count = chance.randint(*branches)
        return Draft(children=[grow(left - 1) for _ in range(count)])

    return build(grow(levels))


CHANCES = ((1, 1), (1, 3), (3, 1), (1, 4), (4, 1), (1, 9), (9, 1))
"""Pairs of weights that are easy to work with."""


def chance_tree(chance: random.Random, *, moves: int, answers: int) -> GameTree:
    """Draw moves that each lead to chance, and below it values, or answers of Min."""
    root = Draft()
    for _ in range(moves):
        weights = chance.choice(CHANCES)
        aim = Draft(is_chance=True)
        for weight in weights:
            numbers = [chance.randint(0, 20) for _ in range(max(1, answers))]
            below = Draft(value=numbers[0])
            if answers:
                below = Draft(children=[Draft(value=number) for number in numbers])
            below.probability = weight / sum(weights)
            aim.children.append(below)
        root.children.append(aim)
    return build(root)


def path_tree(chance: random.Random, *, depth: int, branches: tuple[int, int]) -> GameTree:
    """Draw a tree with goals and estimates that never exceed the steps still needed."""

    def grow(level: int) -> Draft:
        if level == depth:
            return Draft(is_goal=chance.random() < 0.2, is_dead_end=True)
        if level > 1 and chance.random() < 0.25:
            return Draft(is_dead_end=True)
        return Draft(children=[grow(level + 1) for _ in range(chance.randint(*branches))])

    root = grow(0)
    _estimate(root, chance, depth)
    return build(root)


def _estimate(draft: Draft, chance: random.Random, left: int) -> int:
    """Write estimates from the leaves up; return the steps to the nearest goal, 50 if none."""
    below = [_estimate(child, chance, left - 1) for child in draft.children]
    if draft.is_goal:
        draft.is_dead_end, draft.estimate = False, 0
        return 0
    steps = 1 + min(below, default=50)
    draft.estimate = max(1, min(steps, left + 1) - chance.choice((0, 0, 0, 1, 1, 2)))
    return steps


def draw_position(
    chance: random.Random,
    size: str,
    plies: tuple[int, int],
    suits: Callable[[Position], bool],
    variant: str = "standard",
) -> Position | None:
    """Draw a position with Red to move that suits, or None if none is found soon."""
    for _ in range(60):
        count = 2 * chance.randint(plies[0] // 2, plies[1] // 2)
        seed = chance.randrange(1 << 30)
        try:
            position = Position.random(count, seed, size=size, variant=variant)
        except FourscoreError:
            continue
        if not position.is_over and suits(position):
            return position
    return None
