"""Training: which line comes next, by spaced repetition, and the file of a student's progress.

Each position of a course is a card of FSRS (Free Spaced Repetition Scheduler). A line is due when
one of its cards is. The file is JSON, and the web page reads and writes the same:

    {"format": "fourscore-course", "version": 1,
     "cards": {"first:0": {"due": "2026-01-31T10:00:00Z", "stability": 2.3, "difficulty": 5.1,
                           "state": 1, "step": 0, "last_review": "2026-01-31T09:50:00Z",
                           "reps": 1, "lapses": 0}},
     "lines": {"first:444444": {"done": 1, "last": "2026-01-31T09:50:00Z"}},
     "goals": ["level-5"]}

A card's state is 1 while it is learned, 2 in review, 3 while it is learned again.
"""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fourscore.core.reader import read_file
from fourscore.errors import InputError
from fourscore.insight.course.goals import Goal, goals
from fourscore.insight.course.lines import Line
from fourscore.runtime.files import make_folder, write_atomically, writing
from fourscore.runtime.paths import state_folder

__all__ = ["FORMAT", "Progress", "progress_path", "read_progress"]

FORMAT, VERSION = "fourscore-course", 1
_NUMBERS = ("stability", "difficulty")


def progress_path() -> Path:
    """Return where a student's progress is kept."""
    return state_folder() / "course.json"


def _now() -> datetime:
    return datetime.now(UTC)


def _write_time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass
class Progress:
    """What a student has learned so far."""

    cards: dict[str, dict[str, Any]] = field(default_factory=dict)
    lines: dict[str, dict[str, Any]] = field(default_factory=dict)
    goals: list[str] = field(default_factory=list)

    # Cards

    def is_due(self, card: str, now: datetime | None = None) -> bool:
        """Return whether a card is new, or is to be repeated."""
        known = self.cards.get(card)
        return known is None or datetime.fromisoformat(known["due"]) <= (now or _now())

    def review(self, card: str, right: bool, now: datetime | None = None) -> None:
        """Note that a card was answered, rightly or not, and when it is due again.

        >>> progress = Progress()
        >>> progress.review("first:0", right=True)
        >>> progress.cards["first:0"]["reps"], progress.is_due("first:0")
        (1, False)
        """
        from fsrs import Card, Rating, Scheduler

        moment, known = now or _now(), self.cards.get(card)
        before = Card() if known is None else Card.from_dict(_as_fsrs(known))
        rating = Rating.Good if right else Rating.Again
        # Without fuzzing, so that the same answers at the same times give the same file.
        after, _ = Scheduler(enable_fuzzing=False).review_card(before, rating, moment)
        lapsed = known is not None and known["state"] == 2 and not right
        self.cards[card] = {
            "due": _write_time(after.due),
            "stability": after.stability,
            "difficulty": after.difficulty,
            "state": int(after.state),
            "step": after.step,
            "last_review": _write_time(moment),
            "reps": (known["reps"] if known else 0) + 1,
            "lapses": (known["lapses"] if known else 0) + lapsed,
        }

    # Lines

    def note_line(self, side: str, line: Line, now: datetime | None = None) -> None:
        """Note that a line was played through without an error."""
        name = f"{side}:{line.moves}"
        done = self.lines.get(name, {"done": 0})["done"]
        self.lines[name] = {"done": done + 1, "last": _write_time(now or _now())}

    def is_done(self, side: str, line: Line) -> bool:
        """Return whether a line was played through without an error before."""
        return f"{side}:{line.moves}" in self.lines

    def next_line(self, goal: Goal, now: datetime | None = None) -> Line | None:
        """Return the line to train next: one to repeat, else a new one; None if all is learned."""
        moment = now or _now()
        for line in goal.lines:
            if self.is_done(goal.side, line) and self._has_due(line, moment):
                return line
        return next((each for each in goal.lines if not self.is_done(goal.side, each)), None)

    def _has_due(self, line: Line, moment: datetime) -> bool:
        return any(self.is_due(card.id, moment) for card in line.cards)

    def count_done(self, goal: Goal) -> int:
        """Return how many lines of a goal were played through without an error."""
        return sum(self.is_done(goal.side, line) for line in goal.lines)

    def reach(self, goal: Goal) -> bool:
        """Note a goal whose lines are all done; return whether it is new."""
        if goal.id in self.goals or self.count_done(goal) < len(goal.lines):
            return False
        self.goals.append(goal.id)
        return True

    def current_goal(self) -> Goal:
        """Return the first goal that is not reached, or the last."""
        every = goals()
        return next((each for each in every if each.id not in self.goals), every[-1])

    # Files

    def to_json(self) -> str:
        """Write the progress as JSON."""
        content = {"format": FORMAT, "version": VERSION, "cards": self.cards, "lines": self.lines,
                   "goals": self.goals}  # fmt: skip
        return json.dumps(content, indent=1) + "\n"

    def save(self, path: Path | None = None) -> None:
        """Write the file, in the student's folder or elsewhere."""
        target = path or progress_path()
        if path is None:
            make_folder(target.parent)
        with writing(target):
            write_atomically(target, self.to_json())

    def merge(self, other: "Progress") -> None:
        """Take over what another file knows better: cards and lines seen later, all its goals."""
        for name, card in other.cards.items():
            mine = self.cards.get(name)
            if mine is None or mine["last_review"] < card["last_review"]:
                self.cards[name] = card
        for name, line in other.lines.items():
            if name not in self.lines or self.lines[name]["last"] < line["last"]:
                self.lines[name] = line
        self.goals += [each for each in other.goals if each not in self.goals]


def _as_fsrs(card: dict[str, Any]) -> Any:
    """Return a card as the library takes it; it has no name of its own there."""
    names = ("state", "step", "stability", "difficulty", "due", "last_review")
    return {"card_id": 0, **{name: card[name] for name in names}}


def read_progress(path: Path | None = None) -> Progress:
    """Read a file of progress; the student's own may be missing. Raises `InputError` otherwise."""
    source = path or progress_path()
    if path is None and not source.exists():
        return Progress()
    text = read_file(source)
    try:
        content = json.loads(text)
    except ValueError:
        raise InputError(f"the file '{source}' is not JSON") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"the file '{source}' has no progress of a course in it")
    if content.get("version") != VERSION:
        raise InputError(f"the file '{source}' is of a version that is not known")
    _check(content, source)
    return Progress(content["cards"], content["lines"], content["goals"])


def _check(content: dict[str, Any], source: Path) -> None:
    """Refuse a file with cards, lines or goals that are none."""
    try:
        for name, card in content["cards"].items():
            _check_card(name, card)
        for line in content["lines"].values():
            line["done"] += 0
            datetime.fromisoformat(line["last"])
        known = {each.id for each in goals()}
        content["goals"] = [each for each in content["goals"] if each in known]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError(f"the file '{source}' is damaged: {error!r}") from None


def _check_card(name: str, card: dict[str, Any]) -> None:
    card.setdefault("reps", 1)
    card.setdefault("lapses", 0)
    if card["state"] not in (1, 2, 3) or not isinstance(name, str):
        raise ValueError(f"card {name} has the state {card['state']}")
    for each in _NUMBERS:
        card[each] = None if card[each] is None else float(card[each])
    if card["state"] == 2:
        card["step"] = None
    for moment in ("due", "last_review"):
        datetime.fromisoformat(card[moment])
