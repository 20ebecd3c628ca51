"""How specs are read and written.

A spec is `name` or `name:key=value,key=value`. Some agents take an argument, which comes first:
`name:ARGUMENT,key=value`. An argument may contain commas. Reading from the right, each part that
sets a key of the agent, without blanks or quotes, is an option; the rest is the argument. An
empty part ends the options, so that in ``exec:tool x,seconds=1,`` the command is
``tool x,seconds=1``.
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from fourscore.agents.base import Agent
from fourscore.agents.entry import Entry
from fourscore.errors import SpecError
from fourscore.search.types import Limit

__all__ = ["build", "nearest", "read_options", "split_argument"]


def split_argument(entry: Entry, text: str) -> tuple[str, str]:
    """Split what follows the name into the argument and the options.

    >>> from fourscore.agents.entry import LIMITS
    >>> kaggle = Entry("kaggle", "", lambda: None, LIMITS, argument="FILE")
    >>> split_argument(kaggle, "my,agent.py,seconds=2")
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


def read_options(entry: Entry, text: str, spec: str) -> dict[str, Any]:
    """Return what the options of a spec set. Raises `SpecError` if they are not valid."""
    keys, given = entry.keys, dict[str, Any]()
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key not in keys:
            hint = nearest(key, keys, f"The keys of {entry.name}")
            raise SpecError(f"{spec!r}: {entry.name} has no key {key!r}{hint}")
        if not equals or not value:
            raise SpecError(f"{spec!r}: the key {key!r} needs a value, as in {key}=…")
        if key in given:
            raise SpecError(f"{spec!r}: the key {key!r} is set twice")
        given[key] = keys[key].read(value, spec)
    return given


def build(entry: Entry, argument: str, given: dict[str, Any]) -> Agent:
    """Make an agent with the options that its spec sets."""
    limit = {name: given[name] for name in entry.limits if name in given}
    options = {option.name: given.get(option.name, option.default) for option in entry.options}
    written = [f"{key}={_write(given[key])}" for key in entry.keys if key in given]
    if entry.argument:
        options["argument"] = argument
        closed = argument if split_argument(entry, argument)[0] == argument else f"{argument},"
        written.insert(0, closed)
    return Agent(
        spec=f"{entry.name}:{','.join(written)}" if written else entry.name,
        entry=entry,
        limit=Limit(**(limit or dict(entry.default))),
        options=options,
    )


def _write(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def nearest(word: str, known: Iterable[str], what: str) -> str:
    """Return the end of a sentence that names what is known, and what may have been meant."""
    names = list(known)
    near = get_close_matches(word, names, n=1)
    hint = f"; did you mean {near[0]!r}? " if near else "; "
    return f"{hint}{what if near else what.lower()} are {', '.join(names) or 'none'}"
