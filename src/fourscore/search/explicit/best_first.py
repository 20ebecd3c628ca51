"""A* on an explicit tree: the fewest steps to a goal, with an estimate at every node.

f = g + h, where g is the number of steps from the root and h the estimate written at the node. Of
equal f the newest goes first, as in `fourscore.search.astar`.
"""

from heapq import heappop, heappush

from fourscore.search.control import Stopwatch
from fourscore.search.explicit.game_tree import GameTree
from fourscore.search.explicit.rows import Rows
from fourscore.search.recording import DONE, GOAL, WAITING, Recorder
from fourscore.search.trace_columns import NodeKind
from fourscore.search.types import Report

__all__ = ["astar"]


def astar(tree: GameTree, record: Recorder) -> Report:
    """Find the shortest way to a goal; the report's line is that way."""
    watch, rows = Stopwatch(), Rows(record, tree, "astar", 0)
    found: list[int] = []
    frontier: list[tuple[int, int, int]] = []

    def put(node: int, above: int) -> None:
        row = len(found)
        found.append(node)
        priority = tree.depth[node] + tree.needed[node]
        if row < len(rows.rows):
            rows.tally["rows"] = row + 1
            rows.put(row, node, above, NodeKind.FRONTIER, WAITING)
            rows.rows["order"][row], rows.rows["value"][row] = -1, priority
        heappush(frontier, (priority, -row, row))

    put(0, -1)
    taken, goal = 0, -1
    while frontier and goal < 0:
        row = heappop(frontier)[2]
        node = found[row]
        if row < len(rows.rows):
            reason = GOAL if tree.is_goal[node] else DONE
            rows.rows["order"][row], rows.rows["reason"][row] = taken, reason
        else:
            rows.tally["left_out"] += 1
        taken += 1
        if tree.is_goal[node]:
            goal = node
            break
        for child in tree.children[node]:
            put(child, row)
    way = _way_to(tree, goal)
    return Report(
        column=way[0] if way else tree.move[tree.children[0][0]],
        nodes=taken,
        depth=len(way),
        seconds=watch.seconds,
        line=way,
    )


def _way_to(tree: GameTree, goal: int) -> tuple[int, ...]:
    way = list[int]()
    while goal > 0:
        way.append(tree.move[goal])
        goal = tree.parent[goal]
    return tuple(way[::-1])
