"""Many positions, on all cores or each within a limit: their scores and those of all columns."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from fourscore.core.position import Position
from fourscore.errors import Cancelled
from fourscore.runtime.progress import OnCount
from fourscore.search.control import Cancel
from fourscore.search.types import Limit
from fourscore.solver import Analysis, Bounds, Score, Solver
from fourscore.solver.solver import require_solvable

__all__ = ["CHUNK", "analyse_each", "prove_columns", "solve_each"]

CHUNK = 256
"""Positions whose columns are proved together: the solver's table holds what they need."""
EASY = 20
"""With so many free cells, one kernel call for all columns is faster than a batch."""


def solve_each(
    solver: Solver,
    positions: Sequence[Position],
    limit: Limit | None,
    cancel: Cancel | None,
    report: OnCount,
) -> list[Score | Bounds]:
    """Solve positions, all cores on different ones, or with a limit all on the same one."""
    if limit is None:
        return solver.solve_many(positions, cancel=cancel, on_progress=report)
    results = []
    for count, position in enumerate(positions, start=1):
        results.append(solver.solve(position, limit, cancel=cancel))
        report(count, len(positions))
    return results


def analyse_each(
    solver: Solver,
    positions: Sequence[Position],
    limit: Limit | None,
    cancel: Cancel | None,
    report: OnCount,
) -> list[Analysis | None]:
    """Analyse positions in the same way; None for each that was cut short."""
    for position in positions:
        require_solvable(position)
    if limit is not None:
        return _one_by_one(positions, lambda each: _within(solver, each, limit, cancel), report)
    found: list[Analysis | None] = []
    for low in range(0, len(positions), CHUNK):
        chunk = positions[low : low + CHUNK]

        def share(done: int, total: int, low: int = low, count: int = len(chunk)) -> None:
            report(low + count * done // total, len(positions))

        found += _together(solver, chunk, cancel, share)
        report(len(found), len(positions))
    return found


def _one_by_one(
    positions: Sequence[Position],
    analyse: Callable[[Position], Analysis | None],
    report: OnCount,
) -> list[Analysis | None]:
    found = []
    for count, position in enumerate(positions, start=1):
        found.append(analyse(position))
        report(count, len(positions))
    return found


def _together(
    solver: Solver, positions: Sequence[Position], cancel: Cancel | None, report: OnCount
) -> list[Analysis | None]:
    """Prove the columns of all positions as one batch, then read the analyses off the table."""
    nodes = prove_columns(solver, positions, cancel, report)
    return [
        _analyse(solver, position, cancel, spent)
        for position, spent in zip(positions, nodes, strict=True)
    ]


def prove_columns(
    solver: Solver,
    positions: Sequence[Position],
    cancel: Cancel | None = None,
    report: OnCount | None = None,
) -> list[int]:
    """Prove the columns of positions as one batch, for the solver's table; return the nodes.

    Where `Solver.columns` is faster, this does nothing: in positions that the book knows, whose
    own score helps, and in those that are soon proved.
    """
    columns = [position.legal if _is_hard(solver, position) else () for position in positions]
    children = [
        position.play(column)
        for position, legal in zip(positions, columns, strict=True)
        for column in legal
    ]
    proofs = iter(solver.prove_many(children, cancel=cancel, on_progress=report))
    return [sum(next(proofs).nodes for _ in legal) for legal in columns]


def _is_hard(solver: Solver, position: Position) -> bool:
    if position.width * position.height - position.ply <= EASY:
        return False
    book = solver.book
    return book is None or position.ply > book.plies or book.lookup(position) is None


def _within(
    solver: Solver, position: Position, limit: Limit, cancel: Cancel | None
) -> Analysis | None:
    """Prove the columns one after the other until the limit is used up."""
    left, nodes = limit, 0
    for column in position.legal_from_centre():
        proof = solver.prove(position.play(column), left, cancel=cancel)
        if not proof.is_exact:
            return None
        nodes += proof.nodes
        left = left.after(proof.nodes, proof.seconds)
    return _analyse(solver, position, cancel, nodes)


def _analyse(
    solver: Solver, position: Position, cancel: Cancel | None, nodes: int
) -> Analysis | None:
    if cancel is not None and cancel.cancelled:
        return None
    try:
        analysis = solver.analyse(position, cancel=cancel)
    except Cancelled:
        return None
    return replace(analysis, nodes=analysis.nodes + nodes)
