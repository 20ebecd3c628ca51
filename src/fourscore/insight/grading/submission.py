"""What is handed in: a Python file, or the spec of any agent, as an agent that can be graded.

A file is never imported here. Its text is parsed to find the agent in it and how that is called;
its code runs in a process of its own, under the limits of other people's agents.
"""

import ast
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from fourscore.agents import engine
from fourscore.agents.base import Agent
from fourscore.agents.entry import Entry
from fourscore.agents.external import External
from fourscore.agents.registry import agent, split_spec
from fourscore.errors import AgentError, InputError
from fourscore.search.types import Limit

__all__ = ["Limits", "Submission", "find_agent"]

PREFERRED = ("agent", "my_agent", "choose", "play", "Agent")
"""Names that are taken for the agent of a file, before the last one defined."""
OBSERVATION = ("obs", "observation")
"""What ConnectX agents call their first argument."""
MOST_BYTES = 1_000_000
FILE = re.compile(r"(?P<path>.*\.py)(?::(?P<name>[A-Za-z_][\w.]*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Limits:
    """What an agent may use for a move."""

    seconds: float = 2.0
    memory: int = 1024
    """Megabytes of address space; 0 for no cap."""


class Submission:
    """What is handed in, and how it is started. Raises `InputError` if there is no such thing."""

    def __init__(self, text: str) -> None:
        self.text = text
        """The file or the spec, as given."""
        found = FILE.fullmatch(text)
        is_spec = text.partition(":")[0] in ("kaggle", "python", "exec")
        self.path = Path(found["path"]) if found is not None and not is_spec else None
        """The Python file, if it is one."""
        self._wanted = (found["name"] or "") if found is not None else ""
        self.imports: tuple[str, ...] = ()
        """The modules that the file imports, by their first names."""
        if self.path is None:
            split_spec(text)
        elif not self.path.is_file():
            raise InputError(f"there is no file '{self.path}'")

    @property
    def name(self) -> str:
        """What it is called in reports."""
        return self.text if self.path is None else self.path.name

    def start(self, limits: Limits, seed: int) -> Agent:
        """Return an agent, whose process starts with its first move.

        Raises `AgentError` if no agent can be found in the file.
        """
        if self.path is None:
            return _of_spec(self.text, limits, seed)
        kind, name = self._find()
        argument = str(self.path) if kind == "kaggle" else f"{self.path}:{name}"
        command = [sys.executable, engine.__file__, kind, argument, str(seed)]
        search = External(
            self.name,
            command,
            seconds=limits.seconds,
            memory=limits.memory,
            environment={"PYTHONHASHSEED": "0"},
            sweeps=True,
        )
        entry = Entry(self.name, "handed in", lambda: search, variants=("standard",), external=True)
        return Agent(self.name, entry, Limit())

    def _find(self) -> tuple[str, str]:
        """Return the kind of agent, "kaggle" or "python", and its name in the file."""
        assert self.path is not None
        try:
            if self.path.stat().st_size > MOST_BYTES:
                raise AgentError(f"{self.name} has more than {MOST_BYTES:,} bytes")
            tree = ast.parse(self.path.read_bytes(), self.name)
        except OSError as error:
            raise AgentError(f"{self.name} cannot be read: {error.strerror}") from None
        except SyntaxError as error:
            where = f", line {error.lineno}" if error.lineno else ""
            raise AgentError(f"{self.name}{where}: {error.msg}") from None
        except (ValueError, RecursionError, MemoryError) as error:
            raise AgentError(f"{self.name} cannot be read as Python: {error}") from None
        self.imports = _imports(tree)
        return find_agent(tree, self.name, self._wanted)


def _of_spec(text: str, limits: Limits, seed: int) -> Agent:
    """Make an agent of a spec; one with a process gets the limits, unless the spec sets them."""
    entry, _, options = split_spec(text)
    if entry.external:
        given = {part.partition("=")[0].strip() for part in options.split(",")}
        own = {"seconds": f"{limits.seconds:g}", "memory": str(limits.memory)}
        added = [f"{key}={value}" for key, value in own.items() if key not in given]
        text = ",".join([text.rstrip(","), *added])
    return agent(text, seed=seed)


def find_agent(tree: ast.Module, file: str, wanted: str = "") -> tuple[str, str]:
    """Return how the agent of a file is called and its name. Raises `AgentError` if it has none.

    >>> find_agent(ast.parse("def agent(observation, configuration): return 3"), "a.py")
    ('kaggle', 'agent')
    >>> find_agent(ast.parse("def helper(x): ...\\ndef best(position): return 3"), "a.py")
    ('python', 'best')
    """
    found = _definitions(tree)
    if wanted:
        first = wanted.partition(".")[0]
        if first not in found:
            raise AgentError(f"{file} defines no {wanted!r}")
        return "python", wanted
    if not found:
        raise AgentError(f"{file} defines no function or class that could be an agent")
    name = next((each for each in PREFERRED if each in found), list(found)[-1])
    return ("kaggle", name) if _is_connectx(found[name], name, found) else ("python", name)


_Node = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign


def _definitions(tree: ast.Module) -> dict[str, _Node]:
    """Return what a file defines at its top level, in order."""
    found: dict[str, _Node] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.pop(node.name, None)
            found[node.name] = node
        elif isinstance(node, ast.Assign) and _may_be_agent(node.value):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.pop(target.id, None)
                    found[target.id] = node
    return {name: node for name, node in found.items() if not name.startswith("_")}


def _may_be_agent(value: ast.expr) -> bool:
    """Return whether an assigned value may be an agent: a lambda, or an object just made."""
    if isinstance(value, ast.Lambda):
        return True
    return (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id[:1].isupper()
    )


def _is_connectx(node: _Node, name: str, found: dict[str, _Node]) -> bool:
    """Return whether it is called with an observation; such a file's last callable is run."""
    function = node.value if isinstance(node, ast.Assign) else node
    if not isinstance(function, ast.FunctionDef | ast.Lambda):
        return False
    arguments = [*function.args.posonlyargs, *function.args.args]
    return bool(arguments) and arguments[0].arg in OBSERVATION and name == list(found)[-1]


def _imports(tree: ast.Module) -> tuple[str, ...]:
    names = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {each.name.partition(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return tuple(sorted(names))
