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
def test_nothing_overlaps_or_crosses(children: list[list[int]], data: st.DataObject) -> None:
    count = len(children)
    widths = data.draw(st.lists(st.integers(30, 120), min_size=count, max_size=count))
    heights = data.draw(st.lists(st.integers(1, 200), min_size=count, max_size=count))
    places = lay_out(children, widths, GAP)
    tops = tops_of(places, heights, 50)
    layers: dict[int, list[tuple[float, float]]] = defaultdict(list)
    edges: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for node, (x, level) in enumerate(places):
        layers[level].append((x - widths[node] / 2, x + widths[node] / 2))
        assert tops[level] + heights[node] + 50 <= tops[level + 1]
        below = [places[child] for child in children[node]]
        if below and node:
            assert x == pytest.approx((below[0].x + below[-1].x) / 2)
        assert {place.level for place in below} <= {level + 1}
        assert below == sorted(below)
        for place, port in zip(below, ports(len(below), widths[node] - 20), strict=True):
            assert abs(port) < widths[node] / 2
            edges[level].append((x + port, place.x))
    assert min(left for spans in layers.values() for left, _ in spans) == pytest.approx(0)
    deeper = [edge for level, spans in layers.items() if level for span in spans for edge in span]
    if deeper:
        assert places[0].x == pytest.approx((min(deeper) + max(deeper)) / 2)
    for spans in layers.values():
        for (_, right), (left, _) in pairwise(sorted(spans)):
            assert left - right >= GAP - 1e-9
    for lines in edges.values():
        # Straight lines between the same two heights that begin and end in the same order.
        for (start, end), (next_start, next_end) in pairwise(sorted(lines)):
            assert start < next_start
            assert end < next_end


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
