"""Reading and writing: round trips, every refusal with what and where, and any text at all."""

import re
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fourscore.core.notation import (
    parse_column,
    parse_moves,
    read_board,
    read_connectx,
    read_moves,
    write_board,
    write_column,
    write_connectx,
    write_moves,
)
from fourscore.core.position import Position
from fourscore.core.variants import FILL, SLIP, STANDARD, Variant
from fourscore.errors import InputError, NotationError
from tests.core.strategies import attempt, lines_of_play, positions, sizes, variants

BOARDISH = "-XOxo.|+/ \n\r\t0123456789,"


# Round trips


def read_position(
    text: str, *, width: int = 7, height: int = 6, variant: Variant = STANDARD
) -> Position:
    return Position(text, size=(width, height), variant=variant)


def read_again(position: Position, reader: Callable[..., Position], *given: object) -> Position:
    """Read with the size and variant that a position has."""
    return reader(*given, width=position.width, height=position.height, variant=position.variant)


@given(st.data(), sizes, variants, st.sampled_from([" ", ",", ", ", "\n", "\r\n", " ,\t"]))
def test_moves_round_trip(
    data: st.DataObject, size: tuple[int, int], rules: Variant, gap: str
) -> None:
    position = Position.empty(*size, rules)
    columns = data.draw(lines_of_play(position))
    for column in columns:
        position = position.play(column)
    text = write_moves(columns, position.width)
    assert parse_moves(text, position.width) == columns
    assert parse_moves(gap.join(map(write_column, columns)), position.width) == columns
    assert read_again(position, read_moves, text) == position
    assert read_again(position, read_position, text) == position


@given(positions())
def test_boards_round_trip(position: Position) -> None:
    line, lines = write_board(position), "\n".join(position.rows())
    assert line == lines.replace("\n", "/")
    written = [
        line,
        lines,
        lines + "\n",
        lines.lower(),
        lines.replace("-", "."),
        lines.replace("\n", "\r\n"),
        "\n\n" + " ".join(line).replace("/", "\n") + "\n\n",
        str(position),
        str(position) + "\n",
        str(position).lower().replace("- ", ". "),
    ]
    for text in written:
        assert read_again(position, read_board, text) == position
        assert read_again(position, read_position, text) == position


@given(positions())
def test_connectx_round_trip(position: Position) -> None:
    board, mark = write_connectx(position)
    assert board == position.grid().flatten().tolist()
    assert mark == (1 if position.turn == "X" else 2)
    assert read_again(position, read_connectx, board, mark) == position
    assert read_again(position, read_connectx, np.array(board), np.int64(mark)) == position
    with pytest.raises(NotationError, match=f"the mark is {3 - mark}.*{position.turn} is to move"):
        read_again(position, read_connectx, board, 3 - mark)


@given(positions())
def test_key_round_trip(position: Position) -> None:
    assert 0 <= position.key < 2**63
    size, variant = position.size, position.variant
    assert Position(position.key, size=size, variant=variant) == position


@given(sizes, st.data())
def test_a_key_that_can_be_read_is_the_key_of_what_was_read(
    size: tuple[int, int], data: st.DataObject
) -> None:
    """Every number is the key of one position at most."""
    width, height = size
    key = data.draw(st.integers(0, 2 ** (width * (height + 1))))
    position = attempt(lambda: Position(key, size=size, variant=FILL))
    assert isinstance(position, NotationError) or position.key == key


def test_boards_wider_than_nine_columns_part_moves_by_gaps() -> None:
    assert write_moves([0, 9, 10], 12) == "1 10 11"
    assert parse_moves("1 10,11", 12) == [0, 9, 10]
    with pytest.raises(NotationError, match="move 1 of '1011': '1011' is not a column"):
        parse_moves("1011", 12)
    wide = read_moves("10 10 1", width=10, height=4)
    assert wide.rows()[-2:] == ("---------O", "X--------X")
    assert str(wide).splitlines()[-1].split() == list("1234567890")


def test_the_states_of_report_a() -> None:
    two = read_position("-------\n" * 5 + "XXX--OO\n")
    assert (two.turn, two.ply, two.threats("X")) == ("O", 5, ((3, 0),))
    three = read_position("-------\n-------\n-------\nO-XX---\nOXOX---\nXXOOXO-\n")
    assert three.turn == "O"
    assert (3, 3) in three.threats("X")


