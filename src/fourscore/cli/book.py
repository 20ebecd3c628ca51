"""`fourscore book`: build an opening book, describe one, and verify one."""

import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fourscore.cli.options import AsJson, SizeText, refuse_given
from fourscore.cli.workers import ClusterAddress, WorkerCount, open_pool
from fourscore.errors import InputError

if TYPE_CHECKING:
    from fourscore.book import OpenedBook, ShippedBook
    from fourscore.book.builder import Progress, Settings
    from fourscore.runtime.workers import WorkerPool

__all__ = ["app", "chosen_book"]

REPORT_SECONDS = 60
"""How often a build that is not on a terminal reports its progress."""

app = typer.Typer(help="Make and check opening books.", no_args_is_help=True, add_completion=False)

File = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FILE]", help="The book; without it, the shipped one.", show_default=False
    ),
]


# For the commands that solve


def chosen_book(file: Path | None, no_book: bool, size: str) -> "OpenedBook | ShippedBook | None":
    """Return the book for --book FILE or --no-book, or else the shipped one."""
    from fourscore.book import find_book, open_book
    from fourscore.core.notation import parse_size

    if file is None:
        return find_book("none" if no_book else "shipped")
    if no_book:
        raise InputError("--book and --no-book exclude each other")
    book = open_book(file)
    wanted = parse_size(size)
    if (book.header.width, book.header.height) != wanted:
        raise InputError(f"{book.name} is for {book.header.size}, not for {size}")
    return book


# Building one


@app.command()
def build(
    plies: Annotated[int, typer.Option(metavar="N", min=0, help="Discs on the board, at most.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to.")],
    size: SizeText = "7x6",
    workers: WorkerCount = None,
    cluster: ClusterAddress = "",
    megabytes: Annotated[
        int, typer.Option(metavar="MB", min=1, max=65536, help="For the table of each worker.")
    ] = 64,
) -> None:
    """Score every position of up to N plies, and write them as a book.

    Its provenance is written beside FILE, as JSON, and what is known so far as FILE.part. Stop
    it whenever and however you like; the same command resumes it.
    """
    from fourscore.book.builder import Settings
    from fourscore.book.reader import provenance_path
    from fourscore.cli import console
    from fourscore.cli.progress import interruptible
    from fourscore.core.notation import parse_size
    from fourscore.runtime.files import check_target

    check_target(out)
    width, height = parse_size(size)
    settings = Settings(plies, width, height, megabytes)
    pool = open_pool(workers, cluster)
    with interruptible() as interruption:
        _run(settings, out, pool, _command(settings, out, workers, cluster))
    interruption.exit_if_happened("run the same command again to resume")
    console.output().print(f"{out} is done; {provenance_path(out).name} says how it was made.")


def _command(settings: "Settings", out: Path, workers: int | None, cluster: str) -> str:
    """Write the command for the provenance, without places on this machine."""
    words = ["fourscore book build", f"--plies {settings.plies}", f"--out {out.name}"]
    words += [f"--size {settings.width}x{settings.height}"]
    words += [f"--workers {workers}"] if workers else []
    words += ["--cluster"] if cluster else []
    return " ".join([*words, f"--megabytes {settings.megabytes:g}"])


def _run(settings: "Settings", out: Path, pool: "WorkerPool", command: str) -> None:
    from fourscore.book.builder import build

    with _BuildProgress() as progress, closing(build(settings, out, pool, command)) as events:
        for event in events:
            progress.show(event)


