"""The search: null-window negamax that examines every child before it searches one.

A node is asked one question: is the score at least `beta`? For each move the search follows the
forced replies (`settle`), bounds the position they lead to (`bounds`) and asks the table. Most
children are answered there. The rest are searched in the order of their promise. The winning
cells computed for a child serve three times: as its threats, as its rating, and as what it has
to defend against.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from fourscore.core.bitboard import winning_cells
from fourscore.jit.kernel import inlined, trailing_zeros
from fourscore.solver import table
from fourscore.solver.board import Board, lost_now, wins_now
from fourscore.solver.bounds import NONE, OPEN, State, follow_up, has_line, settle
from fourscore.solver.children import (
    DONE,
    Node,
    ask_table,
    defer,
    most_promising,
    node_at,
    push,
)
from fourscore.solver.claims import claim, is_claimed, release
from fourscore.solver.ordering import promise
from fourscore.solver.table import Access, Slot
from fourscore.solver.workspace import Shared

__all__ = ["ALL_IDEAS", "Ideas", "Search", "make_search"]

CLAIM_TO = 18
"""Cells that must be left for a child to be worth a claim."""
MIRROR_TO = 12
"""With more discs than this a position hardly ever meets its mirror image."""


class Ideas(NamedTuple):
    """The ideas of the search, each of which can be left out to see what it is worth."""

    forced_moves: int = 1
    """Play forced moves without a node for each."""
    no_line_left: int = 1
    follow_up: int = 1
    zugzwang: int = 1
    """Threats within the follow-up bound."""
    dead_discs: int = 0
    """Off: it saves 5 % of the nodes and makes each node 25 % slower."""
    mirror: int = 1
    look_ahead: int = 1
    """Ask the table about every child before searching the first."""
    promise: int = 1
    """Order by promise; without it, by the centre."""
    quick_windows: int = 1
    """Look for quick wins and losses before the draw."""


ALL_IDEAS = Ideas()


class Context(NamedTuple):
    """What every node of a search shares."""

    workspace: Shared
    board: Board
    ideas: Ideas


class Outlook(NamedTuple):
    """Where forced moves lead, and what is known of the score there."""

    state: State
    side: int
    moves: int
    lower: int
    upper: int


class Search(NamedTuple):
    """The kernels that proofs are made of."""

    board_of: Callable[[Board | None], Board]
    search: Callable[[Shared, int, Node, int, Board | None], int]


@inlined
def find_slot(state: State, context: Context) -> Slot:
    """Return the table's slot of a position."""
    board, ideas = context.board, context.ideas
    mirrored = ideas.mirror and state.discs <= MIRROR_TO
    key = table.table_key(state.mine, state.filled, board, ideas.dead_discs, mirrored)
    workspace = context.workspace
    access = Access(workspace.table, workspace.shift, workspace.epoch)
    return table.slot_of(key, access, board)


@inlined
def look(state: State, beta: int, context: Context) -> Outlook:
    """Play forced moves, and bound the score where they end."""
    board, ideas = context.board, context.ideas
    state, side, moves, score = settle(state, ideas.forced_moves, board)
    if score != OPEN:
        return Outlook(state, side, moves, score, score)
    if board.cells - state.discs <= 2:
        return Outlook(state, side, moves, 0, 0)
    if side < 0:
        beta = 1 - beta
    # Neither side wins with its next disc: the first chance is the one after.
    lower = lost_now(state.discs, board) + 1
    upper = wins_now(state.discs, board) - 1
    if lower < beta <= upper:
        if ideas.no_line_left:
            if beta > 0:
                if not has_line(state.mine ^ state.filled, board):
                    upper = 0
            elif not has_line(state.mine, board):
                lower = 0
        if ideas.follow_up and lower < beta <= upper:
            bound = follow_up(state, beta, ideas.zugzwang, board)
            if bound < upper:
                upper = bound
    return Outlook(state, side, moves, lower, upper)


@inlined
def examine_children(top: int, node: Node, beta: int, context: Context) -> tuple[int, int]:
    """Push the children that no bound answers; return the best bound and the new top.

    A bound of `beta` or more ends it at once.
    """
    workspace, board, ideas = context
    state = node.state
    useful = board.answer_rows if state.discs & 1 else board.leader_rows
    best = -NONE
    left = node.moves
    while left:
        move = left & -left
        left ^= move
        after = state.filled | move
        threats = winning_cells(state.mine | move, after, board.rules)
        child = State(
            state.mine ^ state.filled, after, state.other & ~move, threats, state.discs + 1
        )
        reached, side, replies, lower, upper = look(child, 1 - beta, context)
        if side > 0:
            lower, upper = -upper, -lower
        if lower >= beta:
            return lower, top
        if upper < beta:
            best = max(best, upper)
            continue
        slot = find_slot(reached, context)
        table.prefetch_slot(slot)
        rating = workspace.values[trailing_zeros(move)]
        if ideas.promise:
            rating = promise(move, state.own, threats, replies, rating, useful)
        top = push(workspace, top, Node(reached, replies, slot), -side, rating)
    return best, top


def make_search(
    compiled: Callable[[Callable[..., Any]], Any], constants: Board, ideas: Ideas
) -> Search:
    """Build the search; kernels that are given no board take the constants."""

    @inlined
    def board_of(given: Board | None) -> Board:
        if given is None:
            return constants
        return given

    @compiled
    def search(workspace: Shared, top: int, node: Node, beta: int, given: Board | None) -> int:
        """Bound a score: from below if it is at least `beta`, else from above.

        The result means nothing once the workspace says that the search is stopped.
        """
        board, discs = board_of(given), node.state.discs
        context = Context(workspace, board, ideas)
        start = workspace.nodes + 1
        workspace.nodes = start
        if start >= workspace.limit:
            workspace.reached = 1
            return 0
        best, end = examine_children(top, node, beta, context)
        if ideas.look_ahead:
            best = ask_table(workspace, top, end, best, beta)
        claims = workspace.claims if board.cells - discs > CLAIM_TO else 0
        searched = 0
        while best < beta:
            chosen = most_promising(workspace, top, end)
            if chosen == end:
                break
            child, side = node_at(workspace, chosen), workspace.children[chosen].side
            score = OPEN
            if claims and searched:
                # Meanwhile another thread may have answered for this node, or for the child.
                score = table.answer(node.slot, 1, beta)
                if score != OPEN:
                    return score
            if (claims and searched) or not ideas.look_ahead:
                score = table.answer(child.slot, side, beta)
            if score == OPEN:
                if claims:
                    if searched and is_claimed(claims, child.slot) and defer(workspace, chosen):
                        continue
                    claim(claims, child.slot)
                searched = 1
                window = beta if side > 0 else 1 - beta
                score = side * search(workspace, end, child, window, given)
                if workspace.stop | workspace.reached:
                    return 0
                if claims:
                    release(claims, child.slot)
            workspace.children[chosen].rating = DONE
            best = max(best, score)
        nodes = workspace.nodes - start + 1
        lower, upper = lost_now(discs, board) + 1, wins_now(discs, board) - 1
        if best >= beta:
            lower = best
        else:
            upper = best
        table.record(node.slot, lower, upper, nodes, workspace.shift)
        return best

    return Search(board_of, search)
