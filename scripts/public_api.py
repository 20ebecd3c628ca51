"""Compare what is public with tests/public_api.txt: the library, and the command line.

python scripts/public_api.py            say what has changed; exit code 1 if anything has
python scripts/public_api.py --write    accept the changes

docs/project/versioning.md says what is public. The library is read from its source by Griffe, so
annotations look as they were written. web/src/shared/schema.d.ts does the same for the HTTP API.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import griffe
from typer.main import get_command

import fourscore
from fourscore.cli.main import COMMANDS, app, load_command

ROOT = Path(__file__).parents[1]
STORED = ROOT / "tests" / "public_api.txt"
SYNTAX = ("__call__", "__enter__", "__getitem__", "__iter__", "__len__")
"""The special methods that callers use by syntax."""
FOR_KERNELS = (
    *(f"core.bitboard.{name}" for name in ("has_four", "landing_cells", "winning_cells")),
    *(f"jit.kernel.{name}" for name in ("popcount", "trailing_zeros")),
)
"""The functions that other people's kernels may call."""
FOUND = (
    *("Agent", "Analysis", "Dataset", "Explanation", "MatchResult", "Puzzle", "Review"),
    *("Run", "TournamentResult", "Trace"),
)
"""Classes whose objects come from functions; how they are constructed is not public."""
OURS = {
    *(f"Run.{name}" for name in ("add_point", "create", "describe", "locked", "restore")),
    *(f"Run.{name}" for name in ("store_network", "store_state", "write")),
    *(f"Network.{name}" for name in ("layout", "preferences", "require_board", "tables", "values")),
    *(f"TrainingSettings.{name}" for name in ("from_json", "layout", "rules", "to_json")),
}
"""Members of such classes that only the package itself uses; they may change."""
ADVICE = """
Removed and changed lines break programs, unless every old call still works: deprecate first, as
docs/project/versioning.md says. Added lines need a minor version. Then list the change in
CHANGELOG.md and run
    python scripts/public_api.py --write"""


class Library:
    """The public names of the package, and the types of what they return."""

    def __init__(self) -> None:
        self._package = griffe.load("fourscore", search_paths=[ROOT / "src"], resolve_aliases=True)
        self._returned: dict[str, griffe.Class] = {}
        self._public = {
            name: self._target(name)
            for name in (
                *fourscore.__all__,
                *(f"envs.{each}" for each in fourscore.envs.__all__),
                *FOR_KERNELS,
            )
        }

    def _target(self, path: str) -> Any:
        found: Any = self._package[path]
        return found.final_target if found.is_alias else found

    def lines(self) -> Iterator[str]:
        """Yield one line for each name and each member."""
        for name, each in self._public.items():
            yield from self._describe(f"fourscore.{name}", each)
        known = {each.path for each in self._public.values()}
        while fresh := self._returned.keys() - known:
            known |= fresh
            for path in fresh:
                yield from self._describe(self._returned[path].name, self._returned[path])

    def _describe(self, name: str, each: Any) -> Iterator[str]:
        if each.is_class:
            bases = ", ".join(str(base) for base in each.bases)
            yield f"{name}: class({bases})"
            if each in self._public.values() and each.name not in FOUND:
                yield from self._constructor(name, each)
            for member in each.all_members.values():
                if f"{each.name}.{member.name}" in OURS:
                    continue
                if not member.is_alias or member.inherited:
                    yield from self._member(f"{name}.{member.name}", member)
        else:
            yield from self._member(name, each)

    def _constructor(self, name: str, each: griffe.Class) -> Iterator[str]:
        if "NamedTuple" in map(str, each.bases):
            fields = [one for one in each.attributes.values() if "property" not in one.labels]
            yield f"{name}({', '.join(f'{one.name}: {one.annotation}' for one in fields)})"
        elif own := each.members.get("__new__") or each.all_members.get("__init__"):
            yield f"{name}{_parameters(own)}"

    def _member(self, name: str, each: Any) -> Iterator[str]:
        own = each.name
        if (own.startswith("_") and own not in SYNTAX) or "type parameter" in str(each.kind):
            return
        if each.is_function:
            for version in each.overloads or [each]:
                self._note(version.returns)
                yield f"{name}{_parameters(version)} -> {version.returns}"
        elif each.is_attribute and each.annotation is not None:
            self._note(each.annotation)
            alias = f" = {each.value}" if str(each.annotation) == "TypeAlias" else ""
            yield f"{name}: {each.annotation}{alias}"
        elif each.is_attribute:
            yield f"{name} = {each.value}" if isinstance(each.value, str) else name

    def _note(self, annotation: Any) -> None:
        """Remember the package's own types in an annotation of what is returned."""
        if not isinstance(annotation, griffe.Expr):
            return
        for part in annotation.iterate(flat=True):
            if isinstance(part, griffe.ExprName) and part.canonical_path.startswith("fourscore."):
                found = self._target(part.canonical_path.removeprefix("fourscore."))
                if found.is_class:
                    self._returned[found.path] = found


def _parameters(function: Any) -> str:
    """Write the parameters of a function without the object that it is a method of."""
    _, _, text = function.signature(return_type=False).partition("(")
    for own in ("self, ", "cls, ", "self", "cls"):
        text = text.removeprefix(own)
    return f"({text}"


def command_lines(command: Any, name: str) -> Iterator[str]:
    """Yield one line for each command, argument and option that its help lists."""
    yield f"$ {name}"
    for each in command.params:
        if not getattr(each, "hidden", False) and each.name != "help":
            flags = "/".join((*each.opts, *each.secondary_opts))
            yield f"$ {name} {flags if each.param_type_name == 'option' else each.name.upper()}"
    for own, below in getattr(command, "commands", {}).items():
        yield from command_lines(below, f"{name} {own}")


def describe() -> str:
    """Return everything public, one thing a line."""
    lines = [*Library().lines(), *command_lines(get_command(app), "fourscore")]
    for name in COMMANDS:
        lines += command_lines(load_command(name), f"fourscore {name}")
    return "".join(f"{line}\n" for line in sorted(set(lines)))


def compare(stored: str, found: str) -> str:
    """Say what has changed, or return an empty text."""
    old, new = (set(text.splitlines()) for text in (stored, found))
    names = {_name(line) for line in old - new} & {_name(line) for line in new - old}
    said = []
    for line in sorted(old ^ new, key=lambda line: (_name(line), line in new)):
        if _name(line) in names:
            said.append(f"changed: {line}" if line in old else f"     to: {line}")
        else:
            said.append(f"removed: {line}" if line in old else f"added:   {line}")
    return "\n".join([*said, ADVICE]) if said else ""


def _name(line: str) -> str:
    """Return what a line is about.

    >>> _name("fourscore.solve(position: PositionLike) -> Score")
    'fourscore.solve'
    """
    return line if line.startswith("$") else line.split("(")[0].split(":")[0].split(" =")[0]


def main() -> None:
    found = describe()
    if "--write" in sys.argv:
        STORED.write_text(found, encoding="utf-8")
    elif said := compare(STORED.read_text(encoding="utf-8"), found):
        sys.exit(said)


if __name__ == "__main__":
    main()
