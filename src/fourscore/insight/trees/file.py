"""Trees as files: pictures, a page to click through, and the trace itself."""

from pathlib import Path

from fourscore.errors import InputError
from fourscore.insight.trace.file import save_trace
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trees.dot import tree_dot
from fourscore.insight.trees.html import PAGE_NODES, tree_page
from fourscore.insight.trees.svg import tree_svg
from fourscore.insight.trees.view import PICTURE_CARDS, PICTURE_NODES, make_view
from fourscore.runtime.files import write_text

__all__ = ["ENDINGS", "write_tree"]

WHOLE = (".json", ".npz")
"""The endings of files that hold the whole trace, and can be loaded again."""
ENDINGS = (".svg", ".html", ".dot", *WHOLE)


def write_tree(
    trace: Trace,
    path: Path,
    nodes: int | None = None,
    depth: int | None = None,
    root: int | None = None,
) -> None:
    """Write a tree in the format that the file's ending names.

    At most `nodes` nodes and `depth` layers below `root` are drawn; by default as many as suit the
    format. A file that holds the whole trace has all of them.
    """
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        known = f"{', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
        raise InputError(f"cannot write '{path}': its name must end in {known}")
    if ending in WHOLE:
        save_trace(trace, path)
    elif ending == ".html":
        write_text(path, tree_page(trace, nodes or PAGE_NODES, depth, root))
    else:
        across = None if nodes else PICTURE_CARDS
        view = make_view(trace, nodes or PICTURE_NODES, depth, across, root)
        write_text(path, tree_svg(view) if ending == ".svg" else tree_dot(view) + "\n")
