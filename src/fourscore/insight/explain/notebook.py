"""An explanation as a notebook shows it."""

from collections.abc import Iterable
from html import escape

from fourscore.core.picture import board_svg, name_colours
from fourscore.core.position import EMPTY, Cell
from fourscore.insight.explain.explanation import Explanation
from fourscore.insight.explain.facts import Fact

__all__ = ["explanation_html"]


def explanation_html(explanation: Explanation) -> str:
    """Return the board, with the cells that the brief sentences are about, and the sentences."""
    position, brief = explanation.position, explanation.brief
    outcome = position.outcome
    facts = [each.fact for each in explanation.sentences if each.text in brief]
    threats = {} if outcome else _threats(explanation, facts)
    board = board_svg(position.rows(), outcome.cells if outcome else (), threats, number_rows=True)
    more = [each.text for each in explanation.sentences if each.text not in brief]
    folded = f"<details><summary>More</summary>{_paragraphs(more)}</details>" if more else ""
    note = [explanation.note] if explanation.note else []
    text = f"{_paragraphs(brief)}{folded}{_paragraphs(note)}"
    style = "display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: flex-start"
    said = f'<div style="flex: 1 1 280px; max-width: 68ch">{text}</div>'
    return f'<div style="{style}">{board}{said}</div>'


def _threats(explanation: Explanation, facts: Iterable[Fact]) -> dict[tuple[int, int], str]:
    """Return the empty cells that facts are about, with the player who would make a four."""
    threats: dict[tuple[int, int], str] = {}
    for fact in facts:
        if fact.owner is not None:
            for cell in filter(lambda cell: _is_empty(explanation, cell), fact.cells):
                threats.setdefault(cell, fact.owner)
    return threats


def _is_empty(explanation: Explanation, cell: Cell) -> bool:
    return explanation.position.at(*cell) == EMPTY


def _paragraphs(sentences: Iterable[str]) -> str:
    return "".join(f"<p>{escape(name_colours(each))}</p>" for each in sentences)
