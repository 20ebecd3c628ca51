"""Exercises on minimax, alpha-beta and expectiminimax: which node, cut or not, which value."""

# ruff: noqa: RUF001 - people read these signs

import math
from dataclasses import dataclass, field, replace

from fourscore.insight.exercises.exercise import Choice, Event, Step
from fourscore.insight.exercises.material import Material
from fourscore.insight.exercises.numbers import (
    listed,
    number_text,
    value_text,
    window_text,
)
from fourscore.insight.exercises.picture import name_nodes
from fourscore.insight.trace.own_tree import trace_tree
from fourscore.insight.trace.steps import steps
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trace.tracing import trace
from fourscore.search.explicit.depth_first import tidy
from fourscore.search.explicit.game_tree import GameTree
from fourscore.search.trace_columns import Reason

__all__ = ["Walk", "best_first", "fewest_nodes", "search", "walk"]

MOST_CHOICES = 5


def search(material: Material, name: str, depth: int) -> Trace:
    """Run the search that an exercise is about: on the position if there is one."""
    if material.position is None:
        return trace_tree(material.tree, name)
    return trace(material.position, f"{name}:depth={depth}")


def best_first(tree: GameTree) -> GameTree:
    """Return a tree with the best move first at every node."""
    values = [0.0] * len(tree)
    order = [*tree.children]
    for node in range(len(tree) - 1, -1, -1):
        below = tree.children[node]
        if not below:
            values[node] = tree.value[node] or 0
            continue
        ranked = sorted(below, key=values.__getitem__, reverse=tree.is_max(node))
        values[node], order[node] = values[ranked[0]], tuple(ranked)
    return replace(tree, children=tuple(order))


def fewest_nodes(tree: GameTree) -> int:
    """Return how many nodes alpha-beta visits with the best move first at every node."""
    return trace_tree(best_first(tree), "alphabeta").report.nodes


