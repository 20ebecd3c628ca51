"""SPSA: climbing a hill that can only be felt by playing games.

Simultaneous perturbation stochastic approximation (Spall, 1992). In each step all parameters are
moved up or down at once, at random; the agent on one side of where it stands plays the one on the
other side, and the parameters move towards the winner. Steps and perturbations shrink as Spall
recommends. Everything is counted in shares of the parameters' ranges, so that they weigh the same.

The result is the mean of the second half of the way, which is steadier than its end.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

__all__ = ["LAG", "Spsa"]

ALPHA, GAMMA = 0.602, 0.101
"""How steps and perturbations shrink."""
REACH, STEP = 0.08, 0.025
"""The last perturbation, and the last step after a match won to nothing, in shares of a range."""
STABILITY = 0.1
"""The share of all steps after which steps begin to shrink in earnest."""
LAG = 4
"""So many steps are played at the same time, from the same results."""


@dataclass(frozen=True)
class Spsa:
    """A way through the space of parameters."""

    start: tuple[float, ...]
    steps: int
    seed: int

    def direction(self, step: int) -> tuple[int, ...]:
        """Return whether each parameter goes up or down first, 1 or -1."""
        draw = random.Random(f"{self.seed} {step} spsa")
        return tuple(draw.choice((-1, 1)) for _ in self.start)

    def reach(self, step: int) -> float:
        """Return how far from where it stands the agents of a step are."""
        return REACH * float((self.steps / (step + 1)) ** GAMMA)

    def sides(self, step: int, here: Sequence[float]) -> tuple[tuple[float, ...], ...]:
        """Return the two places that play each other."""
        reach, direction = self.reach(step), self.direction(step)
        return tuple(
            tuple(
                min(max(at + sign * reach * way, 0.0), 1.0)
                for at, way in zip(here, direction, strict=True)
            )
            for sign in (1, -1)
        )

    def after(self, step: int, here: Sequence[float], lead: float) -> tuple[float, ...]:
        """Return where it stands after a step; the lead of its first side is from -1 to 1."""
        calm = STABILITY * self.steps
        size = STEP * ((calm + self.steps) / (calm + step + 1)) ** ALPHA * lead
        return tuple(
            min(max(at + size * way, 0.0), 1.0)
            for at, way in zip(here, self.direction(step), strict=True)
        )

    def way(self, leads: Sequence[float]) -> list[tuple[float, ...]]:
        """Return where it stood at first and after each step."""
        places = [self.start]
        for step, lead in enumerate(leads):
            places.append(self.after(step, places[-1], lead))
        return places

    def result(self, leads: Sequence[float]) -> tuple[float, ...]:
        """Return the mean of the second half of the way."""
        way = self.way(leads)
        half = way[len(way) // 2 :]
        return tuple(fmean(each) for each in zip(*half, strict=True))
