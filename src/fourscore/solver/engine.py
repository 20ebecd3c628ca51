"""The engine of a solver: the kernels, one table, and as many threads as it is given."""

import os
import threading
from collections.abc import Callable
from typing import cast

from fourscore.core.bitboard import Rules
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.jit.kernel import Kernel
from fourscore.jit.memory import address_of
from fourscore.runtime.time_source import SYSTEM_TIME, TimeSource
from fourscore.solver.batch import Batch
from fourscore.solver.claims import new_claims
from fourscore.solver.negamax import ALL_IDEAS, Ideas
from fourscore.solver.parallel import Stopper, run_in_threads
from fourscore.solver.prove import (
    ALONE,
    IMPOSSIBLE,
    IMPOSSIBLE_POSITION,
    STANDARD_RULES,
    UNFINISHED,
    kernels_for,
)
from fourscore.solver.score import Proof, make_result, scores_at
from fourscore.solver.table import Table
from fourscore.solver.workspace import (
    CLAIMS,
    LIMIT,
    LOWER,
    NODES,
    REACHED,
    SCORES,
    STOP,
    UNLIMITED,
    UPPER,
    WHOLE,
    Workspace,
    clear,
    new_workspace,
)

__all__ = ["Engine", "OnProof", "refuse"]

SMALL_MB = 0.25
CHUNK = 64
"""Positions that a thread takes from a batch at once."""

OnProof = Callable[[Proof], None]


