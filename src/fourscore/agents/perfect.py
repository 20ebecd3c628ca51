"""The perfect player: it plays what the solver has proved to be best."""

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from fourscore.book import default_book
from fourscore.core.position import Position
from fourscore.search.control import Cancel, Stopwatch
from fourscore.search.types import (
    Bound,
    Limit,
    OnProgress,
    Report,
    Value,
    centre_first,
    refuse_finished,
)
from fourscore.solver import Bounds, Proof, Score, Solver

__all__ = ["TIEBREAKS", "Perfect", "forget", "what_is_left"]

TIEBREAKS = ("centre", "random")
"""Which of several best columns is played: the one nearest the centre, the left one of two, or
one drawn from the seed and the position."""


@cache
def _shared_solver(book: bool) -> Solver:
    """One table for all perfect players of a process; on one thread, for many may play at once."""
    return Solver(threads=1, book=default_book() if book else None)


def forget() -> None:
    """Let go of the solvers that the perfect players of this process share, and their tables."""
    _shared_solver.cache_clear()


class Perfect:
    """Scores every column exactly and plays the fastest win, else a draw, else the slowest loss.

    If a limit or a cancel ends the proof early, the column with the best proven lower bound is
    played and the report says what is bounded and what exact.

    >>> from fourscore.core.notation import read_moves
    >>> report = Perfect()(read_moves("44444455555526"), Limit())
    >>> report.column + 1, report.values[report.column].plies
    (3, 1)
    """

    def __init__(self, *, tiebreak: str = "centre", book: bool = True, seed: int = 0) -> None:
        self._tiebreak = tiebreak
        self._book = book
        self._seed = seed

    def __call__(
        self,
        position: Position,
        limit: Limit,
        *,
        cancel: Cancel | None = None,
        on_progress: OnProgress | None = None,
    ) -> Report:
        refuse_finished(position)
        solver, watch, left = _shared_solver(self._book), Stopwatch(), limit
        if limit.nodes is not None:
            # What a budget of nodes can prove must not depend on what was solved before.
            solver.reset()
        proofs: dict[int, Proof] = {}
        order = [column for column in centre_first(position.width) if column in position.legal()]
        for column in order:
            proofs[column] = solver.prove(position.play(column), left, cancel=cancel)
            left = what_is_left(limit, sum(proof.nodes for proof in proofs.values()), watch)
            if on_progress is not None:
                on_progress(self._report(position, proofs, watch))
        return self._report(position, proofs, watch)

    def _report(self, position: Position, proofs: Mapping[int, Proof], watch: Stopwatch) -> Report:
        floor = max(-proof.result.upper for proof in proofs.values())
        best = [column for column, proof in proofs.items() if -proof.result.upper == floor]
        column = best[0]
        if self._tiebreak == "random":
            column = random.Random(f"{self._seed} {position.key}").choice(sorted(best))
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


def what_is_left(limit: Limit, nodes: int, watch: Stopwatch) -> Limit:
    """Return what remains of a budget; a spent one leaves a crumb, so that bounds still come."""
    if limit.nodes is not None:
        limit = replace(limit, nodes=max(1, limit.nodes - nodes))
    if limit.seconds is not None:
        limit = replace(limit, seconds=max(1e-3, limit.seconds - watch.seconds))
    return limit


def _value(child: Score | Bounds) -> Value:
    """Turn what is proved of a child round to its parent's view."""
    if isinstance(child, Score):
        return Value(-child.value, result=-child.sign, plies=child.plies + 1)
    if child.sign is not None:
        return Value(-child.upper, Bound.LOWER, result=-child.sign)
    return Value(-child.upper, Bound.LOWER)
