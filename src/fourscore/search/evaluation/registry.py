"""The evaluations by name: fourscore's own, other packages', and those registered in code.

Packages offer evaluations by entry points of the group `fourscore.evaluations`, each a function or
a kernel. They are loaded when they are needed.
"""

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, NamedTuple, TypeVar

from fourscore.core.bitboard import Rules
from fourscore.errors import InputError
from fourscore.runtime.plugins import Plugin, PluginError, find_plugins, warn_of_plugin
from fourscore.search.evaluation.base import Evaluation
from fourscore.search.evaluation.custom import make_evaluation
from fourscore.search.evaluation.lines import LINES
from fourscore.search.evaluation.windows import CENTRE, WINDOWS

__all__ = [
    "EVALUATIONS",
    "evaluation",
    "evaluation_names",
    "find_evaluation",
    "local_evaluation",
    "register_evaluation",
]

GROUP = "fourscore.evaluations"
"""The group of entry points."""


def _learned_weights(rules: Rules) -> NamedTuple:
    # Networks need NumPy, which a list of names does not.
    from fourscore.search.evaluation.tuples import shipped_evaluation

    return shipped_evaluation().weights(rules)


TUPLES = Evaluation("tuples", "a network that has taught itself (7x6)", _learned_weights)
EVALUATIONS = {each.name: each for each in (WINDOWS, CENTRE, LINES, TUPLES)}
"""fourscore's own."""
Function = TypeVar("Function", bound=Callable[[Any], Any])

_registered: dict[str, Evaluation] = {}
_ignored: set[str] = set()


def register_evaluation(
    name: str, function: Callable[[Any], float], *, summary: str | None = None
) -> None:
    """Make an evaluation known by a name, in this process and its workers.

    The function takes a position and returns points for the side to move. A plain function is
    called back at every leaf; one made by `kernel` becomes part of the search's machine code. A
    name registered before is replaced; raises `InputError` for one of fourscore's own.

        register_evaluation("mobility", lambda position: len(position.legal))
        agent("alphabeta:depth=4,eval=mobility").choose("4453")
    """
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z_]\w*", name):
        raise InputError(f"{name!r} is not a name for an evaluation; use letters and digits")
    if name in EVALUATIONS:
        raise InputError(f"{name!r} is one of fourscore's own evaluations; choose another name")
    _registered[name] = make_evaluation(name, function, summary)


def evaluation(name: str, *, summary: str | None = None) -> Callable[[Function], Function]:
    """Register the decorated function as an evaluation, as `register_evaluation` does.

    `summary` describes it in lists; by default it is the first line of the function's docstring.

    >>> @evaluation("mobility")
    ... def mobility(position):
    ...     return len(position.legal)
    >>> find_evaluation("mobility").name
    'mobility'
    """

    def decorate(function: Function) -> Function:
        register_evaluation(name, function, summary=summary)
        return function

    return decorate


def find_evaluation(name: str) -> Evaluation:
    """Return an evaluation by its name.

    >>> find_evaluation("centre").name
    'centre'
    """
    if name not in EVALUATIONS and name not in _registered and name in find_plugins(GROUP):
        try:
            _load(find_plugins(GROUP)[name])
        except PluginError as error:
            raise InputError(str(error)) from error
    found = EVALUATIONS.get(name) or _registered.get(name)
    if found is None:
        names = evaluation_names()
        near = get_close_matches(name, names, n=1)
        hint = f"did you mean {near[0]!r}? The" if near else "the"
        raise InputError(
            f"there is no evaluation {name!r}; {hint} evaluations are {', '.join(names)}"
        )
    return found


def local_evaluation(name: str) -> Evaluation | None:
    """Return an evaluation that only this process knows, so that others have to be sent it."""
    return None if name in find_plugins(GROUP) else _registered.get(name)


def evaluation_names() -> tuple[str, ...]:
    """Return the names of all evaluations, fourscore's own first."""
    for plugin in find_plugins(GROUP).values():
        if plugin.name in _registered or plugin.name in _ignored:
            continue
        try:
            _load(plugin)
        except PluginError as error:
            _ignored.add(plugin.name)
            warn_of_plugin(str(error))
    return (*EVALUATIONS, *_registered)


def _load(plugin: Plugin) -> None:
    """Register the evaluation of a plugin. Raises `PluginError` if that cannot be done."""
    if plugin.name in EVALUATIONS:
        raise PluginError(f"{plugin} is not used: fourscore has an evaluation of that name")
    plugin.read(lambda function: register_evaluation(plugin.name, function))
