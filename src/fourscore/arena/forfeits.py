"""Forfeits, counted by agent and reason, in words."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Forfeits", "count_forfeits"]

RAISED = "exception: "


@dataclass(frozen=True, slots=True)
class Forfeits:
    """Games that an agent forfeited for the same reason."""

    agent: str
    """The name of the agent."""
    reason: str
    """As the referee put it in the first of these games."""
    games: int
    """How many games it forfeited."""

    @property
    def words(self) -> str:
        """The reason, without the agent's name.

        >>> Forfeits("python:m:f", "exception: python:m:f failed: ValueError: no", 1).words
        'raised ValueError: no'
        """
        kind, colon, rest = self.reason.partition(": ")
        # A spec may have options that the agent's own name in messages has not.
        for end in sorted({len(self.agent), *_ends(self.agent)}, reverse=True):
            rest = rest.removeprefix(f"{self.agent[:end]} ")
        if f"{kind}{colon}" == RAISED:
            return f"raised {rest.removeprefix('failed: ')}"
        return f"{kind}{colon}{rest}"

    def __str__(self) -> str:
        games = "1 game" if self.games == 1 else f"{self.games:,} games"
        return f"{games} forfeited by {self.agent}: {self.words}"


def _ends(name: str) -> Iterable[int]:
    """Return where a name may end: before its options, and before a number that made it unique."""
    return (found.start() for found in re.finditer(r",| #", name))


def count_forfeits(found: Iterable[tuple[str, str]]) -> tuple[Forfeits, ...]:
    """Count forfeits, given as agents and reasons; reasons that differ in numbers are the same.

    >>> late = [("a", "out of time: 2.1 s"), ("b", "illegal move: 9"), ("a", "out of time: 3 s")]
    >>> for each in count_forfeits(late):
    ...     print(each)
    2 games forfeited by a: out of time: 2.1 s
    1 game forfeited by b: illegal move: 9
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for agent, reason in found:
        groups.setdefault((agent, re.sub(r"\d+(\.\d+)?", "#", reason)), []).append(reason)
    counted = (Forfeits(agent, same[0], len(same)) for (agent, _), same in groups.items())
    return tuple(sorted(counted, key=lambda each: -each.games))
