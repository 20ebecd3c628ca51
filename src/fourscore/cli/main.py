"""The app: its commands, and how errors are reported.

To add a command, write a function in a module of its own and name it in `COMMANDS`. Only the
module of the command that is asked for is loaded. Import what is heavy (anything of fourscore
but `errors`) inside the function, and after the input is checked: help and error messages must
not wait for Numba.
"""

import importlib
import io
import os
import re
import signal
import sys
import warnings
from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from fourscore.errors import FourscoreError
from fourscore.runtime.interrupt import INTERRUPTED

__all__ = ["COMMANDS", "app", "load_command", "main"]

BAD_INPUT = 2
COMMANDS = {
    "play": "Play against an agent or a friend, or watch two agents; moves may also be piped in.",
    "move": "Choose a move, and show the value of each column.",
    "show": "Draw a position, with who moves, threats and legal columns.",
    "solve": "Prove the exact score of positions.",
    "explain": "Explain why a position is won, drawn or lost, and what a move does.",
    "review": "Judge a game move by move against perfect play.",
    "race": "Compare algorithms on one position: move, time, nodes, memory, and what the move is "
    "worth.",
    "tree": "Show the tree that a search really visited.",
    "exercise": "Be the algorithm: play a search by hand, checked against its trace.",
    "puzzles": "Show puzzles to solve, try and play out; each has exactly one column that wins or "
    "saves.",
    "openings": "Explore openings: what each column is worth, how hard it is to answer, who plays "
    "it.",
    "course": "Learn to win as the first player, one line at a time, by spaced repetition.",
    "match": "Let two agents play; they begin in turn. Ctrl-C shows the score so far.",
    "tournament": "Let agents play each other in pairs of games with colours swapped.",
    "grade": "Grade an agent: ask it about positions, let it play, and give points by a rubric.",
    "sprt": "Test whether NEW is stronger than OLD, by pairs of games until that is decided.",
    "tune": "Tune numbers of an agent by SPSA, and test the result against the start.",
    "suite": "Measure agents on positions whose exact scores are known.",
    "dataset": "Draw positions, score every column, and write them as arrays.",
    "train": "Let a player teach itself, and watch it learn; stop and resume at any time.",
    "lesson": "Check and show lessons, which are files with questions about real searches.",
    "marks": "Make links for a class, and gather the results that learners hand in.",
    "engine": "Answer the line protocol on standard input and output, for exec: and other "
    "programs.",
    "serve": "Serve the web app and its API until Ctrl-C.",
    "bench": "Count the nodes of the searches and the solver on fixed positions: their signatures.",
    "agents": "List the agents, the keys of their specs, and the rules they play.",
    "book": "Make and check opening books.",
    "ledger": "Look into a tournament's ledger.",
    "study": "Repeat an experiment by name.",
}
"""The commands and the first sentence of their help, in the order in which they are listed.

The module `fourscore.cli.NAME` has a function of the same name, or an `app` with commands of
its own.
"""


def load_command(name: str) -> Any:
    """Load the module of a command, and return the command as Typer runs it."""
    module = importlib.import_module(f"fourscore.cli.{name}")
    own = getattr(module, "app", None)
    if own is None:
        own = typer.Typer(add_completion=False)
        own.command()(getattr(module, name))
    command = get_command(own)
    command.name = name
    return command


class _LazyGroup(TyperGroup):
    """Lists every command with its help, and loads only the one that runs."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, summary in COMMANDS.items():
            self.add_command(TyperCommand(name, help=summary))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        return name, load_command(name) if name else command, rest


app = typer.Typer(
    name="fourscore",
    cls=_LazyGroup,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _say_version(asked: bool) -> None:
    if asked:
        from fourscore import __version__

        typer.echo(f"fourscore {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001
        bool,
        typer.Option(
            "--version", callback=_say_version, is_eager=True, help="Show the version and exit."
        ),
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
    # Without a command the message is the help, which has been shown already.
    sentence = " ".join(message.split()).rstrip(".") or "a command is missing"
    return f"{sentence}{' See' if sentence.endswith('?') else '; see'} {path} --help"


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
