"""The small language in which lessons speak of a search: nodes, moments and facts.

    NODE        root · root 2 · node 17 · after 4 3 · first child of NODE · best child of NODE ·
                parent of NODE · first cut · last cut · cut 2 · latest cut
    MOMENT      start · end · step 12 · playout 40 · entering NODE · leaving NODE · cut 2 ·
                iteration 2 · 3 steps after MOMENT · 1 step before MOMENT
    FACT        NAME [of NODE] [in SEARCH] [at MOMENT], or a number
    SUM         FACT [+ FACT | - FACT] …
    COMPARISON  SUM = SUM, or with != < <= > >=

Words are read from left to right, and each form begins with a word of its own, so that a mistake
can be named by the word at which it happened. What the names mean is in `facts`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from fourscore.errors import InputError

__all__ = [
    "COMPARISONS",
    "FACTS",
    "GLOBAL_FACTS",
    "NODE_FACTS",
    "RESERVED",
    "Comparison",
    "ExpressionError",
    "Fact",
    "Moment",
    "Node",
    "Number",
    "Sum",
    "Table",
    "parse_comparison",
    "parse_moment",
    "parse_node",
    "parse_sum",
    "parse_table",
]

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
COMPARISONS = ("=", "!=", "<=", ">=", "<", ">")

NODE_FACTS = {
    "column": "the column of the disc that led to the node",
    "value": "what the search found, for the player who searches",
    "exact score": "what perfect play makes of it: `Red wins in 5`, `a draw`",
    "mover": "who is to move there: Red or Yellow",
    "way": "the columns from the root to the node",
    "children": "how many children the node has in the tree",
    "child columns": "the columns of its children",
    "child values": "the values of its children, in the order searched",
    "size": "the nodes below it, itself included",
    "alpha": "the low end of its window at the moment",
    "beta": "the high end of its window at the moment",
    "tried": "how many columns were tried before the cut",
    "left out": "the columns that a cut left out",
    "saved": "how many nodes its cut saved, compared with minimax",
    "probability": "how likely a disc lands there (chance)",
    "visits": "playouts that passed through it by the moment",
    "share": "the searching player's share of the points by the moment",
    "exploration": "what UCT or PUCT adds for trying what is little known",
    "sum": "share plus exploration (minus, where the opponent chooses)",
    "prior": "the network's share for the move (PUCT)",
    "f": "g + h (A*)",
    "g": "discs dropped so far (A*)",
    "h": "the discs still needed, estimated (A*)",
}
"""Facts about one node; without `of NODE` they speak of the root."""
GLOBAL_FACTS = {
    "nodes": "how many nodes the search visited",
    "total saved": "how many nodes all cuts saved together",
    "cuts": "how many cuts there were",
    "best column": "the column that the search plays",
    "best line": "the line it expects, as columns",
    "depth": "how deep it searched",
    "playouts": "how many playouts it made",
    "searcher": "who searches: Red or Yellow",
    "opponent": "the other player",
    "open columns": "the columns that are not full",
    "next column": "the column below the root that the search goes down next",
    "next way": "the columns to the node that the search looks at next",
    "leader": "the column visited most by the moment",
    "settled": "the playout from which on the leader is the one played",
    "leaves": "how many nodes have no child",
    "games": "how many nodes are the end of a game",
    "wins": "how many of those the player who searches has won",
    "losses": "how many of those the opponent has won",
    "draws": "how many of those are draws",
}
"""Facts about a whole search."""
FACTS = NODE_FACTS | GLOBAL_FACTS
RESERVED = frozenset(
    {"root", "node", "after", "before", "child", "children", "parent", "cut", "best", "latest",
     "last", "of", "in", "at", "start", "end", "step", "steps", "playout", "entering", "leaving",
     "iteration", *ORDINALS, *(word for name in FACTS for word in name.split())}
)  # fmt: skip
"""Words that cannot be the name of a search."""


class ExpressionError(InputError):
    """A text that is not a node, a moment, a fact or a comparison."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node: how it is found, with a number, columns, another node or a moment."""

    kind: str
    number: int = 0
    columns: tuple[int, ...] = ()
    base: "Node | None" = None


