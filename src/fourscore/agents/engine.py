"""The engine side of the line protocol, and Python agents that run behind it.

This file needs the standard library only and is also run as a program, by its path, so that an
agent's process starts quickly and has its memory to itself. `docs/agents/protocol.md` describes
the protocol; `external` is the other side.
"""

import contextlib
import importlib
import importlib.util
import io
import operator
import os
import queue
import random
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol, TextIO

__all__ = [
    "VERSION",
    "BadRequest",
    "Engine",
    "Refusal",
    "Struct",
    "answer_of",
    "lines_of",
    "say_error",
    "serve",
    "split_path",
]

VERSION = "1"
LIMITS: dict[str, Callable[[float], Any]] = {
    "seconds": float,
    "depth": int,
    "nodes": int,
    "playouts": int,
}
"""What a request may limit, and as which type."""


class Refusal(Exception):  # noqa: N818
    """The engine does not play this board size or these rules."""


class BadRequest(Exception):  # noqa: N818
    """A request that makes no sense; what it says is the answer."""


class Engine(Protocol):
    """An agent behind the protocol: it answers requests."""

    name: str

    def new_game(self, width: int, height: int, variant: str) -> None:
        """Forget the previous game. Raises `Refusal` for a size or variant it does not play."""

    def choose(self, board: str, limits: dict[str, float]) -> dict[str, Any]:
        """Return "column", counted from 1, and "nodes", "depth", "value", "line" if known."""


def serve(engine: Engine, source: Iterable[str], sink: TextIO) -> None:
    """Answer requests until "quit" or the end of the input."""
    for request in source:
        word, *rest = request.split() or [""]
        if word == "quit":
            return
        if word:
            sink.write(f"{_answer(engine, word, rest)}\n")
            sink.flush()


def _answer(engine: Engine, word: str, rest: list[str]) -> str:
    try:
        if word == "fourscore":
            return f"ok {engine.name}" if rest[:1] == [VERSION] else f"no this is version {VERSION}"
        if word == "newgame":
            engine.new_game(*_read_new_game(rest))
            return "ok"
        if word == "move":
            if not rest:
                raise BadRequest("move needs a board")
            return _write_best(engine.choose(rest[0], _read_limits(rest[1:])))
    except Refusal as reason:
        return f"no {_one_line(reason)}"
    except BadRequest as reason:
        return f"error {_one_line(reason)}"
    except Exception as error:
        # Whoever wrote the agent wants to know where it failed.
        traceback.print_exc()
        return f"error {say_error(error)}"
    return f"error there is no request {word!r}; there are fourscore, newgame, move and quit"


def _read_new_game(words: list[str]) -> tuple[int, int, str]:
    sides = words[0].split("x") if words else []
    if len(words) != 2 or len(sides) != 2 or not all(side.isdecimal() for side in sides):
        raise BadRequest("newgame needs a size and a variant, as in newgame 7x6 standard")
    return int(sides[0]), int(sides[1]), words[1]


def _read_limits(words: list[str]) -> dict[str, float]:
    """Read pairs of a name and a number."""
    if len(words) % 2:
        raise BadRequest(f"{words[-1]!r:.40} needs a number")
    limits = {}
    for name, amount in zip(words[::2], words[1::2], strict=True):
        try:
            limits[name] = float(amount)
        except ValueError:
            raise BadRequest(f"{name} {amount!r:.40} is not a number") from None
        if name in LIMITS and not 0 < limits[name] < float("inf"):
            raise BadRequest(f"{name} {amount} leaves nothing to search with")
    return limits


def _write_best(found: dict[str, Any]) -> str:
    words = [f"best {found.pop('column')}"]
    if line := found.pop("line", ()):
        found["line"] = ",".join(str(column) for column in line)
    return " ".join([*words, *(f"{key} {value}" for key, value in found.items())])


def say_error(error: BaseException, caller: str = __file__) -> str:
    """Return what was raised, and where in the code that the file `caller` called."""
    frames = [each for each in traceback.extract_tb(error.__traceback__) if each.line]
    outside = [each for each in frames if each.filename not in (__file__, caller)]
    where = f" ({Path(outside[-1].filename).name}, line {outside[-1].lineno})" if outside else ""
    return f"{type(error).__name__}: {_one_line(error)}".rstrip(": ") + where


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:500]


def lines_of(source: TextIO) -> Iterator[str]:
    """Yield lines as they come; exit at once when the parent process has ended."""
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    done, parent = threading.Event(), os.getppid()

    def read() -> None:
        for line in source:
            lines.put(line)
        lines.put(None)
        while os.getppid() == parent:
            if done.wait(0.2):
                return
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while (line := lines.get()) is not None:
        yield line
    done.set()


# ConnectX


