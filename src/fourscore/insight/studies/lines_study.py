"""The study `lines` from the sample to the report, with progress."""

from pathlib import Path

import numpy as np

from fourscore.arena.rating import Tally
from fourscore.insight.studies.lines import (
    ROUNDS,
    Labels,
    PredictionAccuracy,
    fit_lines,
    fitted_evaluation,
    play_match,
    prediction_accuracy,
    sample,
)
from fourscore.insight.studies.study import OnStep
from fourscore.runtime.files import make_folder, write_text
from fourscore.search.evaluation.windows import CENTRE, WINDOWS
from fourscore.solver.solver import Solver

__all__ = ["run_lines_study"]

HELD_OUT = 10
"""One position in this many is held out for testing."""


def run_lines_study(
    folder: Path, count: int, seed: int, games: int, depths: list[int], on_step: OnStep
) -> str:
    """Run the study and return its report; the table is in the folder as ``lines.npy``."""
    make_folder(folder)
    labels = Labels(folder / f"labels-{seed}.txt", sample(count, seed))
    labels.extend(Solver(), lambda done: on_step("exact scores", done, count))
    cut = count - count // HELD_OUT
    known = labels.positions[:cut], labels.scores[:cut]
    held_out = labels.positions[cut:], labels.scores[cut:]
    table = fit_lines(*known, lambda done: on_step("fitting", done, ROUNDS))
    np.save(folder / "lines.npy", table.astype(np.int16))
    lines = fitted_evaluation(table)
    found = [prediction_accuracy(each, known, held_out) for each in (lines, WINDOWS, CENTRE)]
    matches = {}
    for done, depth in enumerate(depths):
        on_step("matches", done, len(depths))
        matches[depth] = play_match(lines, WINDOWS, depth, games, seed)
    report = _report(count, seed, cut, found, matches)
    write_text(folder / "report.md", report + "\n")
    return report


def _report(
    count: int, seed: int, cut: int, found: list[PredictionAccuracy], matches: dict[int, Tally]
) -> str:
    rows = "\n".join(f"| {each.name} | {each.results:.1%} | {each.decided:.1%} |" for each in found)
    played = "\n".join(
        f"| {depth} | {tally.wins} | {tally.draws} | {tally.losses} | {tally.score:.1%} |"
        for depth, tally in matches.items()
    )
    return f"""# The evaluation lines

Learned from {cut:,} positions of a sample of {count:,} (seed {seed}), tested on the others.

| evaluation | win, draw or loss predicted | sign right where decided |
|---|---:|---:|
{rows}

Alpha-beta with `lines` against alpha-beta with `windows` at the same depth, from openings of
six random plies, each played with both colours:

| depth | wins | draws | losses | share |
|---:|---:|---:|---:|---:|
{played}"""
