"""`fourscore tree`: the tree that a search visited, in the terminal or as a picture."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import (
    AsJson,
    PositionText,
    SizeText,
    VariantName,
    is_given,
    refuse_given,
)
from fourscore.errors import InputError
from fourscore.insight.drawing.suffixes import TRACES, TREES

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text
    from rich.tree import Tree

    from fourscore.core.position import Position
    from fourscore.insight.trace.trace import Trace
    from fourscore.insight.trees.values import ValueText
    from fourscore.insight.trees.view import Card, View

__all__ = ["tree"]

IN_TERMINAL = 40


def tree(
    context: typer.Context,
    position: PositionText = "",
    agent: Annotated[
        str, typer.Option("--agent", metavar="SPEC", help="Who searches; see fourscore agents.")
    ] = "alphabeta:depth=3",
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=f"Write a file: {', '.join(TREES)}."),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Nodes to show; the rest is folded.")
    ] = None,
    depth: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Layers to show below the root.")
    ] = None,
    truth: Annotated[
        bool, typer.Option("--truth", help="Solve every node, mark values that mislead.")
    ] = False,
    iteration: Annotated[
        int | None,
        typer.Option(metavar="DEPTH", min=1, help="Which iteration of deepening; else the last."),
    ] = None,
    cap: Annotated[
        int, typer.Option(metavar="N", min=1, help="Nodes to record; the search continues.")
    ] = 100_000,
    load: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Show a trace that was written before."),
    ] = None,
    size: SizeText = "",
    variant: VariantName = "",
    own: Annotated[
        str,
        typer.Option(
            metavar="TREE",
            help='Search a tree of your own, such as "[[3,12,8],[2,4,6]]", or an example by name.',
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Show the tree that a search really visited."""
    from fourscore.cli import positions
    from fourscore.runtime.files import check_target

    if out is not None:
        check_target(out, TREES)
        if out.suffix.lower() in TRACES:
            why = f"a {out.suffix.lower()} file holds the whole trace"
            refuse_given(context, why, "nodes", "depth", "iteration")
    if as_json:
        refuse_given(context, "--json prints the whole trace", "nodes", "depth", "iteration", "out")
    if is_given(context, "own"):
        why = "--own searches a tree instead of a position"
        refuse_given(context, why, "position", "size", "variant", "load", "truth")
        seen: Trace = _own(own, agent if is_given(context, "agent") else "alphabeta", cap)
    elif load is not None:
        made = ("position", "agent", "cap", "size", "variant")
        refuse_given(context, "--load shows a trace that was written before", *made)
        seen = _load(load)
    else:
        seen = _trace(agent, positions.read(position, size, variant), cap)
    shown = _Shown(nodes, depth, None if iteration is None else _root_of(seen, iteration))
    if truth:
        seen = _with_truth(seen)
    if as_json:
        _print_json(seen)
    elif out is None:
        _print(seen, shown)
    else:
        _draw(seen, out, shown)
        _print_written(seen, out)


def _own(text: str, agent: str, cap: int) -> "Trace":
    from fourscore.search.explicit.examples import find_tree

    tree = find_tree(text)
    from fourscore.insight.trace.own_tree import trace_tree

    return trace_tree(tree, agent, cap=cap)


def _print_json(seen: "Trace") -> None:
    import json

    from fourscore.insight.trace.file import to_dict

    typer.echo(json.dumps(to_dict(seen)))


def _load(path: Path) -> "Trace":
    from fourscore.insight.trace.file import load_trace

    return load_trace(path)


def _trace(agent: str, board: "Position", cap: int) -> "Trace":
    from fourscore.cli import progress
    from fourscore.insight.trace.tracing import trace
    from fourscore.runtime.interrupt import call_in_thread

    with progress.counted("searching"):
        return call_in_thread(lambda: trace(board, agent, cap=cap))


@dataclass(frozen=True, slots=True)
class _Shown:
    """The part of a tree to show."""

    nodes: int | None
    depth: int | None
    root: int | None

    def view(self, seen: "Trace", nodes: int, across: int | None = None) -> "View":
        from fourscore.insight.trees.view import make_view

        return make_view(
            seen, self.nodes or nodes, self.depth, None if self.nodes else across, self.root
        )


def _root_of(seen: "Trace", depth: int) -> int:
    for each in seen.iterations:
        if each.depth == depth:
            return each.first
    known = ", ".join(str(each.depth) for each in seen.iterations if each.depth)
    if not known:
        raise InputError(f"--iteration is for deepening; {seen.spec} has no depths")
    raise InputError(f"there is no iteration of depth {depth} in the trace; it has {known}")


