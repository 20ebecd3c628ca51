"""Other people's agents: each in its own process, reached by the line protocol.

`docs/agents/protocol.md` describes the protocol, `docs/agents/agents.md` the kinds: `kaggle:FILE`,
`python:package.module:function`, `uci:COMMAND` and `exec:COMMAND`. All but the last are run behind
the protocol by `engine`, so that there is one way to talk to all of them. A process is killed when
it misses its deadline, and started again for the next request.
"""

import shutil
import sys
import time
from collections import deque
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fourscore.agents import engine
from fourscore.agents.entry import Entry, Option
from fourscore.agents.output import Output, show_line
from fourscore.agents.process import Child, stop_children
from fourscore.agents.registry import register
from fourscore.core.notation import parse_column, write_board
from fourscore.core.position import Position, require_ongoing
from fourscore.errors import (
    AgentDied,
    AgentError,
    AgentIllegal,
    AgentTimeout,
    IllegalMoveError,
    NotationError,
    SpecError,
    UnsupportedError,
)
from fourscore.runtime.cleanup import before_early_exit
from fourscore.runtime.system import split_command
from fourscore.search.types import Limit, OnProgress, Report, Search, Value

if TYPE_CHECKING:
    from fourscore.search.control import Cancel

__all__ = ["External"]

POLL_SECONDS = 0.05
"""Seconds between checks whether a search has been cancelled."""
LONGEST_QUOTE = 80


