"""Open books: scores in about a microsecond."""

import logging
import mmap
import zlib
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import cast

from fourscore.book.format import BLOCK, UNKNOWN, Header, Slots, digest_of, read_header
from fourscore.book.ranking import Ranking, make_ranking, rank
from fourscore.core.bitboard import Rules
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.jit.kernel import Kernel
from fourscore.solver.board import goal_of

__all__ = [
    "SHIPPED",
    "OpenedBook",
    "ShippedBook",
    "default_book",
    "find_book",
    "open_book",
    "provenance_path",
]

SHIPPED = Path(__file__).parents[1] / "data" / "book-7x6.bin"
"""The book that comes with fourscore."""


class OpenedBook:
    """A memory-mapped book; a `Book` for the solver.

    It knows positions of its own size under the standard rules, and no others. It raises
    `InputError` rather than return a score from a damaged block.
    """

    def __init__(self, content: mmap.mmap | bytes, path: Path | str) -> None:
        self._path, self._name = path, _name_of(path)
        self._content = memoryview(content)
        self.header, self._checksums = read_header(self._content, self._name)
        self._ranking = _ranking(self.header, self._name)
        self._rules = self.header.rules
        self._goal = goal_of(self._rules)
        self._slots = self._content[self.header.body :]
        self._is_sound = bytearray(self.header.blocks)

    @cached_property
    def _rank(self) -> Callable[[int, int], int]:
        """Finds the slot of a position."""
        return cast("Kernel", rank).bind(self._ranking, rest=(0, 0))

    @property
    def name(self) -> str:
        """What messages call it."""
        return self._name

    @property
    def rules(self) -> Rules:
        """The rules of the positions it knows."""
        return self._rules

    @property
    def ranking(self) -> Ranking:
        return self._ranking

    @property
    def slots(self) -> Slots:
        """All slots, not checked for damage; see `check`."""
        import numpy as np

        return np.frombuffer(self._slots, dtype=np.uint8)

    @property
    def plies(self) -> int:
        """The most discs of a position that it knows."""
        return self._ranking.plies

    def covers(self, board: Position, plies: int) -> bool:
        """Return whether it knows the positions of this many plies on such a board."""
        return board.rules == self._rules and plies <= self._ranking.plies

    def lookup(self, position: Position) -> int | None:
        """Return the exact score of a position, or None if the book does not have it."""
        filled = position.filled
        if (
            position.rules is not self._rules and position.rules != self._rules
        ) or filled.bit_count() > self._ranking.plies:
            return None
        slot = self._rank(position.mine, filled)
        if not self._is_sound[slot // BLOCK]:
            self._check_block(slot // BLOCK)
        byte = self._slots[slot]
        return None if byte == UNKNOWN else byte - self._goal

    def count(self, first: int, end: int) -> int:
        """Count the entries among the slots from `first` to before `end`."""
        return end - first - bytes(self._slots[first:end]).count(UNKNOWN)

    def check(self) -> None:
        """Read everything. Raises `InputError` if a byte is damaged."""
        for block in range(self.header.blocks):
            self._check_block(block)
        if digest_of(self._slots) != self.header.digest:
            raise InputError(f"{self._name} is damaged: its slots do not match their digest")
        if self.count(0, self.header.slots) != self.header.entries:
            raise InputError(f"{self._name} is damaged: its number of entries is wrong")

    def __reduce__(self) -> tuple[Callable[..., "OpenedBook"], tuple[Path | str]]:
        """Pickle the book as its path, from which it is opened again."""
        return open_book, (self._path,)

    def _check_block(self, block: int) -> None:
        content = self._slots[block * BLOCK : (block + 1) * BLOCK]
        if zlib.crc32(content) != self._checksums[block]:
            raise InputError(f"{self._name} is damaged: block {block} does not match its checksum")
        self._is_sound[block] = 1


def _name_of(path: Path | str) -> str:
    return f"the book '{path}'"


def _ranking(header: Header, name: str) -> Ranking:
    try:
        ranking = make_ranking(header.rules, header.plies)
    except InputError as error:
        raise InputError(f"{name} is damaged: {error}") from None
    if ranking.slots != header.slots:
        raise InputError(
            f"{name} is damaged: {header.plies} plies of {header.size} make "
            f"{ranking.slots:,} slots, not {header.slots:,}"
        )
    return ranking


def provenance_path(book: Path) -> Path:
    """Return where the provenance of a book is: beside it."""
    return book.with_suffix(".json")


def open_book(path: Path | str) -> OpenedBook:
    """Open a book. Raises `InputError` if it cannot be read or its header is damaged."""
    try:
        with Path(path).open("rb") as file:
            # An empty file cannot be mapped.
            head = file.read(1)
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if head else b""
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot read {_name_of(path)}: {why}") from None
    return OpenedBook(content, path)


class ShippedBook:
    """The book that comes with fourscore; if it is damaged, it warns once and knows nothing."""

    def __init__(self, book: OpenedBook) -> None:
        self._book: OpenedBook | None = book
        self.plies = book.plies

    def covers(self, board: Position, plies: int) -> bool:
        """Return whether it knows the positions of this many plies on such a board."""
        return self._book is not None and self._book.covers(board, plies)

    def lookup(self, position: Position) -> int | None:
        """Return the exact score of a position, or None if the book does not have it."""
        if self._book is None:
            return None
        try:
            return self._book.lookup(position)
        except InputError as error:
            self._book = None
            _warn(error)
            return None

    def __reduce__(self) -> tuple[Callable[[], "ShippedBook | None"], tuple[()]]:
        """Pickle nothing: every installation has its own."""
        return default_book, ()


@cache
def default_book() -> ShippedBook | None:
    """Return the book that comes with fourscore, or None if it is missing or damaged."""
    if not SHIPPED.exists():
        return None
    try:
        return ShippedBook(open_book(SHIPPED))
    except InputError as error:
        _warn(error)
        return None


def _warn(error: InputError) -> None:
    logging.getLogger("fourscore").warning("warning: %s; continuing without it", error)


def find_book(wanted: str) -> OpenedBook | ShippedBook | None:
    """Return a book by what a user calls it: "shipped", "none", or a file.

    >>> find_book("none") is None
    True
    """
    if wanted == "none":
        return None
    return default_book() if wanted == "shipped" else open_book(wanted)