ROOT = Node("root")


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment: how it is found, with a number, a node or another moment."""

    kind: str
    number: int = 0
    node: Node | None = None
    base: "Moment | None" = None


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it is written."""

    value: float


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a search knows."""

    name: str
    node: Node | None = None
    search: str | None = None
    moment: Moment | None = None


@dataclass(frozen=True, slots=True)
class Sum:
    """Facts and numbers, each with its sign."""

    terms: tuple[tuple[int, Fact | Number], ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sums and how they are compared."""

    left: Sum
    sign: str
    right: Sum


@dataclass(frozen=True, slots=True)
class Table:
    """Facts about the children of a node, one row each."""

    node: Node
    facts: tuple[str, ...]


class _Reader:
    """Reads words from left to right."""

    def __init__(self, text: str, searches: Sequence[str]) -> None:
        self.text = text.strip()
        self.words = self.text.split()
        self.searches = searches
        self.place = 0

    @property
    def next(self) -> str:
        return self.words[self.place] if self.place < len(self.words) else ""

    def take(self, *wanted: str) -> bool:
        """Read these words if they come next."""
        end = self.place + len(wanted)
        if tuple(self.words[self.place : end]) != wanted:
            return False
        self.place = end
        return True

    def require(self, word: str, after: str) -> None:
        if not self.take(word):
            raise self.error(f"after {after!r} comes {word!r}")

    def number(self, after: str) -> int:
        if not re.fullmatch(r"\d{1,9}", self.next):
            raise self.error(f"after {after!r} comes a number")
        self.place += 1
        return int(self.words[self.place - 1])

    def error(self, why: str) -> ExpressionError:
        found = f"not {self.next!r}" if self.next else "and nothing does"
        return ExpressionError(f"in {self.text!r}, {why}, {found}")

    def finish(self) -> None:
        if self.place < len(self.words):
            raise ExpressionError(f"in {self.text!r}, {self.next!r} is not expected")

    # Nodes

    def node(self) -> Node:
        if self.take("root"):
            if re.fullmatch(r"\d{1,9}", self.next):
                return Node("root", self.number("root"))
            return ROOT
        if self.take("node"):
            return Node("node", self.number("node"))
        if self.take("after"):
            return self._after()
        if self.take("latest", "cut"):
            return Node("latest cut")
        if (cut := self._cut()) is not None:
            return Node("cut", cut)
        if self.take("best", "child"):
            return self._of("best child")
        if self.take("parent"):
            return self._of("parent")
        if (place := self._ordinal("child")) is not None:
            return self._of("child", place)
        raise self.error("a node is expected, such as root, after 4 3 or first child of root")

    def _after(self) -> Node:
        columns = []
        while re.fullmatch(r"[1-9]\d?", self.next):
            columns.append(self.number("after") - 1)
        if not columns:
            raise self.error("after 'after' come columns, as in 'after 4 3'")
        return Node("after", columns=tuple(columns))

    def _of(self, kind: str, number: int = 0) -> Node:
        self.require("of", kind.split()[-1])
        return Node(kind, number, base=self.node())

    def _ordinal(self, noun: str) -> int | None:
        """Read "second child", "last child" or "child 2"; the last is -1, others count from 0."""
        for number, word in enumerate(ORDINALS):
            if self.take(word, noun):
                return number
        if self.take("last", noun):
            return -1
        if self.next == noun and self.place + 1 < len(self.words):
            self.place += 1
            return self.number(noun) - 1
        return None

    def _cut(self) -> int | None:
        return self._ordinal("cut")

    # Moments

    def moment(self) -> Moment:
        for word in ("start", "end"):
            if self.take(word):
                return Moment(word)
        for word in ("step", "playout", "iteration"):
            if self.take(word):
                return Moment(word, self.number(word))
        for word in ("entering", "leaving"):
            if self.take(word):
                return Moment(word, node=self.node())
        if (cut := self._cut()) is not None:
            return Moment("leaving", node=Node("cut", cut))
        if re.fullmatch(r"\d{1,9}", self.next):
            return self._relative()
        raise self.error("a moment is expected, such as end, leaving root or playout 40")

    def _relative(self) -> Moment:
        count = self.number("")
        if not (self.take("step") or self.take("steps")):
            raise self.error("after the number comes 'steps'")
        if self.take("after"):
            return Moment("later", count, base=self.moment())
        if self.take("before"):
            return Moment("later", -count, base=self.moment())
        raise self.error("after 'steps' comes 'after' or 'before'")

    # Facts

    def fact(self) -> Fact | Number:
        if re.fullmatch(r"-?\d+(\.\d+)?", self.next):
            self.place += 1
            return Number(float(self.words[self.place - 1]))
        name = self._fact_name()
        node, search, moment = None, None, None
        if self.take("of"):
            if name in GLOBAL_FACTS:
                raise ExpressionError(
                    f"in {self.text!r}, {name!r} speaks of the whole search, not of a node; for "
                    "another search write 'in NAME'"
                )
            node = self.node()
        if self.take("in"):
            search = self._search()
        if self.take("at"):
            moment = self.moment()
        return Fact(name, node, search, moment)

    def _fact_name(self) -> str:
        for length in (2, 1):
            name = " ".join(self.words[self.place : self.place + length])
            if name in FACTS:
                self.place += length
                return name
        if not self.next:
            raise self.error("a fact is expected, such as value of root")
        near = _near(self.next, FACTS)
        raise ExpressionError(f"in {self.text!r}, there is no fact {self.next!r}{near}")

    def _search(self) -> str:
        if self.next not in self.searches:
            near = _near(self.next, self.searches)
            raise ExpressionError(f"in {self.text!r}, there is no search {self.next!r}{near}")
        self.place += 1
        return self.words[self.place - 1]

    def sum(self) -> Sum:
        terms = [(1, self.fact())]
        while self.next in ("+", "-"):
            sign = 1 if self.next == "+" else -1
            self.place += 1
            terms.append((sign, self.fact()))
        return Sum(tuple(terms))

    def comparison(self) -> Comparison:
        left = self.sum()
        if self.next not in COMPARISONS:
            raise self.error("a comparison is expected: = != < <= > or >=")
        sign = self.next
        self.place += 1
        return Comparison(left, sign, self.sum())


