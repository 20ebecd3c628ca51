"""Keep what the documentation shows true: run it, and compare or paste what it prints.

python scripts/transcripts.py            run every page and paste what its commands print
python scripts/transcripts.py --check    fail if any output has changed; times are not compared

Name pages to run only theirs. A page runs from top to bottom in one temporary folder. A block is

- `console`: each `$ command`, followed by what it prints. If `^C` is shown, Ctrl-C is pressed
  as soon as the ledger that the command writes has games.
  Under a title that begins with "Terminal", it goes on running until the end of the page;
- `pycon`: a session at Python's prompt, one for the whole page;
- any other block whose title is the name of a file: that file, written into the folder.

A line of three dots stands for any lines. `<!-- slow -->` above a block leaves it to slow tests.
"""

import contextlib
import difflib
import hashlib
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fourscore.runtime.system import FileLock

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
TUTORIALS = tuple(f"docs/tutorials/{path.name}" for path in sorted(DOCS.glob("tutorials/*.md")))
PAGES = (
    *(
        f"docs/{name}.md"
        for name in (
            "program/command-line",
            "agents/arena",
            "agents/datasets",
            "agents/suites",
            "play/explain",
            "play/levels",
            "play/openings",
            "play/puzzles",
            "play/review",
            "play/terminal",
            "learn/grading",
            "learn/exercises",
            "learn/tree",
            "learn/lessons",
        )
    ),
    *TUTORIALS,
)
SLOW = "<!-- slow -->\n"
BLOCK = re.compile(
    rf'(?m)^(?P<slow>{SLOW}\n?)?```(?P<kind>\w+)(?: title="(?P<title>[^"]*)")?\n'
    r"(?P<body>(?:.*\n)*?)```$"
)
COMMAND = re.compile(r"(?m)^\$ (?P<command>(?:.*\\\n)*.*)\n(?P<shown>(?:(?!\$ ).*\n)*)")
EXAMPLE = re.compile(r"(?m)^(?P<source>>>> .*\n(?:\.\.\. .*\n)*)(?P<shown>(?:(?!>>> |\n\Z).*\n)*)")
"""Doctest wants an empty line at the end of a block; it is not printed."""
FILE = re.compile(r"[\w./-]+\.\w+")
INTERRUPT = "^C\n"
LIMIT = 900.0
"""Seconds after which a command that has not ended is ended."""
PATIENCE = 300.0
"""Seconds to wait for what a process that goes on running prints first."""
PORTS = ("8000", "8786")
"""Ports that pages name; commands run with free ones instead."""
TIMES = re.compile(
    r"\d[\d.,]* (ms|µs|s|MB|times|nodes a second|[kMG] nodes/s)\b"
    r"|\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?([.,]\d+)?"
)


class Folder:
    """The folder in which a page runs, with the processes that go on running in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.ports = {port: _free_port() for port in PORTS}
        self.running: list[subprocess.Popen[str]] = []
        self.prompt: subprocess.Popen[str] | None = None

    def run(self, command: str, shown: str) -> str:
        """Run a command to its end, or until Ctrl-C where that is shown; return what it prints."""
        process = self._start(self._with_ports(command), shell=True)
        found = re.search(r"\S+\.ledger\b", command) if INTERRUPT in shown else None
        while found and process.poll() is None and not _has_games(self.path / found[0]):
            time.sleep(0.05)
        if found:
            _signal(process, signal.SIGINT)
        try:
            printed = process.communicate(timeout=LIMIT)[0]
        except subprocess.TimeoutExpired:
            _signal(process, signal.SIGKILL)
            printed = f"{process.communicate()[0]}(ended after {LIMIT:.0f} seconds)\n"
        return (INTERRUPT if found else "") + self._as_shown(printed)

    def start(self, command: str, shown: str) -> str:
        """Start a command that goes on running; return what it prints first."""
        log = self.path / f".terminal-{len(self.running)}"
        with log.open("w") as output:
            process = self._start(self._with_ports(command), shell=True, stdout=output)
        self.running.append(process)
        deadline = time.monotonic() + PATIENCE
        printed = ""
        while not (printed and alike(shown, printed)) and time.monotonic() < deadline:
            time.sleep(0.1)
            printed = self._as_shown(log.read_text(encoding="utf-8"))
            if process.poll() is not None or (printed and not shown):
                break
        return printed

    def ask(self, source: str) -> str:
        """Type an example at Python's prompt; return what it prints."""
        if self.prompt is None:
            command = [sys.executable, "-i", "-q", "-c", "import sys; sys.ps1 = sys.ps2 = ''"]
            self.prompt = self._start(command, stdin=subprocess.PIPE)
            self.running.append(self.prompt)
        typed, answers = self.prompt.stdin, self.prompt.stdout
        assert typed is not None
        assert answers is not None
        lines = [line[4:] for line in self._with_ports(source).splitlines()]
        typed.write("\n".join([*lines, *([""] if len(lines) > 1 else []), "print('\\0')\n"]))
        typed.flush()
        return self._as_shown("".join(iter(answers.readline, "\0\n")))

    def close(self) -> None:
        """End what is still running."""
        for process in reversed(self.running):
            _signal(process, signal.SIGTERM)
        for process in self.running:
            try:
                process.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                _signal(process, signal.SIGKILL)
                process.communicate()

    def _start(self, command: str | list[str], **more: Any) -> "subprocess.Popen[str]":
        settings: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, **more}
        return subprocess.Popen(
            command,
            cwd=self.path,
            env=environment(self.path),
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            start_new_session=True,
            **settings,
        )

    def _with_ports(self, text: str) -> str:
        return re.sub("|".join(PORTS), lambda port: self.ports[port[0]], text)

    def _as_shown(self, text: str) -> str:
        for port, free in self.ports.items():
            text = text.replace(f":{free}", f":{port}")
        return text


