"""The map of the code in docs/project/architecture.md leads to files and names that exist."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "project" / "architecture.md").read_text(encoding="utf-8")
STEP = re.compile(r"`((?:src|web|tests)/[^`]+)`((?:: `[\w.#]+`|, `[\w.#]+`| and `[\w.#]+`)*)")
STEPS = [(match[1], tuple(re.findall(r"`([^`]+)`", match[2]))) for match in STEP.finditer(PAGE)]


def defined_names(tree: ast.AST, prefix: str = "") -> Iterator[str]:
    """Yield the functions, classes, methods and constants that a module defines."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield prefix + node.name
            if isinstance(node, ast.ClassDef):
                yield from defined_names(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (prefix + each.id for each in targets if isinstance(each, ast.Name))


@pytest.mark.parametrize(("path", "names"), STEPS)
def test_a_step_leads_somewhere(path: str, names: tuple[str, ...]) -> None:
    file = ROOT / path
    assert file.exists()
    if not names:
        return
    text = file.read_text(encoding="utf-8")
    if path.endswith(".py"):
        assert set(names) <= set(defined_names(ast.parse(text)))
    else:
        for name in names:
            assert re.search(
                rf"(function\*?|const|class|async|^ ) *{re.escape(name)}\b", text, re.M
            )


def test_every_package_is_on_the_map() -> None:
    assert len(STEPS) > 40
    source = ROOT / "src" / "fourscore"
    packages = {each.parent.name for each in source.glob("*/__init__.py")} - {"data"}
    assert packages <= set(re.findall(r"`(\w+)`", PAGE))
