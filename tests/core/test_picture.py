"""The picture of a board: sound XML that shows every disc by shape as well as by colour."""

from collections import Counter
from xml.etree import ElementTree

from hypothesis import given, settings

from fourscore.core.notation import read_moves
from fourscore.core.picture import DOT, FIRST, PITCH, SECOND, board_svg
from fourscore.core.position import Position
from tests.core.strategies import positions

NAMESPACE = "{http://www.w3.org/2000/svg}"


def circles(position: Position) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(position._repr_svg_())
    assert root.tag == f"{NAMESPACE}svg"
    return root.findall(f"{NAMESPACE}circle")


def place(circle: ElementTree.Element, position: Position) -> tuple[int, int]:
    """Return the column and row (from the bottom) of a circle's centre."""
    column, line = int(circle.attrib["cx"]) // PITCH, int(circle.attrib["cy"]) // PITCH
    return column, position.height - 1 - line


@given(positions())
@settings(max_examples=40)
def test_the_picture_shows_the_board_and_the_winning_cells(position: Position) -> None:
    drawn = circles(position)
    count = Counter("".join(position.rows()))
    fills = Counter(circle.attrib["fill"] for circle in drawn)
    assert fills == +Counter(
        {FIRST: count["X"], SECOND: count["O"], "none": count["X"], DOT: count["O"]}
    )
    marks = {FIRST: "X", SECOND: "O", "none": "X", DOT: "O"}
    for circle in drawn:
        assert position.at(*place(circle, position)) == marks[circle.attrib["fill"]]
    rimmed = {
        place(circle, position)
        for circle in drawn
        if circle.attrib["fill"] in (FIRST, SECOND) and "stroke" in circle.attrib
    }
    outcome = position.outcome
    assert rimmed == (set(outcome.cells) if outcome else set())


def test_threats_are_rings_of_their_player() -> None:
    position = read_moves("112233")
    root = ElementTree.fromstring(board_svg(position.rows(), threats={(3, 0): "X", (3, 1): "O"}))
    rings = [each for each in root.iter() if "stroke-dasharray" in each.attrib]
    assert [(place(each, position), each.attrib["stroke"]) for each in rings] == [
        ((3, 1), SECOND),
        ((3, 0), FIRST),
    ]


def test_the_picture_says_its_board_in_words() -> None:
    root = ElementTree.fromstring(read_moves("12", width=3, height=2)._repr_svg_())
    assert root.attrib["aria-label"] == "board, rows from the top: --- XO-"
    assert root.attrib["role"] == "img"


def test_the_columns_are_numbered_below_the_board() -> None:
    root = ElementTree.fromstring(board_svg(("-" * 12,) * 4))
    numbers = root.findall(f".//{NAMESPACE}text")
    assert [each.text for each in numbers] == [str(column) for column in range(1, 13)]
    for column, each in enumerate(numbers):
        assert int(each.attrib["x"]) // PITCH == column
        assert 4 * PITCH < int(each.attrib["y"]) < int(root.attrib["height"])


def test_the_rows_are_numbered_where_that_helps() -> None:
    root = ElementTree.fromstring(board_svg(("-" * 5,) * 4, number_rows=True))
    left, _, wide, _ = map(int, root.attrib["viewBox"].split())
    numbers = [each for each in root.iter(f"{NAMESPACE}text") if int(each.attrib["x"]) < 0]
    assert [each.text for each in numbers] == ["1", "2", "3", "4"]
    assert [int(each.attrib["y"]) // PITCH for each in numbers] == [3, 2, 1, 0]
    assert left + wide == 5 * PITCH
