"""The shipped puzzles: enough of each kind, true, and drawn the same for the same seed."""

import random
from collections import Counter
from importlib.resources import files

import pytest

from fourscore.core.position import Position
from fourscore.errors import InputError
from fourscore.insight.explain.explanation import explain
from fourscore.insight.puzzles import Aim, Puzzle, Theme, find_puzzle, puzzle_of, puzzles
from fourscore.insight.puzzles.candidates import is_candidate
from fourscore.insight.puzzles.grades import GRADES
from fourscore.insight.puzzles.rating import rate
from fourscore.insight.puzzles.shipped import DATA, Entry, draw, entries, provenance
from fourscore.insight.puzzles.themes import themes_of
from fourscore.solver import Solver

ENTRIES = list(entries().values())


def sample(count: int, seed: int) -> list[Entry]:
    return random.Random(seed).sample(ENTRIES, count)


# How many


def test_there_are_enough_of_each_grade_and_theme() -> None:
    assert len(ENTRIES) >= 2_000
    grades = Counter(entry.grade for entry in ENTRIES)
    assert list(grades.keys() - set(GRADES)) == []
    assert min(grades[grade] for grade in GRADES) >= 250
    themes = Counter(theme for entry in ENTRIES for theme in entry.themes)
    assert set(themes) == set(Theme)
    assert min(themes.values()) >= 150
    assert all(entry.themes for entry in ENTRIES)


def test_no_two_are_alike_even_in_the_mirror() -> None:
    positions = [entry.puzzle().position for entry in ENTRIES]
    both = {each for position in positions for each in (position, position.mirror())}
    assert len(both) == 2 * len(ENTRIES)


def test_the_file_is_small_and_says_where_it_comes_from() -> None:
    path = files("fourscore.data").joinpath(DATA)
    assert len(path.read_bytes()) < 300_000
    found = provenance()
    assert found["command"].startswith("python -m scripts.puzzles make --seed ")
    assert found["count"] == len(ENTRIES)
    assert len(found["commit"]) == 40


def test_a_harder_grade_is_rated_higher() -> None:
    means = []
    for grade in GRADES:
        ratings = [entry.rating for entry in ENTRIES if entry.grade == grade]
        means.append(sum(ratings) / len(ratings))
    assert means == sorted(means)
    assert means[-1] - means[0] > 400
    assert all(20 < entry.deviation < 100 for entry in ENTRIES)


# Whether they are true


def prove(entry: Entry, solver: Solver) -> None:
    """Prove that exactly one column does it, with the score and the moves that are stated."""
    puzzle = entry.puzzle()
    position = puzzle.position
    assert is_candidate(position)
    scores = {column: -solver.solve(position.play(column)) for column in position.legal}
    plies = {column: 1 + solver.solve(position.play(column)).plies for column in position.legal}
    least = 1 if puzzle.aim is Aim.WIN else 0
    assert [column for column, score in scores.items() if score >= least] == [puzzle.column]
    assert puzzle.score == scores[puzzle.column]
    assert puzzle.score.sign == least
    others = [plies[column] for column in position.legal if column != puzzle.column]
    seen = plies[puzzle.column] if puzzle.aim is Aim.WIN else max(others)
    # The winner makes the last move, and here the other side wins.
    assert puzzle.moves == (seen + 1) // 2 if puzzle.aim is Aim.WIN else puzzle.moves == seen // 2


def test_a_sample_is_what_the_file_says() -> None:
    solver = Solver(megabytes=1, threads=1)
    for entry in sample(60, seed=1):
        prove(entry, solver)


@pytest.mark.slow
def test_all_are_what_the_file_says() -> None:
    solver = Solver(megabytes=16, threads=1)
    for entry in ENTRIES:
        prove(entry, solver)
        puzzle = entry.puzzle()
        assert themes_of(explain(puzzle.position)) == puzzle.themes


def test_what_the_file_knows_is_what_would_be_found_without_it() -> None:
    for entry in sample(5, seed=2):
        shipped = entry.puzzle()
        found = puzzle_of(shipped.position)
        assert found == shipped
        assert not found.shipped
        assert found.themes == shipped.themes
        assert found.rating == shipped.rating == round(rate(shipped).rating)
        assert found.deviation == shipped.deviation


def test_no_win_is_too_long_for_its_grade_and_no_draw_is_held_at_once() -> None:
    for entry in sample(40, seed=3):
        game = entry.puzzle().play()
        while not game.done:
            game.play(game.hint())
        assert 2 <= len(game.steps) <= 10


# Drawing


def ids(found: list[Puzzle]) -> list[str]:
    return [puzzle.id for puzzle in found]


def test_the_same_seed_draws_the_same_puzzles_and_more_only_add() -> None:
    few, many = ids(puzzles(count=5, seed=3)), ids(puzzles(count=50, seed=3))
    assert many[:5] == few
    assert len(set(many)) == 50
    assert ids(puzzles(count=5, seed=4)) != few


def test_draws_cover_everything() -> None:
    every = draw(10_000, seed=8)
    assert sorted(ids(every)) == sorted(entries())


def test_they_are_as_was_asked() -> None:
    for theme in Theme:
        assert all(theme in each.themes for each in puzzles(count=20, theme=theme, seed=1))
    for grade in GRADES:
        assert {each.grade for each in puzzles(count=20, grade=grade, seed=1)} == {grade}
    assert {each.aim for each in puzzles(count=20, aim="save", seed=1)} == {Aim.SAVE}
    rated = draw(20, 1, low=1300, high=1400)
    assert all(1300 <= each.rating <= 1400 for each in rated)
    assert draw(3, 1, low=3000) == []


def test_new_ones_are_made_on_request() -> None:
    (made,) = puzzles(count=1, theme="double threat", seed=5, new=True)
    assert Theme.DOUBLE in made.themes
    assert not made.shipped
    assert made.id not in entries()


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


def test_an_id_finds_a_shipped_one_without_a_search() -> None:
    entry = ENTRIES[0]
    found = find_puzzle(f" {entry.id.upper()} ")
    assert found.shipped
    assert found.position == Position(found.position.key)
    assert found == entry.puzzle()
