"""The pictures of the documentation show what there is now."""

import re
from pathlib import Path

import pytest

from scripts.pictures import (
    DOCS,
    RECIPES,
    ROOT,
    Recipe,
    make,
    outdated,
    recorded,
    seen,
    versions,
)

KINDS = ("*.svg", "*.png")
PAGES = [ROOT / "README.md", *DOCS.rglob("*.md")]


def test_every_picture_has_a_command_and_a_page() -> None:
    there = {path.relative_to(DOCS).as_posix() for kind in KINDS for path in DOCS.rglob(kind)}
    assert there == {picture for recipe in RECIPES for picture in recipe.pictures}
    shown = {
        (page.parent / target).resolve().relative_to(DOCS).as_posix()
        for page in PAGES
        for target in re.findall(r"!\[[^]]*\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    }
    assert there - shown == set()


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda each: each.name)
def test_no_picture_is_older_than_what_it_shows(recipe: Recipe) -> None:
    if recipe.shows:
        assert all(list(ROOT.glob(pattern)) for pattern in recipe.shows)
    assert list(outdated([recipe])) == []


SLOW = ("accuracy-by-ply",)


@pytest.mark.parametrize(
    "recipe",
    [
        pytest.param(each, marks=pytest.mark.slow if each.name in SLOW else (), id=each.name)
        for each in RECIPES
        if each.is_exact
    ],
)
def test_pictures_are_what_their_command_draws(recipe: Recipe, tmp_path: Path) -> None:
    for name, path in make(recipe, tmp_path).items():
        shown, drawn = (each.read_text(encoding="utf-8") for each in (DOCS / name, path))
        if recipe.name in recorded() and recorded()[recipe.name] != versions(recipe):
            # Another Matplotlib draws the same with other strokes.
            shown, drawn = (" ".join(re.findall(r">([^<>]+)</t", each)) for each in (shown, drawn))
        assert drawn == shown, f"run `make pictures NAMES={recipe.name}` and look at the result"


def test_what_cannot_be_seen_leaves_a_digest_as_it_is(tmp_path: Path) -> None:
    python, page = tmp_path / "a.py", tmp_path / "a.svelte"
    python.write_text('"""Says."""\nx = 1  # one\n', encoding="utf-8")
    page.write_text("<p>Hello</p>\n<!-- quiet -->\n", encoding="utf-8")
    before = [seen(python), seen(page)]
    python.write_text("# one\n\nx = 1\n", encoding="utf-8")
    page.write_text("<!-- other -->\n  <p>Hello</p>\n", encoding="utf-8")
    assert [seen(python), seen(page)] == before
    python.write_text("x = 2\n", encoding="utf-8")
    page.write_text("<p>Hallo</p>\n", encoding="utf-8")
    assert seen(python) != before[0]
    assert seen(page) != before[1]


def test_a_picture_that_is_older_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = next(each for each in RECIPES if each.name == "terminal")
    monkeypatch.setattr("scripts.pictures.seen", lambda _: "other")
    (sentence,) = outdated([recipe])
    assert "screens/start.svg" in sentence
    assert "src/fourscore/tui/board.py" in sentence
    assert "`make pictures NAMES=terminal`" in sentence
