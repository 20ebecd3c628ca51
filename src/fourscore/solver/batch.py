"""Many positions as arrays, and what has been proved about them."""

from collections.abc import Sequence

import numpy as np

from fourscore.core.bitboard import Rules
from fourscore.core.position import Position
from fourscore.solver.prove import Arrays
from fourscore.solver.score import Proof, make_result
from fourscore.solver.workspace import WHOLE

__all__ = ["Batch"]


class Batch:
    """Positions of one size; `taken` are being proved or done, `done` are done."""

    def __init__(
        self, rules: Rules, positions: Sequence[Position], weak: bool, fresh: bool
    ) -> None:
        self.rules, self.positions, self.weak, self.fresh = rules, positions, weak, fresh
        count = len(positions)
        self.arrays = Arrays(
            mine=np.array([each.mine for each in positions], dtype=np.int64),
            filled=np.array([each.filled for each in positions], dtype=np.int64),
            lower=np.full(count, WHOLE[0], dtype=np.int64),
            upper=np.full(count, WHOLE[1], dtype=np.int64),
            nodes=np.zeros(count, dtype=np.int64),
        )
        self.taken = self.done = 0

    def part(self, low: int, high: int) -> Arrays:
        """Return views of a part of the arrays."""
        return Arrays(*(array[low:high] for array in self.arrays))

    def proofs(self) -> list[Proof]:
        """Return what has been proved so far, in the order of the positions."""
        arrays = self.arrays
        rows = zip(arrays.lower, arrays.upper, arrays.nodes, self.positions, strict=True)
        return [
            Proof(make_result(int(lower), int(upper), position), int(nodes), 0.0)
            for lower, upper, nodes, position in rows
        ]
