"""Keep the output that the README shows the real one.

python scripts/readme.py            run every `$ command` of the README and paste what it says
python scripts/readme.py --check    stop if any of it has changed; times are not compared
"""

import difflib
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
BLOCK = re.compile(r"(?<=```console\n)\$ (.*)\n((?:.*\n)*?)(?=```)")
TIMES = re.compile(r"\d[\d.]* (ms|µs|s|[kMG] nodes/s)\b")


def renew(text: str) -> str:
    """Return the text with the output of every command as it is now."""
    with ThreadPoolExecutor() as pool:
        outputs = pool.map(_output, [block[1] for block in BLOCK.finditer(text)])
        return BLOCK.sub(lambda block: f"$ {block[1]}\n{next(outputs)}", text)


def _output(command: str) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "NO_COLOR": "1"}
    environment.pop("COLUMNS", None)
    done = subprocess.run(
        command,
        shell=True,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.stdout


def main() -> None:
    old = README.read_text(encoding="utf-8")
    new = renew(old)
    if "--check" not in sys.argv:
        README.write_text(new, encoding="utf-8")
        return
    old, new = (TIMES.sub("", text) for text in (old, new))
    changes = difflib.unified_diff(
        old.splitlines(), new.splitlines(), "README.md", "now", lineterm=""
    )
    if old != new:
        sys.exit("\n".join([*changes, "", "Run scripts/readme.py to show what is true now."]))


if __name__ == "__main__":
    main()
