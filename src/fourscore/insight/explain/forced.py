"""Wins that can be shown move by move: by threats that must be blocked, and by follow-up."""

from collections.abc import Iterator

from fourscore.core.position import Cell, Position
from fourscore.insight.explain.facts import Fact, Kind, follow, height_of, opponent, other_wins
from fourscore.search.types import centre_first
from fourscore.solver import Score
from fourscore.solver.board import make_board
from fourscore.solver.bounds import NONE, State, follow_up

__all__ = ["follow_up_of", "forced_win"]

MOST_MOVES = 8
"""Discs of the winner that a forced win may take."""
MOST_LOOKS = 20_000
"""Positions that are looked at for a forced win before it is given up."""


# Threat after threat


def forced_win(position: Position, first: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Find the shortest win in which every disc but the last is a threat that must be blocked.

    Gives the moves of both sides up to the four, or none. `first` are the columns with which it
    may begin, if that matters.

    >>> from fourscore.core.notation import read_moves
    >>> forced_win(read_moves("4455"))
    (2, 1, 5)
    """
    for moves in range(1, MOST_MOVES + 1):
        chase = _Chase()
        if line := chase.win(position, moves, first):
            return line
        if chase.is_exhausted(moves):
            break
    return ()


class _Chase:
    """A search for a forced win of so many moves."""

    def __init__(self) -> None:
        self.looks = 0
        self._deepest = False
        self._failed: dict[Position, int] = {}

    def is_exhausted(self, moves: int) -> bool:
        """Return whether more moves would find no more, or take too long."""
        return moves > 1 and (not self._deepest or self.looks > MOST_LOOKS)

    def win(
        self, position: Position, moves: int, first: tuple[int, ...] = ()
    ) -> tuple[int, ...] | None:
        self.looks += 1
        if wins := position.winning_columns():
            chosen = [column for column in wins if not first or column in first]
            return tuple(chosen[:1]) or None
        if moves == 1 or self._failed.get(position, 0) >= moves or self.looks > MOST_LOOKS:
            self._deepest |= moves == 1
            return None
        for column in _candidates(position, first):
            if line := self._try(position, column, moves):
                return line
        if not first:
            self._failed[position] = moves
        return None

    def _try(self, position: Position, column: int, moves: int) -> tuple[int, ...] | None:
        child = position.play(column)
        if child.is_over() or child.winning_columns():
            return None
        threats = other_wins(child)
        if not threats:
            return None
        reply = threats[0].column
        rest = self.win(child.play(reply), moves - 1)
        return (column, reply, *rest) if rest else None


def _candidates(position: Position, first: tuple[int, ...]) -> list[int]:
    """Return the columns that may be tried: the block if there must be one, else all."""
    blocks = {cell.column for cell in other_wins(position)}
    if len(blocks) > 1:
        return []
    return [
        column
        for column in centre_first(position.width)
        if column in (blocks or position.legal()) and (not first or column in first)
    ]


# Answering every disc


def follow_up_of(position: Position, after: tuple[int, ...] = ()) -> Fact | None:
    """Say what the side not to move gets by answering every disc, if that proves anything.

    The proof is the solver's own bound, which is asked with one threat at a time first: what
    needs less is easier to see.
    """
    board = follow(position, after)
    if board.is_over() or board.winning_columns() or other_wins(board):
        return None
    player = opponent(board.turn)
    for cells in _plans(board, board.threats(player)):
        bound = _bound(board, cells, beta=0)
        if bound < 0:
            return _follow_up_fact(board, player, after, cells, bound)
    if _bound(board, (), beta=1) == 0:
        return _follow_up_fact(board, player, after, (), 0)
    return None


def _plans(board: Position, threats: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
    """Yield the sets of threats with which the bound may be asked, in the end none.

    With an even number of cells left it cuts columns at threats on the answering side's rows;
    with an odd number one cut is at a threat on the leader's rows.
    """
    rows = make_board(board.rules).leader_rows
    stride = board.rules.stride
    sides: dict[bool, dict[int, Cell]] = {True: {}, False: {}}
    for cell in threats:
        leads = bool(rows >> (cell.column * stride + cell.row) & 1)
        sides[leads].setdefault(cell.column, cell)
    leading, answering = tuple(sides[True].values()), tuple(sides[False].values())
    if (board.width * board.height - board.ply) % 2:
        yield from ((cell,) for cell in leading)
        for lead in leading:
            yield (lead, *(cell for cell in answering if cell.column != lead.column))
    else:
        yield from ((cell,) for cell in answering)
        yield answering
        yield ()


def _follow_up_fact(
    board: Position, player: str, after: tuple[int, ...], cells: tuple[Cell, ...], bound: int
) -> Fact:
    return Fact(
        Kind.FOLLOW_UP,
        player,
        after=after,
        columns=_odd_columns(board, cells),
        cells=cells,
        score=Score(bound, board),
    )


def _bound(board: Position, threats: tuple[Cell, ...], beta: int) -> int:
    stride = board.rules.stride
    bits = sum(1 << (cell.column * stride + cell.row) for cell in threats)
    state = State(board.mine, board.filled, 0, bits, board.ply)
    found = follow_up(state, beta, 1, make_board(board.rules))
    return NONE if found == NONE else int(found)


def _odd_columns(board: Position, cells: tuple[Cell, ...]) -> tuple[int, ...]:
    """Return the columns with an odd number of cells to be played before a threat or the top."""
    tops = {cell.column: cell.row - 1 for cell in cells}
    return tuple(
        column
        for column in range(board.width)
        if (tops.get(column, board.height) - height_of(board, column)) % 2
    )