def _near(word: str, known: Sequence[str] | dict[str, str]) -> str:
    near = get_close_matches(word, [*known], 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def parse_node(text: str) -> Node:
    """Read a node.

    >>> parse_node("first child of after 4")
    Node(kind='child', number=0, columns=(), base=Node(kind='after', number=0, columns=(3,), base=None))
    """  # noqa: E501
    reader = _Reader(text, ())
    node = reader.node()
    reader.finish()
    return node


def parse_moment(text: str) -> Moment:
    """Read a moment.

    >>> parse_moment("1 step before end")
    Moment(kind='later', number=-1, node=None, base=Moment(kind='end', number=0, node=None, base=None))
    """  # noqa: E501
    reader = _Reader(text, ())
    moment = reader.moment()
    reader.finish()
    return moment


def parse_sum(text: str, searches: Sequence[str] = ()) -> Sum:
    """Read facts and numbers with + and - between them."""
    reader = _Reader(text, searches)
    found = reader.sum()
    reader.finish()
    return found


def parse_comparison(text: str, searches: Sequence[str] = ()) -> Comparison:
    """Read a comparison.

    >>> parse_comparison("nodes in left >").sign
    Traceback (most recent call last):
    fourscore.insight.lessons.expressions.ExpressionError: in 'nodes in left >', there is no \
search 'left'
    """
    reader = _Reader(text, searches)
    found = reader.comparison()
    reader.finish()
    return found


def parse_table(text: str) -> Table:
    """Read a table: the children of a node, and facts about each.

    >>> parse_table("children of root: visits, share").facts
    ('visits', 'share')
    """
    head, colon, tail = text.partition(":")
    reader = _Reader(head, ())
    if not (colon and reader.take("children", "of")):
        raise ExpressionError(f"{text!r} is not a table; write 'children of NODE: FACT, FACT'")
    node = reader.node()
    reader.finish()
    facts = tuple(each.strip() for each in tail.split(","))
    for name in facts:
        if name not in NODE_FACTS:
            near = _near(name, NODE_FACTS)
            raise ExpressionError(f"in {text!r}, {name!r} is not a fact about a node{near}")
    return Table(node, facts)
