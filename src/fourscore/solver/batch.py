"""Many positions as arrays, and what has been proved of them."""

from collections.abc import Sequence

import numpy as np

from fourscore.core.bitboard import Rules
from fourscore.core.position import Position
from fourscore.solver.negamax import WHOLE
from fourscore.solver.score import Proof, make_result

__all__ = ["Batch"]


class Batch:
    """Positions of one size; `taken` are in work, `done` are done."""

    def __init__(
        self, rules: Rules, positions: Sequence[Position], weak: bool, fresh: bool
    ) -> None:
        self.rules, self.positions, self.weak, self.fresh = rules, positions, weak, fresh
        self.mine = np.array([each.mine for each in positions], dtype=np.int64)
        self.filled = np.array([each.filled for each in positions], dtype=np.int64)
        self.lower = np.full(len(positions), WHOLE[0], dtype=np.int64)
        self.upper = np.full(len(positions), WHOLE[1], dtype=np.int64)
        self.nodes = np.zeros(len(positions), dtype=np.int64)
        self.taken = self.done = 0

    def proofs(self) -> list[Proof]:
        """Return what has been proved so far, in the order of the positions."""
        rows = zip(self.lower, self.upper, self.nodes, self.positions, strict=True)
        return [
            Proof(make_result(int(lower), int(upper), position), int(nodes), 0.0)
            for lower, upper, nodes, position in rows
        ]
