"""The report of a search, and its budget."""

from typing import Annotated

from pydantic import Field

from fourscore.schemas.base import Column, Result, Schema, one_of
from fourscore.search.types import Bound, Limit, Report, Value
from fourscore.search.words import say_estimate, say_result

__all__ = ["BudgetView", "ReportView", "ValueView", "budget_view", "read_report", "report_view"]


class BudgetView(Schema):
    """The budget of a decision."""

    depth: int | None = None
    nodes: int | None = None
    playouts: int | None = None
    seconds: float | None = None


class ValueView(Schema):
    """A search's value of a column: an estimate unless `result` is given."""

    column: Column
    value: float = Field(description="Points, or for Monte Carlo the expected share of the point.")
    bound: Annotated[str, one_of("exact", "lower", "upper")]
    result: Result | None = Field(description="1, 0, -1 if the search has proved it.")
    plies: int | None
    visits: int | None
    wins: float | None = Field(None, description="Won playouts, a draw counting half.")
    says: str


class ReportView(Schema):
    """What a search did."""

    column: Column
    values: list[ValueView]
    nodes: int
    depth: int
    seconds: float
    line: list[Column] = Field(description="The play that it expects, its own move first.")
    playouts: int
    complete: bool = Field(description="Whether it finished before reaching a limit.")


def budget_view(limit: Limit | None) -> BudgetView | None:
    """Show a budget, or None where each agent has its own."""
    return BudgetView.of(limit) if limit else None


def report_view(report: Report) -> ReportView:
    """Show what a search did.

    >>> view = report_view(Report(3, {3: Value(12)}, line=(3, 2)))
    >>> view.values[0].says, view.model_dump(mode="json")["line"]
    ('12', [4, 3])
    """
    values = [
        ValueView.of(value, column=column, says=say_result(value) or say_estimate(value))
        for column, value in sorted(report.values.items())
    ]
    return ReportView.of(report, values=values)


def read_report(content: str) -> Report:
    """Read a report from the JSON of its view."""
    view = ReportView.model_validate_json(content)
    values = {each.column: _read_value(each) for each in view.values}
    return Report(**{**dict(view), "values": values, "line": tuple(view.line)})


def _read_value(view: ValueView) -> Value:
    is_points = view.visits is None and view.value.is_integer()
    value = int(view.value) if is_points else view.value
    return Value(value, Bound(view.bound), view.result, view.plies, view.visits, view.wins)
