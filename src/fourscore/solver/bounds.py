"""What can be said about a position without searching it.

Three ideas, from the surest to the deepest.

**Forced moves** (`settle`). If the other side threatens to win with its next disc, there is one
reply or none; a cell below one of its winning cells must not be played. If that leaves one move,
it is played at once, and so on until there is a choice, a loss or a full board.

**No line left** (`has_line`). A side that can no longer fill four cells in a line, even if it had
every empty cell, cannot win.

**Follow-up** (`follow_up`). The side that is *not* to move can answer every disc in the same
column, right above it. If an even number of cells is left, it then gets the upper cell of every
pair, counted from the top; columns with an odd number of cells left are even in number too, and
are paired: a disc on the first cell of one is answered on the first cell of another.

      6  a a a a a a a      l = cells that the leader (the side to move) gets
      5  l l l l l l l      a = cells that the answering side gets
      4  a a a a a a a
      3  l l l l l l l      Of the first cells of columns with an odd number of cells
      2  a a a a a a a      left, the leader gets half; it is given all of them here.
      1  l l l l l l l

So if the leader has no line in its discs and its cells, it cannot win.

A *threat* of the answering side, an empty cell that wins for it, makes this stronger. Nobody gets
beyond it: once the leader has to play below it, the game is lost. The column is *cut* there.
If the number of cells below the cuts is even again, the leader is the one who runs out of moves
and loses, and the cells that are cut off say how soon at the latest. On 7x6 this takes an even
number of threats on odd rows for the second player and an odd number for the first, which is the
old rule of zugzwang; here it is the same lemma for both sides, and for boards of odd height too.
Only the simplest cases are tried: every threat that keeps the number even, and if it is odd, one
that makes it even.
"""

from typing import NamedTuple

from fourscore.core.bitboard import has_four, landing_cells, winning_cells
from fourscore.jit.kernel import compilable, popcount, trailing_zeros
from fourscore.solver.board import Board, lost_now

__all__ = ["NONE", "OPEN", "Settled", "State", "follow_up", "has_line", "make_state", "settle"]

OPEN = 100
"""Not a score: `settle` has not found one."""
NONE = 100
"""Not a score: `follow_up` has found no bound."""


class State(NamedTuple):
    """A position and the cells that decide it."""

    mine: int
    filled: int
    own: int
    """The empty cells, reachable or not, that win for the side to move."""
    other: int
    """Those that win for the other side."""
    discs: int


class Settled(NamedTuple):
    """Where forced moves lead."""

    state: State
    side: int
    """1 if the same side is to move as before the forced moves, else -1."""
    moves: int
    """The moves that do not lose at once."""
    score: int
    """For the side to move there, or `OPEN` if it has a choice."""


@compilable
def make_state(mine: int, filled: int, board: Board) -> State:
    """Find the winning cells of both sides."""
    own = winning_cells(mine, filled, board.rules)
    other = winning_cells(mine ^ filled, filled, board.rules)
    return State(mine, filled, own, other, popcount(filled))


@compilable
def settle(state: State, chase: int, board: Board) -> Settled:
    """Play forced moves until there is a choice or the score is known.

    The side to move must not be able to win at once. Without `chase`, a single move is left to
    be played, too.
    """
    mine, filled, own, other, discs = state
    side = 1
    rules = board.rules
    while True:
        landing = landing_cells(filled, rules)
        forced = other & landing
        moves, score = 0, OPEN
        if forced:
            moves = forced
            if forced & (forced - 1) or (forced << 1) & other:
                moves, score = 0, lost_now(discs, board)
        else:
            moves = landing & ~(other >> 1)
            if moves == 0:
                score = lost_now(discs, board) if landing else 0
        if score != OPEN or moves & (moves - 1) or not chase:
            return Settled(State(mine, filled, own, other, discs), side, moves, score)
        filled |= moves
        mine |= moves
        own, other = other & ~moves, winning_cells(mine, filled, rules)
        mine ^= filled
        discs += 1
        side = -side


@compilable
def has_line(theirs: int, board: Board) -> bool:
    """Return whether the side that faces these discs can still fill a line."""
    return has_four(board.rules.full & ~theirs, board.rules)


@compilable
def lowest_of_each_column(cells: int, board: Board) -> int:
    """Return the lowest of these cells in each column."""
    return cells & (board.spare - cells)


@compilable
def from_there_up(cells: int, board: Board) -> int:
    """Return these cells, at most one in each column, and all cells above them."""
    return (board.spare - cells) & board.rules.full


@compilable
def falls(threats: int, beyond: int, board: Board) -> int:
    """Return the leader's score for running out of moves.

    At the latest everything else is filled; then follow a disc below a threat and the winning
    disc on top of it.
    """
    last = board.cells - popcount(beyond) - popcount(threats) + 2
    return -(board.goal - (last + 1) // 2)


@compilable
def follow_up(state: State, beta: int, zugzwang: int, board: Board) -> int:
    """Bound the score from above by what the other side gets when it answers every move.

    The other side must not threaten to win at once. Return `NONE` unless the bound is below
    `beta`. Without `zugzwang`, threats are left out.
    """
    mine, filled, _, other, discs = state
    rules = board.rules
    free = rules.full & ~filled
    landing = landing_cells(filled, rules)
    if not zugzwang:
        other = 0
    even = lowest_of_each_column(other & board.answer_rows, board)
    if (board.cells - discs) & 1 == 0:
        beyond = from_there_up(even, board)
        if even:
            score = falls(even, beyond, board)
            if score >= beta:
                return NONE
        else:
            score = 0
            if beta < 0:
                return NONE
        if has_four(mine | (free & (board.leader_rows | landing) & ~beyond), rules):
            return NONE
        if score < beta:
            return score
        # The answering side may have a line in its own cells: then it wins, late perhaps.
        if has_four((mine ^ filled) | (free & board.answer_rows & ~landing), rules):
            return -1
        return NONE
    odd = lowest_of_each_column(other & board.leader_rows, board)
    while odd:
        threat = odd & -odd
        odd ^= threat
        column = ((1 << rules.height) - 1) << (
            trailing_zeros(threat) // rules.stride * rules.stride
        )
        threats = (even & ~column) | threat
        beyond = from_there_up(threats, board)
        score = falls(threats, beyond, board)
        # Below this threat the pairs are shifted by one row.
        leads = board.leader_rows ^ column
        if score < beta and not has_four(mine | (free & (leads | landing) & ~beyond), rules):
            return score
    return NONE
