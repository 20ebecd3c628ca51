"""A search that grows a tree, simulation by simulation, until a limit is reached.

`TreeSearch` has what Monte Carlo tree search and PUCT share: budgets, progress, reports, recording,
and a tree that is reused from move to move. Each of them says how a tree is planted and grown.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from fourscore.core.bitboard import ONGOING
from fourscore.core.position import Position, require_ongoing
from fourscore.errors import InputError
from fourscore.runtime.time_source import SYSTEM_TIME, TimeSource
from fourscore.search.control import NODES, Cancel, Counters, Stopwatch, as_struct, running
from fourscore.search.mcts.reading import best_line, column_values
from fourscore.search.mcts.reuse import MAX_NODES, LastTree, subtree
from fourscore.search.recording import Recorder, TreeRecording
from fourscore.search.types import NO_LIMIT, Limit, OnProgress, Report

__all__ = ["Grow", "TreeSearch"]

MOST_VISITS = 1 << 30
"""A decision ends here whatever its limit, so that no 32-bit sum of half-points overflows."""
PATIENCE = 10
"""Playouts a node after which a search with no limit but nodes gives up on a tree that does
not grow: one that is full, or nearly proven."""
FIRST_CHUNK = 4096
PACE = 0.06
"""Seconds between progress reports."""

Grow = Callable[[Any, int, Counters, TreeRecording | None], None]
"""Runs simulations in a tree until there are so many, or the counters say stop."""


class TreeSearch(ABC):
    """A search that grows a tree; a `Search`.

    A decision ends with the limit's playouts, seconds or nodes, after `default_playouts` if the
    limit names none of them, or when the root is proven. With ``reuse``, a position one or two
    plies on starts with its part of the last tree: `Report.playouts` and `Report.nodes` count
    what this decision added (and the root), while the visits of the values include what was
    there. Any other position, even the same one, starts again, so that the same question has the
    same answer.
    """

    algorithm: ClassVar[str]
    """What traces call it."""
    default_playouts: ClassVar[int]

    def __init__(self, c: float, reuse: bool) -> None:
        if not 0 <= c < math.inf:
            raise InputError(f"c is {c}; it must be 0 or a positive number")
        self.c = c
        self.reuse = reuse
        self._last: LastTree | None = None

    @abstractmethod
    def _compile(self, position: Position) -> None:
        """Compile before the clock starts, so that the first decision has all of its seconds."""

    @abstractmethod
    def _plant(self, room: int) -> Any:
        """Return a tree of an unvisited root with room for so many nodes."""

    @abstractmethod
    def _grower(self, position: Position) -> Grow:
        """Return what grows a tree with this position at its root."""

    @property
    def _options(self) -> dict[str, str]:
        """The options that the tree depends on, for a trace."""
        return {"c": str(self.c)}

    def __call__(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        cancel: Cancel | None = None,
        on_progress: OnProgress | None = None,
        record: Recorder | None = None,
        clock: TimeSource = SYSTEM_TIME,
    ) -> Report:
        """Decide within the limit; a decision that is recorded starts from an empty tree."""
        require_ongoing(position)
        self._compile(position)
        grow = self._grower(position)
        decision = _Decision(position, limit, grow, self.default_playouts, Stopwatch(clock))
        # Taken away while in use: another thread that decides meanwhile starts its own.
        last, self._last = (None if record else self._last), None
        with running(limit, cancel, clock) as counters:
            tree = subtree(last, position, decision.room()) if last else None
            tree = tree or self._plant(decision.room())
            recording = None
            if record:
                recording = record.start_tree(self.algorithm, tree.nodes, **self._options)
            decision.run(tree, counters, on_progress, recording)
        if self.reuse:
            self._last = LastTree(position, tree)
        return decision.report(tree, counters, cancelled=cancel is not None and cancel.cancelled)

    def forget(self) -> None:
        """Drop the last tree and its memory."""
        self._last = None


@dataclass(frozen=True, slots=True)
class _Decision:
    """One call: the question and the clock."""

    position: Position
    limit: Limit
    grow: Grow
    default_playouts: int
    clock: Stopwatch

    def run(
        self,
        tree: Any,
        counters: Counters,
        on_progress: OnProgress | None,
        recording: TreeRecording | None = None,
    ) -> None:
        """Grow the tree to the limit, in chunks."""
        counters[NODES] = 1
        target = min(self.playouts(), MOST_VISITS - int(tree.nodes[0]["visits"]))
        chunk, reported = FIRST_CHUNK, 0.0
        while (done := int(tree.growing["playouts"])) < target:
            goal, start = min(target, done + chunk), self.clock.seconds
            self.grow(tree, goal, as_struct(counters), recording)
            if tree.growing["playouts"] < goal:
                break
            spent = max(self.clock.seconds - start, 1e-6)
            chunk = max(FIRST_CHUNK, min(8 * chunk, int(chunk * PACE / spent)))
            if on_progress and self.clock.seconds - reported >= PACE / 2:
                reported = self.clock.seconds
                on_progress(self.report(tree, counters, cancelled=False))

    def room(self) -> int:
        """Return the most nodes that the tree can get: a playout gives children to one at most."""
        return min(MAX_NODES, 1 + self.position.width * (1 + self.playouts()))

    def playouts(self) -> int:
        """Return the playouts that end the decision, if nothing else does before."""
        if self.limit.playouts is not None:
            return self.limit.playouts
        if self.limit.seconds is not None:
            return MOST_VISITS
        if self.limit.nodes is not None:
            return self.limit.nodes * PATIENCE
        return self.default_playouts

    def report(self, tree: Any, counters: Counters, *, cancelled: bool) -> Report:
        """Report what the tree holds so far."""
        playouts = int(tree.growing["playouts"])
        wanted = self.limit.playouts
        solved = tree.nodes[0]["proof"] != ONGOING
        done = not cancelled if wanted is None else playouts >= wanted
        slips = self.position.rules.slips
        line = best_line(tree.nodes, self.position)
        return Report(
            column=line[0],
            values=column_values(tree.nodes),
            nodes=int(counters[NODES]),
            depth=(int(tree.growing["depth"]) + slips) >> slips,
            seconds=self.clock.seconds,
            line=line[:1] if slips else line,
            playouts=playouts,
            complete=bool(solved) or done,
        )
