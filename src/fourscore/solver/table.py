"""The transposition table: what has been proved about positions, one 64-bit word an entry.

    63             19 18    12 11     5 4     0
    +----------------+--------+--------+-------+
    |      tag       | upper  | lower  | work  |
    +----------------+--------+--------+-------+

- `lower` and `upper` are proven bounds of the score, plus 64; both are stored, so that one
  entry serves every window of the root.
- `work` is the number of binary digits of the nodes that the proof took.
- `tag` tells positions apart. The key is multiplied by an odd number modulo 2^bits, which
  loses nothing; the upper part of the product is the bucket, the rest is in the tag. So two
  positions never share an entry, and an answer from the table is never a guess.
  Above the rest stands the epoch: a new epoch makes all older entries foreign, which clears
  the table without touching it.

A bucket is two words. The first holds the entry with more work, the second the latest. A word
is read and written atomically, so threads share a table without locks: the worst that a race
can do is lose an entry.

No other file knows this layout.
"""

import ctypes
from typing import NamedTuple

from fourscore.core.bitboard import Rules, cells_of_fours, key, mirror, winning_cells
from fourscore.errors import InputError
from fourscore.jit.kernel import compilable, kernel
from fourscore.jit.memory import WORD, address_of, bit_length, load, new_words, prefetch, store
from fourscore.solver.board import Board
from fourscore.solver.bounds import OPEN

__all__ = [
    "Access",
    "Slot",
    "Table",
    "answer",
    "dead_discs",
    "lower_of",
    "prefetch_slot",
    "probe",
    "record",
    "slot_of",
    "table_key",
    "upper_of",
]

WORK_BITS, VALUE_BITS, OFFSET = 5, 7, 64
LOWER_AT = WORK_BITS
UPPER_AT = LOWER_AT + VALUE_BITS
TAG_AT = UPPER_AT + VALUE_BITS
TAG_BITS = 64 - TAG_AT
LEAST_EPOCH_BITS = 2
WORK_MASK, VALUE_MASK = (1 << WORK_BITS) - 1, (1 << VALUE_BITS) - 1
BUCKET_BYTES = 2 * WORD
MULTIPLIER = 0x1E3779B97F4A7C15
MEGABYTE = 1 << 20


class Access(NamedTuple):
    """Where a table lies and how it is keyed."""

    base: int
    """The address of the first bucket."""
    shift: int
    """Bits of the key that are not in the bucket's index."""
    epoch: int
    """Entries of another epoch are foreign."""


class Slot(NamedTuple):
    """Where the table keeps one position."""

    bucket: int
    """The address of its bucket."""
    tag: int
    """Its tag, where it stands in the word."""


@compilable
def dead_discs(mine: int, filled: int, board: Board) -> int:
    """Find discs of the side to move whose colour no longer matters.

    Such a disc is in no line that its side can still fill. If all of them changed colour, some
    might end up in lines that the other side could then fill; those stay as they are. The
    others are in no open line of either side, before the change or after it.
    """
    rules = board.rules
    theirs = mine ^ filled
    idle = mine & ~cells_of_fours(rules.full & ~theirs, rules)
    idle &= ~winning_cells(rules.full & ~mine, 0, rules)
    return idle & ~cells_of_fours(rules.full & ~(mine ^ idle), rules)


@kernel
def table_key(mine: int, filled: int, board: Board, dead: int, mirrored: int) -> int:
    """Return the key of a position, the same for positions known to be equivalent.

    With `dead`, dead discs count as the other side's; with `mirrored`, a position and its
    mirror image share the smaller of their keys.
    """
    if dead:
        mine ^= dead_discs(mine, filled, board)
    number = key(mine, filled)
    if mirrored:
        number = min(number, mirror(number, board.rules))
    return number


@kernel
def slot_of(number: int, access: Access, board: Board) -> Slot:
    """Return the slot of a key."""
    bits = board.rules.width * board.rules.stride
    scattered = (number * MULTIPLIER) & ((1 << bits) - 1)
    rest = scattered & ((1 << access.shift) - 1)
    bucket = access.base + (scattered >> access.shift) * BUCKET_BYTES
    return Slot(bucket, ((access.epoch << access.shift) | rest) << TAG_AT)


@kernel
def prefetch_slot(slot: Slot) -> None:
    """Start to load a slot that will be probed soon."""
    prefetch(slot.bucket)


