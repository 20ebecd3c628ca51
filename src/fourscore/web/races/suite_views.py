"""What a race over a suite shows: the figures, and where agents went wrong."""

import shlex
from collections.abc import Iterator, Sequence

from fourscore.book.columns import ILLEGAL
from fourscore.core.notation import write_board, write_column
from fourscore.errors import InputError
from fourscore.insight.suites.answers import Answer, answer_seed
from fourscore.insight.suites.positions import LabelledPositions
from fourscore.insight.suites.result import AgentResult, SuiteResult
from fourscore.insight.truth.judge import Judgement
from fourscore.schemas.races import NowView
from fourscore.schemas.review import MeasuredView, verdict_view
from fourscore.schemas.search import budget_view
from fourscore.schemas.suites import SuiteAgentView, SuiteView, suite_view
from fourscore.schemas.truth import score_view
from fourscore.search.types import Limit
from fourscore.web.races.suite_schemas import (
    AnswersRequest,
    FigureRequest,
    SuiteMistakeView,
    SuitePositionView,
    SuiteRaceRequest,
    SuiteRacerView,
    SuiteRaceView,
)
from fourscore.web.schemas import given_limits

__all__ = ["SuiteRaceViews", "read_answers"]

FAULT, UNANSWERED = "x", "."
NO_MOVE = "no legal move"
"""The fault of an answer from a link, which does not say more."""


class SuiteRaceViews:
    """Makes the views of one race."""

    def __init__(
        self,
        request: SuiteRaceRequest,
        labelled: LabelledPositions,
        names: Sequence[str],
        notes: Sequence[str],
    ) -> None:
        self._request, self._labelled = request, labelled
        self._names, self._notes = names, notes
        self._positions = [_position(labelled, place) for place in range(len(labelled))]

    def show(self, answers: Sequence[Answer], now: NowView | None) -> SuiteRaceView:
        """Show the race after some answers."""
        found = SuiteResult.of(self._labelled, self._names, answers)
        request = self._request
        return SuiteRaceView(
            suite=suite_view(found),
            seed=request.seed,
            limit=budget_view(Limit(**given_limits(request.limit))),
            positions=self._positions,
            racers=[
                _racer(each, note, request.seed)
                for each, note in zip(found.agents, self._notes, strict=True)
            ],
            command=_command(request, self._names),
            now=now,
        )

    def show_again(
        self, answers: Sequence[Answer], results: Sequence[AnswersRequest]
    ) -> SuiteRaceView:
        """Show a race of before, with the figures that were measured then."""
        view = self.show(answers, None)
        figures = dict(zip(self._names, results, strict=True))
        agents = [_with_figures(each, figures[each.agent]) for each in view.suite.agents]
        suite: SuiteView = view.suite.model_copy(update={"agents": agents})
        return view.model_copy(update={"suite": suite})


def _with_figures(agent: SuiteAgentView, result: AnswersRequest) -> SuiteAgentView:
    return agent.model_copy(
        update={
            name: _measured(getattr(result, name), agent.moves) for name in ("seconds", "nodes")
        }
    )


def _measured(figure: FigureRequest | None, count: int) -> MeasuredView | None:
    return None if figure is None else MeasuredView(**dict(figure), count=count)


def _position(labelled: LabelledPositions, place: int) -> SuitePositionView:
    position, scores = labelled.positions[place], labelled.scores[place].tolist()
    best = max(scores)
    return SuitePositionView(
        start=write_board(position),
        turn=position.turn,
        suite=labelled.classes[place],
        best=score_view(labelled.best(place)),
        best_columns=[column for column, score in enumerate(scores) if score == best],
    )


def _racer(found: AgentResult, note: str, seed: int) -> SuiteRacerView:
    mistakes = sorted(_mistakes(found, seed), key=lambda each: not each.spoils)
    answers = {answer.place: answer for answer in found.answers}
    marks = (_mark(answers.get(place)) for place in range(len(found.labelled)))
    return SuiteRacerView(
        agent=found.name, note=note or None, answers="".join(marks), mistakes=mistakes
    )


def _mark(answer: Answer | None) -> str:
    if answer is None:
        return UNANSWERED
    return FAULT if answer.column is None else write_column(answer.column)


def _mistakes(found: AgentResult, seed: int) -> Iterator[SuiteMistakeView]:
    labelled = found.labelled
    for answer in found.answers:
        place, column = answer.place, answer.column
        again = answer_seed(seed, place, found.name)
        if column is None:
            yield SuiteMistakeView(
                position=place, column=None, verdict=None, fault=answer.fault, seed=again,
                spoils=labelled.best(place).sign >= 0,
            )  # fmt: skip
            continue
        score, best = labelled.score(place, column), labelled.best(place)
        verdict = verdict_view(Judgement(labelled.positions[place], column, score, best))
        if not verdict.is_best:
            yield SuiteMistakeView(
                position=place, column=column, verdict=verdict, fault=None, seed=again,
                spoils=verdict.is_blunder,
            )  # fmt: skip


def _command(request: SuiteRaceRequest, names: Sequence[str]) -> str | None:
    """Return what does the same in a terminal; there, budgets are of time or of nodes."""
    limits = given_limits(request.limit)
    if limits.keys() - {"seconds", "nodes"}:
        return None
    options = [f"--positions {request.suite} --draw {request.count}"]
    options += [f"--{name} {amount:g}" for name, amount in limits.items()]
    options += [f"--seed {request.seed}"] if request.seed else []
    return f"fourscore suite {shlex.join(names)} {' '.join(options)}"


# Links


def read_answers(labelled: LabelledPositions, results: Sequence[AnswersRequest]) -> list[Answer]:
    """Return the answers that a link has; raises `InputError` if they cannot be."""
    return [
        answer
        for agent, result in enumerate(results)
        for answer in _read(labelled, agent, result.answers)
    ]


def _read(labelled: LabelledPositions, agent: int, answers: str) -> Iterator[Answer]:
    where = f"the results of agent {agent + 1}"
    if len(answers) != len(labelled):
        raise InputError(f"{where} are {len(answers)} answers to {len(labelled)} positions")
    for place, mark in enumerate(answers):
        if mark == UNANSWERED:
            continue
        if mark == FAULT:
            yield Answer(agent, place, None, 0.0, fault=NO_MOVE)
            continue
        column = int(mark) - 1 if mark in "1234567" else -1
        if column < 0 or labelled.scores[place, column] == ILLEGAL:
            raise InputError(f"{where}: {mark!r} is no open column of position {place + 1}")
        yield Answer(agent, place, column, 0.0)
