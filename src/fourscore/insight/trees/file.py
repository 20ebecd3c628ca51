"""Trees as files: pictures, a page to click through, and the trace itself."""

from pathlib import Path

from fourscore.insight.drawing.suffixes import TRACES, TREES
from fourscore.insight.trace.file import save_trace
from fourscore.insight.trace.trace import Trace
from fourscore.insight.trees.dot import tree_dot
from fourscore.insight.trees.html import PAGE_NODES, tree_page
from fourscore.insight.trees.svg import tree_svg
from fourscore.insight.trees.view import PICTURE_CARDS, PICTURE_NODES, make_view
from fourscore.runtime.files import check_suffix, write_text

__all__ = ["write_tree"]


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
    check_suffix(path, TREES)
    ending = path.suffix.lower()
    if ending in TRACES:
        save_trace(trace, path)
    elif ending == ".html":
        write_text(path, tree_page(trace, nodes or PAGE_NODES, depth, root))
    else:
        across = None if nodes else PICTURE_CARDS
        view = make_view(trace, nodes or PICTURE_NODES, depth, across, root)
        write_text(path, tree_svg(view) if ending == ".svg" else tree_dot(view) + "\n")
