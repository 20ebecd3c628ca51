"""Proofs: null-window searches from the root until the bounds of a score meet.

The kernels are built from one source for two purposes: with the board's numbers as constants of
the machine code, for the size that everybody plays, and with the numbers as an argument, for all
other sizes. `Ideas` switches ideas off for the ablation table; they are constants as well, so a
build pays nothing for having the switches.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeVar, cast

from fourscore.core.bitboard import Rules, has_four, landing_cell, landing_cells
from fourscore.core.digits import INVALID, play_digits
from fourscore.core.variants import make_rules
from fourscore.jit.kernel import Kernel, inlined
from fourscore.jit.memory import WORD, load, store
from fourscore.solver import table
from fourscore.solver.board import Board, lost_now, make_board, wins_now
from fourscore.solver.bounds import OPEN, State, make_state, settle
from fourscore.solver.children import Node
from fourscore.solver.negamax import ALL_IDEAS, Context, Ideas, find_slot, make_search
from fourscore.solver.workspace import WHOLE, Shared, shared_at

__all__ = [
    "ALONE",
    "FULL",
    "IMPOSSIBLE",
    "IMPOSSIBLE_POSITION",
    "UNFINISHED",
    "Kernels",
    "build",
    "kernels_for",
]

Function = TypeVar("Function", bound=Callable[..., Any])

STANDARD_RULES = make_rules()
"""The size that gets machine code of its own."""
END_GAME = 14
"""With so many free cells or fewer a search has few positions to remember."""
ALONE = 60_000
"""Nodes that the caller's own thread searches before others are started."""
FULL, UNFINISHED, IMPOSSIBLE = -999, -1000, -1001
"""What stands for a score or a number of nodes that there is not."""
IMPOSSIBLE_POSITION = "the side to move has a four already; that cannot come from a game"
QUICK_NODES, QUICK_SPELLS, PATIENCE = 1000, 3, 16
"""Nodes for quick wins and losses before the search goes for the draw. If that has taken so many
times as long, they get another spell, four times as long as the last; three spells in all."""


class Kernels(NamedTuple):
    """The entry points of one build. `given` is the board, or None in a build for one size."""

    prove: Callable[[Board | None, int, int, int, int, int], int]
    """prove(given, address, mine, filled, weak, quick)"""
    prove_all: Callable[[Board | None, int, int, int, int, int], int]
    """prove_all(given, address, positions, spacing, count, weak)"""
    score: Callable[[Board | None, int, int, int], int]
    """score(given, address, mine, filled)"""
    score_columns: Callable[[Board | None, int, int, int], int]
    """score_columns(given, address, mine, filled)"""
    score_moves: Callable[[Board | None, int, str], int]
    """score_moves(given, address, moves), on the standard board"""


class Goal(NamedTuple):
    """What a proof is for, as the side to move sees it."""

    floor: int
    ceiling: int
    """A score below `floor` or above `ceiling` is not looked for."""
    weak: int
    """1 if it is enough to know who wins."""


@inlined
def _score_at_once(state: State, board: Board) -> int:
    """Return the score of a game that is over or won by the next disc, or `OPEN`."""
    if has_four(state.mine ^ state.filled, board.rules):
        return lost_now(state.discs, board) - 1
    if state.filled == board.rules.full:
        return 0
    if state.own & landing_cells(state.filled, board.rules):
        return wins_now(state.discs, board)
    return OPEN


@inlined
def _is_reached(goal: Goal, lower: int, upper: int) -> bool:
    if goal.weak and (lower > 0 or upper < 0):
        return True
    return lower >= min(upper, goal.ceiling) or upper <= goal.floor


@inlined
def _quick_beta(goal: Goal, lower: int, upper: int, turn: int) -> int:
    """Ask for the quickest win and the quickest loss in turn."""
    if upper <= 0 or (lower < 0 and turn & 1):
        return max(lower, goal.floor) + 1
    return min(upper, goal.ceiling)


@inlined
def _draw_beta(goal: Goal, lower: int, upper: int) -> int:
    """Ask for a win, or else for what lies nearest to the draw."""
    return min(max(1, lower + 1, goal.floor + 1), upper, goal.ceiling)


@inlined
def _publish(workspace: Shared, side: int, lower: int, upper: int) -> None:
    """Let the caller see proven bounds; with `side` -1 they are the other side's."""
    workspace.lower = lower if side > 0 else -upper
    workspace.upper = upper if side > 0 else -lower


@inlined
def _choose_table(workspace: Shared, left: int) -> None:
    """Use the small table for end games: the processor's cache holds it."""
    if left <= END_GAME:
        workspace.table = workspace.small_table
        workspace.shift = workspace.small_shift
        workspace.epoch = workspace.small_epoch
    else:
        workspace.table = workspace.large_table
        workspace.shift = workspace.large_shift
        workspace.epoch = workspace.large_epoch


