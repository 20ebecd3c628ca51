"""The compliance test: what an agent does right and wrong, finding by finding."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from fourscore.agents.base import Agent
from fourscore.agents.external import External
from fourscore.agents.output import Output
from fourscore.agents.registry import AgentLike, agent
from fourscore.arena.clock import Clock
from fourscore.arena.play import AgentPlayer, Finish, Turn, play
from fourscore.core.game import Game
from fourscore.core.notation import plural, read_moves, write_column
from fourscore.core.position import PLAYERS, Position
from fourscore.core.variants import VARIANTS
from fourscore.errors import AgentError, AgentTimeout, FourscoreError, InputError, UnsupportedError
from fourscore.runtime.time_source import SYSTEM_TIME, TimeSource
from fourscore.search.control import Stopwatch
from fourscore.search.types import Limit, Report

__all__ = ["Finding", "Verdict", "check"]

DRAWN = "441365675334466335442232661515577771217122"
"""A game that fills the board without a four, so that every prefix of it is undecided."""
QUESTIONS = {
    "the empty board": "",
    "the second move": "4",
    "an early position": DRAWN[:9],
    "a full column": "444444",
    "two full columns": "444444333333",
    "a position with 12 empty cells": DRAWN[:30],
    "a position with 3 empty cells": DRAWN[:39],
    "a position with 2 empty cells": DRAWN[:40],
    "the last empty cell": DRAWN[:41],
    "a win in one": "112233",
    "a threat to stop": "11223",
}
JUMPS = ("4455", DRAWN[:33], "1", DRAWN[:20], "7777", DRAWN[:21], "12121", "")
"""Positions that do not follow from each other, given without a new game in between."""
SIZES = ((5, 4), (9, 6), (4, 4))
BAD_REQUESTS = (
    "hello",
    "newgame",
    "newgame 7 standard",
    "newgame 7x6 nonsense",
    "move",
    "move nonsense seconds 1",
    f"move {'/'.join(['-------'] * 6)} seconds soon",
)
SILENCE = 1.0
"""Seconds to wait for an answer to a request that may be ignored."""
QUIT_SECONDS = 1.0
"""Seconds that a process may take to end when told to quit."""
SLACK = 0.1
"""Seconds by which a built-in agent may exceed its limit."""


class Verdict(StrEnum):
    """What a finding means."""

    PASS = "pass"
    FAIL = "fail"
    NOTE = "note"
    """Neither good nor bad."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    name: str
    verdict: Verdict
    detail: str


def check(
    who: AgentLike,
    limit: Limit | None = None,
    output: Output = Output.DIRECT,
    clock: TimeSource = SYSTEM_TIME,
) -> Iterator[Finding]:
    """Check an agent and yield findings as they are made.

    An agent complies if no finding is a failure. Raises `SpecError` if the spec is invalid.
    """
    with agent(who) as player:
        if output is not Output.DIRECT:
            player.set_output(output)
        yield (start := _start(player, clock))
        if start.verdict is Verdict.FAIL:
            return
        yield from _Trial(player, limit, clock).findings()


def _start(player: Agent, clock: TimeSource) -> Finding:
    watch = Stopwatch(clock)
    try:
        player.prepare()
    except FourscoreError as error:
        return Finding("start", Verdict.FAIL, str(error))
    return Finding("start", Verdict.PASS, f"ready after {watch.seconds:.2f} s")


