"""`fourscore marks`: keys and links for a class, and the results that learners hand in."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from fourscore.errors import InputError

__all__ = ["app"]

app = typer.Typer(
    help="Make links for a class, and gather the results that learners hand in.",
    no_args_is_help=True,
    add_completion=False,
)
REJECTED = 1
"""The exit code if some results do not count."""

ClassName = Annotated[str, typer.Argument(metavar="CLASS", help="As in 10b or cs101-2026.")]
Classes = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Where the keys are; by default in your home folder."),
]


class KeepOption(StrEnum):
    """Which of several results counts."""

    best = "best"
    first = "first"
    last = "last"


@app.command()
def key(name: ClassName, classes: Classes = None) -> None:
    """Make the key with which a server signs the results of a class. Keep it to yourself."""
    from fourscore.cli import console
    from fourscore.insight.lessons.marks import make_key

    path = make_key(name, _folder(classes))
    console.print_line(f"The key of {name} is in '{path}'.")
    console.print_line("`fourscore serve` signs with it; keep it from learners, and make a copy.")


@app.command()
def link(
    name: ClassName,
    lesson: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A lesson; may be repeated. All by default."),
    ] = None,
    exercise: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="An exercise; may be repeated."),
    ] = None,
    learner: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A link for one learner; may be repeated."),
    ] = None,
    server: Annotated[
        str, typer.Option(metavar="URL", help="The address of the server.")
    ] = "http://127.0.0.1:8000",
    classes: Classes = None,
) -> None:
    """Print links for a class; who opens one without a learner is asked for a name."""
    from urllib.parse import quote, urlsplit

    from fourscore.cli import console
    from fourscore.insight.lessons.marks import check_learner, read_keys

    folder = _folder(classes)
    if name not in read_keys(folder):
        raise InputError(f"there is no key for the class {name}; `fourscore marks key {name}`")
    if urlsplit(server).scheme not in ("http", "https"):
        raise InputError(f"{server!r} is not the address of a server; it begins with https://")
    root = server.rstrip("/")
    pages = [f"{root}/tour?lesson={quote(each)}" for each in _lessons(lesson, exercise)]
    pages += [f"{root}/exercises?id={quote(_exercise(each))}" for each in exercise or ()]
    for page in pages:
        for who in [check_learner(each) for each in learner or ()] or [""]:
            more = f"&learner={quote(who)}" if who else ""
            console.print_line(f"{page}&class={quote(name)}{more}")


def _lessons(chosen: list[str] | None, exercises: list[str] | None) -> list[str]:
    from fourscore.insight.lessons.folder import built_in

    known = [each.name for each in built_in()]
    if not chosen and not exercises:
        return known
    for name in chosen or ():
        if name not in known:
            why = "does not come with fourscore; `serve --lessons DIR` must have it"
            typer.echo(f"note: the lesson {name} {why}", err=True)
    return chosen or []


def _exercise(name: str) -> str:
    from fourscore.insight.exercises.making import read_exercise_id

    read_exercise_id(name)
    return name


@app.command()
def collect(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The files that learners have handed in.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A CSV file; standard output if not given."),
    ] = None,
    keep: Annotated[
        KeepOption, typer.Option(help="Which result counts if a learner has several.")
    ] = KeepOption.best,
    classes: Classes = None,
) -> None:
    """Verify results and gather them in one table.

    Files may hold one code or many, also within other text, such as mails. What is not signed by
    the key of its class is named and does not count; the exit code is then 1.
    """
    from fourscore.cli import console
    from fourscore.core.notation import plural
    from fourscore.insight.lessons.collecting import Keep, collect, write_csv
    from fourscore.insight.lessons.marks import read_keys
    from fourscore.runtime.files import check_target, write_text

    if out is not None:
        check_target(out)
    keys = read_keys(_folder(classes))
    if not keys:
        raise InputError("there is no key of any class; `fourscore marks key CLASS` makes one")
    found = collect(folder, keys, Keep(keep))
    table = write_csv(found.rows)
    if out is None:
        typer.echo(table, nl=False)
    else:
        write_text(out, table)
        learners = {(row.result.class_name, row.result.learner.casefold()) for row in found.rows}
        console.print_line(
            f"{plural(len(found.rows), 'result')} of {plural(len(learners), 'learner')} in '{out}'"
        )
    for each in found.rejected:
        typer.echo(f"not counted: {each.file}: {each.reason}", err=True)
    if found.rejected:
        raise typer.Exit(REJECTED)


def _folder(classes: Path | None) -> Path:
    from fourscore.insight.lessons.marks import classes_folder

    return classes_folder() if classes is None else classes
