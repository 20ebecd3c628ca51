"""Exercises: solvable, checked, the same for everybody, and true to the trace."""

import math
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourscore.core.notation import read_board
from fourscore.errors import InputError
from fourscore.insight.exercises.depth_first import best_first, fewest_nodes
from fourscore.insight.exercises.exercise import Exercise, grade
from fourscore.insight.exercises.making import DIFFICULTIES, KINDS, make_exercise, read_exercise_id
from fourscore.insight.exercises.material import path_tree
from fourscore.insight.trace.own_tree import trace_tree
from fourscore.insight.trace.tracing import trace
from fourscore.search.explicit.notation import read_tree

some = st.builds(
    make_exercise, st.sampled_from([*KINDS]), st.sampled_from(DIFFICULTIES), st.integers(0, 60)
)


@given(some)
@settings(max_examples=40)
def test_right_answers_get_full_marks_and_wrong_ones_a_reason(made: Exercise) -> None:
    right = [step.answer for step in made.steps]
    result = grade(made, right)
    assert (result.right, result.score) == (len(made.steps), 100)
    assert made.optimum <= made.visited == result.nodes
    with pytest.raises(InputError, match=f"questions, and there are {len(right) + 1} answers"):
        grade(made, [*right, 0])
    with pytest.raises(InputError, match="question 1 has choices"):
        grade(made, [99] * len(right))
    names = [node.name for node in made.nodes]
    assert len(set(names)) == len(names)
    for at, step in enumerate(made.steps):
        assert [choice.is_right for choice in step.choices].count(True) == 1
        assert len({choice.text for choice in step.choices}) == len(step.choices) >= 2
        for number, choice in enumerate(step.choices):
            assert choice.why.endswith(".")
            assert choice.node is None or names[choice.node] in choice.text
            if choice.is_right:
                continue
            wrong = grade(made, [*right[:at], number, *right[at + 1 :]])
            assert wrong.right == len(made.steps) - 1
            assert wrong.score < 100
            assert wrong.nodes == made.visited + choice.extra
    if made.difficulty == 1:
        assert len(made.steps) <= 12
        assert len(made.nodes) <= 13
    events = [event for step in made.steps for event in step.events] + [*made.ending]
    assert all(0 <= event.node < len(names) for event in events)
    entered = [event.node for event in events if event.what in ("enter", "take")]
    if made.kind not in ("mcts", "astar"):
        assert len(entered) == len(set(entered)) == made.visited


@pytest.mark.parametrize("kind", ["minimax", "alphabeta"])
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_values_are_those_of_the_search(kind: str, difficulty: int) -> None:
    """What is asked at the end is what an independent minimax says."""
    for seed in range(6):
        made = make_exercise(kind, difficulty, seed)
        if made.tree:
            report = trace_tree(made.tree, "minimax").report
        else:
            rows = made.position.split("/")
            board = read_board(made.position, width=len(rows[0]), height=len(rows))
            report = trace(board, made.agent.replace("alphabeta", "minimax")).report
        last = made.steps[-1]
        chosen = made.nodes[last.choices[last.answer].node or 0]
        siblings = [node.name for node in made.nodes if node.parent == 0]
        edges = [node.edge for node in made.nodes if node.parent == 0]
        order = [*report.values] if made.tree else [int(edge) - 1 for edge in edges]
        assert order[siblings.index(chosen.name)] == report.column


def test_an_alphabeta_exercise_asks_for_every_cut() -> None:
    made = make_exercise("alphabeta", 1, 7)
    cuts = [step for step in made.steps if step.kind == "cut"]
    whys = [step for step in made.steps if step.kind == "why"]
    seen = trace_tree(made.tree, "alphabeta")
    assert len(whys) == sum(bool(seen.pruned(node)) for node in range(len(seen)))
    assert len(cuts) >= len(whys)
    assert made.optimum <= made.visited <= len(made.nodes)


def test_the_same_seed_gives_the_same_exercise_in_another_process() -> None:
    code = (
        "from fourscore.insight.exercises.making import make_exercise\n"
        "print([make_exercise(kind, 1, 5) for kind in ('mcts', 'astar')])"
    )
    other = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    here = [make_exercise(kind, 1, 5) for kind in ("mcts", "astar")]
    assert other.stdout.strip() == repr(here)
    assert make_exercise("alphabeta", 2, 5) != make_exercise("alphabeta", 2, 6)


@pytest.mark.parametrize(
    ("refused", "says"),
    [
        (lambda: make_exercise("chess", 1, 0), "there is no exercise on 'chess'"),
        (lambda: make_exercise("minimax", 5, 0), "the difficulty is 1, 2, 3 or 4"),
        (lambda: make_exercise("minimax", 1, -1), "the seed is between"),
        (lambda: read_exercise_id("astar-2"), "is not the id"),
        (lambda: read_exercise_id("astar-2-x"), "is not the id"),
    ],
)
def test_what_does_not_exist_is_refused(refused: Callable[[], object], says: str) -> None:
    with pytest.raises(InputError, match=says):
        refused()


@pytest.mark.parametrize("text", ["[[3,12,8],[2,4,6],[14,5,2]]", "[[[1,9],[7,4]],[[3,2],[6,8]]]"])
def test_no_order_visits_less_than_the_best_first(text: str) -> None:
    tree, dice = read_tree(text), random.Random(1)
    best = trace_tree(best_first(tree), "alphabeta")
    assert best.value[0] == trace_tree(tree, "minimax").value[0]
    for _ in range(40):
        shuffled = tuple(tuple(dice.sample(below, len(below))) for below in tree.children)
        other = trace_tree(replace(tree, children=shuffled), "alphabeta")
        assert other.report.nodes >= fewest_nodes(tree)


@given(st.integers(0, 10_000))
@settings(max_examples=60)
def test_estimates_never_exceed_the_way(seed: int) -> None:
    tree = path_tree(random.Random(seed), depth=4, branches=(2, 3))
    steps = [math.inf] * len(tree)
    for node in range(len(tree) - 1, -1, -1):
        if tree.is_goal[node]:
            steps[node] = 0
        elif tree.children[node]:
            steps[node] = 1 + min(steps[child] for child in tree.children[node])
    assert all(tree.needed[node] <= steps[node] for node in range(len(tree)))
