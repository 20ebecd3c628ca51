"""A lesson as its file describes it, before any search has run."""

from dataclasses import dataclass, field

from fourscore.insight.lessons.expressions import Comparison, Moment, Node, Sum, Table

__all__ = ["VIEWS", "Choice", "Claim", "Lesson", "Piece", "Question", "Search", "Shot", "Step"]

VIEWS = {"boards": "boards", "close up": "near", "whole tree": "whole"}
"""How a tree can be shown, as files and as pages name it."""


@dataclass(frozen=True, slots=True)
class Search:
    """A position and who searches it."""

    agent: str
    moves: str = "-"
    start: str | None = None
    size: str = "7x6"
    variant: str = "standard"
    line: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text: words, or a sum that is filled in."""

    words: str = ""
    sum: Sum | None = None
    noun: str = ""
    """If given, how many of these there are: "1 node", "3 nodes"."""
    line: int = 1


Text = tuple[tuple[Piece, ...], ...]
"""Paragraphs."""


@dataclass(frozen=True, slots=True)
class Shot:
    """What is to be seen: a moment, how the tree is drawn, and a node that is chosen."""

    moment: Moment
    view: str
    node: Node | None
    line: int
    node_line: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible answer: a sum, or a text that is right if something holds."""

    line: int
    sum: Sum | None = None
    text: Text = ()
    right: Comparison | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question whose right answer the search knows."""

    ask: Text
    choices: tuple[Choice, ...]
    """Empty where every column is a choice."""
    columns: Node | None
    """The node whose columns are the choices."""
    answer: Sum | None
    because: Text
    reveal: Shot
    line: int
    answer_line: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that must hold for the words of a step to be true."""

    comparison: Comparison
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Step:
    """A few sentences, what is to be seen beside them, and perhaps a question."""

    search: str
    shot: Shot
    text: Text
    table: Table | None
    claims: tuple[Claim, ...]
    question: Question | None
    line: int
    table_line: int


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson."""

    name: str
    title: str
    summary: str
    searches: dict[str, Search]
    steps: tuple[Step, ...]
    ending: Text
    ending_line: int

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions, in order."""
        return tuple(step.question for step in self.steps if step.question is not None)
