"""The review of a game: the score over time, the blunders, every position by arrow key."""

from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static

from fourscore.core.game import Game
from fourscore.core.notation import write_column
from fourscore.core.position import PLAYERS
from fourscore.insight.review.review import Review, review, say_columns
from fourscore.search.background import LatestTask
from fourscore.search.control import Cancel
from fourscore.solver.board import goal_of
from fourscore.tui import evaluation
from fourscore.tui.board import DISCS, Board, top_cell
from fourscore.tui.chart import Chart, Point, height_of
from fourscore.tui.colours import palette_of
from fourscore.tui.threads import MessageSender
from fourscore.tui.words import names_of, sentence

__all__ = ["ReviewScreen"]

CHART = 7
"""Lines of the chart."""
TEXT = 30
"""Columns that the words need beside the board."""


class ReviewScreen(Screen[None]):
    """The review of a game, one position at a time."""

    CSS = """
    ReviewScreen {
        #above { height: 1fr; }
        Board { margin-left: 1; }
        #words { width: 1fr; height: 1fr; padding: 0 1 0 2; }
        Chart { height: 7; }
        &.-flat Chart { display: none; }
        &.-wordless #words { display: none; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", "Moves", key_display="← →"),
        Binding("up", "blunder(-1)", show=False),
        Binding("down", "blunder(1)", "Blunders", key_display="↑ ↓"),
        Binding("home", "jump(0)", show=False),
        Binding("end", "jump(-1)", show=False),
        Binding("e", "evaluate", "Eval"),
        Binding("p", "play_on", "Play from here"),
        Binding("escape,v", "app.pop_screen", "Done", key_display="Esc"),
        Binding("question_mark", "app.help", show=False),
        Binding("q", "app.quit", show=False),
    ]

    class Judged(Message):
        """Every move has been judged, or so many positions solved."""

        def __init__(self, done: int, of: int, review: Review | None = None) -> None:
            self.done = done
            self.of = of
            self.review = review
            super().__init__()

    class PlayOn(Message):
        """A request to play from a position of the game."""

        def __init__(self, game: Game) -> None:
            self.game = game
            super().__init__()

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.ply = len(game.moves)
        """How many moves of the game are on the board."""
        self.review: Review | None = None
        """The finished review, if it is done."""
        self._names = names_of(
            {
                m: game.tags.get(t, "human")
                for m, t in zip(PLAYERS, ("First", "Second"), strict=True)
            }
        )
        self._progress = ""
        self._truth, self._judging = LatestTask(), LatestTask()
        self._shows_chips = False

    def compose(self) -> ComposeResult:
        with Horizontal(id="above"):
            yield Board(self.game.position)
            yield Static(id="words")
        yield Chart()
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        post, game = MessageSender(self), self.game
        self._post = post
        self.app.theme_changed_signal.subscribe(self, lambda _: self._draw())
        if game.start.variant.name != "standard":
            self._progress = "The review knows the standard rules only."
        else:
            self._progress = "Judging the moves …"
            self._judging.start(lambda cancel: _judge(game, post, cancel))
        self._draw()

    def on_unmount(self) -> None:
        self._judging.cancel()
        self._truth.cancel()

    def on_resize(self, event: events.Resize) -> None:
        """Let the board be as large as the chart leaves it room."""
        width, height = event.size.width - 2, event.size.height - 1
        board = self.query_one(Board)
        board.chip_lines = 2 if self._shows_chips else 0
        flat = not board.fit(width - TEXT, height - CHART)
        fits = not flat or board.fit(width - TEXT, height)
        self.set_class(flat, "-flat")
        self.set_class(not fits, "-wordless")
        if not fits:
            board.fit(width, height)
        self.call_after_refresh(self._draw)

    # Results

    @on(Judged)
    def _take(self, message: Judged) -> None:
        if self.review is None:
            self._progress = f"Judging the moves: {message.done} of {message.of} positions …"
        if message.review is not None:
            self.review, self._progress = message.review, ""
        self._draw()

    @on(evaluation.Evaluated)
    def _take_chips(self, message: evaluation.Evaluated) -> None:
        if self._shows_chips and message.position == self.game.positions[self.ply]:
            self.query_one(Board).chips = message.chips
            self._draw()

    # Moving about

    def action_step(self, step: int) -> None:
        self._go(self.ply + step)

    def action_jump(self, ply: int) -> None:
        self._go(ply if ply >= 0 else len(self.game.moves))

    def action_blunder(self, step: int) -> None:
        """Go to the next move that has given a result away, in this direction."""
        blunders = self.review.blunders if self.review else ()
        beyond = [number for number in blunders if (number - self.ply) * step > 0]
        if beyond:
            self._go(min(beyond, key=lambda ply: abs(ply - self.ply)))

    @on(Chart.Picked)
    def _pick(self, message: Chart.Picked) -> None:
        self._go(message.ply)

    def _go(self, ply: int) -> None:
        self.ply = min(max(0, ply), len(self.game.moves))
        self._evaluate()
        self._draw()

    def action_evaluate(self) -> None:
        self._shows_chips = not self._shows_chips
        self._evaluate()
        self.post_message(events.Resize(self.size, self.size))

    def _evaluate(self) -> None:
        position, post = self.game.positions[self.ply], self._post
        self._truth.cancel()
        board = self.query_one(Board)
        board.chips = {}
        if self._shows_chips and position.variant.name == "standard" and not position.is_over:
            board.chips = evaluation.waiting(position)
            self._truth.start(lambda cancel: evaluation.work(position, post, cancel))

    def action_play_on(self) -> None:
        game = Game(self.game.start, self.game.tags)
        for move in self.game.moves[: self.ply]:
            game.play(*move)
        if game.outcome is None:
            self.post_message(self.PlayOn(game))

    # Drawing

    def _draw(self) -> None:
        if not self.is_mounted:
            return
        game, ply = self.game, self.ply
        last = top_cell(game.positions[ply], game.moves[ply - 1].landing) if ply else None
        board, chart = self.query_one(Board), self.query_one(Chart)
        if board.position != game.positions[ply] or board.last != last:
            board.show(game.positions[ply], last)
        chart.points = _points(self.review) if self.review else ()
        chart.cursor = ply
        self.query_one("#words", Static).update(self._words())

    def _words(self) -> Text:
        """Show what the last move was worth, and how both sides have played."""
        palette = palette_of(self.app.current_theme)
        count = len(self.game.moves)
        text = Text()
        text.append("Review\n", f"bold {palette.ink}")
        text.append(f"after {self.ply} of {count} moves\n\n", palette.quiet)
        if self.ply:
            self._append_move(text)
        elif self.review:
            text.append(f"{self.review.story[0]}\n")
        if self._progress:
            text.append(f"\n{self._progress}\n", palette.quiet)
        if self._shows_chips and not self.query_one(Board).cell_size.has_words:
            self._append_chips(text)
        elif self.review:
            self._append_summary(text, self.review)
        return text

    def _append_chips(self, text: Text) -> None:
        """Show what every column is worth where the board is too small for it."""
        palette = palette_of(self.app.current_theme)
        for column, chip in self.query_one(Board).chips.items():
            colour = palette.quiet if chip.sign is None else palette.result(chip.sign)
            text.append(f"\n{write_column(column):>2}  ")
            text.append(" ".join(chip.words), f"{'bold ' if chip.is_best else ''}{colour}")

    def _append_move(self, text: Text) -> None:
        palette = palette_of(self.app.current_theme)
        move, mover = self.game.moves[self.ply - 1], self.game.positions[self.ply - 1].turn
        text.append(f"{DISCS[mover]} ", palette.disc(mover))
        text.append(f"{self._names[mover]}: column {move}\n", "bold")
        if self.review:
            judgement = self.review.judgements[self.ply - 1]
            text.append(f"{judgement}\n", palette.result(judgement.score.sign or 0))
            style = f"bold {palette.loses}" if judgement.is_blunder else palette.quiet
            text.append(f"{sentence(judgement.kind)} {judgement.kind.explanation}\n", style)
            if judgement.best_columns and not judgement.is_optimal:
                text.append(f"Best: {say_columns(judgement.best_columns)}.\n", palette.quiet)
            if self.ply == self.review.turning_point:
                text.append("The turning point of the game.\n", palette.quiet)

    def _append_summary(self, text: Text, review: Review) -> None:
        palette = palette_of(self.app.current_theme)
        for side in review.sides:
            text.append(f"\n{DISCS[side.player]} ", palette.disc(side.player))
            text.append(f"{self._names[side.player]}\n", "bold")
            if side.accuracy is not None:
                line = f"accuracy {side.accuracy:.0f} %, {side.best} of {side.counted} best"
                text.append(f"  {line}\n", palette.quiet)
            count = side.blunders
            blunders = {0: "no blunder", 1: "1 blunder"}.get(count, f"{count} blunders")
            text.append(f"  {blunders}\n", palette.loses if count else palette.quiet)


def _judge(game: Game, post: MessageSender, cancel: Cancel) -> None:
    def on_progress(done: int, of: int) -> None:
        post(ReviewScreen.Judged(done, of))

    # What would have been better takes longer, so the rest is shown before.
    for alternatives in (False, True):
        found = review(game, cancel=cancel, on_progress=on_progress, alternatives=alternatives)
        post(ReviewScreen.Judged(len(game.moves), len(game.moves), found))


def _points(review: Review) -> list[Point]:
    """Return the score after each move as the first player sees it, the start before."""
    most = goal_of(review.game.start.rules) - 1
    return [
        Point(height_of(score, most), number in review.blunders)
        for number, score in enumerate(review.scores)
    ]
