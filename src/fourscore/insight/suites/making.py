"""Drawing the suites of end games and of tactical themes, by a seeded sampler.

Like the others (`truth.suites`) they come from random play, no two are alike, mirror images
included, and training has seen none of them. In each, the move matters: columns differ in what
they are worth, and in a theme at least one of them spoils the result.

A theme is what `explain` proves of the line of best play (`puzzles.themes`). A position of several
themes goes to the rarest of them that is not complete yet.
"""

from collections.abc import Iterator

import numpy as np

from fourscore.book.columns import ILLEGAL, boards_as_positions, score_columns
from fourscore.book.solving import shared_solver
from fourscore.book.suites import MORE, SIZE, SUITES
from fourscore.core.position import Position
from fourscore.core.variants import make_rules
from fourscore.errors import Cancelled, InputError
from fourscore.insight.explain.explanation import explain
from fourscore.insight.puzzles.candidates import is_candidate
from fourscore.insight.puzzles.themes import Theme, themes_of
from fourscore.insight.truth.suites import CLASSES, Suite, draw_suite
from fourscore.learn.held_out import is_held_out
from fourscore.runtime.progress import OnCount
from fourscore.search.control import Cancel
from fourscore.search.sampling import Sampler
from fourscore.solver import Solver

__all__ = ["make_suite"]

CHUNK = 4096
"""Positions drawn at a time; one in 32 is held out."""
END_PLIES, THEME_PLIES = (28, 40), (14, 34)
"""The fewest and the most discs on the board."""
RAREST_FIRST = (Theme.ODD, Theme.EVEN, Theme.ONLY, Theme.CHAIN, Theme.DOUBLE, Theme.ZUGZWANG)
_Drawn = tuple[Position, list[int]]


def make_suite(
    names: tuple[str, ...] = tuple(SUITES),
    count: int = 1000,
    seed: int = 0,
    *,
    report: OnCount | None = None,
    cancel: Cancel | None = None,
) -> Suite:
    """Draw `count` positions of each of some classes of 7x6, with the score of every column.

    The same seed draws the same positions. Raises `Cancelled` if cancelled before it is done.
    """
    for name in names:
        if name not in SUITES:
            raise InputError(f"there is no class {name!r}; the classes are {', '.join(SUITES)}")
    if count < 1:
        raise InputError(f"a suite of {count} positions measures nothing")
    parts: dict[str, Suite] = {}
    if any(name in CLASSES for name in names):
        phases = draw_suite(SIZE, count, seed, report=report, cancel=cancel)
        parts |= {name: phases.of(name) for name in CLASSES}
    more = [name for name in MORE if name in names]
    parts |= _draw_more(more, count, seed, report, cancel)
    return _joined({name: parts[name] for name in names})


def _joined(parts: dict[str, Suite]) -> Suite:
    """Put suites of one class each together."""
    names, each = tuple(parts), list(parts.values())
    classes = np.repeat(np.arange(len(each), dtype=np.int8), [len(one) for one in each])
    return Suite(
        SIZE,
        np.concatenate([one.mine for one in each]),
        np.concatenate([one.filled for one in each]),
        np.concatenate([one.scores for one in each]),
        classes,
        names,
    )


def _draw_more(
    names: list[str], count: int, seed: int, report: OnCount | None, cancel: Cancel | None
) -> dict[str, Suite]:
    found: dict[str, list[_Drawn]] = {name: [] for name in names}
    wanted, solver = count * len(names), shared_solver()

    def take(name: str, drawn: _Drawn) -> None:
        found[name].append(drawn)
        if report is not None:
            report(sum(map(len, found.values())), wanted)

    if "end" in found:
        for drawn in _differing(solver, END_PLIES, seed, cancel):
            take("end", drawn)
            if len(found["end"]) == count:
                break
    themes = {theme.replace(" ", "-"): theme for theme in RAREST_FIRST}
    left = {name for name in names if name in themes}
    if left:
        for position, scores in _differing(solver, THEME_PLIES, seed, cancel):
            theme = _theme(position, scores, solver, [n for n in themes if n in left])
            if theme is not None:
                take(theme, (position, scores))
                left -= {theme} if len(found[theme]) == count else set()
            if not left:
                break
    return {name: _suite(rows, name) for name, rows in found.items()}


def _suite(rows: list[_Drawn], name: str) -> Suite:
    boards = np.array([(each.mine, each.filled) for each, _ in rows], np.int64).reshape(-1, 2)
    return Suite(
        SIZE,
        boards[:, 0].copy(),
        boards[:, 1].copy(),
        np.array([scores for _, scores in rows], np.int8).reshape(-1, SIZE[0]),
        np.zeros(len(rows), np.int8),
        (name,),
    )


def _differing(
    solver: Solver, plies: tuple[int, int], seed: int, cancel: Cancel | None
) -> Iterator[_Drawn]:
    """Yield held-out positions whose columns are not all worth the same, with their scores."""
    rules = make_rules(*SIZE)
    sampler = Sampler(rules, plies, seed)
    while True:
        mine, filled = sampler.draw(CHUNK)
        if not len(mine):
            return
        kept = [
            place
            for place, board in enumerate(zip(mine.tolist(), filled.tolist(), strict=True))
            if is_held_out(*board, rules)
        ]
        if plies == THEME_PLIES:
            boards = boards_as_positions(mine[kept], filled[kept], rules)
            kept = [place for place, each in zip(kept, boards, strict=True) if is_candidate(each)]
        scores = score_columns(solver, mine[kept], filled[kept], rules, cancel)
        if cancel is not None and cancel.cancelled:
            raise Cancelled("stopped before the suite was drawn")
        boards = boards_as_positions(mine[kept], filled[kept], rules)
        for position, row in zip(boards, scores.tolist(), strict=True):
            if len({score for score in row if score != ILLEGAL}) > 1:
                yield position, row


def _theme(position: Position, scores: list[int], solver: Solver, names: list[str]) -> str | None:
    """Return the first of the named themes that a position has, if its result can be spoiled."""
    legal = [score for score in scores if score != ILLEGAL]
    best = max(legal)
    if best < 0 or all(_sign(score) == _sign(best) for score in legal):
        return None
    themes = themes_of(explain(position, solver=solver))
    return next((name for name in names if Theme(name.replace("-", " ")) in themes), None)


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)
