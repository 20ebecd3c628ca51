"""What tree pictures show: the best line first, the rest folded, nothing lost."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace

import pytest

from fourscore.core.notation import read_moves
from fourscore.core.position import Position
from fourscore.core.variants import SLIP
from fourscore.insight.drawing.colours import DARK, LIGHT
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trace.tracing import trace
from fourscore.insight.trace.truth import misleading_nodes, solve_nodes
from fourscore.insight.trees.dot import tree_dot
from fourscore.insight.trees.html import tree_page
from fourscore.insight.trees.legend import row_names
from fourscore.insight.trees.svg import tree_svg
from fourscore.insight.trees.view import Card, View, make_view
from fourscore.insight.trees.words import explain_node
from fourscore.search.trace_columns import Reason
from tests.search.positions import STATE_2, STATE_3, play_out

SPECS = {
    "minimax:depth=4": STATE_3,
    "alphabeta:depth=5": STATE_3,
    "deepening:depth=4": Position.empty(),
    "expectiminimax:depth=2": Position.empty(variant=SLIP),
    "astar": STATE_3,
    "astar:heuristic=zero,nodes=40": Position.empty(),
    "mcts:playouts=300": STATE_2,
    "mcts:playouts=200": Position.empty(5, 4, SLIP),
    "alphabeta:depth=30,nodes=300": Position.empty(9, 6),
}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=SPECS)
def seen(request: pytest.FixtureRequest) -> Trace:
    return trace(SPECS[request.param], request.param)


def walk(card: Card) -> Iterator[Card]:
    yield card
    for child in card.children:
        yield from walk(child)


@pytest.mark.parametrize("room", [1, 5, 30, 100_000])
def test_what_is_shown_and_what_is_folded_is_everything(seen: Trace, room: int) -> None:
    view = make_view(seen, room)
    cards = list(walk(view.root))
    assert len(cards) == len(view.cards) <= room
    assert len(cards) + sum(card.hidden for card in cards) == seen.sizes[seen.root]
    for card in cards:
        # A node shows all of its children or none, on the line perhaps some; none are strangers.
        below = [child.node for child in card.children]
        assert set(below) <= set(seen.children(card.node))
        assert card.on_line or len(below) in (0, len(seen.children(card.node)))
    if room == 100_000:
        assert len(view.cards) == seen.sizes[seen.root]
        flat = make_view(seen, room, depth=1)
        assert all(not child.children for child in flat.root.children)


def test_the_best_line_comes_first(seen: Trace) -> None:
    for room in (len(seen.line), 60):
        card = make_view(seen, room).root
        shown = [card.node]
        while card.children and (card := card.children[0]).on_line:
            shown.append(card.node)
        assert shown == list(seen.line)


@pytest.mark.parametrize("spec", [spec for spec in SPECS if "heuristic" not in spec])
def test_the_line_that_is_played_is_shown_beyond_the_cap(spec: str) -> None:
    position = SPECS[spec]
    whole = trace(position, spec)
    seen = trace(position, spec, cap=5)
    view = make_view(seen, 100)
    line = [card.move.removeprefix("aim ") for card in walk(view.root) if card.on_line][1:]
    wanted = [str(column + 1) for column in whole.report.line]
    assert line[:1] == wanted[:1]
    if "mcts" not in spec:
        assert line == wanted
    for card in walk(view.root):
        added = card.detail == "beyond the cap"
        assert added == (card.node >= len(seen))
        assert not added or "beyond the trace's cap" in " ".join(explain_node(view.trace, card))
    if spec in ("minimax:depth=4", "alphabeta:depth=5"):
        values = {card.value for card in walk(view.root) if card.on_line and card.move}
        assert values == {make_view(whole, 1).root.value}
    assert tree_svg(view).startswith("<svg")
    assert seen.left_out + len(seen) == whole.visited or spec.startswith("astar")


def test_values_are_those_of_the_player_who_searches() -> None:
    view = make_view(trace(STATE_3, "minimax:depth=2"), 100)
    for card in walk(view.root):
        if card.children and not card.value.is_proven:
            below = [child for child in card.children if not child.value.is_proven]
            numbers = [int(child.value.text.replace("\N{MINUS SIGN}", "-")) for child in below]
            best = max if card.mover == STATE_3.turn else min
            assert int(card.value.text.replace("\N{MINUS SIGN}", "-")) == best(numbers)


def test_the_picture_is_sound(seen: Trace) -> None:
    view = make_view(seen, 40, across=14)
    text = tree_svg(view)
    root = ET.fromstring(text)
    boards = [each for each in root.iter(f"{SVG}use") if each.get("href", "").endswith("-board")]
    chance = [each for each in root.iter(f"{SVG}path") if each.get("class") == "fs-chance"]
    assert len(boards) + len(chance) == len(view.cards)
    edges = [e for e in root.iter(f"{SVG}path") if (e.get("class") or "").startswith("fs-edge")]
    stubs = [card for card in walk(view.root) if card.has_stub]
    assert len(edges) == len(view.cards) - 1 + len(stubs)
    names = {each.get("id") for each in root.iter() if each.get("id")}
    assert {each.get("href", "")[1:] for each in root.iter(f"{SVG}use")} <= names
    assert "nan" not in text
    assert text == tree_svg(view)


def test_discs_and_fours_of_the_picture_are_those_of_the_board() -> None:
    seen = trace(STATE_3, "minimax:depth=1")
    discs = sum(row.count("X") for node in range(len(seen)) for row in seen.rows(node))
    assert tree_svg(make_view(seen)).count('-x" x=') == discs
    won = trace(read_moves("112233"), "minimax:depth=1")
    assert tree_svg(make_view(won)).count('-last" x=') == 6 + 4


def test_cut_branches_are_stubs_with_what_they_save() -> None:
    view = make_view(trace(Position.empty(), "alphabeta:depth=2"), 100)
    text = tree_svg(view)
    cut = [card for card in walk(view.root) if card.pruned]
    # One more is in the legend.
    assert text.count('href="#fs-scissors"') == len(cut) + 1 > 1
    for card in cut:
        assert card.saved_text == f"saves {len(card.pruned)}"
    assert sum(card.saved.nodes for card in cut if card.saved) + len(view.cards) == 57


def test_misleading_nodes_are_marked() -> None:
    position, _ = play_out(3, 18, 7, 6, "standard")
    solved = solve_nodes(trace(position, "alphabeta:depth=3"))
    view = make_view(solved, 100_000)
    count = int(misleading_nodes(solved).sum())
    assert sum(card.is_misleading for card in walk(view.root)) == count > 0
    assert tree_svg(view).count('class="fs-misleading"') == count
    assert all(card.exact for card in walk(view.root))
    misleading = next(card for card in walk(view.root) if card.is_misleading)
    assert "So the value misleads: it favours who loses." in explain_node(solved, misleading)[-1]


def test_every_node_can_be_told(seen: Trace) -> None:
    for card in walk(make_view(seen, 200).root):
        sentences = explain_node(seen, card)
        assert all(each.endswith(".") for each in sentences)
        if seen.reason[card.node] == Reason.CUT:
            assert any("will avoid this position" in each for each in sentences)


ATTRIBUTE = r'\w+=(?:"(?:[^"\\]|\\.)*"|[\w.]+)'
STATEMENT = re.compile(
    rf"  (?:(?:(\w+) -> )?(\w+) \[{ATTRIBUTE}(?:, {ATTRIBUTE})*\]|{ATTRIBUTE});", re.S
)


def read_dot(text: str) -> tuple[set[str], set[tuple[str, str]]]:
    """Read the part of Graphviz's language that is used, strictly: nodes and edges."""
    first, *lines, last = text.splitlines()
    assert (first, last) == ("digraph tree {", "}")
    nodes, edges = set[str](), set[tuple[str, str]]()
    for line in lines:
        found = STATEMENT.fullmatch(line)
        assert found, line
        above, name = found.groups()
        if above:
            edges.add((above, name))
        elif name:
            nodes.add(name)
    return nodes - {"node", "edge"}, edges


