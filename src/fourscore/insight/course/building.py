"""Build a small course for the first player: one winning move in each position, rules at the ends.

The graph of positions in which the first player is to move is an AND-OR graph: choose one winning
move, and answer all replies to it. Mirror images and transpositions are one node. A node costs 1,
plus what the replies to the chosen move cost; where a rule is proved it ends. What is not expanded
yet is estimated. `improve` expands what the best course so far would need, until it is complete
(the AO* algorithm); estimates are then lowered, so that other moves are tried as well.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from fourscore.book.reader import default_book
from fourscore.core import bitboard
from fourscore.core.position import Position
from fourscore.insight.course.proving import LIMIT, ORDER, find_rule, new_scratch
from fourscore.solver import Solver

__all__ = ["ESTIMATES", "Graph", "Node", "canonical", "seen_by"]

ESTIMATES = {2: 600.0, 4: 200.0, 6: 80.0, 8: 35.0, 10: 16.0, 12: 9.0, 14: 6.0, 16: 5.0}
"""What a position costs in which no rule was found, by the discs on the board; later ones, 4."""


def canonical(position: Position) -> tuple[int, bool]:
    """Return the smaller key of a position and its mirror image, and whether that is the mirror's.

    >>> canonical(Position("3")) == (Position("3").key, False)
    True
    >>> canonical(Position("5")) == (Position("3").key, True)
    True
    """
    own, other = position.key, position.mirror().key
    return (other, True) if other < own else (own, False)


def seen_by(position: Position) -> Position:
    """Return the position or its mirror image, whichever is canonical."""
    return position.mirror() if canonical(position)[1] else position


@dataclass(slots=True)
class Node:
    """A position with the first player to move, as its canonical image."""

    mine: int
    filled: int
    ply: int
    rule: int = -1
    """The rule that wins from here on, after `move`; -1 if none was found."""
    move: int = -1
    options: list[tuple[int, tuple[int, ...]]] | None = None
    """Winning columns, each with the keys of the positions after every reply; None at first."""
    cost: float = 0.0


@dataclass
class Graph:
    """The positions met so far, by key."""

    solver: Solver
    nodes: dict[int, Node] = field(default_factory=dict)
    scale: float = 1.0
    """By how much estimates are lowered."""

    def __post_init__(self) -> None:
        self._scratch, self._rules = new_scratch(), Position().rules
        self.root = self.enter(Position())

    # Nodes

    def enter(self, position: Position) -> int:
        """Return the key of a position's node, which is made if it is new."""
        at = seen_by(position)
        if at.key not in self.nodes:
            node = Node(at.mine, at.filled, at.ply)
            self._find_rule(at, node)
            self.nodes[at.key] = node
        return at.key

    def _find_rule(self, at: Position, node: Node) -> None:
        if at.ply < 4:
            return
        columns = sum(1 << column for column in self._candidates(at))
        found = find_rule(
            at.mine, at.mine ^ at.filled, columns, ORDER, LIMIT, self._rules, self._scratch
        )
        if found >= 0:
            node.rule, node.move = divmod(found, self._rules.width)

    def _candidates(self, at: Position) -> Iterable[int]:
        """Return the columns that may win: those that the book says, or all that block."""
        known = self._look_up(at)
        if known is not None:
            return known
        must = bitboard.immediate_wins(at.mine ^ at.filled, at.filled, at.rules)
        return tuple(at.columns(must)) or at.legal

    def _look_up(self, at: Position) -> tuple[int, ...] | None:
        book = default_book()
        if book is None or not book.covers(at, at.ply + 1):
            return None
        return tuple(
            column
            for column in at.legal
            if (score := book.lookup(at.play(column))) is not None and score < 0
        )

    def winning(self, at: Position) -> tuple[int, ...]:
        """Return the columns that win, by the book or the solver."""
        known = self._look_up(at)
        if known is not None:
            return known
        columns = tuple(self._candidates(at))
        if len(columns) == 1:
            return columns
        found = self.solver.solve_many([at.play(column) for column in columns], weak=True)
        return tuple(each for each, score in zip(columns, found, strict=True) if score.sign == -1)

    def expand(self, key: int) -> None:
        """Find a node's winning moves, and the positions after every reply to each."""
        node = self.nodes[key]
        at = Position.from_bitboards(node.mine, node.filled, self._rules)
        options = []
        for column in self.winning(at):
            after = at.play(column)
            replies = (after.play(reply) for reply in after.legal)
            keys = {self.enter(each) for each in replies if not each.winning_columns}
            options.append((column, tuple(sorted(keys))))
            if all(self.nodes[each].rule >= 0 for each in keys) and node.ply >= 10:
                break
        node.options = options

    # Costs

    def estimate(self, node: Node) -> float:
        return max(2.0, ESTIMATES.get(node.ply, 4.0) * self.scale)

    def recount(self) -> None:
        """Compute every node's cost from the replies to its cheapest move."""
        for node in sorted(self.nodes.values(), key=lambda each: -each.ply):
            if node.rule >= 0:
                node.cost = 1.0
            elif node.options is None:
                node.cost = self.estimate(node)
            else:
                column, node.cost = min(
                    ((column, self._sum(keys)) for column, keys in node.options),
                    key=lambda each: each[1],
                )
                node.move = column

    def _sum(self, keys: tuple[int, ...]) -> float:
        nodes = self.nodes
        return 1.0 + sum(nodes[each].cost for each in keys)

    def replies(self, node: Node) -> tuple[int, ...]:
        """Return the nodes after every reply to a node's move; none where a rule takes over."""
        if node.rule >= 0 or node.options is None:
            return ()
        return next((keys for column, keys in node.options if column == node.move), ())

    def reached(self) -> list[int]:
        """Return the keys of the course: what the chosen moves lead to."""
        found, waiting = {self.root}, [self.root]
        while waiting:
            for key in self.replies(self.nodes[waiting.pop()]):
                if key not in found:
                    found.add(key)
                    waiting.append(key)
        return list(found)

    def improve(self, report: Callable[[int, int], bool]) -> bool:
        """Expand until a course is complete; `report` gets nodes, open ones, and may stop it."""
        while True:
            self.recount()
            course = self.reached()
            waiting = [
                key
                for key in course
                if self.nodes[key].rule < 0 and self.nodes[key].options is None
            ]
            if not report(len(course), len(waiting)):
                return False
            if not waiting:
                return True
            waiting.sort(key=lambda key: self.nodes[key].ply)
            for key in waiting[: max(20, len(waiting) // 4)]:
                self.expand(key)
                if not report(-1, 0):
                    return False
