"""Write the front end's types from the OpenAPI document of the server.

python scripts/api_types.py            write web/src/shared/schema.d.ts
python scripts/api_types.py --check    stop if it is not what the server describes
"""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from fourscore.web.app import WebApp
from fourscore.web.settings import Settings

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "web" / "src" / "shared" / "schema.d.ts"
WORDS = ("title", "summary", "description")


async def document() -> dict[str, Any]:
    """Return the shapes of the OpenAPI document, without refusals: these all have one shape."""
    with TemporaryDirectory() as data:
        # The workers start with the server, which is never started here.
        transport = httpx.ASGITransport(WebApp(Settings(data=Path(data))))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            found: dict[str, Any] = (await client.get("/api/v1/openapi.json")).json()
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
    text = json.dumps(asyncio.run(document()))
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