@pytest.mark.parametrize("text", ["", "  \n", ","])
def test_no_moves_are_the_empty_board(text: str) -> None:
    assert read_position(text) == Position.empty()


# Refusals


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4448", "move 4 of '4448': '8' is not a column; columns are 1 to 7"),
        ("0", "move 1 of '0': '0' is not a column; columns are 1 to 7"),
        ("44a", "move 3 of '44a': 'a' is not a column; columns are 1 to 7"),
        ("4 4\n٣", "move 3 of '4 4 ٣': '٣' is not a column; columns are 1 to 7"),
        ("44²", "move 3 of '44²': '²' is not a column; columns are 1 to 7"),
        ("4444444", "move 7 of '4444444': column 4 is full after '444444'"),
        ("12121213", "move 8 of '12121213': the game is over: X wins after '1212121'"),
        ("12121218", "move 8 of '12121218': '8' is not a column; columns are 1 to 7"),
    ],
)
def test_moves_that_cannot_be(text: str, message: str) -> None:
    for reader in (read_moves, read_position):
        with pytest.raises(NotationError) as refusal:
            reader(text)
        assert str(refusal.value) == message


def test_a_long_text_is_quoted_short() -> None:
    with pytest.raises(NotationError) as refusal:
        parse_moves("1234567" * 1000 + "8")
    assert str(refusal.value).startswith("move 7001 of '1234567")
    assert len(str(refusal.value)) < 150


@pytest.mark.parametrize("text", ["", " ", "0", "8", "-1", "4 4", "44", "x", "1" * 5000, "\uff11"])
def test_columns_that_cannot_be(text: str) -> None:
    with pytest.raises(NotationError, match=r"is not a column; columns are 1 to 7$"):
        parse_column(text)


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("----/----/----", "the board has 3 rows; 4 are needed"),
        ("----/----/----/----/----", "the board has 5 rows; 4 are needed"),
        ("----/---/----/----", "row 2 from the top ('---') has 3 cells; 4 are needed"),
        ("----/----/----/-----", "row 4 from the top ('-----') has 5 cells; 4 are needed"),
        ("----/----/--?-/----", "row 3 from the top, column 3: '?' is not one of - . X O"),
        ("----/----/--1-/----", "row 3 from the top, column 3: '1' is not one of - . X O"),
        (
            "----/-X--/----/----",
            "X's disc in row 2 from the top, column 2, floats: the cell below it is empty",
        ),
        (
            "---O/----/---X/---O",
            "O's disc in row 1 from the top, column 4, floats: the cell below it is empty",
        ),
        (
            "----/----/----/XX--",
            "X has 2 discs and O has none; X moves first, so X must have as many as O or one more",
        ),
        (
            "----/----/----/XOO-",
            "X has 1 disc and O has 2; X moves first, so X must have as many as O or one more",
        ),
        ("----/----/OOOO/XXXX", "both X and O have a four; a game ends with the first"),
        ("----/O---/OO-O/XXXX", "X has a four, but O has moved after it"),
        ("----/XX-X/OOOO/XXOX", "O has a four, but X has moved after it"),
    ],
)
def test_boards_that_cannot_be(board: str, message: str) -> None:
    for reader in (read_board, read_position):
        with pytest.raises(NotationError) as refusal:
            reader(board, width=4, height=4)
        assert str(refusal.value) == message


APART = "-------/-------/-------/XXXX---/OOOXOO-/XXXXOOO"
COVERED = "-------/-------/-------/OXOX---/XXXX---/OOOXO--"


@pytest.mark.parametrize("board", [APART, COVERED])
@pytest.mark.parametrize("rules", [STANDARD, SLIP], ids=str)
def test_fours_that_no_last_disc_made(board: str, rules: Variant) -> None:
    with pytest.raises(
        NotationError, match=r"^X has fours that no single disc can have completed$"
    ):
        read_board(board, variant=rules)
    assert read_board(board, variant=FILL).outcome is None


def test_two_fours_that_one_last_disc_made() -> None:
    outcome = read_board("-------/-------/-------/-------/OOO-OO-/XXXXXX-").outcome
    assert outcome is not None
    assert outcome.winner == "X"
    assert outcome.cells == tuple((column, 0) for column in range(6))


