"""Make an exercise: a kind of search, a difficulty and a seed give the same one everywhere.

Difficulties 1 and 2 are on trees, 3 and 4 on small positions of Connect Four. What is drawn at
random is drawn again until the search on it is worth playing: with a cut-off, not too long.
"""

# ruff: noqa: RUF001 - people read these signs

import random
import re
from collections.abc import Callable
from functools import lru_cache

from fourscore.core.notation import write_board
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.exercises import depth_first
from fourscore.insight.exercises.exercise import Exercise
from fourscore.insight.exercises.frontier import frontier_picture, frontier_steps
from fourscore.insight.exercises.material import (
    Material,
    chance_tree,
    draw_position,
    path_tree,
    value_tree,
)
from fourscore.insight.exercises.picture import picture_of
from fourscore.insight.exercises.playouts import playout_picture, playout_steps
from fourscore.insight.trace.own_tree import trace_tree, tree_of
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trace.tracing import trace
from fourscore.search.explicit.notation import LARGEST, write_tree
from fourscore.search.trace_columns import Reason
from fourscore.search.types import Limit

__all__ = ["DIFFICULTIES", "KINDS", "LARGEST_SEED", "make_exercise", "read_exercise_id"]

DIFFICULTIES = (1, 2, 3, 4)
LARGEST_SEED = 999_999
ATTEMPTS = 400

KINDS = {
    "minimax": "Minimax",
    "alphabeta": "Alpha-beta",
    "expectiminimax": "Expectiminimax",
    "mcts": "Monte Carlo tree search (MCTS)",
    "astar": "A*",
}
"""The searches that can be played by hand, and their names."""
TASKS = {
    "minimax": (
        "You are minimax. Visit the nodes from left to right, deep first, and pass values up.",
        "Max takes the largest value below it, Min the smallest.",
    ),
    "alphabeta": (
        "You are alpha-beta. After each value that comes back, go on or cut off the rest.",
        "Cut when the other side already has something at least as good elsewhere.",
    ),
    "expectiminimax": (
        "You are expectiminimax. At a chance node add up probability × value.",
        "Max takes the largest value below it, Min the smallest.",
    ),
    "mcts": (
        "You are Monte Carlo tree search. Descend to the child with the largest sum of share and "
        "exploration.",
        "After a playout, its result and one visit are added on the way up.",
    ),
    "astar": (
        "You are A*. Take the state with the smallest f = g + h from the frontier.",
        "Of equal f the newest goes first: the one found last.",
    ),
}


def read_exercise_id(text: str) -> tuple[str, int, int]:
    """Return the kind, the difficulty and the seed of an id.

    >>> read_exercise_id("alphabeta-2-7")
    ('alphabeta', 2, 7)
    """
    match = re.fullmatch(r"([a-z]+)-(\d)-(\d{1,6})", text)
    if match is None:
        raise InputError(f"{text!r} is not the id of an exercise, such as alphabeta-2-7")
    kind, difficulty, seed = match[1], int(match[2]), int(match[3])
    _check(kind, difficulty, seed)
    return kind, difficulty, seed


def _check(kind: str, difficulty: int, seed: int) -> None:
    if kind not in KINDS:
        raise InputError(f"there is no exercise on {kind!r}; there are {', '.join(KINDS)}")
    if difficulty not in DIFFICULTIES:
        raise InputError(f"the difficulty is 1, 2, 3 or 4, not {difficulty}")
    if not 0 <= seed <= LARGEST_SEED:
        raise InputError(f"the seed is between 0 and {LARGEST_SEED:,}, not {seed}")


@lru_cache(maxsize=64)
def make_exercise(kind: str, difficulty: int = 1, seed: int = 0) -> Exercise:
    """Make the exercise of a kind, a difficulty and a seed.

    >>> exercise = make_exercise("alphabeta", 1, 7)
    >>> exercise.id, exercise.steps[-1].prompt
    ('alphabeta-1-7', 'Which move does Max play?')
    """
    _check(kind, difficulty, seed)
    chance = random.Random(f"{kind}-{difficulty}-{seed}")
    make = _MAKERS.get(kind, _depth_first)
    for _ in range(ATTEMPTS):
        made = make(kind, difficulty, seed, chance)
        if made is not None:
            return made
    raise InputError(f"no exercise was found for {kind}-{difficulty}-{seed}; try another seed")


