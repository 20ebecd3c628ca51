"""The OpenAPI document as a plain page: no scripts, nothing from other servers."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader
from markupsafe import Markup, escape

__all__ = ["STYLE", "render"]

STYLE = (Path(__file__).parent / "templates" / "docs.css").read_text(encoding="utf-8")
_environment = Environment(
    loader=PackageLoader("fourscore.web"), autoescape=True, trim_blocks=True, lstrip_blocks=True
)


def render(document: dict[str, Any]) -> str:
    """Return an OpenAPI document as HTML."""
    return _environment.get_template("docs.html").render(document)


def _code(text: str) -> Markup:
    """Escape a text, and mark up what stands between backquotes as code.

    >>> _code("`a` < b")
    Markup('<code>a</code> &lt; b')
    """
    parts = str(escape(text)).split("`")
    return Markup(
        "".join(f"<code>{part}</code>" if odd % 2 else part for odd, part in enumerate(parts))
    )


_environment.filters["code"] = _code
