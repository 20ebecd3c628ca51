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

_WORDS = {1: "wins{}", 0: "draws", -1: "loses{}"}
_UNBOUNDED = 500_000
"""A bound beyond this excludes nothing: no estimate is as large, only wins and losses are."""


def say_result(value: Value) -> str:
    """Say a proven result in moves of the side that wins; nothing if none is proven.

    >>> say_result(Value(999_995, result=1, plies=5))
    'wins in 3'
    >>> say_result(Value(-999_996, Bound.UPPER, result=-1, plies=4))
    'loses in 2 or sooner'
    """
    if value.result is None:
        return ""
    moves = 0 if value.plies is None else (value.plies + (value.result > 0)) // 2
    words = _WORDS[value.result].format(f" in {moves}" if moves else "")
    exact = value.bound is Bound.EXACT or moves <= 1
    return words if exact else f"{words} or sooner"


def say_estimate(value: Value) -> str:
    """Return what a search thinks of a column that it has not proven, with its bound.

    >>> from fourscore.search.types import Bound
    >>> say_estimate(Value(12, Bound.UPPER)), say_estimate(Value(0.514, visits=70))
    ('≤ 12', '51.4 %')
    >>> say_estimate(Value(999_995, Bound.UPPER))
    'no better'
    """
    if value.bound is not Bound.EXACT and abs(value.value) > _UNBOUNDED:
        return "no better" if value.bound is Bound.UPPER else "no worse"
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
