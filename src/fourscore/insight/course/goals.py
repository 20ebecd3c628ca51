"""The goals of training: an opponent to beat, and the lines that it plays most."""

from dataclasses import dataclass

from fourscore.errors import InputError
from fourscore.insight.course.course import about
from fourscore.insight.course.lines import Line, find_line, lines

__all__ = ["Goal", "find_goal", "goals"]


@dataclass(frozen=True, slots=True)
class Goal:
    """An opponent to beat as the first player, or the second player's resistance."""

    id: str
    side: str
    title: str
    says: str
    agent: str
    """The opponent's spec."""
    shares: dict[str, float]
    """The lines, each with its share of the games that were played against the opponent."""
    games: int

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines to learn, the most frequent first."""
        if not self.shares:
            return lines(self.side)
        return tuple(find_line(self.side, each) for each in self.shares)

    @property
    def positions(self) -> int:
        """How many different positions there are to learn."""
        return len({card.id for line in self.lines for card in line.cards})

    @property
    def minutes(self) -> int:
        """About how long learning takes: twenty seconds a position, and the rules."""
        return max(5, round((20 * self.positions + 30 * len(self.lines)) / 60))

    @property
    def share(self) -> float | None:
        """The share of the games that these lines cover; None if it was not measured."""
        return sum(self.shares.values()) if self.shares else None


def goals(side: str | None = None) -> tuple[Goal, ...]:
    """Return the goals, the first one first."""
    found = (Goal(**each) for each in about()["goals"])
    return tuple(each for each in found if side in (None, each.side))


def find_goal(name: str) -> Goal:
    """Return a goal. Raises `InputError` if there is no such goal."""
    for each in goals():
        if each.id == name:
            return each
    known = ", ".join(each.id for each in goals())
    raise InputError(f"there is no goal {name!r}; the goals are {known}")
