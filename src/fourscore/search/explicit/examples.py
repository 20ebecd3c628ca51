"""Trees of the textbooks, by name."""

from typing import NamedTuple

from fourscore.errors import InputError
from fourscore.search.explicit.game_tree import GameTree
from fourscore.search.explicit.notation import read_tree

__all__ = ["EXAMPLES", "Example", "find_tree"]


class Example(NamedTuple):
    """A tree that shows something."""

    name: str
    text: str
    shows: str
    """What it shows, in a sentence."""
    agent: str
    """The search to watch on it."""


EXAMPLES: dict[str, Example] = {
    each.name: each
    for each in (
        Example(
            "textbook",
            "[[3,12,8],[2,4,6],[14,5,2]]",
            "The usual tree of two moves: its value is 3, and alpha-beta skips two leaves.",
            "alphabeta",
        ),
        Example(
            "deep",
            "[[[5,6],[7,4,5]],[[3]],[[6],[6,9]],[[7],[9,8]]]",
            "Three moves, uneven: three cut-offs leave six of the leaves out.",
            "alphabeta",
        ),
        Example(
            "best-first",
            "[[3,8,12],[2,4,6],[2,5,14]]",
            "The textbook tree with the best moves first: alpha-beta skips four leaves.",
            "alphabeta",
        ),
        Example(
            "worst-first",
            "[[6,4,2],[14,5,2],[12,8,3]]",
            "The same leaves with the best moves last: alpha-beta skips nothing.",
            "alphabeta",
        ),
        Example(
            "deepening",
            "[[[2,3]~9,[1,4]~8]~1,[[9,3]~2,[6,7]~3]~7,[[5,8]~4,[2,1]~9]~3]",
            "Estimates at the inner nodes: each depth puts its best move first at the next one.",
            "deepening",
        ),
        Example(
            "horizon",
            "[[[0,1]~6,[7,9]~8]~6,[[4,5]~4,[6,4]~5]~4]",
            "What looks best to depth 1 and 2 is worst to depth 3.",
            "deepening",
        ),
        Example(
            "gamble",
            "[(10,0),(0.9:4,0.1:8),6]",
            "A fair coin for 10, nearly always 4, or 6 for sure: expectations decide.",
            "expectiminimax",
        ),
        Example(
            "backgammon",
            "[(0.9:[2,3],0.1:[1,4]),(0.9:[1,2],0.1:[40,50])]",
            "Chance between two moves: large values at unlikely leaves change the choice.",
            "expectiminimax",
        ),
        Example(
            "trap",
            "[[9,8,1],[5,6,5],[7,2,6]]",
            "The first move has the best average and a refutation: Monte Carlo needs time to see.",
            "mcts:playouts=60",
        ),
        Example(
            "path",
            "[[[-~4,-~3]~3,-~4]~2,[[-~3]~3,[*,-~2]~1]~2,[-~5]~4]~3",
            "The way to a goal (*): the estimate after each node leads A* there.",
            "astar",
        ),
    )
}
"""Every example by its name."""


def find_tree(text: str) -> GameTree:
    """Return the example of a name, or read a tree.

    >>> len(find_tree("textbook"))
    13
    """
    word = text.strip()
    if word in EXAMPLES:
        return read_tree(EXAMPLES[word].text)
    if word and (word[0].isalpha()):
        names = ", ".join(EXAMPLES)
        raise InputError(f"there is no example tree {word!r}; the examples are {names}")
    return read_tree(text)
