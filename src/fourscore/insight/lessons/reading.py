"""Read the file of a lesson: every mistake of form with its line, before any search runs."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from fourscore.agents.registry import split_spec
from fourscore.core.notation import empty_board, read_board
from fourscore.core.reader import read_line
from fourscore.errors import FourscoreError, InputError
from fourscore.insight.lessons.expressions import (
    RESERVED,
    Node,
    parse_comparison,
    parse_moment,
    parse_node,
    parse_sum,
    parse_table,
)
from fourscore.insight.lessons.lesson import (
    VIEWS,
    Choice,
    Claim,
    Lesson,
    Piece,
    Question,
    Search,
    Shot,
    Step,
    Text,
)
from fourscore.insight.lessons.source import LessonError, Mistake, Path_, Source, read_source

__all__ = ["lesson_name", "position_of", "read_lesson", "read_lesson_text"]

MAX_STEPS, MAX_SEARCHES, MAX_CHOICES, MAX_TEXT = 40, 12, 12, 2000
TRACEABLE = ("minimax", "alphabeta", "deepening", "expectiminimax", "astar", "mcts", "zero")
NAME = re.compile(r"[a-z][a-z0-9_-]{0,30}")
FILE_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,40}")
_FILLED = re.compile(r"\{([^{}]*)\}")

LESSON_KEYS = {"title", "summary", "ending", "searches", "steps"}
SEARCH_KEYS = {"agent", "moves", "start", "size", "variant"}
STEP_KEYS = {"search", "moment", "view", "node", "text", "table", "claims", "question"}
QUESTION_KEYS = {"ask", "choices", "answer", "because", "moment", "view", "node"}
CHOICE_KEYS = {"text", "right"}

Found = TypeVar("Found")


def read_lesson(path: Path) -> Lesson:
    """Read a lesson; raises `LessonError` with every mistake, or `InputError`."""
    return _Reader(read_source(path)).lesson(lesson_name(path))


def read_lesson_text(text: str, name: str = "lesson") -> Lesson:
    """Read a lesson from a text, as `read_lesson` does from a file."""
    return _Reader(Source(name, text)).lesson(name)


def lesson_name(path: Path) -> str:
    """Return the name of a lesson: that of its file, without a number that orders it.

    >>> lesson_name(Path("3-alphabeta.toml"))
    'alphabeta'
    """
    name = re.sub(r"^\d+-(?=.)", "", path.stem)
    if not FILE_NAME.fullmatch(name):
        raise InputError(
            f"'{path.name}' is not a name for a lesson: use small letters, digits and hyphens, "
            "as in 3-alphabeta.toml"
        )
    return name


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.mistakes: list[Mistake] = []
        self.searches: dict[str, Search] = {}

    # Mistakes

    def wrong(self, path: Path_, sentence: str, snippet: str = "") -> None:
        self.mistakes.append(Mistake(self.source.line(path, snippet), sentence))

    @contextmanager
    def noting(self, path: Path_, snippet: str = "") -> Iterator[None]:
        """Note what is wrong in the block, and go on after it."""
        try:
            yield
        except FourscoreError as error:
            self.wrong(path, error.for_people, snippet)

    def check_keys(self, table: dict[str, Any], known: set[str], path: Path_, what: str) -> None:
        for key in table.keys() - known:
            listed = ", ".join(sorted(known))
            self.wrong((*path, key), f"{what} has no key {key!r}; it may have {listed}")

    def string(
        self, table: dict[str, Any], key: str, path: Path_, what: str, default: str | None = None
    ) -> str:
        """Return a text; a mistake is noted and "" returned if it is missing or none."""
        value = table.get(key, default)
        if value is None:
            self.wrong(path, f"{what} needs {key!r}")
        elif not isinstance(value, str):
            self.wrong((*path, key), f"{key!r} must be a text, in quotes")
        elif not value.strip() and default is None:
            self.wrong((*path, key), f"{key!r} is empty")
        elif len(value) > MAX_TEXT:
            self.wrong((*path, key), f"{key!r} has more than {MAX_TEXT} characters")
        else:
            return value.strip()
        return ""

    def parsed(
        self, parse: Callable[[str], Found], text: str, path: Path_, snippet: str = ""
    ) -> Found | None:
        with self.noting(path, snippet):
            return parse(text)
        return None

    # The lesson

    def lesson(self, name: str) -> Lesson:
        content = self.source.content
        self.check_keys(content, LESSON_KEYS, (), "a lesson")
        title = self.string(content, "title", (), "a lesson")
        summary = self.string(content, "summary", (), "a lesson")
        self._read_searches(content.get("searches"))
        ending = self.text(content, "ending", (), "a lesson")
        steps = self._steps(content.get("steps"))
        if self.mistakes:
            ordered = sorted(set(self.mistakes))
            raise LessonError(self.source.name, ordered)
        ending_line = self.source.line(("ending",))
        return Lesson(name, title, summary, self.searches, steps, ending, ending_line)

    def _read_searches(self, tables: Any) -> None:
        if not isinstance(tables, dict) or not tables:
            self.wrong(("searches",), "a lesson needs a search, as in [searches.main]")
            return
        if len(tables) > MAX_SEARCHES:
            self.wrong(("searches",), f"a lesson may have {MAX_SEARCHES} searches at most")
        for name, table in tables.items():
            path = ("searches", name)
            if not NAME.fullmatch(name) or name in RESERVED:
                self.wrong(path, f"{name!r} cannot be the name of a search; choose another word")
            if not isinstance(table, dict):
                self.wrong(path, f"write the search as a table, [searches.{name}]")
            else:
                self.searches[name] = self._search(table, path)

    def _search(self, table: dict[str, Any], path: Path_) -> Search:
        self.check_keys(table, SEARCH_KEYS, path, "a search")
        agent = self.string(table, "agent", path, "a search")
        moves, size, variant = (
            self.string(table, key, path, "a search", usual)
            for key, usual in (("moves", "-"), ("size", "7x6"), ("variant", "standard"))
        )
        start = self.string(table, "start", path, "a search", "") or None
        search = Search(agent, moves or "-", start, size, variant, self.source.line(path))
        if agent:
            with self.noting((*path, "agent")):
                _check_agent(agent)
        self._check_position(search, table, path)
        return search

    def _check_position(self, search: Search, table: dict[str, Any], path: Path_) -> None:
        key = next((key for key in ("moves", "start", "size", "variant") if key in table), "agent")
        with self.noting((*path, key)):
            if position_of(search).is_over:
                raise InputError("the game is over in this position, so there is nothing to search")

    # Steps

    def _steps(self, tables: Any) -> tuple[Step, ...]:
        if not isinstance(tables, list) or not tables:
            self.wrong((), "a lesson needs steps, each under [[steps]]")
            return ()
        if len(tables) > MAX_STEPS:
            self.wrong(("steps", MAX_STEPS), f"a lesson may have {MAX_STEPS} steps at most")
        steps = [self._step(each, ("steps", place)) for place, each in enumerate(tables)]
        if not any(isinstance(each, dict) and "question" in each for each in tables):
            self.wrong(("steps", 0), "a lesson asks at least one question; no step has one")
        return tuple(step for step in steps if step is not None)

    def _step(self, table: Any, path: Path_) -> Step | None:
        if not isinstance(table, dict):
            self.wrong(path, "write each step as a table, under [[steps]]")
            return None
        self.check_keys(table, STEP_KEYS, path, "a step")
        only = next(iter(self.searches), "")
        search = self.string(
            table, "search", path, "a step", only if len(self.searches) == 1 else None
        )
        if search and search not in self.searches and self.searches:
            names = ", ".join(self.searches)
            self.wrong((*path, "search"), f"there is no search {search!r}; the lesson has {names}")
        shot = self._shot(table, path, "whole tree")
        table_text = self.string(table, "table", path, "a step", "")
        question = table.get("question")
        return Step(
            search,
            shot,
            self.text(table, "text", path, "a step"),
            self.parsed(parse_table, table_text, (*path, "table")) if table_text else None,
            self._claims(table.get("claims", []), (*path, "claims")),
            None if question is None else self._question(question, (*path, "question"), shot),
            self.source.line(path),
            self.source.line((*path, "table")),
        )

    def _shot(self, table: dict[str, Any], path: Path_, usual: str, moment: str = "start") -> Shot:
        view = self.string(table, "view", path, "a step", usual)
        if view not in VIEWS:
            self.wrong((*path, "view"), f"{view!r} is not a view; write {', '.join(VIEWS)}")
        text = self.string(table, "moment", path, "a step", moment)
        found = self.parsed(parse_moment, text, (*path, "moment"))
        node = self.string(table, "node", path, "a step", "")
        chosen = self.parsed(parse_node, node, (*path, "node")) if node else None
        lines = (self.source.line((*path, key)) for key in ("moment", "node"))
        return Shot(found or parse_moment("start"), VIEWS.get(view, ""), chosen, *lines)

    def _claims(self, claims: Any, path: Path_) -> tuple[Claim, ...]:
        if not isinstance(claims, list) or not all(isinstance(each, str) for each in claims):
            self.wrong(path, "'claims' is a list of comparisons, each in quotes")
            return ()
        found = []
        for text in claims:
            comparison = self.parsed(self._comparison, text, path, text)
            if comparison is not None:
                found.append(Claim(comparison, text, self.source.line(path, text)))
        return tuple(found)

    def _comparison(self, text: str) -> Any:
        return parse_comparison(text, [*self.searches])

    def _sum(self, text: str) -> Any:
        return parse_sum(text, [*self.searches])

    # Questions

    def _question(self, table: Any, path: Path_, shot: Shot) -> Question | None:
        if not isinstance(table, dict):
            self.wrong(path, "write a question as a table, [steps.question]")
            return None
        self.check_keys(table, QUESTION_KEYS, path, "a question")
        ask = self.text(table, "ask", path, "a question")
        because = self.text(table, "because", path, "a question")
        choices, columns = self._choices(table.get("choices"), path)
        usual = next(name for name, word in VIEWS.items() if word == (shot.view or "whole"))
        reveal = self._shot(table, path, usual, "end")
        answer = None
        if columns is not None or any(choice.sum is not None for choice in choices):
            text = self.string(table, "answer", path, "a question")
            answer = self.parsed(self._sum, text, (*path, "answer")) if text else None
        elif "answer" in table:
            self.wrong((*path, "answer"), "the choices say themselves when they are right")
        if "moment" not in table:
            reveal = replace(reveal, moment=shot.moment, node=reveal.node or shot.node)
        settled_by = "answer" if "answer" in table else "choices"
        lines = self.source.line(path), self.source.line((*path, settled_by))
        return Question(ask, choices, columns, answer, because, reveal, *lines)

    def _choices(self, value: Any, path: Path_) -> tuple[tuple[Choice, ...], Node | None]:
        path = (*path, "choices")
        if value is None:
            self.wrong(path, "a question needs 'choices'")
        elif isinstance(value, str):
            return self._column_choices(value, path)
        elif not isinstance(value, list) or not 2 <= len(value) <= MAX_CHOICES:
            self.wrong(path, f"'choices' is a list of 2 to {MAX_CHOICES} choices, or 'columns'")
        else:
            return tuple(filter(None, (self._choice(each, path) for each in value))), None
        return (), None

    def _column_choices(self, value: str, path: Path_) -> tuple[tuple[Choice, ...], Node | None]:
        if value == "columns":
            return (), parse_node("root")
        match = re.fullmatch(r"columns of (.+)", value)
        if match is None:
            self.wrong(path, f"{value!r} is not a list of choices; write a list, or 'columns'")
            return (), None
        return (), self.parsed(parse_node, match[1], path)

    def _choice(self, value: Any, path: Path_) -> Choice | None:
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            text = str(value)
            found = self.parsed(self._sum, text, path, text)
            return None if found is None else Choice(self.source.line(path, text), sum=found)
        if not isinstance(value, dict):
            self.wrong(path, "a choice is a fact, a number or { text = …, right = … }")
            return None
        words, right = value.get("text"), value.get("right")
        if not (isinstance(words, str) and isinstance(right, str)) or value.keys() - CHOICE_KEYS:
            self.wrong(path, "a choice in braces has the texts 'text' and 'right'", str(words))
            return None
        comparison = self.parsed(self._comparison, right, path, right)
        text_found = self._paragraphs(words, path)
        if comparison is None:
            return None
        return Choice(self.source.line(path, words), text=text_found, right=comparison)

    # Texts

    def text(self, table: dict[str, Any], key: str, path: Path_, what: str) -> Text:
        return self._paragraphs(self.string(table, key, path, what), (*path, key))

    def _paragraphs(self, words: str, path: Path_) -> Text:
        paragraphs = re.split(r"\n\s*\n", words)
        return tuple(self._pieces(" ".join(each.split()), path) for each in paragraphs if each)

    def _pieces(self, words: str, path: Path_) -> tuple[Piece, ...]:
        if re.sub(_FILLED, "", words).count("{") or re.sub(_FILLED, "", words).count("}"):
            self.wrong(path, "a brace { or } has no partner", "{" if "{" in words else "}")
        pieces, end = [], 0
        for match in _FILLED.finditer(words):
            pieces.append(Piece(words[end : match.start()]))
            pieces.append(self._filled(match[1], path))
            end = match.end()
        return tuple(each for each in (*pieces, Piece(words[end:])) if each.words or each.sum)

    def _filled(self, inner: str, path: Path_) -> Piece:
        text, _, noun = inner.partition("|")
        snippet = text.strip().split(" ")[0] if "\n" in inner else inner
        found = self.parsed(self._sum, text, path, snippet)
        line = self.source.line(path, snippet)
        return Piece("?" if found is None else "", found, noun.strip(), line)


def position_of(search: Search) -> Any:
    """Return the position that is searched; raises `InputError`."""
    board = empty_board(search.size, search.variant)
    if search.start:
        board = read_board(
            search.start, width=board.width, height=board.height, variant=board.variant
        )
    return read_line("" if search.moves == "-" else search.moves, board).position


def _check_agent(spec: str) -> None:
    """Raise `InputError` unless an agent can be shown, and does the same every time."""
    from fourscore.agents import agent

    entry, _, _ = split_spec(spec)
    if entry.name not in TRACEABLE:
        known = f"{', '.join(TRACEABLE[:-1])} or {TRACEABLE[-1]}"
        raise InputError(f"a lesson can show {known}, not {entry.name!r}")
    player = agent(spec, seed=0, external=False)
    limit = player.limit
    if limit.depth is None and limit.nodes is None and limit.playouts is None:
        if entry.name == "astar":
            return
        raise InputError(
            f"{spec!r} searches until its time is up; give it a depth or playouts, so that the "
            "lesson is the same every time"
        )
