"""The engine side of the line protocol, and Python agents that run behind it.

This file needs the standard library only and is also run as a program, by its path, so that an
agent's process starts quickly and has its memory to itself. `docs/agents/agents.md` describes
the protocol; `external` is the other side.
"""

import contextlib
import importlib
import io
import operator
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol, TextIO

__all__ = ["VERSION", "Engine", "Refusal", "Struct", "answer_of", "lines_of", "say_error", "serve"]

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
            width, height = rest[0].split("x")
            engine.new_game(int(width), int(height), rest[1])
            return "ok"
        if word == "move":
            limits = dict(zip(rest[1::2], map(float, rest[2::2]), strict=False))
            return _write_best(engine.choose(rest[0], limits))
    except Refusal as reason:
        return f"no {_one_line(reason)}"
    except Exception as error:
        traceback.print_exc()
        return f"error {say_error(error)}"
    return f"error there is no request {word!r}"


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
        cells = ["-XO".index(mark) for mark in board if mark != "/"]
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
        self._module, _, self._attribute = path.partition(":")
        sys.path.insert(0, str(Path.cwd()))
        self._code = self._load()
        self._rules = _rules(7, 6, "standard")
        # What is loaded for the first position must not count as time for a move.
        self._read("/".join(["-" * 7] * 6)).play(3)

    def _load(self) -> Any:
        target = operator.attrgetter(self._attribute)(importlib.import_module(self._module))
        from fourscore.agents.custom import CustomCode

        return CustomCode(target, {})

    def new_game(self, width: int, height: int, variant: str) -> None:
        self._rules = _rules(width, height, variant)
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
        from fourscore.core.notation import read_board

        return read_board(board, **self._rules)


def _rules(width: int, height: int, variant: str) -> dict[str, Any]:
    from fourscore.core.variants import variant as find_variant

    return {"width": width, "height": height, "variant": find_variant(variant)}


def answer_of(report: Any) -> dict[str, Any]:
    """Return the parts of a `Report` that the protocol carries."""
    found = {"column": _column(report.column), "nodes": report.nodes, "depth": report.depth}
    if report.column in report.values:
        found["value"] = report.values[report.column].value
    return {**found, "line": [column + 1 for column in report.line]}


def main(kind: str, path: str) -> None:
    """Run an agent behind the protocol; what it prints goes to standard error."""
    sink = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    # An agent may have modules with the same names as those in this folder.
    with contextlib.suppress(ValueError):
        sys.path.remove(str(Path(__file__).parent))
    try:
        engine: Engine = KaggleEngine(path) if kind == "kaggle" else FunctionEngine(path)
    except Exception as error:
        sink.write(f"error {say_error(error)}\n")
        sink.flush()
        raise
    serve(engine, lines_of(sys.stdin), sink)


if __name__ == "__main__":
    main(*sys.argv[1:])
