"""When each node of a trace is first seen and when its value stands; a moment counts steps done.

The theatre's pages count moments the same way, so that a moment found here is the one they show.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fourscore.insight.trace.steps import steps
from fourscore.insight.trace.trace import Trace

__all__ = ["NEVER", "Timeline"]

NEVER = 2**31 - 1


class Timeline:
    """The moments of one trace."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.steps = list(steps(trace))
        self.entered = np.full(len(trace), NEVER, np.int64)
        self.left = np.full(len(trace), NEVER, np.int64)
        if trace.has_playouts:
            self._grow()
        elif trace.algorithm == "astar":
            self._expand()
        else:
            self._enter_and_leave()

    @property
    def end(self) -> int:
        """The last moment."""
        return len(self.steps)

    def _enter_and_leave(self) -> None:
        for moment, step in enumerate(self.steps, 1):
            (self.entered if step.action == "enter" else self.left)[step.node] = moment

    def _expand(self) -> None:
        """A state is seen once its parent is taken from the frontier, done once it is itself."""
        for moment, step in enumerate(self.steps, 1):
            self.left[step.node] = moment
        for node, parent in enumerate(self.trace.parent.tolist()):
            self.entered[node] = 0 if parent < 0 else self.left[parent]

    def _grow(self) -> None:
        """A node is seen with the first playout through it, and done once it is certain."""
        parents = self.trace.parent.tolist()
        for moment, step in enumerate(self.steps, 1):
            self.entered[step.node] = min(self.entered[step.node], moment)
        for node in range(len(parents) - 1, 0, -1):
            above = parents[node]
            self.entered[above] = min(self.entered[above], self.entered[node])
            if self.trace.proven_at[node] >= 0:
                self.left[node] = self.trace.proven_at[node] + 1
        self.entered[0] = 0

    @cached_property
    def cuts(self) -> list[int]:
        """The nodes with columns left out, in the order in which the cuts were made."""
        cut = [node for node in range(len(self.trace)) if self.trace.pruned(node)]
        return sorted(cut, key=lambda node: int(self.left[node]))

    def is_known(self, node: int, moment: int) -> bool:
        """Whether the value of a node stands at a moment."""
        if self.trace.algorithm == "astar":
            return bool(self.entered[node] <= moment)
        return bool(self.left[node] <= moment)

    def next_node(self, moment: int) -> int | None:
        """Return the node that the search comes to next, if any."""
        return next((step.node for step in self.steps[moment:] if step.action != "leave"), None)

    def next_branch(self, moment: int) -> int | None:
        """Return the node right below its root through which the search goes next, if any."""
        for step in self.steps[moment:]:
            path = self.trace.path(step.node)
            if step.action != "leave" and len(path) > 1:
                return path[1]
            if step.action == "playout":
                return None
        return None

    def counts(self, moment: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the visits of every node by a moment, and the points of who searches."""
        found = self._counts.get(moment)
        if found is None:
            visits = self.trace.visits_at(moment)
            points = self.trace.points_at(moment).astype(np.float64) / 2
            found = self._counts[moment] = (visits, points)
        return found

    @cached_property
    def _counts(self) -> dict[int, tuple[NDArray[np.int64], NDArray[np.float64]]]:
        return {}
