"""Exercises on Monte Carlo tree search: the child with the largest bound, the share after it."""

# ruff: noqa: RUF001 - people read these signs

import itertools
from typing import Any

from fourscore.insight.exercises.exercise import Choice, Event, PictureNode, Step
from fourscore.insight.exercises.numbers import share_text
from fourscore.insight.exercises.picture import name_nodes
from fourscore.insight.trace.own_tree import TreeTrace
from fourscore.insight.trace.trace import Trace
from fourscore.search.explicit.monte_carlo import bound_of
from fourscore.search.trace_columns import UNKNOWN

__all__ = ["playout_picture", "playout_steps"]

APART = 0.02
"""Bounds must differ by more than this to be asked about, so that rounding cannot decide."""


def playout_picture(seen: Trace) -> tuple[PictureNode, ...]:
    """Return the nodes of the tree as it has grown at the end."""
    names = _names(seen)
    return tuple(
        PictureNode(
            parent=int(seen.parent[node]),
            name=names[node],
            kind=("max", "min", "chance")[int(seen.kind[node])],
            value="",
            edge=str(int(seen.move[node]) + 1) if node and seen.has_boards else "",
            board=seen.rows(node) if seen.has_boards else (),
        )
        for node in range(len(seen))
    )


def _names(seen: Trace) -> list[str]:
    return name_nodes(seen.parent.tolist(), [True] * len(seen))


class _Moment:
    """The counts after so many playouts."""

    def __init__(self, seen: Trace, playouts: int) -> None:
        self.seen, self.playouts = seen, playouts
        self.visits: Any = seen.visits_at(playouts)
        self.points: Any = seen.points_at(playouts)

    def points_of(self, child: int) -> float:
        """Return the points, of one a playout, of the player who chooses the child."""
        own = float(self.points[child]) / 2
        return own if self.seen.depth[child] % 2 else float(self.visits[child]) - own

    def share(self, child: int) -> float:
        return self.points_of(child) / max(1, int(self.visits[child]))

    def exploration(self, node: int, child: int, c: float) -> float:
        return bound_of(0, int(self.visits[child]), int(self.visits[node]), c)

    def bound(self, node: int, child: int, c: float) -> float:
        return self.share(child) + self.exploration(node, child, c)


def _is_askable(moment: _Moment, node: int, branches: int) -> bool:
    """Return whether every child has been tried, none is proven, and none is about to be."""
    seen = moment.seen
    children = seen.children(node)
    if len(children) < branches or branches < 2:
        return False
    proven = [
        child
        for child in children
        if seen.proof[child] != UNKNOWN and seen.proven_at[child] < moment.playouts
    ]
    return not proven and all(moment.visits[child] > 0 for child in children)


def playout_steps(
    seen: Trace, players: tuple[str, str], difficulty: int, most: int
) -> tuple[tuple[Step, ...], tuple[Event, ...]]:
    """Ask about descents in which every child has been tried, and about what a result changes."""
    names, c = _names(seen), float(seen.options["c"])
    asked, events, born = list[Step](), list[Event](), {0}
    for playout in range(len(seen.playout_leaf)):
        moment = _Moment(seen, playout)
        path = seen.path(int(seen.playout_leaf[playout]))
        for node, chosen in itertools.pairwise(path):
            if len(asked) >= most or not _is_askable(moment, node, _branches(seen, node)):
                continue
            step = _ask_child(moment, names, node, chosen, c, players, difficulty, playout)
            if step is not None:
                asked.append(_with(step, events))
                events = []
        after = _Moment(seen, playout + 1)
        if asked and len(path) > 1 and asked[-1].kind == "child" and len(asked) < most:
            asked.append(_with(_ask_share(moment, after, names, path[1], players), events))
            events = []
        for node in path:
            visits = int(after.visits[node])
            text = f"{share_text(after.share(node))} · {visits}" if node else f"{visits} visits"
            events.append(Event(node, "show" if node in born else "enter", text))
            born.add(node)
    return tuple(asked), tuple(events)


def _with(step: Step, events: list[Event]) -> Step:
    from dataclasses import replace

    return replace(step, events=tuple(events))


def _branches(seen: Trace, node: int) -> int:
    if isinstance(seen, TreeTrace):
        return len(seen.tree.children[seen.tree_node(node)])
    return len(seen.position_at(node).legal)


def _ask_child(
    moment: _Moment,
    names: list[str],
    node: int,
    chosen: int,
    c: float,
    players: tuple[str, str],
    difficulty: int,
    playout: int,
) -> Step | None:
    children = sorted(moment.seen.children(node), key=lambda each: int(moment.seen.move[each]))
    bounds = {child: moment.bound(node, child, c) for child in children}
    ranked = sorted(bounds.values(), reverse=True)
    if ranked[0] - ranked[1] < APART or bounds[chosen] != ranked[0]:
        return None
    who = players[int(moment.seen.depth[node]) % 2]
    best = f"{names[chosen]} has the largest sum: {_sum(moment, node, chosen, c)}"
    choices = []
    for child in children:
        text = _shown(moment, node, child, c, difficulty)
        why = f"{best}; {names[child]} has {_sum(moment, node, child, c)}."
        right = f"{best}."
        is_right = child == chosen
        choices.append(
            Choice(f"{names[child]}: {text}", right if is_right else why, is_right, child)
        )
    prompt = f"Playout {playout + 1}: to which child of {names[node]} does {who} descend?"
    above = int(moment.visits[node])
    facts = (
        "The child with the largest share + exploration is taken.",
        f"exploration = {c:g} × √(ln {above} / visits), for the {above} playouts through "
        f"{names[node]}; shares are {who}'s.",
    )
    return Step("child", node, prompt, tuple(choices), (), facts)


def _sum(moment: _Moment, node: int, child: int, c: float) -> str:
    share, explore = moment.share(child), moment.exploration(node, child, c)
    return f"{share_text(share)} + {share_text(explore)} = {share_text(share + explore)}"


def _shown(moment: _Moment, node: int, child: int, c: float, difficulty: int) -> str:
    """Return what the learner is given: both terms at first, later only the counts."""
    share = share_text(moment.share(child))
    if difficulty == 1:
        return f"{share} + {share_text(moment.exploration(node, child, c))}"
    visits = int(moment.visits[child])
    return f"share {share}, {visits} visit{'s' * (visits != 1)}"


def _ask_share(
    before: _Moment, after: _Moment, names: list[str], child: int, players: tuple[str, str]
) -> Step:
    """Ask for a child's share after a playout through it."""
    visits, points = int(before.visits[child]), before.points_of(child)
    result = after.points_of(child) - points
    right = (points + result) / (visits + 1)
    wrong = [
        (points + 1 - result) / (visits + 1),
        points / max(1, visits),
        (points + 1) / max(1, visits),
    ]
    wrong += [points / (visits + 1), min(1.0, right + 0.1)]
    texts = [share_text(right)]
    for each in wrong:
        if share_text(each) not in texts and each <= 1 and len(texts) < 4:
            texts.append(share_text(each))
    why = (
        f"({share_text(points)} points + {share_text(result)}) / {visits + 1} visits = "
        f"{share_text(right)}: the result counts once, and so does the visit."
    )
    choices = [Choice(text, why, text == texts[0]) for text in sorted(texts)]
    who = players[int(after.seen.depth[child] - 1) % 2]
    name = names[child]
    facts = (f"{name} had {share_text(points)} points of {visits} visits for {who}.",)
    prompt = (
        f"The playout brings {who} {share_text(result)} points. What is the share of {name} now?"
    )
    return Step("share", child, prompt, tuple(choices), (), facts)