@dataclass
class Walk:
    """Follows a trace, and asks about it."""

    seen: Trace
    tree: GameTree
    names: list[str]
    player: dict[bool, str]
    """Who is max, and who min."""
    difficulty: int
    asked: list[Step] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    values: dict[int, float] = field(default_factory=dict)
    """By node of the tree: what it returned, for Max."""
    visited: set[int] = field(default_factory=set)
    cuts_asked: int = 0

    def ask(self, kind: str, node: int, prompt: str, choices: list[Choice], *facts: str) -> None:
        """Add a question, unless there is nothing to choose."""
        if len(choices) < 2:
            return
        self.asked.append(Step(kind, node, prompt, tuple(choices), tuple(self.events), facts))
        self.events = []

    def who(self, node: int) -> str:
        return self.player[self.tree.is_max(node)]

    def best_of(self, node: int) -> str:
        return "largest" if self.tree.is_max(node) else "smallest"

    # Which node is next

    def ask_next(self, node: int) -> None:
        """Ask for a node before it is visited."""
        above = self.tree.parent[node]
        candidates = [node, *(each for each in self._others(node) if each not in self.visited)]
        chosen = sorted(dict.fromkeys(candidates[:MOST_CHOICES]))
        choices = [
            Choice(self.names[each], self._why_next(each, node), each == node, each)
            for each in chosen
        ]
        self.ask("next", above, "Which node is visited next?", choices)

    def _others(self, node: int) -> list[int]:
        """Return nodes that someone might take for the next one."""
        tree, above = self.tree, self.tree.parent[node]
        later = [each for each in tree.children[above] if each != node]
        up = [each for way in self._path(above)[:-1] for each in tree.children[way]]
        return [*later[:2], *tree.children[node][:1], *up, *later[2:]]

    def _path(self, node: int) -> list[int]:
        path = [node]
        while path[-1] > 0:
            path.append(self.tree.parent[path[-1]])
        return path[::-1]

    def _why_next(self, chosen: int, node: int) -> str:
        name, above = self.names, self.tree.parent[node]
        if chosen == node:
            return f"{name[node]} is the next branch of {name[above]}, which is not finished."
        if self.tree.parent[chosen] == above:
            return f"Branches are searched from left to right: {name[node]} before {name[chosen]}."
        if node in self._path(chosen):
            return f"{name[chosen]} lies below {name[node]}, which has to be visited first."
        return (
            f"The search goes deep first: {name[above]} is not finished, so {name[node]} comes "
            f"before {name[chosen]}."
        )

    # What a node returns

    def ask_value(self, node: int) -> None:
        """Ask what a node of max or min returns."""
        below = [each for each in self.tree.children[node] if each in self.values]
        found = [self.values[each] for each in below]
        value = self.values[node]
        options = sorted({*found, value} | ({value + 1} if len(set(found)) == 1 else set()))
        texts = listed(value_text(each) for each in found)
        why = (
            f"{self.who(node)} moves at {self.names[node]} and takes the {self.best_of(node)} of "
            f"{texts}: {value_text(value)}."
            if len(found) > 1
            else f"{self.names[node]} has one value below it, {texts}, and returns that."
        )
        choices = [Choice(value_text(each), why, each == value) for each in options]
        self.ask("value", node, f"Which value does {self.names[node]} return?", choices)

    def ask_expectation(self, node: int) -> None:
        """Ask for the mean of a chance node."""
        below = self.tree.children[node]
        pairs = [(self.tree.probability[each], self.values[each]) for each in below]
        value = self.values[node]
        terms = " + ".join(f"{number_text(p)} × {value_text(v)}" for p, v in pairs)
        numbers = [v for _, v in pairs]
        wrong = {
            tidy(sum(numbers) / len(numbers)),
            tidy(sum(p * v for (p, _), (_, v) in zip(pairs, pairs[::-1], strict=True))),
            max(numbers),
            min(numbers),
        }
        options = {value_text(value): value}
        for each in sorted(wrong):
            if len(options) < 4:
                options.setdefault(value_text(each), each)
        why = f"Each value counts by its probability: {terms} = {value_text(value)}."
        ordered = sorted(options.items(), key=lambda item: item[1])
        choices = [Choice(text, why, number == value) for text, number in ordered]
        prompt = f"What is {self.names[node]} worth on average?"
        self.ask("value", node, prompt, choices)

    # Cut-offs

    def ask_cut(self, row: int, node: int, last: int) -> None:
        """Ask, after a child has returned, whether the others are still searched."""
        below = self.tree.children[node]
        left = [each for each in below if each not in self.visited]
        low, high = self._window(row)
        so_far = [self.values[each] for each in below if each in self.values]
        best = max(so_far) if self.tree.is_max(node) else min(so_far)
        bound = high if self.tree.is_max(node) else low
        if not left or (math.isinf(bound) and self.cuts_asked):
            return
        self.cuts_asked += 1
        is_cut = best >= bound if self.tree.is_max(node) else best <= bound
        why = self._why_cut(node, best, bound, is_cut)
        name = self.names
        rest = listed(name[each] for each in left)
        extra = sum(self.tree.sizes[each] for each in left)
        choices = [
            Choice(f"Go on to {name[left[0]]}", why, not is_cut, left[0], extra if is_cut else 0),
            Choice(f"Cut off {rest}", why, is_cut),
        ]
        fact = f"{name[last]} returned {value_text(self.values[last])}."
        window = f"The window of {name[node]} on entry: {window_text(low, high)}."
        prompt = f"{self.who(node)} moves at {name[node]}. Go on, or cut off the rest?"
        self.ask("cut", node, prompt, choices, fact, window)
        if is_cut:
            self._ask_why(node, best, bound)

    def _why_cut(self, node: int, best: float, bound: float, is_cut: bool) -> str:
        is_max, who = self.tree.is_max(node), self.who(node)
        other = self.player[not is_max]
        sign, name = ("at least", "β") if is_max else ("at most", "α")
        compare = ("≥" if is_max else "≤") if is_cut else ("<" if is_max else ">")
        start = f"{who} can make {self.names[node]} worth {sign} {value_text(best)}"
        if is_cut:
            return (
                f"{start}, and {other} already has {value_text(bound)} elsewhere "
                f"({value_text(best)} {compare} {name} = {value_text(bound)}): {other} will avoid "
                f"{self.names[node]}, whatever else is below it."
            )
        if math.isinf(bound):
            return f"{start}, but {other} has nothing better yet ({name} = {value_text(bound)})."
        return (
            f"{start}, but {value_text(best)} {compare} {name} = {value_text(bound)}: "
            f"{other} may still come here, so the rest matters."
        )

    def _ask_why(self, node: int, best: float, bound: float) -> None:
        """Ask for the bound that cuts."""
        is_max, other = self.tree.is_max(node), self.player[not self.tree.is_max(node)]
        own = self.who(node)
        v, b = value_text(best), value_text(bound)
        name, sign = ("β", "≥") if is_max else ("α", "≤")
        wrong_name, wrong_sign = ("α", "≤") if is_max else ("β", "≥")
        why = self._why_cut(node, best, bound, is_cut=True)
        choices = [
            Choice(f"{v} {sign} {name} = {b}: {other} has {b} elsewhere", why, is_right=True),
            Choice(f"{v} {wrong_sign} {wrong_name} = {b}: {own} has {b} elsewhere", why),
            Choice(f"{v} is the {self.best_of(node)} value {own} can hope for", why),
        ]
        if self.names[node] and ord(self.names[node][-1]) % 2:
            choices = [choices[1], choices[0], choices[2]]
        self.ask("why", node, "Why?", choices)

    def ask_window(self, row: int, node: int) -> None:
        """Ask with which window a node is entered."""
        low, high = self._window(row)
        known = sorted({*self.values.values(), -math.inf, math.inf})
        others = [(low, math.inf), (-math.inf, high), (-math.inf, math.inf), (high, low)]
        others += [(each, high) for each in known if low < each < high]
        options = list(dict.fromkeys([(low, high), *others]))[:4]
        why = (
            f"On the way here {self.player[True]} is sure of {value_text(low)} (α) and "
            f"{self.player[False]} of {value_text(high)} (β)."
        )
        choices = [Choice(window_text(*each), why, each == (low, high)) for each in sorted(options)]
        prompt = f"With which window (α, β) is {self.names[node]} entered?"
        self.ask("window", node, prompt, choices)

    def _window(self, row: int) -> tuple[float, float]:
        """Return a row's window on entry, for Max."""
        low, high = float(self.seen.alpha[row]), float(self.seen.beta[row])
        return (low, high) if self.seen.depth[row] % 2 == 0 else (-high, -low)

    def ask_move(self) -> None:
        """Ask for the move that is played."""
        moves = self.tree.children[0]
        best = next(each for each in moves if self.tree.move[each] == self.seen.report.column)
        value = value_text(self.values[0])
        choices = [
            Choice(
                self.names[each],
                f"{self.names[best]} has the value of the root, {value}; of equal moves the first "
                f"one counts.",
                each == best,
                each,
            )
            for each in moves
        ]
        prompt = f"Which move does {self.player[True]} play?"
        self.ask("move", 0, prompt, choices)


