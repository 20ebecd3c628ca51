"""Write the front end's types from the OpenAPI document of the server.

python -m scripts.api_types            write web/src/shared/schema.d.ts
python -m scripts.api_types --check    stop if it is not what the server describes
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from scripts.website.http_api import openapi_document

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "web" / "src" / "shared" / "schema.d.ts"
WORDS = ("title", "summary", "description")


def document() -> dict[str, Any]:
    """Return the shapes of the OpenAPI document, without refusals: these all have one shape."""
    found = openapi_document()
    for methods in found["paths"].values():
        for operation in methods.values():
            operation["responses"] = {"200": operation["responses"]["200"]}
    bare: dict[str, Any] = shapes_only(found)
    return bare


def shapes_only(part: Any) -> Any:
    """Drop words, so that the types change only when a shape does."""
    if isinstance(part, list):
        return [shapes_only(each) for each in part]
    if not isinstance(part, dict):
        return part
    words = {name for name, value in part.items() if name in WORDS and isinstance(value, str)}
    return {name: shapes_only(value) for name, value in part.items() if name not in words}


def types() -> str:
    """Return the types that `npm run types` makes of the document."""
    command = ["npm", "--prefix", str(ROOT / "web"), "run", "--silent", "types"]
    text = json.dumps(document())
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True, text=True)
    return done.stdout


def main() -> None:
    new = types()
    if "--check" not in sys.argv:
        TYPES.write_text(new, encoding="utf-8")
    elif not TYPES.is_file() or TYPES.read_text(encoding="utf-8") != new:
        sys.exit(f"{TYPES.relative_to(ROOT)} is not what the server describes; run make types.")


if __name__ == "__main__":
    main()