class Struct(dict[str, Any]):
    """A dictionary whose items are also attributes."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


class KaggleEngine:
    """A ConnectX agent: the last callable that a file defines."""

    def __init__(self, path: str) -> None:
        self.name = Path(path).name
        self._path = path
        sys.path.append(str(Path(path).resolve().parent))
        self._width, self._height = 7, 6
        self._load()

    def new_game(self, width: int, height: int, variant: str) -> None:
        """Run the file again, as Kaggle does for every game."""
        if variant != "standard":
            raise Refusal("ConnectX agents play standard only")
        self._width, self._height = width, height
        if not self._is_fresh:
            self._load()

    def _load(self) -> None:
        self._is_fresh = True
        names = dict[str, Any]()
        exec(compile(Path(self._path).read_bytes(), self._path, "exec"), names)
        callables = [value for value in names.values() if callable(value)]
        if not callables:
            raise TypeError(f"{self.name} defines nothing that can be called")
        self._agent: Callable[..., Any] = callables[-1]

    def choose(self, board: str, limits: dict[str, float]) -> dict[str, Any]:
        rows = board.split("/")
        if len(rows) != self._height or any(
            len(row) != self._width or set(row) - set("-XO") for row in rows
        ):
            raise BadRequest(f"{board!r:.60} is not a board of {self._width}x{self._height}")
        cells = ["-XO".index(mark) for row in rows for mark in row]
        discs = len(cells) - cells.count(0)
        seconds = limits.get("seconds", 2.0)
        observation = Struct(board=cells, mark=1 + discs % 2, step=discs, remainingOverageTime=0.0)
        configuration = Struct(
            columns=self._width,
            rows=self._height,
            inarow=4,
            timeout=seconds,
            actTimeout=seconds,
            agentTimeout=60,
            episodeSteps=1000,
            runTimeout=1200,
            __raw_path__=self._path,
        )
        self._is_fresh = False
        arguments = [observation, configuration]
        if hasattr(self._agent, "__code__"):
            arguments = arguments[: self._agent.__code__.co_argcount]
        return {"column": _column(self._agent(*arguments))}


def _column(answer: Any) -> Any:
    """Return what follows "best": a column counted from 1, or the answer if it is not one."""
    try:
        return operator.index(answer) + 1
    except TypeError:
        return f"{answer!r:.40}".replace(" ", "") or "nothing"


# Code that knows fourscore


class FunctionEngine:
    """A function that takes a `Position`, or a class or object that chooses; see `custom`.

    The module of a function is run again for every game, so that nothing is left of the game
    before, unless an object with `new_game` is told about it.
    """

    def __init__(self, path: str) -> None:
        self.name = path
        self._module, self._attribute = split_path(path)
        is_file = self._module.endswith(".py")
        folder = Path(self._module).resolve().parent if is_file else Path.cwd()
        sys.path.insert(0, str(folder))
        self._code = self._load()
        self._rules = read_rules(7, 6, "standard")
        # What is loaded for the first position must not count as time for a move.
        self._read("/".join(["-" * 7] * 6)).play(3)

    def _load(self) -> Any:
        is_file = self._module.endswith(".py")
        module = (_import_file if is_file else importlib.import_module)(self._module)
        target = operator.attrgetter(self._attribute)(module)
        from fourscore.agents.custom import CustomCode

        return CustomCode(target, {})

    def new_game(self, width: int, height: int, variant: str) -> None:
        self._rules = read_rules(width, height, variant)
        if not self._code.forgets and not self._code.is_fresh:
            sys.modules.pop(self._module, None)
            self._code = self._load()
        self._code.new_game()
        self._code.prepare()

    def choose(self, board: str, limits: dict[str, float]) -> dict[str, Any]:
        from fourscore.search.types import Limit, Report

        known = {name: limits[name] for name in LIMITS if name in limits}
        limit = Limit(**{name: LIMITS[name](amount) for name, amount in known.items()})
        answer = self._code.ask(self._read(board), limit)
        return answer_of(answer) if isinstance(answer, Report) else {"column": _column(answer)}

    def _read(self, board: str) -> Any:
        return read_position(board, self._rules)


def split_path(path: str) -> tuple[str, str]:
    """Split what names a function into its module, or its file, and its name there.

    >>> split_path("package.module:choose"), split_path("C:/mine/agent.py:choose")
    (('package.module', 'choose'), ('C:/mine/agent.py', 'choose'))
    """
    file, dot, attribute = path.rpartition(".py:")
    if dot:
        return f"{file}.py", attribute
    module, _, attribute = path.partition(":")
    return module, attribute


def _import_file(path: str) -> Any:
    """Run a file as a module of a name that no other module has."""
    spec = importlib.util.spec_from_file_location(f"fourscore_agent_{Path(path).stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def read_rules(width: int, height: int, variant: str) -> dict[str, Any]:
    """Return the rules that a request names. Raises `Refusal` for rules that there are not."""
    from fourscore.core.position import Position
    from fourscore.core.variants import variant as find_variant
    from fourscore.errors import InputError

    try:
        Position.empty(width, height, find_variant(variant))
    except InputError as error:
        raise Refusal(error.for_people) from None
    return {"width": width, "height": height, "variant": find_variant(variant)}


def read_position(board: str, rules: dict[str, Any]) -> Any:
    """Read a board. Raises `BadRequest` if it is none, or if the game is over."""
    from fourscore.core.notation import read_board
    from fourscore.errors import InputError

    try:
        position = read_board(board, **rules)
    except InputError as error:
        raise BadRequest(error.for_people) from None
    if position.is_over:
        raise BadRequest(f"the game is over: {position.outcome}")
    return position


# Engines that speak in the style of UCI


class UciEngine:
    """A program that speaks in the style of chess's Universal Chess Interface.

    It is told `uci`, `isready`, `ucinewgame`, `position startpos moves 4 4 5` and `go movetime
    1000`, and answers `uciok`, `readyok` and `bestmove 4`; columns count from 1. The moves are some
    order in which the board can come about.
    """

    def __init__(self, command: str) -> None:
        from fourscore.runtime.system import split_command

        self.name = command
        self._process = subprocess.Popen(
            split_command(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            bufsize=1,
        )
        self._ask("uci", "uciok")
        self._rules = read_rules(7, 6, "standard")

    def new_game(self, width: int, height: int, variant: str) -> None:
        if (width, height, variant) != (7, 6, "standard"):
            raise Refusal("engines in the style of UCI play standard on 7x6 only")
        self._send("ucinewgame")
        self._ask("isready", "readyok")

    def choose(self, board: str, limits: dict[str, float]) -> dict[str, Any]:
        from fourscore.core.move_order import find_moves

        columns = find_moves(read_position(board, self._rules))
        if columns is None:
            raise BadRequest("no order of moves leads to this board")
        moves = " ".join(str(column + 1) for column in columns)
        self._send(f"position startpos{' moves ' + moves if moves else ''}")
        words = [f"movetime {round(1000 * limits.get('seconds', 1.0))}"]
        words += [f"{name} {int(limits[name])}" for name in ("depth", "nodes") if name in limits]
        answer = self._ask(f"go {' '.join(words)}", "bestmove").split()
        return {"column": answer[1] if len(answer) > 1 else "nothing"}

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _ask(self, line: str, wanted: str) -> str:
        """Send a line and return the one that answers it; others are progress."""
        self._send(line)
        assert self._process.stdout is not None
        for answer in self._process.stdout:
            if answer.split()[:1] == [wanted]:
                return answer
        raise EOFError(f"{self.name} ended before it answered {line.split()[0]!r}")


def answer_of(report: Any) -> dict[str, Any]:
    """Return the parts of a `Report` that the protocol carries."""
    found = {"column": _column(report.column), "nodes": report.nodes, "depth": report.depth}
    if report.column in report.values:
        found["value"] = report.values[report.column].value
    return {**found, "line": [column + 1 for column in report.line]}


class SeededEngine:
    """An engine whose random numbers are the same in every game, unless it asks the system."""

    def __init__(self, engine: Engine, seed: int) -> None:
        self.name, self._engine, self._seed = engine.name, engine, seed

    def new_game(self, width: int, height: int, variant: str) -> None:
        seed_generators(self._seed)
        self._engine.new_game(width, height, variant)
        # Whether it has run its file again must make no difference to the first move.
        seed_generators(self._seed)

    def choose(self, board: str, limits: dict[str, float]) -> dict[str, Any]:
        return self._engine.choose(board, limits)


def seed_generators(seed: int) -> None:
    """Seed the shared generators of Python, and of NumPy and PyTorch where they are loaded."""
    random.seed(seed)
    if (numpy := sys.modules.get("numpy")) is not None:
        numpy.random.seed(seed % 2**32)
    if (torch := sys.modules.get("torch")) is not None:
        torch.manual_seed(seed)


KINDS: dict[str, Callable[[str], Engine]] = {
    "kaggle": KaggleEngine,
    "python": FunctionEngine,
    "uci": UciEngine,
}


def main(kind: str, path: str, seed: str = "") -> None:
    """Run an agent behind the protocol; what it prints goes to standard error."""
    sink = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    # An agent may have modules with the same names as those in this folder.
    with contextlib.suppress(ValueError):
        sys.path.remove(str(Path(__file__).parent))
    try:
        if seed:
            seed_generators(int(seed))
        engine: Engine = KINDS[kind](path)
        if seed:
            engine = SeededEngine(engine, int(seed))
    except Exception as error:
        sink.write(f"error {say_error(error)}\n")
        sink.flush()
        raise
    serve(engine, lines_of(sys.stdin), sink)


if __name__ == "__main__":
    main(*sys.argv[1:])
