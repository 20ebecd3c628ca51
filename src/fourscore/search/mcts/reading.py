"""What a Monte Carlo tree says: the value of every column, and the line that both sides would play.

The most visited column is played, unless a win is proven: then the quickest of those. A proven
loss is avoided, and if all columns lose, the one that holds out longest is played. A proven
draw, which gets few visits, is played if the most visited column promises less. The plies of a
proven win are those of the proof that was found; there may be a shorter one.
"""

from typing import Any

from fourscore.core.bitboard import DRAW, LOSS, ONGOING, WIN
from fourscore.core.position import Position
from fourscore.search.mcts.node import Nodes
from fourscore.search.types import Value

__all__ = ["best_line", "children_of", "column_at", "column_values"]


def children_of(nodes: Nodes, node: int) -> range:
    """Return the children of a node."""
    first = int(nodes[node]["first"])
    return range(first, first + int(nodes[node]["count"]))


def column_values(nodes: Nodes) -> dict[int, Value]:
    """Return the values of the columns that were tried or proven."""
    children = (nodes[child] for child in children_of(nodes, 0))
    known = [each for each in children if each["visits"] or each["proof"] != ONGOING]
    return {int(each["column"]): _value(each) for each in sorted(known, key=column_at)}


def column_at(node: Any) -> int:
    """Return the column that led to a node."""
    return int(node["column"])


def _value(node: Any) -> Value:
    visits, wins, proof = int(node["visits"]), float(node["points"]) / 2, int(node["proof"])
    if proof == ONGOING:
        return Value(wins / visits, visits=visits, wins=wins)
    exact = {WIN: 1.0, DRAW: 0.5, LOSS: 0.0}[proof]
    return Value(exact, result=proof, plies=int(node["plies"]) + 1, visits=visits, wins=wins)


def best_line(nodes: Nodes, position: Position) -> tuple[int, ...]:
    """Follow the preferred children as far as they have been tried; one column at least."""
    line: list[int] = []
    node = 0
    while children := children_of(nodes, node):
        node = _preferred(nodes, children, position.width)
        if line and not nodes[node]["visits"] and nodes[node]["proof"] == ONGOING:
            return tuple(line)
        line.append(column_at(nodes[node]))
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
    column, visits, plies = column_at(node), int(node["visits"]), int(node["plies"])
    centre = (-abs(2 * column - (width - 1)), -column)
    if node["proof"] == WIN:
        return 2, -plies, visits, *centre
    if node["proof"] == LOSS:
        return 0, plies, visits, *centre
    return 1, visits, 0, *centre
