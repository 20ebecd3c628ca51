"""The registry of agents: fourscore's own, other packages', and those registered in code.

Packages offer agents by entry points of the group `fourscore.agents`. They are loaded when they
are needed: all of them for a list, and one of them when a spec names it.
"""

import re
from typing import TypeAlias

from fourscore.agents.base import Agent
from fourscore.agents.custom import Custom, custom_entry
from fourscore.agents.entry import Entry
from fourscore.agents.specs import build, nearest, read_options, split_argument
from fourscore.errors import SpecError
from fourscore.runtime.plugins import Plugin, PluginError, find_plugins, warn_of_plugin

__all__ = ["AgentLike", "agent", "entries", "entry_of", "register", "register_agent", "split_spec"]

GROUP = "fourscore.agents"
"""The group of entry points."""
AgentLike: TypeAlias = str | Agent | Custom
"""What can be used as an agent in code: a spec, an agent, a callable, or an object that chooses."""

_entries: dict[str, Entry] = {}
_ignored: set[str] = set()
"""The plugins that have been found to be unusable."""


def register(*new: Entry) -> None:
    """Register agents under their names."""
    _entries.update({entry.name: entry for entry in new})


def register_agent(
    name: str,
    agent: Custom,
    *,
    summary: str | None = None,
    variants: tuple[str, ...] | None = None,
) -> None:
    """Make an agent written in code known by a name, in this process and its workers.

    The agent is a callable from a position to a column, an object with `choose(position, limit)`,
    or a class or function without arguments that makes one. Parameters with a default that is a
    number, a text or a bool become keys of its spec. The summary is by default the first line of
    its docstring, and it plays all variants unless `variants` or its own attribute says otherwise.
    A name registered before is replaced, but not one of fourscore's own.

        def edge(position, right=False):
            return position.legal[-1 if right else 0]

        register_agent("edge", edge)
        match("edge:right=yes", "random")
    """
    if not isinstance(name, str) or not re.fullmatch(r"[\w.+-]+", name):
        raise SpecError(
            f"{name!r} is not a name for an agent; use letters, digits and any of _ . + -"
        )
    if name in _entries and not _entries[name].custom:
        raise SpecError(f"{name!r} is one of fourscore's own agents; choose another name")
    register(custom_entry(agent, name=name, summary=summary, variants=variants))


def entries(*, with_argument: bool = False) -> tuple[Entry, ...]:
    """Return the agents that need no argument, and `with_argument` also those that do."""
    for plugin in find_plugins(GROUP).values():
        _load_or_warn(plugin)
    return tuple(each for each in _entries.values() if with_argument or not each.argument)


def agent(who: AgentLike, *, seed: int | None = None, external: bool = True) -> Agent:
    """Make an agent from its spec, a callable or an object; `seed` applies if the spec sets none.

    A callable takes a position and returns a column counted from 0; an object has a method
    `choose(position, limit)`. With ``external=False``, specs that run programs of other people
    are refused: use it for specs from people who may not run programs on this machine. Raises
    `SpecError` if the spec names something unknown.

    >>> agent("alphabeta:depth=8,eval=centre")
    <Agent alphabeta:depth=8,eval=centre>
    >>> agent("alphabeto")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    fourscore.errors.SpecError: there is no agent 'alphabeto'; did you mean 'alphabeta'? \
The agents are random, astar, ...
    >>> def middle(position):
    ...     return 3
    >>> agent(middle)
    <Agent middle>
    """
    if isinstance(who, Agent):
        return who
    if not isinstance(who, str):
        return make(entry_of(who), "", "", seed)
    entry, argument, rest = split_spec(who)
    if entry.external and not external:
        raise SpecError(
            f"{who!r}: {entry.name} runs other people's code, which is not allowed here"
        )
    if not external:
        _require_names(entry, rest, who)
    return make(entry, argument, rest, seed, who)


def _require_names(entry: Entry, options: str, spec: str) -> None:
    """Raise `SpecError` if an option names a folder, which strangers may not choose."""
    from fourscore.search.tuples.runs import is_run_name, runs_folder

    for key, value in read_options(entry, options, spec).items():
        if not entry.keys[key].is_run:
            continue
        if not is_run_name(value) or not (runs_folder() / value).is_dir():
            raise SpecError(f"{spec!r}: there is no training {value!r} here")


def make(
    entry: Entry, argument: str, options: str, seed: int | None = None, spec: str = ""
) -> Agent:
    """Make an agent from the parts of its spec, which messages quote."""
    spec = spec or entry.name
    if entry.argument and not argument:
        example = f"{entry.name}:{entry.argument}"
        raise SpecError(f"{spec!r}: {entry.name} needs an argument, as in {example}")
    given = read_options(entry, options, spec)
    if seed is not None and "seed" in entry.keys and "seed" not in given:
        given["seed"] = seed
    return build(entry, argument, given)


def entry_of(code: Custom) -> Entry:
    """Return an entry for an agent written in code, under a name that no other agent has."""
    entry = custom_entry(code)
    return custom_entry(code, name=f"{entry.name}()") if _is_known(entry.name) else entry


def split_spec(spec: str) -> tuple[Entry, str, str]:
    """Split a spec into its agent, the argument, and the options as written.

    >>> entry, argument, options = split_spec("level:6,seed=1")
    >>> entry.name, argument, options
    ('level', '6', 'seed=1')
    """
    name, _, rest = spec.strip().partition(":")
    entry = _find(name)
    return (entry, *split_argument(entry, rest))


def _find(name: str) -> Entry:
    plugins = {} if name in _entries else find_plugins(GROUP)
    if name in plugins:
        try:
            _load(plugins[name])
        except PluginError as error:
            raise SpecError(str(error)) from error
    if name not in _entries:
        known = [*_entries, *(each for each in plugins if each not in _entries)]
        raise SpecError(f"there is no agent {name!r}{nearest(name, known, 'The agents')}")
    return _entries[name]


def _is_known(name: str) -> bool:
    return name in _entries or name in find_plugins(GROUP)


# Plugins


def _load_or_warn(plugin: Plugin) -> None:
    if plugin.name in _ignored:
        return
    try:
        _load(plugin)
    except PluginError as error:
        _ignored.add(plugin.name)
        warn_of_plugin(str(error))


def _load(plugin: Plugin) -> None:
    """Register the agent of a plugin. Raises `PluginError` if that cannot be done."""
    known = _entries.get(plugin.name)
    if known is not None and not known.custom:
        raise PluginError(f"{plugin} is not used: fourscore has an agent of that name")
    if known is None:
        register(plugin.read(lambda target: custom_entry(target, name=plugin.name, local=False)))
