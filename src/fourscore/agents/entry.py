"""What the registry knows of an agent: its name, the keys of its spec, and how it is made."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

from fourscore.errors import SpecError
from fourscore.search.types import Search

__all__ = ["LIMITS", "Entry", "Option"]


@dataclass(frozen=True, slots=True)
class Option:
    """A key that a spec may set."""

    name: str
    default: int | float | str | bool | None
    help: str
    kind: type = int
    listed: tuple[str, ...] = ()
    """The values it can have, if they are names."""
    least: float | None = None
    most: float | None = None
    find_more: Callable[[], tuple[str, ...]] | None = None
    """Returns the values that it can have now, also those that other people's code adds."""
    is_run: bool = False
    """Whether it names a training, by its folder or its name among the runs."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The values it can have, if they are names."""
        return self.find_more() if self.find_more else self.listed

    def read(self, text: str, spec: str) -> int | float | str | bool:
        """Return the value of the text after "=". Raises `SpecError` if it is not valid."""
        where = f"{spec!r}: {self.name}={text}"
        if text in self.listed:
            return text
        if self.choices:
            return _one_of(text, self.choices, where)
        if self.kind is bool:
            return _one_of(text, ("yes", "no"), where) == "yes"
        if self.kind is str:
            return text
        try:
            number: int | float = self.kind(text)
        except ValueError:
            wanted = "a whole number" if self.kind is int else "a number"
            raise SpecError(f"{where} is not {wanted}") from None
        if not isfinite(number):
            raise SpecError(f"{where} is not a finite number")
        if self.least is not None and number < self.least:
            raise SpecError(f"{where} is too small; the minimum is {self.least:g}")
        if self.most is not None and number > self.most:
            raise SpecError(f"{where} is too large; the maximum is {self.most:g}")
        return number


LIMITS = (
    Option("depth", None, "plies to look ahead", least=1, most=63),
    Option("nodes", None, "positions to visit at most", least=1),
    Option("playouts", None, "games to play out", least=1),
    Option("seconds", None, "time for a move", float, least=0.001),
)
"""The keys that make up an agent's `Limit`."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A registered agent: its name, the keys it takes, and how its search is made."""

    name: str
    summary: str
    make: Callable[..., Search]
    """Makes the search from the options; imports what is heavy."""
    options: tuple[Option, ...] = ()
    limits: tuple[str, ...] = ()
    """The limits it takes."""
    default: tuple[tuple[str, float], ...] = ()
    """Its limit if the spec sets none."""
    variants: tuple[str, ...] = ("standard", "fill", "slip")
    argument: str = ""
    """The name of its argument, such as "FILE", if it takes one."""
    external: bool = False
    """Whether it runs other people's code, in a process of its own."""
    custom: bool = False
    """Whether it runs other people's code in this process."""
    local: bool = False
    """Whether only this process knows it, so that others have to be sent it."""
    title: str = ""
    """What it is called in full, where that differs from its name."""

    @property
    def label(self) -> str:
        """What it is called where people choose or meet it, such as "A*"."""
        return self.title or self.name

    @property
    def keys(self) -> dict[str, Option]:
        """The keys that a spec of this agent may set, limits first."""
        limits = [limit for limit in LIMITS if limit.name in self.limits]
        return {option.name: option for option in (*limits, *self.options)}


def _one_of(text: str, choices: tuple[str, ...], where: str) -> str:
    if text not in choices:
        raise SpecError(f"{where} is not one of {', '.join(choices)}")
    return text
