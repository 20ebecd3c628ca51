"""What a worker does for a book: prove a run of positions."""

import threading
import time
from dataclasses import dataclass
from importlib.metadata import version

import numpy as np

from fourscore.book.checkpoint import Solved
from fourscore.book.format import Numbers
from fourscore.core.position import Position
from fourscore.core.variants import make_rules
from fourscore.errors import InputError
from fourscore.solver import Solver
from fourscore.solver.board import goal_of

__all__ = ["VERSION", "Task", "solve_task"]

VERSION = version("fourscore")
"""All workers must have the builder's version."""


@dataclass(frozen=True, slots=True)
class Task:
    """A run of positions in the order of the build."""

    width: int
    height: int
    start: int
    mine: Numbers
    filled: Numbers
    megabytes: float
    """The size of each worker's table."""
    version: str = VERSION


_thread = threading.local()


def solve_task(task: Task) -> Solved:
    """Prove the scores of a run; the table stays for the next run."""
    if task.version != VERSION:
        raise InputError(f"this worker has fourscore {VERSION}, the build {task.version}")
    rules = make_rules(task.width, task.height)
    start = time.perf_counter()
    positions = [
        Position.from_bitboards(int(mine), int(filled), rules)
        for mine, filled in zip(task.mine, task.filled, strict=True)
    ]
    proofs = _solver(task.megabytes).prove_many(positions)
    scores = np.array([proof.result.lower for proof in proofs]) + goal_of(rules)
    return Solved(
        task.start,
        scores.astype(np.uint8).tobytes(),
        sum(proof.nodes for proof in proofs),
        time.perf_counter() - start,
    )


def _solver(megabytes: float) -> Solver:
    """Return this thread's solver."""
    if getattr(_thread, "megabytes", None) != megabytes:
        _thread.megabytes, _thread.solver = megabytes, Solver(megabytes, threads=1)
    solver: Solver = _thread.solver
    return solver
