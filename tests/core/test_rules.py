"""The rules on bitboards against the plain ones of `tests.reference`, move by move."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourscore.core import bitboard, plain
from fourscore.core.notation import read_board, read_moves
from fourscore.core.position import Position, centre_first, opponent
from fourscore.core.variants import FILL, SLIP, Variant, make_rules
from fourscore.errors import IllegalMoveError
from tests.core.strategies import SIZES, lines_of_play, positions, sizes, variants
from tests.reference import Board, windows


def assert_same(position: Position, board: Board) -> None:
    """Compare everything visible of a position with the reference."""
    assert position.rows() == board.rows()
    assert position.turn == board.turn()
    assert position.ply == board.discs()
    assert position.opponent == opponent(position.turn) == "XO"["OX".index(board.turn())]
    assert list(position.legal) == board.legal
    assert sorted(position.legal_from_centre()) == board.legal
    assert_same_columns(position, board)
    assert_same_end(position, board)
    for player in "XO":
        assert set(position.threats(player)) == board.threats(player)
        assert set(position.cells(position.discs(player))) == {
            (column, row)
            for column in range(board.width)
            for row in range(board.height)
            if board.at((column, row)) == player
        }
    wins = [
        column
        for column in board.legal
        if len(board.drop(column).fours(board.turn())) > len(board.fours(board.turn()))
    ]
    assert list(position.winning_columns) == wins
    for aim in board.legal:
        landings = position.landings(aim)
        assert dict(landings) == board.landings(aim)
        assert sum(each.probability for each in landings) == 1


def assert_same_columns(position: Position, board: Board) -> None:
    for column in range(board.width):
        discs = sum(board.at((column, row)) != "-" for row in range(board.height))
        cell = 1 << (column * position.rules.stride + discs) if discs < board.height else 0
        assert position.column_height(column) == discs
        assert bitboard.landing_cell(position.filled, column, position.rules) == cell
        playable = bitboard.playable_cell(position.mine, position.filled, column, position.rules)
        assert playable == (cell if column in board.legal else 0)


def assert_same_end(position: Position, board: Board) -> None:
    expected, outcome = board.outcome, position.outcome
    result = bitboard.result(position.mine, position.filled, position.rules)
    assert position.is_over == (result != bitboard.ONGOING) == (expected is not None)
    if expected is None:
        assert outcome is None
        return
    assert outcome is not None
    assert outcome.winner == (None if expected == "draw" else expected)
    assert outcome.result == {"X": "1-0", "O": "0-1", "draw": "1/2-1/2"}[expected]
    assert str(outcome) == (f"{expected} wins" if expected in "XO" else "draw")
    assert set(outcome.cells) == (set() if expected == "draw" else board.cells_of_fours(expected))
    assert len(set(outcome.cells)) == len(outcome.cells)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@given(data=st.data(), rules=variants)
@settings(max_examples=12)
def test_play_agrees_with_the_reference_after_every_move(
    size: tuple[int, int], data: st.DataObject, rules: Variant
) -> None:
    position, board = Position.empty(*size, rules), Board(*size, rules.name)
    assert_same(position, board)
    for column in data.draw(lines_of_play(position)):
        position, board = position.play(column), board.drop(column)
        assert_same(position, board)


@given(size=sizes, rules=variants, chance=st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_games_played_to_the_end_agree_with_the_reference(
    size: tuple[int, int], rules: Variant, chance: Random
) -> None:
    position, board = Position.empty(*size, rules), Board(*size, rules.name)
    while board.legal:
        column = chance.choice(board.legal)
        position, board = position.play(column), board.drop(column)
    assert_same(position, board)


@pytest.mark.parametrize(
    ("width", "order"), [(1, "1"), (2, "12"), (6, "342516"), (7, "4352617"), (9, "546372819")]
)
def test_columns_from_the_centre_outwards(width: int, order: str) -> None:
    assert [column + 1 for column in centre_first(width)] == [int(mark) for mark in order]


def gaps(line: int, rules: bitboard.Rules) -> list[int]:
    """Return the cells of a line that may be empty: any, but only the top one of a vertical."""
    cells = [1 << bit for bit in range(63) if line >> bit & 1]
    return (
        cells[-1:]
        if bitboard.column_of(cells[0], rules) == bitboard.column_of(cells[-1], rules)
        else cells
    )


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_line_on_the_board_is_found_and_nothing_else(size: tuple[int, int]) -> None:
    rules = Position.empty(*size).rules
    lines = [
        sum(1 << (column * rules.stride + row) for column, row in line) for line in windows(*size)
    ]
    for line in lines:
        assert bitboard.has_four(line, rules)
        assert bitboard.count_fours(line, rules) == 1
        assert bitboard.cells_of_fours(line, rules) == line
        for gap in gaps(line, rules):
            assert bitboard.winning_cells(line ^ gap, line ^ gap, rules) & gap
    starts = [bitboard.line_starts(step, rules) for step in bitboard.steps(rules)]
    assert sum(start.bit_count() for start in starts) == len(lines)
    assert bitboard.count_fours(rules.full, rules) == len(lines)


@given(st.data(), st.sampled_from(SIZES))
def test_lines_of_any_stacks_agree_with_the_reference(
    data: st.DataObject, size: tuple[int, int]
) -> None:
    """The kernels also handle stacks that no game reaches, with many lines at once."""
    width, height = size
    board = Board(width, height)
    rules = Position.empty(width, height).rules
    discs = filled = 0
    for column in range(width):
        stack = data.draw(st.lists(st.sampled_from("XXO"), max_size=height))
        for row, mark in enumerate(stack):
            board.cells[row][column] = mark
            bit = 1 << (column * rules.stride + row)
            filled |= bit
            discs |= bit if mark == "X" else 0
    see = Position.from_bitboards(discs, filled, rules)
    assert bitboard.has_four(discs, rules) == bool(board.fours("X"))
    assert plain.has_four(discs, rules.stride) == bool(board.fours("X"))
    assert bitboard.count_fours(discs, rules) == len(board.fours("X"))
    assert set(see.cells(bitboard.cells_of_fours(discs, rules))) == board.cells_of_fours("X")
    assert set(see.cells(bitboard.winning_cells(discs, filled, rules))) == board.threats("X")


# Moves that the rules forbid


@given(positions())
def test_play_refuses_what_is_not_legal_and_says_why(position: Position) -> None:
    for column in range(-2, position.width + 2):
        if column in position.legal:
            assert position.play(column).ply == position.ply + 1
            continue
        with pytest.raises(IllegalMoveError) as refusal:
            position.play(column)
        with pytest.raises(IllegalMoveError, match=r"column|over"):
            position.landings(column)
        if not 0 <= column < position.width:
            last = position.width - 1
            message = f"column {column} is not on a board of {last + 1} columns (0 to {last})"
        elif position.is_over:
            message = f"the game is over: {position.outcome}"
        else:
            message = f"column {column} is full"
        assert str(refusal.value) == message


# Views


@given(positions())
def test_views_show_the_same_board(position: Position) -> None:
    rows = position.rows()
    assert position.grid().tolist() == [["-XO".index(mark) for mark in row] for row in rows]
    assert position.size == f"{len(rows[0])}x{len(rows)}"
    for line, row in enumerate(rows):
        for column, mark in enumerate(row):
            assert position.at(column, position.height - 1 - line) == mark
    frame, *body, last, numbers = str(position).splitlines()
    assert frame == last == "+" + "-" * (2 * position.width + 1) + "+"
    assert tuple("".join(line.split()).strip("|") for line in body) == rows
    assert len(numbers.split()) == position.width


# Symmetry


@given(positions())
def test_mirror_swaps_left_and_right(position: Position) -> None:
    mirrored = position.mirror()
    assert mirrored.rows() == tuple(row[::-1] for row in position.rows())
    assert mirrored.mirror() == position
    assert mirrored.turn == position.turn
    assert mirrored.legal == tuple(sorted(position.width - 1 - c for c in position.legal))
    for column in position.legal:
        assert position.play(column).mirror() == mirrored.play(position.width - 1 - column)


# Cases by hand


def test_every_size_that_fits_is_allowed() -> None:
    for width, height in [(w, h) for w in range(1, 64) for h in range(1, 63) if w * (h + 1) <= 63]:
        rules = make_rules(width, height)
        assert rules.full.bit_count() == width * height
        assert rules.full < 2**62
        assert Position.empty(width, height).legal == tuple(range(width))


def test_fill_is_won_by_more_fours_not_by_the_first() -> None:
    board = "XOOOO/XXXXO/OOOOX/XXOXX"
    position = read_board(board, width=5, height=4, variant=FILL)
    outcome = position.outcome
    assert outcome is not None
    assert outcome.winner == "O"
    assert {(cell.column, cell.row) for cell in outcome.cells} == {
        (1, 3), (2, 3), (3, 3), (4, 3), (0, 1), (1, 1), (2, 1), (3, 1),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("moves", "aim", "chances"),
    [
        ("", 3, {2: "1/5", 3: "3/5", 4: "1/5"}),
        ("", 0, {0: "3/5", 1: "2/5"}),
        ("", 6, {5: "2/5", 6: "3/5"}),
        ("333333", 3, {3: "3/4", 4: "1/4"}),
        ("333333555555", 3, {3: "1"}),
        ("222222", 0, {0: "1"}),
    ],
)
def test_slip_by_hand(moves: str, aim: int, chances: dict[int, str]) -> None:
    position = read_moves(moves, variant=SLIP)
    assert {each.column: str(each.probability) for each in position.landings(aim)} == chances
