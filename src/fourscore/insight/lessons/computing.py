"""Run the searches of a lesson, and fill in every figure, moment and answer."""

import math
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from fourscore.agents import agent
from fourscore.core.notation import plural, write_column
from fourscore.errors import InputError
from fourscore.insight.lessons.expressions import (
    GLOBAL_FACTS,
    ROOT,
    Comparison,
    ExpressionError,
    Fact,
    Number,
    Sum,
    Table,
)
from fourscore.insight.lessons.facts import Facts, Known, figure
from fourscore.insight.lessons.lesson import Choice, Lesson, Question, Search, Shot, Step, Text
from fourscore.insight.lessons.reading import position_of
from fourscore.insight.lessons.source import LessonError, Mistake
from fourscore.insight.trace.tracing import trace
from fourscore.search.control import Cancel
from fourscore.search.types import Limit

__all__ = [
    "MOST_NODES",
    "ComputedLesson",
    "ComputedQuestion",
    "ComputedShot",
    "ComputedStep",
    "ComputedTable",
    "compute",
]

SHOWN_NODES = 20_000
"""The most nodes of a search that a step shows; pages load no more at once."""
MOST_NODES = 2_000_000
"""The most nodes of a search that is only counted."""
OPERATORS: dict[str, Callable[[float, float], bool]] = {
    "=": lambda a, b: math.isclose(a, b, abs_tol=1e-9),
    "!=": lambda a, b: not math.isclose(a, b, abs_tol=1e-9),
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
AT_THE_END = ("best column", "best line", "settled")
ONCE_LEFT = ("value", "left out", "saved")
HEADINGS = {"share": "value", "way": "moves", "column": "column", "sum": "sum"}


@dataclass(frozen=True, slots=True)
class ComputedShot:
    """What is to be seen."""

    moment: int
    view: str
    """boards, near or whole."""
    node: int | None


@dataclass(frozen=True, slots=True)
class ComputedTable:
    """Facts about the children of a node."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ComputedQuestion:
    """A question with its answer."""

    ask: tuple[str, ...]
    choices: tuple[str, ...]
    answer: int
    """The number of the right choice, from 0."""
    because: tuple[str, ...]
    reveal: ComputedShot


@dataclass(frozen=True, slots=True)
class ComputedStep:
    """A step with its figures filled in."""

    search: Search
    shot: ComputedShot
    text: tuple[str, ...]
    board: tuple[str, ...]
    """The board of the node that is shown, the top row first."""
    table: ComputedTable | None
    question: ComputedQuestion | None


@dataclass(frozen=True, slots=True)
class ComputedLesson:
    """A lesson with its figures filled in."""

    name: str
    title: str
    summary: str
    steps: tuple[ComputedStep, ...]
    ending: tuple[str, ...]

    @property
    def questions(self) -> tuple[ComputedQuestion, ...]:
        """The questions, in order."""
        return tuple(step.question for step in self.steps if step.question is not None)


def compute(
    lesson: Lesson, cancel: Cancel | None = None, name: str | None = None
) -> ComputedLesson:
    """Run the searches of a lesson and fill in its texts; raises `LessonError` with mistakes."""
    return _Computer(lesson, cancel, name or lesson.name).compute()


class _Computer:
    def __init__(self, lesson: Lesson, cancel: Cancel | None, file: str) -> None:
        self.lesson = lesson
        self.cancel = cancel
        self.file = file
        self.mistakes: list[Mistake] = []
        self.facts: dict[str, Facts] = {}

    @contextmanager
    def noting(self, line: int) -> Iterator[None]:
        try:
            yield
        except InputError as error:
            self.mistakes.append(Mistake(line, error.for_people))

    def compute(self) -> ComputedLesson:
        shown = {step.search for step in self.lesson.steps}
        for name, search in self.lesson.searches.items():
            with self.noting(search.line):
                self.facts[name] = self._run(name, search, name in shown)
        self._raise_mistakes()
        steps = [self._step(step) for step in self.lesson.steps]
        last = self.lesson.steps[-1]
        ending = self._text(self.lesson.ending, _Place(last.search, self._end(last.search)))
        self._raise_mistakes()
        return ComputedLesson(
            self.lesson.name,
            self.lesson.title,
            self.lesson.summary,
            tuple(step for step in steps if step is not None),
            ending,
        )

    def _raise_mistakes(self) -> None:
        if self.mistakes:
            raise LessonError(self.file, sorted(set(self.mistakes)))

    def _end(self, search: str) -> int:
        return self.facts[search].time.end

    def _run(self, name: str, search: Search, is_shown: bool) -> Facts:
        player = agent(search.agent, seed=0, external=False)
        limit = player.limit.capped_at(Limit(nodes=MOST_NODES))
        found = trace(position_of(search), player, limit, cap=SHOWN_NODES, cancel=self.cancel)
        if self.cancel is not None and self.cancel.cancelled:
            raise InputError(f"the search {name!r} takes too long; give it less to do")
        most = SHOWN_NODES if is_shown else MOST_NODES - 1
        if found.nodes > most:
            raise InputError(
                f"the search {name!r} visits {found.nodes:,} nodes or more, and a lesson can "
                f"{'show' if is_shown else 'count'} {most:,}; make it shallower"
            )
        return Facts(found)

    # Steps

    def _step(self, step: Step) -> ComputedStep | None:
        shot = self._shot(step.shot, step.search)
        if shot is None:
            return None
        place = _Place(step.search, shot.moment, may_tell=False)
        facts = self.facts[step.search]
        for claim in step.claims:
            with self.noting(claim.line):
                if not self._holds(claim.comparison, place.telling):
                    raise InputError(f"this is not so in these searches: {claim.text}")
        table = None
        if step.table is not None:
            with self.noting(step.table_line):
                table = self._table(step.table, place)
        return ComputedStep(
            self.lesson.searches[step.search],
            shot,
            self._text(step.text, place),
            facts.trace.rows(self._node_shown(shot, facts)),
            table,
            None if step.question is None else self._question(step.question, place),
        )

    @staticmethod
    def _node_shown(shot: ComputedShot, facts: Facts) -> int:
        if shot.node is not None:
            return shot.node
        return facts.time.steps[shot.moment - 1].node if shot.moment else facts.trace.roots[0]

    def _shot(self, shot: Shot, search: str) -> ComputedShot | None:
        facts = self.facts[search]
        moment = None
        with self.noting(shot.line):
            moment = facts.moment(shot.moment)
        if moment is None:
            return None
        with self.noting(shot.node_line):
            node = None if shot.node is None else facts.node(shot.node)
            if node is not None and facts.time.entered[node] > moment:
                raise ExpressionError("the node is not in the tree yet at this moment")
            return ComputedShot(moment, shot.view, node)
        return None

    def _table(self, table: Table, place: "_Place") -> ComputedTable:
        facts = self.facts[place.search]
        node = facts.node(table.node)
        children = sorted(facts.trace.children(node), key=lambda each: int(facts.trace.move[each]))
        seen = [each for each in children if facts.time.entered[each] <= place.moment]
        rows = [
            (
                write_column(int(facts.trace.move[child])),
                *(self._cell(facts, name, child, place) for name in table.facts),
            )
            for child in seen
        ]
        if not rows:
            raise ExpressionError("the table is empty: no child is in the tree at this moment")
        heads = (HEADINGS.get(name, name) for name in table.facts)
        return ComputedTable(("column", *heads), tuple(rows))

    def _cell(self, facts: Facts, name: str, child: int, place: "_Place") -> str:
        self._check_known(facts, Fact(name), child, place, place.moment)
        return facts.of_node(name, child, place.moment).text

    # Questions

    def _question(self, question: Question, place: "_Place") -> ComputedQuestion | None:
        before = len(self.mistakes)
        ask = self._text(question.ask, place)
        reveal = self._shot(question.reveal, place.search)
        because = self._text(question.because, place.telling)
        found = None
        with self.noting(question.answer_line):
            found = self._choices(question, place.telling)
        if found is None or reveal is None or len(self.mistakes) > before:
            return None
        return ComputedQuestion(ask, *found, because, reveal)

    def _choices(self, question: Question, place: "_Place") -> tuple[tuple[str, ...], int]:
        if question.columns is not None:
            return self._columns(question, place)
        if question.answer is None:
            return self._texts(question.choices, place)
        return self._numbers(question, place)

    def _columns(self, question: Question, place: "_Place") -> tuple[tuple[str, ...], int]:
        facts = self.facts[place.search]
        node = facts.node(question.columns or ROOT)
        legal = [column + 1 for column in facts.trace.position_at(node).legal]
        assert question.answer is not None
        answer = self._sum(question.answer, place).number
        if answer not in legal:
            raise InputError("the answer is not one of the columns that are open there")
        return tuple(f"Column {each}" for each in legal), legal.index(int(answer))

    def _texts(self, choices: tuple[Choice, ...], place: "_Place") -> tuple[tuple[str, ...], int]:
        right = [
            number
            for number, choice in enumerate(choices)
            if choice.right is not None and self._holds(choice.right, place)
        ]
        if len(right) != 1:
            what = "none of the choices is" if not right else "more than one of the choices is"
            raise InputError(f"{what} right; exactly one must be")
        return tuple(" ".join(self._text(each.text, place)) for each in choices), right[0]

    def _numbers(self, question: Question, place: "_Place") -> tuple[tuple[str, ...], int]:
        """Return the values as choices, each once and from low to high."""
        assert question.answer is not None
        known = [self._sum(each.sum, place) for each in question.choices if each.sum is not None]
        answer = self._sum(question.answer, place)
        texts: dict[str, float] = {each.text: each.number for each in known}
        if answer.text not in texts:
            raise InputError(f"the answer, {answer.text}, is not among the choices")
        if len(texts) < 2:
            raise InputError("all choices are the same")
        ordered = sorted(texts, key=lambda text: (math.isnan(texts[text]), texts[text]))
        return tuple(ordered), ordered.index(answer.text)

    # Expressions

    def _text(self, text: Text, place: "_Place") -> tuple[str, ...]:
        paragraphs = []
        for pieces in text:
            words = []
            for piece in pieces:
                words.append(piece.words)
                if piece.sum is not None:
                    with self.noting(piece.line):
                        words.append(self._say(piece.sum, piece.noun, place))
            paragraphs.append("".join(words))
        return tuple(paragraphs)

    def _say(self, total: Sum, noun: str, place: "_Place") -> str:
        known = self._sum(total, place)
        if noun:
            count = plural(int(known.number), noun)
            return count.replace(str(int(known.number)), known.text, 1)
        return known.text

    def _holds(self, comparison: Comparison, place: "_Place") -> bool:
        left, right = self._sum(comparison.left, place), self._sum(comparison.right, place)
        if math.isnan(left.number) or math.isnan(right.number):
            if comparison.sign not in ("=", "!="):
                raise ExpressionError("words can only be compared by = and !=")
            return (left.text == right.text) == (comparison.sign == "=")
        return OPERATORS[comparison.sign](left.number, right.number)

    def _sum(self, total: Sum, place: "_Place") -> Known:
        terms = [(sign, self._term(term, place)) for sign, term in total.terms]
        if len(terms) == 1:
            return terms[0][1]
        if any(math.isnan(known.number) for _, known in terms):
            raise ExpressionError("only numbers can be added")
        number = sum(sign * known.number for sign, known in terms)
        return Known(number, figure(number))

    def _term(self, term: Fact | Number, place: "_Place") -> Known:
        if isinstance(term, Number):
            return Known(term.value, figure(term.value))
        facts = self.facts[term.search or place.search]
        moment = place.moment if term.search in (None, place.search) else facts.time.end
        if term.moment is not None:
            moment = facts.moment(term.moment)
        if term.name in GLOBAL_FACTS:
            self._check_known(facts, term, None, place, moment)
            return facts.of_search(term.name, moment)
        node = facts.node(term.node or ROOT)
        self._check_known(facts, term, node, place, moment)
        return facts.of_node(term.name, node, moment)

    def _check_known(
        self, facts: Facts, term: Fact, node: int | None, place: "_Place", moment: int
    ) -> None:
        """Refuse what the picture beside the text does not show yet."""
        if place.may_tell or term.search not in (None, place.search):
            return
        end, time = facts.time.end, facts.time
        if moment > place.moment or (term.name in AT_THE_END and place.moment < end):
            raise ExpressionError(f"{term.name!r} is not known yet at the moment of this step")
        if node is None:
            return
        nodes = facts.trace.children(node) if term.name == "child values" else [node]
        if term.name in (*ONCE_LEFT, "child values"):
            known = place.moment == end or all(time.is_known(each, place.moment) for each in nodes)
            if not known:
                raise ExpressionError(
                    f"{term.name!r} of that node is not known yet at the moment of this step"
                )


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an expression stands: its search, its moment, and whether it may tell what follows."""

    search: str
    moment: int
    may_tell: bool = True

    @property
    def telling(self) -> "_Place":
        return _Place(self.search, self.moment)
