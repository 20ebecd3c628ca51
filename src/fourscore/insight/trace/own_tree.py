"""Traces of searches on trees that people write down.

>>> seen = trace_tree("[[3,12,8],[2,4,6],[14,5,2]]", "alphabeta")
>>> seen, int(seen.value[0]), seen.pruned(seen.children(0)[1])
(<TreeTrace of alphabeta: 11 nodes>, 3, (1, 2))
"""

from dataclasses import dataclass, fields
from typing import Any, ClassVar

from fourscore.agents.registry import split_spec
from fourscore.agents.specs import read_options
from fourscore.core.position import Position
from fourscore.errors import InputError, UnsupportedError
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trace.tracing import from_recorder
from fourscore.search.control import Cancel
from fourscore.search.explicit.examples import find_tree
from fourscore.search.explicit.game_tree import Draft, GameTree, build
from fourscore.search.explicit.notation import write_tree
from fourscore.search.explicit.rows import stand_in
from fourscore.search.recording import DEFAULT_CAP, Recorder
from fourscore.search.trace_columns import NodeKind, Reason
from fourscore.search.types import NO_LIMIT, Limit, Report

__all__ = ["ALGORITHMS", "TreeTrace", "check_tree_agent", "trace_tree", "tree_of"]

ALGORITHMS: dict[str, tuple[str, ...]] = {
    "minimax": ("depth",),
    "alphabeta": ("depth",),
    "deepening": ("depth",),
    "expectiminimax": ("depth",),
    "mcts": ("playouts", "c", "seed"),
    "astar": (),
}
"""The searches that run on a tree of one's own, and the keys they take there."""


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class TreeTrace(Trace):
    """What a search visited of a tree that someone wrote down: a trace without boards.

    Branches take the place of columns. Max is the player who searches.
    """

    tree: GameTree
    has_boards: ClassVar[bool] = False

    @property
    def text(self) -> str:
        """The tree as it is written."""
        return write_tree(self.tree)

    def say(self, text: str) -> str:
        """Return a sentence with branches where a game has columns."""
        return text.replace("columns", "branches").replace("column", "branch")

    def meaning(self, node: int) -> str:
        """Return in a sentence why the search went no further at a node."""
        reason = Reason(self.reason[node])
        if reason is Reason.GOAL:
            return "The way ends here, at a goal."
        if reason not in (Reason.LEAF, Reason.TERMINAL):
            return reason.meaning
        if self.tree.children[self.tree_node(node)]:
            return "The depth limit is reached, so the value is the estimate of this node."
        return "This is a leaf: its value is given."

    def tree_node(self, node: int) -> int:
        """Return which node of the tree a node of the trace is."""
        return self.tree.walk([int(self.move[each]) for each in self.path(node)[1:]])

    @property
    def boards(self) -> tuple[list[int], list[int]]:
        """Empty boards."""
        return [0] * len(self), [0] * len(self)

    def position_at(self, node: int) -> Position:  # noqa: ARG002
        """Return the empty board that stands in for every node."""
        return self.position

    def rows(self, node: int) -> tuple[str, ...]:  # noqa: ARG002
        """Return no rows."""
        return ()

    def landing_row(self, node: int) -> int | None:  # noqa: ARG002
        """Return None: no disc falls."""
        return None

    def pruned(self, node: int) -> tuple[int, ...]:
        """Return the branches that a cut-off left out, from left to right."""
        if self.reason[node] != Reason.CUT or node in self.unfinished:
            return ()
        tried = {int(self.move[child]) for child in self.children(node)}
        below = self.tree.children[self.tree_node(node)]
        return tuple(self.tree.move[each] for each in below if self.tree.move[each] not in tried)

    def probability(self, node: int) -> float:
        """Return how likely a node is once its parent is reached: 1 except below chance."""
        return self.tree.probability[self.tree_node(node)]

    def size_below(self, node: int, move: int, depth: int) -> int:
        """Return how many nodes minimax visits below a move, to a depth."""
        tree = self.tree
        below = tree.children[self.tree_node(node)]
        level, count = [each for each in below if tree.move[each] == move], 0
        while level and depth > 0:
            count, depth = count + len(level), depth - 1
            level = [below for each in level for below in tree.children[each]]
        return count

    def __repr__(self) -> str:
        return super().__repr__().replace("<Trace", "<TreeTrace", 1)


