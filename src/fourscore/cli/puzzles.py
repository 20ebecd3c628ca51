"""`fourscore puzzles`: positions with one column that matters, to solve, to try and to play out."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import AsJson, refuse_given
from fourscore.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from fourscore.insight.puzzles.puzzle import Puzzle
    from fourscore.schemas.base import Schema

__all__ = ["puzzles"]


CHOICE = ("count", "seed", "aim", "level", "grade", "theme", "new")
"""The parameters that say which puzzles are wanted."""


class AimOption(StrEnum):
    """The aims of puzzles, as the command line takes them."""

    win = "win"
    save = "save"


class GradeOption(StrEnum):
    """The grades, as the command line takes them."""

    very_easy = "very-easy"
    easy = "easy"
    medium = "medium"
    hard = "hard"
    very_hard = "very-hard"


class ThemeOption(StrEnum):
    """The themes, as the command line takes them."""

    double_threat = "double-threat"
    zugzwang = "zugzwang"
    odd_threat = "odd-threat"
    even_threat = "even-threat"
    forced_chain = "forced-chain"
    only_move = "only-move"


def puzzles(
    context: typer.Context,
    date: Annotated[
        str,
        typer.Argument(
            metavar="[DATE]",
            help="With --daily: another day, as in 2026-01-31.",
            show_default=False,
        ),
    ] = "",
    count: Annotated[int, typer.Option(metavar="N", min=1, max=1000, help="How many.")] = 3,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed, the same puzzles.")] = 0,
    aim: Annotated[
        AimOption | None, typer.Option(help="One column wins, or one column saves the draw.")
    ] = None,
    grade: Annotated[GradeOption | None, typer.Option(help="How hard, in words.")] = None,
    level: Annotated[
        str, typer.Option(metavar="N[-M]", help="How hard: the level that finds it, 1 to 10.")
    ] = "",
    theme: Annotated[ThemeOption | None, typer.Option(help="What they are about.")] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Make new ones, from games between levels.")
    ] = False,
    daily: Annotated[
        bool, typer.Option("--daily", help="The puzzle of the day, the same for everybody.")
    ] = False,
    show_answers: Annotated[
        bool, typer.Option("--show-answers", help="Show the answers at once.")
    ] = False,
    show: Annotated[
        str, typer.Option("--id", metavar="ID", help="Show this puzzle instead of others.")
    ] = "",
    answer: Annotated[str, typer.Option(metavar="ID", help="Show this puzzle's answer.")] = "",
    attempt: Annotated[
        str,
        typer.Option(
            "--try",
            metavar="COLUMNS",
            help="With --id: is this the answer? Or the moves of both sides so far, as in '4 3 3'.",
        ),
    ] = "",
    play: Annotated[
        bool, typer.Option("--play", help="Play one out against the best defence.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Show puzzles to solve, try and play out; each has exactly one column that wins or saves.

    Thousands come with fourscore. With --new, Ctrl-C shows those made so far.
    """
    from fourscore.cli import console
    from fourscore.cli.progress import interruptible

    _check_alone(context, show, answer, attempt, daily, date, play)
    if grade and level:
        raise InputError("--grade and --level both say how hard it is; give one of them")
    levels = read_levels(level)
    with_answers, known = show_answers or bool(answer), show or answer
    with interruptible() as interruption:
        found: list[Puzzle] = []
        if known or daily:
            found.append(_find_daily(date) if daily else _find(known))
        else:
            if play:
                count, seed = 1, _any_seed(context, seed)
            _collect(found, count, seed, aim, levels or _levels_of(grade), theme, new)
    if play and not interruption.happened:
        from fourscore.cli.puzzle_game import play_out

        play_out(found[0])
    elif attempt:
        from fourscore.cli.puzzle_game import print_attempt

        print_attempt(found[0], attempt, json)
    elif json:
        single = "daily" if daily else "id" if known else ""
        console.print_json(_view(found, with_answers, single, date, not interruption.happened))
    else:
        one = known or daily or interruption.happened
        _print(found, with_answers, len(found) if one else count)
    interruption.exit_if_happened()