def walk(
    material: Material, seen: Trace, players: tuple[str, str], difficulty: int
) -> tuple[Walk, list[int]]:
    """Follow a search to its end; return what is asked, and the tree's node of each row."""
    tree = material.tree
    names = name_nodes(tree.parent, [bool(below) for below in tree.children])
    rows = _tree_nodes(seen, tree)
    made = Walk(seen, tree, names, {True: players[0], False: players[1]}, difficulty)
    for step in steps(seen):
        node = rows[step.node]
        if step.action == "enter":
            _enter(made, step.node, node)
        else:
            _leave(made, step.node, node, rows)
    made.ask_move()
    return made, rows


def _tree_nodes(seen: Trace, tree: GameTree) -> list[int]:
    """Return which node of the tree each row is."""
    found = list[int]()
    for row in range(len(seen)):
        above = int(seen.parent[row])
        if above < 0:
            found.append(0)
            continue
        move = int(seen.move[row])
        found.append(next(each for each in tree.children[found[above]] if tree.move[each] == move))
    return found


def _enter(made: Walk, row: int, node: int) -> None:
    tree, name = made.tree, made.seen.algorithm
    is_inner = bool(tree.children[node])
    is_first_leaf = not is_inner and not made.values
    if node and name == "minimax" and (is_inner or is_first_leaf) and not tree.is_chance[node]:
        made.ask_next(node)
    made.visited.add(node)
    made.events.append(Event(node, "enter"))
    wide = made.difficulty > 1 and name == "alphabeta"
    if wide and is_inner and node and not _is_open(made, row):
        made.ask_window(row, node)


def _is_open(made: Walk, row: int) -> bool:
    return bool(math.isinf(made.seen.alpha[row]) and math.isinf(made.seen.beta[row]))


def _leave(made: Walk, row: int, node: int, rows: list[int]) -> None:
    seen, tree = made.seen, made.tree
    sign = -1 if seen.depth[row] % 2 else 1
    made.values[node] = tidy(float(seen.value[row]) * sign)
    if tree.is_chance[node]:
        made.ask_expectation(node)
    elif tree.children[node] and seen.reason[row] != Reason.CUT:
        made.ask_value(node)
    text = value_text(made.values[node])
    made.events.append(Event(node, "value", text))
    for child in tree.children[node]:
        if seen.reason[row] == Reason.CUT and child not in made.visited:
            made.events.append(Event(child, "cut"))
    above = int(seen.parent[row])
    if above > 0 and seen.algorithm == "alphabeta":
        made.ask_cut(above, rows[above], node)
