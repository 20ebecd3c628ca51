"""How files are named, known without loading what draws and writes them."""

__all__ = ["CHARTS", "PAGES", "TRACES", "TREES"]

CHARTS = (".png", ".svg")
PAGES = (".html", ".htm")
TRACES = (".json", ".npz")
"""Files that hold a whole trace, and can be loaded again."""
TREES = (".svg", ".html", ".dot", *TRACES)
