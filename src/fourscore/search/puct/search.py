"""PUCT: tree search guided by a network, as in AlphaZero, with proofs and a tree that is reused.

Where Monte Carlo tree search plays random games, the network says what a position is worth and
which moves to look at. The column is chosen as Monte Carlo chooses it: see `mcts.reading`.
"""

from typing import Any, ClassVar

from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.search.control import Counters, as_struct, running
from fourscore.search.mcts.growth import Grow, TreeSearch
from fourscore.search.mcts.tree import compact
from fourscore.search.puct.guide import guide_by
from fourscore.search.puct.selection import Puct
from fourscore.search.puct.tree import PuctTree, plant, root_of, simulate
from fourscore.search.recording import TreeRecording
from fourscore.search.tuples.network import Network
from fourscore.search.types import NO_LIMIT

__all__ = ["DEFAULT_PLAYOUTS", "TEMPERATURE", "C", "PuctSearch"]

DEFAULT_PLAYOUTS = 20_000
C, TEMPERATURE = 1.0, 1.0
"""Not critical: with c from 0.3 to 1 and temperatures from 0.5 to 2, the share of moves that keep
the result differed by no more than chance."""


class PuctSearch(TreeSearch):
    """PUCT with its options set; a `Search`. Nothing about it is random.

    ``c`` is the weight of exploration. The higher the ``temperature``, the less the network decides
    what is explored. Budgets and ``reuse`` are those of Monte Carlo tree search; a playout is one
    simulation, which ends with the network's opinion instead of a random game.

    >>> from fourscore.search.tuples.runs import find_network
    >>> from fourscore.search.types import Limit
    >>> report = PuctSearch(find_network())(Position("112233"), Limit(playouts=100))
    >>> report.column, report.values[3].result, report.values[3].plies
    (3, 1, 1)
    """

    algorithm: ClassVar[str] = "zero"
    default_playouts: ClassVar[int] = DEFAULT_PLAYOUTS

    def __init__(
        self,
        network: Network,
        *,
        c: float = C,
        temperature: float = TEMPERATURE,
        reuse: bool = True,
    ) -> None:
        super().__init__(c, reuse)
        if not temperature > 0:
            raise InputError(f"the temperature is {temperature}; it must be a positive number")
        self.network = network
        self.variants = (network.variant,)
        self.require_board = network.require_board
        self.temperature = temperature
        self._is_compiled = False

    def _compile(self, position: Position) -> None:
        self.network.require_board(position)
        if self._is_compiled:
            return
        tree, spare = self._plant(64), self._plant(64)
        root = root_of(position.mine, position.filled, position.rules)
        with running(NO_LIMIT) as counters:
            simulate(tree, root, 0, as_struct(counters), None)
        compact(tree.nodes, 0, spare.nodes, spare.growing)
        self._is_compiled = True

    def _plant(self, room: int) -> PuctTree:
        return plant(room, Puct(float(self.c)), guide_by(self.network, self.temperature))

    def _grower(self, position: Position) -> Grow:
        root = root_of(position.mine, position.filled, position.rules)

        def grow(tree: Any, goal: int, counters: Counters, recording: TreeRecording | None) -> None:
            simulate(tree, root, goal, counters, recording)

        return grow

    @property
    def _options(self) -> dict[str, str]:
        return {**super()._options, "temperature": str(self.temperature)}
