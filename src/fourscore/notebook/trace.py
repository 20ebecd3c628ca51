"""A trace to step through, in the order in which the search did its work."""

from collections.abc import Iterable
from typing import Any

from fourscore.core.notation import plural, write_column, write_columns
from fourscore.core.picture import name_colours
from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.trace.cuts import explain_cut
from fourscore.insight.trace.steps import Step, steps
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trees.values import describe_value, has_windows, values_note, window_text
from fourscore.notebook.widget import Chip, SteppedBoard, View, chip, make_view
from fourscore.search.trace_columns import NodeKind, Reason
from fourscore.search.types import Limit

__all__ = ["TraceBoard"]

COUNTING_LIMIT = Limit(nodes=200_000)
"""Where counting what one cut-off saved ends."""


class TraceBoard(SteppedBoard):
    """A trace, one step of the search at a time.

    A node is entered, and left with its value once everything below it is searched; a node with
    nothing below is one step. Monte Carlo goes from playout to playout, and A* from state to
    state.

    >>> from fourscore.insight.trace.tracing import trace
    >>> from fourscore.notebook import board
    >>> live = board(trace("4453", "minimax:depth=1"))
    >>> live.step = 1
    >>> live.node, live.view["status"]
    (1, 'Yellow to move after 4')
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        """The trace that is stepped through."""
        self._walk = _joined(steps(trace))
        if not self._walk:
            raise InputError("the trace is empty: the search was stopped before it began")
        super().__init__(len(self._walk))

    @property
    def node(self) -> int:
        """The row of the node that is shown."""
        return self._walk[self.step].node

    def position_at(self, step: int) -> Position:
        """Return the position of the node that a step shows."""
        node = self._walk[step].node
        return self.trace.position if _is_astar(self.trace) else self.trace.position_at(node)

    def view_at(self, step: int) -> View:
        """Return what the browser draws at a step."""
        trace, (action, node) = self.trace, self._walk[step]
        new = list(trace.position.cells(trace.boards[1][node] ^ trace.position.filled))
        landing = list(trace.position.cells(trace.landing_cell(node)))
        outcome = None if _is_astar(trace) else trace.position_at(node).outcome
        return make_view(
            trace.rows(node),
            last=landing[0] if landing else None,
            winning=outcome.cells if outcome else (),
            marked=[cell for cell in new if cell not in landing],
            chips=_chips(trace, node) if action == "leave" else [None] * trace.position.width,
            caption="What the search found; the best is framed." if action == "leave" else "",
            status=name_colours(_where(trace, node)),
            details=[name_colours(line) for line in self._details(step)],
            steps=self._steps(step),
        )

    def _steps(self, step: int) -> dict[str, Any]:
        where = f"step {step + 1:,} of {self.steps:,}"
        return {"at": step, "count": self.steps, "label": "Steps of the search", "where": where}

    def _details(self, step: int) -> list[str]:
        trace, (action, node) = self.trace, self._walk[step]
        if action == "playout":
            details = self._playout(step)
        elif action == "enter":
            details = ["Entered; its columns come next."]
        else:
            details = [f"Value: {describe_value(trace, node).text}.", _why(trace, node)]
        if has_windows(trace):
            details.append(f"Window on entry: {window_text(trace, node)}.")
        if len(trace.iterations) > 1:
            details.append(f"Iteration of depth {trace.iteration(node).depth}.")
        return [*details, values_note(trace)]

    def _playout(self, step: int) -> list[str]:
        """Say how a playout ended, and what is known of its node by then."""
        trace, node, searcher = self.trace, self._walk[step].node, self.trace.position.turn
        ended = {2: "won", 1: "drew", 0: "lost"}[int(trace.playout_points[step])]
        visits = int(trace.visits_at(step + 1)[node])
        share = int(trace.points_at(step + 1)[node]) / 2 / visits
        return [
            f"Playout {step + 1:,} left the tree here, and {searcher} {ended} it.",
            f"So far {plural(visits, 'playout')} came through here; "
            f"{searcher} has {100 * share:.0f} % of their points.",
        ]


def _joined(walk: Iterable[Step]) -> list[Step]:
    """Make one step of entering and leaving a node with nothing below."""
    joined: list[Step] = []
    for step in walk:
        if joined and step.action == "leave" and joined[-1] == ("enter", step.node):
            joined.pop()
            step = Step("visit", step.node)
        joined.append(step)
    return joined


def _is_astar(trace: Trace) -> bool:
    return trace.algorithm == "astar"


def _where(trace: Trace, node: int) -> str:
    moves = write_columns(trace.moves(node))
    place = f"after {moves}" if moves else "at the root"
    if trace.kind[node] == NodeKind.CHANCE:
        return (
            f"{trace.player_at(node)} aims at column {write_column(int(trace.move[node]))}, {place}"
        )
    if _is_astar(trace):
        return f"{trace.player_at(node)}'s plan {place}"
    return f"{trace.player_at(node)} to move {place}"


def _why(trace: Trace, node: int) -> str:
    """Say why the search went no further."""
    reason = Reason(trace.reason[node])
    if _is_astar(trace) and reason is Reason.DONE:
        return "It was expanded: every state one disc further was put on the frontier."
    if reason is not Reason.CUT or node in trace.unfinished:
        return reason.meaning
    return str(explain_cut(trace, node, COUNTING_LIMIT, alone=False))


def _chips(trace: Trace, node: int) -> list[Chip | None]:
    """Return what the search found in each column, and which it left out."""
    chips: list[Chip | None] = [None] * trace.position.width
    best = trace.best_child(node)
    for child in trace.children(node):
        value = describe_value(trace, child)
        text = name_colours(value.text).replace(" wins in ", "\nwins in ")
        chips[int(trace.move[child])] = chip(
            text, value.tone, best=child == best, is_estimate=not value.is_proven
        )
    for column in trace.pruned(node):
        chips[column] = chip("cut off", "cut")
    return chips