def environment(folder: Path) -> dict[str, str]:
    """Return variables under which commands find this Python, and touch nothing of the user's.

    What pip installs, without asking an index, goes into a folder of the page's own.
    """
    site = folder / ".site"
    paths = {
        "PATH": [str(Path(sys.executable).parent), str(site / "bin"), os.environ["PATH"]],
        "PYTHONPATH": [str(site), os.environ.get("PYTHONPATH", "")],
    }
    changed = {name: os.pathsep.join(filter(None, each)) for name, each in paths.items()}
    pip = {"TARGET": str(site), "NO_INDEX": "1", "NO_DEPS": "1", "NO_BUILD_ISOLATION": "0"}
    pip |= {"DISABLE_PIP_VERSION_CHECK": "1", "ROOT_USER_ACTION": "ignore"}
    changed |= {f"PIP_{name}": value for name, value in pip.items()}
    changed |= {"FOURSCORE_STATE": str(folder / ".state"), "NO_COLOR": "1", "PYTHONUTF8": "1"}
    kept = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    return {**kept, **changed}


def _free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def _has_games(ledger: Path) -> bool:
    address = f"file:{ledger}?mode=ro"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True)) as found:
            return bool(found.execute("SELECT count(*) > 5 FROM game").fetchone()[0])
    except sqlite3.Error:  # not written yet
        return False


def _signal(process: "subprocess.Popen[str]", number: signal.Signals) -> None:
    """Signal a process and all that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def alike(shown: str, printed: str) -> bool:
    """Tell whether what is shown is what was printed, times and the width of columns aside.

    >>> alike("solved in 3 ms\\n", "solved in 12 ms\\n"), alike("...\\nlast\\n", "1\\n2\\nlast\\n")
    (True, True)
    >>> alike("column 4\\n", "column 5\\n")
    False
    """
    has_times = TIMES.search(printed) is not None

    def plain(text: str) -> str:
        blurred = re.sub(" +", " ", TIMES.sub("T", text)) if has_times else text
        return re.sub("(?m) +$", "", blurred)

    parts = (re.escape(plain(part)) for part in re.split(r"(?m)^\.\.\.\n", shown))
    return re.fullmatch(r"(?:.*\n)*".join(parts), plain(printed)) is not None


class Runner:
    """Runs the blocks of one page, one after the other."""

    def __init__(self, folder: Folder, *, slow: bool) -> None:
        self.folder, self.slow = folder, slow

    def renew(self, block: "re.Match[str]") -> str:
        """Run a block and return it as it should be."""
        whole, body = block[0], block["body"]
        if block["slow"] and not self.slow:
            return whole
        if block["kind"] == "console" and body.startswith("$ "):
            return whole.replace(body, COMMAND.sub(self._command(block["title"]), body))
        if block["kind"] == "pycon":
            return whole.replace(body, EXAMPLE.sub(self._example, body))
        if FILE.fullmatch(block["title"] or ""):
            file = self.folder.path / block["title"]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(body, encoding="utf-8")
        return whole

    def _command(self, title: str | None) -> Any:
        run = self.folder.start if (title or "").startswith("Terminal") else self.folder.run

        def renew(found: "re.Match[str]") -> str:
            printed = run(found["command"], found["shown"])
            return f"$ {found['command']}\n{_settle(found['shown'], printed)}"

        return renew

    def _example(self, found: "re.Match[str]") -> str:
        return found["source"] + _settle(found["shown"], self.folder.ask(found["source"]))


def _settle(shown: str, printed: str) -> str:
    """Choose what the page should show: what it shows already, unless that has become untrue."""
    return shown if alike(shown, printed) else printed


def renew(page: str, *, slow: bool = True) -> str:
    """Return a page with the output of every command as it is now; what is alike stays."""
    with _folder_of(page) as path:
        folder = Folder(path)
        try:
            return BLOCK.sub(Runner(folder, slow=slow).renew, read(page))
        finally:
            folder.close()


@contextlib.contextmanager
def _folder_of(page: str) -> Iterator[Path]:
    """Make an empty folder, the same for a page each time: its kernels are compiled once."""
    name = hashlib.blake2b(f"{ROOT}/{page}".encode(), digest_size=8).hexdigest()
    path = Path(tempfile.gettempdir()) / f"fourscore-page-{name}"
    with FileLock(path.with_suffix(".lock")):
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir()
        yield path
        shutil.rmtree(path, ignore_errors=True)


def files_of(page: str) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the files that a page has its readers write."""
    for block in BLOCK.finditer(read(page)):
        if FILE.fullmatch(block["title"] or ""):
            yield block["title"], block["body"]


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def changes(page: str, *, slow: bool = False) -> Iterator[str]:
    """Yield the lines in which a page differs from what its commands print, times aside."""
    old, now = read(page), renew(page, slow=slow)
    yield from difflib.unified_diff(old.splitlines(), now.splitlines(), page, "now", lineterm="")


def main(arguments: list[str]) -> None:
    pages = [each for each in arguments if each != "--check"] or PAGES
    if "--check" in arguments:
        if found := [line for page in pages for line in changes(page, slow=True)]:
            sys.exit(
                "\n".join([*found, "", "Run scripts/transcripts.py to bring them up to date."])
            )
        return
    for page in pages:
        (ROOT / page).write_text(renew(page), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