class _BuildProgress:
    """How far a build is: a bar on a terminal, elsewhere a line now and then."""

    def __init__(self) -> None:
        from fourscore.cli import console
        from fourscore.cli.progress import make_progress

        self._errors = console.errors()
        self._bar = make_progress()
        self._task = self._bar.add_task("solving", total=None)
        self._first: Progress | None = None
        self._began = self._reported = time.monotonic()

    def __enter__(self) -> "_BuildProgress":
        self._bar.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.__exit__(None, None, None)

    def show(self, event: "Progress") -> None:
        """Update the bar, or print a line if it is time."""
        self._bar.update(self._task, completed=event.done, total=event.total)
        now = time.monotonic()
        if self._first is None:
            self._first, self._began = event, now
            # What an earlier run has done says nothing about the speed of this one.
            self._bar.reset(self._task, completed=event.done, total=event.total)
        elif self._bar.disable and now - self._reported > REPORT_SECONDS:
            self._reported = now
            self._errors.print(self._line(event, now))

    def _line(self, event: "Progress", now: float) -> str:
        assert self._first is not None
        rate = max(event.done - self._first.done, 1) / (now - self._began)
        left = (event.total - event.done) / rate / 3600
        return f"{event.done:,} of {event.total:,} positions, {rate:.0f}/s, {left:.1f} hours left"


# Describing one


@app.command()
def info(file: File = None, json: AsJson = False) -> None:
    """Show what a book contains and where it comes from."""
    from fourscore.book.reader import provenance_path
    from fourscore.cli import console

    path = _path(file)
    book = _open(path)
    header = book.header
    about = {
        "file": str(path),
        "size": header.size,
        "plies": header.plies,
        "entries": header.entries,
        "slots": header.slots,
        "bytes": header.file_bytes,
        "sha224": header.digest.hex(),
        "entries_by_ply": _entries_by_ply(book),
        "provenance": _provenance(provenance_path(path)),
    }
    if json:
        console.print_json(about)
        return
    out = console.output()
    out.print(f"{path}: every undecided position of {header.size} up to {header.plies} plies")
    out.print(f"{header.entries:,} entries in {header.slots:,} slots, {header.file_bytes:,} bytes")
    out.print(f"SHA-224 {header.digest.hex()}\n")
    table = console.quiet_table(">ply", ">entries")
    for ply, entries in enumerate(_entries_by_ply(book)):
        table.add_row(str(ply), f"{entries:,}")
    console.print_table(table)
    for name, value in (_provenance(provenance_path(path)) or {}).items():
        out.print(f"{name}: {value}")


@app.command()
def verify(
    context: typer.Context,
    file: File = None,
    sample: Annotated[
        int, typer.Option(metavar="N", min=0, help="Entries to solve again, drawn at random.")
    ] = 100,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed, the same entries.")] = 0,
    megabytes: Annotated[
        int, typer.Option(metavar="MB", min=1, max=65536, help="For the solver's table.")
    ] = 256,
) -> None:
    """Check every byte of a book, every ply against the next, and a sample by solving it again."""
    from fourscore.book.verify import verify as check
    from fourscore.cli import console
    from fourscore.cli.progress import stepwise
    from fourscore.runtime.interrupt import call_in_thread
    from fourscore.solver import Solver

    if not sample:
        refuse_given(context, "--sample 0 solves nothing again", "seed", "megabytes")
    book = _open(_path(file))
    with stepwise(transient=True) as show:
        solver = Solver(megabytes)
        found = call_in_thread(lambda: check(book, solver, sample, seed, on_step=show))
    console.output().print(
        f"{book.name} is sound: {found.entries:,} entries, {found.solved:,} of them solved again"
    )


def _path(file: Path | None) -> Path:
    from fourscore.book.reader import SHIPPED

    if file is None and not SHIPPED.exists():
        raise InputError("no book comes with this fourscore; name one")
    return file or SHIPPED


def _open(path: Path) -> "OpenedBook":
    from fourscore.book import open_book

    return open_book(path)


def _entries_by_ply(book: "OpenedBook") -> list[int]:
    from itertools import pairwise

    return [book.count(first, end) for first, end in pairwise(book.ranking.first_slot)]


def _provenance(path: Path) -> dict[str, Any] | None:
    """Read the provenance of a book; None if there is none that can be read."""
    import json

    try:
        about = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return about if isinstance(about, dict) else None
