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

from typing import NamedTuple

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
from fourscore.jit.memory import Words, new_words
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
FEWEST_STATES = 1024
"""How many states there is room for at first; then twice as many each time."""
STATES, WAITING, GOAL_STATE = 0, 1, 2
"""Where the number of states is, that of the frontier, and the state at the goal, or -1."""
MIXER = -7046029254386353131
ORDER_BITS = 40


class Problem(NamedTuple):
    """Where the search starts, and what it is guided by."""

    own: int
    filled: int
    heuristic: int
    rules: Rules


class Memory(NamedTuple):
    """The states that have been reached. A state is known by its own discs."""

    counts: Words
    owns: Words
    parents: Words
    frontier: Words
    """A heap: f, and the number of the state, so that the newest comes first."""
    slots: Words
    """A hash table of the states, by number plus one."""


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
        memory = _new_memory(FEWEST_STATES)
        while _best_first(problem, as_struct(counters), memory, recording):
            memory = _grow(memory)
    plan = _plan(memory, position.rules)
    return Report(
        column=plan[0] if plan else position.legal_from_centre()[0],
        nodes=int(counters[NODES]),
        depth=len(plan),
        seconds=watch.seconds,
        line=plan,
        complete=not counters[STOP],
    )


def _new_memory(states: int) -> Memory:
    memory = Memory(*map(new_words, (3, states, states, states, 2 * states)))
    memory.counts[GOAL_STATE] = -1
    return memory


def _grow(memory: Memory) -> Memory:
    """Return the same in twice the room."""
    larger = _new_memory(2 * len(memory.owns))
    for old, new in zip(memory[:-1], larger, strict=False):
        new[: len(old)] = old
    _fill_slots(larger)
    return larger


def _plan(memory: Memory, rules: Rules) -> tuple[int, ...]:
    """Return the columns on the way to the goal."""
    columns: list[int] = []
    state = memory.counts[GOAL_STATE]
    while state > 0:
        parent = memory.parents[state]
        columns.insert(0, column_of(memory.owns[state] ^ memory.owns[parent], rules))
        state = parent
    return tuple(columns)


@kernel
def _best_first(
    problem: Problem, counters: Counters, memory: Memory, recording: Recording | None
) -> bool:
    """Run A* until it ends; return whether it needs more room to go on."""
    rules, counts, owns = problem.rules, memory.counts, memory.owns
    if counts[STATES] == 0:
        _add(memory, problem.own, -1)
        needed = _estimate(problem.own, problem.filled, problem.heuristic, rules)
        record_state(recording, 0, -1, -1, 0, needed, needed == NEVER)
        _push(memory, 0, 0)
    while counts[WAITING] > 0:
        if counts[STATES] + rules.width > len(owns):
            return True
        node = _pop(memory)
        if enter_node(counters):
            break
        own, filled = owns[node], owns[node] | problem.filled
        found = has_four(own, rules)
        record_taken(recording, node, counters[NODES] - 1, GOAL if found else DONE)
        if found:
            counts[GOAL_STATE] = node
            break
        cells = landing_cells(filled, rules)
        while cells:
            cell = cells & -cells
            cells ^= cell
            child = own | cell
            if not _add(memory, child, node):
                continue
            cost = popcount(child ^ problem.own)
            needed = _estimate(child, filled | cell, problem.heuristic, rules)
            hopeless, priority, last = needed == NEVER, cost + needed, counts[STATES] - 1
            record_state(recording, last, node, column_of(cell, rules), cost, priority, hopeless)
            if not hopeless:
                _push(memory, priority, last)
    return False


# The states that have been reached


@kernel
def _add(memory: Memory, own: int, parent: int) -> bool:
    """Add a state; return whether it is new."""
    slot = _find_slot(memory, own)
    if memory.slots[slot]:
        return False
    state = memory.counts[STATES]
    memory.owns[state], memory.parents[state] = own, parent
    memory.counts[STATES] = memory.slots[slot] = state + 1
    return True


@kernel
def _find_slot(memory: Memory, own: int) -> int:
    """Return where a state is in the hash table, or the free slot where it belongs."""
    slots = memory.slots
    last = len(slots) - 1
    slot = ((own * MIXER) >> 20) & last
    while slots[slot] and memory.owns[slots[slot] - 1] != own:
        slot = (slot + 1) & last
    return slot


@kernel
def _fill_slots(memory: Memory) -> None:
    for state in range(memory.counts[STATES]):
        memory.slots[_find_slot(memory, memory.owns[state])] = state + 1


# The frontier: a binary heap whose least number is at the root


@kernel
def _push(memory: Memory, priority: int, state: int) -> None:
    heap, at = memory.frontier, memory.counts[WAITING]
    key = (priority << ORDER_BITS) - state
    memory.counts[WAITING] = at + 1
    while at > 0 and heap[(at - 1) >> 1] > key:
        heap[at] = heap[(at - 1) >> 1]
        at = (at - 1) >> 1
    heap[at] = key


@kernel
def _pop(memory: Memory) -> int:
    """Remove the best state from the frontier; return its number."""
    heap, size = memory.frontier, memory.counts[WAITING] - 1
    memory.counts[WAITING] = size
    least, key, at = heap[0], heap[size], 0
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= key:
            break
        heap[at] = heap[child]
        at = child
    heap[at] = key
    return -least & ((1 << ORDER_BITS) - 1)


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
