"""`fourscore lesson`: check and show lessons."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import AsJson

if TYPE_CHECKING:
    from fourscore.insight.lessons.computing import ComputedLesson, ComputedQuestion, ComputedStep
    from fourscore.insight.lessons.lesson import Lesson

__all__ = ["app"]

app = typer.Typer(
    help="Check and show lessons, which are files with questions about real searches.",
    no_args_is_help=True,
    add_completion=False,
)
BAD_INPUT = 2
WIDTH = 78


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Lessons to check.")],
) -> None:
    """Check lessons: their form, their searches, and that every question has one right answer.

    Each mistake is one line, FILE:LINE: what is wrong; the exit code is then 2.
    """
    from fourscore.cli import console
    from fourscore.errors import FourscoreError
    from fourscore.insight.lessons.reading import read_lesson
    from fourscore.insight.lessons.source import LessonError

    are_wrong = False
    for file in files:
        try:
            console.print_line(_summary(file, read_lesson(file)))
        except LessonError as error:
            are_wrong = True
            for line, sentence in error.mistakes:
                typer.echo(f"{file}:{line}: {sentence}", err=True)
        except FourscoreError as error:
            are_wrong = True
            typer.echo(f"error: {error.for_people}", err=True)
    if are_wrong:
        raise typer.Exit(BAD_INPUT)


def _summary(file: Path, lesson: "Lesson") -> str:
    from fourscore.core.notation import plural
    from fourscore.insight.lessons.computing import compute

    computed = compute(lesson, name=str(file))
    counts = (
        plural(len(computed.steps), "step"),
        plural(len(computed.questions), "question"),
        f"{len(lesson.searches)} {'search' if len(lesson.searches) == 1 else 'searches'}",
    )
    return f"{file}: {computed.title}: {', '.join(counts)}, no mistakes"


@app.command()
def show(
    lesson: Annotated[
        str, typer.Argument(metavar="LESSON", help="A file, or the name of one that comes along.")
    ],
    answers: Annotated[bool, typer.Option("--answers", help="Show the answers, too.")] = False,
    json: AsJson = False,
) -> None:
    """Show a lesson as a learner reads it, with every figure computed from its searches."""
    from fourscore.cli import console

    computed = _computed(lesson)
    if json:
        from fourscore.schemas.lessons import LessonAnswersView, answer_view, lesson_view

        view = lesson_view(computed).model_dump(mode="json")
        if answers:
            found = LessonAnswersView(answers=[answer_view(each) for each in computed.questions])
            view |= found.model_dump(mode="json")
        console.print_json(view)
        return
    _print(computed, answers)


def _computed(lesson: str) -> "ComputedLesson":
    from fourscore.insight.lessons.computing import compute
    from fourscore.insight.lessons.folder import find_lesson
    from fourscore.insight.lessons.reading import read_lesson

    path = Path(lesson)
    if path.suffix == ".toml" or path.exists():
        return compute(read_lesson(path), name=str(path))
    entry = find_lesson(lesson)
    assert entry.lesson is not None
    return compute(entry.lesson, name=entry.path.name)


def _print(lesson: "ComputedLesson", answers: bool) -> None:
    _say(lesson.title, lesson.summary, "X is Red, O is Yellow.", "")
    for number, step in enumerate(lesson.steps, 1):
        _say(f"{number}. {step.search.agent}")
        _print_step(step)
        if step.question is not None:
            _print_question(step.question, answers)
        _say("")
    _say(*(_filled(each) for each in lesson.ending))


def _print_step(step: "ComputedStep") -> None:
    for row in step.board:
        _say(f"   {' '.join(row)}")
    _say(f"   {' '.join(str(column % 10) for column in range(1, len(step.board[0]) + 1))}")
    _say(*(_filled(each) for each in step.text))
    if step.table is not None:
        lines = [step.table.head, *step.table.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        for line in lines:
            cells = (each.rjust(width) for each, width in zip(line, widths, strict=True))
            _say(f"   {'  '.join(cells)}")


def _print_question(question: "ComputedQuestion", answers: bool) -> None:
    _say(*(_filled(f"Question: {each}") for each in question.ask))
    for number, choice in enumerate(question.choices):
        mark = "*" if answers and number == question.answer else " "
        _say(f" {mark} {number + 1}. {_plain(choice)}")
    if answers:
        _say(*(_filled(each) for each in question.because))


def _say(*lines: str) -> None:
    from fourscore.cli import console

    for line in lines:
        console.print_line(line)


def _plain(text: str) -> str:
    return text.replace("*", "")


def _filled(text: str) -> str:
    import textwrap

    return textwrap.fill(_plain(text), WIDTH)


@app.command()
def facts() -> None:
    """List the facts that a lesson can name, with what each means."""
    from fourscore.cli import console
    from fourscore.insight.lessons.expressions import GLOBAL_FACTS, NODE_FACTS

    for title, facts in (("NAME of NODE", NODE_FACTS), ("NAME", GLOBAL_FACTS)):
        console.print_line(f"{title} [in SEARCH] [at MOMENT]")
        for name, meaning in facts.items():
            console.print_line(f"  {name:<14} {meaning}")
