"""How people write a tree: nested lists of leaf values.

    [[3,12,8],[2,4,6],[14,5,2]]     moves in square brackets, values at the leaves
    [(0.5: 3, 0.5: 9), (4, 6)]      chance in round ones; without probabilities all are equal
    [[3,12]~5, [2,4]~9]             ~ an estimate, for a search that stops above the leaves
    [[[*]~1, -]~2, [-]~4]           * a goal, - a dead end, ~ the steps still needed: for A*

Blanks do not matter. Whatever is wrong is said in one sentence, with the character where it is.
"""

import math
import re
from fractions import Fraction

from fourscore.errors import NotationError
from fourscore.search.explicit.game_tree import (
    MOST_BRANCHES,
    MOST_LEVELS,
    MOST_NODES,
    Draft,
    GameTree,
    build,
)

__all__ = ["LARGEST", "read_tree", "write_number", "write_tree"]

LARGEST = 100_000
"""Values are smaller than this, so that none is taken for a proven win."""
_NUMBER = re.compile(r"[-\N{MINUS SIGN}+]?(\d+(\.\d*)?|\.\d+)")
_CHANCE = re.compile(r"(\d+/\d+|\d+(\.\d*)?%|\d+(\.\d*)?|\.\d+)\s*:")
_ENDS = {"[": "]", "(": ")"}


def read_tree(text: str) -> GameTree:
    """Read a tree; raises `NotationError` with the character where it is wrong.

    >>> read_tree("[[3,12],(1/4: 8, 3/4: 0)]").probability
    (1.0, 1.0, 1.0, 1.0, 1.0, 0.25, 0.75)
    >>> read_tree("[3,,4]")
    Traceback (most recent call last):
    fourscore.errors.NotationError: a tree cannot have ',' at character 4: a value, [ or ( must \
come there
    """
    reader = _Reader(text)
    root = reader.read()
    if not root.children:
        raise NotationError("a tree needs at least one move, as in [3,5]; this is a single leaf")
    if root.is_chance:
        raise NotationError(
            "a tree must begin with a move, in square brackets; chance comes after a move"
        )
    tree = build(root)
    if tree.has_goals:
        _check_goals(tree)
    return tree


def _check_goals(tree: GameTree) -> None:
    if any(value is not None for value in tree.value):
        raise NotationError("a tree has values at its leaves, or goals (*) and dead ends (-)")
    if tree.has_chance:
        raise NotationError("a tree with goals has no chance nodes")
    for given in tree.given:
        if given is not None and (given < 0 or given != int(given)):
            raise NotationError(
                f"the estimate {write_number(given)} is not a whole number of steps"
            )


