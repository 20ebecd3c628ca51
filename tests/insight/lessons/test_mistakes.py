"""Every mistake in the file of a lesson is one sentence with its line."""

from pathlib import Path

import pytest

from fourscore.errors import InputError
from fourscore.insight.lessons.computing import compute
from fourscore.insight.lessons.folder import find_lesson, list_lessons
from fourscore.insight.lessons.reading import read_lesson, read_lesson_text
from fourscore.insight.lessons.source import LessonError, Mistake

GOOD = '''\
title = "One column"
summary = "A lesson for tests."
ending = """
It plays column {best column}."""

[searches.main]
moves = "7525513535133775773376666212"
agent = "alphabeta:depth=2,eval=centre"

[searches.all]
moves = "7525513535133775773376666212"
agent = "minimax:depth=2,eval=centre"

[[steps]]
search = "main"
moment = "leaving second child of root"
view = "close up"
node = "root"
text = """
Red is sure of {alpha of root}.

There are {children of root | column}."""
table = "children of root: value"
claims = ["alpha of root = 6"]

[[steps]]
search = "main"
moment = "entering last cut"
text = "What now?"
[steps.question]
ask = "After how many?"
choices = ["1", "2", "3"]
answer = "tried of last cut"
because = "After {tried of last cut}."
moment = "leaving last cut"

[[steps]]
search = "main"
moment = "end"
text = "Done with {nodes | node}."
[steps.question]
ask = "Fewer than minimax?"
choices = [
    { text = "Yes", right = "nodes < nodes in all" },
    { text = "No", right = "nodes >= nodes in all" },
]
because = "It is {nodes} and {nodes in all}."
'''


def mistakes_in(text: str) -> list[Mistake]:
    with pytest.raises(LessonError) as caught:
        compute(read_lesson_text(text))
    return caught.value.mistakes


def test_the_example_is_good() -> None:
    lesson = compute(read_lesson_text(GOOD))
    assert lesson.steps[0].text == ("Red is sure of 6.", "There are 4 columns.")
    assert lesson.steps[0].table is not None
    assert lesson.steps[0].table.rows == (("2", "6"), ("4", "\N{MINUS SIGN}2"))
    assert [each.answer for each in lesson.questions] == [1, 0]


