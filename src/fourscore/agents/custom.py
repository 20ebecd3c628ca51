"""Agents written in code: a callable from a position to a column, or an object that chooses.

    def centre(position): ...                       returns a column counted from 0, or a `Report`
    def careful(position, limit): ...               also takes the budget of the decision
    class Mine: def choose(self, position, limit)   an object of it, or the class itself

An object may have `new_game()` and `close()`, which are called between games and at the end, and
a `name`. A class is instantiated for every game, unless its objects have `new_game`. Parameters
with a default that is a number, a text or a bool become keys of the agent's spec: those of a
function after the position, and those of a class.
"""

import operator
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from inspect import Parameter, signature
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from fourscore.agents.engine import say_error
from fourscore.agents.entry import LIMITS, Entry, Option
from fourscore.agents.output import Output, redirected
from fourscore.core.position import Position, require_ongoing
from fourscore.core.variants import VARIANTS
from fourscore.errors import AgentError, AgentIllegal, Cancelled, IllegalMoveError, InputError
from fourscore.search.types import Limit, OnProgress, Report

if TYPE_CHECKING:
    from fourscore.search.control import Cancel

__all__ = [
    "Chooser",
    "Custom",
    "CustomCode",
    "CustomMaker",
    "CustomSearch",
    "custom_entry",
    "name_of_code",
]

KINDS = (bool, int, float, str)
"""The types of options that a spec can set."""
POSITIONAL = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


class Chooser(Protocol):
    """An object that chooses a move."""

    def choose(self, position: Position, limit: Limit, /) -> Any:
        """Return a column counted from 0, or a `Report`."""


Custom: TypeAlias = Chooser | Callable[..., Any]


# Entries


def custom_entry(
    target: Custom,
    *,
    name: str | None = None,
    summary: str | None = None,
    variants: tuple[str, ...] | None = None,
    local: bool = True,
) -> Entry:
    """Return an entry for an agent written in code. Raises `InputError` if it is none.

    >>> def shy(position, noise=0.5): "Stay at the edge."
    >>> entry = custom_entry(shy)
    >>> entry.name, entry.summary, list(entry.keys)
    ('shy', 'Stay at the edge', ['noise'])
    """
    _require_agent(target)
    called = name or name_of_code(target)
    found = variants or getattr(target, "variants", VARIANTS)
    found = (found,) if isinstance(found, str) else tuple(found)
    if unknown := [each for each in found if each not in VARIANTS]:
        raise InputError(f"there is no variant {unknown[0]!r}; there are {', '.join(VARIANTS)}")
    options = _options(target)
    taken = {option.name for option in options}
    limits = tuple(each.name for each in LIMITS if each.name not in taken)
    return Entry(
        name=called,
        summary=summary or _summary(target),
        # Programs whose output others read must not be spoilt by whatever plugins there are.
        make=CustomMaker(called, target, Output.DIRECT if local else Output.HIDDEN),
        options=options,
        limits=limits if _takes_limit(target) else (),
        variants=found,
        custom=True,
        local=local,
    )


def _require_agent(target: Any) -> None:
    """Raise `InputError` unless it can choose moves, or makes what can."""
    if not callable(getattr(target, "choose", None)) and not _is_callable(target):
        raise InputError(
            f"{target!r:.60} is not an agent: it is not callable and has no method "
            "choose(position, limit)"
        )
    if isinstance(target, type) and (missing := _needed(_parameters(target) or [])):
        raise InputError(
            f"the class {target.__name__} cannot be used as an agent, because it needs "
            f"{missing[0].name!r}; pass an instance of it"
        )


def _is_callable(target: Any) -> bool:
    if isinstance(target, type):
        return any("__call__" in each.__dict__ for each in target.__mro__)
    return callable(target)


