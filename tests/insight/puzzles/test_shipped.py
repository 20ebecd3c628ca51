"""The shipped puzzles: enough of each kind, true, and drawn the same for the same seed."""

import random
from collections import Counter
from statistics import mean

import pytest

from fourscore.errors import InputError
from fourscore.insight.explain.explanation import explain
from fourscore.insight.puzzles import Aim, Theme, find_puzzle, puzzle_of, puzzles
from fourscore.insight.puzzles.grades import GRADES
from fourscore.insight.puzzles.rating import rate
from fourscore.insight.puzzles.shipped import Entry, draw, entries
from fourscore.insight.puzzles.themes import themes_of
from fourscore.solver import Solver
from tests.insight.puzzles.proof import prove

ENTRIES = list(entries().values())


def sample(count: int, seed: int) -> list[Entry]:
    return random.Random(seed).sample(ENTRIES, count)


def test_there_are_enough_of_each_theme_and_grade_and_harder_ones_are_rated_higher() -> None:
    assert len(ENTRIES) >= 2_000
    themes = Counter(theme for entry in ENTRIES for theme in entry.themes)
    assert set(themes) == set(Theme)
    assert min(themes.values()) >= 150
    ratings = [[entry.rating for entry in ENTRIES if entry.grade == grade] for grade in GRADES]
    assert sum(map(len, ratings)) == len(ENTRIES)
    assert min(map(len, ratings)) >= 250
    means = [mean(each) for each in ratings]
    assert means == sorted(means)
    assert means[-1] - means[0] > 400
    assert all(entry.themes and 20 < entry.deviation < 100 for entry in ENTRIES)


def test_no_two_are_alike_even_in_the_mirror() -> None:
    boards = [entry.puzzle().position for entry in ENTRIES]
    assert len({min(each.key, each.mirror().key) for each in boards}) == len(ENTRIES)


@pytest.mark.parametrize("count", [60, pytest.param(len(ENTRIES), marks=pytest.mark.slow)])
def test_they_are_what_the_file_says(count: int) -> None:
    solver = Solver(megabytes=16, threads=1)
    for entry in sample(count, seed=1):
        puzzle = entry.puzzle()
        prove(puzzle, solver)
        assert themes_of(explain(puzzle.position)) == puzzle.themes


def test_what_the_file_knows_is_what_would_be_found_without_it() -> None:
    for entry in sample(5, seed=2):
        shipped = entry.puzzle()
        found = puzzle_of(shipped.position)
        assert found == shipped == find_puzzle(f" {entry.id.upper()} ")
        assert (shipped.shipped, found.shipped) == (True, False)
        assert (found.themes, found.deviation) == (shipped.themes, shipped.deviation)
        assert found.rating == shipped.rating == round(rate(shipped).rating)


def test_the_same_seed_draws_the_same_puzzles_and_more_only_add() -> None:
    few, many, every = (draw(count, seed=3) for count in (5, 50, 10_000))
    assert few == many[:5]
    assert many == every[:50]
    assert sorted(puzzle.id for puzzle in every) == sorted(entries())
    assert draw(5, seed=4) != few


def test_they_are_as_was_asked() -> None:
    for theme in Theme:
        assert all(theme in each.themes for each in puzzles(count=20, theme=theme, seed=1))
    for grade in GRADES:
        assert {each.grade for each in puzzles(count=20, grade=grade, seed=1)} == {grade}
    assert {each.aim for each in puzzles(count=20, aim="save", seed=1)} == {Aim.SAVE}
    rated = draw(20, 1, low=1300, high=1400)
    assert all(1300 <= each.rating <= 1400 for each in rated)
    assert draw(3, 1, low=3000) == []


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"theme": "nonsense"}, "'nonsense' is not a theme; the themes are double threat, "),
        ({"aim": "lose"}, "'lose' is not an aim; the aims are win, save"),
        ({"grade": "huge"}, "'huge' is not a grade; the grades are very easy, easy, "),
    ],
)
def test_what_there_is_not_is_refused(given: dict[str, str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        puzzles(**given)  # type: ignore[arg-type]
