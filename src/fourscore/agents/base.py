"""`Agent`: chooses a move. A thin shell that gives a search its options and budget."""

from collections.abc import Callable
from inspect import signature
from types import TracebackType
from typing import Any, Protocol, Self, runtime_checkable

from fourscore.core.notation import read_moves
from fourscore.core.position import Position, PositionLike, require_variant
from fourscore.errors import UnsupportedError
from fourscore.search.control import Cancel
from fourscore.search.limits import require_limit
from fourscore.search.recording import Recorder
from fourscore.search.types import Limit, OnProgress, Report, Search

__all__ = ["Agent", "Resource", "name_of"]

BEYOND_BOOK = "12345671234567"
"""A position that no opening book has, so that the solver's kernels are compiled for it too."""
_compiled: set[str] = set()


@runtime_checkable
class Resource(Protocol):
    """A search that holds an external resource, such as a process."""

    def prepare(self) -> None:
        """Acquire it, so that no move pays for that."""

    def new_game(self) -> None:
        """Forget the previous moves, without releasing it."""

    def close(self) -> None:
        """Release it; the next use acquires it again."""


def name_of(spec: str) -> str:
    """Return the agent's name that a spec begins with.

    >>> name_of("alphabeta:depth=8")
    'alphabeta'
    """
    return spec.strip().partition(":")[0]


class Agent:
    """A search with its options, and the spec by which it can be made again."""

    def __init__(
        self,
        spec: str,
        make: Callable[[], Search],
        limit: Limit,
        variants: tuple[str, ...],
        build: str,
    ) -> None:
        self.spec = spec
        self.limit = limit
        """The budget of a decision if `choose` is given none."""
        self.variants = variants
        self._make = make
        self._build = build
        self.search = make()
        """The search that chooses."""
        self._resource = self.search if isinstance(self.search, Resource) else None

    @property
    def name(self) -> str:
        """The name under which the registry knows it."""
        return name_of(self.spec)

    def require_variant(self, position: Position) -> None:
        """Raise `UnsupportedError` if the agent does not play by the position's rules."""
        require_variant(position, self.name, *self.variants)

    def choose(
        self,
        position: PositionLike,
        limit: Limit | None = None,
        *,
        cancel: Cancel | None = None,
        on_progress: OnProgress | None = None,
        record: Recorder | None = None,
    ) -> Report:
        """Choose a column within a budget; a `limit` given here replaces the agent's own.

        A search of fixed depth keeps its depth if the limit has none. Anything to compile is
        compiled before the clock starts. With `record` the search is recorded; raises
        `UnsupportedError` if it cannot be.
        """
        position = Position(position)
        require_limit(limit)
        self.require_variant(position)
        if record is not None and not self.is_recordable:
            raise UnsupportedError(f"{self.name} cannot be traced: it does not record its search")
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

    def prepare(self, *, recorded: bool = False) -> None:
        """Compile kernels or start a process, so that no move pays for that."""
        build = f"{self._build} recorded" if recorded else self._build
        if self._resource is not None:
            self._resource.prepare()
        elif build not in _compiled:
            watched: dict[str, Any] = {"record": Recorder(10)} if recorded else {}
            self._make()(read_moves(BEYOND_BOOK), Limit(depth=1, nodes=10, playouts=1), **watched)
            _compiled.add(build)

    def close(self) -> None:
        """Release the agent's resources; only agents with a process hold any."""
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

    def __repr__(self) -> str:
        return f"<Agent {self.spec}>"
