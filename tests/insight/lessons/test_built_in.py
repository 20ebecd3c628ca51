"""The lessons that come with fourscore: they are valid, and every answer is worked out again.

The answers here are computed from `fourscore.trace` and the solver alone, without the language of
lessons and its facts.
"""

import math
from functools import cache

import pytest

import fourscore as fs
from fourscore.core.notation import read_moves
from fourscore.core.variants import SLIP
from fourscore.insight.lessons.computing import ComputedLesson, compute
from fourscore.insight.lessons.folder import built_in, find_lesson
from fourscore.insight.trace.trace import Trace

NAMES = ["game-tree", "minimax", "alphabeta", "order", "deepening", "chance", "monte-carlo",
         "learning"]  # fmt: skip
NARROW = "7525513535133775773376666212"
ORDER = "77746146"
LATE = "677736256337"
POINTS = ",eval=centre"


@cache
def computed(name: str) -> ComputedLesson:
    lesson = find_lesson(name).lesson
    assert lesson is not None
    return compute(lesson)


def answers(name: str) -> list[str]:
    return [each.choices[each.answer] for each in computed(name).questions]


def figure(number: float) -> str:
    return f"{round(number, 1):g}".replace("-", "\N{MINUS SIGN}")


def percent(share: float) -> str:
    return f"{round(100 * share)}\N{NO-BREAK SPACE}%"


def by_column(trace: Trace, root: int = 0) -> dict[int, int]:
    """Return the children of a node by their columns, counted from 1."""
    return {int(trace.move[child]) + 1: child for child in trace.children(root)}


def after(trace: Trace, *columns: int) -> int:
    node = 0
    for column in columns:
        node = by_column(trace, node)[column]
    return node


def test_there_are_eight_and_each_can_be_opened_by_name_and_number() -> None:
    assert [each.name for each in built_in()] == NAMES
    assert not any(each.mistake for each in built_in())
    for number, name in enumerate(NAMES, 1):
        assert find_lesson(str(number)).name == name


@pytest.mark.parametrize("name", NAMES)
def test_every_lesson_is_complete(name: str) -> None:
    lesson = computed(name)
    assert lesson.questions
    words = [word for step in lesson.steps for word in step.text]
    words += [word for each in lesson.questions for word in (*each.ask, *each.because)]
    for text in (*words, *lesson.ending):
        assert not set("{}[]") & set(text), text
        assert text.rstrip()[-1] in ".?", text
    for each in lesson.questions:
        assert len(set(each.choices)) == len(each.choices) >= 2


def test_game_tree() -> None:
    small = read_moves("122141124324", width=4, height=4)
    whole = fs.trace(small, "minimax:depth=4")
    winning = [column + 1 for column in small.legal if fs.solve(small.play(column)) < 0]
    assert answers("game-tree") == [
        str(len(small.legal)),
        "Red 3, Yellow 3",
        f"Column {winning[0]}",
        "the board after Red 3, Yellow 4",
        f"{1 + sum(7**depth for depth in range(1, 6)):,}",
    ]
    assert str(small.play(2).play(2).outcome) == "O wins"
    assert not small.play(2).play(3).is_over
    assert not small.play(3).play(2).is_over
    assert len(winning) == 1
    assert len(whole) == 9
    # Rows are in the order of visits: after 3 3 comes 3 4.
    assert whole.moves(after(whole, 3, 3) + 1) == [2, 3]


def test_minimax() -> None:
    seen = fs.trace(NARROW, f"minimax:depth=2{POINTS}")
    leaves = {
        column: {answer: float(seen.value[leaf]) for answer, leaf in by_column(seen, node).items()}
        for column, node in by_column(seen).items()
    }
    worst = {column: min(values.values()) for column, values in leaves.items()}
    best = max(worst, key=lambda column: worst[column])
    assert answers("minimax") == [
        figure(worst[4]),
        f"Column {best}",
        "Yellow would not answer in column 4",
    ]
    most = max(leaves, key=lambda column: max(leaves[column].values()))
    assert most == 1
    assert max(leaves[1], key=lambda each: leaves[1][each]) == 4


