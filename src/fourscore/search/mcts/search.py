"""Monte Carlo tree search (UCT) with proofs and a tree that is reused from move to move.

The most visited column is played, unless a win is proven: then the quickest of those. A proven
loss is avoided, and if all columns lose, the one that holds out longest is played. A proven
draw, which gets few visits, is played if the most visited column promises less. The plies of a
proven win are those of the proof that was found; there may be a shorter one.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from fourscore.core.bitboard import DRAW, LOSS, ONGOING, WIN
from fourscore.core.position import Position, require_ongoing
from fourscore.errors import InputError
from fourscore.search.control import NODES, Cancel, Counters, Stopwatch, as_struct, running
from fourscore.search.mcts.node import NODE, Nodes
from fourscore.search.mcts.selection import uct
from fourscore.search.mcts.tree import Root, Tree, compact, plant, simulate
from fourscore.search.recording import Recorder, TreeRecording
from fourscore.search.types import NO_LIMIT, Limit, OnProgress, Report, Value

__all__ = ["DEFAULT_PLAYOUTS", "MAX_NODES", "MonteCarlo"]

DEFAULT_PLAYOUTS = 100_000
MAX_NODES = 1 << 24
"""Where a tree stops growing, at 400 MB; playouts then continue from its leaves. Room is reserved
for all the playouts of a decision, but memory is used only as far as the tree has grown."""
MOST_VISITS = 1 << 30
"""A decision ends here whatever its limit, so that no 32-bit sum of half-points overflows."""
PATIENCE = 10
"""Playouts a node after which a search with no limit but nodes gives up on a tree that does
not grow: one that is full, or nearly proven."""
REUSED_PLIES = 2
"""How many plies the game may have moved on for the tree to be reused."""
FIRST_CHUNK = 4096
PACE = 0.06
"""Seconds between progress reports."""


@dataclass(frozen=True, slots=True)
class _LastTree:
    """The tree of the last decision."""

    position: Position
    tree: Tree


class MonteCarlo:
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
    >>> report = MonteCarlo(seed=1)(read_moves("112233"), Limit(playouts=1000))
    >>> report.column, report.values[3].result, report.values[3].plies
    (3, 1, 1)
    """

    def __init__(
        self, *, c: float = 1.4, expand: str = "random", seed: int = 0, reuse: bool = True
    ) -> None:
        if expand not in ("random", "heuristic"):
            raise InputError(f"expand is {expand!r}; it can be random or heuristic")
        if not 0 <= c < math.inf:
            raise InputError(f"c is {c}; it must be 0 or a positive number")
        self.c = c
        self.expand = expand
        self.seed = seed
        self.reuse = reuse
        self._last: _LastTree | None = None

    def __call__(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        cancel: Cancel | None = None,
        on_progress: OnProgress | None = None,
        record: Recorder | None = None,
    ) -> Report:
        """Decide within the limit; a decision that is recorded starts from an empty tree."""
        require_ongoing(position)
        _compile()
        decision = _Decision(position, limit, self.expand == "heuristic", Stopwatch())
        # Taken away while in use: another thread that decides meanwhile starts its own.
        last, self._last = (None if record else self._last), None
        with running(limit, cancel) as counters:
            tree = _subtree(last, position, decision.room()) if last else None
            tree = tree or plant(decision.room(), uct(self.c), self.seed)
            recording = record.start_tree(tree.nodes, c=str(self.c)) if record else None
            decision.run(tree, counters, on_progress, recording)
        if self.reuse:
            self._last = _LastTree(position, tree)
        return decision.report(tree, counters, cancelled=cancel is not None and cancel.cancelled)

    def forget(self) -> None:
        """Drop the last tree and its memory."""
        self._last = None


@cache
def _compile() -> None:
    """Compile before the clock starts, so that the first decision has all of its seconds."""
    tree, spare = plant(64, uct(1.0), 0), plant(64, uct(1.0), 0)
    with running(NO_LIMIT) as counters:
        simulate(tree, Root(0, 0, Position.empty().rules, 0), 0, as_struct(counters), None)
    compact(tree.nodes, 0, spare.nodes, spare.growing)


