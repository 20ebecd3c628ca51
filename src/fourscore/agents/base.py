"""`Agent`: chooses a move. A thin shell that gives a search its options and budget."""

import operator
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from inspect import signature
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self, runtime_checkable

from fourscore.agents.entry import Entry
from fourscore.agents.output import Output
from fourscore.core.notation import read_moves
from fourscore.core.position import Position, PositionLike, require_ongoing, require_variant
from fourscore.errors import UnsupportedError
from fourscore.search.limits import require_limit
from fourscore.search.types import Limit, OnProgress, Report, Search

if TYPE_CHECKING:
    from fourscore.search.control import Cancel
    from fourscore.search.recording import Recorder

__all__ = ["Agent", "Resource", "name_of"]

BEYOND_BOOK = "12345671234567"
"""A position that no opening book has, so that the solver's kernels are compiled for it too."""
_compiled: set[str] = set()


@runtime_checkable
class Resource(Protocol):
    """A search that holds an external resource, such as a process, or runs other people's code."""

    output: Output
    """What happens to the text that it prints."""

    def prepare(self, position: Position | None = None) -> None:
        """Acquire it, so that no move pays for that, for a game from a position if it is known."""

    def new_game(self) -> None:
        """Forget the previous moves, without releasing it."""

    def close(self) -> None:
        """Release it; the next use acquires it again."""


@cache
def _is_resource(kind: type) -> bool:
    """Return whether searches of a type hold a resource; asking a protocol takes long."""
    return all(hasattr(kind, name) for name in ("prepare", "new_game", "close"))


def name_of(spec: str) -> str:
    """Return the agent's name that a spec begins with.

    >>> name_of("alphabeta:depth=8")
    'alphabeta'
    """
    return spec.strip().partition(":")[0]


class Agent:
    """A search with its options, and the spec by which it can be made again.

    `fourscore.agent` makes one. Use it in a `with` block, or call `close`, if it runs a process.
    """

    def __init__(
        self, spec: str, entry: Entry, limit: Limit, options: Mapping[str, Any] | None = None
    ) -> None:
        self.spec = spec
        """The spec: its name and the options that differ from the usual ones."""
        self.entry = entry
        """What the registry knows of it."""
        self.limit = limit
        """The budget of a decision if `choose` is given none."""
        self._options = dict(options or {})
        self.search: Search = self._make()
        """The search that chooses."""
        self._resource: Resource | None = None
        if _is_resource(type(self.search)):
            self._resource = self.search  # type: ignore[assignment]
        self._is_prepared = False

    def _make(self) -> Search:
        return self.entry.make(**self._options)

    @property
    def name(self) -> str:
        """The name under which the registry knows it."""
        return self.entry.name

    @property
    def variants(self) -> tuple[str, ...]:
        """The rules it plays; those of a network are the ones it has learned."""
        learned: tuple[str, ...] | None = getattr(self.search, "variants", None)
        return learned or self.entry.variants

    def set_output(self, output: Output) -> None:
        """Set what happens to the text that it prints, from the next start of its process on."""
        if self._resource is not None:
            self._resource.output = output

    def require_variant(self, position: Position) -> None:
        """Raise `UnsupportedError` if the agent does not play by these rules, or on this board."""
        require_variant(position, self.entry.label, *self.variants)
        # A search may play on certain boards only.
        require_board = getattr(self.search, "require_board", None)
        if require_board is not None:
            require_board(position)

    def choose(
        self,
        position: PositionLike,
        limit: Limit | None = None,
        *,
        cancel: "Cancel | None" = None,
        on_progress: OnProgress | None = None,
        record: "Recorder | None" = None,
    ) -> Report:
        """Choose a column within a budget; a `limit` given here replaces the agent's own.

        A search of fixed depth keeps its depth if the limit has none. Anything to compile is
        compiled before the clock starts. `cancel` ends the search from another thread, with the
        best found so far; `on_progress` receives a report whenever there is a better one. With
        `record` the search is recorded. Raises `InputError` if the game is over,
        `UnsupportedError` if the search cannot be recorded or the agent does not play by these
        rules, and `AgentError` if it returns no move.

        >>> from fourscore import agent
        >>> agent("alphabeta").choose("4433", Limit(depth=4)).column
        4
        """
        position = Position(position)
        require_limit(limit)
        self.require_variant(position)
        require_ongoing(position)
        if record is not None and not self.is_recordable:
            raise UnsupportedError(
                f"{self.entry.label} cannot be traced: it does not record its search"
            )
        self.prepare(recorded=record is not None)
        budget = self.limit if limit is None else limit
        if budget.depth is None:
            budget = budget.or_else(self.limit.only("depth"))
        watched: dict[str, Any] = {} if record is None else {"record": record}
        return self.search(position, budget, cancel=cancel, on_progress=on_progress, **watched)

    @property
    def is_recordable(self) -> bool:
        """Whether the search can record what it visits."""
        return "record" in signature(self.search).parameters

    def new_game(self) -> None:
        """Forget the previous moves."""
        if self._resource is not None:
            self._resource.new_game()
        else:
            self.search = self._make()

    def prepare(self, position: Position | None = None, *, recorded: bool = False) -> None:
        """Load machine code or start a process, so that no move pays for that.

        With a position, a game from it is announced to agents with a process, and others are
        prepared for its rules.
        """
        if self._resource is not None:
            self._resource.prepare(position)
            return
        rules = "standard" if position is None else position.variant.name
        if self._is_prepared and rules == "standard" and not recorded:
            return
        build = " ".join([self._build, rules, *(["recorded"] if recorded else [])])
        if build not in _compiled:
            beyond = read_moves(BEYOND_BOOK)
            sample = beyond if position is None or rules == "standard" else position
            watched: dict[str, Any] = {}
            if recorded:
                from fourscore.search.recording import Recorder

                watched["record"] = Recorder(10)
            # A network of another board or other rules compiles with its first move.
            with suppress(UnsupportedError):
                tiny = Limit(depth=1, nodes=10, playouts=1)
                self._make()(sample, tiny, **watched)
            _compiled.add(build)
        self._is_prepared = True

    @property
    def _build(self) -> str:
        """What decides which kernels are compiled."""
        words = [value for value in self._options.values() if isinstance(value, str)]
        return " ".join([self.entry.name, *words])

    def close(self) -> None:
        """Release the agent's resources, such as a process."""
        if self._resource is not None:
            self._resource.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the spec, and code that others do not know: what it remembers stays behind."""
        from fourscore.agents.factory import AgentFactory

        return operator.call, (AgentFactory(self),)

    def __repr__(self) -> str:
        return f"<Agent {self.spec}>"
