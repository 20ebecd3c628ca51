"""The study `lines` from the sample to the report, with progress."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from fourscore.insight.studies.lines import (
    ROUNDS,
    Duel,
    Judgement,
    Labels,
    duel,
    fit_lines,
    judge,
    peers,
    sample,
)
from fourscore.search.evaluation.windows import WINDOWS
from fourscore.solver.solver import Solver

__all__ = ["run_lines_study"]

HELD_OUT = 10
"""One position of so many is kept for judging."""


OnStep = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and of how much."""


def run_lines_study(
    folder: Path, count: int, seed: int, games: int, depths: list[int], on_step: OnStep
) -> str:
    """Run the study and give its report; the table lies in the folder as ``lines.npy``."""
    folder.mkdir(parents=True, exist_ok=True)
    labels = Labels(folder / f"labels-{seed}.txt", sample(count, seed))
    labels.extend(Solver(), lambda done: on_step("exact scores", done, count))
    cut = count - count // HELD_OUT
    known = labels.positions[:cut], labels.scores[:cut]
    held_out = labels.positions[cut:], labels.scores[cut:]
    fit = fit_lines(*known, lambda done: on_step("fitting", done, ROUNDS))
    np.save(folder / "lines.npy", fit.table.astype(np.int16))
    judgements = [judge(each, known, held_out) for each in (fit.evaluation(), *peers())]
    duels = []
    for done, depth in enumerate(depths):
        on_step("matches", done, len(depths))
        duels.append(duel(fit.evaluation(), WINDOWS, depth, games, seed))
    report = _write(count, seed, cut, judgements, duels)
    (folder / "report.md").write_text(report + "\n")
    return report


def _write(count: int, seed: int, cut: int, judgements: list[Judgement], duels: list[Duel]) -> str:
    rows = "\n".join(
        f"| {each.name} | {each.accuracy:.1%} | {each.decided:.1%} |" for each in judgements
    )
    matches = "\n".join(
        f"| {each.depth} | {each.wins} | {each.draws} | {each.losses} | {each.share:.1%} |"
        for each in duels
    )
    return f"""# The evaluation lines

Learned from {cut:,} positions of a sample of {count:,} (seed {seed}), judged on the others.

| evaluation | win, draw or loss foreseen | sign right where decided |
|---|---:|---:|
{rows}

Alpha-beta with `lines` against alpha-beta with `windows` at the same depth, from openings of
six random plies, each played with both colours:

| depth | wins | draws | losses | share |
|---:|---:|---:|---:|---:|
{matches}"""
