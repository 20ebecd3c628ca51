"""Nothing public changes unnoticed."""

import ast
import subprocess
import sys
from pathlib import Path

import fourscore
from scripts.public_api import STORED, compare, describe


def test_the_public_api_is_what_was_agreed() -> None:
    said = compare(STORED.read_text(encoding="utf-8"), describe())
    assert not said, said


def test_a_change_is_named_by_its_kind() -> None:
    before, after = "fourscore.a() -> int\nfourscore.b()\n", "fourscore.a() -> str\nfourscore.c()\n"
    said = compare(before, after).splitlines()
    assert said[:2] == ["changed: fourscore.a() -> int", "     to: fourscore.a() -> str"]
    assert said[2:4] == ["removed: fourscore.b()", "added:   fourscore.c()"]
    assert said[-1] == "    python scripts/public_api.py --write"
    assert compare(before, before) == ""


def test_only_public_names_are_listed() -> None:
    shown = {each for each in dir(fourscore) if not each.startswith("__")}
    assert shown == {*fourscore.__all__, "envs"}
    program = "import fourscore; assert '_home' not in dir(fourscore); print(*dir(fourscore))"
    fresh = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert fresh.stdout.decode().split() == dir(fourscore)


def test_names_are_loaded_from_where_type_checkers_find_them() -> None:
    tree = ast.parse(Path(fourscore.__file__).read_text(encoding="utf-8"))
    seen = {
        name.name: f"{found.module}.{name.name}"
        for branch in tree.body
        if isinstance(branch, ast.If)
        for found in branch.body
        if isinstance(found, ast.ImportFrom)
        for name in found.names
    }
    loaded = {name: f"fourscore.{home}.{name}" for name, home in fourscore._home.items()}
    assert seen == {**loaded, "envs": "fourscore.envs"}
    assert set(fourscore.__all__) == set(loaded)
