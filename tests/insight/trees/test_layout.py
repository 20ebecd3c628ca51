"""The layout of tree pictures: tidy, and the first child straight down."""

from collections import defaultdict
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from fourscore.insight.trees.layout import lay_out

GAP = 3


@st.composite
def trees(draw: st.DrawFn) -> list[list[int]]:
    """Draw a tree as the children of each node, parents before children."""
    count = draw(st.integers(1, 40))
    parents = [draw(st.integers(max(0, node - 8), node - 1)) for node in range(1, count)]
    children: list[list[int]] = [[] for _ in range(count)]
    for node, parent in enumerate(parents, start=1):
        children[parent].append(node)
    return children


@given(children=trees(), data=st.data())
def test_nothing_overlaps_and_the_first_child_is_below(
    children: list[list[int]], data: st.DataObject
) -> None:
    sizes = st.lists(st.integers(2, 20), min_size=len(children), max_size=len(children))
    widths = data.draw(sizes)
    places = lay_out(children, widths, GAP)
    layers: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for node, (x, level) in enumerate(places):
        layers[level].append((x - widths[node] / 2, x + widths[node] / 2))
        if children[node]:
            assert places[children[node][0]].x == x
        assert [places[child].level for child in children[node]] == [level + 1] * len(
            children[node]
        )
        xs = [places[child].x for child in children[node]]
        assert xs == sorted(xs)
    assert min(left for spans in layers.values() for left, _ in spans) == 0
    for spans in layers.values():
        spans.sort()
        for (_, right), (left, _) in pairwise(spans):
            assert left - right >= GAP - 1e-9


@given(children=trees())
def test_subtrees_look_the_same_wherever_they_stand(children: list[list[int]]) -> None:
    """The picture of a subtree alone is its part of the whole picture."""
    whole = lay_out(children, [10] * len(children), GAP)
    for root in range(0, len(children), 5):
        names, inside = {root: 0}, [root]
        for node in inside:
            for child in children[node]:
                names[child] = len(inside)
                inside.append(child)
        part = lay_out([[names[c] for c in children[n]] for n in inside], [10] * len(inside), GAP)
        for node, place in zip(inside, part, strict=True):
            assert place.x - part[0].x == whole[node].x - whole[root].x


def test_a_narrow_tree_slides_under_its_wide_neighbour() -> None:
    # 0 has 1 and 2; 1 has three children, 2 has none: it stands right beside 1.
    places = lay_out([[1, 2], [3, 4, 5], [], [], [], []], [10] * 6, 0)
    assert [place.x for place in places] == [5, 5, 15, 5, 15, 25]
