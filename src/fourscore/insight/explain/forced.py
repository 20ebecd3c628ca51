"""Wins that can be shown move by move: by threats that must be blocked, and by follow-up."""

from collections.abc import Iterator

from fourscore.core.position import Cell, Position, centre_first
from fourscore.insight.explain.facts import Fact, FactKind, follow, other_wins
from fourscore.solver import score_of
from fourscore.solver.board import make_board
from fourscore.solver.bounds import NONE, State, follow_up

__all__ = ["follow_up_of", "forced_win"]

MAX_MOVES = 8
"""Discs of the winner that a forced win may take."""
MAX_POSITIONS = 20_000
"""Positions that are searched for a forced win before giving up."""


# Threat after threat


def forced_win(position: Position, first: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Find the shortest win in which every disc but the last is a threat that must be blocked.

    Return the moves of both sides up to the four, or none. `first` restricts the columns with
    which it may begin.

    >>> from fourscore.core.notation import read_moves
    >>> forced_win(read_moves("4455"))
    (2, 1, 5)
    """
    for moves in range(1, MAX_MOVES + 1):
        search = _ThreatSearch()
        if line := search.win(position, moves, first):
            return line
        if search.is_exhausted(moves):
            break
    return ()


class _ThreatSearch:
    """A search for a forced win within a number of moves."""

    def __init__(self) -> None:
        self.visited = 0
        self._deepest = False
        self._failed: dict[Position, int] = {}

    def is_exhausted(self, moves: int) -> bool:
        """Return whether more moves would find nothing more, or take too long."""
        return moves > 1 and (not self._deepest or self.visited > MAX_POSITIONS)

    def win(
        self, position: Position, moves: int, first: tuple[int, ...] = ()
    ) -> tuple[int, ...] | None:
        self.visited += 1
        if wins := position.winning_columns:
            chosen = [column for column in wins if not first or column in first]
            return tuple(chosen[:1]) or None
        if moves == 1 or self._failed.get(position, 0) >= moves or self.visited > MAX_POSITIONS:
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
        if child.is_over or child.winning_columns:
            return None
        threats = other_wins(child)
        if not threats:
            return None
        reply = threats[0].column
        rest = self.win(child.play(reply), moves - 1)
        return (column, reply, *rest) if rest else None


def _candidates(position: Position, first: tuple[int, ...]) -> list[int]:
    """Return the columns to try: the block if there must be one, else all."""
    blocks = {cell.column for cell in other_wins(position)}
    if len(blocks) > 1:
        return []
    return [
        column
        for column in centre_first(position.width)
        if column in (blocks or position.legal) and (not first or column in first)
    ]


# Answering every disc


def follow_up_of(position: Position, after: tuple[int, ...] = ()) -> Fact | None:
    """Return what the side not to move gains by answering every disc, if that proves anything.

    The proof is the solver's own bound. It is tried with one threat at a time first, since what
    needs less is easier to see.
    """
    board = follow(position, after)
    if board.is_over or board.winning_columns or other_wins(board):
        return None
    player = board.opponent
    for cells in _plans(board, board.threats(player)):
        bound = _bound(board, cells, beta=0)
        if bound < 0:
            return _follow_up_fact(board, player, after, cells, bound)
    if _bound(board, (), beta=1) == 0:
        return _follow_up_fact(board, player, after, (), 0)
    return None


def _plans(board: Position, threats: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
    """Yield the sets of threats to try the bound with, the empty set last.

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
        FactKind.FOLLOW_UP,
        player,
        after=after,
        columns=_odd_columns(board, cells),
        cells=cells,
        score=score_of(bound, board),
    )


def _bound(board: Position, threats: tuple[Cell, ...], beta: int) -> int:
    stride = board.rules.stride
    bits = sum(1 << (cell.column * stride + cell.row) for cell in threats)
    state = State(board.mine, board.filled, 0, bits, board.ply)
    found = follow_up(state, beta, 1, make_board(board.rules))
    return NONE if found == NONE else int(found)


def _odd_columns(board: Position, cells: tuple[Cell, ...]) -> tuple[int, ...]:
    """Return the columns with an odd number of cells below a threat or the top."""
    tops = {cell.column: cell.row - 1 for cell in cells}
    return tuple(
        column
        for column in range(board.width)
        if (tops.get(column, board.height) - board.column_height(column)) % 2
    )