def _with_truth(seen: "Trace") -> "Trace":
    from fourscore.cli import progress
    from fourscore.insight.trace.truth import solve_nodes
    from fourscore.runtime.interrupt import call_in_thread

    with progress.counted("exact scores") as show:
        return call_in_thread(lambda: solve_nodes(seen, on_progress=show))


# Files


def _draw(seen: "Trace", out: Path, shown: _Shown) -> None:
    from fourscore.cli import progress
    from fourscore.runtime.interrupt import call_in_thread

    with progress.counted("drawing"):
        call_in_thread(lambda: _write(seen, out, shown))


def _write(seen: "Trace", out: Path, shown: _Shown) -> None:
    from fourscore.insight.trees.file import write_tree

    write_tree(seen, out, shown.nodes, shown.depth, shown.root)


def _print_written(seen: "Trace", out: Path) -> None:
    from fourscore.cli import console
    from fourscore.core.notation import plural

    left_out = f"; {seen.left_out:,} more were left out" if seen.left_out else ""
    summary = f"{out}: {plural(seen.visited, 'node')} of {seen.spec}{left_out}"
    console.errors().print(summary, soft_wrap=True)
    _print_truth(seen, console.errors())


def _print_truth(seen: "Trace", out: "Console") -> None:
    from fourscore.insight.trace.truth import summarize

    if seen.exact is not None:
        out.print(f"{summarize(seen)}.", soft_wrap=True)


# The terminal


def _print(seen: "Trace", shown: _Shown) -> None:
    from rich.text import Text
    from rich.tree import Tree

    from fourscore.cli import console

    view = shown.view(seen, IN_TERMINAL)
    out = console.output()
    out.print(Text(view.title, "bold"))
    out.print(Text(f"{view.caption} {_key(view)}"), soft_wrap=not out.is_terminal)
    drawn = Tree(_line(view.root, view), guide_style="dim")
    _grow(drawn, view.root, view)
    out.print(drawn)
    _print_truth(seen, out)


def _key(view: "View") -> str:
    """Return the legend of a line."""
    details = {"mcts": "visits", "zero": "visits and prior", "astar": "order"}
    parts = ["column", "value", details.get(view.trace.algorithm, "")]
    if view.trace.algorithm in ("alphabeta", "deepening"):
        parts[-1] = "window"
    proven = any(card.value.is_proven for card in view.cards.values())
    brackets = " Brackets: proven." if proven else ""
    line = ", ".join(part for part in parts if part)
    return view.trace.say(f"A line: {line}.{brackets}{_rows(view)}")


def _rows(view: "View") -> str:
    """Say who chooses how, where one takes the largest and one the smallest value."""
    from fourscore.core.position import opponent

    searcher = view.trace.position.turn
    if view.trace.has_playouts or view.trace.algorithm == "astar":
        return ""
    return f" {searcher} chooses the largest (max), {opponent(searcher)} the smallest (min)."


def _grow(branch: "Tree", card: "Card", view: "View") -> None:
    from rich.text import Text

    for child in card.children:
        _grow(branch.add(_line(child, view)), child, view)
    if card.hidden:
        branch.add(Text(f"{card.hidden:,} more", "dim"))
    if card.has_stub:
        from fourscore.core.notation import write_columns

        saves = f" ({card.saved_text})" if card.saved_text else ""
        branch.add(Text(f"cut: {write_columns(card.pruned)}{saves}", "dim"))


def _colour(value: "ValueText", searcher: str) -> str:
    """Return the colour of a proven result: that of the winner's discs."""
    from fourscore.core.picture import FIRST, SECOND

    if not value.is_proven or value.tone not in ("wins", "loses"):
        return ""
    return FIRST if (value.tone == "wins") == (searcher == "X") else SECOND


def _line(card: "Card", view: "View") -> "Text":
    from rich.text import Text

    from fourscore.search.trace_columns import NodeKind

    line = Text(no_wrap=True)
    if card.move:
        line.append(f"{card.move}: ", "bold" if card.on_line else "")
    elif view.root is card:
        line.append(f"{card.mover} to move: ", "bold")
    value = card.value
    mark = f"[{value.text}]" if value.is_proven else value.text
    searcher = view.trace.position.turn
    line.append(mark, f"{_colour(value, searcher)}{' bold' if card.on_line else ''}".strip())
    details = ", ".join(part for part in (card.detail, card.prior) if part)
    line.append(f"  {details}" if details else "", "dim")
    if card.kind == NodeKind.CHANCE:
        line.append("  chance", "dim")
    if card.exact:
        line.append(f"  exactly: {card.exact.text}", _colour(card.exact, searcher))
    if card.is_misleading:
        line.append("  ✗ misleading", "bold")
    if card.on_line and card.move:
        line.append("  plan" if card.kind == NodeKind.FRONTIER else "  best")
    return line