@dataclass(frozen=True, slots=True)
class CustomMaker:
    """Makes searches of somebody's code, from its options."""

    name: str
    target: Custom
    output: Output = Output.DIRECT

    def __call__(self, **options: Any) -> "CustomSearch":
        return CustomSearch(self.name, CustomCode(self.target, options), self.output)

    @property
    def shares_object(self) -> bool:
        """Whether all searches share one object, which belongs to whoever made it."""
        return not _is_factory(self.target)


def name_of_code(target: Any) -> str:
    """Return what an agent written in code is called.

    >>> name_of_code(name_of_code), name_of_code(partial(print, "x")), name_of_code(Position)
    ('name_of_code', 'print', 'Position')
    """
    while isinstance(target, partial):
        target = target.func
    own = getattr(target, "name", None)
    if isinstance(own, str) and own.strip() and not isinstance(target, type):
        return " ".join(own.split())
    return str(getattr(target, "__name__", type(target).__name__)).strip("<>")


def _summary(target: Any) -> str:
    described = target if callable(target) and not _is_object(target) else type(target)
    words = (getattr(described, "__doc__", None) or "").strip().splitlines()
    return words[0].rstrip(".") if words and not isinstance(target, partial) else "written in code"


def _is_object(target: Any) -> bool:
    """Return whether it is an object rather than a function or a class."""
    return not hasattr(target, "__name__")


# Signatures


def _is_factory(target: Any) -> bool:
    """Return whether calling it makes an agent: a class, or a function that needs no argument."""
    if isinstance(target, type):
        return True
    if hasattr(target, "choose"):
        return False
    parameters = _parameters(target)
    return parameters is not None and not any(
        each.default is Parameter.empty and each.kind is not Parameter.VAR_KEYWORD
        for each in parameters
    )


def _parameters(target: Any) -> list[Parameter] | None:
    try:
        return list(signature(target).parameters.values())
    except (TypeError, ValueError):
        return None


def _options(target: Any) -> tuple[Option, ...]:
    """Return the keys that a spec can set: parameters with a simple default."""
    if hasattr(target, "choose") and not isinstance(target, type):
        return ()
    found = _parameters(target) or []
    if not _is_factory(target):
        found = found[1:]
    return tuple(
        Option(
            each.name,
            each.default,
            "",
            type(each.default),
            least=0 if each.name == "seed" else None,
        )
        for each in found
        if type(each.default) in KINDS and each.kind is not Parameter.POSITIONAL_ONLY
    )


def _takes_limit(target: Any) -> bool:
    """Return whether an agent wants to know the budget of a decision."""
    if hasattr(target, "choose"):
        choose = target.choose
        skipped = 1 if isinstance(target, type) else 0
    elif _is_factory(target):
        return True
    else:
        choose, skipped = target, 0
    return _passes_limit(choose, skipped)


def _passes_limit(choose: Callable[..., Any], skipped: int = 0) -> bool:
    """Return whether a callable takes a limit after the position."""
    parameters = (_parameters(choose) or [])[skipped:]
    second = parameters[1].name if len(parameters) > 1 else ""
    return len(_needed(parameters)) > 1 or second == "limit"


def _needed(parameters: list[Parameter]) -> list[Parameter]:
    """Return those without a default that are given by their place."""
    return [
        each for each in parameters if each.kind in POSITIONAL and each.default is Parameter.empty
    ]


# The code, and a search around it


