"""Grading: ask about positions, play games, and give points by a rubric.

Whatever the agent does, a grade comes out: what it fails at counts against it, and the report
says in sentences what went wrong. The same seed asks the same questions and plays the same games;
an agent that plays the same moves then gets the same points.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from fourscore.agents.base import Agent
from fourscore.agents.external import External
from fourscore.agents.output import Output
from fourscore.agents.registry import agent
from fourscore.arena.openings import draw_openings
from fourscore.arena.play import AgentPlayer, Finish, Turn, play, say_failure
from fourscore.core.game import Game
from fourscore.core.notation import plural, write_board
from fourscore.core.position import PLAYERS, Position, opponent
from fourscore.errors import AgentError, Cancelled, FourscoreError, InputError
from fourscore.insight.grading.positions import Question
from fourscore.insight.grading.rubric import Criterion, Measure, Rubric
from fourscore.insight.grading.submission import Submission
from fourscore.search.control import Cancel
from fourscore.search.types import Limit, Report

__all__ = ["Answer", "Failure", "Grade", "Mark", "Match", "Plan", "Share", "grade", "say_plainly"]

OPENING = "random:4"
"""Where games begin: each opening is played twice, with colours swapped."""
PATIENCE = 5
"""Failures in a row after which no more positions are asked about."""
OnStep = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What an agent is graded on."""

    rubric: Rubric
    questions: Sequence[Question]
    opponents: tuple[str, ...]
    games: int
    """Against each opponent."""
    seed: int = 0

    def __post_init__(self) -> None:
        """Raise `InputError` if a criterion could not be measured."""
        for each in self.rubric.criteria:
            what = each.measure
            if what.name == "score" and not self.opponents:
                raise InputError(f"the criterion {each.name!r} needs games; name an opponent")
            if what.against and what.against not in self.opponents:
                raise InputError(f"the criterion {each.name!r} needs games against {what.against}")
            if what.kind and not any(one.kind == what.kind for one in self.questions):
                raise InputError(f"the criterion {each.name!r} needs {what.kind} positions, "
                                 "which this suite does not have")  # fmt: skip
            is_asked = any(_counts(what, one) for one in self.questions)
            if what.name in ("kept", "best") and not is_asked:
                raise InputError(f"the criterion {each.name!r} cannot be measured: in no position "
                                 "of this suite is there such a choice")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """What an agent answered to a question."""

    question: Question
    column: int | None
    """The column, or None if it failed."""

    @property
    def is_legal(self) -> bool:
        """Whether it was a legal move, in time."""
        return self.column is not None

    @property
    def is_best(self) -> bool:
        """Whether no column is worth more."""
        return self.column is not None and self.question.scores[self.column] == self.question.best

    @property
    def keeps(self) -> bool:
        """Whether a win stays a win and a draw a draw."""
        return self.column is not None and (
            _sign(self.question.scores[self.column]) == _sign(self.question.best)
        )


