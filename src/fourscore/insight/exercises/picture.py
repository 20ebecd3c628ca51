"""The picture of an exercise: nodes with names, rows of max and min, leaves with values."""

from collections.abc import Sequence

from fourscore.core.notation import write_column
from fourscore.core.position import Position
from fourscore.insight.exercises.exercise import PictureNode
from fourscore.insight.exercises.numbers import value_text
from fourscore.search.explicit.game_tree import GameTree

__all__ = ["PLAYERS", "name_nodes", "picture_of"]

PLAYERS = {"X": "Red", "O": "Yellow"}


def name_nodes(parents: Sequence[int], is_inner: Sequence[bool]) -> list[str]:
    """Name inner nodes by letters, row by row, and leaves by their parent and a number.

    >>> name_nodes([-1, 0, 1, 1, 0], [True, True, False, False, False])
    ['A', 'B', 'B1', 'B2', 'A2']
    """
    levels = [0] * len(parents)
    for node, above in enumerate(parents):
        levels[node] = 0 if above < 0 else levels[above] + 1
    names = [""] * len(parents)
    inner = sorted((node for node in range(len(parents)) if is_inner[node]), key=levels.__getitem__)
    for at, node in enumerate(inner):
        names[node] = _letters(at)
    places: dict[int, int] = {}
    for node, above in enumerate(parents):
        places[above] = places.get(above, 0) + 1
        if not is_inner[node]:
            names[node] = f"{names[above]}{places[above]}"
    return names


def _letters(at: int) -> str:
    more = _letters(at // 26 - 1) if at >= 26 else ""
    return more + chr(ord("A") + at % 26)


def picture_of(tree: GameTree, position: Position | None = None) -> tuple[PictureNode, ...]:
    """Return the nodes of a whole tree; with a position, its moves are columns."""
    names = name_nodes(tree.parent, [bool(below) for below in tree.children])
    boards: list[Position | None] = [position] * len(tree)
    nodes = list[PictureNode]()
    for node, above in enumerate(tree.parent):
        is_chance = tree.is_chance[node]
        before = boards[above] if above >= 0 else None
        if before is not None:
            boards[node] = before if is_chance else before.play(tree.move[node])
        board = boards[node]
        nodes.append(
            PictureNode(
                parent=above,
                name=names[node],
                kind=_kind(tree, node),
                value=_leaf_text(tree, node),
                edge=_edge(tree, node, position is not None),
                board=() if board is None else tuple(board.rows()),
            )
        )
    return tuple(nodes)


def _kind(tree: GameTree, node: int) -> str:
    if tree.has_goals:
        return "state"
    if not tree.children[node]:
        return "leaf"
    if tree.is_chance[node]:
        return "chance"
    return "max" if tree.is_max(node) else "min"


def _leaf_text(tree: GameTree, node: int) -> str:
    value = tree.value[node]
    return "" if value is None or tree.children[node] else value_text(value)


def _edge(tree: GameTree, node: int, is_game: bool) -> str:
    above = tree.parent[node]
    if above < 0:
        return ""
    parts = [write_column(tree.move[node])] if is_game else []
    if tree.is_chance[above]:
        parts.append(f"{round(100 * tree.probability[node])} %")
    return ", ".join(parts)