@cache
def build(fixed: Board | None, ideas: Ideas = ALL_IDEAS) -> Kernels:
    """Build the kernels, for one size if it is given, else for the size they are passed."""
    constants = fixed or make_board(STANDARD_RULES)

    def compiled(function: Function) -> Function:
        return cast("Function", Kernel(function, f"{fixed} {ideas}"))

    board_of, search = make_search(compiled, constants, ideas)

    @compiled
    def narrow(
        workspace: Shared, node: Node, side: int, goal: Goal, quick: int, given: Board | None
    ) -> int:
        """Search the root with one null window after the other until the goal is reached."""
        board, discs = board_of(given), node.state.discs
        lower, upper = lost_now(discs, board) + 1, wins_now(discs, board) - 1
        limit = workspace.limit
        spells = QUICK_SPELLS if ideas.quick_windows and quick else 0
        spell = QUICK_NODES
        budget = workspace.nodes + spell if spells else 0
        turn = 0
        # A literal 0 would make Numba compile the search twice.
        bottom = workspace.stop & 0
        while True:
            entry = table.probe(node.slot)
            if entry:
                lower = max(lower, table.lower_of(entry))
                upper = min(upper, table.upper_of(entry))
            _publish(workspace, side, lower, upper)
            if _is_reached(goal, lower, upper):
                return 0
            nodes = workspace.nodes
            hurry = nodes < budget
            if hurry:
                beta = _quick_beta(goal, lower, upper, turn)
                turn += 1
                workspace.limit = min(limit, budget)
            else:
                beta = _draw_beta(goal, lower, upper)
                if spells > 1:
                    workspace.limit = min(limit, nodes + PATIENCE * spell)
            found = search(workspace, bottom, node, beta, given)
            workspace.limit = limit
            if workspace.stop:
                return 0
            if workspace.reached:
                if workspace.nodes >= limit:
                    return 0
                workspace.reached = 0
                if not hurry:
                    spells -= 1
                    spell *= 4
                    budget = workspace.nodes + spell
            elif found >= beta:
                lower = found
            else:
                upper = found

    @compiled
    def prove(
        given: Board | None, address: int, mine: int, filled: int, weak: int, quick: int
    ) -> int:
        """Narrow the bounds in a workspace until they meet, or say who wins if `weak`.

        The caller sets `lower` and `upper` to the bounds that interest it.
        """
        workspace, board = shared_at(address), board_of(given)
        floor, ceiling = workspace.lower, workspace.upper
        state = make_state(mine, filled, board)
        _publish(workspace, 1, lost_now(state.discs, board) - 1, wins_now(state.discs, board))
        score = _score_at_once(state, board)
        if score != OPEN:
            _publish(workspace, 1, score, score)
            return 0
        state, side, moves, score = settle(state, 1, board)
        if score != OPEN:
            _publish(workspace, side, score, score)
            return 0
        if side < 0:
            floor, ceiling = -ceiling, -floor
        _choose_table(workspace, board.cells - state.discs)
        node = Node(state, moves, find_slot(state, Context(workspace, board, ideas)))
        return narrow(workspace, node, side, Goal(floor, ceiling, weak), quick, given)

    @compiled
    def prove_all(
        given: Board | None,
        address: int,
        positions: int,
        spacing: int,
        count: int,
        weak: int,
    ) -> int:
        """Prove one position after the other.

        `positions` is the address of the first one's `mine`; its `filled`, `lower`, `upper` and
        `nodes` lie `spacing` bytes apart.
        """
        workspace = shared_at(address)
        for each in range(count):
            at = positions + each * WORD
            before = workspace.nodes
            workspace.lower, workspace.upper = WHOLE
            if has_four(load(at), board_of(given).rules):
                store(at + 4 * spacing, IMPOSSIBLE)
                continue
            prove(given, address, load(at), load(at + spacing), weak, 1)
            store(at + 2 * spacing, workspace.lower)
            store(at + 3 * spacing, workspace.upper)
            store(at + 4 * spacing, workspace.nodes - before)
            if workspace.stop | workspace.reached:
                return each
        return count

    @compiled
    def score(given: Board | None, address: int, mine: int, filled: int) -> int:
        """Return a score, or `UNFINISHED` if it takes more than `ALONE` nodes, or `IMPOSSIBLE`."""
        workspace = shared_at(address)
        if has_four(mine, board_of(given).rules):
            return IMPOSSIBLE
        workspace.nodes = workspace.stop = workspace.reached = workspace.claims = 0
        workspace.limit = ALONE
        workspace.lower, workspace.upper = WHOLE
        prove(given, address, mine, filled, 0, 1)
        return UNFINISHED if workspace.lower < workspace.upper else workspace.lower

    @compiled
    def score_columns(given: Board | None, address: int, mine: int, filled: int) -> int:
        """Write the score of each column, the centre first; return the nodes, or why it stopped.

        A full column gets `FULL`, and so does every column of a game that is over.
        """
        workspace, rules = shared_at(address), board_of(given).rules
        if has_four(mine, rules):
            return IMPOSSIBLE
        over = has_four(mine ^ filled, rules)
        nodes = 0
        for place in range(rules.width):
            aside = (place + 1) // 2
            column = (rules.width - 1) // 2 + (-aside if (place ^ rules.width) & 1 == 0 else aside)
            cell = landing_cell(filled, column, rules)
            workspace.scores[column] = FULL
            if cell and not over:
                found = score(given, address, mine ^ filled, filled | cell)
                if found == UNFINISHED:
                    return UNFINISHED
                nodes += workspace.nodes
                workspace.scores[column] = -found
        return nodes

    @compiled
    def score_moves(given: Board | None, address: int, text: int, length: int) -> int:
        """Return the score after some moves, given as digits; `UNFINISHED` if they are no game."""
        mine, filled = play_digits(text, length)
        return UNFINISHED if filled == INVALID else score(given, address, mine, filled)

    return Kernels(prove, prove_all, score, score_columns, cast("Any", score_moves))


def kernels_for(rules: Rules, ideas: Ideas = ALL_IDEAS) -> tuple[Kernels, Board | None]:
    """Return the kernels for a size and what to pass them as `given`."""
    board = make_board(rules)
    if rules == STANDARD_RULES:
        return build(board, ideas), None
    return build(None, ideas), board
