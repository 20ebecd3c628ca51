"""How well agents did in a suite: what their moves keep and lose, and what they took."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from fourscore.arena.forfeits import Forfeits, count_forfeits
from fourscore.book.columns import ILLEGAL
from fourscore.insight.suites.answers import Answer
from fourscore.insight.suites.positions import LabelledPositions
from fourscore.insight.truth.accuracy import Accuracy, JudgedMove, accuracy_by_phase, accuracy_of
from fourscore.insight.truth.intervals import Group, Measured, mean_of
from fourscore.insight.truth.judge import Judgement, MoveKind, blunder_of

__all__ = ["AgentResult", "SuiteResult"]


@dataclass(frozen=True, eq=False)
class AgentResult:
    """How one agent did, in positions that it has answered."""

    name: str
    """The name of the agent."""
    labelled: LabelledPositions
    """The positions."""
    answers: tuple[Answer, ...]
    """What it chose, in the order of the positions."""

    @cached_property
    def moves(self) -> tuple[JudgedMove, ...]:
        """The moves, judged by the labels, in the order of the answers."""
        return tuple(_judge(self.labelled, answer) for answer in self.answers)

    @cached_property
    def accuracy(self) -> Accuracy:
        """How close to perfect play it is, over all positions."""
        return accuracy_of(self.moves)

    @cached_property
    def by_class(self) -> dict[str, Accuracy]:
        """The same by class."""
        return {
            kind: accuracy_of(moves)
            for kind in self.labelled.kinds
            if (moves := list(self._of_class(kind)))
        }

    def by_ply(self, plies: int = 1) -> dict[int, Accuracy]:
        """Return the same by phases of `plies` plies, by their first ply."""
        return accuracy_by_phase(self.moves, plies)

    def _of_class(self, kind: str) -> Iterator[JudgedMove]:
        for answer, move in zip(self.answers, self.moves, strict=True):
            if self.labelled.classes[answer.place] == kind:
                yield move

    @cached_property
    def seconds(self) -> Measured | None:
        """Time of a move, on average."""
        return self._mean(lambda answer: answer.seconds)

    @cached_property
    def nodes(self) -> Measured | None:
        """Positions visited for a move, on average."""
        return self._mean(lambda answer: answer.nodes)

    def _mean(self, amount: Callable[[Answer], float]) -> Measured | None:
        values = [float(amount(answer)) for answer in self.answers]
        return mean_of(Group(1, value, value * value) for value in values)

    @property
    def faults(self) -> int:
        """Positions in which it did not answer with a legal column."""
        return sum(answer.fault is not None for answer in self.answers)


@dataclass(frozen=True, eq=False)
class SuiteResult:
    """How agents did in a suite."""

    labelled: LabelledPositions
    """The positions, with the exact score of every column."""
    agents: tuple[AgentResult, ...]
    """How each agent did, in the order in which they were given."""

    @classmethod
    def of(
        cls, labelled: LabelledPositions, names: Sequence[str], answers: Iterable[Answer]
    ) -> "SuiteResult":
        """Make it of all answers."""
        by_agent: list[list[Answer]] = [[] for _ in names]
        for answer in answers:
            by_agent[answer.agent].append(answer)
        found = zip(names, by_agent, strict=True)
        return cls(
            labelled,
            tuple(
                AgentResult(name, labelled, tuple(sorted(own, key=lambda each: each.place)))
                for name, own in found
            ),
        )

    @property
    def ranking(self) -> list[AgentResult]:
        """The agents that have answered, the one that kept the result most often first."""
        answered = [each for each in self.agents if each.answers]
        return sorted(answered, key=lambda each: -_value(each.accuracy.kept))

    @property
    def is_complete(self) -> bool:
        """Whether every agent has answered every position."""
        return all(len(each.answers) == len(self.labelled) for each in self.agents)

    @property
    def faults(self) -> tuple[Forfeits, ...]:
        """What agents did wrong, and how often, the most frequent first."""
        return count_forfeits(
            (each.name, answer.fault)
            for each in self.agents
            for answer in each.answers
            if answer.fault is not None
        )

    def __str__(self) -> str:
        from fourscore.insight.suites.words import plain_table, suite_table

        return plain_table(suite_table(self))

    def _repr_html_(self) -> str:
        from fourscore.insight.drawing.pages import table
        from fourscore.insight.suites.words import suite_table

        return str(table(suite_table(self), "Suite"))

    def __repr__(self) -> str:
        agents = ", ".join(each.name for each in self.agents)
        return f"<SuiteResult {agents} in {len(self.labelled):,} positions>"


def _value(share: Measured | None) -> float:
    return share.value if share else 0.0


def _judge(labelled: LabelledPositions, answer: Answer) -> JudgedMove:
    position, best = labelled.positions[answer.place], labelled.best(answer.place)
    if answer.column is not None:
        score = labelled.score(answer.place, answer.column)
        return JudgedMove.of(Judgement(position, answer.column, score, best), answer.place)
    # A fault is as bad as the worst column, and never as good as the best.
    legal = [int(each) for each in labelled.scores[answer.place] if each != ILLEGAL]
    kind = blunder_of(best.sign, -1) if best.sign >= 0 else MoveKind.FASTER_LOSS
    lost = max(1, best.value - min(legal))
    return JudgedMove(position.ply, kind, best.sign >= 0, lost, answer.place)


def count_classes(labelled: LabelledPositions) -> Counter[str]:
    """Count the positions of each class."""
    return Counter(labelled.classes)
