"""How columns, moves and boards are written, for people and for other programs.

People count columns from 1 and the code counts from 0; this module converts. `reader` decides
which notation a text is in.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from fourscore.core import bitboard
from fourscore.core.bitboard import Rules
from fourscore.core.position import EMPTY, PLAYERS, Cell, Position
from fourscore.core.variants import STANDARD, Variant, make_rules
from fourscore.core.variants import variant as find_variant
from fourscore.errors import IllegalMoveError, NotationError

__all__ = [
    "empty_board",
    "parse_column",
    "parse_moves",
    "parse_size",
    "plural",
    "quoted",
    "read_board",
    "read_cells",
    "read_connectx",
    "read_key",
    "read_moves",
    "write_board",
    "write_cell",
    "write_column",
    "write_columns",
    "write_connectx",
    "write_moves",
]


# Columns and moves


def write_column(column: int) -> str:
    """Write a column for people.

    >>> write_column(3)
    '4'
    """
    return str(column + 1)


def write_columns(columns: Iterable[int]) -> str:
    """List columns for people.

    >>> write_columns([0, 3])
    '1 4'
    """
    return " ".join(write_column(column) for column in columns)


def write_cell(cell: Cell) -> str:
    """Name a cell for people, its row counted from the bottom.

    >>> write_cell(Cell(3, 0))
    'column 4 row 1'
    """
    return f"column {write_column(cell.column)} row {cell.row + 1}"


def parse_column(text: str, width: int = 7) -> int:
    """Read a column that a person wrote.

    >>> parse_column("4")
    3
    """
    word = text.strip()
    if not (re.fullmatch(r"[0-9]{1,2}", word) and 1 <= int(word) <= width):
        raise NotationError(f"{quoted(word)} is not a column; columns are 1 to {width}")
    return int(word) - 1


def write_moves(columns: Iterable[int], width: int = 7) -> str:
    """Write moves as a move string; spaces separate them on boards with ten or more columns.

    >>> write_moves([3, 3, 4])
    '445'
    """
    return ("" if width <= 9 else " ").join(write_column(column) for column in columns)


def parse_moves(text: str, width: int = 7) -> list[int]:
    """Read a move string; spaces, commas and line breaks may separate moves.

    With up to nine columns every digit is a move, on wider boards every number.

    >>> parse_moves("44, 5 3")
    [3, 3, 4, 2]
    """
    pattern = r"[^\s,]" if width <= 9 else r"\d+|[^\s,]"
    moves = []
    for count, match in enumerate(re.finditer(pattern, text), start=1):
        try:
            moves.append(parse_column(match.group(), width))
        except NotationError as error:
            raise NotationError(f"move {count} of {quoted(text)}: {error}") from None
    return moves


def parse_size(text: str) -> tuple[int, int]:
    """Read a board's size.

    >>> parse_size("7x6")
    (7, 6)
    """
    match = re.fullmatch(r"\s*(\d{1,2})\s*[xX]\s*(\d{1,2})\s*", text, re.ASCII)
    if match is None:
        raise NotationError(f"the size {quoted(text)} is not of the form 7x6")
    return int(match[1]), int(match[2])


def empty_board(size: str = "7x6", variant: str = "standard") -> Position:
    """Return the empty board of a size and a variant as people write them.

    >>> empty_board("5x4").width
    5
    """
    return Position.empty(*parse_size(size), find_variant(variant))


def read_moves(
    text: str, *, width: int = 7, height: int = 6, variant: Variant | str = STANDARD
) -> Position:
    """Read the position that a move string leads to from the empty board.

    >>> read_moves("44").rows()[-2:]
    ('---O---', '---X---')
    """
    position = Position.empty(width, height, variant)
    moves = parse_moves(text, width)
    for count, column in enumerate(moves):
        try:
            position = position.play(column)
        except IllegalMoveError as error:
            after = f" after {write_moves(moves[:count], width)!r}" if count else ""
            where = f"move {count + 1} of {quoted(text)}"
            raise NotationError(f"{where}: {error.for_people}{after}") from None
    return position


# Boards


def write_board(position: Position) -> str:
    """Write a board on one line: rows from the top, separated by "/".

    >>> write_board(read_moves("4", width=4, height=2))
    '----/---X'
    """
    return "/".join(position.rows())


def read_board(
    text: str, *, width: int = 7, height: int = 6, variant: Variant | str = STANDARD
) -> Position:
    """Read a drawn board, rows from the top; the disc counts say who is to move.

    Cells are "-" or "." (empty), "X" or "x", "O" or "o". Rows are separated by line breaks or
    "/". The frame and the column numbers of a printed position are skipped.

    >>> read_board("----/-X--/-OX-/XOXO", width=4, height=4).turn
    'O'
    """
    rules = make_rules(width, height, variant)
    rows = _board_rows(text)
    if len(rows) != height:
        raise NotationError(f"the board has {plural(len(rows), 'row')}; {height} are needed")
    for count, row in enumerate(rows, start=1):
        if len(row) != width:
            raise NotationError(
                f"row {count} from the top ({quoted(row)}) has {plural(len(row), 'cell')}; "
                f"{width} are needed"
            )
        for place, mark in enumerate(row, start=1):
            if mark not in "-XO":
                raise NotationError(
                    f"row {count} from the top, column {place}: {mark!r} is not one of - . X O"
                )
    return _position_of_rows(rows, rules)


def _board_rows(text: str) -> list[str]:
    """Return the rows in capitals, without frame, numbers, spaces and blank lines."""
    rows = []
    for line in re.split(r"[\n/]", text):
        bare = re.sub(r"[\s|]", "", line)
        if not bare or bare.startswith("+") or (bare.isdigit() and bare.isascii()):
            continue
        rows.append(bare.upper().replace(".", EMPTY))
    return rows


def _position_of_rows(rows: Sequence[str], rules: Rules) -> Position:
    _check_floating(rows)
    count = {player: sum(row.count(player) for row in rows) for player in PLAYERS}
    if count["X"] - count["O"] not in (0, 1):
        first = plural(count["X"], "disc") if count["X"] else "no disc"
        raise NotationError(
            f"X has {first} and O has {count['O'] or 'none'}; "
            "X moves first, so X must have as many as O or one more"
        )
    boards = dict.fromkeys(PLAYERS, 0)
    for row, marks in enumerate(reversed(rows)):
        for column, mark in enumerate(marks):
            if mark != EMPTY:
                boards[mark] |= 1 << (column * rules.stride + row)
    turn = PLAYERS[count["X"] - count["O"]]
    position = Position.from_bitboards(boards[turn], boards["X"] | boards["O"], rules)
    _check_fours(position)
    return position


def _check_floating(rows: Sequence[str]) -> None:
    for count, (row, below) in enumerate(pairwise(rows), start=1):
        for place, (mark, support) in enumerate(zip(row, below, strict=True), start=1):
            if mark != EMPTY and support == EMPTY:
                raise NotationError(
                    f"{mark}'s disc in row {count} from the top, column {place}, "
                    "floats: the cell below it is empty"
                )


def _check_fours(position: Position) -> None:
    """Raise if there are fours that no game reaches, because it would have ended before."""
    rules = position.rules
    if rules.plays_on:
        return
    mover, other = position.turn, position.opponent
    fours = {player: bitboard.has_four(position.discs(player), rules) for player in PLAYERS}
    if all(fours.values()):
        raise NotationError("both X and O have a four; a game ends with the first")
    if fours[mover]:
        raise NotationError(f"{mover} has a four, but {other} has moved after it")
    if fours[other] and not _ends_with_last_disc(position, other):
        raise NotationError(f"{other} has fours that no single disc can have completed")


def _ends_with_last_disc(position: Position, winner: str) -> bool:
    discs, rules = position.discs(winner), position.rules
    tops = (position.filled + rules.bottom) >> 1 & discs
    while tops:
        top = tops & -tops
        tops ^= top
        if not bitboard.has_four(discs ^ top, rules):
            return True
    return False


# The ConnectX list and the integer key


def write_connectx(position: Position) -> tuple[list[int], int]:
    """Return the flat board (0, 1, 2 from the top left) and the mark of the side to move."""
    return ["-XO".index(mark) for mark in "".join(position.rows())], 1 + position.ply % 2


def read_cells(cells: Sequence[int], rules: Rules) -> Position:
    """Read a flat list of cells: 0 empty, 1 player one, 2 player two, from the top left.

    >>> read_cells([0] * 38 + [1, 0, 0, 0], make_rules()).turn
    'O'
    """
    needed = rules.width * rules.height
    if len(cells) != needed:
        raise NotationError(f"the list has {plural(len(cells), 'cell')}; {needed} are needed")
    for place, cell in enumerate(cells):
        if cell not in (0, 1, 2):
            raise NotationError(f"cell {place} of the list is {cell!r}; cells are 0, 1 or 2")
    for place, (cell, below) in enumerate(zip(cells, cells[rules.width :], strict=False)):
        if cell and not below:
            raise NotationError(
                f"cell {place} of the list floats: cell {place + rules.width} below it is empty"
            )
    marks = "".join("-XO"[int(cell)] for cell in cells)
    rows = [marks[start : start + rules.width] for start in range(0, needed, rules.width)]
    return _position_of_rows(rows, rules)


def read_connectx(
    board: Sequence[int],
    mark: int,
    *,
    width: int = 7,
    height: int = 6,
    variant: Variant | str = STANDARD,
) -> Position:
    """Read ConnectX's flat board, with the mark (1 or 2) of the side to move."""
    position = read_cells(board, make_rules(width, height, variant))
    if mark != 1 + position.ply % 2:
        raise NotationError(f"the mark is {mark!r} but by the discs {position.turn} is to move")
    return position


