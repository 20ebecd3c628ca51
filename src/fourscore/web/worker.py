"""The worker process of this server: every resource's jobs, by name."""

from typing import Any

from fourscore.web.agents import jobs as agents
from fourscore.web.exercises import jobs as exercises
from fourscore.web.lessons import jobs as lessons
from fourscore.web.openings import jobs as openings
from fourscore.web.positions import jobs as positions
from fourscore.web.puzzles import jobs as puzzles
from fourscore.web.races import jobs as races
from fourscore.web.tournaments import jobs as tournaments
from fourscore.web.traces import jobs as traces
from fourscore.web.training import jobs as training
from fourscore.web.workers.job import Job
from fourscore.web.workers.process import run_worker

__all__ = ["JOBS"]

JOBS: dict[str, Job[Any]] = {
    job.name: job
    for resource in (
        agents,
        exercises,
        lessons,
        openings,
        positions,
        puzzles,
        races,
        tournaments,
        traces,
        training,
    )
    for job in resource.JOBS
}

if __name__ == "__main__":
    run_worker(JOBS)