def test_graphviz_reads_it(seen: Trace) -> None:
    view = make_view(seen, 60)
    nodes, edges = read_dot(tree_dot(view))
    assert {f"n{node}" for node in view.cards} <= nodes
    assert {name for edge in edges for name in edge} <= nodes
    assert len(edges) == len(nodes) - 1


def test_what_comes_from_outside_is_escaped() -> None:
    odd = replace(trace(Position.empty(), "minimax:depth=1"), spec='<b>"&\\')
    view: View = make_view(odd)
    assert ET.fromstring(odd._repr_svg_()).tag == f"{SVG}svg"
    assert odd._repr_svg_() in odd._repr_html_()
    read_dot(tree_dot(view))
    assert "<b>" not in tree_page(odd)


def test_rows_say_who_chooses_and_how() -> None:
    for moves, spec, names in (
        ("4453", "mcts:playouts=30,seed=1", ["Red chooses: by UCT", "Yellow chooses: by UCT"]),
        ("1122", "astar", ["Red alone: the start", "Red alone: 1 more disc"]),
    ):
        view = make_view(trace(moves, spec))
        found = [" ".join(row) for row in row_names(view)]
        assert [each[: len(name)] for each, name in zip(found, names, strict=False)] == names
        text = tree_svg(view)
        assert all(f">{part}<" in text for row in row_names(view) for part in row)


def test_results_are_in_the_words_and_colours_of_the_players() -> None:
    # O must block in column 4; elsewhere X wins at once.
    view = make_view(trace(read_moves("11223"), "minimax:depth=2"))
    values = {card.move: card.value for card in view.root.children}
    assert values["1"] == ("X wins in 1", "loses", True)
    assert not values["4"].is_proven
    assert {card.value.text for card in walk(view.root)} >= {"X has won"}
    text = tree_svg(view)
    assert 'class="fs-full fs-X"' in text
    assert "Red wins in 1" in text
    assert not re.search(r">[XO] ", text)
    for colour in ("wins", "loses"):
        assert LIGHT[colour] not in text
        assert DARK[colour] not in text
        assert LIGHT[colour] not in tree_dot(view)
