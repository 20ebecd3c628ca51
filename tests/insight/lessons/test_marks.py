"""Signed results: what counts, and what does not."""

import base64
import csv
import io
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourscore.errors import InputError
from fourscore.insight.lessons.collecting import Keep, collect, write_csv
from fourscore.insight.lessons.marks import (
    CODE,
    ClassKey,
    MarksError,
    Result,
    check_learner,
    make_key,
    read_code,
    read_keys,
    sign,
)

KEY = ClassKey("10b", bytes(range(32)))
OTHER = ClassKey("10c", bytes(32))
ADA = Result(class_name="10b", learner="Ada", kind="lesson", item="minimax", answers=(1, 2, 1),
             right=2, questions=3, checked=True, time="2026-01-31T10:00:00Z")  # fmt: skip


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (sign(ADA, ClassKey("10b", b"guess" * 8)), "its signature does not fit"),
        (sign(ADA, OTHER), "its signature does not fit"),
        (sign(replace(ADA, class_name="10a"), OTHER), "for the class '10a', for which there is no"),
        # Ada's points raised, with the signature of the points that she got.
        (
            f"{sign(replace(ADA, right=3), OTHER).rpartition('.')[0]}."
            f"{sign(ADA, KEY).rpartition('.')[2]}",
            "altered",
        ),
    ],
)
def test_a_forged_or_foreign_result_is_refused(code: str, sentence: str) -> None:
    with pytest.raises(MarksError, match=sentence):
        read_code(code, {"10b": KEY, "10c": OTHER})


@given(st.data())
def test_any_change_is_noticed(data: st.DataObject) -> None:
    code = sign(ADA, KEY)
    place = data.draw(st.integers(len("fourscore-marks."), len(code) - 1))
    letter = data.draw(st.sampled_from("ABCabc019_-."))
    altered = code[:place] + letter + code[place + 1 :]
    # The last letter of a base64 text has bits that say nothing.
    if CODE.fullmatch(altered) is None or _bytes(altered) == _bytes(code):
        return
    with pytest.raises(MarksError):
        read_code(altered, {"10b": KEY})


def _bytes(code: str) -> list[bytes]:
    parts = code.split(".")[1:]
    return [base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)) for part in parts]


def test_keys_are_private_and_never_replaced(tmp_path: Path) -> None:
    path = make_key("10b", tmp_path / "classes")
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(read_keys(path.parent)["10b"].secret) == 32
    assert repr(read_keys(path.parent)["10b"].secret)[2:-1] not in repr(read_keys(path.parent))
    with pytest.raises(InputError, match="there is a key for the class 10b already"):
        make_key("10b", path.parent)
    for name in ("", "../10b", "a b", "x" * 50):
        with pytest.raises(InputError, match="is not a name for a class"):
            make_key(name, tmp_path)
    (tmp_path / "broken.key").write_text("{}")
    with pytest.raises(InputError, match="is not the key of a class"):
        read_keys(tmp_path)
    assert read_keys(tmp_path / "missing") == {}


@pytest.mark.parametrize("name", ["=1+1", "+x", "@x", "-x", "", "a\nb\x00", "x" * 61, "a;b"])
def test_names_that_a_spreadsheet_could_run_are_refused(name: str) -> None:
    with pytest.raises(InputError):
        check_learner(name)
    assert check_learner("  Zoë  van der O'Neill-Ångström, Jr. ").startswith("Zoë van")
    assert check_learner("李小龙") == "李小龙"


def hand_in(folder: Path, name: str, *results: Result, key: ClassKey = KEY) -> None:
    folder.mkdir(exist_ok=True)
    lines = "\n".join(f"Dear teacher, {sign(each, key)} is mine." for each in results)
    (folder / name).write_text(lines, encoding="utf-8")


def test_what_was_handed_in_is_gathered(tmp_path: Path) -> None:
    better = replace(ADA, answers=(1, 1, 1), right=3, time="2026-01-31T11:00:00Z")
    later = replace(ADA, learner="ada", right=1, time="2026-01-31T12:00:00Z")
    ben = replace(ADA, learner="Ben", kind="exercise", item="alphabeta-2-7", checked=False)
    hand_in(tmp_path, "ada.txt", ADA, better, better)
    hand_in(tmp_path, "mail.txt", later, ben, better)
    hand_in(tmp_path, "forged.txt", ben, key=ClassKey("10b", b"x"))
    (tmp_path / "empty.txt").write_text("")
    rights = {}
    for keep in Keep:
        found = collect(tmp_path, {"10b": KEY}, keep)
        rights[keep] = [row.result.right for row in found.rows]
        assert [row.attempts for row in found.rows] == [3, 1]
        assert [each.file for each in found.rejected] == ["empty.txt", "forged.txt"]
    assert rights == {Keep.best: [3, 2], Keep.first: [2, 2], Keep.last: [1, 2]}
    rows = list(csv.DictReader(io.StringIO(write_csv(found.rows))))
    assert [row["learner"] for row in rows] == ["ada", "Ben"]
    assert rows[1]["checked"] == "no"
    assert rows[1]["percent"] == "67"


def test_files_that_are_too_large_are_named(tmp_path: Path) -> None:
    (tmp_path / "large.bin").write_bytes(bytes(1_000_001))
    assert "more than 1,000,000 bytes" in collect(tmp_path, {"10b": KEY}).rejected[0].reason
    with pytest.raises(InputError, match="there is no folder"):
        collect(tmp_path / "missing", {"10b": KEY})
