"""A node of a trace in a few sentences: whose move it is, what the search thought, why it ended."""

from fourscore.core.notation import write_column
from fourscore.insight.trace.cuts import Saved, explain_cut
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trees.view import Card
from fourscore.search.trace_columns import NodeKind, Reason
from fourscore.search.types import Limit

__all__ = ["ENDED", "explain_node"]

COUNTED = Limit(nodes=200_000)
"""Where counting what one cut saved ends."""

ENDED = {
    Reason.STOPPED: "The search was stopped here.",
    Reason.LEAF: "The depth is used up: the value is the evaluation's.",
    Reason.TERMINAL: "The game is over.",
    Reason.CUT: "The other moves need no look.",
    Reason.DONE: "Every move has been looked at.",
    Reason.GOAL: "The plan ends here: four in a line.",
    Reason.WAITING: "It was still on the frontier when the search ended.",
    Reason.HOPELESS: "No line is left to fill, so it never came to the frontier.",
    Reason.OPEN: "More playouts would go on from here.",
    Reason.PROVEN: "The result is certain, so no more playouts come here.",
}
"""Why a search went no further at a node."""


def explain_node(trace: Trace, card: Card, saved: Saved | None = None) -> tuple[str, ...]:
    """Tell all that a trace knows of a node; what a cut saved is counted unless it is given.

    >>> from fourscore.core.notation import read_moves
    >>> from fourscore.insight.trace.tracing import trace
    >>> from fourscore.insight.trees.view import make_view
    >>> view = make_view(trace("minimax:depth=1", read_moves("4453")))
    >>> print(*explain_node(view.trace, view.root.children[0]))
    O to move after 6. Value: 21. The depth is used up: the value is the evaluation's.
    """
    told = [_where(trace, card), f"Value: {card.said}."]
    if card.more:
        told.append(f"{_more(trace)}: {card.more}.")
    told.append(_why(trace, card, saved))
    if trace.remembered[card.node] >= 0:
        column = write_column(int(trace.remembered[card.node]))
        told.append(f"The last iteration found column {column} best, so it came first.")
    if card.truth:
        so = " The search has it wrong." if card.is_wrong else ""
        told.append(f"With perfect play: {card.truth}.{so}")
    return tuple(told)


def _where(trace: Trace, card: Card) -> str:
    way = " ".join(write_column(column) for column in trace.moves(card.node))
    place = f"after {way}" if way else "at the root"
    if card.kind == NodeKind.CHANCE:
        column = write_column(int(trace.move[card.node]))
        return f"{card.mover} aims at column {column} {place}; chance says where the disc lands."
    if card.kind == NodeKind.FRONTIER:
        return f"{card.mover}'s discs {f'{place}, if nobody answers' if way else 'as they stand'}."
    return f"{card.mover} to move {place}."


def _more(trace: Trace) -> str:
    if trace.algorithm in ("alphabeta", "deepening"):
        return "Window on entry"
    return {"mcts": "Playouts", "astar": "Order"}.get(trace.algorithm, "Chance")


def _why(trace: Trace, card: Card, saved: Saved | None) -> str:
    if card.kind == NodeKind.FRONTIER and card.reason == Reason.DONE:
        return "It was opened: what can be reached from it came to the frontier."
    if card.reason != Reason.CUT or card.node in trace.unfinished:
        return ENDED[card.reason]
    return str(explain_cut(trace, card.node, COUNTED, saved=saved, alone=False))