@dataclass(frozen=True, slots=True)
class _Decision:
    """One call: the question and the clock."""

    position: Position
    limit: Limit
    heuristic: bool
    clock: Stopwatch

    def run(
        self,
        tree: Tree,
        counters: Counters,
        on_progress: OnProgress | None,
        recording: TreeRecording | None = None,
    ) -> None:
        """Grow the tree to the limit, in chunks."""
        counters[NODES] = 1
        target = min(self.playouts(), MOST_VISITS - int(tree.nodes[0]["visits"]))
        position = self.position
        root = Root(position.mine, position.filled, position.rules, int(self.heuristic))
        chunk, reported = FIRST_CHUNK, 0.0
        while (done := int(tree.growing["playouts"])) < target:
            goal, start = min(target, done + chunk), self.clock.seconds
            simulate(tree, root, goal, as_struct(counters), recording)
            if tree.growing["playouts"] < goal:
                break
            spent = max(self.clock.seconds - start, 1e-6)
            chunk = max(FIRST_CHUNK, min(8 * chunk, int(chunk * PACE / spent)))
            if on_progress and self.clock.seconds - reported >= PACE / 2:
                reported = self.clock.seconds
                on_progress(self.report(tree, counters, cancelled=False))

    def room(self) -> int:
        """Return the most nodes that the tree can get: a playout gives children to one at most."""
        return min(MAX_NODES, 1 + self.position.width * (1 + self.playouts()))

    def playouts(self) -> int:
        """Return the playouts that end the decision, if nothing else does before."""
        if self.limit.playouts is not None:
            return self.limit.playouts
        if self.limit.seconds is not None:
            return MOST_VISITS
        if self.limit.nodes is not None:
            return self.limit.nodes * PATIENCE
        return DEFAULT_PLAYOUTS

    def report(self, tree: Tree, counters: Counters, *, cancelled: bool) -> Report:
        """Report what the tree holds so far."""
        playouts = int(tree.growing["playouts"])
        wanted = self.limit.playouts
        solved = tree.nodes[0]["proof"] != ONGOING
        done = not cancelled if wanted is None else playouts >= wanted
        slips = self.position.rules.slips
        line = _line(tree.nodes, self.position)
        return Report(
            column=line[0],
            values=_values(tree.nodes),
            nodes=int(counters[NODES]),
            depth=(int(tree.growing["depth"]) + slips) >> slips,
            seconds=self.clock.seconds,
            line=line[:1] if slips else line,
            playouts=playouts,
            complete=bool(solved) or done,
        )


# What a tree says


def _children(nodes: Nodes, node: int) -> range:
    first = int(nodes[node]["first"])
    return range(first, first + int(nodes[node]["count"]))


def _values(nodes: Nodes) -> dict[int, Value]:
    children = (nodes[child] for child in _children(nodes, 0))
    known = [each for each in children if each["visits"] or each["proof"] != ONGOING]
    return {int(each["column"]): _value(each) for each in sorted(known, key=_column)}


def _column(node: Any) -> int:
    return int(node["column"])


def _value(node: Any) -> Value:
    visits, wins, proof = int(node["visits"]), int(node["points"]) / 2, int(node["proof"])
    if proof == ONGOING:
        return Value(wins / visits, visits=visits, wins=wins)
    exact = {WIN: 1.0, DRAW: 0.5, LOSS: 0.0}[proof]
    return Value(exact, result=proof, plies=int(node["plies"]) + 1, visits=visits, wins=wins)


def _line(nodes: Nodes, position: Position) -> tuple[int, ...]:
    """Follow the preferred children as far as they have been tried; one column at least."""
    line: list[int] = []
    node = 0
    while children := _children(nodes, node):
        node = _preferred(nodes, children, position.width)
        if line and not nodes[node]["visits"] and nodes[node]["proof"] == ONGOING:
            return tuple(line)
        line.append(_column(nodes[node]))
    if nodes[node]["proof"] == LOSS and not position.rules.slips:
        for column in line:
            position = position.play(column)
        # A win in one is proven without children.
        line.extend(position.winning_columns[:1])
    return tuple(line)


def _preferred(nodes: Nodes, children: range, width: int) -> int:
    best = max(children, key=lambda child: _preference(nodes[child], width))
    draws = [child for child in children if nodes[child]["proof"] == DRAW]
    if draws and nodes[best]["mean"] < 0.5:
        return max(draws, key=lambda child: _preference(nodes[child], width))
    return best


def _preference(node: Any, width: int) -> tuple[int, ...]:
    """Return what sorts children by how good they are for the side to move."""
    column, visits, plies = _column(node), int(node["visits"]), int(node["plies"])
    centre = (-abs(2 * column - (width - 1)), -column)
    if node["proof"] == WIN:
        return 2, -plies, visits, *centre
    if node["proof"] == LOSS:
        return 0, plies, visits, *centre
    return 1, visits, 0, *centre


# Reusing a tree


def _subtree(last: _LastTree, position: Position, room: int) -> Tree | None:
    """Return the part of the last tree below a position, or None if it was never visited."""
    tree, plies = last.tree, position.ply - last.position.ply
    if last.position.rules != position.rules or not 0 < plies <= REUSED_PLIES:
        return None
    found = list(_paths(tree.nodes, 0, last.position, position))
    node = max(found, key=lambda each: int(tree.nodes[each]["visits"]), default=0)
    if not tree.nodes[node]["visits"] or node == 0:
        return None
    nodes = np.empty(min(MAX_NODES, room + int(tree.growing["used"])), NODE)
    tree.growing["playouts"] = 0
    compact(tree.nodes, node, nodes, tree.growing)
    return tree._replace(nodes=nodes)


def _paths(nodes: Nodes, node: int, start: Position, end: Position) -> Iterator[int]:
    """Yield the nodes of a position: more than one path may lead there, by order or by chance."""
    if start == end:
        yield node
    if start.ply >= end.ply:
        return
    moves: Iterable[int] = _children(nodes, node)
    if start.rules.slips:
        moves = [landing for aim in moves for landing in _children(nodes, aim)]
    for move in moves:
        after = start.play(_column(nodes[move]))
        if (after.filled ^ start.filled) & end.discs(start.turn):
            yield from _paths(nodes, move, after, end)
