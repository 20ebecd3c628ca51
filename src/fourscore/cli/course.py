"""`fourscore course`: learn to win, one line at a time."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import AsJson, refuse_given

if TYPE_CHECKING:
    from rich.console import Console

    from fourscore.cli.dialogue import Words
    from fourscore.core.position import Position
    from fourscore.insight.course.goals import Goal
    from fourscore.insight.course.lines import Card, Line
    from fourscore.insight.course.training import Progress

__all__ = ["course"]

HELP = """\
1, 2, 3 …  drop a disc in that column
w, why     say why the course plays its move
q, quit    stop; what you have answered is kept
?          this help"""


def course(
    context: typer.Context,
    goal: Annotated[
        str,
        typer.Option(
            "--goal", metavar="GOAL", help="What to learn for; list shows the goals and progress."
        ),
    ] = "",
    count: Annotated[
        int, typer.Option("--lines", metavar="N", min=1, max=1000, help="Lines to train.")
    ] = 1,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Write your progress, for the web page too."),
    ] = None,
    load: Annotated[
        Path | None,
        typer.Option("--import", metavar="FILE", help="Add progress from a file or the web page."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Learn to win as the first player, one line at a time, by spaced repetition.

    The course answers every reply from the empty board on; where a short rule is proved to win, the
    line ends. Your progress is kept, and lines come back when they are due.
    """
    if export or load:
        refuse_given(context, "files of progress stand alone", "goal", "count", "json")
        _transfer(export, load)
    elif json or goal == "list":
        refuse_given(context, "the goals are listed", "count")
        _list(json)
    else:
        _train(goal, count)


# Files and lists


def _transfer(export: Path | None, load: Path | None) -> None:
    from fourscore.cli import console
    from fourscore.insight.course.training import read_progress
    from fourscore.runtime.files import check_target

    if export is not None:
        check_target(export)
    progress = read_progress()
    if load is not None:
        progress.merge(read_progress(load))
        progress.save()
    if export is not None:
        progress.save(export)
    console.print_line(f"{len(progress.cards):,} positions and {len(progress.lines):,} lines known")


def _list(json: bool) -> None:
    from fourscore.cli import console
    from fourscore.insight.course.goals import goals
    from fourscore.insight.course.training import read_progress

    if json:
        from fourscore.schemas.course import courses_view

        console.print_json(courses_view())
        return
    progress, out = read_progress(), console.output()
    table = console.quiet_table("goal", "", ">lines", ">done", ">positions", ">minutes", "covers")
    for each in goals():
        share = "" if each.share is None else f"{100 * each.share:.0f} % of {each.games} games"
        table.add_row(
            each.id, each.title, f"{len(each.lines):,}", f"{progress.count_done(each):,}",
            f"{each.positions:,}", f"{each.minutes:,}", share,
        )  # fmt: skip
    out.print(table)
    out.print("fourscore course --goal GOAL trains the next line of a goal.")


# Training


def _train(name: str, count: int) -> None:
    from fourscore.cli import console
    from fourscore.cli.dialogue import EndOfInput, Words
    from fourscore.insight.course.goals import find_goal
    from fourscore.insight.course.training import read_progress

    progress = read_progress()
    goal = find_goal(name) if name else progress.current_goal()
    out = console.output()
    words = Words(out, 7)
    out.print(f"Goal: {goal.title}. {goal.says}", soft_wrap=not out.is_terminal)
    try:
        for _ in range(count):
            line = progress.next_line(goal)
            if line is None:
                out.print("Nothing is due. Come back later, or choose another --goal.")
                break
            if not _drill(line, goal, progress, words, out):
                break
            _say_progress(goal, progress, out)
    except EndOfInput:
        out.print("The line is not finished; what you have answered is kept.")
    finally:
        progress.save()


def _drill(
    line: "Line", goal: "Goal", progress: "Progress", words: "Words", out: "Console"
) -> bool:
    """Ask for every move of a line; return False if the student stops."""
    from fourscore.core.position import Position

    out.print()
    known = progress.is_done(goal.side, line)
    out.print("A line to repeat." if known else f"A new line of {len(line.cards)} moves.")
    perfect = True
    for card in line.cards:
        at = Position(card.moves)
        if card.moves:
            out.print(f"{at.opponent} plays column {card.moves[-1]}.")
        out.print(_board(at, out))
        right = _ask(card, at, words, out)
        if right is None:
            return False
        progress.review(card.id, right)
        perfect = perfect and right
    _finish(line, out)
    if perfect:
        progress.note_line(goal.side, line)
    else:
        out.print("Not without an error; the line comes back.")
    return True


def _board(at: "Position", out: "Console") -> object:
    from fourscore.cli import draw

    return draw.board(at, out)


def _ask(card: "Card", at: "Position", words: "Words", out: "Console") -> bool | None:
    """Ask until the course's move is played; return whether the first answer was right."""
    from fourscore.core.notation import parse_column
    from fourscore.errors import InputError

    right = True
    while True:
        word = words.ask(f"{at.turn}, your column (1-7, ? for help): ")
        if word in ("q", "quit", "exit"):
            return None
        if word in ("?", "help"):
            out.print(HELP)
            continue
        if word in ("w", "why"):
            right = False
            _explain(at, card.column, out)
            continue
        try:
            column = parse_column(word, at.width)
            at.play(column)
        except InputError as error:
            words.forget()
            out.print(f"{error.for_people}.")
            continue
        if column == card.column:
            return right
        _correct(at, column, card.column, out)
        if right:
            _explain(at, card.column, out)
        right = False


def _correct(at: "Position", column: int, wanted: int, out: "Console") -> None:
    from fourscore.book.solving import columns
    from fourscore.core.notation import write_column

    scores = columns(at)
    kept = scores[column].sign == scores[wanted].sign
    verdict = f"{scores[column]}" + (", too, but the course plays another" if kept else "")
    out.print(f"Column {write_column(column)} {verdict}. The course plays column "
              f"{write_column(wanted)}.")  # fmt: skip


def _explain(at: "Position", column: int, out: "Console") -> None:
    from fourscore.insight.explain.explanation import explain

    for sentence in explain(at, column).brief:
        out.print(sentence, soft_wrap=not out.is_terminal)


def _finish(line: "Line", out: "Console") -> None:
    from fourscore.core.position import Position

    at = Position(line.moves)
    out.print(_board(at, out))
    if line.rule is not None:
        out.print(f"From here on a rule wins: {line.rule.title}.")
        out.print(line.rule.text, soft_wrap=not out.is_terminal)
    elif line.ends == "win":
        out.print("Whatever the opponent plays, you complete a four.")
    else:
        out.print("From here on it is like lines that come before.")


def _say_progress(goal: "Goal", progress: "Progress", out: "Console") -> None:
    done = progress.count_done(goal)
    if progress.reach(goal):
        command = f"fourscore play --agent {goal.agent} --first {_starter(goal)}"
        out.print(f"You have reached the goal: {goal.title}. {command} puts it to the test.")
    else:
        out.print(f"{done} of {len(goal.lines)} lines known.")


def _starter(goal: "Goal") -> str:
    """Return who moves first in a game for a goal."""
    return "me" if goal.side == "first" else "agent"
