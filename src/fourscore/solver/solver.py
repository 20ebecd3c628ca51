"""`Solver`: exact scores for people; the engine does the work."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any, Protocol, TypeVar, overload

from fourscore.core.bitboard import Rules, has_four
from fourscore.core.conversion import as_positions
from fourscore.core.position import Position, PositionLike
from fourscore.errors import Cancelled, InputError, UnsupportedError
from fourscore.solver.batch import Batch
from fourscore.solver.engine import Engine, OnProof, refuse
from fourscore.solver.negamax import ALL_IDEAS, Ideas
from fourscore.solver.parallel import Stopper
from fourscore.solver.prove import FULL, IMPOSSIBLE_POSITION, UNFINISHED
from fourscore.solver.score import Analysis, Bounds, Proof, Score, score_of
from fourscore.solver.workspace import WHOLE

__all__ = ["Book", "Budget", "Solver"]

MEGABYTES = 64
"""The default size of a solver's table; bitbully's takes 96."""
LATE = 28
"""Discs from which on a search takes less time than reading the moves; no book goes so far."""


class Book(Protocol):
    """Scores known beforehand."""

    @property
    def plies(self) -> int:
        """The most discs of a position that it knows."""

    def lookup(self, position: Position) -> int | None:
        """Return the exact score of a position, or None if the book does not have it."""


class Budget(Protocol):
    """How much a proof may cost; `fourscore.Limit` is one."""

    @property
    def nodes(self) -> int | None: ...
    @property
    def seconds(self) -> float | None: ...


OnCount = Callable[[int, int], None]
Found = TypeVar("Found")


class Solver:
    """Proves scores, and remembers what it has proved.

    It owns a table of `megabytes` and may be shared by threads: it answers one call at a time,
    with as many threads of its own as it was given, by default one a core. It looks positions up
    in `book` first, if it has one; `ideas` leaves out parts of the search, to measure them.

    >>> solver = Solver(megabytes=1, threads=1)
    >>> print(solver.solve("44444455555526"))
    wins in 1
    """

    def __init__(
        self,
        megabytes: float = MEGABYTES,
        threads: int | None = None,
        book: Book | None = None,
        ideas: Ideas = ALL_IDEAS,
    ) -> None:
        is_number = isinstance(megabytes, int | float) and not isinstance(megabytes, bool)
        if not is_number or not isfinite(megabytes):
            raise InputError(f"{megabytes!r} is not a number of megabytes")
        if not isinstance(threads, int | None):
            raise InputError(f"{threads!r} is not a number of threads")
        self._settings = (megabytes, threads, book, ideas)
        self.book = book
        """The opening book that it looks up first, if there is one."""
        self._book_plies = -1 if book is None else book.plies
        self._engine = Engine(megabytes, threads, ideas)
        self._lock = threading.RLock()

    def __reduce__(self) -> tuple[type["Solver"], tuple[Any, ...]]:
        """Pickle the settings: what has been proved stays behind."""
        return Solver, self._settings

    @property
    def threads(self) -> int:
        """How many threads it uses."""
        return self._engine.threads

    @property
    def megabytes(self) -> float:
        """The size of the table: the largest power of two within what was allowed."""
        return self._engine.table.megabytes

    def reset(self) -> None:
        """Forget everything proved so far."""
        with self._lock:
            self._engine.forget()

    def warm(self, position: Position | None = None) -> None:
        """Load the machine code that a position of this size needs."""
        position = position or Position()
        require_standard(position)
        with self._lock:
            self._engine.warm(position.rules)

    # One position

    @overload
    def solve(self, position: PositionLike, *, on_progress: OnProof | None = None) -> Score: ...

    @overload
    def solve(
        self,
        position: PositionLike,
        limit: Budget | None = None,
        weak: bool = False,
        cancel: Stopper | None = None,
        on_progress: OnProof | None = None,
    ) -> Score | Bounds: ...

    def solve(
        self,
        position: PositionLike,
        limit: Budget | None = None,
        weak: bool = False,
        cancel: Stopper | None = None,
        on_progress: OnProof | None = None,
    ) -> Score | Bounds:
        """Prove the score of a position.

        With `weak` it is enough to know who wins: the result has a `sign`. A limit or a cancel
        may end the proof early; the result is then `Bounds`, as narrow as was proved.
        """
        is_whole = limit is None and cancel is None and not weak
        if is_whole and type(position) is str and len(position) >= LATE and position.isascii():
            score = self._solve_moves(position)
            if score is not None:
                return score
        if type(position) is not Position:
            position = Position(position)
        if is_whole:
            score = self._solve_at_once(position)
            if score is not None:
                return score
        return self.prove(position, limit, weak, cancel, on_progress).result

    def _solve_moves(self, moves: str) -> Score | None:
        """Return a score that is soon found, for a text of digits alone; reading is part of it."""
        engine = self._engine
        with self._lock:
            if engine.score_moves is None:
                return None
            found = engine.score_moves(moves)
            return engine.scores[len(moves)][found] if found > UNFINISHED else None

    def _solve_at_once(self, position: Position) -> Score | None:
        """Return a score that is in the book or soon found."""
        engine, filled = self._engine, position.filled
        discs = filled.bit_count()
        if discs <= self._book_plies:
            known = self._look_up(position)
            if known is not None:
                return score_of(known, position)
        with self._lock:
            if position.rules is not engine.rules:
                self.warm(position)
            found = engine.score(position.mine, filled)
            if found > UNFINISHED:
                return engine.scores[discs][found]
        refuse(found)
        return None

    def prove(
        self,
        position: PositionLike,
        limit: Budget | None = None,
        weak: bool = False,
        cancel: Stopper | None = None,
        on_progress: OnProof | None = None,
    ) -> Proof:
        """Do the same as `solve`, and report what it took."""
        position = Position(position)
        require_solvable(position)
        _require_budget(limit)
        known = self._look_up(position)
        if known is not None:
            return Proof(score_of(known, position), 0, 0.0)
        nodes = limit.nodes if limit else None
        seconds = limit.seconds if limit else None
        with self._lock:
            return self._engine.prove(
                position, WHOLE, nodes, seconds, weak, cancel=cancel, on_progress=on_progress
            )

    def _look_up(self, position: Position) -> int | None:
        return self.book.lookup(position) if self.book else None

    # Every column

    def columns(
        self,
        position: PositionLike,
        on_progress: OnCount | None = None,
        cancel: Stopper | None = None,
    ) -> dict[int, Score]:
        """Score every column, without the line that `analyse` finds."""
        if type(position) is not Position:
            position = Position(position)
        return self._columns(position, on_progress, cancel)[0]

    def analyse(
        self,
        position: PositionLike,
        on_progress: OnCount | None = None,
        cancel: Stopper | None = None,
    ) -> Analysis:
        """Score every column; the line that both sides would play is found when asked for.

        `on_progress` receives the number of columns done and the number of columns. Raises
        `Cancelled` if cancelled before every column is proved.
        """
        start = self._engine.clock.now()
        at = Position(position)
        columns, nodes = self._columns(at, on_progress, cancel)
        score = max(columns.values()) if columns else self.solve(at)
        seconds = self._engine.clock.now() - start
        return Analysis(at, score, columns, nodes, seconds, lambda: self._line(at, columns))

    def _columns(
        self, position: Position, on_progress: OnCount | None, cancel: Stopper | None
    ) -> tuple[dict[int, Score], int]:
        engine, filled = self._engine, position.filled
        discs = filled.bit_count()
        with self._lock:
            if position.rules is not engine.rules:
                self.warm(position)
            found = None
            if discs > self._book_plies:
                found = engine.score_columns(position.mine, filled)
            if found is not None:
                scores = engine.scores[discs]
                return {
                    column: scores[value] for column, value in enumerate(found) if value != FULL
                }, engine.nodes
        return self._prove_columns(position, on_progress, cancel)

    def _prove_columns(
        self, position: Position, on_progress: OnCount | None, cancel: Stopper | None
    ) -> tuple[dict[int, Score], int]:
        """Score one column after the other, with the book and all threads."""
        nodes = 0
        columns: dict[int, Score] = {}
        legal = position.legal
        for column in position.legal_from_centre():
            child = position.play(column)
            value = self._look_up(child)
            if value is None:
                floor = self._floor(child)
                with self._lock:
                    proof = self._engine.prove(child, (floor, WHOLE[1]), cancel=cancel)
                _refuse_stopped(proof, floor, WHOLE[1])
                nodes += proof.nodes
                value = max(proof.result.lower, floor)
            columns[column] = score_of(-value, position)
            if on_progress:
                on_progress(len(columns), len(legal))
        return {column: columns[column] for column in legal}, nodes

    def _floor(self, position: Position) -> int:
        """Bound a score from below: no move gains more than the position before it was worth."""
        if self.book is None:
            return WHOLE[0]
        theirs, rules = position.mine ^ position.filled, position.rules
        known = (
            self._look_up(Position.from_bitboards(theirs ^ disc, position.filled ^ disc, rules))
            for disc in _single(theirs & ~(position.filled >> 1))
        )
        return max((-score for score in known if score is not None), default=WHOLE[0])

    def _line(self, position: Position, columns: Mapping[int, Score]) -> tuple[int, ...]:
        """Follow the moves that keep the score to the end."""
        line: list[int] = []
        value = max(columns.values(), default=score_of(0, position)).value
        while legal := position.legal_from_centre():
            if line:
                column = next(each for each in legal if self._keeps(position.play(each), value))
            else:
                column = next(each for each in legal if columns[each].value == value)
            line.append(column)
            position, value = position.play(column), -value
        return tuple(line)

    def _keeps(self, child: Position, value: int) -> bool:
        """Return whether a position is worth no more to its mover than the negative of `value`."""
        known = self._look_up(child)
        if known is None:
            with self._lock:
                proof = self._engine.prove(child, (-value, 1 - value))
            known = proof.result.upper
        return known <= -value

    # Many positions

    def solve_many(
        self,
        positions: Iterable[PositionLike],
        weak: bool = False,
        cancel: Stopper | None = None,
        on_progress: OnCount | None = None,
    ) -> list[Score | Bounds]:
        """Solve many positions on all cores; the results come in the order of the positions.

        `on_progress` receives the number of positions done and their total. After a cancel,
        positions that are not proved have wide bounds.
        """
        return self._prove_batches(Batch.results, positions, weak, cancel, on_progress)

    def prove_many(
        self,
        positions: Iterable[PositionLike],
        weak: bool = False,
        cancel: Stopper | None = None,
        on_progress: OnCount | None = None,
    ) -> list[Proof]:
        """Do the same as `solve_many`, and report the nodes of each."""

        def proofs(batch: Batch) -> list[Proof]:
            return batch.proofs()

        known = self._prove_batches(proofs, positions, weak, cancel, on_progress)
        return [each if isinstance(each, Proof) else Proof(each, 0, 0.0) for each in known]

    def _prove_batches(
        self,
        read: Callable[[Batch], Sequence[Found]],
        positions: Iterable[PositionLike],
        weak: bool,
        cancel: Stopper | None,
        on_progress: OnCount | None,
    ) -> list[Found | Score]:
        """Look up what the book has, and prove the rest size by size."""
        positions = as_positions(positions)
        known, waiting = self._sort(positions)
        found: dict[int, Found | Score] = dict(known)
        results: Sequence[Found | Score] = ()
        for rules, indices in waiting.items():
            alone = len(indices) == len(positions)
            chosen = positions if alone else [positions[index] for index in indices]
            batch = Batch(rules, chosen, weak)
            before, total = len(found), len(positions)

            def report(batch: Batch = batch, before: int = before, total: int = total) -> None:
                if on_progress:
                    on_progress(before + batch.done, total)

            with self._lock:
                self._engine.prove_batch(batch, cancel, report)
            report()
            results = read(batch)
            if alone:
                return list(results)
            found.update(zip(indices, results, strict=True))
        return [found[index] for index in range(len(positions))]

    def _sort(
        self, positions: Sequence[Position]
    ) -> tuple[dict[int, Score], dict[Rules, Sequence[int]]]:
        """Return the scores that the book has, and where the other positions are, by size."""
        rules = positions[0].rules if positions else None
        others = [
            each
            for each in positions
            if each.rules is not rules or each.filled.bit_count() <= self._book_plies
        ]
        if rules and not others:
            require_standard(positions[0])
            return {}, {rules: range(len(positions))}
        known: dict[int, Score] = {}
        waiting: dict[Rules, list[int]] = {}
        for index, position in enumerate(positions):
            require_standard(position)
            value = self._look_up(position)
            if value is not None:
                known[index] = score_of(value, position)
            else:
                waiting.setdefault(position.rules, []).append(index)
        return known, dict(waiting)


def _require_budget(limit: object) -> None:
    if limit is not None and not (hasattr(limit, "nodes") and hasattr(limit, "seconds")):
        raise InputError(f"{limit!r} is not a limit; write Limit(seconds=1), for example")
    for name in ("depth", "playouts"):
        if getattr(limit, name, None) is not None:
            raise InputError(f"a proof has no {name}: limit it by nodes or seconds")


def require_solvable(position: Position) -> None:
    """Raise if a position cannot be solved."""
    require_standard(position)
    if has_four(position.mine, position.rules):
        raise InputError(IMPOSSIBLE_POSITION)


def require_standard(position: Position) -> None:
    """Raise if a position has other rules than the solver."""
    rules = position.rules
    if rules.plays_on or rules.slips:
        raise UnsupportedError(
            f"the solver knows the standard rules only, not the variant {position.variant}"
        )


def _single(cells: int) -> Iterator[int]:
    """Yield the cells of a set one by one."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


def _refuse_stopped(proof: Proof, floor: int, ceiling: int) -> None:
    """Raise if a proof ended before it settled what lies within its window."""
    lower, upper = proof.result.lower, proof.result.upper
    if floor < upper and lower < min(upper, ceiling):
        raise Cancelled("stopped before every column was proved")
