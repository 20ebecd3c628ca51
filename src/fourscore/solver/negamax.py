"""The search: null-window negamax that looks at every child before it searches one.

A node is asked one question: is the score at least `beta`? For each move it walks down the forced
replies (`settle`), bounds what it finds (`bounds`) and asks the table. Most children are answered
there. The rest are searched in the order of their promise. The winning cells computed for a child
serve three times: as its threats, as its rating, and handed down as what it must mind.

The kernels are built from one source for two purposes: with the board's numbers as constants of
the machine code, for the size that everybody plays, and with the numbers as an argument, for all
other sizes. `Ideas` switches ideas off for the ablation table; they are constants as well, so a
build pays nothing for having the switches.

What a search shares with its caller is a block of words, the *desk*:

    0 nodes   1 stop   2 node limit   3 limit reached
    4 lower   5 upper                 proven so far, as the side to move at the root sees it
    6 table   7 shift   8 epoch       where the table is and how it is keyed
    9 busy                            where threads note what they search; 0 if there is one
    16 ...    the value of each cell, by bit
    80 ...    a stack of records, one for each child still to be searched

`nodes`, `lower` and `upper` are written as the search goes on; whoever holds the desk may read
them, and set `stop`, at any moment.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeVar

from numba import njit

from fourscore.core.bitboard import Rules, has_four, landing_cells, winning_cells
from fourscore.core.kernel import PackageCache, fingerprint, popcount, trailing_zeros
from fourscore.core.variants import make_rules
from fourscore.solver import table
from fourscore.solver.board import Board, lost_now, make_board, wins_now
from fourscore.solver.bounds import NONE, OPEN, follow_up, has_line, settle
from fourscore.solver.memory import WORD, Words, load, new_words, store
from fourscore.solver.ordering import cell_values, promise

__all__ = [
    "ALL_IDEAS",
    "BUSY",
    "BUSY_WORDS",
    "EPOCH",
    "LIMIT",
    "LOWER",
    "NODES",
    "REACHED",
    "SHIFT",
    "STOP",
    "TABLE",
    "UNLIMITED",
    "UPPER",
    "WHOLE",
    "Ideas",
    "Kernels",
    "build",
    "kernels_for",
    "new_desk",
]

Function = TypeVar("Function", bound=Callable[..., Any])

NODES, STOP, LIMIT, REACHED, LOWER, UPPER, TABLE, SHIFT, EPOCH, BUSY = range(10)
VALUES, STACK = 16, 80
UNLIMITED = (1 << 63) - 1
WHOLE = (-NONE, NONE)
"""Bounds that every score is within."""

# A record, in words: what `settle` gives of a child, and where the table keeps it.
MINE, FILLED, OWN, OTHER, MOVES, DISCS, SIDE, BUCKET, TAG, RATING = range(10)
RECORD = 10 * WORD
DEFERRED = 100_000
"""Taken off the rating of a child that another thread is searching."""
BUSY_WORDS = 1024
BUSY_TO = 18
"""Cells that must be left where a child is worth a note to the other threads."""
DONE = -1_000_000
"""The rating of a record that needs no search any more."""

MIRROR_TO = 12
"""With more discs than this a position hardly ever meets its mirror image."""
STANDARD_RULES = make_rules()
"""The size that gets machine code of its own."""
QUICK_NODES, QUICK_SPELLS, PATIENCE = 1000, 3, 16
"""Nodes for quick wins and losses before the search goes for the draw. If that has taken so many
times as long, they get another spell, four times as long as the last; three spells in all."""


class Ideas(NamedTuple):
    """The ideas of the search, each of which can be left out to see what it is worth."""

    forced_moves: int = 1
    """Play forced moves without a node for each."""
    no_line_left: int = 1
    follow_up: int = 1
    zugzwang: int = 1
    """Threats within the follow-up bound."""
    dead_discs: int = 0
    """Off: it saves 5 nodes in a hundred and costs 25 % a node."""
    mirror: int = 1
    look_ahead: int = 1
    """Ask the table about every child before searching the first."""
    promise: int = 1
    """Order by promise; without, by the centre."""
    quick_windows: int = 1
    """Look for quick wins and losses before the draw."""


ALL_IDEAS = Ideas()


class Kernels(NamedTuple):
    """The entry points of one build."""

    prove: Callable[..., int]
    """prove(mine, filled, weak, quick, desk, given): bound a score in the desk."""
    prove_all: Callable[..., int]
    """prove_all(mine, filled, weak, fresh, desk, lower, upper, nodes, given), on arrays."""


class _BuildCache(PackageCache):
    """Numba's on-disk cache, keyed by what a build is made of.

    Numba's own key for a closure holds the functions it calls, which differ every time.
    """

    def __init__(self, function: Callable[..., Any], label: str) -> None:
        super().__init__(function)
        self._label = label

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple(), self._label, fingerprint(__name__)


@cache
def build(fixed: Board | None, ideas: Ideas = ALL_IDEAS) -> Kernels:
    """Build the kernels, for one size if it is given, else for the size they are passed."""

    constants = fixed or make_board(STANDARD_RULES)

    def compiled(function: Function) -> Function:
        dispatcher: Any = njit(nogil=True, error_model="numpy")(function)
        dispatcher._cache = _BuildCache(function, f"{fixed} {ideas}")
        return dispatcher  # type: ignore[no-any-return]

    @compiled
    def look(
        mine: int,
        filled: int,
        own: int,
        other: int,
        discs: int,
        beta: int,
        given: Board | None,
    ) -> tuple[int, int, int, int, int, int, int, int, int]:
        """Settle a position and bound it; gives the record's first words and the bounds."""
        if given is None:  # noqa: SIM108 - Numba prunes a branch, not an expression
            board = constants
        else:
            board = given
        mine, filled, own, other, discs, side, moves, score = settle(
            mine, filled, own, other, discs, ideas.forced_moves, board
        )
        if score != OPEN:
            return mine, filled, own, other, discs, side, moves, score, score
        if board.cells - discs <= 2:
            return mine, filled, own, other, discs, side, moves, 0, 0
        if side < 0:
            beta = 1 - beta
        # Nobody wins with the next disc of his: the first chance is the one after.
        lower = lost_now(discs, board) + 1
        upper = wins_now(discs, board) - 1
        if lower < beta <= upper:
            theirs = mine ^ filled
            if ideas.no_line_left:
                if beta > 0:
                    if not has_line(theirs, board):
                        upper = 0
                elif not has_line(mine, board):
                    lower = 0
            if ideas.follow_up and lower < beta <= upper:
                bound = follow_up(mine, filled, other, discs, beta, ideas.zugzwang, board)
                if bound < upper:
                    upper = bound
        return mine, filled, own, other, discs, side, moves, lower, upper

    @compiled
    def search(
        desk: int,
        top: int,
        mine: int,
        filled: int,
        own: int,
        other: int,
        moves: int,
        discs: int,
        beta: int,
        bucket: int,
        tag: int,
        given: Board | None,
    ) -> int:
        """Return whether a score is at least `beta`: bound it from below if so, else from above."""
        if given is None:  # noqa: SIM108 - Numba prunes a branch, not an expression
            board = constants
        else:
            board = given
        rules = board.rules
        start = load(desk + NODES * WORD) + 1
        store(desk + NODES * WORD, start)
        if start >= load(desk + LIMIT * WORD):
            store(desk + REACHED * WORD, 1)
            return 0
        base = load(desk + TABLE * WORD)
        shift = load(desk + SHIFT * WORD)
        epoch = load(desk + EPOCH * WORD)
        busy = load(desk + BUSY * WORD) if board.cells - discs > BUSY_TO else 0
        first = 1 - (discs & 1)
        best = -NONE
        end = top
        left = moves
        while left:
            move = left & -left
            left ^= move
            after = filled | move
            threats = winning_cells(mine | move, after, rules)
            c_mine, c_filled, c_own, c_other, c_discs, side, replies, lower, upper = look(
                mine ^ filled, after, other & ~move, threats, discs + 1, 1 - beta, given
            )
            if side > 0:
                lower, upper = -upper, -lower
            if lower >= beta:
                table.record(bucket, tag, lower, wins_now(discs, board) - 1, 1, shift)
                return lower
            if upper < beta:
                best = max(best, upper)
                continue
            scattered = table.hashed(
                table.table_key(
                    c_mine, c_filled, board, ideas.dead_discs, ideas.mirror and c_discs <= MIRROR_TO
                ),
                board,
            )
            c_bucket = table.bucket_of(scattered, base, shift)
            table.fetch(c_bucket)
            store(end + MINE * WORD, c_mine)
            store(end + FILLED * WORD, c_filled)
            store(end + OWN * WORD, c_own)
            store(end + OTHER * WORD, c_other)
            store(end + MOVES * WORD, replies)
            store(end + DISCS * WORD, c_discs)
            store(end + SIDE * WORD, -side)
            store(end + BUCKET * WORD, c_bucket)
            store(end + TAG * WORD, table.tag_of(scattered, shift, epoch))
            value = load(desk + (VALUES + trailing_zeros(move)) * WORD)
            if ideas.promise:
                value = promise(move, own, threats, replies, value, first, board)
            store(end + RATING * WORD, value)
            end += RECORD
        if ideas.look_ahead:
            record = top
            while record < end:
                score = table.answer(
                    load(record + BUCKET * WORD),
                    load(record + TAG * WORD),
                    load(record + SIDE * WORD),
                    beta,
                )
                if score != OPEN:
                    if score >= beta:
                        table.record(bucket, tag, score, wins_now(discs, board) - 1, 1, shift)
                        return score
                    best = max(best, score)
                    store(record + RATING * WORD, DONE)
                record += RECORD
        searched = 0
        while best < beta:
            rating = DONE
            record = top
            chosen = top
            while record < end:
                if load(record + RATING * WORD) > rating:
                    rating = load(record + RATING * WORD)
                    chosen = record
                record += RECORD
            if rating == DONE:
                break
            c_bucket = load(chosen + BUCKET * WORD)
            c_tag = load(chosen + TAG * WORD)
            note = busy
            if busy and searched:
                # Meanwhile another thread may have answered for this node, or for the child.
                score = table.answer(bucket, tag, 1, beta)
                if score != OPEN:
                    return score
                score = table.answer(c_bucket, c_tag, load(chosen + SIDE * WORD), beta)
                if score != OPEN:
                    store(chosen + RATING * WORD, DONE)
                    best = max(best, score)
                    continue
            if busy:
                note += c_bucket // (2 * WORD) % BUSY_WORDS * WORD
                if searched and rating > -DEFERRED // 2 and load(note) == c_tag:
                    store(chosen + RATING * WORD, rating - DEFERRED)
                    continue
                store(note, c_tag)
            searched = 1
            store(chosen + RATING * WORD, DONE)
            side = load(chosen + SIDE * WORD)
            window = beta if side > 0 else 1 - beta
            if not ideas.look_ahead:
                score = table.answer(c_bucket, c_tag, side, beta)
                if score != OPEN:
                    best = max(best, score)
                    continue
            score = side * search(
                desk,
                end,
                load(chosen + MINE * WORD),
                load(chosen + FILLED * WORD),
                load(chosen + OWN * WORD),
                load(chosen + OTHER * WORD),
                load(chosen + MOVES * WORD),
                load(chosen + DISCS * WORD),
                window,
                c_bucket,
                c_tag,
                given,
            )
            if load(desk + STOP * WORD) | load(desk + REACHED * WORD):
                return 0
            if busy:
                store(note, 0)
            best = max(best, score)
        nodes = load(desk + NODES * WORD) - start + 1
        if best >= beta:
            table.record(bucket, tag, best, wins_now(discs, board) - 1, nodes, shift)
        else:
            table.record(bucket, tag, lost_now(discs, board) + 1, best, nodes, shift)
        return best

    @compiled
    def prove(mine: int, filled: int, weak: int, quick: int, desk: int, given: Board | None) -> int:
        """Narrow the bounds in the desk until they meet, or say who wins if `weak`.

        The caller sets LOWER and UPPER to the bounds that interest it; a score beyond them
        is not looked for.
        """
        if given is None:  # noqa: SIM108 - Numba prunes a branch, not an expression
            board = constants
        else:
            board = given
        rules = board.rules
        discs = popcount(filled)
        floor, ceiling = load(desk + LOWER * WORD), load(desk + UPPER * WORD)
        store(desk + LOWER * WORD, lost_now(discs, board) - 1)
        store(desk + UPPER * WORD, wins_now(discs, board))
        score = NONE
        if has_four(mine ^ filled, rules):
            score = lost_now(discs, board) - 1
        elif filled == rules.full:
            score = 0
        elif winning_cells(mine, filled, rules) & landing_cells(filled, rules):
            score = wins_now(discs, board)
        if score != NONE:
            store(desk + LOWER * WORD, score)
            store(desk + UPPER * WORD, score)
            return 0
        own = winning_cells(mine, filled, rules)
        other = winning_cells(mine ^ filled, filled, rules)
        mine, filled, own, other, discs, side, moves, score = settle(
            mine, filled, own, other, discs, 1, board
        )
        if side < 0:
            floor, ceiling = -ceiling, -floor
        lower, upper = lost_now(discs, board) + 1, wins_now(discs, board) - 1
        if score != OPEN:
            lower, upper = score, score
        shift = load(desk + SHIFT * WORD)
        scattered = table.hashed(
            table.table_key(
                mine, filled, board, ideas.dead_discs, ideas.mirror and discs <= MIRROR_TO
            ),
            board,
        )
        bucket = table.bucket_of(scattered, load(desk + TABLE * WORD), shift)
        tag = table.tag_of(scattered, shift, load(desk + EPOCH * WORD))
        limit = load(desk + LIMIT * WORD)
        spells = QUICK_SPELLS if ideas.quick_windows and quick else 0
        spell = QUICK_NODES
        budget = load(desk + NODES * WORD) + spell if spells else 0
        turn = 0
        while True:
            entry = table.probe(bucket, tag)
            if entry and score == OPEN:
                lower = max(lower, table.lower_of(entry))
                upper = min(upper, table.upper_of(entry))
            store(desk + LOWER * WORD, lower if side > 0 else -upper)
            store(desk + UPPER * WORD, upper if side > 0 else -lower)
            if (
                lower >= min(upper, ceiling)
                or upper <= floor
                or (weak and (lower > 0 or upper < 0))
            ):
                return 0
            count = load(desk + NODES * WORD)
            hurry = count < budget
            if hurry:
                loses = upper <= 0 or (lower < 0 and turn & 1)
                beta = max(lower, floor) + 1 if loses else min(upper, ceiling)
                turn += 1
                store(desk + LIMIT * WORD, min(limit, budget))
            else:
                beta = min(max(1, lower + 1, floor + 1), upper, ceiling)
                if spells > 1:
                    store(desk + LIMIT * WORD, min(limit, count + PATIENCE * spell))
            found = search(
                desk,
                desk + STACK * WORD,
                mine,
                filled,
                own,
                other,
                moves,
                discs,
                beta,
                bucket,
                tag,
                given,
            )
            store(desk + LIMIT * WORD, limit)
            if load(desk + STOP * WORD):
                return 0
            if load(desk + REACHED * WORD):
                if load(desk + NODES * WORD) >= limit:
                    return 0
                store(desk + REACHED * WORD, 0)
                if not hurry:
                    spells -= 1
                    spell *= 4
                    budget = load(desk + NODES * WORD) + spell
            elif found >= beta:
                lower = found
            else:
                upper = found

    @compiled
    def prove_all(
        mine: Words,
        filled: Words,
        weak: int,
        fresh: int,
        desk: int,
        lower: Words,
        upper: Words,
        nodes: Words,
        given: Board | None,
    ) -> int:
        """Prove one position after the other; with `fresh`, as if each were the first."""
        for each in range(len(mine)):
            before = load(desk + NODES * WORD)
            store(desk + LOWER * WORD, -NONE)
            store(desk + UPPER * WORD, NONE)
            prove(mine[each], filled[each], weak, 1, desk, given)
            lower[each] = load(desk + LOWER * WORD)
            upper[each] = load(desk + UPPER * WORD)
            nodes[each] = load(desk + NODES * WORD) - before
            if load(desk + STOP * WORD) | load(desk + REACHED * WORD):
                return each
            if fresh:
                store(desk + EPOCH * WORD, load(desk + EPOCH * WORD) + 1)
        return len(mine)

    return Kernels(prove, prove_all)


def kernels_for(rules: Rules, ideas: Ideas = ALL_IDEAS) -> tuple[Kernels, Board | None]:
    """Return the kernels for a size and what to pass them as `given`."""
    board = make_board(rules)
    if rules == STANDARD_RULES:
        return build(board, ideas), None
    return build(None, ideas), board


def new_desk(rules: Rules) -> Words:
    """Make a desk for boards of one size."""
    depth = rules.width * rules.height
    desk = new_words(STACK + depth * rules.width * (RECORD // WORD))
    desk[LIMIT] = UNLIMITED
    desk[LOWER], desk[UPPER] = WHOLE
    for bit, value in enumerate(cell_values(rules)):
        desk[VALUES + bit] = value
    return desk
