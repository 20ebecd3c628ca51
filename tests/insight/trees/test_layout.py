"""The layout of tree pictures: tidy, centred, and with edges that never cross."""

from collections import defaultdict
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourscore.insight.trees.layout import lay_out, ports, tops_of

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
def test_nothing_overlaps_and_parents_stand_over_the_middle_of_their_children(
    children: list[list[int]], data: st.DataObject
) -> None:
    sizes = st.lists(st.integers(2, 20), min_size=len(children), max_size=len(children))
    widths = data.draw(sizes)
    places = lay_out(children, widths, GAP)
    layers: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for node, (x, level) in enumerate(places):
        layers[level].append((x - widths[node] / 2, x + widths[node] / 2))
        if children[node] and node:
            ends = [places[children[node][end]].x for end in (0, -1)]
            assert x == pytest.approx(sum(ends) / 2)
        assert [places[child].level for child in children[node]] == [level + 1] * len(
            children[node]
        )
        xs = [places[child].x for child in children[node]]
        assert xs == sorted(xs)
    assert min(left for spans in layers.values() for left, _ in spans) == pytest.approx(0)
    below = [edge for level, spans in layers.items() if level for span in spans for edge in span]
    if below:
        assert places[0].x == pytest.approx((min(below) + max(below)) / 2)
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
        # A root itself stands over the middle of its drawing.
        for node, place in list(zip(inside, part, strict=True))[1:]:
            expected = whole[node].x - whole[inside[1]].x
            assert place.x - part[1].x == pytest.approx(expected)


def test_a_narrow_tree_slides_under_its_wide_neighbour() -> None:
    # 0 has 1 and 2; 1 has three children, 2 has none: it stands right beside 1.
    places = lay_out([[1, 2], [3, 4, 5], [], [], [], []], [10] * 6, 0)
    assert [place.x for place in places] == [15, 15, 25, 5, 15, 25]


@given(children=trees(), data=st.data())
def test_edges_never_cross_nor_touch(children: list[list[int]], data: st.DataObject) -> None:
    sizes = st.lists(st.integers(30, 120), min_size=len(children), max_size=len(children))
    widths = data.draw(sizes)
    places = lay_out(children, widths, GAP)
    layers: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for node, below in enumerate(children):
        for child, port in zip(below, ports(len(below), widths[node] - 20), strict=True):
            assert abs(port) < widths[node] / 2
            layers[places[node].level].append((places[node].x + port, places[child].x))
    for edges in layers.values():
        edges.sort()
        for (start, end), (next_start, next_end) in pairwise(edges):
            # Straight lines between the same two heights that begin and end in the same order.
            assert start < next_start
            assert end < next_end


@given(children=trees(), data=st.data())
def test_layers_do_not_reach_into_each_other(
    children: list[list[int]], data: st.DataObject
) -> None:
    some = st.lists(st.integers(1, 200), min_size=len(children), max_size=len(children))
    heights = data.draw(some)
    places = lay_out(children, [10] * len(children), GAP)
    tops = tops_of(places, heights, 50)
    for place, height in zip(places, heights, strict=True):
        assert tops[place.level] + height + 50 <= tops[place.level + 1]
