"""Reading and writing: moves, boards and lists come back as they were."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourscore.core.notation import (
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
from fourscore.core.variants import Variant
from fourscore.errors import NotationError
from tests.core.strategies import lines_of_play, positions, sizes, variants


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
    text, gapped = write_moves(columns, position.width), gap.join(map(write_column, columns))
    assert parse_moves(text, position.width) == parse_moves(gapped, position.width) == columns
    for each in (text, gapped):
        made = Position(each, variant=rules, size=size)
        assert made == read_again(position, read_moves, each) == position
        assert hash(made) == hash(position)
        assert repr(made).startswith(f'Position("{text}"' if text else "Position(")


@given(positions())
def test_boards_round_trip(position: Position) -> None:
    line, lines = write_board(position), "\n".join(position.rows())
    assert line == lines.replace("\n", "/")
    written = [
        line,
        lines + "\n",
        lines.lower(),
        lines.replace("-", "."),
        lines.replace("\n", "\r\n"),
        "\n\n" + " ".join(line).replace("/", "\n") + "\n\n",
        str(position),
        str(position).lower().replace("- ", ". ") + "\n",
    ]
    for text in written:
        assert read_again(position, read_board, text) == position
        assert Position(text, size=position.size, variant=position.variant) == position


@given(positions())
def test_connectx_round_trip(position: Position) -> None:
    board, mark = write_connectx(position)
    assert board == position.grid().flatten().tolist()
    assert mark == (1 if position.turn == "X" else 2)
    assert read_again(position, read_connectx, np.array(board), np.int64(mark)) == position
    with pytest.raises(NotationError, match=f"the mark is {3 - mark}.*{position.turn} is to move"):
        read_again(position, read_connectx, board, 3 - mark)


def test_boards_wider_than_nine_columns_part_moves_by_gaps() -> None:
    assert write_moves([0, 9, 10], 12) == "1 10 11"
    assert parse_moves("1 10,11", 12) == [0, 9, 10]
    wide = read_moves("10 10 1", width=10, height=4)
    assert wide.rows()[-2:] == ("---------O", "X--------X")
    assert str(wide).splitlines()[-1].split() == list("1234567890")
