"""Iterative deepening: alpha-beta to depth 1, 2, 3, … with an answer at any moment.

Each iteration first tries what the last one found best: at the root its best column moves to
the front, below it the best move remembered for each position. The early iterations are small,
and the order they find saves more than they cost. (The root's other columns stay in place:
their values are only bounds, and sorting by bounds costs nodes.)
"""

from fourscore.core.position import Position, centre_first, require_ongoing, require_variant
from fourscore.runtime.time_source import SYSTEM_TIME, TimeSource
from fourscore.search import alphabeta
from fourscore.search.control import NODES, STOP, Cancel, Counters, Stopwatch, running
from fourscore.search.evaluation.base import Evaluation, proven_result
from fourscore.search.evaluation.windows import WINDOWS
from fourscore.search.recording import Recorder
from fourscore.search.tree import Root
from fourscore.search.types import Limit, OnProgress, Report

__all__ = ["DEFAULT_SECONDS", "deepening"]

DEFAULT_SECONDS = 1.0


def deepening(
    position: Position,
    limit: Limit,
    *,
    evaluation: Evaluation = WINDOWS,
    cancel: Cancel | None = None,
    on_progress: OnProgress | None = None,
    record: Recorder | None = None,
    clock: TimeSource = SYSTEM_TIME,
) -> Report:
    """Search deeper and deeper until the limit, a proven result, or the end of the game.

    `on_progress` receives a report after each iteration. When the limit ends an iteration, what
    it has found so far counts if it has finished the last iteration's best column.

    >>> deepening(Position.empty(), Limit(depth=6)).depth
    6
    """
    require_variant(position, "Iterative deepening", "standard", "fill")
    require_ongoing(position)
    limit = limit or Limit(seconds=DEFAULT_SECONDS)
    cells = position.width * position.height - position.ply
    order: tuple[int, ...] = centre_first(position.width)
    memory, watch = alphabeta.new_memory(), Stopwatch(clock)
    report = _blank(position, order)
    with running(limit, cancel, clock) as counters:
        for depth in range(1, min(limit.depth or cells, cells) + 1):
            root = Root(position, depth, evaluation, order)
            alphabeta.run(root, root.context(counters, record, "deepening", memory))
            report = _report(root, report, counters, watch)
            if counters[STOP]:
                break
            if on_progress is not None:
                on_progress(report)
            if proven_result(report.values[report.column].value) is not None:
                break
            order = (report.column, *(each for each in order if each != report.column))
    return report


def _blank(position: Position, order: tuple[int, ...]) -> Report:
    """Answer before anything is known: the first legal column."""
    legal = position.legal
    return Report(column=next(column for column in order if column in legal))


def _report(root: Root, last: Report, counters: Counters, watch: Stopwatch) -> Report:
    """Report an iteration; one cut short before its first column repeats the last report."""
    stopped = bool(counters[STOP])
    fresh = bool(root.line)
    return Report(
        column=root.column if fresh else last.column,
        values={**last.values, **root.column_values()} if stopped else root.column_values(),
        nodes=int(counters[NODES]),
        depth=last.depth if stopped else root.depth,
        seconds=watch.seconds,
        line=root.line if fresh else last.line,
        complete=not stopped,
    )
