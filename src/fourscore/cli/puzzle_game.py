"""A puzzle tried or played out on the command line."""

from rich.console import Console

from fourscore.cli import console, draw
from fourscore.cli.dialogue import EndOfInput, Words
from fourscore.core.notation import parse_column, parse_moves, plural, write_column
from fourscore.errors import InputError, NotationError
from fourscore.insight.puzzles.playing import PuzzleGame, Step
from fourscore.insight.puzzles.puzzle import Attempt, Puzzle
from fourscore.runtime.interrupt import call_in_thread

__all__ = ["play_out", "print_attempt"]

HELP = """\
1, 2, 3 …  drop a disc in that column
h, hint    say what the puzzle is about
a, answer  give up and show the answer
q, quit    stop
?          this help"""


# One attempt


def print_attempt(puzzle: Puzzle, text: str, json: bool) -> None:
    """Say whether a column is the answer, or judge the last of several moves."""
    columns = parse_moves(text, puzzle.position.width)
    if not columns:
        raise InputError("--try needs a column")
    if len(columns) == 1:
        attempt = call_in_thread(lambda: puzzle.check(columns[0]))
        _print_attempt(puzzle, attempt, json)
        return
    if len(columns) % 2 == 0:
        raise InputError("the last move of --try must be yours, so the number of moves is odd")
    step = call_in_thread(lambda: PuzzleGame.resume(puzzle, columns).steps[-1])
    if json:
        from fourscore.schemas.puzzles import step_view

        console.print_json(step_view(step))
        return
    _print_step(step, console.output())


def _print_attempt(puzzle: Puzzle, attempt: Attempt, json: bool) -> None:
    if json:
        from fourscore.schemas.puzzles import AttemptView

        console.print_json(AttemptView.of(attempt))
        return
    out = console.output()
    out.print("That is right." if attempt.right else "That is not it.")
    _print_all(attempt.sentences, out)
    if attempt.right:
        step = puzzle.play(attempt.column).steps[-1]
        if step.reply is not None:
            moves = " ".join(write_column(column) for column in step.columns)
            out.print(f'Then {_reply_words(step)}; --try "{moves} COLUMN" plays on.')


# The whole puzzle


def play_out(puzzle: Puzzle) -> None:
    """Ask for moves until the puzzle is solved or failed."""
    out = console.output()
    words = Words(out, puzzle.position.width)
    game = PuzzleGame(puzzle)
    out.print(f"Puzzle {puzzle.id}, {puzzle.grade}")
    out.print(draw.board(puzzle.position, out))
    out.print(puzzle.question, soft_wrap=not out.is_terminal)
    try:
        while not game.done and _obey(words, game, out):
            pass
    except EndOfInput:
        out.print(f"The puzzle is not solved yet; --id {puzzle.id} --play returns to it.")


def _obey(words: Words, game: PuzzleGame, out: Console) -> bool:
    """Carry out one word; return whether to go on."""
    mark, width = game.position.turn, game.position.width
    word = words.ask(f"{mark}, your column (1-{width}, ? for help): ")
    if word in ("q", "quit", "exit"):
        return False
    if word in ("a", "answer"):
        _print_answer(game, out)
        return False
    if word in ("?", "help"):
        out.print(HELP)
    elif word in ("h", "hint"):
        out.print(f"It is about {' and '.join(_article(each) for each in game.puzzle.themes)}.")
    else:
        _play(word, words, game, out)
    return True


def _article(theme: str) -> str:
    """Put an article before a theme."""
    if theme == "zugzwang":
        return theme
    return f"{'the' if theme.startswith('only') else 'an' if theme[0] in 'aeiou' else 'a'} {theme}"


def _play(word: str, words: Words, game: PuzzleGame, out: Console) -> None:
    try:
        column = parse_column(word, game.position.width)
        step = call_in_thread(lambda: game.play(column))
    except InputError as error:
        if not words.interactive:
            at = len(game.columns) + 1
            raise NotationError(f"move {at}: {error.for_people}") from None
        words.forget()
        out.print(f"{error.for_people}.")
        return
    _print_step(step, out)


def _print_step(step: Step, out: Console) -> None:
    """Print what a move does, the reply to it, and whether the puzzle is solved."""
    out.print(step.says)
    _print_all(step.sentences, out)
    if step.reply is not None:
        out.print(f"{_reply_words(step)}{_left_words(step)}.")
    if step.right:
        out.print(draw.board(step.position, out))
    if step.done:
        out.print("Solved." if step.right else f"Not solved; {_best_words(step)}.")


def _reply_words(step: Step) -> str:
    assert step.reply is not None
    return f"{step.position.opponent} replies with column {write_column(step.reply)}"


def _left_words(step: Step) -> str:
    return "" if step.left is None else f"; {plural(step.left, 'move')} to the win"


def _best_words(step: Step) -> str:
    verb = "was" if len(step.best) == 1 else "were"
    noun = "column" if len(step.best) == 1 else "columns"
    return f"{noun} {' and '.join(map(write_column, step.best))} {verb} best"


def _print_answer(game: PuzzleGame, out: Console) -> None:
    """Print the answer, or once the first move is made, the best column."""
    if game.steps:
        out.print(f"Column {write_column(game.hint())} is best.")
        return
    solution = game.puzzle.solution
    out.print(f"Answer: column {write_column(solution.column)}")
    _print_all(solution.sentences, out)
    out.print(f"Line: {draw.columns_words(solution.line)}", soft_wrap=not out.is_terminal)


def _print_all(sentences: tuple[str, ...], out: Console) -> None:
    for sentence in sentences:
        out.print(sentence, soft_wrap=not out.is_terminal)
