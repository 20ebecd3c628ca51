"""`Solver`: exact scores for people; the kernels do the work."""

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol, overload

from fourscore.core.bitboard import Rules, has_four
from fourscore.core.position import Position
from fourscore.errors import Cancelled, InputError, UnsupportedError
from fourscore.solver.batch import Batch
from fourscore.solver.memory import Words, new_words
from fourscore.solver.negamax import (
    ALL_IDEAS,
    BUSY,
    BUSY_WORDS,
    EPOCH,
    LIMIT,
    LOWER,
    NODES,
    REACHED,
    SHIFT,
    STOP,
    TABLE,
    UNLIMITED,
    UPPER,
    WHOLE,
    Ideas,
    kernels_for,
    new_desk,
)
from fourscore.solver.parallel import Stopper, run_together
from fourscore.solver.score import Analysis, Bounds, Proof, Score, make_result
from fourscore.solver.table import Table

__all__ = ["Book", "Budget", "Solver"]

MEGABYTES = 64
"""The table of a solver that is not told another size; bitbully's takes 96."""
ALONE = 60_000
"""Nodes that the caller's own thread searches before others are started."""
CHUNK = 64
"""Positions that a thread takes at once from a batch."""


class Book(Protocol):
    """Scores known beforehand."""

    def lookup(self, position: Position) -> int | None:
        """Return the exact score of a position, or None if the book does not have it."""


class Budget(Protocol):
    """How much a proof may cost; `fourscore.Limit` is one."""

    @property
    def nodes(self) -> int | None: ...
    @property
    def seconds(self) -> float | None: ...


OnProof = Callable[[Proof], None]
OnCount = Callable[[int, int], None]