def test_alphabeta() -> None:
    whole = fs.trace(NARROW, f"minimax:depth=2{POINTS}")
    values = [[float(whole.value[leaf]) for leaf in whole.children(node)]
              for node in whole.children(0)]  # fmt: skip
    sure = max(min(values[0]), min(values[1]))
    assert min(values[1]) == sure
    # Yellow's answers are tried until one is no better for Red than what Red has.
    tried = [next(n for n, value in enumerate(group, 1) if value <= sure) for group in values[2:]]
    assert tried == [1, 2]
    assert answers("alphabeta") == [
        f"only values above {figure(sure)}",
        "No, it can cut them off",
        str(tried[1]),
        "No, never",
    ]


def test_order() -> None:
    left = fs.trace(ORDER, f"alphabeta:depth=3,order=left{POINTS}")
    centre = fs.trace(ORDER, f"alphabeta:depth=3{POINTS}")
    whole = fs.trace(ORDER, f"minimax:depth=3,order=left{POINTS}")
    assert left.report.column == centre.report.column == whole.report.column
    # Red's columns after 1 and 5, against the best of Yellow's answers before column 5.
    values = [-float(whole.value[leaf]) for leaf in whole.children(after(whole, 1, 5))]
    held = min(float(whole.value[after(whole, 1, answer)]) for answer in (1, 2, 3, 4))
    tried = next(number for number, value in enumerate(values, 1) if value >= held)
    assert answers("order") == [
        str(tried),
        "Fewer" if len(centre) < len(left) else "More",
        f"The best one, column {whole.report.column + 1}",
    ]


def test_deepening() -> None:
    searches = [fs.trace("21366254327115", f"minimax:depth={depth}") for depth in (1, 2)]
    assert answers("deepening") == [
        *(f"Column {search.report.column + 1}" for search in searches),
        "The last search had a better order and cut more",
    ]


def test_chance() -> None:
    slip = read_moves(NARROW, variant=SLIP)
    one = fs.trace(slip, f"expectiminimax:depth=1{POINTS}")
    averages = {
        column: sum(
            probability * -float(one.value[by_column(one, aim)[landing + 1]])
            for landing, probability in slip.landings(column - 1)
        )
        for column, aim in by_column(one).items()
    }
    best = max(averages, key=lambda column: averages[column])
    assert answers("chance") == [
        figure(averages[1]),
        f"Column {best}",
        "Yellow's answers hurt Red more after column 1",
    ]


def test_monte_carlo() -> None:
    seen = fs.trace(LATE, "mcts:playouts=400,seed=1")
    branch = [seen.path(int(leaf))[1] for leaf in seen.playout_leaf]
    points = seen.playout_points / 2

    def games(column: int, playouts: int) -> list[float]:
        node = by_column(seen)[column]
        return [float(points[n]) for n in range(playouts) if branch[n] == node]

    sums = {
        column: sum(won := games(column, 32)) / len(won) + 1.4 * math.sqrt(math.log(32) / len(won))
        for column in range(1, 8)
    }
    chosen = max(sums, key=lambda column: sums[column])
    assert branch[32] == by_column(seen)[chosen]
    after_it = games(chosen, 33)
    leader = max(range(1, 8), key=lambda column: len(games(column, 140)))
    assert answers("monte-carlo") == [
        f"Column {chosen}",
        percent(sum(after_it) / len(after_it)),
        f"Column {leader}",
        "No, these are shares of random games",
    ]
    assert -fs.solve(LATE + "3") < 0 < -fs.solve(LATE + "1")


def test_learning() -> None:
    seen = fs.trace(LATE, "zero:playouts=100")
    assert seen.prior is not None
    branch = [seen.path(int(leaf))[1:2] for leaf in seen.playout_leaf]
    sums = {}
    for column, node in by_column(seen).items():
        won = [float(seen.playout_points[n]) / 2 for n in range(7) if branch[n] == [node]]
        if won:
            more = float(seen.prior[node]) * math.sqrt(7 + 1) / (len(won) + 1)
            sums[column] = sum(won) / len(won) + more
    chosen = max(sums, key=lambda column: sums[column])
    assert branch[7] == [by_column(seen)[chosen]]
    assert answers("learning") == [
        percent(1 / 7),
        f"Column {chosen}",
        "100 simulations with the trained network",
    ]
    for spec, wins in (("zero:playouts=100", True), ("zero:playouts=100,age=0", False)):
        column = fs.trace(LATE, spec).report.column
        assert (-fs.solve(f"{LATE}{column + 1}") > 0) is wins
