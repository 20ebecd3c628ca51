"""`fourscore exercise`: be the algorithm, question by question."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from fourscore.cli.options import AsJson, refuse_given
from fourscore.errors import InputError

if TYPE_CHECKING:
    from fourscore.insight.exercises.exercise import Exercise, Step

__all__ = ["exercise"]


def exercise(
    context: typer.Context,
    kind: Annotated[
        str,
        typer.Option(metavar="NAME", help="minimax, alphabeta, expectiminimax, mcts or astar."),
    ] = "minimax",
    difficulty: Annotated[
        int, typer.Option(metavar="N", help="1 and 2 are on trees, 3 and 4 on positions.")
    ] = 1,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed, the same exercise.")] = 0,
    show: Annotated[
        str, typer.Option("--id", metavar="ID", help="An exercise by its id: alphabeta-2-7.")
    ] = "",
    answers: Annotated[
        bool, typer.Option("--answers", help="Print every question with its answer.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Be the algorithm: play a search by hand, checked against its trace."""
    from fourscore.insight.exercises.making import make_exercise, read_exercise_id

    if show:
        refuse_given(context, "--id names the exercise", "kind", "difficulty", "seed")
        kind, difficulty, seed = read_exercise_id(show)
    if as_json:
        refuse_given(context, "--json prints the answers as well", "answers")
    made = make_exercise(kind, difficulty, seed)
    if as_json:
        from fourscore.schemas.exercises import exercise_view

        typer.echo(exercise_view(made).model_dump_json())
        return
    _print_head(made)
    if answers:
        _print_answers(made)
    elif sys.stdin.isatty():
        _play(made)
    else:
        _print_questions(made)


def _print_head(made: "Exercise") -> None:
    typer.echo(f"{made.title} ({made.id})")
    for sentence in made.task:
        typer.echo(sentence)
    typer.echo("")
    if made.tree:
        typer.echo(f"Tree: {made.tree}")
    else:
        for row in made.nodes[0].board:
            typer.echo(f"  {' '.join(row)}")
    for line in _outline(made):
        typer.echo(line)


def _outline(made: "Exercise") -> list[str]:
    """Return the tree, a node a line, indented by depth."""
    if made.kind in ("mcts", "astar"):
        return []  # Their trees grow while they are played.
    lines, levels = list[str](), list[int]()
    words = {"max": made.players[0], "min": made.players[1], "chance": "chance", "leaf": ""}
    for node in made.nodes:
        levels.append(0 if node.parent < 0 else levels[node.parent] + 1)
        parts = [node.name, words.get(node.kind, ""), node.value]
        edge = f"  ({node.edge})" if node.edge else ""
        lines.append("  " * (levels[-1] + 1) + " ".join(part for part in parts if part) + edge)
    return lines


def _print_question(made: "Exercise", number: int) -> None:
    step = made.steps[number]
    typer.echo("")
    for event in step.events:
        if event.text and event.what in ("show", "take", "enter"):
            typer.echo(f"   {made.nodes[event.node].name}: {event.text}")
    typer.echo(f"{number + 1}. {step.prompt}")
    for fact in step.facts:
        typer.echo(f"   {fact}")
    for at, choice in enumerate(step.choices, start=1):
        typer.echo(f"   {at}) {choice.text}")


def _print_questions(made: "Exercise") -> None:
    for number in range(len(made.steps)):
        _print_question(made, number)


def _print_answers(made: "Exercise") -> None:
    for number, step in enumerate(made.steps):
        _print_question(made, number)
        right = step.choices[step.answer]
        typer.echo(f"   Answer: {step.answer + 1}) {right.text}. {right.why}")
    _print_end(made)


def _print_end(made: "Exercise") -> None:
    typer.echo("")
    for sentence in made.summary:
        typer.echo(sentence)


def _play(made: "Exercise") -> None:
    """Ask question by question; a wrong answer is explained and asked again."""
    from fourscore.insight.exercises.exercise import grade

    first = list[int]()
    for number, step in enumerate(made.steps):
        _print_question(made, number)
        given = _ask(step)
        first.append(given)
        while not step.choices[given].is_right:
            typer.echo(f"   No. {step.choices[given].why}")
            given = _ask(step)
        typer.echo(f"   Right. {step.choices[given].why}")
    _print_end(made)
    result = grade(made, first)
    typer.echo(f"You answered {result.right} of {result.steps} at the first try: {result.score} %.")


def _ask(step: "Step") -> int:
    while True:
        text = typer.prompt("  ", prompt_suffix=" > ").strip()
        if text.isdigit() and 1 <= int(text) <= len(step.choices):
            return int(text) - 1
        if text.lower() in ("q", "quit"):
            raise InputError("the exercise is not finished")
        typer.echo(f"   Write a number from 1 to {len(step.choices)}, or q to stop.")
