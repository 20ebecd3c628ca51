"""The engine of a solver: the kernels, one table, and as many threads as it is given."""

import os
import threading
import time
from collections.abc import Callable

from fourscore.core.bitboard import Rules
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.solver.batch import Batch
from fourscore.solver.claims import new_claims
from fourscore.solver.memory import Words
from fourscore.solver.negamax import ALL_IDEAS, Ideas
from fourscore.solver.parallel import Stopper, run_in_threads
from fourscore.solver.prove import kernels_for
from fourscore.solver.score import Proof, make_result
from fourscore.solver.table import Table
from fourscore.solver.workspace import (
    CLAIMS,
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
    address,
    new_workspace,
)

__all__ = ["Engine", "OnProof"]

ALONE = 60_000
"""Nodes that the caller's own thread searches before others are started."""
CHUNK = 64
"""Positions that a thread takes from a batch at once."""

OnProof = Callable[[Proof], None]


class Engine:
    """Proves scores within windows and budgets, and remembers what it has proved.

    One call at a time: whoever shares an engine between threads locks it.
    """

    def __init__(
        self, megabytes: float, threads: int | None = None, ideas: Ideas = ALL_IDEAS
    ) -> None:
        if threads is not None and threads < 1:
            raise InputError(f"a solver with {threads} threads cannot work")
        self.threads = threads or os.cpu_count() or 1
        self.table = Table(megabytes)
        self._ideas = ideas
        self._workspaces: list[Words] = []
        self._rules: Rules | None = None

    def warm(self, rules: Rules) -> None:
        """Compile the kernels for boards of one size, or load them from disk."""
        self.prove(Position(0, 0, rules), nodes=1)
        (workspace,) = self._prepare(rules, 1)
        self._prove_part(Batch(rules, [], weak=False, fresh=False), 0, 0, workspace)

    # One position

    def prove(
        self,
        position: Position,
        window: tuple[int, int] = WHOLE,
        nodes: int | None = None,
        seconds: float | None = None,
        weak: bool = False,
        cancel: Stopper | None = None,
        on_progress: OnProof | None = None,
    ) -> Proof:
        """Prove as much of a score as lies within a window."""
        start = time.perf_counter()
        workspaces = self._prepare(position.rules, self.threads)
        kernels, board = kernels_for(position.rules, self._ideas)
        mine, filled, budget = position.mine, position.filled, UNLIMITED if nodes is None else nodes

        def search(workspace: Words, limit: int, quick: int) -> None:
            workspace[LIMIT] = limit
            workspace[LOWER], workspace[UPPER] = window
            kernels.prove(address(workspace), mine, filled, int(weak), quick, board)

        def proof() -> Proof:
            lower = max(int(workspace[LOWER]) for workspace in workspaces)
            upper = min(int(workspace[UPPER]) for workspace in workspaces)
            total = sum(int(workspace[NODES]) for workspace in workspaces)
            result = make_result(lower, upper, position)
            return Proof(result, total, time.perf_counter() - start)

        first = workspaces[0]
        search(first, min(ALONE, budget), 1)
        if not first[REACHED] or budget <= ALONE:
            return proof()
        first[REACHED] = 0
        if len(workspaces) > 1:
            claims = new_claims()
            for workspace in workspaces:
                workspace[CLAIMS] = address(claims)
        share = (budget - ALONE) // (1 if budget == UNLIMITED else len(workspaces))

        def task(workspace: Words) -> Callable[[], None]:
            return lambda: search(workspace, share + int(workspace[NODES]), 0)

        run_in_threads(
            [task(workspace) for workspace in workspaces],
            workspaces,
            first_ends_all=True,
            seconds=seconds,
            cancel=cancel,
            while_waiting=(lambda: on_progress(proof())) if on_progress else None,
        )
        return proof()

    def _prepare(self, rules: Rules, count: int) -> list[Words]:
        """Return clean workspaces for boards of one size."""
        table = self.table
        table.prepare(rules)
        if rules != self._rules:
            self._workspaces, self._rules = [], rules
        while len(self._workspaces) < count:
            self._workspaces.append(new_workspace(rules))
        for workspace in self._workspaces[:count]:
            workspace[[NODES, STOP, REACHED, CLAIMS]] = 0
            workspace[LIMIT] = UNLIMITED
            workspace[LOWER], workspace[UPPER] = WHOLE
            workspace[TABLE], workspace[SHIFT] = table.base, table.shift
            workspace[EPOCH] = table.epoch
        return self._workspaces[:count]

    # Many positions

    def prove_batch(
        self, batch: Batch, cancel: Stopper | None, while_waiting: Callable[[], None]
    ) -> None:
        """Let threads take chunks of a batch until none is left."""
        count = len(batch.positions)
        threads = 1 if batch.fresh else min(self.threads, max(1, count // 2))
        chunk = max(1, min(CHUNK, count // (4 * threads)))
        workspaces = self._prepare(batch.rules, threads)
        lock = threading.Lock()

        def work(workspace: Words) -> None:
            while not workspace[STOP]:
                with lock:
                    low = batch.taken
                    batch.taken = high = min(low + chunk, count)
                    if batch.fresh:
                        self._make_room(workspace, high - low)
                if low == high:
                    return
                self._prove_part(batch, low, high, workspace)
                with lock:
                    batch.done += high - low

        if count <= chunk and cancel is None:
            work(workspaces[0])
            return

        def task(workspace: Words) -> Callable[[], None]:
            return lambda: work(workspace)

        run_in_threads(
            [task(workspace) for workspace in workspaces],
            workspaces,
            first_ends_all=False,
            cancel=cancel,
            while_waiting=while_waiting,
        )

    def _prove_part(self, batch: Batch, low: int, high: int, workspace: Words) -> None:
        """Prove a part of a batch in one kernel call."""
        kernels, board = kernels_for(batch.rules, self._ideas)
        part, weak, fresh = batch.part(low, high), int(batch.weak), int(batch.fresh)
        kernels.prove_all(address(workspace), part, weak, fresh, board)

    def _make_room(self, workspace: Words, count: int) -> None:
        """Start a new epoch, with room for `count` more."""
        self.table.epoch = int(workspace[EPOCH])
        self.table.forget(count)
        workspace[EPOCH] = self.table.epoch