MISTAKES = [
    # What is replaced, by what, the line, and a part of the sentence.
    ("title = ", "titel = ", 1, "a lesson has no key 'titel'"),
    ('title = "One column"', "title = 3", 1, "'title' must be a text"),
    ('title = "One column"', 'title = ""', 1, "'title' is empty"),
    ('title = "One column"', "title = ", 1, "this is not TOML: invalid value"),
    ("{best column}", "{best column", 4, "a brace { or } has no partner"),
    ("[searches.main]", "[searches.root]", 6, "'root' cannot be the name of a search"),
    ('moves = "7525', 'moves = "9525', 7, "9"),
    ("alphabeta:depth=2", "alphabeta:dept=2", 8, "alphabeta has no key 'dept'"),
    ("alphabeta:depth=2,eval=centre", "deepening", 8, "searches until its time is up"),
    ("alphabeta:depth=2,eval=centre", "random", 8, "a lesson can show minimax, alphabeta"),
    ('search = "main"\nmoment = "leaving', 'search = "man"\nmoment = "leaving', 15,
     "there is no search 'man'; the lesson has main, all"),
    ("leaving second", "leeving second", 16, "a moment is expected"),
    ("leaving second child of root", "leaving sixth child of root", 16, "that node has 4 children"),
    ("leaving second child of root", "step 99", 16, "the search has steps 0 to 32, and no 99"),
    ("leaving second child of root", "playout 3", 16, "alphabeta makes no playouts"),
    ('view = "close up"', 'view = "closeup"', 17, "'closeup' is not a view"),
    ('node = "root"', 'node = "after 7"', 18, "the search has not looked at the node after 7"),
    ('node = "root"', 'node = "last child of root"', 18, "not in the tree yet at this moment"),
    ("{alpha of root}", "{alfa of root}", 20, "there is no fact 'alfa'; did you mean 'alpha'?"),
    ("{alpha of root}", "{value of root}", 20, "'value' of that node is not known yet"),
    ("{alpha of root}", "{alpha of root at end}", 20, "'alpha' is not known yet"),
    ("{alpha of root}", "{visits of root}", 20, "alphabeta has no 'visits'"),
    ("{alpha of root}", "{nodes of root}", 20, "'nodes' speaks of the whole search"),
    ("{alpha of root}", "{nodes in al}", 20, "there is no search 'al'; did you mean 'all'?"),
    ("{children of root | column}", "{children of fifth cut | column}", 22, "there is no such cut"),
    ("children of root: value", "children of root", 23, "is not a table"),
    ("children of root: value", "children of root: valu", 23, "'valu' is not a fact about a node"),
    ("alpha of root = 6", "alpha of root = 7", 24, "this is not so in these searches"),
    ("alpha of root = 6", "alpha of root", 24, "a comparison is expected"),
    ('text = "What now?"', "", 26, "a step needs 'text'"),
    ('ask = "After how many?"', 'aks = "After how many?"', 30, "a question needs 'ask'"),
    ('choices = ["1", "2", "3"]', 'choices = ["1"]', 32, "'choices' is a list of 2 to 12"),
    ('choices = ["1", "2", "3"]', 'choices = "rows"', 32, "'rows' is not a list of choices"),
    ('choices = ["1", "2", "3"]', 'choices = ["1", "3"]', 33, "the answer, 2, is not among"),
    ('choices = ["1", "2", "3"]\nanswer = "tried of last cut"',
     'choices = "columns"\nanswer = "5"', 33, "is not one of the columns"),
    ('choices = ["1", "2", "3"]', 'choices = ["2", "2"]', 33, "all choices are the same"),
    ('right = "nodes < nodes in all"', 'right = "nodes < 0"', 43, "none of the choices is right"),
    ('right = "nodes >= nodes in all"', 'right = "nodes > 0"', 43, "more than one of"),
    ('right = "nodes < nodes in all"', 'rite = "x"', 44, "has the texts 'text' and 'right'"),
    ('right = "nodes < nodes in all"', 'right = "searcher < opponent"', 43, "words can only be"),
    ('moves = "7525513535133775773376666212"\nagent = "alphabeta:depth=2,eval=centre"',
     'agent = "minimax:depth=6"', 6, "visits 137,257 nodes or more, and a lesson can show 20,000"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "sentence"), MISTAKES)
def test_a_mistake_is_named_with_its_line(old: str, new: str, line: int, sentence: str) -> None:
    assert old in GOOD
    found = mistakes_in(GOOD.replace(old, new, 1))
    assert any(each.line == line and sentence in each.sentence for each in found), found
    assert all("\n" not in each.sentence for each in found)


def test_all_mistakes_of_form_come_at_once() -> None:
    text = GOOD.replace("{nodes | node}", "{nodez}").replace("alpha of root = 6", "beta")
    assert [each.line for each in mistakes_in(text)] == [24, 40]
    assert {each.sentence for each in mistakes_in("")} >= {
        "a lesson needs 'title'",
        "a lesson needs a search, as in [searches.main]",
        "a lesson needs steps, each under [[steps]]",
    }


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for name, content, sentence in (
        ("bytes.toml", b'title = "\n\xff"', "line 2: this is not UTF-8"),
        ("large.toml", b"#" * 200_000, "at most 100,000 bytes"),
        ("My Lesson.toml", GOOD.encode(), "small letters, digits and hyphens"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(InputError, match=sentence):
            read_lesson(tmp_path / name)
    with pytest.raises(InputError, match="cannot read the file"):
        read_lesson(tmp_path / "missing.toml")


def test_a_folder_of_lessons_keeps_its_order_and_names_mistakes(tmp_path: Path) -> None:
    (tmp_path / "2-second.toml").write_text(GOOD)
    (tmp_path / "1-first.toml").write_text(GOOD.replace("close up", "up"))
    (tmp_path / "minimax.toml").write_text(GOOD)  # cannot replace one that comes along
    (tmp_path / "notes.txt").write_text("not a lesson")
    own = [each for each in list_lessons(tmp_path) if each.is_own]
    assert [each.name for each in own] == ["1-first", "second"]
    assert own[0].mistake.startswith("1-first.toml, line 17: 'up' is not a view")
    assert find_lesson("second", tmp_path).lesson is not None
    assert not find_lesson("minimax", tmp_path).is_own
    with pytest.raises(InputError, match="there is no lesson 'third'"):
        find_lesson("third", tmp_path)
    with pytest.raises(InputError, match="cannot read the folder"):
        list_lessons(tmp_path / "missing")
