"""Monte Carlo tree search (UCT) with proofs and a tree that is reused from move to move."""

from functools import cache
from typing import Any, ClassVar

from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.search.control import Counters, as_struct, running
from fourscore.search.mcts.growth import Grow, TreeSearch
from fourscore.search.mcts.reuse import MAX_NODES
from fourscore.search.mcts.selection import uct
from fourscore.search.mcts.tree import Root, Tree, compact, plant, simulate
from fourscore.search.recording import TreeRecording
from fourscore.search.types import NO_LIMIT

__all__ = ["DEFAULT_PLAYOUTS", "MAX_NODES", "MonteCarlo"]

DEFAULT_PLAYOUTS = 100_000


class MonteCarlo(TreeSearch):
    """Monte Carlo tree search with its options set; a `Search`.

    ``c`` is the weight of exploration, ``expand`` the order in which untried columns are
    tried: "random", or "heuristic" (wins, blocks, most threats, centre). Playouts are random.

    A decision ends with the limit's playouts, seconds or nodes, after 100,000 playouts if the
    limit names none of them, or when the root is proven. With ``reuse``, a position one or two
    plies on starts with its part of the last tree: `Report.playouts` and `Report.nodes` count
    what this decision added (and the root), while the visits of the values include what was
    there. Any other position, even the same one, starts again from the seed, so that the same
    question has the same answer.

    >>> from fourscore.core.notation import read_moves
    >>> from fourscore.search.types import Limit
    >>> report = MonteCarlo(seed=1)(read_moves("112233"), Limit(playouts=1000))
    >>> report.column, report.values[3].result, report.values[3].plies
    (3, 1, 1)
    """

    algorithm: ClassVar[str] = "mcts"
    default_playouts: ClassVar[int] = DEFAULT_PLAYOUTS

    def __init__(
        self, *, c: float = 1.4, expand: str = "random", seed: int = 0, reuse: bool = True
    ) -> None:
        if expand not in ("random", "heuristic"):
            raise InputError(f"expand is {expand!r}; it can be random or heuristic")
        super().__init__(c, reuse)
        self.expand = expand
        self.seed = seed

    def _compile(self, position: Position) -> None:  # noqa: ARG002
        _compile()

    def _plant(self, room: int) -> Tree:
        return plant(room, uct(self.c), self.seed)

    def _grower(self, position: Position) -> Grow:
        heuristic = int(self.expand == "heuristic")
        root = Root(position.mine, position.filled, position.rules, heuristic)

        def grow(tree: Any, goal: int, counters: Counters, recording: TreeRecording | None) -> None:
            simulate(tree, root, goal, counters, recording)

        return grow


@cache
def _compile() -> None:
    tree, spare = plant(64, uct(1.0), 0), plant(64, uct(1.0), 0)
    with running(NO_LIMIT) as counters:
        simulate(tree, Root(0, 0, Position.empty().rules, 0), 0, as_struct(counters), None)
    compact(tree.nodes, 0, spare.nodes, spare.growing)
