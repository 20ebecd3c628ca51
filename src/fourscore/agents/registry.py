"""Specs, which name agents, and the registry of agents.

A spec is `name` or `name:key=value,key=value`. Some agents take an argument, which comes first:
`name:ARGUMENT,key=value`. An argument may contain commas. Reading from the right, each part that
sets a key of the agent, without blanks or quotes, is an option; the rest is the argument. An
empty part ends the options, so that in ``exec:tool x,seconds=1,`` the command is
``tool x,seconds=1``.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from math import isfinite
from typing import Any

from fourscore.agents.base import Agent
from fourscore.errors import SpecError
from fourscore.search.types import Limit, Search

__all__ = ["LIMITS", "Entry", "Option", "agent", "entries", "register", "split_spec"]


@dataclass(frozen=True, slots=True)
class Option:
    """A key that a spec may set."""

    name: str
    default: int | float | str | bool | None
    help: str
    kind: type = int
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None

    def read(self, text: str, spec: str) -> int | float | str | bool:
        """Return the value of the text after "=". Raises `SpecError` if it is not valid."""
        where = f"{spec!r}: {self.name}={text}"
        if self.choices:
            return _one_of(text, self.choices, where)
        if self.kind is bool:
            return _one_of(text, ("yes", "no"), where) == "yes"
        try:
            number: int | float = self.kind(text)
        except ValueError:
            wanted = "a whole number" if self.kind is int else "a number"
            raise SpecError(f"{where} is not {wanted}") from None
        if not isfinite(number) or (self.least is not None and number < self.least):
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
    """Whether it runs other people's code."""

    @property
    def keys(self) -> dict[str, Option]:
        """The keys that a spec of this agent may set, limits first."""
        limits = [limit for limit in LIMITS if limit.name in self.limits]
        return {option.name: option for option in (*limits, *self.options)}


_entries: dict[str, Entry] = {}


def register(*new: Entry) -> None:
    """Register agents under their names."""
    _entries.update({entry.name: entry for entry in new})


def entries(*, with_argument: bool = False) -> tuple[Entry, ...]:
    """Return the agents that need no argument, and `with_argument` also those that do."""
    return tuple(each for each in _entries.values() if with_argument or not each.argument)


def agent(spec: str, *, seed: int | None = None, external: bool = True) -> Agent:
    """Make an agent from its spec; `seed` applies if the spec sets none.

    With ``external=False``, specs that run other people's code are refused: use it for specs
    from people who may not run programs on this machine.

    >>> agent("alphabeta:depth=8,eval=centre")
    <Agent alphabeta:depth=8,eval=centre>
    >>> agent("alphabeto")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    fourscore.errors.SpecError: there is no agent 'alphabeto'; did you mean 'alphabeta'? \
The agents are random, astar, ...
    """
    entry, argument, rest = split_spec(spec)
    name = entry.name
    if entry.external and not external:
        raise SpecError(f"{spec!r}: {name} runs other people's code, which is not allowed here")
    if entry.argument and not argument:
        raise SpecError(f"{spec!r}: {name} needs an argument, as in {name}:{entry.argument}")
    given = _read_options(entry, rest, spec)
    if seed is not None and "seed" in entry.keys and "seed" not in given:
        given["seed"] = seed
    return _build(entry, argument, given)


def split_spec(spec: str) -> tuple[Entry, str, str]:
    """Split a spec into its agent, the argument, and the options as written.

    >>> entry, argument, options = split_spec("level:6,seed=1")
    >>> entry.name, argument, options
    ('level', '6', 'seed=1')
    """
    name, _, rest = spec.strip().partition(":")
    entry = _entries.get(name)
    if entry is None:
        raise SpecError(f"there is no agent {name!r}{_nearest(name, _entries, 'The agents')}")
    return (entry, *_split_argument(entry, rest))


def _split_argument(entry: Entry, text: str) -> tuple[str, str]:
    """Split what follows the name into the argument and the options.

    >>> kaggle = Entry("kaggle", "", lambda: None, LIMITS, argument="FILE")
    >>> _split_argument(kaggle, "my,agent.py,seconds=2")
    ('my,agent.py', 'seconds=2')
    """
    if not entry.argument:
        return "", text
    parts, options = text.split(","), list[str]()
    while len(parts) > 1 and _sets_key(parts[-1], entry):
        options.insert(0, parts.pop())
    if len(parts) > 1 and not parts[-1].strip():
        parts.pop()
    return ",".join(parts).strip(), ",".join(options)


def _sets_key(part: str, entry: Entry) -> bool:
    match = re.fullmatch(r"([^\s'\"=]+)=[^\s'\"]*", part.strip())
    return match is not None and match[1] in entry.keys


def _read_options(entry: Entry, text: str, spec: str) -> dict[str, Any]:
    keys, given = entry.keys, dict[str, Any]()
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key not in keys:
            hint = _nearest(key, keys, f"The keys of {entry.name}")
            raise SpecError(f"{spec!r}: {entry.name} has no key {key!r}{hint}")
        if not equals or not value:
            raise SpecError(f"{spec!r}: the key {key!r} needs a value, as in {key}=…")
        if key in given:
            raise SpecError(f"{spec!r}: the key {key!r} is set twice")
        given[key] = keys[key].read(value, spec)
    return given


def _build(entry: Entry, argument: str, given: dict[str, Any]) -> Agent:
    limit = {name: given[name] for name in entry.limits if name in given}
    options = {option.name: given.get(option.name, option.default) for option in entry.options}
    written = [f"{key}={_write(given[key])}" for key in entry.keys if key in given]
    if entry.argument:
        options["argument"] = argument
        closed = argument if _split_argument(entry, argument)[0] == argument else f"{argument},"
        written.insert(0, closed)
    words = [value for value in options.values() if isinstance(value, str)]
    return Agent(
        spec=f"{entry.name}:{','.join(written)}" if written else entry.name,
        make=lambda: entry.make(**options),
        limit=Limit(**(limit or dict(entry.default))),
        variants=entry.variants,
        build=" ".join([entry.name, *words]),
    )


def _write(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _one_of(text: str, choices: tuple[str, ...], where: str) -> str:
    if text not in choices:
        raise SpecError(f"{where} is not one of {', '.join(choices)}")
    return text


def _nearest(word: str, known: Iterable[str], what: str) -> str:
    names = list(known)
    near = get_close_matches(word, names, n=1)
    hint = f"; did you mean {near[0]!r}? " if near else "; "
    return f"{hint}{what if near else what.lower()} are {', '.join(names) or 'none'}"