class CustomCode:
    """Somebody's code as one thing that chooses. What it raises passes through."""

    def __init__(self, target: Custom, options: Mapping[str, Any]) -> None:
        self._target: Any = target
        self._options = dict(options)
        self._is_factory = _is_factory(target)
        self._chooser: Any = None
        self._choose: Callable[[Position, Limit], Any] | None = None
        self._is_announced = False
        self.is_fresh = True
        """Whether it has not been asked in this game yet."""

    @property
    def forgets(self) -> bool:
        """Whether it is told about a new game, or made again for it."""
        return self._is_factory or hasattr(self._target, "new_game")

    def prepare(self) -> None:
        """Make the object that chooses, and announce the game to it."""
        if self._choose is None:
            self._chooser = self._target(**self._options) if self._is_factory else self._target
            self._choose = self._bind(self._chooser)
        if not self._is_announced:
            self._is_announced = True
            getattr(self._chooser, "new_game", _do_nothing)()

    def ask(self, position: Position, limit: Limit) -> Any:
        """Return what the code answers, whatever it is."""
        self.prepare()
        assert self._choose is not None
        self.is_fresh = False
        return self._choose(position, limit)

    def new_game(self) -> None:
        """Announce a new game before the next move, or make a new object for it."""
        self._is_announced, self.is_fresh = False, True
        if self._is_factory and not hasattr(self._chooser, "new_game"):
            self.close()

    def close(self) -> None:
        """Let the object release what it holds."""
        chooser, self._chooser, self._choose = self._chooser, None, None
        getattr(chooser, "close", _do_nothing)()

    def _bind(self, chooser: Any) -> Callable[[Position, Limit], Any]:
        choose = getattr(chooser, "choose", chooser)
        if not callable(choose):
            raise TypeError(f"{chooser!r:.40} cannot choose a move")
        options = {} if self._is_factory else self._options
        if _passes_limit(choose):
            return lambda position, limit: choose(position, limit, **options)
        return lambda position, _: choose(position, **options)


def _do_nothing() -> None:
    """Stand for a method that an object does not have."""


class CustomSearch:
    """A search done by somebody's code in this process."""

    def __init__(self, name: str, code: CustomCode, output: Output = Output.DIRECT) -> None:
        self.name = name
        self.output = output
        self._code = code

    def __call__(
        self,
        position: Position,
        limit: Limit,
        *,
        cancel: "Cancel | None" = None,  # noqa: ARG002
        on_progress: OnProgress | None = None,  # noqa: ARG002
    ) -> Report:
        """Ask the code. Raises `AgentError` if it raises or does not return a legal move."""
        require_ongoing(position)
        start = perf_counter()
        answer = self._guarded(self._code.ask, position, limit)
        return self._read(answer, position, perf_counter() - start)

    def prepare(self, position: Position | None = None) -> None:  # noqa: ARG002
        """Make the object that chooses, and announce the game to it."""
        self._guarded(self._code.prepare)

    def new_game(self) -> None:
        """Announce a new game before the next move, or make a new object for it."""
        # What an object fails to release is not the next game's fault.
        with suppress(AgentError):
            self._guarded(self._code.new_game)

    def close(self) -> None:
        """Let the object release what it holds."""
        self._guarded(self._code.close)

    def _guarded(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Call somebody's code; whatever it raises becomes an `AgentError`."""
        try:
            with redirected(self.output, self.name):
                return work(*arguments)
        except (AgentError, Cancelled):
            raise
        except (Exception, SystemExit) as error:
            raise AgentError(f"{self.name} failed: {say_error(error, __file__)}") from error

    def _read(self, answer: Any, position: Position, seconds: float) -> Report:
        column = answer.column if isinstance(answer, Report) else answer
        try:
            index = operator.index(column)
            position.play(index)
        except TypeError:
            raise _Illegal(self.name, f"{column!r:.40} is not a column") from None
        except IllegalMoveError as error:
            raise _Illegal(self.name, str(error), error.for_people) from None
        if isinstance(answer, Report):
            return replace(answer, column=index)
        return Report(column=index, nodes=1, seconds=seconds, line=(index,))


class _Illegal(AgentIllegal):
    """An answer that is not a legal move, in the words of the rules."""

    def __init__(self, name: str, why: str, for_people: str = "") -> None:
        super().__init__(f"{name} did not return a legal move: {why}")
        self._for_people = f"{name} did not return a legal move: {for_people or why}"

    @property
    def for_people(self) -> str:
        return self._for_people