def _title(kind: str, difficulty: int) -> str:
    where = {
        1: "on a small tree",
        2: "on a larger tree",
        3: "on a small Connect Four position",
        4: "on a harder Connect Four position",
    }
    return f"{KINDS[kind]} {where[difficulty]}"


def _players(material: Material) -> tuple[str, str]:
    return ("Red", "Yellow") if material.position is not None else ("Max", "Min")


def _finish(kind: str, difficulty: int, seed: int, material: Material, **parts: object) -> Exercise:
    position = material.position
    return Exercise(
        kind=kind,
        difficulty=difficulty,
        seed=seed,
        title=_title(kind, difficulty),
        task=_task(kind, material),
        tree="" if position is not None else write_tree(material.tree),
        position="" if position is None else write_board(position),
        variant="standard" if position is None else position.variant.name,
        players=_players(material),
        **parts,  # type: ignore[arg-type]
    )


def _task(kind: str, material: Material) -> tuple[str, ...]:
    if material.position is None:
        return TASKS[kind]
    text = (part.replace("Max", "Red").replace("Min ", "Yellow ") for part in TASKS[kind])
    return (*text, "Red is to move. Numbers at the edges are columns.")


# Minimax, alpha-beta, expectiminimax


def _depth_first(kind: str, difficulty: int, seed: int, chance: random.Random) -> Exercise | None:
    depth = {1: 2, 2: 3, 3: 2, 4: 3}[difficulty]
    if kind == "expectiminimax":
        depth = 1
    material = _draw(kind, difficulty, depth, chance)
    if material is None:
        return None
    tree = material.tree
    if tree.has_chance and max(map(abs, tree.bounds)) >= LARGEST:
        return None  # A mean of wins and points is no number to work out by hand.
    seen = depth_first.search(material, kind, depth)
    cuts = int((seen.reason == Reason.CUT).sum())
    values = {value for value in tree.value if value is not None}
    if len(values) < 3 or (kind == "alphabeta" and not cuts):
        return None
    walk, _ = depth_first.walk(material, seen, _players(material), difficulty)
    if not 3 <= len(walk.asked) <= _MOST[difficulty]:
        return None
    best = len(tree) if tree.has_chance else depth_first.fewest_nodes(tree)
    if kind == "alphabeta" and best >= len(tree):
        return None
    return _finish(
        kind,
        difficulty,
        seed,
        material,
        agent=kind if material.position is None else f"{kind}:depth={depth}",
        nodes=picture_of(tree, material.position),
        steps=tuple(walk.asked),
        ending=tuple(walk.events),
        summary=_counts(kind, len(seen), len(tree), best),
        visited=len(seen),
        optimum=best,
    )


_MOST = {1: 12, 2: 26, 3: 26, 4: 36}
"""The most questions of each difficulty."""


def _counts(kind: str, visited: int, whole: int, best: int) -> tuple[str, ...]:
    if kind == "expectiminimax":
        return (
            f"Expectiminimax visits all {whole} nodes: without bounds on chance nothing is cut.",
        )
    perfect = f"With the best move first everywhere, alpha-beta would visit {best}."
    if kind == "minimax":
        return (f"Minimax visits all {whole} nodes.", perfect)
    return (f"Alpha-beta visited {visited} of {whole} nodes in this order of moves.", perfect)


def _draw(kind: str, difficulty: int, depth: int, chance: random.Random) -> Material | None:
    if kind == "expectiminimax":
        return _draw_chance(difficulty, chance)
    if difficulty == 1:
        branches = (2, 3) if kind == "minimax" else (3, 3)
        return Material(value_tree(chance, levels=2, branches=branches))
    if difficulty == 2:
        return Material(value_tree(chance, levels=3, branches=(2, 3)))
    moves = 3 if difficulty == 3 else 2

    def suits(position: Position) -> bool:
        return len(position.legal) == moves + (difficulty == 4 and position.ply % 4 == 0)

    position = draw_position(chance, "4x4" if difficulty == 3 else "5x4", (4, 14), suits)
    if position is None:
        return None
    return Material(tree_of(trace(position, f"minimax:depth={depth}")), position)