class Engine:
    """Proves scores within windows and budgets, and remembers what it has proved.

    One call at a time: whoever shares an engine between threads locks it.
    """

    def __init__(
        self,
        megabytes: float,
        threads: int | None = None,
        ideas: Ideas = ALL_IDEAS,
        clock: TimeSource = SYSTEM_TIME,
    ) -> None:
        if threads is not None and threads < 1:
            raise InputError(f"a solver needs at least one thread, not {threads}")
        self.threads = threads or os.cpu_count() or 1
        self.table = Table(megabytes)
        self._small = self.table
        """The table for end games."""
        self._ideas, self.clock = ideas, clock
        self._workspaces: list[Workspace] = []
        self.nodes = 0
        """The nodes of the last `score_columns`."""
        self.rules: Rules | None = None
        """The size it is prepared for."""
        self.score_moves: Callable[[str], int] | None = None
        """Scores a move string; `UNFINISHED` if it is none. Only on the standard board."""

    def warm(self, rules: Rules) -> None:
        """Load the machine code for boards of one size."""
        self._open(rules)

    def _open(self, rules: Rules) -> None:
        """Prepare for boards of one size; entries of another size are lost."""
        if rules == self.rules:
            self.rules = rules
            return
        self.rules = None  # until all is there: Ctrl-C may come in between
        self.table.prepare(rules)
        self._small = Table(min(SMALL_MB, self.table.megabytes))
        if self._small.can_hold(rules):
            self._small.prepare(rules)
        else:
            self._small = self.table
        self._workspaces = [new_workspace(rules)]
        self._first = self._workspaces[0]
        words, address = self._first
        kernels, board = kernels_for(rules, self._ideas)
        prove, prove_all, score, score_columns, score_moves = cast("tuple[Kernel, ...]", kernels)
        self._prove = prove.bind(board, rest=(0, 0, 0, 0, 0))
        self._prove_all = prove_all.bind(board, rest=(0, 0, 0, 0, 0))
        self.score: Callable[[int, int], int] = score.bind(board, address, rest=(0, 0))
        """Score `mine` and `filled` at once; `UNFINISHED` if the search has just begun."""
        self._score_columns = score_columns.bind(board, address, rest=(0, 0))
        is_standard = rules == STANDARD_RULES
        self.score_moves = score_moves.bind(board, address, rest=("",)) if is_standard else None
        self._column_scores = words[SCORES : SCORES + rules.width]
        cells = rules.width * rules.height
        self.scores = [scores_at(discs, cells) for discs in range(cells + 1)]
        """The scores of positions, by their discs and their value."""
        clear(self._first, self.table, self._small)
        self.rules = rules

    def forget(self) -> None:
        """Forget everything proved so far."""
        self.table.forget()
        if self._small is not self.table:
            self._small.forget()
        if self._workspaces:
            clear(self._first, self.table, self._small)

    def score_columns(self, mine: int, filled: int) -> list[int] | None:
        """Score every column at once; None if the search has just begun.

        A column that cannot be played has `FULL`.
        """
        self.nodes = self._score_columns(mine, filled)
        if self.nodes > UNFINISHED:
            return self._column_scores.tolist()
        refuse(self.nodes)
        return None

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
        start = self.clock.now()
        workspaces = self._prepare(position.rules, self.threads)
        every = [workspace.words for workspace in workspaces]
        mine, filled, budget = position.mine, position.filled, UNLIMITED if nodes is None else nodes

        def search(workspace: Workspace, limit: int, quick: int) -> None:
            words, address = workspace
            words[LIMIT] = limit
            words[LOWER], words[UPPER] = window
            self._prove(address, mine, filled, int(weak), quick)

        def proof() -> Proof:
            lower = max(words[LOWER] for words in every)
            upper = min(words[UPPER] for words in every)
            total = sum(words[NODES] for words in every)
            result = make_result(lower, upper, position)
            return Proof(result, total, self.clock.now() - start)

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
            return lambda: search(workspace, share + workspace.words[NODES], 0)

        run_in_threads(
            [task(workspace) for workspace in workspaces],
            every,
            first_ends_all=True,
            seconds=seconds,
            clock=self.clock,
            cancel=cancel,
            while_waiting=(lambda: on_progress(proof())) if on_progress else None,
        )
        return proof()

    def _prepare(self, rules: Rules, count: int) -> list[Workspace]:
        """Return clean workspaces for boards of one size."""
        if rules is not self.rules:
            self._open(rules)
        while len(self._workspaces) < count:
            self._workspaces.append(new_workspace(rules))
        for workspace in self._workspaces[:count]:
            clear(workspace, self.table, self._small)
        return self._workspaces[:count]

    # Many positions

    def prove_batch(
        self, batch: Batch, cancel: Stopper | None, while_waiting: Callable[[], None]
    ) -> None:
        """Begin alone; then let threads take chunks of a batch until none is left."""
        count = len(batch.positions)
        threads = min(self.threads, max(1, count // 2))
        workspaces = self._prepare(batch.rules, threads)
        words = workspaces[0].words
        words[LIMIT] = ALONE
        batch.taken = batch.done = self._prove_part(batch, 0, count, workspaces[0])
        if batch.done == count:
            return
        words[LIMIT], words[REACHED] = UNLIMITED, 0
        chunk = max(1, min(CHUNK, (count - batch.done) // (4 * threads)))
        lock = threading.Lock()

        def work(workspace: Workspace) -> None:
            while not workspace.words[STOP]:
                with lock:
                    low = batch.taken
                    batch.taken = high = min(low + chunk, count)
                if low == high:
                    return
                self._prove_part(batch, low, high, workspace)
                with lock:
                    batch.done += high - low

        def task(workspace: Workspace) -> Callable[[], None]:
            return lambda: work(workspace)

        run_in_threads(
            [task(workspace) for workspace in workspaces],
            [workspace.words for workspace in workspaces],
            first_ends_all=False,
            cancel=cancel,
            while_waiting=while_waiting,
        )

    def _prove_part(self, batch: Batch, low: int, high: int, workspace: Workspace) -> int:
        """Prove a part of a batch in one kernel call; return how many are done."""
        part = batch.address(low), batch.spacing, high - low
        done: int = self._prove_all(workspace.address, *part, int(batch.weak))
        return done


def refuse(found: int) -> None:
    """Raise if a position cannot come from a game."""
    if found == IMPOSSIBLE:
        raise InputError(IMPOSSIBLE_POSITION)
