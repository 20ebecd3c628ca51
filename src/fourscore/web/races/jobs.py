"""The job of a race. Agents are measured in separate processes, which this worker awaits."""

import threading
import time

from fourscore.agents.registry import split_spec
from fourscore.book.solving import shared_solver
from fourscore.core.notation import plural
from fourscore.core.position import Position
from fourscore.errors import Cancelled, InputError
from fourscore.insight.race.race import Race, RaceEvent
from fourscore.insight.truth.judge import shared_judge
from fourscore.schemas.races import NowView, RaceView, race_view
from fourscore.search.control import Cancel
from fourscore.search.types import Limit
from fourscore.web.local_agents import check_agents
from fourscore.web.position_params import game_of
from fourscore.web.races import suite_jobs
from fourscore.web.races.schemas import RaceRequest
from fourscore.web.schemas import given_limits
from fourscore.web.workers.job import JobContext, job

__all__ = ["JOBS", "race"]

PROOF_SECONDS = 4.0
"""Seconds to prove every column before the race; if they do not suffice, it is done at the end."""
SLACK = 2.0
"""Seconds beyond its limit after which a decision is abandoned."""
REPORT_SECONDS, POLL_SECONDS = 0.12, 0.05
"""Seconds after which a report of progress is certainly due; and between two checks."""


@job("race")
def race(request: RaceRequest, context: JobContext) -> RaceView:
    """Let agents decide one after the other, and report each decision."""
    race = _start(request, context)
    shared_solver().warm()
    context.start()
    view = _View(request, race)
    if race.position.variant.name == "standard":
        context.report(lambda: view.show("truth"))
        view.best = _prove_soon(race.position, context.cancel)
        race.judges_at_once = bool(view.best)
    for event in race.run():
        view.note(event)
        if event.what != "run":
            # What follows takes long, so this report must not be dropped as too early.
            time.sleep(REPORT_SECONDS)
        context.report(lambda: view.show(view.doing))
    return view.show(None)


def _start(request: RaceRequest, context: JobContext) -> Race:
    """Make the race; raises `InputError` if the request is wrong."""
    settings, common = context.settings, Limit(**given_limits(request.limit))
    check_agents(request.agents, settings.local_agents)
    race = Race(
        game_of(request).position,
        request.agents,
        runs=request.runs,
        deadline=settings.caps.seconds + SLACK,
        external=settings.local_agents,
        judge=shared_judge(),
        limit=common or None,
        most=settings.caps.limit,
        megabytes=settings.worker_megabytes,
        cancel=context.cancel,
    )
    specs = [each.spec for each in race.result().contenders]
    if len(specs) < len(request.agents):
        raise InputError("agents: name each agent only once")
    timed = [spec for spec in specs if "seconds" in split_spec(spec)[0].limits]
    needed = len(timed) * request.runs * (common.seconds or 0)
    if needed > settings.race_seconds:
        raise InputError(
            f"limit.seconds: {plural(request.runs, 'run')} of {plural(len(timed), 'agent')} with "
            f"{common.seconds:g} s each take {needed:g} s; "
            f"a race may take {settings.race_seconds:g} s"
        )
    return race


def _prove_soon(position: Position, cancel: Cancel) -> list[int]:
    """Return the best columns, or none if proving them takes too long."""
    timeout, done = Cancel(), threading.Event()

    def watch() -> None:
        end = time.monotonic() + PROOF_SECONDS
        while not done.wait(POLL_SECONDS):
            if cancel.cancelled or time.monotonic() > end:
                timeout.cancel()

    threading.Thread(target=watch, daemon=True).start()
    try:
        scores = shared_judge().columns(position, timeout)
        shared_judge().learn([position], timeout)
    except Cancelled:
        return []
    finally:
        done.set()
    most = max(score.value for score in scores.values())
    return [column for column, score in scores.items() if score.value == most]


class _View:
    """The view of a race at any moment."""

    def __init__(self, request: RaceRequest, race: Race) -> None:
        self._race, self._game = race, game_of(request)
        self._limit = Limit(**given_limits(request.limit))
        self._agent: str | None = None
        self._done = 0
        self.doing = "warm"
        self.best: list[int] = []
        """The best columns, if they were proved beforehand."""

    def note(self, event: RaceEvent) -> None:
        """Update the view after an event."""
        self.doing = "warm" if event.what == "trouble" else event.what
        self._agent = event.spec or None
        self._done += event.what == "run"

    def show(self, doing: str | None) -> RaceView:
        total = self._race.total
        now = doing and NowView(what=doing, agent=self._agent, done=self._done, total=total)
        return race_view(self._game, self._race.result(), self._limit, self.best, now or None)


JOBS = (race, *suite_jobs.JOBS)