def read_key(key: int, rules: Rules) -> Position:
    """Read the integer that `Position.key` returns.

    >>> read_key(Position("4453").key, make_rules())
    Position("4354")
    """
    width, height, stride = rules.width, rules.height, rules.stride
    if not 0 <= key < 1 << (width * stride):
        number = key if key.bit_length() <= 64 else f"a number of {key.bit_length()} bits"
        raise NotationError(f"{number} is not the key of a {width}x{height} board")
    mine = filled = 0
    for column in range(width):
        part = (key >> (column * stride)) & ((1 << stride) - 1)
        discs = (part + 1).bit_length() - 1
        if discs > height:
            raise NotationError(f"{key} is not a key: column {column} overflows")
        stack = (1 << discs) - 1
        filled |= stack << (column * stride)
        mine |= (part - stack) << (column * stride)
    try:
        return _position_of_rows(Position.from_bitboards(mine, filled, rules).rows(), rules)
    except NotationError as error:
        raise NotationError(f"{key} is not the key of a position: {error}") from None


# Messages


def quoted(text: str, most: int = 60) -> str:
    """Quote a text in a message; leave out the middle of a long one."""
    words = " ".join(text.split())
    return repr(words if len(words) <= most else f"{words[: most - 20]}…{words[-15:]}")


def plural(count: int, noun: str) -> str:
    """Write a number with its noun.

    >>> plural(1, "row"), plural(2, "row")
    ('1 row', '2 rows')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
