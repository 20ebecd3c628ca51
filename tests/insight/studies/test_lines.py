"""The study behind `lines`: its sample, its fit, its accuracy, and what is shipped."""

import itertools
from pathlib import Path

import numpy as np
import pytest

from fourscore.errors import InputError
from fourscore.insight.studies.lines import (
    PLIES,
    Labels,
    _thresholds,
    fit_lines,
    fitted_evaluation,
    play_match,
    prediction_accuracy,
    sample,
)
from fourscore.insight.studies.lines_study import run_lines_study
from fourscore.search.evaluation.base import evaluate_position
from fourscore.search.evaluation.lines import LINES
from fourscore.search.evaluation.windows import CENTRE, WINDOWS
from fourscore.solver import Solver


def test_the_sample_is_as_stated() -> None:
    positions = sample(300, seed=3)
    assert len(set(positions)) == 300
    assert positions == sample(300, seed=3) != sample(300, seed=4)
    assert {position.ply for position in positions} <= set(PLIES)
    assert not any(position.is_over or position.winning_columns for position in positions)


def test_thresholds_are_the_best_there_are() -> None:
    """Against all pairs of thresholds, on small random samples."""
    draw = np.random.default_rng(5)
    for _ in range(50):
        values = draw.integers(-5, 6, 12).astype(np.float64)
        results = draw.integers(-1, 2, 12)

        def right(low: float, high: float, v: np.ndarray = values, r: np.ndarray = results) -> int:
            predicted = np.where(v > high, 1, np.where(v < low, -1, 0))
            return int(np.sum(predicted == r))

        cuts = np.arange(-6.5, 7)
        best = max(right(low, high) for low, high in itertools.product(cuts, cuts) if low <= high)
        assert right(*_thresholds(values, results)) == best


@pytest.mark.slow
def test_the_fit_learns_what_it_is_shown() -> None:
    """Scores made by `windows` itself: the learned table must predict their sign well."""
    positions = sample(3000, seed=8)
    weights = [evaluate_position(position, WINDOWS) for position in positions]
    table = fit_lines(positions[:2500], weights[:2500])
    found = prediction_accuracy(
        fitted_evaluation(table),
        (positions[:2500], weights[:2500]),
        (positions[2500:], weights[2500:]),
    )
    assert found.decided > 0.75


def test_labels_resume_where_they_stopped_and_refuse_those_of_others(tmp_path: Path) -> None:
    file, positions, solver = tmp_path / "labels.txt", sample(40, seed=2), Solver(16)
    whole = Labels(tmp_path / "whole.txt", positions)
    whole.extend(solver, lambda _: None)
    Labels(file, positions[:15]).extend(solver, lambda _: None)
    again = Labels(file, positions)
    assert len(again.scores) == 15
    again.extend(solver, lambda _: None)
    assert again.scores == whole.scores
    assert file.read_text() == (tmp_path / "whole.txt").read_text()
    with pytest.raises(InputError, match="belongs to a sample with another seed"):
        Labels(file, sample(40, seed=3))
    file.write_text("hello\n")
    with pytest.raises(InputError, match="does not have a key and a score per line"):
        Labels(file, positions)


def test_the_shipped_table_predicts_more_than_the_others() -> None:
    positions = sample(600, seed=77)
    scores = [score.lower.value for score in Solver().solve_many(positions)]
    known, held_out = (positions[:200], scores[:200]), (positions[200:], scores[200:])
    lines, windows, centre = (
        prediction_accuracy(each, known, held_out) for each in (LINES, WINDOWS, CENTRE)
    )
    assert lines.decided > max(windows.decided, centre.decided)
    assert lines.results > max(windows.results, centre.results)


def test_alpha_beta_with_lines_beats_alpha_beta_with_windows() -> None:
    """200 games at equal depth from varied openings."""
    found = play_match(LINES, WINDOWS, depth=4, games=200, seed=11)
    assert found.games == 200
    assert found.score > 0.5


@pytest.mark.slow
def test_the_whole_study_on_a_small_sample(tmp_path: Path) -> None:
    steps = []
    report = run_lines_study(tmp_path, 1000, 1, 4, [1], lambda *step: steps.append(step))
    assert "| lines |" in report
    assert "| windows |" in report
    assert (tmp_path / "report.md").read_text() == report + "\n"
    assert np.load(tmp_path / "lines.npy").dtype == np.int16
    assert steps[-1][0] == "matches"