@pytest.mark.parametrize(
    ("board", "mark", "message"),
    [
        ([0] * 15, 1, "the list has 15 cells; 16 are needed"),
        ([0] * 12 + [3, 0, 0, 0], 1, "cell 12 of the list is 3; cells are 0, 1 or 2"),
        ([0] * 12 + [1, 0, 0, 0], 1, "the mark is 1 but by the discs O is to move"),
        ([0] * 16, 0, "the mark is 0 but by the discs X is to move"),
        ([0] * 16, 3, "the mark is 3 but by the discs X is to move"),
        (
            [1] + [0] * 15,
            2,
            "cell 0 of the list floats: cell 4 below it is empty",
        ),
    ],
)
def test_lists_that_cannot_be(board: list[int], mark: int, message: str) -> None:
    with pytest.raises(NotationError) as refusal:
        read_connectx(board, mark, width=4, height=4)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (-1, "-1 is not the key of a 7x6 board"),
        (1 << 49, "562949953421312 is not the key of a 7x6 board"),
        (1 << 16609, "a number of 16610 bits is not the key of a 7x6 board"),
        (127 << 7, "16256 is not a key: column 1 overflows"),
        (2, "2 is not the key of a position: X has no disc and O has 1; X moves first"),
    ],
    ids=["negative", "too large", "too large to print", "overflow", "counts"],
)
def test_keys_that_cannot_be(key: int, message: str) -> None:
    with pytest.raises(NotationError, match="^" + re.escape(message)):
        Position(key)


@pytest.mark.parametrize("size", [(0, 0), (0, 6), (7, 0), (-1, -1), (10, 10), (64, 1)])
def test_sizes_that_cannot_be(size: tuple[int, int]) -> None:
    width, height = size
    readers: list[Callable[[], Position]] = [
        lambda: read_moves("", width=width, height=height),
        lambda: read_board("", width=width, height=height),
        lambda: read_connectx([], 1, width=width, height=height),
        lambda: Position(0, size=(width, height)),
        lambda: read_position("-", width=width, height=height),
    ]
    for reader in readers:
        with pytest.raises(InputError, match=rf"a {width}x{height} board (has no|is too large)"):
            reader()


# Anything at all


@given(st.one_of(st.text(), st.text(alphabet=BOARDISH)), sizes, variants)
@example("9" * 5000, (10, 4), FILL)
@example("+", (7, 6), FILL)
@example("ß-ﬀ", (7, 6), FILL)
def test_any_text_is_a_position_or_refused(
    text: str, size: tuple[int, int], rules: Variant
) -> None:
    width, height = size
    for reader in (read_position, read_board, read_moves):
        read = partial(reader, text, width=width, height=height, variant=rules)
        position = attempt(read)
        if isinstance(position, NotationError):
            assert 0 < len(str(position)) < 2000
        else:
            assert (position.width, position.height, position.variant) == (width, height, rules)
            assert read_again(position, read_board, write_board(position)) == position


@given(st.text(), st.integers(1, 31))
def test_any_text_is_moves_or_refused(text: str, width: int) -> None:
    moves = attempt(lambda: parse_moves(text, width))
    if isinstance(moves, NotationError):
        assert "is not a column" in str(moves)
    else:
        assert all(0 <= column < width for column in moves)


@given(st.integers(), sizes, variants)
def test_any_number_is_a_position_or_refused(
    key: int, size: tuple[int, int], rules: Variant
) -> None:
    position = attempt(lambda: Position(key, size=size, variant=rules))
    assert isinstance(position, NotationError) or position.key == key


odd_cells = st.one_of(
    st.integers(0, 2),
    st.integers(),
    st.floats(),
    st.none(),
    st.text(max_size=1),
    st.lists(st.just(0), max_size=1),
)


@given(st.lists(odd_cells, max_size=6), odd_cells)
@example([0, 0, 0, 0, 1.0, 2.0], 1.0)
def test_any_list_is_a_position_or_refused(board: list[object], mark: object) -> None:
    read = partial(read_connectx, board, mark, width=3, height=2)  # type: ignore[arg-type]
    position = attempt(read)
    assert isinstance(position, NotationError) or write_connectx(position) == (board, mark)
