"""A decision as a notebook shows it."""

from html import escape

from fourscore.core.notation import write_column
from fourscore.search.types import Report
from fourscore.search.words import effort_table, value_table

__all__ = ["report_html"]


def report_html(report: Report) -> str:
    """Return a table of the columns and one of what the decision took.

    >>> report_html(Report(3, nodes=7)).startswith("<p>Column <strong>4</strong>")
    True
    """
    chosen = f"<p>Column <strong>{write_column(report.column)}</strong></p>"
    facts = "".join(
        f"<tr>{_cell(name, 'th')}{_cell(said)}</tr>" for name, said in effort_table(report)
    )
    return f"{chosen}{_values(report)}<table><tbody>{facts}</tbody></table>"


def _values(report: Report) -> str:
    if not report.values:
        return ""
    headers, rows = value_table(report)
    head = "".join(_cell(header.removeprefix(">"), "th") for header in headers)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(text: str, kind: str = "td") -> str:
    return f"<{kind}>{escape(text)}</{kind}>"