def _draw_chance(difficulty: int, chance: random.Random) -> Material | None:
    if difficulty <= 2:
        moves = 2 if difficulty == 1 else 3
        return Material(chance_tree(chance, moves=moves, answers=0 if difficulty == 1 else 2))
    columns = 3 if difficulty == 3 else 4

    def suits(position: Position) -> bool:
        return len(position.legal) == columns

    position = draw_position(chance, "4x4", (2, 10), suits, "slip")
    if position is None:
        return None
    return Material(tree_of(trace(position, "expectiminimax:depth=1")), position)


# A*


def _astar(kind: str, difficulty: int, seed: int, chance: random.Random) -> Exercise | None:
    if difficulty <= 2:
        tree = path_tree(chance, depth=2 + difficulty, branches=(2, 2 + (difficulty > 1)))
        if not any(tree.is_goal):
            return None
        material = Material(tree)
        seen: Trace = trace_tree(tree, "astar")
        agent, nodes, whole = "astar", picture_of(tree), len(tree)
    else:
        size = "4x4" if difficulty == 3 else "5x4"
        position = draw_position(chance, size, (2, 8), lambda each: len(each.legal) >= 3)
        if position is None:
            return None
        agent = "astar:heuristic=gap"
        # Longer searches are not worth playing by hand, so they need not be finished.
        seen = trace(position, agent, Limit(nodes=20))
        if not seen.report.line or len(seen) > 32:
            return None
        material = Material(tree_of(trace(position, "minimax:depth=1")), position)
        nodes, whole = frontier_picture(seen), len(seen)
    least, most = {1: (3, 6), 2: (5, 9), 3: (2, 8), 4: (3, 10)}[difficulty]
    if not least < seen.visited <= most + 1 or whole > 34:
        return None
    if difficulty <= 2:
        nodes = frontier_picture(seen)
    steps, ending = frontier_steps(seen, difficulty)
    steps = tuple(step for step in steps if len(step.choices) > 1)
    if len(steps) < 2:
        return None
    way, needed = len(seen.report.line), len(seen.report.line) + 1
    return _finish(
        kind,
        difficulty,
        seed,
        material,
        agent=agent,
        nodes=nodes,
        steps=steps,
        ending=ending,
        summary=(
            f"A* took {seen.visited} states from the frontier to find a way of {way} steps.",
            f"With a perfect estimate it would have taken {needed}.",
        ),
        visited=seen.visited,
        optimum=needed,
    )


# Monte Carlo


def _mcts(kind: str, difficulty: int, seed: int, chance: random.Random) -> Exercise | None:
    playouts = {1: 9, 2: 14, 3: 14, 4: 20}[difficulty]
    agent = f"mcts:playouts={playouts},c=1,seed={chance.randrange(1000)}"
    if difficulty <= 2:
        tree = value_tree(chance, levels=2, branches=(2, 3))
        if len({value for value in tree.value if value is not None}) < 3:
            return None
        material = Material(tree)
        seen: Trace = trace_tree(tree, agent)
    else:
        position = draw_position(
            chance, "4x4" if difficulty == 3 else "5x4", (2, 6), lambda each: len(each.legal) >= 3
        )
        if position is None:
            return None
        seen = trace(position, agent)
        material = Material(tree_of(trace(position, "minimax:depth=1")), position)
    players = _players(material)
    steps, ending = playout_steps(
        seen, players, difficulty, {1: 6, 2: 10, 3: 10, 4: 14}[difficulty]
    )
    if len(steps) < 4:
        return None
    visits = int(seen.visits[0])
    return _finish(
        kind,
        difficulty,
        seed,
        material,
        agent=agent,
        nodes=playout_picture(seen),
        steps=steps,
        ending=ending,
        summary=(
            f"After {visits} playouts the tree has {len(seen)} nodes.",
            "The move visited most is played; more playouts would make it surer.",
        ),
        visited=len(seen),
        optimum=len(seen),
    )


_MAKERS: dict[str, Callable[[str, int, int, random.Random], Exercise | None]] = {
    "astar": _astar,
    "mcts": _mcts,
}
