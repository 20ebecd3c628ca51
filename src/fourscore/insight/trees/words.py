"""A node of a trace in sentences: whose move it is, what the search found, why it ended there."""

from fourscore.core.notation import write_column, write_columns
from fourscore.insight.trace.cuts import explain_cut
from fourscore.insight.trace.line import is_beyond_cap
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trees.values import has_windows
from fourscore.insight.trees.view import Card
from fourscore.search.trace_columns import NodeKind, Reason
from fourscore.search.types import Limit

__all__ = ["explain_node", "summarize_card"]

COUNTING_LIMIT = Limit(nodes=200_000)
"""Where counting what one cut-off saved ends, if it has not been counted with the others."""


def explain_node(trace: Trace, card: Card) -> tuple[str, ...]:
    """Return everything that a trace knows of a node, in sentences.

    >>> from fourscore.core.notation import read_moves
    >>> from fourscore.insight.trace.tracing import trace
    >>> from fourscore.insight.trees.view import make_view
    >>> view = make_view(trace(read_moves("4453"), "minimax:depth=1"))
    >>> print(*explain_node(view.trace, view.root.children[0]))
    O to move after 6. Value: 21. The depth limit is reached, so the value is the evaluation's.
    """
    sentences = [_where(trace, card), f"Value: {card.value.text}."]
    if card.detail:
        sentences.append(f"{_detail_label(trace)}: {card.detail}.")
    if card.prior:
        sentences.append(f"The network's {card.prior} of the looks, before any search.")
    sentences.append(_why(trace, card))
    if trace.remembered[card.node] >= 0:
        column = write_column(int(trace.remembered[card.node]))
        sentences.append(f"The last iteration found column {column} best, so it came first.")
    if card.exact:
        misleads = " So the value misleads: it favours who loses." if card.is_misleading else ""
        sentences.append(f"With perfect play: {card.exact.text}.{misleads}")
    return tuple(trace.say(sentence) for sentence in sentences)


def _where(trace: Trace, card: Card) -> str:
    moves = write_columns(trace.moves(card.node))
    place = f"after {moves}" if moves else "at the root"
    if card.kind == NodeKind.CHANCE:
        column = write_column(int(trace.move[card.node]))
        return f"{card.mover} aims at column {column} {place}; chance decides where it lands."
    if card.kind == NodeKind.FRONTIER:
        state = f"{place}, if the opponent never moves" if moves else "as they stand"
        return f"{card.mover}'s discs {state}."
    return f"{card.mover} to move {place}."


def _detail_label(trace: Trace) -> str:
    if has_windows(trace):
        return "Window on entry"
    return {"mcts": "Playouts", "zero": "Simulations", "astar": "Order"}.get(
        trace.algorithm, "Chance"
    )


def _why(trace: Trace, card: Card) -> str:
    if card.kind == NodeKind.FRONTIER and card.reason == Reason.DONE:
        return "It was expanded: every state one disc further was put on the frontier."
    if is_beyond_cap(trace, card.node):
        return "It lies beyond the trace's cap; it is shown since it is on the line that is played."
    if card.reason != Reason.CUT or card.node in trace.unfinished:
        return trace.meaning(card.node)
    return str(explain_cut(trace, card.node, COUNTING_LIMIT, saved=card.saved, alone=False))


def summarize_card(trace: Trace, card: Card) -> str:
    """Return in one line what a card shows, for people who cannot see it."""
    order = "" if card.order is None else f"visited as number {card.order + 1}"
    if card.order is None and not is_beyond_cap(trace, card.node):
        order = "never visited"
    parts = [f"moves {write_columns(trace.moves(card.node)) or 'none'}"]
    parts += [f"value {card.value.text}", card.detail, card.prior, order]
    if card.exact:
        misleads = ", so the value misleads" if card.is_misleading else ""
        parts.append(f"exact {card.exact.text}{misleads}")
    if card.pruned:
        saved = f", {card.saved_text} nodes" if card.saved else ""
        columns = "column" if len(card.pruned) == 1 else "columns"
        parts.append(f"cut off: {columns} {write_columns(card.pruned)}{saved}")
    return trace.say("; ".join(part for part in parts if part))