class External:
    """A search done by another process."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        seconds: float = 5.0,
        grace: float = 0.5,
        startup: float = 30.0,
        memory: int = 1024,
        environment: Mapping[str, str] | None = None,
        sweeps: bool = False,
    ) -> None:
        self.name = name
        """What messages call it."""
        self.stray: deque[str] = deque(maxlen=10)
        """The last lines it wrote that are not part of the protocol."""
        self._command = list(command)
        self.seconds = seconds
        """The time for a move if the limit has none."""
        self._grace, self._startup = grace, startup
        self._memory = memory
        self._environment = environment
        self._sweeps = sweeps
        """Whether what it starts while it chooses is killed once it has answered."""
        self.output = Output.DIRECT
        self._child: Child | None = None
        self._board: tuple[str, str] | None = None

    def __call__(
        self,
        position: Position,
        limit: Limit,
        *,
        cancel: "Cancel | None" = None,
        on_progress: OnProgress | None = None,  # noqa: ARG002
    ) -> Report:
        """Request a move. Raises `AgentError` if no legal one comes in time.

        If the limit has no seconds, the agent's own apply.
        """
        require_ongoing(position)
        self.prepare(position)
        seconds = self.seconds if limit.seconds is None else limit.seconds
        assert self._child is not None
        before = self._child.started() if self._sweeps else set()
        start = time.perf_counter()
        try:
            answer = self._query(_write_move(position, limit, seconds), "best", seconds, cancel)
        finally:
            if self._sweeps and self._child is not None:
                self._child.kill_started(keep=before)
        try:
            return _read_best(answer, position, time.perf_counter() - start)
        except (NotationError, IllegalMoveError) as error:
            self.new_game()
            raise AgentIllegal(
                f"{self.name} did not return a legal move: {error.for_people}"
            ) from None

    def prepare(self, position: Position | None = None) -> None:
        """Start the process if none is running, and wait until it is ready."""
        if self._child is None:
            self._start()
        if position is not None:
            self._begin(position)

    def _start(self) -> None:
        try:
            show = partial(show_line, self.name) if self.output is Output.SHOWN else None
            self._child = Child(self._command, self._memory, show, self._environment)
        except AgentDied as error:
            raise AgentDied(f"{self.name}: {error}") from None
        try:
            self._query(f"fourscore {engine.VERSION}", "ok", self._startup)
        except BaseException:
            self.close()
            raise

    def new_game(self) -> None:
        """Announce a new game before the next move."""
        self._board = None

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.stop()
        self._child = self._board = None

    def quit(self, seconds: float = 1.0) -> bool:
        """Ask the process to exit, and kill it if it does not. Return whether it did in time."""
        if self._child is None:
            return True
        self._child.send("quit")
        ended = self._child.wait(seconds)
        self.close()
        return ended

    def ask(self, request: str, seconds: float) -> str | None:
        """Send any line to the process; return the next one that it writes, or None.

        This is for tests of the protocol. Raises `AgentDied` if the process ends.
        """
        self.prepare()
        self.new_game()
        assert self._child is not None
        self._child.send(request)
        try:
            return self._child.receive(seconds)
        except AgentTimeout:
            return None
        except AgentDied:
            self.close()
            raise

    def peak_memory(self) -> float | None:
        """Return the peak memory of the process in megabytes, where the system reports it."""
        return None if self._child is None else self._child.peak_memory()

    @property
    def printed(self) -> str:
        """The last of what its running process has printed beside the protocol."""
        stray = self.stray[-1] if self.stray else ""
        return stray or (self._child.last_words if self._child is not None else "")

    def _begin(self, position: Position) -> None:
        board = (position.size, position.variant.name)
        if board != self._board:
            self._query(f"newgame {' '.join(board)}", "ok", self._startup)
            self._board = board

    def _query(
        self, request: str, wanted: str, seconds: float, cancel: "Cancel | None" = None
    ) -> str:
        """Send a request and return the line that answers it; kill the process if none comes.

        A process that answers with an error or a refusal goes on, with a new game.
        """
        assert self._child is not None
        self._child.send(request)
        try:
            line = self._await(wanted, request.split()[0], seconds, cancel)
        except BaseException:
            self.close()
            raise
        word, _, rest = line.partition(" ")
        if word == wanted:
            return line
        self.new_game()
        if word == "no":
            raise UnsupportedError(f"{self.name} refuses: {rest or 'no reason given'}")
        raise AgentError(f"{self.name} failed: {rest or 'no reason given'}")

    def _await(self, wanted: str, request: str, seconds: float, cancel: "Cancel | None") -> str:
        assert self._child is not None
        deadline = time.monotonic() + seconds + self._grace
        while (left := deadline - time.monotonic()) > 0:
            if cancel is not None and cancel.cancelled:
                raise AgentError(f"{self.name} was cancelled before it answered")
            try:
                line = self._child.receive(min(left, POLL_SECONDS) if cancel else left)
            except AgentTimeout:
                continue
            except AgentDied as error:
                raise AgentDied(f"{self.name} {error}{self._last_words()}") from None
            if line.partition(" ")[0] in (wanted, "no", "error"):
                return line
            self._note_other(line)
        raise AgentTimeout(
            f"{self.name} did not answer {request!r} in {seconds:g} s{self._last_words()}"
        )

    def _note_other(self, line: str) -> None:
        """Keep a line that is not part of the protocol."""
        if line and self.output is Output.SHOWN:
            show_line(self.name, line)
        if line.partition(" ")[0] not in ("info", ""):
            self.stray.append(line)

    def _last_words(self) -> str:
        last = self._child.last_words if self._child is not None else ""
        stderr = f"; standard error ends with {_quote(last, 3 * LONGEST_QUOTE)}" if last else ""
        stray = f"; it said {_quote(self.stray[-1])}" if self.stray else ""
        return stray + stderr


def _write_move(position: Position, limit: Limit, seconds: float) -> str:
    words = ["move", write_board(position), "seconds", f"{seconds:g}"]
    for name in ("nodes", "depth", "playouts"):
        if (amount := getattr(limit, name)) is not None:
            words += [name, f"{amount}"]
    return " ".join(words)


def _read_best(line: str, position: Position, seconds: float) -> Report:
    """Read "best COLUMN" and what follows it; unknown keys are ignored."""
    _, *words = line.split()
    if not words:
        raise NotationError("a column is missing")
    column = parse_column(words[0], position.width)
    position.play(column)
    fields = dict(zip(words[1::2], words[2::2], strict=False))
    try:
        values = {column: Value(float(fields["value"]))} if "value" in fields else {}
        moves = [each for each in fields.get("line", "").split(",") if each]
        return Report(
            column=column,
            values=values,
            nodes=max(int(fields.get("nodes", 1)), 0),
            depth=max(int(fields.get("depth", 0)), 0),
            seconds=seconds,
            line=tuple(parse_column(each, position.width) for each in moves) or (column,),
        )
    except ValueError as error:
        raise NotationError(f"what follows the column is invalid ({error})") from None


def _quote(text: str, limit: int = LONGEST_QUOTE) -> str:
    return repr(text if len(text) <= limit else f"{text[: limit - 1]}…")


before_early_exit(stop_children)


# The kinds


def _kaggle(argument: str, **options: Any) -> Search:
    if not Path(argument).is_file():
        raise SpecError(f"there is no file {argument!r} for kaggle:FILE")
    return _run(engine.__file__, "kaggle", argument, **options)


def _python(argument: str, **options: Any) -> Search:
    module, function = engine.split_path(argument)
    if not module or not function:
        raise SpecError(f"{argument!r} is not of the form package.module:function")
    if module.endswith(".py") and not Path(module).is_file():
        raise SpecError(f"there is no file {module!r} for python:FILE.py:FUNCTION")
    return _run(engine.__file__, "python", argument, **options)


def _run(file: str, kind: str, argument: str, **options: Any) -> Search:
    command = [sys.executable, file, kind, argument]
    return External(f"{kind}:{argument}", command, **options)


def _uci(argument: str, **options: Any) -> Search:
    _exec(argument, **options)
    return _run(engine.__file__, "uci", argument, **options)


def _exec(argument: str, **options: Any) -> Search:
    try:
        command = split_command(argument)
    except ValueError as error:
        raise SpecError(f"the command {argument!r} is invalid: {error}") from None
    if not command or shutil.which(command[0]) is None:
        raise SpecError(f"there is no program {command[0] if command else ''!r} for exec:COMMAND")
    return External(f"exec:{argument}", command, **options)


def _options(seconds: float) -> tuple[Option, ...]:
    return (
        Option("seconds", seconds, "time for a move if none is given", float, least=0.001),
        Option("grace", 0.5, "seconds after which a late process is killed", float, least=0),
        Option("startup", 30.0, "seconds to start up, and to begin a game", float, least=0.001),
        Option("memory", 1024, "megabytes of address space; 0 for no cap", least=0),
    )


register(
    Entry(
        "kaggle",
        "a ConnectX agent from a file, in a process of its own",
        _kaggle,
        _options(2.0),
        variants=("standard",),
        argument="FILE",
        external=True,
    ),
    Entry(
        "python",
        "a function of a position, in a process of its own",
        _python,
        _options(5.0),
        variants=("standard",),
        argument="MODULE:FUNCTION",
        external=True,
    ),
    Entry(
        "uci",
        "an engine that speaks in the style of UCI",
        _uci,
        _options(5.0),
        ("depth", "nodes"),
        variants=("standard",),
        argument="COMMAND",
        external=True,
    ),
    Entry(
        "exec",
        "an engine that speaks fourscore's line protocol",
        _exec,
        _options(5.0),
        ("depth", "nodes", "playouts"),
        argument="COMMAND",
        external=True,
    ),
)
