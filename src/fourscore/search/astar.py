"""A*: the fewest own discs to a four, if the opponent never moves.

This is a search problem for one agent, not a game. State: the board. Actions: drop an own
disc in an open column. Goal: an own four. Cost: 1 a disc. The plan that A* finds is the
shortest there is, and an opponent who does move ruins it: A* never blocks. It is here to show
what informed search does well and what a game needs beyond it.

A* takes the state with the least f = g + h from the frontier, where g is the number of discs
dropped so far and h an estimate, never too high, of those still needed. Of equal f the newest
goes first. Since g is the number of discs added, every path to a state costs the same, and a
state need never be expanded twice.
"""

from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourscore.core.bitboard import (
    Rules,
    column_of,
    has_four,
    landing_cells,
    line_from,
    line_starts,
    steps,
)
from fourscore.core.position import Position, require_ongoing, require_variant
from fourscore.jit.kernel import kernel, popcount
from fourscore.runtime.time_source import SYSTEM_TIME, TimeSource
from fourscore.search.control import (
    NODES,
    STOP,
    Cancel,
    Counters,
    Stopwatch,
    as_struct,
    enter_node,
    running,
)
from fourscore.search.recording import DONE, GOAL, Recorder, Recording, record_state, record_taken
from fourscore.search.types import Limit, OnProgress, Report

__all__ = ["DEFAULT_NODES", "HEURISTICS", "astar"]

HEURISTICS = {"zero": 0, "gap": 1, "gravity": 2}
"""zero: nothing (uniform-cost search); gap: cells missing in the best open line; gravity: those
and the cells under them that must be filled first, which is the exact cost."""
DEFAULT_NODES = 1_000_000
NEVER = 1 << 30
MOST_DISCS = 64
"""Room for the longest plan."""


class Problem(NamedTuple):
    """Where the search starts, and what it is guided by."""

    own: int
    filled: int
    heuristic: int
    rules: Rules


def astar(
    position: Position,
    limit: Limit,
    *,
    heuristic: str = "gap",
    cancel: Cancel | None = None,
    on_progress: OnProgress | None = None,  # noqa: ARG001
    record: Recorder | None = None,
    clock: TimeSource = SYSTEM_TIME,
) -> Report:
    """Play the first disc of the shortest plan; the whole plan is the report's line.

    Without a plan (no line left, or the limit was reached) the column nearest the centre is
    played and the line is empty.

    >>> from fourscore.core.notation import read_moves
    >>> [column + 1 for column in astar(read_moves("1122"), Limit()).line]
    [4, 3]
    """
    require_variant(position, "A*", "standard")
    require_ongoing(position)
    limit = limit or Limit(nodes=DEFAULT_NODES)
    watch = Stopwatch(clock)
    recording = record.start("astar", position, 0, heuristic=heuristic) if record else None
    problem = Problem(position.mine, position.filled, HEURISTICS[heuristic], position.rules)
    with running(limit, cancel, clock) as counters:
        discs = np.zeros(MOST_DISCS, np.int64)
        count = _best_first(problem, as_struct(counters), discs, recording)
    plan = tuple(discs[:count].tolist()[::-1])
    return Report(
        column=plan[0] if plan else position.legal_from_centre()[0],
        nodes=int(counters[NODES]),
        depth=len(plan),
        seconds=watch.seconds,
        line=plan,
        complete=not counters[STOP],
    )


@kernel
def _best_first(
    problem: Problem,
    counters: Counters,
    plan: NDArray[np.int64],
    recording: Recording | None,
) -> int:
    """Run A*; write the columns of the plan, the last one first, and return how many there are."""
    rules = problem.rules
    owns, fills, parents = [problem.own], [problem.filled], [-1]
    reached = {problem.own}
    frontier = [(0, 0, 0)]
    needed = _estimate(problem.own, problem.filled, problem.heuristic, rules)
    record_state(recording, 0, -1, -1, 0, needed, needed == NEVER)
    while len(frontier) > 0:
        _, _, node = heappop(frontier)
        if enter_node(counters):
            break
        found = has_four(owns[node], rules)
        record_taken(recording, node, counters[NODES] - 1, GOAL if found else DONE)
        if found:
            return _write_plan(plan, node, fills, parents, rules)
        cells = landing_cells(fills[node], rules)
        while cells:
            cell = cells & -cells
            cells ^= cell
            child, child_filled = owns[node] | cell, fills[node] | cell
            if child in reached:
                continue
            reached.add(child)
            owns.append(child)
            fills.append(child_filled)
            parents.append(node)
            cost = popcount(child ^ problem.own)
            needed = _estimate(child, child_filled, problem.heuristic, rules)
            hopeless, priority, last = needed == NEVER, cost + needed, len(owns) - 1
            record_state(recording, last, node, column_of(cell, rules), cost, priority, hopeless)
            if not hopeless:
                heappush(frontier, (priority, -len(owns), last))
    return 0


@kernel
def _write_plan(
    plan: NDArray[np.int64], goal: int, fills: list[int], parents: list[int], rules: Rules
) -> int:
    """Walk back from the goal to the root and write the columns played."""
    node, count = goal, 0
    while parents[node] >= 0:
        plan[count] = column_of(fills[node] ^ fills[parents[node]], rules)
        node = parents[node]
        count += 1
    return count


@kernel
def _estimate(own: int, filled: int, heuristic: int, rules: Rules) -> int:
    """Return h: the fewest discs that a line without an enemy disc still needs."""
    if heuristic == 0:
        return 0
    least = NEVER
    for step in steps(rules):
        starts = line_starts(step, rules)
        while starts:
            start = starts & -starts
            starts ^= start
            line = line_from(start, step)
            if line & filled & ~own:
                continue
            if heuristic == 2:
                line = _down_to_bottom(line, rules)
            needed = popcount(line & ~filled)
            if needed < least:
                least = needed
    return least


@kernel
def _down_to_bottom(cells: int, rules: Rules) -> int:
    """Return these cells and all cells below them."""
    column = (1 << rules.height) - 1
    for at in range(rules.width):
        for _ in range(rules.height):
            cells |= (cells >> 1) & (column << (at * rules.stride))
    return cells
