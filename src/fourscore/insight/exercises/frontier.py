"""Exercises on A*: take the state with the smallest f from the frontier."""

from fourscore.insight.exercises.exercise import Choice, Event, PictureNode, Step
from fourscore.insight.exercises.numbers import listed
from fourscore.insight.exercises.picture import name_nodes
from fourscore.insight.trace.steps import steps
from fourscore.insight.trace.trace import Trace
from fourscore.search.trace_columns import Reason

__all__ = ["frontier_picture", "frontier_steps"]

MOST_CHOICES = 6


def frontier_picture(seen: Trace) -> tuple[PictureNode, ...]:
    """Return the states that were found, as nodes of a picture."""
    names = _names(seen)
    return tuple(
        PictureNode(
            parent=int(seen.parent[node]),
            name=names[node],
            kind="state",
            value="",
            edge=str(int(seen.move[node]) + 1) if node and seen.has_boards else "",
            board=seen.rows(node) if seen.has_boards else (),
        )
        for node in range(len(seen))
    )


def _names(seen: Trace) -> list[str]:
    return name_nodes(seen.parent.tolist(), [True] * len(seen))


def _sum(seen: Trace, node: int) -> str:
    g, f = int(seen.depth[node]), int(seen.value[node])
    return f"{g} + {f - g}"


def frontier_steps(seen: Trace, difficulty: int) -> tuple[tuple[Step, ...], tuple[Event, ...]]:
    """Ask for every state that is taken, but the root."""
    names, asked, events = _names(seen), list[Step](), list[Event]()
    frontier = list[int]()
    for at, step in enumerate(steps(seen)):
        node = step.node
        if at > 0:
            asked.append(_ask(seen, names, frontier, node, events, difficulty))
            events = []
        frontier = [each for each in frontier if each != node]
        events.append(Event(node, "take", f"f = {int(seen.value[node])}" if at else "start"))
        for child in seen.children(node):
            if seen.reason[child] != Reason.HOPELESS:
                frontier.append(child)
                events.append(Event(child, "enter", _sum(seen, child)))
            else:
                events.append(Event(child, "show", "no line"))
    return tuple(asked), tuple(events)


def _ask(
    seen: Trace,
    names: list[str],
    frontier: list[int],
    node: int,
    events: list[Event],
    difficulty: int,
) -> Step:
    near = sorted(frontier, key=lambda each: (float(seen.value[each]), -each))
    shown = sorted(near[:MOST_CHOICES])
    choices = [
        Choice(
            f"{names[each]}: {_sum(seen, each)}"
            + (f" = {int(seen.value[each])}" if difficulty == 1 else ""),
            _why(seen, names, each, node, near),
            each == node,
            each,
        )
        for each in shown
    ]
    fact = "Each state on the frontier has f = g + h: steps so far plus an estimate of the rest."
    prompt = "Which state is taken from the frontier?"
    return Step("take", -1, prompt, tuple(choices), tuple(events), (fact,))


def _why(seen: Trace, names: list[str], chosen: int, node: int, near: list[int]) -> str:
    least, own = int(seen.value[node]), int(seen.value[chosen])
    if own > least:
        return f"{names[chosen]} has f = {own}, and {names[node]} has less: {least}."
    ties = [each for each in near if seen.value[each] == least]
    if len(ties) == 1:
        return f"{names[node]} has the smallest f: {_sum(seen, node)} = {least}."
    tied = listed(names[each] for each in sorted(ties))
    return f"{tied} have the smallest f, {least}; of equals the newest goes first: {names[node]}."
