"""How files of charts and pages are named; known without loading what draws them."""

__all__ = ["CHARTS", "PAGES"]

CHARTS = (".png", ".svg")
PAGES = (".html", ".htm")
