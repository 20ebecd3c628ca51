"""Trees as people write them: read, written, refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourscore.errors import InputError, NotationError
from fourscore.insight.trace.own_tree import trace_tree
from fourscore.search.explicit.examples import EXAMPLES, find_tree
from fourscore.search.explicit.notation import read_tree, write_tree

leaf = st.integers(-99, 99).map(str) | st.sampled_from(["2.5", "-0.25"])


def choice(below: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.lists(below, min_size=1, max_size=4).map(lambda each: f"[{','.join(each)}]")


def chance(below: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return choice(below).map(lambda text: f"({text},{text})")


trees = choice(st.recursive(leaf, lambda below: choice(below) | chance(below), max_leaves=15))


@given(trees)
@settings(max_examples=150, deadline=None)
def test_what_is_written_is_read_again(text: str) -> None:
    tree = read_tree(text)
    assert read_tree(write_tree(tree)) == tree


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there is no tree"),
        ("5", "at least one move"),
        ("[]", "']' at character 2"),
        ("[3,,4]", "',' at character 4"),
        ("[3 4]", "'4' at character 4"),
        ("[3,4", "ends too soon"),
        ("[3,4]]", "']' at character 6"),
        ("[3,4)", "')' at character 5"),
        ("[[3,4]~]", "']' at character 8"),
        ("[3~4]", "'~' at character 3"),
        ("[(0.5:3,0.6:4)]", "add up to 1.1"),
        ("[(0.5:3,4)]", "some of its outcomes"),
        ("[(1.5:3,4)]", "character 3"),
        ("[(1/0:3,4)]", "character 3"),
        ("[((1,2),3)]", "a chance node follows"),
        ("(1,2)", "begin with a move"),
        ("[1,*]", "values at its leaves, or goals"),
        ("[[*]~-1]", "whole number of steps"),
        ("[100000]", "character 2"),
        ("[" * 30 + "1" + "]" * 30, "24 levels"),
        ("[" + ",".join(["1"] * 32) + "]", "31 at most"),
        ("[" + ",".join(["[" + ",".join(["[1,2,3]"] * 31) + "]"] * 31) + "]", "2,000 nodes"),
    ],
)
def test_a_malformed_tree_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(NotationError) as refused:
        read_tree(text)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


@given(st.text(alphabet="[](),:~*-0123456789./% x", max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_text_is_a_tree_or_refused(text: str) -> None:
    try:
        tree = read_tree(text)
    except NotationError:
        return
    assert tree.children[0]


def test_probabilities_can_be_written_in_three_ways() -> None:
    for text in ("[(.25:1,.75:2)]", "[(1/4:1,3/4:2)]", "[(25%:1,75%:2)]"):
        assert read_tree(text).probability[2:] == (0.25, 0.75)
    assert read_tree("[(1,2,3,4)]").probability[2:] == (0.25,) * 4


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_can_be_searched(name: str) -> None:
    example = EXAMPLES[name]
    assert len(trace_tree(name, example.agent)) > 1
    assert write_tree(find_tree(name)) == example.text


def test_the_examples_show_what_they_say() -> None:
    skipped = {
        name: len(find_tree(name)) - len(trace_tree(name, "alphabeta"))
        for name in ("textbook", "deep", "best-first", "worst-first")
    }
    assert skipped == {"textbook": 2, "deep": 6, "best-first": 4, "worst-first": 0}
    horizon = trace_tree("horizon", "deepening")
    best = [horizon.best_child(root) for root in horizon.roots]
    assert [int(horizon.move[each]) for each in best if each is not None] == [0, 0, 1]
    gamble = trace_tree("gamble", "expectiminimax").report
    assert [gamble.values[move].value for move in range(3)] == [5, 4.4, 6]
    assert trace_tree("backgammon", "expectiminimax").report.column == 1


@pytest.mark.parametrize(
    ("tree", "agent", "says"),
    [
        ("nonsense", "alphabeta", "the examples are textbook"),
        ("textbook", "astar", "needs a tree with a goal"),
        ("path", "minimax", "needs values at the leaves"),
        ("gamble", "alphabeta", "knows no chance nodes"),
        ("textbook", "random", "plays games only"),
        ("textbook", "alphabeta:order=left", "is for games"),
        ("textbook", "mcts:playouts=1000000", "20,000 playouts"),
    ],
)
def test_what_cannot_be_searched_is_refused(tree: str, agent: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        trace_tree(tree, agent)