def _check_alone(
    context: typer.Context,
    show: str,
    answer: str,
    attempt: str,
    daily: bool,
    date: str,
    play: bool,
) -> None:
    """Refuse options that contradict each other or would have no effect."""
    if attempt and not show:
        raise InputError("--try needs the puzzle, as in --id ID --try COLUMN")
    if show and answer:
        raise InputError("--id shows a puzzle and --answer its answer; give one of them")
    if date and not daily:
        raise InputError(f"{date!r} is not expected; a date needs --daily")
    if attempt:
        refuse_given(context, "--try checks an answer", "show_answers", "play")
    if play:
        refuse_given(context, "--play asks for your moves", "show_answers", "answer", "json")
        refuse_given(context, "--play plays one puzzle", "count")
    if show or answer:
        refuse_given(context, f"--{'id' if show else 'answer'} names one puzzle", *CHOICE, "daily")
    if daily:
        refuse_given(context, "--daily is one puzzle", *CHOICE)


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


def _levels_of(grade: GradeOption | None) -> range:
    from fourscore.insight.puzzles.grades import levels_of

    return range(0) if grade is None else levels_of(grade.replace("-", " "))


def _any_seed(context: typer.Context, seed: int) -> int:
    """Return the seed that was given, or any: who plays wants another puzzle each time."""
    import random

    source = context.get_parameter_source("seed")
    is_given = source is not None and source.name == "COMMANDLINE"
    return seed if is_given else random.SystemRandom().getrandbits(32)


# Which puzzles


def _find(known: str) -> "Puzzle":
    from fourscore.insight.puzzles.finding import find_puzzle
    from fourscore.runtime.interrupt import call_in_thread

    return call_in_thread(lambda: find_puzzle(known))


def _find_daily(date: str) -> "Puzzle":
    from fourscore.insight.puzzles.daily import daily_puzzle

    return daily_puzzle(date or None)


def _collect(
    found: "list[Puzzle]",
    count: int,
    seed: int,
    aim: AimOption | None,
    levels: range,
    theme: ThemeOption | None,
    new: bool,
) -> None:
    """Draw puzzles, or make them and collect them as they come."""
    from fourscore.cli import progress
    from fourscore.insight.puzzles.candidates import Aim
    from fourscore.insight.puzzles.making import make_puzzles
    from fourscore.insight.puzzles.shipped import draw
    from fourscore.insight.puzzles.themes import Theme
    from fourscore.runtime.interrupt import iterate_in_thread

    wanted = Aim(aim) if aim else None
    about = Theme(theme.replace("-", " ")) if theme else None
    if new:
        made = make_puzzles(count, seed, wanted, levels, theme=about)
        with progress.counted("puzzles") as show:
            for puzzle in iterate_in_thread(made):
                found.append(puzzle)
                show(len(found), count)
    else:
        found += draw(count, seed, aim=wanted, theme=about, levels=levels)
    if not found:
        raise InputError("no such puzzle was found; choose other levels, another aim or theme")


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
        out.print(f"fourscore puzzles --id {where} --try COLUMN checks an answer, "
                  f"--id {where} --play plays it out; "
                  f"fourscore puzzles --answer {where} shows it.", soft_wrap=True)  # fmt: skip


def _view(
    found: "list[Puzzle]", with_answers: bool, single: str, date: str, complete: bool
) -> "Schema":
    """Return the JSON of puzzles, or of one that is known, or its answer."""
    from fourscore.insight.puzzles.daily import parse_date, today
    from fourscore.schemas.puzzles import AnswerView, PuzzlesView, daily_view, puzzle_view

    if single and with_answers:
        return AnswerView.of(found[0].solution)
    if single == "daily":
        return daily_view(found[0], parse_date(date) if date else today())
    if single:
        return puzzle_view(found[0])
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
    rated = f", rated {puzzle.rating}" if puzzle.shipped else ""
    return f"{puzzle.grade}{rated}, found from level {puzzle.level} on"


def _print_answer(puzzle: "Puzzle", out: "Console") -> None:
    from rich.text import Text

    from fourscore.cli import draw
    from fourscore.core.notation import write_column

    solution = puzzle.solution
    out.print()
    out.print(Text(f"Answer: column {write_column(solution.column)}", "bold"))
    for sentence in solution.sentences:
        out.print(sentence, soft_wrap=not out.is_terminal)
    out.print(f"Themes: {', '.join(puzzle.themes)}")
    out.print(f"Line: {draw.columns_words(solution.line)}", soft_wrap=not out.is_terminal)
