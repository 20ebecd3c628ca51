"""The OpenAPI document as a plain page, for reading: no script, nothing from elsewhere."""

from collections.abc import Iterator
from html import escape
from typing import Any

__all__ = ["STYLE", "render"]

STYLE = """
:root { color-scheme: light dark; --ink: #1b2430; --quiet: #5d6977; --page: #faf9f6;
  --line: #d9dce1; --link: #3f51c9; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9edf2; --quiet: #97a3b1; --page: #12161d; --line: #2c3440; --link: #8091ff; }
}
body { margin: 0 auto; padding: 24px 16px 64px; max-width: 960px; background: var(--page);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 32px; } h2 { font-size: 20px; margin-top: 40px; } h3 { font-size: 16px; }
code, .path { font-family: ui-monospace, monospace; font-size: 14px; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; vertical-align: top; padding: 4px 16px 4px 0;
  border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: normal; }
section { border-top: 1px solid var(--line); margin-top: 24px; }
a { color: var(--link); } p.quiet { color: var(--quiet); }
"""

Json = dict[str, Any]


def render(document: Json) -> str:
    """Write an OpenAPI document as HTML."""
    info = document["info"]
    paragraphs = "".join(f"<p>{_text(part)}</p>" for part in info["description"].split("\n\n"))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(info["title"])} API</title>
<link rel="stylesheet" href="docs.css">
</head>
<body>
<main>
<h1>The API of {escape(info["title"])} {escape(info["version"])}</h1>
{paragraphs}
<p><a href="openapi.json">The OpenAPI document</a></p>
{"".join(_operations(document["paths"]))}
<h2>Shapes</h2>
{"".join(_shapes(document["components"]["schemas"]))}
</main>
</body>
</html>
"""


def _text(text: str) -> str:
    """Escape a text and set what stands between backquotes as code."""
    parts = escape(text, quote=False).split("`")
    return "".join(f"<code>{part}</code>" if odd % 2 else part for odd, part in enumerate(parts))


def _operations(paths: Json) -> Iterator[str]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            yield f"<section><h2><span class=path>{method.upper()} {escape(path)}</span></h2>"
            yield f"<p>{_text(operation.get('description', ''))}</p>"
            yield from _parameters(operation.get("parameters", []))
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if body:
                yield f"<p>Body: {_kind(body['schema'])}</p>"
            yield from _responses(operation["responses"])
            yield "</section>"


def _parameters(parameters: list[Json]) -> Iterator[str]:
    if parameters:
        yield "<table><tr><th>parameter<th>in<th>kind<th>meaning</tr>"
        for each in parameters:
            schema = each["schema"]
            meaning = _text(each.get("description") or schema.get("description", ""))
            yield f"<tr><td><code>{escape(each['name'])}</code><td>{each['in']}"
            yield f"<td>{_kind(schema)}<td>{meaning}</tr>"
        yield "</table>"


def _responses(responses: Json) -> Iterator[str]:
    yield "<table><tr><th>status<th>answer<th>meaning</tr>"
    for status, response in sorted(responses.items()):
        kinds = [
            _kind(content["schema"]) if "$ref" in content["schema"] else f"<code>{name}</code>"
            for name, content in response.get("content", {}).items()
        ]
        meaning = _text(response["description"])
        yield f"<tr><td>{status}<td>{', '.join(kinds)}<td>{meaning}</tr>"
    yield "</table>"


def _shapes(schemas: Json) -> Iterator[str]:
    for name, schema in sorted(schemas.items()):
        yield f'<section><h3 id="{name}">{name}</h3><p>{_text(schema.get("description", ""))}</p>'
        yield "<table><tr><th>field<th>kind<th>meaning</tr>"
        for field, inner in schema.get("properties", {}).items():
            yield f"<tr><td><code>{field}</code><td>{_kind(inner)}"
            yield f"<td>{_text(inner.get('description', ''))}</tr>"
        yield "</table></section>"


def _kind(schema: Json) -> str:
    """Return what a schema allows."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(_kind(each) for each in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(f"<code>{escape(str(each))}</code>" for each in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_kind(schema['additionalProperties'])}"
    return escape(str(schema.get("type", "anything")))
