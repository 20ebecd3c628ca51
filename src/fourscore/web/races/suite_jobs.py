"""The jobs of races over a suite, which this worker does itself, one decision after the other."""

import time
from contextlib import closing

from fourscore.agents import AgentFactory
from fourscore.agents.output import Output
from fourscore.agents.registry import split_spec
from fourscore.arena.clock import TimeControl
from fourscore.arena.task import warm_up
from fourscore.core.notation import plural
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.race.budget import budget_of, note_on
from fourscore.insight.suites.answers import Answer
from fourscore.insight.suites.positions import draw_positions
from fourscore.insight.suites.running import SuiteSettings, open_suite_ledger, run_suite
from fourscore.runtime.workers import SerialPool
from fourscore.schemas.races import NowView
from fourscore.search.types import Limit
from fourscore.web.local_agents import check_agents
from fourscore.web.races.suite_schemas import (
    SuiteRaceRequest,
    SuiteRaceView,
    SuiteResultsRequest,
)
from fourscore.web.races.suite_views import SuiteRaceViews, read_answers
from fourscore.web.schemas import given_limits
from fourscore.web.settings import Settings
from fourscore.web.workers.job import JobContext, job

__all__ = ["JOBS", "suite_race", "suite_results"]

SLACK = 2.0
"""Seconds beyond the cap after which a decision counts as none."""
PAUSE, SHARE = 0.4, 6
"""Seconds between two reports, and how many times as long as it takes to make one."""


@job("suite-race")
def suite_race(request: SuiteRaceRequest, context: JobContext) -> SuiteRaceView:
    """Let agents decide in drawn positions, and report how they do."""
    race = _Race(request, context.settings)
    for factory in race.settings.factories:
        if factory.is_builtin:
            context.report(lambda spec=factory.spec: race.view("warm", spec))  # type: ignore[misc]
            warm_up(factory.spec, Position.empty())
    context.start()
    race.run(context)
    return race.view()


@job("suite-results")
def suite_results(request: SuiteResultsRequest, context: JobContext) -> SuiteRaceView:
    """Show a race that was run before, from the answers that its link has."""
    race = _Race(request, context.settings)
    context.start()
    names = race.settings.names
    if len(request.results) != len(names):
        raise InputError(f"there are results of {len(request.results)} agents, not {len(names)}")
    answers = read_answers(race.labelled, request.results)
    return race.views.show_again(answers, request.results)


class _Race:
    """A race over a suite, and its answers so far."""

    def __init__(self, request: SuiteRaceRequest, settings: Settings) -> None:
        check_agents(request.agents, settings.local_agents)
        common = Limit(**given_limits(request.limit)) or None
        players = [AgentFactory(spec)() for spec in request.agents]
        specs = tuple(player.spec for player in players)
        if len(set(specs)) < len(specs):
            raise InputError("agents: name each agent only once")
        _check_time(specs, request, common, settings)
        self.labelled = draw_positions(request.suite, request.count, request.seed)
        most = settings.caps.limit
        self.settings = SuiteSettings(
            specs,
            control=TimeControl(settings.caps.seconds + SLACK),
            seed=request.seed,
            budgets=tuple(budget_of(player, common, most) for player in players),
        )
        notes = [note_on(player, common) for player in players]
        self.views = SuiteRaceViews(request, self.labelled, specs, notes)
        self._answers: list[Answer] = []

    def run(self, context: JobContext) -> None:
        """Ask all questions, until the time is over."""
        due = 0.0
        with (
            open_suite_ledger(self.settings, self.labelled) as ledger,
            closing(
                run_suite(self.settings, self.labelled, ledger, SerialPool(), Output.HIDDEN)
            ) as batches,
        ):
            for batch in batches:
                self._answers += batch
                if context.cancel.cancelled:
                    return
                start = time.monotonic()
                if start >= due:
                    context.report(lambda: self.view("run"))
                    due = time.monotonic() + max(PAUSE, SHARE * (time.monotonic() - start))

    def view(self, doing: str | None = None, agent: str | None = None) -> SuiteRaceView:
        """Show the race as it is now, or at its end."""
        total = len(self.labelled) * len(self.settings.agents)
        done = len(self._answers)
        now = None if doing is None else NowView(what=doing, agent=agent, done=done, total=total)
        return self.views.show(self._answers, now)


def _check_time(
    specs: tuple[str, ...], request: SuiteRaceRequest, common: Limit | None, settings: Settings
) -> None:
    """Raise `InputError` if the race would take longer than one may."""
    timed = [spec for spec in specs if "seconds" in split_spec(spec)[0].limits]
    seconds = (common and common.seconds) or 0
    needed = len(timed) * request.count * seconds
    if needed > settings.race_seconds:
        raise InputError(
            f"limit.seconds: {plural(request.count, 'position')} for {plural(len(timed), 'agent')} "
            f"with {seconds:g} s each take {needed:g} s; "
            f"a race may take {settings.race_seconds:g} s"
        )


JOBS = (suite_race, suite_results)
