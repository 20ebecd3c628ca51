"""Many positions in one piece of memory, and what has been proved about them."""

from array import array
from collections.abc import Sequence

from fourscore.core.bitboard import Rules
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.jit.memory import WORD, address_of, new_words
from fourscore.solver.prove import IMPOSSIBLE, IMPOSSIBLE_POSITION
from fourscore.solver.score import Bounds, Proof, Score, make_result, scores_at
from fourscore.solver.workspace import WHOLE

__all__ = ["Batch"]


class Batch:
    """Positions of one size; `taken` are being proved or done, `done` are done."""

    def __init__(self, rules: Rules, positions: Sequence[Position], weak: bool) -> None:
        self.rules, self.positions, self.weak = rules, positions, weak
        count = len(positions)
        self._words = words = new_words(5 * count)
        words[:count] = array("q", [each.mine for each in positions])
        words[count : 2 * count] = array("q", [each.filled for each in positions])
        words[2 * count : 3 * count] = array("q", [WHOLE[0]]) * count
        words[3 * count : 4 * count] = array("q", [WHOLE[1]]) * count
        self._address = address_of(words)
        self.spacing = WORD * count
        """Bytes between what is known of a position: mine, filled, lower, upper, nodes."""
        self.taken = self.done = 0

    def address(self, index: int) -> int:
        """Return where a position lies."""
        return self._address + WORD * index

    def results(self) -> list[Score | Bounds]:
        """Return what has been proved so far, in the order of the positions."""
        _, filled, lower, upper, nodes = self._rows()
        if IMPOSSIBLE in nodes:
            raise InputError(IMPOSSIBLE_POSITION)
        cells = self.rules.width * self.rules.height
        scores = [scores_at(discs, cells) for discs in range(cells + 1)]
        return [
            scores[discs.bit_count()][low] if low == high else make_result(low, high, position)
            for discs, low, high, position in zip(filled, lower, upper, self.positions, strict=True)
        ]

    def proofs(self) -> list[Proof]:
        """Return the same, and what each took."""
        nodes = self._rows()[4]
        return [
            Proof(found, count, 0.0) for found, count in zip(self.results(), nodes, strict=True)
        ]

    def _rows(self) -> list[list[int]]:
        count = len(self.positions)
        words = self._words.tolist()
        return [words[row * count : (row + 1) * count] for row in range(5)]
