"""fourscore's own run, as one more training: finished, and always there."""

from functools import cache

from fourscore.learn.run import Run
from fourscore.learn.words import say_learned
from fourscore.search.tuples.layout import TUPLES
from fourscore.web.training.curve import Curve
from fourscore.web.training.schemas import TrainingView

__all__ = ["SHIPPED", "shipped_view"]

SHIPPED = "shipped"
"""Its id, which no other training can have."""


@cache
def shipped_view() -> TrainingView:
    """Return the run that comes with fourscore."""
    run = Run.open("")
    learned = say_learned(run.settings.method, run.games, run.seconds)
    started = str(run.provenance.get("started", ""))
    return TrainingView(
        id=SHIPPED,
        state="finished",
        says=f"Finished: it has learned from {learned}.",
        created=started,
        ended=started,
        method=run.settings.method,
        minutes=run.seconds / 60,
        seed=run.settings.seed,
        network="full" if run.settings.tuples >= TUPLES else "small",
        games=run.games,
        seconds=run.seconds,
        before=0,
        games_a_second=None,
        seconds_left=None,
        curve=Curve(run.folder).points(),
        ages=run.ages,
        last_game=None,
        values=None,
    )
