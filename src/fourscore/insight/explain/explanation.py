"""Why a position is won, drawn or lost, and what a move does, in plain words.

    explanation = explain("4455")
    print("\\n".join(explanation.brief))    # X wins in 2 with column 3 or 6. …

Every sentence states a `Fact`, which the rules or the solver prove. The facts come in the order in
which a teacher would present them: the verdict, what the next disc decides, how the win comes
about, what the move sets up, who profits when moves run out.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fourscore.book.solving import shared_solver
from fourscore.core.position import Position, PositionLike, centre_first
from fourscore.insight.explain.board import (
    immediate_facts,
    move_facts,
    over_fact,
    standing_facts,
    variant_facts,
)
from fourscore.insight.explain.facts import Fact, FactKind
from fourscore.insight.explain.forced import follow_up_of
from fourscore.insight.explain.proven import line_fact, reply_fact, verdict_facts, winning_fact
from fourscore.insight.explain.words import say
from fourscore.search.control import Cancel
from fourscore.solver import Analysis, Solver
from fourscore.solver.solver import OnCount

__all__ = ["BRIEF", "Explanation", "Sentence", "explain"]

BRIEF = 6
"""The most sentences of a brief explanation."""
QUICK = 12
"""From this ply on another analysis takes hardly any time, even without a book."""
UNPROVED = "What is best here cannot be proved: perfect analysis needs the standard rules."


@dataclass(frozen=True, slots=True)
class Sentence:
    """A fact in words."""

    text: str
    """The sentence; it counts columns and rows from 1."""
    fact: Fact
    """What it claims."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of a position, or of one move in it."""

    position: Position
    """The position that is explained."""
    move: int | None
    """The move to explain, if any."""
    sentences: tuple[Sentence, ...]
    """Everything, the most important first."""
    main: int
    """How many of them matter; the others complete the picture."""
    note: str = ""
    """What cannot be explained, and why."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts behind the sentences."""
        return tuple(sentence.fact for sentence in self.sentences)

    @property
    def brief(self) -> tuple[str, ...]:
        """The few sentences that matter most."""
        return tuple(each.text for each in self.sentences[: min(self.main, BRIEF)])

    def _repr_html_(self) -> str:
        from fourscore.insight.explain.notebook import explanation_html

        return explanation_html(self)


def explain(
    position: PositionLike,
    move: int | None = None,
    solver: Solver | None = None,
    on_progress: OnCount | None = None,
    cancel: Cancel | None = None,
) -> Explanation:
    """Explain a position, or with `move` what that column does in it.

    Raises `IllegalMoveError` if the move is illegal and `Cancelled` if it is cancelled.
    `on_progress` is called with the number of columns scored and their total.

    >>> for sentence in explain("44444455555526").brief:
    ...     print(sentence)
    X wins at once with column 3.
    A disc at column 3 row 1 completes a row of four.
    """
    position = Position(position)
    if move is not None:
        position.play(move)
    if position.is_over:
        return _explanation(position, move, [over_fact(position)], [])
    if position.variant.name != "standard":
        return _explanation(position, move, _of_move(variant_facts(position), move), [], UNPROVED)
    solver = solver or shared_solver()
    analysis = solver.analyse(position, on_progress, cancel)

    def analyse_after(column: int | None) -> Analysis | None:
        return None if column is None else solver.analyse(position.play(column), cancel=cancel)

    after = analyse_after(move)
    if move is None or after is None or move in analysis.best:
        tempting = _temptation(position, analysis, solver)
        warning = _refutation(position, tempting, analyse_after(tempting))
        main, more = _explain_best(position, analysis, move, after, warning)
    else:
        main, more = _explain_worse(position, analysis, move, after)
    return _explanation(position, move, main, more, best=analysis.best)


def _explanation(
    position: Position,
    move: int | None,
    main: Iterable[Fact],
    more: Iterable[Fact],
    note: str = "",
    best: tuple[int, ...] = (),
) -> Explanation:
    """Put facts into words, each sentence once."""
    tried = None if move in best else move
    facts_by_text: dict[str, Fact] = {}
    for fact in main:
        facts_by_text.setdefault(say(fact, best, tried), fact)
    facts_by_text.pop("", None)
    count = len(facts_by_text)
    for fact in more:
        facts_by_text.setdefault(say(fact, best, tried), fact)
    facts_by_text.pop("", None)
    sentences = tuple(Sentence(text, fact) for text, fact in facts_by_text.items())
    return Explanation(position, move, sentences, count, note)


def _of_move(facts: Iterable[Fact], move: int | None) -> list[Fact]:
    """Leave out the probabilities of other columns than the move."""
    return [
        fact for fact in facts if fact.kind is not FactKind.CHANCE or move in (None, *fact.columns)
    ]


Facts = tuple[list[Fact], list[Fact]]
"""The facts that matter, and the other ones."""


