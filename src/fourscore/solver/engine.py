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
from fourscore.solver.memory import Words, address_of
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
    STOP,
    UNLIMITED,
    UPPER,
    WHOLE,
    Workspace,
    clear,
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
        self._workspaces: list[Workspace] = []
        self._rules: Rules | None = None

    def warm(self, rules: Rules) -> None:
        """Compile the kernels for boards of one size, or load them from disk."""
        self.prove(Position.from_bitboards(0, 0, rules), nodes=1)
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
        every = [workspace.words for workspace in workspaces]
        kernels, board = kernels_for(position.rules, self._ideas)
        mine, filled, budget = position.mine, position.filled, UNLIMITED if nodes is None else nodes

        def search(workspace: Workspace, limit: int, quick: int) -> None:
            words, address = workspace
            words[LIMIT] = limit
            words[LOWER], words[UPPER] = window
            kernels.prove(address, mine, filled, int(weak), quick, board)

        def proof() -> Proof:
            lower = max(int(words[LOWER]) for words in every)
            upper = min(int(words[UPPER]) for words in every)
            total = sum(int(words[NODES]) for words in every)
            result = make_result(lower, upper, position)
            return Proof(result, total, time.perf_counter() - start)

        search(workspaces[0], min(ALONE, budget), 1)
        if not every[0][REACHED] or budget <= ALONE:
            return proof()
        every[0][REACHED] = 0
        if len(every) > 1:
            claims = new_claims()
            for words in every:
                words[CLAIMS] = address_of(claims)
        share = (budget - ALONE) // (1 if budget == UNLIMITED else len(every))

        def task(workspace: Workspace) -> Callable[[], None]:
            return lambda: search(workspace, share + int(workspace.words[NODES]), 0)

        run_in_threads(
            [task(workspace) for workspace in workspaces],
            every,
            first_ends_all=True,
            seconds=seconds,
            cancel=cancel,
            while_waiting=(lambda: on_progress(proof())) if on_progress else None,
        )
        return proof()

    def _prepare(self, rules: Rules, count: int) -> list[Workspace]:
        """Return clean workspaces for boards of one size."""
        self.table.prepare(rules)
        if rules != self._rules:
            self._workspaces, self._rules = [], rules
        while len(self._workspaces) < count:
            self._workspaces.append(new_workspace(rules))
        for workspace in self._workspaces[:count]:
            clear(workspace, self.table)
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

        def work(workspace: Workspace) -> None:
            while not workspace.words[STOP]:
                with lock:
                    low = batch.taken
                    batch.taken = high = min(low + chunk, count)
                    if batch.fresh:
                        self._make_room(workspace.words, high - low)
                if low == high:
                    return
                self._prove_part(batch, low, high, workspace)
                with lock:
                    batch.done += high - low

        if count <= chunk and cancel is None:
            work(workspaces[0])
            return

        def task(workspace: Workspace) -> Callable[[], None]:
            return lambda: work(workspace)

        run_in_threads(
            [task(workspace) for workspace in workspaces],
            [workspace.words for workspace in workspaces],
            first_ends_all=False,
            cancel=cancel,
            while_waiting=while_waiting,
        )

    def _prove_part(self, batch: Batch, low: int, high: int, workspace: Workspace) -> None:
        """Prove a part of a batch in one kernel call."""
        kernels, board = kernels_for(batch.rules, self._ideas)
        part, weak, fresh = batch.part(low, high), int(batch.weak), int(batch.fresh)
        kernels.prove_all(workspace.address, part, weak, fresh, board)

    def _make_room(self, words: Words, count: int) -> None:
        """Start a new epoch, with room for `count` more."""
        self.table.epoch = int(words[EPOCH])
        self.table.forget(count)
        words[EPOCH] = self.table.epoch
