"""Agents that can be made again and again, in this process and in others.

A spec means the same everywhere. Agents written in code are sent to other processes by
cloudpickle, which also takes lambdas and what is defined in a script or a notebook.
"""

import pickle
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fourscore.agents.base import Agent
from fourscore.agents.custom import CustomMaker
from fourscore.agents.entry import Entry
from fourscore.agents.registry import AgentLike, agent, make, split_spec
from fourscore.agents.specs import read_options, split_argument
from fourscore.core.position import Position, require_variant
from fourscore.errors import InputError

if TYPE_CHECKING:
    from fourscore.search.evaluation.base import Evaluation

__all__ = ["AgentFactory"]


class AgentFactory:
    """Makes agents of one kind, here or, once it is pickled, in another process."""

    def __init__(self, who: AgentLike) -> None:
        """Check what it is given: a spec, an agent, a callable, or an object that chooses."""
        made = agent(who)
        self.spec: str = made.spec
        self._entry: Entry | None = made.entry
        self._data: bytes | None = None
        self._evaluation: bytes | None = None
        self._is_copy = False

    def __call__(self, seed: int | None = None) -> Agent:
        """Make an agent; the seed applies if the spec sets none."""
        entry = self.entry
        return make(entry, *split_argument(entry, self._text), seed, self.spec)

    @property
    def _text(self) -> str:
        """What follows the name in the spec."""
        return self.spec.removeprefix(self.entry.name).removeprefix(":")

    @property
    def entry(self) -> Entry:
        """What the registry knows of the agent, or would."""
        if self._entry is None:
            if self._evaluation is not None:
                _load_evaluation(self._evaluation)
            self._entry = split_spec(self.spec)[0] if self._data is None else self._load()
        return self._entry

    @property
    def is_builtin(self) -> bool:
        """Whether it is an agent of fourscore's own."""
        return not (self.entry.external or self.entry.custom)

    @property
    def is_reusable(self) -> bool:
        """Whether an agent can play several games: it has no seed that is new for each."""
        return not self.is_builtin and "seed" not in self.entry.keys

    @property
    def owns_agents(self) -> bool:
        """Whether whoever makes an agent also has to close it: not if it shares an object."""
        maker = self.entry.make
        return self._is_copy or not (isinstance(maker, CustomMaker) and maker.shares_object)

    def require_variant(self, position: Position) -> None:
        """Raise `UnsupportedError` if the agent does not play by the position's rules."""
        if any(option.is_run for option in self.entry.options):
            # Its network says what it has learned.
            self().require_variant(position)
        else:
            require_variant(position, self.entry.label, *self.entry.variants)

    def require_portable(self) -> None:
        """Raise `InputError` if the agent cannot be sent to another process."""
        self.__reduce__()

    def __reduce__(self) -> tuple[Any, ...]:
        if self._data is None and self.entry.local:
            self._data = self._dump(self.entry)
        if self._evaluation is None and (found := self._local_evaluation()) is not None:
            self._evaluation = self._dump((found.name, found.function, found.summary))
        return _restore, (self.spec, self._data, self._evaluation)

    def _local_evaluation(self) -> "Evaluation | None":
        """Return the evaluation of its search, if other processes do not know it."""
        if "eval" not in self.entry.keys or "eval=" not in self.spec:
            return None
        from fourscore.search.evaluation.registry import local_evaluation

        return local_evaluation(read_options(self.entry, self._text, self.spec).get("eval", ""))

    def _dump(self, what: Any) -> bytes:
        import cloudpickle

        try:
            return cloudpickle.dumps(what)  # type: ignore[no-any-return]
        except Exception as error:
            raise InputError(
                f"the agent {self.spec} cannot be sent to another process "
                f"({' '.join(str(error).split())}): give its class, or register one, "
                "so that it is made there"
            ) from error

    def _load(self) -> Entry:
        assert self._data is not None
        try:
            return _load_entry(self._data)
        except Exception as error:
            raise InputError(
                f"the agent {self.spec} cannot be loaded in another process: define it in a "
                f"module that can be imported there ({' '.join(str(error).split())})"
            ) from error

    def __repr__(self) -> str:
        return f"<AgentFactory {self.spec}>"


def _restore(spec: str, data: bytes | None, evaluation: bytes | None = None) -> AgentFactory:
    # What fails must not fail here, where it would look like the death of a worker.
    factory = AgentFactory.__new__(AgentFactory)
    factory.spec, factory._data, factory._entry, factory._is_copy = spec, data, None, True
    factory._evaluation = evaluation
    return factory


@lru_cache(maxsize=16)
def _load_entry(data: bytes) -> Entry:
    entry = pickle.loads(data)
    assert isinstance(entry, Entry)
    return entry


_loaded: dict[str, bytes] = {}
"""The evaluations that this process was sent last, by name."""


def _load_evaluation(data: bytes) -> None:
    from fourscore.search.evaluation.registry import register_evaluation

    name, function, summary = pickle.loads(data)
    if _loaded.get(name) != data:
        register_evaluation(name, function, summary=summary)
        _loaded[name] = data
