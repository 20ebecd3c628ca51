"""`GameTree`: a tree written down in full, on which the searches can run without a game.

Nodes are numbered in the order in which they are written, parents first. The root is Max's; the
players take turns from level to level. A chance node lies between a move and the answer to it, so
it changes no turn. Values and estimates are Max's: higher is better for Max at every node.
"""

from dataclasses import dataclass, field
from functools import cached_property

__all__ = ["MOST_BRANCHES", "MOST_LEVELS", "MOST_NODES", "Draft", "GameTree", "build"]

MOST_NODES, MOST_BRANCHES, MOST_LEVELS = 2000, 31, 24
"""The largest tree that is read."""


@dataclass
class Draft:
    """A node while a tree is put together; `build` makes a `GameTree` of the root."""

    children: list["Draft"] = field(default_factory=list)
    value: float | None = None
    """What a leaf is worth to Max."""
    estimate: float | None = None
    is_chance: bool = False
    is_goal: bool = False
    is_dead_end: bool = False
    probability: float = 1.0
    """How likely it is, below a chance node."""
    move: int | None = None
    """What the move to it is called, if not by its place among the branches."""


@dataclass(frozen=True)
class GameTree:
    """A tree with a value at every leaf, or with goals for a search of one player.

    >>> from fourscore.search.explicit.notation import read_tree
    >>> tree = read_tree("[[3,12,8],[2,4,6],[14,5,2]]")
    >>> len(tree), tree.height, tree.children[0]
    (13, 2, (1, 5, 9))
    """

    parent: tuple[int, ...]
    """The node above each; -1 for the root."""
    children: tuple[tuple[int, ...], ...]
    move: tuple[int, ...]
    """The number of the branch that leads to each, from 0."""
    value: tuple[float | None, ...]
    """What each leaf is worth to Max; None for other nodes."""
    given: tuple[float | None, ...]
    """The estimates that were written down."""
    is_chance: tuple[bool, ...]
    is_goal: tuple[bool, ...]
    probability: tuple[float, ...]
    """How likely each is once its parent is reached: 1 except below chance."""
    has_goals: bool
    """Whether it is for a search of one player, such as A*."""

    def __len__(self) -> int:
        return len(self.parent)

    @cached_property
    def depth(self) -> tuple[int, ...]:
        """The moves from the root to each node; chance is not a move."""
        depth: list[int] = []
        for node, above in enumerate(self.parent):
            step = 0 if self.is_chance[node] else 1
            depth.append(0 if above < 0 else depth[above] + step)
        return tuple(depth)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of nodes in each subtree, its root included."""
        sizes = [1] * len(self)
        for node in range(len(self) - 1, 0, -1):
            sizes[self.parent[node]] += sizes[node]
        return tuple(sizes)

    @property
    def height(self) -> int:
        """The most moves from the root to a leaf."""
        return max(self.depth)

    @property
    def breadth(self) -> int:
        """The most branches of a node."""
        return max(1, *(len(below) for below in self.children))

    @property
    def has_chance(self) -> bool:
        return any(self.is_chance)

    @property
    def leaves(self) -> tuple[int, ...]:
        """The nodes without branches, from left to right."""
        return tuple(node for node, below in enumerate(self.children) if not below)

    @property
    def bounds(self) -> tuple[float, float]:
        """The smallest and the largest value of a leaf."""
        values = [value for value in self.value if value is not None]
        return (min(values), max(values)) if values else (0, 0)

    def is_max(self, node: int) -> bool:
        """Return whether Max moves at a node, or has just moved to this chance node."""
        return self.depth[node] % 2 == 0

    @cached_property
    def estimate(self) -> tuple[float, ...]:
        """What each node looks like to a search that stops there, for Max.

        A leaf's value is known. Elsewhere it is the estimate written there, or else the mean of
        the leaves below.
        """
        sums, counts = [0.0] * len(self), [0] * len(self)
        for node in range(len(self) - 1, -1, -1):
            value = self.value[node]
            if value is not None:
                sums[node], counts[node] = value, 1
            above = self.parent[node]
            if above >= 0:
                sums[above] += sums[node]
                counts[above] += counts[node]
        known = (
            self.given[node] if value is None else value for node, value in enumerate(self.value)
        )
        return tuple(
            sums[node] / max(1, counts[node]) if number is None else number
            for node, number in enumerate(known)
        )

    @cached_property
    def needed(self) -> tuple[int, ...]:
        """For A*: the estimate h of the steps still needed from each node; 0 if none is given."""
        return tuple(int(given or 0) for given in self.given)

    def walk(self, moves: tuple[int, ...] | list[int]) -> int:
        """Return the node at the end of a path of moves from the root."""
        node = 0
        for move in moves:
            node = next(child for child in self.children[node] if self.move[child] == move)
        return node


def build(root: Draft) -> GameTree:
    """Make a tree of a draft."""
    parents, moves, drafts = list[int](), list[int](), list[Draft]()
    children: list[list[int]] = []
    stack = [(root, -1, -1)]
    while stack:
        draft, above, place = stack.pop()
        node = len(drafts)
        drafts.append(draft)
        parents.append(above)
        moves.append(place if draft.move is None else draft.move)
        children.append([])
        if above >= 0:
            children[above].append(node)
        below = [(child, node, at) for at, child in enumerate(draft.children)]
        stack += reversed(below)
    return GameTree(
        parent=tuple(parents),
        children=tuple(tuple(below) for below in children),
        move=tuple(moves),
        value=tuple(draft.value for draft in drafts),
        given=tuple(draft.estimate for draft in drafts),
        is_chance=tuple(draft.is_chance for draft in drafts),
        is_goal=tuple(draft.is_goal for draft in drafts),
        probability=tuple(draft.probability for draft in drafts),
        has_goals=any(draft.is_goal or draft.is_dead_end for draft in drafts),
    )
