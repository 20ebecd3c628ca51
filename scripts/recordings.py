"""Record the answers of the server that the front end's unit tests read.

python scripts/recordings.py    write web/src/traces/recordings/*.json, and again what
                                web/src/testing/answers.jsonl has; a line there may lack its answer
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

SOURCES = Path(__file__).parents[1] / "web" / "src"
FOLDER = SOURCES / "traces" / "recordings"
ANSWERS = SOURCES / "testing" / "answers.jsonl"
SMALL = {"size": "4x4", "variant": "standard"}
SEARCHES = {
    "alphabeta": {**SMALL, "agent": "alphabeta:depth=3", "moves": "1122"},
    "mcts": {**SMALL, "agent": "mcts:playouts=60,seed=1", "moves": "1122"},
    "slip": {**SMALL, "agent": "expectiminimax:depth=1", "moves": "12", "variant": "slip"},
    # The shipped network is for the usual board; record this again when it changes.
    "puct": {"agent": "zero:playouts=60", "moves": "21366254327115"},
}
"""Searches that are small enough to be checked node by node."""


def record(client: httpx.Client, name: str) -> dict[str, Any]:
    """Return a trace and its tree as the API gives them, but for the time it took."""
    made = client.post("/api/v1/traces", json=SEARCHES[name])
    header = made.raise_for_status().json()
    header["report"]["seconds"] = 0.0
    tree = client.get(f"/api/v1/traces/{header['id']}/nodes").raise_for_status().json()
    return {"header": header, "tree": tree}


def read(name: str) -> dict[str, Any]:
    """Return what is recorded."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def read_answers() -> list[dict[str, Any]]:
    """Return what was asked for, a path and maybe a body each, with the answers."""
    return [json.loads(line) for line in ANSWERS.read_text(encoding="utf-8").splitlines()]


def ask(client: httpx.Client, asked: dict[str, Any]) -> dict[str, Any]:
    """Return a line of answers as the API gives it, but for the time it took."""
    path, body = f"/api/v1{asked['path']}", asked.get("body")
    made = client.get(path) if body is None else client.post(path, json=body)
    answer = made.raise_for_status().json()
    if "report" in answer:
        answer["report"]["seconds"] = 0.0
    return {**asked, "answer": answer}


def main() -> None:
    with TemporaryDirectory() as data:
        options = ["--port", "0", "--workers", "1", "--data", data]
        command = [sys.executable, "-m", "fourscore", "serve", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            match = re.search(r"http://\S+", server.stdout.readline())
            assert match is not None
            with httpx.Client(base_url=match[0], timeout=60) as client:
                for name in SEARCHES:
                    text = json.dumps(record(client, name), separators=(",", ":"))
                    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
                lines = [
                    json.dumps(ask(client, each), separators=(",", ":"), ensure_ascii=False)
                    for each in read_answers()
                ]
            ANSWERS.write_text("\n".join(lines) + "\n", encoding="utf-8")
            server.terminate()


if __name__ == "__main__":
    main()
