"""How numbers and results are written for people."""

from fourscore.core.notation import write_column, write_columns
from fourscore.search.types import Bound, Report, Value

__all__ = [
    "effort_table",
    "say_amount",
    "say_duration",
    "say_estimate",
    "say_result",
    "value_table",
]

Rows = tuple[list[str], list[list[str]]]
"""Headers, where ">" marks figures, and rows."""

_LOOSE = {
    (1, Bound.UPPER): "≤ wins{}",
    (0, Bound.UPPER): "draws at best",
    (-1, Bound.UPPER): "loses{} or sooner",
    (1, Bound.LOWER): "wins{} or sooner",
    (0, Bound.LOWER): "draws at least",
    (-1, Bound.LOWER): "loses{} at worst",
}
_SOON = {(-1, Bound.UPPER), (1, Bound.LOWER)}
_EXACT = {1: "wins{}", 0: "draws", -1: "loses{}"}


def say_result(value: Value) -> str:
    """Say a proven result in moves of the side that wins; nothing if none is proven.

    >>> say_result(Value(999_995, result=1, plies=5))
    'wins in 3'
    >>> say_result(Value(-999_998, result=-1, plies=2))
    'loses in 1'
    """
    if value.result is None:
        return ""
    moves = 0 if value.plies is None else (value.plies + (value.result > 0)) // 2
    soonest = moves == 1 and (value.result, value.bound) in _SOON
    exact = soonest or value.bound is Bound.EXACT
    words = _EXACT[value.result] if exact else _LOOSE[value.result, value.bound]
    return words.format(f" in {moves}" if moves else "")


def say_estimate(value: Value) -> str:
    """Return what a search thinks of a column that it has not proven, with its bound.

    >>> from fourscore.search.types import Bound
    >>> say_estimate(Value(12, Bound.UPPER)), say_estimate(Value(0.514, visits=70))
    ('≤ 12', '51.4 %')
    """
    sign = {Bound.UPPER: "≤ ", Bound.LOWER: "≥ ", Bound.EXACT: ""}[value.bound]
    if value.visits is not None:
        return f"{sign}{100 * value.value:.1f} %"
    number = f"{value.value:,}" if isinstance(value.value, int) else f"{value.value:,.1f}"
    return f"{sign}{number}"


def say_duration(seconds: float) -> str:
    """Say a time.

    >>> say_duration(0.01234), say_duration(12.3), say_duration(0.000012)
    ('12.3 ms', '12.3 s', '12 µs')
    """
    if 0 < seconds < 0.5e-4:
        return f"{seconds * 1e6:.0f} µs"
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


def say_amount(amount: float) -> str:
    """Say a large number in short.

    >>> say_amount(950), say_amount(7_412_000)
    ('950', '7.4 M')
    """
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if amount >= size:
            return f"{amount / size:.1f} {letter}"
    return f"{amount:.0f}"


def value_table(report: Report) -> Rows:
    """Return what a search thinks of each column, a row each.

    >>> value_table(Report(3, {3: Value(12), 4: Value(-5, result=-1, plies=2)}))[1]
    [['4', '12', 'chosen'], ['5', 'loses in 1', '']]
    """
    counted = any(value.visits is not None for value in report.values.values())
    headers = [">column", ">value", *([">visits"] if counted else []), ""]
    rows = []
    for column, value in sorted(report.values.items()):
        visits = [f"{value.visits or 0:,}"] if counted else []
        said = say_result(value) or say_estimate(value)
        mark = "chosen" if column == report.column else ""
        rows.append([write_column(column), said, *visits, mark])
    return headers, rows


def effort_table(report: Report) -> list[tuple[str, str]]:
    """Return what a decision took, each figure with its name."""
    line = write_columns(report.line)
    facts = [("line", line or "none")]
    if report.depth:
        facts.append(("depth", f"{report.depth}{'' if report.complete else ' (cut short)'}"))
    if report.playouts:
        facts.append(("playouts", f"{report.playouts:,}"))
    facts.append(("nodes", f"{report.nodes:,}"))
    facts.append(("time", say_duration(report.seconds)))
    if report.seconds > 0 and report.nodes > 1:
        facts.append(("speed", f"{say_amount(report.nodes / report.seconds)} nodes/s"))
    return facts