@dataclass(slots=True)
class Match:
    """Games against one opponent."""

    against: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    forfeits: int = 0
    """Of the losses, those by an illegal move, an error or the clock."""
    moves: int = 0
    """Legal moves that it made."""

    @property
    def games(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Its score in games."""
        return self.wins + self.draws / 2


@dataclass(frozen=True, slots=True)
class Share:
    """A measure: so much of so much."""

    amount: float
    of: int

    @property
    def value(self) -> float:
        """The share, from 0 to 1; 0 if there was nothing to measure."""
        return self.amount / self.of if self.of else 0.0

    def __str__(self) -> str:
        return f"{self.amount:g} of {self.of}"


@dataclass(frozen=True, slots=True)
class Mark:
    """The points for one criterion."""

    criterion: Criterion
    share: Share
    points: float


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, and how often."""

    sentence: str
    count: int

    def __str__(self) -> str:
        return self.sentence if self.count == 1 else f"{self.sentence} ({self.count} times)"


@dataclass(slots=True)
class Grade:
    """What an agent did, and its points."""

    name: str
    plan: Plan
    imports: tuple[str, ...] = ()
    printed: str = ""
    """Something that it printed, which was ignored."""
    answers: list[Answer] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)
    _failed: list[tuple[str, str]] = field(default_factory=list)
    """Where it failed, and how."""

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The points for each criterion."""
        rubric = self.plan.rubric
        found = []
        for each in rubric.criteria:
            share = self.measure(each.measure)
            found.append(Mark(each, share, rubric.round(each.scale(share.value))))
        return tuple(found)

    @property
    def points(self) -> float:
        """All points."""
        return sum(mark.points for mark in self.marks)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """What went wrong, in sentences; what differs in numbers only is one."""
        groups: dict[str, list[str]] = {}
        for where, what in self._failed:
            groups.setdefault(re.sub(r"\d+", "#", what), []).append(f"{where}: {what}")
        return tuple(Failure(same[0], len(same)) for same in groups.values())

    @property
    def notes(self) -> tuple[str, ...]:
        """What a teacher may want to know, in sentences."""
        notes = [f"It imports {', '.join(self.imports)}."] if self.imports else []
        if self.printed:
            notes.append(f"It prints text, such as {self.printed[:60]!r}, which is ignored.")
        return tuple(notes)

    def fail(self, where: str, what: str) -> None:
        """Note a failure."""
        self._failed.append((where, what))

    def measure(self, what: Measure) -> Share:
        """Return what the agent reached in a measure."""
        if what.name == "score":
            games = [each for each in self.matches if what.against in ("", each.against)]
            return Share(sum(each.score for each in games), sum(each.games for each in games))
        if what.name == "legal":
            moves = sum(each.moves for each in self.matches)
            tried = moves + sum(each.forfeits for each in self.matches)
            legal = sum(answer.is_legal for answer in self.answers)
            return Share(legal + moves, len(self.answers) + tried)
        asked = [each for each in self.answers if _counts(what, each.question)]
        is_kept = what.name == "kept"
        right = sum(each.keeps if is_kept else each.is_best for each in asked)
        return Share(right, len(asked))


def _counts(what: Measure, question: Question) -> bool:
    """Return whether a question counts for a measure of positions."""
    is_choice = question.can_blunder if what.name == "kept" else not question.is_forced
    return is_choice and what.kind in ("", question.kind)


# The work


def grade(
    submission: Submission,
    plan: Plan,
    *,
    cancel: Cancel | None = None,
    on_step: OnStep | None = None,
    output: Output = Output.HIDDEN,
) -> Grade:
    """Grade what was handed in. Raises `Cancelled`, and nothing else that the agent could cause.

    `on_step` takes the name of a step, how much of it is done, and of how much.
    """
    found = Grade(submission.name, plan)
    step = on_step or (lambda *_: None)
    try:
        player = submission.start(plan.rubric.limits, plan.seed)
    except AgentError as error:
        return _fail_everything(found, str(error))
    found.imports = submission.imports
    player.set_output(output)
    with player:
        try:
            player.prepare(Position.empty())
        except FourscoreError as error:
            return _fail_everything(found, _plain(error, found.name))
        _ask(found, player, cancel, step)
        _play(found, player, cancel, step)
    return found


def _fail_everything(found: Grade, why: str) -> Grade:
    """Count every question and every game as failed."""
    found.fail("It could not be started", why)
    found.answers += [Answer(each, None) for each in found.plan.questions]
    games = found.plan.games
    found.matches += [Match(each, 0, 0, games, games) for each in found.plan.opponents]
    return found


def _ask(found: Grade, player: Agent, cancel: Cancel | None, step: OnStep) -> None:
    """Ask about the positions, each as a new game."""
    questions, in_a_row = found.plan.questions, 0
    for done, question in enumerate(questions):
        step("positions", done, len(questions))
        if in_a_row == PATIENCE:
            left = questions[done:]
            which = plural(len(left), "position")
            was = "was not asked and counts" if len(left) == 1 else "were not asked and count"
            found.fail("Positions", f"after {PATIENCE} failures in a row, {which} {was} as failed")
            found.answers += [Answer(each, None) for each in left]
            break
        column = _choose(found, player, question.position, cancel)
        in_a_row = 0 if column is not None else in_a_row + 1
        found.answers.append(Answer(question, column))
    step("positions", len(questions), len(questions))


def _choose(found: Grade, player: Agent, position: Position, cancel: Cancel | None) -> int | None:
    """Return the column that the agent chooses, or None and note what went wrong."""
    _refuse_cancelled(cancel)
    player.new_game()
    try:
        player.prepare(position)
        column = _Stoppable(player, cancel).choose(Game(position)).column
    except FourscoreError as error:
        _refuse_cancelled(cancel)
        found.fail(f"Position {write_board(position)}", _plain(error, found.name))
        return None
    if isinstance(player.search, External):
        found.printed = found.printed or player.search.printed
    return column


def _play(found: Grade, player: Agent, cancel: Cancel | None, step: OnStep) -> None:
    plan = found.plan
    starts = list(
        islice(draw_openings(OPENING, Position.empty(), plan.seed), (plan.games + 1) // 2)
    )
    total = plan.games * len(plan.opponents)
    for place, name in enumerate(plan.opponents):
        match = Match(name)
        found.matches.append(match)
        for number in range(plan.games):
            step(f"games against {name}", place * plan.games + number, total)
            start = starts[number // 2 % len(starts)]
            _play_one(found, match, player, start, number, cancel)
    if total:
        step("games", total, total)


def _play_one(
    found: Grade,
    match: Match,
    player: Agent,
    start: Position,
    number: int,
    cancel: Cancel | None,
) -> None:
    """Play a game; the agent begins the even ones."""
    _refuse_cancelled(cancel)
    draw = random.Random(f"{found.plan.seed} {match.against} {number}")
    mark = start.turn if number % 2 == 0 else opponent(start.turn)
    player.new_game()
    with agent(match.against, seed=draw.getrandbits(32)) as rival:
        players = {each: AgentPlayer(rival) for each in PLAYERS}
        players[mark] = _Stoppable(player, cancel)
        for event in play(Game(start), players, draw.getrandbits(32)):
            _refuse_cancelled(cancel)
            if isinstance(event, Turn):
                match.moves += event.player == mark
    assert isinstance(event, Finish)
    match.wins += event.winner == mark
    match.draws += event.winner is None
    match.losses += event.winner == opponent(mark)
    if event.forfeit == mark:
        match.forfeits += 1
        why = say_plainly(event.reason, found.name)
        found.fail(f"Game {number + 1} against {match.against}", why)
    elif event.forfeit is not None:
        raise InputError(f"{match.against} cannot be played against: {event.reason}")


class _Stoppable(AgentPlayer):
    """An agent that stops when the grading is cancelled."""

    def __init__(self, player: Agent, cancel: Cancel | None) -> None:
        super().__init__(player)
        self._cancel = cancel

    def ask(self, position: Position, limit: Limit | None) -> Report:
        return self.agent.choose(position, limit, cancel=self._cancel)


def _plain(error: FourscoreError, name: str) -> str:
    said = say_failure(error) if isinstance(error, AgentError) else error.for_people
    return say_plainly(said, name)


def say_plainly(reason: str, name: str) -> str:
    """Return the referee's reason as a report says it, without the agent's name.

    >>> say_plainly("exception: a.py failed: ValueError: no (a.py, line 2)", "a.py")
    'it raised ValueError: no (a.py, line 2)'
    >>> say_plainly("process died: a.py ended with exit code 3", "a.py")
    'its process ended with exit code 3'
    """
    for written, plain in (
        (f"exception: {name} failed: ", "it raised "),
        (f"illegal move: {name} did not return a legal move: ", "illegal move: "),
        (f"out of time: {name} did not answer 'move'", "out of time: it did not answer"),
        (f"process died: {name} ", "its process "),
    ):
        if reason.startswith(written):
            hint = "; in code they count from 0" if "columns are" in reason else ""
            return f"{plain}{reason.removeprefix(written)}{hint}"
    return reason.replace(f"{name} ", "it ", 1)


def _refuse_cancelled(cancel: Cancel | None) -> None:
    if cancel is not None and cancel.cancelled:
        raise Cancelled("stopped before everything was graded")


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)
