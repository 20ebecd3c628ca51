"""Make a dataset: draw positions, score their columns, and remember what is done.

Positions are drawn and scored in chunks. With a file for it, the scores of each chunk go into a
journal, from which the next run with the same settings continues. Scores are exact, so neither the
number of threads nor an interruption changes the result.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from fourscore.arena.openings import NEARLY
from fourscore.book.columns import Scores, score_columns
from fourscore.book.solving import shared_solver
from fourscore.core.planes import Boards
from fourscore.errors import InputError
from fourscore.insight.datasets.dataset import Dataset
from fourscore.insight.datasets.settings import CHUNK, Settings, require_writable
from fourscore.runtime.journal import Journal
from fourscore.runtime.progress import OnCount, reporting
from fourscore.search.control import Cancel
from fourscore.search.sampling import Sampler
from fourscore.solver import Solver

__all__ = ["build", "dataset", "write_dataset"]


def dataset(
    positions: int = 100_000,
    plies: tuple[int, int] = (4, 30),
    seed: int = 0,
    *,
    sampler: str = "random",
    size: tuple[int, int] | str = (7, 6),
    threads: int | None = None,
    cancel: Cancel | None = None,
    progress: bool = False,
    on_progress: OnCount | None = None,
) -> Dataset:
    """Return positions drawn by a sampler, with the exact score of every column.

    `plies` are the least and the most discs on the board. The sampler "random" plays random moves;
    "balanced" keeps of these positions the ones that score from -2 to 2. No two positions are
    alike, mirror images included, and none is over; there may be fewer than wanted if the plies
    have no more. The same seed gives the same dataset. Raises `Cancelled` if cancelled before it
    is done.

    >>> small = dataset(positions=20, plies=(30, 36), seed=1)
    >>> small.planes.shape, small.scores.shape
    ((20, 2, 6, 7), (20, 7))
    """
    settings = Settings(positions, plies, seed, sampler, size)
    with reporting("scoring", progress, on_progress) as report:
        return build(settings, threads=threads, cancel=cancel, report=report)


def write_dataset(
    settings: Settings,
    out: Path,
    *,
    report: OnCount,
    threads: int | None = None,
    command: str = "",
) -> Dataset:
    """Make a dataset and write it to a file; the same call continues after an interruption.

    Until it is done, what is known so far is in a journal beside the file. Raises `InputError`
    before the work if the file cannot be written.
    """
    require_writable(out)
    journal = Journal(out.with_name(f"{out.name}.part"), settings.identity)
    try:
        made = build(settings, report=report, threads=threads, journal=journal, command=command)
        made.write(out)
        journal.remove()
    finally:
        journal.close()
    return made


def build(
    settings: Settings,
    *,
    report: OnCount,
    threads: int | None = None,
    cancel: Cancel | None = None,
    journal: Journal | None = None,
    command: str = "",
) -> Dataset:
    """Make a dataset; with a journal, continue from what it has."""
    solver, rows = shared_solver(threads=threads), _Rows(settings)
    chunks = _scored_chunks(settings, solver, cancel or Cancel(), journal)
    report(0, settings.positions)
    while len(rows) < settings.positions and (chunk := next(chunks, None)):
        rows.add(*chunk)
        report(min(len(rows), settings.positions), settings.positions)
    return rows.dataset(command)


def _scored_chunks(
    settings: Settings, solver: Solver, cancel: Cancel, journal: Journal | None
) -> Iterator[tuple[Boards, Boards, Scores]]:
    """Yield positions with their scores, first those that the journal has."""
    rules = settings.rules
    sampler = Sampler(rules, settings.plies, settings.seed)
    known = iter(journal.records if journal else ())
    while True:
        mine, filled = sampler.draw(CHUNK)
        if not len(mine):
            return
        record = next(known, None)
        if record is None:
            scores = score_columns(solver, mine, filled, rules, cancel)
            if journal:
                journal.append(scores.tobytes())
        else:
            scores = np.frombuffer(record, np.int8).reshape(-1, rules.width)
        yield mine, filled, scores


class _Rows:
    """The positions that a dataset has so far."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._chunks: list[tuple[Boards, Boards, Scores]] = []
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, mine: Boards, filled: Boards, scores: Scores) -> None:
        """Add the positions of a chunk that the sampler takes."""
        if self._settings.sampler == "balanced":
            taken = np.abs(scores.max(axis=1)) <= NEARLY
            mine, filled, scores = mine[taken], filled[taken], scores[taken]
        self._chunks.append((mine, filled, scores))
        self._count += len(mine)

    def dataset(self, command: str) -> Dataset:
        from fourscore import __version__

        settings = self._settings
        if not self._count:
            low, high = settings.plies
            raise InputError(f"no {settings.sampler} positions of {low} to {high} plies were found")
        arrays = zip(*self._chunks, strict=True)
        mine, filled, scores = (np.concatenate(each)[: settings.positions] for each in arrays)
        meta = {
            "size": settings.size,
            "plies": settings.plies,
            "sampler": settings.sampler,
            "seed": settings.seed,
            "fourscore": __version__,
            "command": command or _call(settings),
        }
        return Dataset.of_boards(mine, filled, scores, meta)


def _call(settings: Settings) -> str:
    """Write the call that makes a dataset."""
    words = [
        f"positions={settings.positions}",
        f"plies={tuple(settings.plies)}",
        f"seed={settings.seed}",
    ]
    words += [f"sampler={settings.sampler!r}"] if settings.sampler != "random" else []
    words += [f"size={tuple(settings.size)}"] if settings.size != [7, 6] else []
    return f"fourscore.dataset({', '.join(words)})"