@kernel
def probe(slot: Slot) -> int:
    """Return the entry of a position, or 0."""
    entry = load(slot.bucket)
    if (entry ^ slot.tag) >> TAG_AT == 0:
        return entry
    entry = load(slot.bucket + WORD)
    if (entry ^ slot.tag) >> TAG_AT == 0:
        return entry
    return 0


@kernel
def lower_of(entry: int) -> int:
    """Return the LOWER bound of an entry."""
    return ((entry >> LOWER_AT) & VALUE_MASK) - OFFSET


@kernel
def upper_of(entry: int) -> int:
    """Return the UPPER bound of an entry."""
    return ((entry >> UPPER_AT) & VALUE_MASK) - OFFSET


@kernel
def answer(slot: Slot, side: int, beta: int) -> int:
    """Return the bound by which the table knows whether a score reaches `beta`, or `OPEN`.

    With `side` -1 the entry holds the other side's score.
    """
    entry = probe(slot)
    if entry:
        lower, upper = lower_of(entry), upper_of(entry)
        if side < 0:
            lower, upper = -upper, -lower
        if lower >= beta:
            return lower
        if upper < beta:
            return upper
    return OPEN


@kernel
def record(slot: Slot, lower: int, upper: int, nodes: int, shift: int) -> None:
    """Store proven bounds and the nodes they took; bounds already known are narrowed."""
    bucket, tag = slot
    work = min(bit_length(nodes), WORK_MASK)
    first = load(bucket)
    second = load(bucket + WORD)
    known = 0
    if (first ^ tag) >> TAG_AT == 0:
        known = first
    elif (second ^ tag) >> TAG_AT == 0:
        known = second
    if known:
        lower = max(lower, lower_of(known))
        upper = min(upper, upper_of(known))
        work = max(work, known & WORK_MASK)
    entry = tag | ((upper + OFFSET) << UPPER_AT) | ((lower + OFFSET) << LOWER_AT) | work
    if known and known == first:
        store(bucket, entry)
    elif work >= first & WORK_MASK or (first ^ tag) >> (TAG_AT + shift) != 0:
        store(bucket + WORD, first)
        store(bucket, entry)
    else:
        store(bucket + WORD, entry)


class Table:
    """The transposition table of one solver.

    >>> table = Table(1)
    >>> table.megabytes
    1.0
    """

    def __init__(self, megabytes: float) -> None:
        buckets = int(megabytes * MEGABYTE) // BUCKET_BYTES
        if buckets < 1:
            raise InputError(f"a table of {megabytes} MB has no room for an entry")
        self._index_bits = buckets.bit_length() - 1
        try:
            self._words = new_words(2 << self._index_bits)
        except (OSError, OverflowError):
            raise InputError(f"there is no memory for a table of {megabytes:g} MB") from None
        self.base = address_of(self._words)
        """The address of the first bucket."""
        self._rules: Rules | None = None
        self.shift = 0
        self.epoch = 0
        """The epoch of words never written is 0."""
        self._epochs = 0

    @property
    def megabytes(self) -> float:
        """The memory it takes: the largest power of two within what was allowed."""
        return self._words.nbytes / MEGABYTE

    def can_hold(self, rules: Rules) -> bool:
        """Return whether it is large enough to tell all positions of a size apart."""
        return self._shift_for(rules) + LEAST_EPOCH_BITS <= TAG_BITS

    def _shift_for(self, rules: Rules) -> int:
        return max(rules.width * rules.stride - self._index_bits, 0)

    def prepare(self, rules: Rules) -> None:
        """Prepare for boards of one size; entries of another size are lost."""
        if rules == self._rules:
            return
        bits, shift = rules.width * rules.stride, self._shift_for(rules)
        if not self.can_hold(rules):
            least = (BUCKET_BYTES << (bits + LEAST_EPOCH_BITS - TAG_BITS)) / MEGABYTE
            raise InputError(
                f"a board of {rules.width}x{rules.height} needs a table of {least:g} MB or more"
            )
        self._rules = None  # until all is there: Ctrl-C may come in between
        self.shift, self._epochs = shift, 1 << min(TAG_BITS - shift, 30)
        if self.epoch:
            self.clear()
        self._rules, self.epoch = rules, 1

    def forget(self) -> None:
        """Make all entries foreign."""
        self.epoch += 1
        if self.epoch >= self._epochs:
            self.clear()

    def clear(self) -> None:
        """Write zeros over everything."""
        ctypes.memset(self.base, 0, self._words.nbytes)
        self.epoch = 1