class _Reader:
    """Reads one tree from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.nodes = 0

    def read(self) -> Draft:
        if not self.text.strip():
            raise NotationError("there is no tree; write one as [[3,12,8],[2,4,6],[14,5,2]]")
        root = self._node(0)
        if self._peek():
            raise NotationError(f"the tree ends before {self._here()}")
        return root

    def _peek(self) -> str:
        """Return the next character that is not blank; "" at the end."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1]

    def _here(self) -> str:
        return f"{self.text[self.at]!r} at character {self.at + 1}"

    def _refuse(self, expected: str) -> NotationError:
        if not self._peek():
            return NotationError(f"the tree ends too soon: {expected} must come at the end")
        return NotationError(f"a tree cannot have {self._here()}: {expected} must come there")

    def _node(self, level: int) -> Draft:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise NotationError(f"a tree may have {MOST_NODES:,} nodes at most")
        if level > MOST_LEVELS:
            raise NotationError(f"a tree may have {MOST_LEVELS} levels at most")
        char = self._peek()
        if char in _ENDS:
            draft = self._branches(char, level)
        elif char == "*":
            self.at += 1
            draft = Draft(is_goal=True)
        elif (number := self._number()) is not None:
            draft = Draft(value=number)
        elif char == "-":
            self.at += 1
            draft = Draft(is_dead_end=True)
        else:
            raise self._refuse("a value, [ or (")
        self._estimate(draft)
        return draft

    def _number(self) -> float | None:
        start = self.at
        match = _NUMBER.match(self.text, self.at)
        if match is None:
            return None
        number = float(match[0].replace("\N{MINUS SIGN}", "-"))
        if abs(number) >= LARGEST:
            raise NotationError(
                f"the value {match[0]} at character {start + 1} is too large; "
                f"values are between {-LARGEST + 1:,} and {LARGEST - 1:,}"
            )
        self.at = match.end()
        return int(number) if number.is_integer() else number

    def _estimate(self, draft: Draft) -> None:
        if self._peek() != "~":
            return
        if draft.is_chance or draft.value is not None:
            what = "a chance node" if draft.is_chance else "a leaf with a value"
            raise NotationError(f"{what} takes no estimate: {self._here()}")
        self.at += 1
        self._peek()
        draft.estimate = self._number()
        if draft.estimate is None:
            raise self._refuse("a number")

    def _branches(self, opening: str, level: int) -> Draft:
        """Read what stands between two brackets."""
        start, end = self.at, _ENDS[opening]
        draft = Draft(is_chance=opening == "(")
        self.at += 1
        told = list[bool]()
        while True:
            if draft.is_chance:
                told.append(self._chance(draft))
            child = self._node(level + 1)
            if draft.is_chance and child.is_chance:
                raise NotationError(f"a chance node follows a chance node at character {start + 1}")
            if draft.is_chance and told[-1]:
                child.probability = self._told
            draft.children.append(child)
            if self._peek() == end:
                self.at += 1
                break
            if self._peek() != ",":
                raise self._refuse(f"a comma or {end}")
            self.at += 1
        if len(draft.children) > MOST_BRANCHES:
            raise NotationError(
                f"the node at character {start + 1} has {len(draft.children)} branches; "
                f"there may be {MOST_BRANCHES} at most"
            )
        if draft.is_chance:
            _share(draft, told, start)
        return draft

    def _chance(self, draft: Draft) -> bool:  # noqa: ARG002
        """Read a probability, if one stands here; return whether it does."""
        self._peek()
        match = _CHANCE.match(self.text, self.at)
        if match is None:
            return False
        word = match[1]
        try:
            number = Fraction(word[:-1]) / 100 if word.endswith("%") else Fraction(word)
        except ZeroDivisionError:
            number = Fraction(0)
        if not 0 < number <= 1:
            raise NotationError(
                f"the probability {word} at character {self.at + 1} is not above 0 and at most 1"
            )
        self._told = float(number)
        self.at = match.end()
        return True


def _share(draft: Draft, told: list[bool], start: int) -> None:
    """Check the probabilities of a chance node, or give each outcome the same."""
    if not any(told):
        for child in draft.children:
            child.probability = 1 / len(draft.children)
        return
    where = f"the chance node at character {start + 1}"
    if not all(told):
        raise NotationError(f"{where} has probabilities for some of its outcomes only")
    total = math.fsum(child.probability for child in draft.children)
    if abs(total - 1) > 1e-3:
        raise NotationError(f"the probabilities of {where} add up to {total:g}, not to 1")
    for child in draft.children:
        child.probability /= total


def write_tree(tree: GameTree, node: int = 0) -> str:
    """Write a tree, or a part of it, as `read_tree` reads it.

    >>> write_tree(read_tree(" [ [3, 12]~4 , (.5: 1, 50%: -2.50) ]"))
    '[[3,12]~4,(1,-2.5)]'
    """
    below = tree.children[node]
    if not below:
        value = tree.value[node]
        text = write_number(value) if value is not None else "*" if tree.is_goal[node] else "-"
    elif tree.is_chance[node]:
        text = f"({','.join(_outcomes(tree, below))})"
    else:
        text = f"[{','.join(write_tree(tree, child) for child in below)}]"
    given = tree.given[node]
    return text if given is None else f"{text}~{write_number(given)}"


def _outcomes(tree: GameTree, below: tuple[int, ...]) -> list[str]:
    texts = [write_tree(tree, child) for child in below]
    chances = [tree.probability[child] for child in below]
    if all(math.isclose(chance, 1 / len(below)) for chance in chances):
        return texts
    return [f"{_chance_text(chance)}:{text}" for chance, text in zip(chances, texts, strict=True)]


def _chance_text(chance: float) -> str:
    short = f"{chance:.4g}"
    if math.isclose(float(short), chance, abs_tol=1e-9):
        return short
    return str(Fraction(chance).limit_denominator(1000))


def write_number(number: float) -> str:
    """Return a value in a few characters.

    >>> write_number(3.0), write_number(-2.25), write_number(1 / 3)
    ('3', '-2.25', '0.33')
    """
    rounded = round(number, 2) + 0.0
    return f"{rounded:.0f}" if float(rounded).is_integer() else f"{rounded:g}"
