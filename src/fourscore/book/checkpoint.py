"""The checkpoint of an unfinished build: a journal of runs of positions with their scores."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fourscore.book.format import Slots
from fourscore.runtime.journal import Journal

__all__ = ["Checkpoint", "Identity", "Solved"]

RUN = struct.Struct("<QQd")
"""Where a run starts, its nodes and its seconds; its scores follow."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What two builds must have in common for one to resume the other."""

    width: int
    height: int
    plies: int
    positions: int
    order: bytes
    """SHA-256 of the slots in their order."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A run of solved positions."""

    start: int
    """The index of the first in the order of the build."""
    scores: bytes
    """As a book stores them."""
    nodes: int
    seconds: float


class Checkpoint:
    """Scores found so far, on disk and in memory; 0 where there is none yet."""

    def __init__(self, path: Path, identity: Identity) -> None:
        self.scores: Slots = np.zeros(identity.positions, dtype=np.uint8)
        self.nodes, self.seconds = 0, 0.0
        self._journal = Journal(path, repr(identity).encode(), noun="build")
        self.began = self._journal.began
        for record in self._journal.records:
            start, nodes, seconds = RUN.unpack_from(record)
            self._take(Solved(start, record[RUN.size :], nodes, seconds))

    @property
    def done(self) -> int:
        """How many positions are solved."""
        return int(np.count_nonzero(self.scores))

    def gaps(self) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each run that is not solved yet."""
        edges = np.flatnonzero(np.diff(np.concatenate(([1], self.scores != 0, [1]))))
        yield from (
            (int(low), int(high)) for low, high in zip(edges[::2], edges[1::2], strict=True)
        )

    def add(self, solved: Solved) -> None:
        """Store a run."""
        fields = RUN.pack(solved.start, solved.nodes, solved.seconds)
        self._journal.append(fields + solved.scores)
        self._take(solved)

    def close(self) -> None:
        self._journal.close()

    def remove(self) -> None:
        """Delete the file, once the book is done."""
        self._journal.remove()

    def _take(self, solved: Solved) -> None:
        end = solved.start + len(solved.scores)
        self.scores[solved.start : end] = np.frombuffer(solved.scores, dtype=np.uint8)
        self.nodes += solved.nodes
        self.seconds += solved.seconds
