"""The perfect player: plays what the solver proves to be best."""

import random
from collections.abc import Iterable, Mapping

from fourscore.book.solving import shared_solver
from fourscore.core.position import Position, require_ongoing
from fourscore.runtime.time_source import SYSTEM_TIME, TimeSource
from fourscore.search.control import Cancel, Stopwatch
from fourscore.search.types import Bound, Limit, OnProgress, Report, Value
from fourscore.solver import Bounds, Proof, Score, Solver

__all__ = ["Perfect", "draw_column"]


class Perfect:
    """Scores every column exactly and plays the fastest win, else a draw, else the slowest loss.

    Of several best columns it plays the one nearest the centre, the left one of two, or with
    ``tiebreak="random"`` one drawn from the seed and the position. If a limit or a cancel ends
    the proof early, it plays the column with the best proven lower bound, and the report says
    which values are exact.

    Without a `solver` it uses the process's shared one, on one thread: several
    players may be thinking at once, and a budget of nodes must always prove the same.

    >>> from fourscore.core.notation import read_moves
    >>> report = Perfect()(read_moves("44444455555526"), Limit())
    >>> report.column + 1, report.values[report.column].plies
    (3, 1)
    """

    def __init__(
        self,
        *,
        tiebreak: str = "centre",
        book: bool = True,
        seed: int = 0,
        solver: Solver | None = None,
    ) -> None:
        self._tiebreak = tiebreak
        self._book = book
        self._seed = seed
        self._solver = solver

    @property
    def solver(self) -> Solver:
        """The solver that proves the scores."""
        return self._solver or shared_solver(threads=1, book=self._book)

    def __call__(
        self,
        position: Position,
        limit: Limit,
        *,
        cancel: Cancel | None = None,
        on_progress: OnProgress | None = None,
        clock: TimeSource = SYSTEM_TIME,
    ) -> Report:
        require_ongoing(position)
        # A proof has neither depth nor playouts.
        limit = limit.only("nodes", "seconds")
        solver, watch, left = self.solver, Stopwatch(clock), limit
        if limit.nodes is not None:
            # What a budget of nodes proves must not depend on what was solved before.
            solver.reset()
        proofs: dict[int, Proof] = {}
        for column in position.legal_from_centre():
            proofs[column] = solver.prove(position.play(column), left, cancel=cancel)
            spent = sum(proof.nodes for proof in proofs.values())
            left = limit.after(spent, watch.seconds)
            if on_progress is not None:
                on_progress(self._report(position, proofs, watch))
        return self._report(position, proofs, watch)

    def _report(self, position: Position, proofs: Mapping[int, Proof], watch: Stopwatch) -> Report:
        floor = max(-proof.result.upper for proof in proofs.values())
        best = [column for column, proof in proofs.items() if -proof.result.upper == floor]
        column = best[0]
        if self._tiebreak == "random":
            column = draw_column(position, best, self._seed)
        values = {each: _value(proof.result) for each, proof in proofs.items()}
        chosen = values[column]
        return Report(
            column=column,
            values=dict(sorted(values.items())),
            nodes=1 + sum(proof.nodes for proof in proofs.values()),
            depth=chosen.plies or 0,
            seconds=watch.seconds,
            line=(column,),
            complete=all(proof.is_exact for proof in proofs.values()),
        )


def draw_column(position: Position, columns: Iterable[int], seed: int) -> int:
    """Return one of equally good columns, by the seed and the position."""
    return random.Random(f"{seed} {position.key}").choice(sorted(columns))


def _value(child: Score | Bounds) -> Value:
    """Return what is proved about a child from its parent's point of view."""
    if isinstance(child, Score):
        return Value(-child.value, result=-child.sign, plies=child.plies + 1)
    if child.sign is not None:
        return Value(-child.upper, Bound.LOWER, result=-child.sign)
    return Value(-child.upper, Bound.LOWER)