class _Trial:
    """The checks of an agent that has started, and how long its moves take."""

    def __init__(self, player: Agent, limit: Limit | None, clock: TimeSource) -> None:
        self._player, self._limit, self._clock = player, limit, clock
        self._longest = 0.0
        self._late: list[str] = []

    def findings(self) -> Iterator[Finding]:
        yield self._legal()
        yield self._jumps()
        yield from self._games()
        yield self._time()
        yield self._repeats()
        yield self._sizes()
        for name in self._player.variants:
            if name != "standard":
                yield self._variant(name)
        if isinstance(self._player.search, External):
            yield from _process(self._player.search)

    def _choose(self, position: Position) -> Report:
        try:
            self._player.prepare()
            watch = Stopwatch(self._clock)
            report = self._player.choose(position, self._limit)
        except AgentTimeout as error:
            self._late.append(str(error))
            raise
        except AgentError:
            raise
        except Exception as error:
            raise AgentError(f"{type(error).__name__}: {error}") from error
        self._longest = max(self._longest, watch.seconds)
        if report.column not in position.legal:
            raise AgentError(f"column {write_column(report.column)} is not legal")
        return report

    def _legal(self) -> Finding:
        wrong = []
        for what, moves in QUESTIONS.items():
            self._player.new_game()
            try:
                self._choose(read_moves(moves))
            except AgentError as error:
                wrong.append(f"{what}: {error}")
        good = f"a legal move in each of {len(QUESTIONS)} positions"
        return _finding("legal moves", wrong, good)

    def _jumps(self) -> Finding:
        """Check positions out of order: a game need not be played from its start."""
        self._player.new_game()
        try:
            for moves in JUMPS:
                self._choose(read_moves(moves))
        except AgentError as error:
            return Finding("positions out of order", Verdict.FAIL, f"after {moves!r}: {error}")
        return Finding("positions out of order", Verdict.PASS, "answered, without a new game")

    def _games(self) -> Iterator[Finding]:
        for mark, name in zip(PLAYERS, ("first", "second"), strict=True):
            self._player.new_game()
            finish, moves = self._play(mark)
            title = f"a game as {name} player"
            if finish.forfeit == mark:
                yield Finding(
                    title, Verdict.FAIL, f"forfeits after {plural(moves, 'move')}: {finish.reason}"
                )
            else:
                ends = {mark: "won", None: "drawn"}.get(finish.winner, "lost")
                yield Finding(
                    title, Verdict.PASS, f"{ends} against random after {plural(moves, 'move')}"
                )

    def _play(self, mark: str) -> tuple[Finish, int]:
        players = {each: AgentPlayer(agent("random:seed=1")) for each in PLAYERS}
        players[mark] = AgentPlayer(self._player, self._limit)
        moves = 0
        for event in play(Game(), players, clock=Clock(now=self._clock.now)):
            if isinstance(event, Turn):
                moves += 1
                if event.player == mark:
                    self._longest = max(self._longest, event.seconds)
        assert isinstance(event, Finish)
        return event, moves

    def _time(self) -> Finding:
        seconds = _allowance(self._player, self._limit)
        if self._late:
            return Finding("time", Verdict.FAIL, self._late[0])
        if not self._longest:
            return Finding("time", Verdict.NOTE, "there was no move to measure")
        took = f"the longest move took {self._longest:.3f} s"
        if seconds is None:
            return Finding("time", Verdict.NOTE, f"{took}; there is no time limit")
        if self._longest > seconds + SLACK:
            return Finding("time", Verdict.FAIL, f"{took}; the limit is {seconds:g} s")
        return Finding("time", Verdict.PASS, f"{took} of {seconds:g} s")

    def _repeats(self) -> Finding:
        same = 0
        asked = [QUESTIONS["an early position"], "", QUESTIONS["a position with 12 empty cells"]]
        for moves in asked:
            answers = set()
            for _ in range(2):
                self._player.new_game()
                try:
                    answers.add(self._choose(read_moves(moves)).column)
                except AgentError as error:
                    return Finding("asked twice", Verdict.FAIL, str(error))
            same += len(answers) == 1
        every = same == len(asked)
        detail = "gives the same move" if every else "gives different moves: not deterministic"
        return Finding("asked twice", Verdict.NOTE, detail)

    def _sizes(self) -> Finding:
        played, refused = list[str](), list[str]()
        for width, height in SIZES:
            position = Position.empty(width, height)
            (played if self._try(position) is None else refused).append(position.size)
        parts = [f"plays {', '.join(played)}"] if played else []
        parts += [f"does not play {', '.join(refused)}"] if refused else []
        return Finding("other boards", Verdict.NOTE, "; ".join(parts))

    def _variant(self, name: str) -> Finding:
        title = f"the variant {name}"
        error = self._try(Position.empty(variant=VARIANTS[name]))
        if error is None:
            return Finding(title, Verdict.PASS, "a legal move")
        refused = isinstance(error, UnsupportedError)
        return Finding(title, Verdict.NOTE if refused else Verdict.FAIL, error.for_people)

    def _try(self, position: Position) -> FourscoreError | None:
        self._player.new_game()
        try:
            report = self._player.choose(position, self._limit)
            position.play(report.column)
        except (AgentError, InputError) as error:
            return error
        return None


def _process(search: External) -> Iterator[Finding]:
    """Report what can be seen of a process from outside."""
    search.prepare()
    if (peak := search.peak_memory()) is not None:
        yield Finding("memory", Verdict.NOTE, f"{peak:.0f} MB at most in the last process")
    if search.stray:
        detail = f"wrote lines that are not part of the protocol, such as {search.stray[-1]!r:.80}"
        yield Finding("protocol", Verdict.NOTE, detail)
    yield _bad_requests(search)
    if search.quit(QUIT_SECONDS):
        yield Finding("end", Verdict.PASS, "ends when told to quit")
    else:
        detail = f"did not end within {QUIT_SECONDS:g} s of quit, and was killed"
        yield Finding("end", Verdict.NOTE, detail)


def _bad_requests(search: External) -> Finding:
    """Send requests that make no sense to a new process, and a good one after each."""
    name = "bad requests"
    search.close()
    ignored = []
    for request in BAD_REQUESTS:
        try:
            said = search.ask(request, SILENCE)
            if said is None:
                ignored.append(request)
            elif said.partition(" ")[0] not in ("error", "no"):
                return Finding(name, Verdict.FAIL, f"answers {request!r} with {said!r:.60}")
            search.prepare(Position.empty())
        except (AgentError, UnsupportedError) as error:
            return Finding(name, Verdict.FAIL, f"{request!r} breaks it: {error}")
    if ignored:
        words = f"ignores {ignored[0]!r}; the protocol asks for a line error SENTENCE"
        return Finding(name, Verdict.NOTE, words)
    return Finding(name, Verdict.PASS, f"{len(BAD_REQUESTS)} of them are answered with a sentence")


def _allowance(player: Agent, limit: Limit | None) -> float | None:
    """Return the seconds an agent has for a move, or None if it has no time limit."""
    given = player.limit.seconds if limit is None else limit.seconds
    if given is None and isinstance(player.search, External):
        return player.search.seconds
    return given


def _finding(name: str, wrong: list[str], good: str) -> Finding:
    if not wrong:
        return Finding(name, Verdict.PASS, good)
    more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
    return Finding(name, Verdict.FAIL, f"{wrong[0]}{more}")