def _explain_best(
    position: Position,
    analysis: Analysis,
    move: int | None,
    after: Analysis | None,
    refutation: list[Fact],
) -> Facts:
    """Explain the position by its best move, or by the given one of its best moves."""
    line = analysis.line if after is None or move is None else (move, *after.line)
    verdict, choices = verdict_facts(position, analysis)
    asked = move is not None and len(analysis.scores) > 1
    opening = _move_fact(position, line[0], analysis) if asked else verdict
    immediate = list(immediate_facts(position))
    standing = _by_profit(standing_facts(position))
    if abs(analysis.score.value) and analysis.score.plies <= 2:
        return [opening, *immediate], [choices, *standing]
    win = _winning(position, analysis, line, move)
    ending = line_fact(position, line, analysis.score)
    follow_ups = _follow_ups(position, line, analysis)
    setup = [fact for fact in move_facts(position, line[0]) if not _is_explained(fact, win)]
    pressing = [fact for fact in immediate if fact.kind is not FactKind.POISON]
    warning = [fact for fact in immediate if fact.kind is FactKind.POISON]
    others = [] if _is_forced(immediate) else [choices]
    better = [*win, *others, *setup, *refutation, *follow_ups]
    return [opening, *pressing, *better, *warning, *standing], [ending]


def _is_forced(immediate: list[Fact]) -> bool:
    """Return whether a block is the only move, so that the other columns need no words."""
    return any(fact.kind is FactKind.MUST_BLOCK for fact in immediate)


def _temptation(position: Position, analysis: Analysis, solver: Solver) -> int | None:
    """Return the column nearest to the centre that loses while another does not.

    One that loses at once needs no explanation, and in the opening it would take too long.
    """
    if analysis.score.sign < 0 or (position.ply < QUICK and solver.book is None):
        return None
    for column in centre_first(position.width):
        score = analysis.scores.get(column)
        if score is not None and score.sign < 0 and score.moves > 1:
            return column
    return None


def _refutation(position: Position, column: int | None, after: Analysis | None) -> list[Fact]:
    """Return how a column loses."""
    if column is None or after is None:
        return []
    found = winning_fact(position, (column, *after.line))
    return [found] if found else []


def _winning(
    position: Position, analysis: Analysis, line: tuple[int, ...], move: int | None
) -> list[Fact]:
    """Return how the win comes about, for either side."""
    if not analysis.score.value:
        return []
    first = analysis.best if move is None else (move,)
    found = winning_fact(position, line, first)
    return [found] if found else []


def _is_explained(fact: Fact, win: list[Fact]) -> bool:
    """Return whether a forced reply is part of a forced win already explained."""
    return fact.kind is FactKind.FORCES and any(
        each.kind is FactKind.FORCED_WIN and not each.after for each in win
    )


def _follow_ups(position: Position, line: tuple[int, ...], analysis: Analysis) -> list[Fact]:
    """Return what answering every disc gains: a win for the winner, or else a draw."""
    found = (follow_up_of(position, line[:1]), follow_up_of(position))
    sign = analysis.score.sign
    return [
        fact
        for fact, side in zip(found, (1, -1), strict=True)
        if fact is not None and (sign == 0 or (side == sign and _wins(fact)))
    ]


def _wins(fact: Fact) -> bool:
    return fact.score is not None and fact.score.value < 0


def _move_fact(position: Position, move: int, analysis: Analysis) -> Fact:
    columns = (move, *analysis.best)
    scores = {move: analysis.scores[move]}
    return Fact(FactKind.MOVE, position.turn, columns=columns, score=analysis.score, scores=scores)


def _explain_worse(position: Position, analysis: Analysis, move: int, after: Analysis) -> Facts:
    """Explain why a move is bad: the answer to it, and what would have been better."""
    _, choices = verdict_facts(position, analysis)
    immediate = list(immediate_facts(position))
    relevant = [fact for fact in immediate if _concerns(fact, move)]
    win = _winning(position, analysis, analysis.line, None) if analysis.score.value > 0 else []
    better = [
        fact for fact in move_facts(position, analysis.line[0]) if not _is_explained(fact, win)
    ]
    answer = _answer(position, (move, *after.line), after)
    main = [_move_fact(position, move, analysis), *relevant, *answer, *win, *better]
    others = [] if _is_forced(immediate) else [choices]
    standing = _by_profit(standing_facts(position))
    is_long = len(analysis.line) > 2
    ending = [line_fact(position, analysis.line, analysis.score)] if is_long else []
    return main, [*immediate, *others, *move_facts(position, move), *standing, *ending]


def _answer(position: Position, line: tuple[int, ...], after: Analysis) -> Iterator[Fact]:
    """Yield the answer to a move that is not best: the line that shows it, or else the reply.

    An answer that wins at once needs no words: it is what the move had to stop, or gave away.
    """
    if not after.scores:
        return
    if after.score.value > 0 and (win := winning_fact(position, line)):
        yield win
    elif after.score.value <= 0 or after.score.plies > 1:
        yield reply_fact(position, line[0], after)
    if after.score.value >= 0 and (answered := follow_up_of(position, line[:2])):
        yield answered


def _concerns(fact: Fact, move: int) -> bool:
    """Return whether a fact about the next disc says why a move is bad."""
    if fact.kind is FactKind.POISON:
        return move in fact.columns
    return fact.kind is not FactKind.ZUGZWANG


def _by_profit(facts: Iterator[Fact]) -> list[Fact]:
    """Put those threats first whose owner profits when moves run out."""
    return sorted(
        facts, key=lambda fact: fact.kind is FactKind.THREAT and fact.other == fact.player
    )
