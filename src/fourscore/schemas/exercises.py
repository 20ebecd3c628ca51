"""The JSON of exercises, of their results, and of trees that people write."""

from typing import Annotated

from pydantic import Field

from fourscore.insight.exercises.exercise import Exercise, Result
from fourscore.insight.exercises.picture import name_nodes
from fourscore.schemas.base import Schema, one_of
from fourscore.search.explicit.examples import Example
from fourscore.search.explicit.game_tree import GameTree
from fourscore.search.explicit.notation import write_tree

__all__ = [
    "ChoiceView",
    "EventView",
    "ExampleView",
    "ExamplesView",
    "ExerciseNodeView",
    "ExerciseStepView",
    "ExerciseView",
    "ResultView",
    "TreeNodeView",
    "TreeShapeView",
    "example_view",
    "exercise_view",
    "result_view",
    "tree_shape",
]


class ChoiceView(Schema):
    """A possible answer."""

    text: str
    right: bool
    why: str = Field(description="Why it is right or wrong.")
    node: int | None = Field(description="The node that it names, if it names one.")
    extra: int = Field(description="Nodes that taking it would visit in vain.")


class EventView(Schema):
    """Something the search does between two questions."""

    node: int
    what: Annotated[str, one_of("enter", "value", "cut", "show", "take")]
    text: str


class ExerciseStepView(Schema):
    """A question; exactly one of its choices is right."""

    kind: str
    node: int = Field(description="Where the search is; -1 if at no node in particular.")
    prompt: str
    facts: list[str]
    choices: list[ChoiceView]
    events: list[EventView] = Field(description="What has happened since the last question.")


class ExerciseNodeView(Schema):
    """A node of the picture."""

    parent: int
    name: str
    kind: Annotated[str, one_of("max", "min", "chance", "leaf", "state")]
    value: str = Field(description="What stands at a leaf from the beginning.")
    edge: str = Field(description="What stands at the edge to it: a column, a probability.")
    board: list[str] = Field(description="Its board, the top row first; empty on a tree.")


class ExerciseView(Schema):
    """A search to be played by hand."""

    id: str = Field(description="The same id is the same exercise everywhere.")
    kind: str
    difficulty: int
    seed: int
    title: str
    task: list[str]
    tree: str = Field(description="The tree as it is written; empty on a position.")
    position: str = Field(description="The board, row by row; empty on a tree.")
    variant: str
    agent: str
    players: list[str] = Field(description="Who is max, and who is min.")
    nodes: list[ExerciseNodeView]
    steps: list[ExerciseStepView]
    ending: list[EventView]
    summary: list[str]
    visited: int
    optimum: int


class ResultView(Schema):
    """How someone did an exercise."""

    id: str
    answers: list[int] = Field(description="The first answer to every question, from 0.")
    steps: int
    right: int = Field(description="Questions answered rightly at the first try.")
    score: int = Field(description="Of 100.")
    nodes: int = Field(description="Nodes visited, with those visited in vain.")


class ExampleView(Schema):
    """A tree of the textbooks."""

    name: str
    text: str
    shows: str
    agent: str


class ExamplesView(Schema):
    """The trees that come with fourscore."""

    examples: list[ExampleView]


class TreeNodeView(Schema):
    """A node of a tree that someone wrote."""

    parent: int
    name: str
    kind: Annotated[str, one_of("max", "min", "chance", "leaf", "state")]
    value: float | None
    estimate: float | None
    probability: float
    goal: bool


class TreeShapeView(Schema):
    """A tree that someone wrote, node by node."""

    text: str = Field(description="The tree in its shortest form.")
    nodes: list[TreeNodeView]
    agents: list[str] = Field(description="The searches that can run on it.")


def exercise_view(exercise: Exercise) -> ExerciseView:
    """Show an exercise, its answers included."""
    steps = [
        ExerciseStepView.of(
            step,
            facts=list(step.facts),
            choices=[ChoiceView.of(each, right=each.is_right) for each in step.choices],
            events=[EventView.of(each) for each in step.events],
        )
        for step in exercise.steps
    ]
    return ExerciseView.of(
        exercise,
        task=list(exercise.task),
        players=list(exercise.players),
        summary=list(exercise.summary),
        nodes=[ExerciseNodeView.of(each, board=list(each.board)) for each in exercise.nodes],
        steps=steps,
        ending=[EventView.of(each) for each in exercise.ending],
    )


def result_view(result: Result) -> ResultView:
    """Show how someone did."""
    return ResultView.of(result, answers=list(result.answers))


def example_view(example: Example) -> ExampleView:
    """Show a tree of the textbooks."""
    return ExampleView.of(example)


def tree_shape(tree: GameTree) -> TreeShapeView:
    """Show a tree node by node."""
    names = name_nodes(tree.parent, [bool(below) for below in tree.children])
    nodes = [
        TreeNodeView(
            parent=tree.parent[node],
            name=names[node],
            kind=_kind(tree, node),
            value=tree.value[node],
            estimate=tree.given[node],
            probability=round(tree.probability[node], 6),
            goal=tree.is_goal[node],
        )
        for node in range(len(tree))
    ]
    agents = ["minimax", "alphabeta", "deepening", "mcts", "expectiminimax"]
    if tree.has_goals:
        agents = ["astar"]
    elif tree.has_chance:
        agents = ["expectiminimax", "mcts"]
    return TreeShapeView(text=write_tree(tree), nodes=nodes, agents=agents)


def _kind(tree: GameTree, node: int) -> str:
    if tree.has_goals:
        return "state"
    if not tree.children[node]:
        return "leaf"
    if tree.is_chance[node]:
        return "chance"
    return "max" if tree.is_max(node) else "min"