def trace_tree(
    tree: GameTree | str,
    who: str,
    limit: Limit = NO_LIMIT,
    *,
    cap: int = DEFAULT_CAP,
    seed: int = 0,
    cancel: Cancel | None = None,
) -> TreeTrace:
    """Search a tree of one's own, and return what was visited.

    The tree is text, as in ``[[3,12,8],[2,4,6]]``, the name of an example, or a `GameTree`. The
    agent is a spec: minimax, alphabeta, deepening, expectiminimax, mcts or astar.
    """
    tree = find_tree(tree) if isinstance(tree, str) else tree
    name, given = check_tree_agent(who)
    _check_leaves(tree, name)
    recorder = Recorder(cap)
    report = _search(tree, recorder, name, _with_limit(given, limit, name), seed, cancel)
    made = from_recorder(who.strip(), stand_in(tree), report, recorder)
    known: dict[str, Any] = {each.name: getattr(made, each.name) for each in fields(Trace)}
    if name == "mcts":
        known |= _leaf_columns(made, recorder, tree)
    return TreeTrace(**known, tree=tree)


def tree_of(trace: Trace) -> GameTree:
    """Return the tree that a trace of minimax or expectiminimax has visited.

    Moves keep their numbers, so the tree of a position has columns where others have branches.

    >>> from fourscore.insight.trace.tracing import trace
    >>> tree = tree_of(trace("4453", "minimax:depth=1"))
    >>> [tree.move[leaf] + 1 for leaf in tree.leaves]
    [4, 3, 5, 2, 6, 1, 7]
    """
    drafts = list[Draft]()
    for node in range(len(trace)):
        is_chance = bool(trace.kind[node] == NodeKind.CHANCE)
        draft = Draft(move=int(trace.move[node]), is_chance=is_chance)
        draft.probability = trace.probability(node)
        drafts.append(draft)
        if trace.parent[node] >= 0:
            drafts[trace.parent[node]].children.append(draft)
    for node, draft in enumerate(drafts):
        if not draft.children:
            value = float(trace.value[node]) * (-1 if trace.depth[node] % 2 else 1)
            draft.value = int(value) if value.is_integer() else value
    return build(drafts[0])


def check_tree_agent(who: str) -> tuple[str, dict[str, Any]]:
    """Return the name and the options of a spec; raises if it does not suit a tree of one's own."""
    entry, _, rest = split_spec(who)
    if entry.name not in ALGORITHMS:
        names = ", ".join(ALGORITHMS)
        raise UnsupportedError(f"{entry.name} plays games only; on a tree of one's own run {names}")
    given = read_options(entry, rest, who)
    for key in given:
        if key not in ALGORITHMS[entry.name]:
            raise InputError(f"the key {key!r} of {entry.name} is for games; leave it out")
    return entry.name, given


def _check_leaves(tree: GameTree, name: str) -> None:
    if name == "astar" and not tree.has_goals:
        raise UnsupportedError("astar needs a tree with a goal: write * for a leaf that is one")
    if name != "astar" and tree.has_goals:
        raise UnsupportedError(f"{name} needs values at the leaves; a tree with goals is for astar")


def _with_limit(given: dict[str, Any], limit: Limit, name: str) -> dict[str, Any]:
    asked = {"depth": limit.depth, "playouts": limit.playouts}
    taken = {key: value for key, value in asked.items() if value and key in ALGORITHMS[name]}
    return {**given, **taken}


def _search(
    tree: GameTree,
    recorder: Recorder,
    name: str,
    given: dict[str, Any],
    seed: int,
    cancel: Cancel | None,
) -> Report:
    if name == "mcts":
        from fourscore.search.explicit.monte_carlo import mcts

        return mcts(tree, recorder, cancel=cancel, **{"seed": seed, **given})
    if name == "astar":
        from fourscore.search.explicit.best_first import astar

        return astar(tree, recorder)
    from fourscore.search.explicit import depth_first

    run = getattr(depth_first, name)
    report: Report = run(tree, recorder, given.get("depth"))
    return report


def _leaf_columns(made: Trace, recorder: Recorder, tree: GameTree) -> dict[str, Any]:
    """Return the columns in which an explicit tree differs: leaves are ends, points not whole."""
    recording = recorder.recording
    assert recording is not None
    rows, reason = recording.rows[: len(made)], made.reason.copy()
    for row, node in enumerate(rows["place"].tolist()):
        if not tree.children[node]:
            reason[row] = Reason.TERMINAL
    points = recording.playouts["points"].copy()  # type: ignore[union-attr]
    return {"reason": reason, "playout_points": points}
