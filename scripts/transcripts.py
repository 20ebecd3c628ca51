"""Keep the transcripts in the documentation true.

python scripts/transcripts.py            run every `$ command` and paste what it prints
python scripts/transcripts.py --check    fail if any output has changed; times are not compared

Name pages to run only theirs. The commands of a page run in one temporary folder.
"""

import difflib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = tuple(
    f"docs/{name}.md"
    for name in (
        "program/command-line",
        "agents/datasets",
        "play/explain",
        "play/levels",
        "play/puzzles",
        "play/review",
        "play/terminal",
        "learn/tree",
    )
)
BLOCK = re.compile(r"(?<=```console\n)\$ (.*)\n((?:.*\n)*?)(?=```)")
TIMES = re.compile(r"\d[\d.]* (ms|µs|s|[kMG] nodes/s)\b")


def renew(text: str) -> str:
    """Return a page with the output of every command as it is now."""
    with tempfile.TemporaryDirectory() as folder:
        return BLOCK.sub(partial(_renew_block, Path(folder)), text)


def _renew_block(folder: Path, block: "re.Match[str]") -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "NO_COLOR": "1"}
    environment.pop("COLUMNS", None)
    done = subprocess.run(
        block[1],
        shell=True,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return f"$ {block[1]}\n{done.stdout}"


def changes(page: str) -> Iterator[str]:
    """Yield the lines in which a page differs from what its commands print, times aside."""
    old = (ROOT / page).read_text(encoding="utf-8")
    before, now = (TIMES.sub("", text).splitlines() for text in (old, renew(old)))
    yield from difflib.unified_diff(before, now, page, "now", lineterm="")


def main(arguments: list[str]) -> None:
    pages = [each for each in arguments if each != "--check"] or PAGES
    if "--check" in arguments:
        if found := [line for page in pages for line in changes(page)]:
            sys.exit(
                "\n".join([*found, "", "Run scripts/transcripts.py to bring them up to date."])
            )
        return
    for page in pages:
        path = ROOT / page
        path.write_text(renew(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
