"""The app: its commands, and how errors are reported.

To add a command, write a function in a module of its own and name it in `COMMANDS`. Import
what is heavy (anything of fourscore but `errors`) inside the function: `fourscore --help`
loads every command module and must not wait for Numba.
"""

import io
import os
import re
import signal
import sys
import warnings
from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer

from fourscore.cli import (
    agents,
    book,
    dataset,
    engine,
    explain,
    ledger,
    match,
    move,
    play,
    puzzles,
    race,
    review,
    serve,
    show,
    solve,
    study,
    tournament,
    tree,
    warmup,
)
from fourscore.errors import FourscoreError
from fourscore.runtime.interrupt import INTERRUPTED

__all__ = ["COMMANDS", "app", "main"]

BAD_INPUT = 2
COMMANDS = (
    play.play,
    move.move,
    show.show,
    solve.solve,
    explain.explain,
    review.review,
    race.race,
    tree.tree,
    puzzles.puzzles,
    match.match,
    tournament.tournament,
    dataset.dataset,
    engine.engine,
    serve.serve,
    solve.bench,
    warmup.warmup,
)

app = typer.Typer(
    name="fourscore",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in COMMANDS:
    app.command()(command)
app.add_typer(agents.app, name="agents")
app.add_typer(book.app, name="book")
app.add_typer(ledger.app, name="ledger")
app.add_typer(study.app, name="study")


def _say_version(asked: bool) -> None:
    if asked:
        from fourscore import __version__

        typer.echo(f"fourscore {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    """A Connect Four laboratory: play it, watch searches think, measure them."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


# Click's usage error, wherever Typer has put it.
_UsageError: type[BaseException] = typer.BadParameter.__mro__[1]


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command and exit: 0, 2 for bad input, 130 when interrupted."""
    given = sys.argv[1:] if arguments is None else arguments
    _replace_what_cannot_be_written()
    warnings.formatwarning = _say_warning  # type: ignore[assignment]
    try:
        code = app([_shield(each) for each in given], prog_name="fourscore", standalone_mode=False)
    except FourscoreError as error:
        _fail(error.for_people)
    except _UsageError as error:
        _fail(_usage_sentence(error))
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    if code == INTERRUPTED:
        _leave_at_once(INTERRUPTED)
    sys.exit(code if isinstance(code, int) else 0)


def _replace_what_cannot_be_written() -> None:
    """Print "?" where a terminal or pipe has no such letter."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _shield(argument: str) -> str:
    """Keep a board that starts with an empty cell from being parsed as an option."""
    looks_like_board = re.fullmatch(r"-[-.XOxo|/+\s]{2,}", argument)
    return f"|{argument}" if looks_like_board and argument.strip("-") else argument


def _usage_sentence(error: BaseException) -> str:
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "fourscore"
    return f"{' '.join(message.split()).rstrip('.')}; see {path} --help"


def _say_warning(message: Warning | str, *_: object) -> str:
    return f"warning: {message}\n"


def _fail(sentence: str) -> NoReturn:
    typer.echo(f"error: {sentence}", err=True)
    sys.exit(BAD_INPUT)


def _leave_at_once(code: int) -> NoReturn:
    """Exit without waiting for a search that may still run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.stdin.isatty() and sys.stdout.isatty():
        typer.echo()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
