"""Shrink a complete course: choose again where that needs fewer positions in all.

Costs in the graph count a position once for every line that leads to it. Here every position counts
once: an option is tried by taking away what only the old choice needed and adding what the new one
needs, and kept if the course gets no larger.
"""

import random
from collections.abc import Callable

from fourscore.insight.course.building import Graph, Node

__all__ = ["Shrinker"]


class Shrinker:
    """A course in a graph, by the option chosen in each of its positions."""

    def __init__(self, graph: Graph, seed: int = 0) -> None:
        self.graph = graph
        self.random = random.Random(seed)
        self.chosen: dict[int, int] = {}
        """The option chosen in each position of the course; -1 where a rule begins."""
        self._parents: dict[int, int] = {}
        """How many chosen moves lead to each position."""
        self._complete = self._find_complete()
        self.add(graph.root)

    def _find_complete(self) -> dict[int, list[int]]:
        """Return the options of each position whose every line is known to the end."""
        found: dict[int, list[int]] = {}
        for key, node in sorted(self.graph.nodes.items(), key=lambda each: -each[1].ply):
            options = node.options or []
            complete = [
                index
                for index, (_, keys) in enumerate(options)
                if all(each in found for each in keys)
            ]
            if complete or node.rule >= 0:
                found[key] = complete
        return found

    def __len__(self) -> int:
        return len(self.chosen)

    def add(self, key: int) -> None:
        """Add a position and what it needs."""
        waiting = [key]
        while waiting:
            each = waiting.pop()
            self._parents[each] = self._parents.get(each, 0) + 1
            if self._parents[each] == 1:
                node = self.graph.nodes[each]
                self.chosen[each] = -1 if node.rule >= 0 else self._usual(each, node)
                waiting.extend(self.replies(each))

    def remove(self, key: int) -> None:
        """Take away a position and what only it needed."""
        waiting = [key]
        while waiting:
            each = waiting.pop()
            self._parents[each] -= 1
            if self._parents[each] == 0:
                waiting.extend(self.replies(each))
                del self._parents[each], self.chosen[each]

    def replies(self, key: int) -> tuple[int, ...]:
        """Return the positions after every reply to the chosen move."""
        options, index = self.graph.nodes[key].options, self.chosen[key]
        return options[index][1] if options is not None and index >= 0 else ()

    def _usual(self, key: int, node: Node) -> int:
        """Return the option whose replies are in the course already, as far as possible."""
        nodes, chosen, options = self.graph.nodes, self.chosen, node.options or []
        return min(
            self._complete[key],
            key=lambda index: sum(
                nodes[each].cost for each in options[index][1] if each not in chosen
            ),
        )

    def sweep(self, go_on: Callable[[], bool]) -> int:
        """Try every option of every position once; return by how many positions it shrinks."""
        before = len(self)
        keys = list(self.chosen)
        self.random.shuffle(keys)
        for key in keys:
            if not go_on():
                break
            if self.chosen.get(key, -1) < 0:
                continue
            for index in self._complete[key]:
                if key in self.chosen and index != self.chosen[key]:
                    self._try(key, index)
        return before - len(self)

    def _try(self, key: int, index: int) -> None:
        size, old = len(self), self.chosen[key]
        before = {each: self.chosen[each] for each in self._only_for(key)}
        for each in self.replies(key):
            self.remove(each)
        self.chosen[key] = index
        for each in self.replies(key):
            self.add(each)
        if len(self) <= size:
            return
        for each in self.replies(key):
            self.remove(each)
        self.chosen[key] = old
        self._restore(key, before)

    def _only_for(self, key: int) -> list[int]:
        """Return the positions below a position, and more: those that may go when it changes."""
        found, waiting = set[int](), [key]
        while waiting:
            for each in self.replies(waiting.pop()):
                if each not in found:
                    found.add(each)
                    waiting.append(each)
        return list(found)

    def _restore(self, key: int, choices: dict[int, int]) -> None:
        """Add what a position needs, with the choices that were made before."""
        waiting = list(self.replies(key))
        while waiting:
            each = waiting.pop()
            self._parents[each] = self._parents.get(each, 0) + 1
            if self._parents[each] == 1:
                self.chosen[each] = choices[each]
                waiting.extend(self.replies(each))
