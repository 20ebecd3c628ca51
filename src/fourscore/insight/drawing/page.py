"""The frame of a page that needs nothing but itself: no script, no font, no request.

    write_page(path, page("A title", section("Standings", table(headers, rows))))

Light or dark as the reader's system is, readable on a phone, fit to print. What comes from outside
is escaped; `Html` marks what is markup already.
"""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from fourscore.core.picture import BOARD, HOLE, board_svg
from fourscore.core.position import Cell, Position
from fourscore.errors import InputError
from fourscore.insight.drawing.colours import DARK, LIGHT

__all__ = [
    "Html",
    "board",
    "code",
    "page",
    "paragraph",
    "picture",
    "section",
    "table",
    "write_page",
]


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def _colours(colours: dict[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


STYLE = f"""
:root {{ color-scheme: light dark; {_colours(LIGHT)} }}
@media screen and (prefers-color-scheme: dark) {{ :root {{ {_colours(DARK)} }} }}
* {{ box-sizing: border-box; }}
body {{
  margin: 0 auto; padding: 32px 24px 64px; max-width: 960px;
  background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums;
}}
h1 {{ font-size: 32px; line-height: 1.2; margin: 0 0 8px; overflow-wrap: anywhere; }}
h2 {{ font-size: 20px; line-height: 1.3; margin: 40px 0 8px; }}
h3 {{ font-size: 16px; margin: 0 0 4px; }}
p {{ margin: 8px 0; max-width: 68ch; }}
p.lead, figcaption, .quiet, caption {{ color: var(--quiet); }}
code {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: 14px; overflow-wrap: anywhere; }}
.panel {{ background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
  padding: 16px; margin: 12px 0; }}
.wide {{ overflow-x: auto; }}
.wide:focus-visible {{ outline: 2px solid var(--focus); outline-offset: 2px; }}
table {{ border-collapse: collapse; font-size: 14px; width: 100%; }}
caption {{ text-align: left; padding-bottom: 8px; }}
th {{ font-weight: 600; color: var(--quiet); text-align: left; vertical-align: bottom; }}
th, td {{ padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); }}
tr:last-child td {{ border-bottom: 0; }}
th:last-child, td:last-child {{ padding-right: 0; }}
td code {{ overflow-wrap: break-word; }}
.r {{ text-align: right; white-space: nowrap; }}
figure {{ margin: 12px 0; }}
figure svg {{ display: block; width: 100%; height: auto; }}
figcaption {{ font-size: 14px; margin-top: 8px; }}
.wins {{ color: var(--wins); }} .draws {{ color: var(--draws); }} .loses {{ color: var(--loses); }}
@media (max-width: 600px) {{
  body {{ padding: 20px 12px 48px; }}
  h1 {{ font-size: 24px; }}
  .panel {{ padding: 12px; }}
}}
@media print {{
  body {{ max-width: none; padding: 0; }}
  .panel {{ break-inside: avoid; }}
  h2 {{ break-after: avoid; }}
  .wide {{ overflow: visible; }}
  figure svg {{ min-width: 0 !important; }}
}}
"""
# Nothing may be loaded, whatever stands in the page.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def page(title: str, *parts: str, lead: str = "", style: str = "", script: str = "") -> str:
    """Return a whole page; `style` and `script` are for what only this page has."""
    policy = f"{_POLICY}; script-src 'unsafe-inline'" if script else _POLICY
    head = [
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="generator" content="fourscore">',
        '<link rel="icon" href="data:,">',
        f"<title>{markup(title)}</title>",
        f"<style>{STYLE}{style}</style>",
    ]
    body = [f"<header><h1>{markup(title)}</h1>"]
    if lead:
        body.append(f'<p class="lead">{markup(lead)}</p>')
    body += ["</header>", "<main>", *parts, "</main>"]
    if script:
        body.append(f"<script>{script}</script>")
    lines = ["<!doctype html>", '<html lang="en">', "<head>", *head, "</head>"]
    return "\n".join([*lines, "<body>", *body, "</body>", "</html>", ""])


def markup(text: str) -> Html:
    """Escape a text unless it is markup.

    >>> markup("a < b"), markup(Html("<b>"))
    ('a &lt; b', '<b>')
    """
    return text if isinstance(text, Html) else Html(escape(text))


def paragraph(text: str, kind: str = "") -> Html:
    """Return a paragraph."""
    start = f'<p class="{kind}">' if kind else "<p>"
    return Html(f"{start}{markup(text)}</p>")


def code(text: str) -> Html:
    """Return a spec or a move string in the type for such.

    >>> code("4453")
    '<code>4453</code>'
    """
    return Html(f"<code>{escape(text)}</code>")


def section(heading: str, *parts: str) -> Html:
    """Return a section with its heading."""
    return Html("\n".join(["<section>", f"<h2>{markup(heading)}</h2>", *parts, "</section>"]))


def table(headers: Sequence[str], rows: Iterable[Sequence[str]], says: str = "Table") -> Html:
    """Return a table; a header that begins with ">" right-aligns its column's figures.

    It scrolls by itself where it is too wide; `says` names it to those who do not see it.
    """
    classes = [' class="r"' if header.startswith(">") else "" for header in headers]
    titles = (markup(each.removeprefix(">")) for each in headers)
    # A header without words is a cell: a screen reader would announce nothing.
    head = "".join(
        f'<th scope="col"{kind}>{title}</th>' if title else f"<td{kind}></td>"
        for kind, title in zip(classes, titles, strict=True)
    )
    lines = [
        "".join(f"<td{kind}>{markup(c)}</td>" for kind, c in zip(classes, row, strict=True))
        for row in rows
    ]
    body = "\n".join(f"<tr>{line}</tr>" for line in lines)
    content = f"<table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table>"
    return _wide(content, says, "panel")


def picture(svg: str, caption: str, says: str = "Chart") -> Html:
    """Return a drawing with what it shows below it."""
    drawing = _wide(svg, says)
    return Html(
        f'<figure class="panel">\n{drawing}\n<figcaption>{markup(caption)}</figcaption></figure>'
    )


def board(position: Position, marked: Iterable[Cell] = ()) -> Html:
    """Return a board as a picture in the page's colours, with a rim around marked discs."""
    drawing = board_svg(position.rows(), marked)
    drawing = drawing.replace(f'fill="{HOLE}"', 'fill="var(--page)"')
    return Html(drawing.replace(f'fill="{BOARD}"', 'fill="var(--board)"'))


def _wide(content: str, says: str, kind: str = "") -> Html:
    """Let content that is wider than the screen scroll in its own place, by keyboard too."""
    names = f"{kind} wide".strip()
    start = f'<div class="{names}" role="region" tabindex="0" aria-label="{escape(says)}">'
    return Html(f"{start}\n{content}\n</div>")


def write_page(path: Path, content: str) -> None:
    """Write a page; raises `InputError` if that fails."""
    try:
        path.write_text(content, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"cannot write the file '{path}': {error.strerror}") from None