class Solver:
    """Proves scores, and remembers what it has proved.

    It owns its table and may be shared by threads: one call works at a time, with as many
    threads of its own as it was given.

    >>> solver = Solver(megabytes=1, threads=1)
    >>> from fourscore.core.notation import read_moves
    >>> print(solver.solve(read_moves("44444455555526")))
    wins in 1
    """

    def __init__(
        self,
        megabytes: float = MEGABYTES,
        threads: int | None = None,
        book: Book | None = None,
        ideas: Ideas = ALL_IDEAS,
    ) -> None:
        if threads is not None and threads < 1:
            raise InputError(f"a solver with {threads} threads cannot work")
        self.threads = threads or os.cpu_count() or 1
        self.book = book
        self._ideas = ideas
        self._table = Table(megabytes)
        self._lock = threading.RLock()
        self._desks: list[Words] = []
        self._rules: Rules | None = None

    @property
    def megabytes(self) -> float:
        """The size of the table: the largest power of two that was allowed."""
        return self._table.megabytes

    def reset(self) -> None:
        """Forget everything, as if new."""
        with self._lock:
            self._table.forget()

    def warm(self, position: Position | None = None) -> None:
        """Compile what a position of this size needs, or load it from the disk."""
        position = position or Position.empty()
        with self._lock:
            self._prove(position, WHOLE, 1, False)
            (desk,) = self._prepare(position.rules, 1)
            self._prove_arrays(Batch(position.rules, [], weak=False, fresh=False), 0, 0, desk)

    # One position

    @overload
    def solve(self, position: Position, *, on_progress: OnProof | None = None) -> Score: ...

    @overload
    def solve(
        self,
        position: Position,
        limit: Budget | None = None,
        weak: bool = False,
        cancel: Stopper | None = None,
        on_progress: OnProof | None = None,
    ) -> Score | Bounds: ...

    def solve(
        self,
        position: Position,
        limit: Budget | None = None,
        weak: bool = False,
        cancel: Stopper | None = None,
        on_progress: OnProof | None = None,
    ) -> Score | Bounds:
        """Prove the score of a position.

        With `weak` it is enough to know who wins: the result has a `sign`. A limit or a cancel
        may end the proof early; then the result is `Bounds`, as far as they are proved.
        """
        return self.prove(position, limit, weak, cancel, on_progress).result

    def prove(
        self,
        position: Position,
        limit: Budget | None = None,
        weak: bool = False,
        cancel: Stopper | None = None,
        on_progress: OnProof | None = None,
    ) -> Proof:
        """Do what `solve` does, and say what it took."""
        require_solvable(position)
        known = self._look_up(position)
        if known is not None:
            return Proof(Score(known, position), 0, 0.0)
        nodes = limit.nodes if limit else None
        seconds = limit.seconds if limit else None
        return self._prove(position, WHOLE, nodes, weak, seconds, cancel, on_progress)

    def _look_up(self, position: Position) -> int | None:
        return self.book.lookup(position) if self.book else None

    def _prove(
        self,
        position: Position,
        window: tuple[int, int],
        nodes: int | None,
        weak: bool,
        seconds: float | None = None,
        cancel: Stopper | None = None,
        on_progress: OnProof | None = None,
    ) -> Proof:
        """Prove as much of a score as lies within a window."""
        start = time.perf_counter()
        with self._lock:
            desks = self._prepare(position.rules, self.threads)
            kernels, board = kernels_for(position.rules, self._ideas)
            budget = UNLIMITED if nodes is None else nodes

            def search(desk: Words, limit: int, quick: int) -> None:
                desk[LIMIT] = limit
                desk[LOWER], desk[UPPER] = window
                kernels.prove(position.mine, position.filled, weak, quick, address(desk), board)

            def proof(used: Sequence[Words]) -> Proof:
                lower = max(int(desk[LOWER]) for desk in used)
                upper = min(int(desk[UPPER]) for desk in used)
                result = make_result(lower, upper, position)
                total = sum(int(desk[NODES]) for desk in desks)
                return Proof(result, total, time.perf_counter() - start)

            first = desks[0]
            search(first, min(ALONE, budget), 1)
            if not first[REACHED] or budget <= ALONE:
                return proof(desks[:1])
            first[REACHED] = 0
            if len(desks) > 1:
                busy = new_words(BUSY_WORDS)
                for desk in desks:
                    desk[BUSY] = address(busy)
            share = budget if nodes is None else (budget - ALONE) // len(desks)

            def work(desk: Words) -> Callable[[], None]:
                return lambda: search(desk, min(UNLIMITED - ALONE, share) + int(desk[NODES]), 0)

            run_together(
                [work(desk) for desk in desks],
                desks,
                first_ends_all=True,
                seconds=seconds,
                cancel=cancel,
                glance=(lambda: on_progress(proof(desks))) if on_progress else None,
            )
            return proof(desks)

    def _prepare(self, rules: Rules, count: int) -> list[Words]:
        """Return clean desks for boards of one size."""
        self._table.prepare(rules)
        if rules != self._rules:
            self._desks, self._rules = [], rules
        while len(self._desks) < count:
            self._desks.append(new_desk(rules))
        for desk in self._desks[:count]:
            desk[[NODES, STOP, REACHED, BUSY]] = 0
            desk[LIMIT] = UNLIMITED
            desk[LOWER], desk[UPPER] = WHOLE
            desk[TABLE], desk[SHIFT] = self._table.base, self._table.shift
            desk[EPOCH] = self._table.epoch
        return self._desks[:count]

    # Every column

    def columns(
        self,
        position: Position,
        on_progress: OnCount | None = None,
        cancel: Stopper | None = None,
    ) -> dict[int, Score]:
        """Score every column: what `analyse` does but for the line."""
        with self._lock:
            return self._columns(position, on_progress, cancel)[0]

    def analyse(
        self,
        position: Position,
        on_progress: OnCount | None = None,
        cancel: Stopper | None = None,
    ) -> Analysis:
        """Score every column, and find the line that both sides would play.

        `on_progress` is told how many columns are done, and of how many. Raises `Cancelled` if
        it was stopped before all was proved.
        """
        start = time.perf_counter()
        with self._lock:
            columns, nodes = self._columns(position, on_progress, cancel)
            score = max(columns.values()) if columns else self.solve(position)
            line, more = self._line(position, score.value, columns, cancel)
        return Analysis(
            score,
            columns,
            tuple(column for column in columns if columns[column].value == score.value),
            line,
            nodes + more,
            time.perf_counter() - start,
        )

    def _columns(
        self, position: Position, on_progress: OnCount | None, cancel: Stopper | None
    ) -> tuple[dict[int, Score], int]:
        require_solvable(position)
        nodes = 0
        columns: dict[int, Score] = {}
        legal = position.legal()
        for column in position.legal_from_centre():
            child = position.play(column)
            value = self._look_up(child)
            if value is None:
                floor = self._floor(child)
                proof = self._prove(child, (floor, WHOLE[1]), None, False, cancel=cancel)
                _refuse_stopped(proof, floor, WHOLE[1])
                nodes += proof.nodes
                value = max(proof.result.lower, floor)
            columns[column] = Score(-value, position)
            if on_progress:
                on_progress(len(columns), len(legal))
        return {column: columns[column] for column in legal}, nodes

    def _floor(self, position: Position) -> int:
        """Bound a score from below: no move leads to more than the position before it was worth."""
        if self.book is None:
            return WHOLE[0]
        theirs = position.mine ^ position.filled
        known = (
            self._look_up(Position(theirs ^ disc, position.filled ^ disc, position.rules))
            for disc in _single(theirs & ~(position.filled >> 1))
        )
        return max((-score for score in known if score is not None), default=WHOLE[0])

    def _line(
        self,
        position: Position,
        value: int,
        columns: Mapping[int, Score],
        cancel: Stopper | None,
    ) -> tuple[tuple[int, ...], int]:
        """Follow the moves that keep the score to the end."""
        line: list[int] = []
        nodes = 0
        while legal := position.legal_from_centre():
            for column in legal:
                child = position.play(column)
                known = self._look_up(child)
                if columns:
                    upper = -columns[column].value
                elif known is not None:
                    upper = known
                else:
                    window = (-value, 1 - value)
                    proof = self._prove(child, window, None, False, cancel=cancel)
                    _refuse_stopped(proof, *window)
                    upper = proof.result.upper
                    nodes += proof.nodes
                if upper <= -value:
                    break
            line.append(column)
            position, value, columns = child, -value, {}
        return tuple(line), nodes

    # Many positions

    def solve_many(
        self,
        positions: Sequence[Position],
        weak: bool = False,
        fresh: bool = False,
        cancel: Stopper | None = None,
        on_progress: OnCount | None = None,
    ) -> list[Score | Bounds]:
        """Solve many positions on all cores; the results come in the order of the positions.

        With `fresh` each position is solved with a cold table, for benchmarks. `on_progress` is
        told how many are done, and of how many. After a cancel, what is not proved has wide
        bounds.
        """
        return [
            proof.result for proof in self.prove_many(positions, weak, fresh, cancel, on_progress)
        ]

    def prove_many(
        self,
        positions: Sequence[Position],
        weak: bool = False,
        fresh: bool = False,
        cancel: Stopper | None = None,
        on_progress: OnCount | None = None,
    ) -> list[Proof]:
        """Do what `solve_many` does, and say how many nodes each took."""
        proofs: dict[int, Proof] = {}
        waiting: dict[Rules, list[int]] = {}
        for index, position in enumerate(positions):
            require_solvable(position)
            known = self._look_up(position)
            if known is not None:
                proofs[index] = Proof(Score(known, position), 0, 0.0)
            else:
                waiting.setdefault(position.rules, []).append(index)
        for rules, indices in waiting.items():
            batch = Batch(rules, [positions[index] for index in indices], weak, fresh)
            before = len(proofs)

            def glance(batch: Batch = batch, before: int = before) -> None:
                if on_progress:
                    on_progress(before + batch.done, len(positions))

            with self._lock:
                self._run(batch, cancel, glance)
            proofs.update(zip(indices, batch.proofs(), strict=True))
            glance()
        return [proofs[index] for index in range(len(positions))]

    def _run(self, batch: Batch, cancel: Stopper | None, glance: Callable[[], None]) -> None:
        """Let threads take chunks of a batch until none is left."""
        count = 1 if batch.fresh else min(self.threads, max(1, len(batch.positions) // 2))
        desks = self._prepare(batch.rules, count)
        chunk = max(1, min(CHUNK, len(batch.positions) // (4 * count)))
        lock = threading.Lock()

        def work(desk: Words) -> None:
            while not desk[STOP]:
                with lock:
                    low = batch.taken
                    batch.taken = high = min(low + chunk, len(batch.positions))
                    if batch.fresh:
                        self._make_room(desk, high - low)
                if low == high:
                    return
                self._prove_arrays(batch, low, high, desk)
                with lock:
                    batch.done += high - low

        if len(batch.positions) <= chunk and cancel is None:
            work(desks[0])
            return
        run_together(
            [lambda desk=desk: work(desk) for desk in desks],  # type: ignore[misc]
            desks,
            first_ends_all=False,
            cancel=cancel,
            glance=glance,
        )

    def _prove_arrays(self, batch: Batch, low: int, high: int, desk: Words) -> None:
        """Prove a part of a batch in one kernel call."""
        kernels, board = kernels_for(batch.rules, self._ideas)
        mine, filled, lower, upper, nodes = (
            array[low:high]
            for array in (batch.mine, batch.filled, batch.lower, batch.upper, batch.nodes)
        )
        weak, fresh = int(batch.weak), int(batch.fresh)
        kernels.prove_all(mine, filled, weak, fresh, address(desk), lower, upper, nodes, board)

    def _make_room(self, desk: Words, count: int) -> None:
        """Make sure that `count` more epochs can be told apart, and begin a new one."""
        self._table.epoch = int(desk[EPOCH])
        self._table.forget(count)
        desk[EPOCH] = self._table.epoch


def address(desk: Words) -> int:
    """Return the address of a desk; its owner keeps it alive while kernels use it."""
    return int(desk.ctypes.data)


def require_solvable(position: Position) -> None:
    """Raise if a position cannot be solved."""
    rules = position.rules
    if rules.plays_on or rules.slips:
        raise UnsupportedError(
            f"the solver knows the standard rules only, not the variant {position.variant}"
        )
    if has_four(position.mine, rules):
        raise InputError("the side to move has a four already; that cannot come from a game")


def _single(cells: int) -> Iterator[int]:
    """Take a set of cells apart."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


def _refuse_stopped(proof: Proof, floor: int, ceiling: int) -> None:
    """Raise if a proof has ended before it had settled what lies within its window."""
    lower, upper = proof.result.lower, proof.result.upper
    if floor < upper and lower < min(upper, ceiling):
        raise Cancelled("stopped before every column was proved")
