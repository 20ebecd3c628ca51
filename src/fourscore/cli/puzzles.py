"""`fourscore puzzles`: positions with one column that matters, and their answers."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import AsJson, refuse_given
from fourscore.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from fourscore.insight.puzzles import Puzzle
    from fourscore.schemas.base import Schema

__all__ = ["puzzles"]


OF_NEW_ONES = ("count", "seed", "aim", "level")
"""The parameters that say which puzzles to make."""


class AimOption(StrEnum):
    """The aims of puzzles, as the command line takes them."""

    win = "win"
    save = "save"


def puzzles(
    context: typer.Context,
    count: Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="How many.")] = 3,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed, the same puzzles.")] = 0,
    aim: Annotated[
        AimOption | None, typer.Option(help="One column wins, or one column saves the draw.")
    ] = None,
    level: Annotated[
        str, typer.Option(metavar="N[-M]", help="How hard: the level that finds it, 1 to 10.")
    ] = "",
    show_answers: Annotated[
        bool, typer.Option("--show-answers", help="Show the answers at once.")
    ] = False,
    show: Annotated[
        str, typer.Option("--id", metavar="ID", help="Show this puzzle instead of new ones.")
    ] = "",
    answer: Annotated[str, typer.Option(metavar="ID", help="Show this puzzle's answer.")] = "",
    attempt: Annotated[
        str, typer.Option("--try", metavar="COLUMN", help="With --id: is this the answer?")
    ] = "",
    json: AsJson = False,
) -> None:
    """Make puzzles from games between levels; each has exactly one column that wins or saves.

    Ctrl-C shows those made so far.
    """
    from fourscore.cli import console
    from fourscore.cli.progress import interruptible

    if attempt and not show:
        raise InputError("--try needs the puzzle, as in --id ID --try COLUMN")
    if show and answer:
        raise InputError("--id shows a puzzle and --answer its answer; give one of them")
    if attempt:
        refuse_given(context, "--try checks an answer", "show_answers")
    if show or answer:
        refuse_given(context, f"--{'id' if show else 'answer'} names one puzzle", *OF_NEW_ONES)
    with_answers, known = show_answers or bool(answer), show or answer
    with interruptible() as interruption:
        found: list[Puzzle] = []
        if known:
            found.append(_find(known))
        else:
            _make(found, count, seed, aim, read_levels(level))
    if attempt:
        _print_attempt(found[0], attempt, json)
    elif json:
        console.print_json(_view(found, with_answers, known, not interruption.happened))
    else:
        _print(found, with_answers, len(found) if known or interruption.happened else count)
    interruption.exit_if_happened()


def read_levels(text: str) -> range:
    """Read which levels are wanted; none if the text is empty.

    >>> list(read_levels("4-6")), list(read_levels(""))
    ([4, 5, 6], [])
    """
    if not text:
        return range(0)
    low, dash, high = text.partition("-")
    try:
        found = range(int(low), int(high if dash else low) + 1)
    except ValueError:
        found = range(0)
    if not found or found[0] < 1 or found[-1] > 10:
        raise InputError(f"{text!r} is not a level; write one from 1 to 10, or a range such as 4-6")
    return found


def _find(known: str) -> "Puzzle":
    from fourscore.insight.puzzles import find_puzzle
    from fourscore.runtime.interrupt import call_in_thread

    return call_in_thread(lambda: find_puzzle(known))


def _make(
    found: "list[Puzzle]", count: int, seed: int, aim: AimOption | None, levels: range
) -> None:
    """Make puzzles, and collect them as they come."""
    from fourscore.cli import progress
    from fourscore.insight.puzzles import Aim, make_puzzles
    from fourscore.runtime.interrupt import iterate_in_thread

    wanted = Aim(aim) if aim else None
    with progress.counted("puzzles") as show:
        for puzzle in iterate_in_thread(make_puzzles(count, seed, wanted, levels)):
            found.append(puzzle)
            show(len(found), count)
    if not found:
        raise InputError("no such puzzle was found; choose other levels or another aim")


# Output


def _print(found: "list[Puzzle]", with_answers: bool, wanted: int) -> None:
    from fourscore.cli import console

    out = console.output()
    for number, puzzle in enumerate(found, start=1):
        _print_one(puzzle, number if wanted > 1 else 0, out)
        if with_answers:
            _print_answer(puzzle, out)
        out.print()
    if len(found) < wanted:
        out.print(f"There were no more than {len(found)}.")
    if not with_answers and found:
        where = found[0].id if len(found) == 1 else "ID"
        out.print(f"fourscore puzzles --id {where} --try COLUMN checks an answer; "
                  f"fourscore puzzles --answer {where} shows it.", soft_wrap=True)  # fmt: skip


def _view(found: "list[Puzzle]", with_answers: bool, known: str, complete: bool) -> "Schema":
    """Return the JSON of new puzzles, or of one that is known or its answer."""
    from fourscore.schemas.puzzles import AnswerView, PuzzlesView, puzzle_view

    if known:
        return AnswerView.of(found[0].solution) if with_answers else puzzle_view(found[0])
    puzzles = [puzzle_view(puzzle, answer=with_answers) for puzzle in found]
    return PuzzlesView(complete=complete, puzzles=puzzles)


def _print_one(puzzle: "Puzzle", number: int, out: "Console") -> None:
    from rich.text import Text

    from fourscore.cli import draw

    name = f"Puzzle {number}" if number else "Puzzle"
    out.print(Text.assemble((name, "bold"), f"  {puzzle.id}  ", (_about(puzzle), "dim")))
    out.print(draw.board(puzzle.position, out))
    out.print(puzzle.question, soft_wrap=not out.is_terminal)


def _about(puzzle: "Puzzle") -> str:
    return f"{puzzle.grade}, found from level {puzzle.level} on"


def _print_answer(puzzle: "Puzzle", out: "Console") -> None:
    from rich.text import Text

    from fourscore.cli import draw
    from fourscore.core.notation import write_column

    solution = puzzle.solution
    out.print()
    out.print(Text(f"Answer: column {write_column(solution.column)}", "bold"))
    for sentence in solution.sentences:
        out.print(sentence, soft_wrap=not out.is_terminal)
    out.print(f"Line: {draw.columns_words(solution.line)}", soft_wrap=not out.is_terminal)


def _print_attempt(puzzle: "Puzzle", text: str, json: bool) -> None:
    """Return whether a column is the answer, and if not, why."""
    from fourscore.cli import console
    from fourscore.core.notation import parse_column
    from fourscore.runtime.interrupt import call_in_thread

    column = parse_column(text, puzzle.position.width)
    attempt = call_in_thread(lambda: puzzle.check(column))
    if json:
        from fourscore.schemas.puzzles import AttemptView

        console.print_json(AttemptView.of(attempt))
        return
    out = console.output()
    out.print("That is right." if attempt.right else "That is not it.")
    for sentence in attempt.sentences:
        out.print(sentence, soft_wrap=not out.is_terminal)
