"""Marks: results that a server signs with the key of a class, so that they cannot be altered.

A result is one line, `fourscore-marks.PAYLOAD.SIGNATURE`: JSON in base64, and its HMAC-SHA256 under
the key of the class. Whoever has the key can sign; learners never get it.
"""

import base64
import binascii
import hashlib
import hmac
import json
import re
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fourscore.errors import InputError
from fourscore.runtime.files import write_atomically
from fourscore.runtime.paths import state_folder

__all__ = [
    "CODE",
    "ClassKey",
    "MarksError",
    "Result",
    "check_learner",
    "classes_folder",
    "make_key",
    "read_code",
    "read_key",
    "read_keys",
    "sign",
]

PREFIX = "fourscore-marks"
CODE = re.compile(rf"{PREFIX}\.[A-Za-z0-9_-]{{10,2000}}\.[A-Za-z0-9_-]{{43}}(?![A-Za-z0-9_-])")
"""How a result looks, wherever it stands in a text."""
CLASS_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
ITEM_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")
LEARNER = re.compile(r"\w[\w .,'-]{0,59}")
"""A name begins with a letter or a digit, so that no spreadsheet takes it for a formula."""
KEY_BYTES, MOST_KEYS, MOST_ANSWERS = 32, 500, 200
SUFFIX = ".key"


class MarksError(InputError):
    """A result that does not count, with the reason."""


@dataclass(frozen=True, slots=True)
class ClassKey:
    """The key of a class."""

    name: str
    secret: bytes

    def __repr__(self) -> str:
        return f"<ClassKey of {self.name}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a learner has done, as it is signed."""

    class_name: str
    learner: str
    kind: str
    """`lesson` or `exercise`."""
    item: str
    """The name of the lesson, or the id of the exercise."""
    answers: tuple[int, ...]
    """For a lesson, the chosen answer to each question, from 1; 0 where it was shown instead."""
    right: int
    questions: int
    checked: bool
    """Whether the server has checked the answers itself, or only signed what the page reported."""
    time: str
    """When it was signed, in UTC."""
    digest: str = ""
    """Which version of the lesson it was."""

    @property
    def share(self) -> float:
        """The share of right answers."""
        return self.right / self.questions if self.questions else 0.0


# Keys


def classes_folder() -> Path:
    """Return the folder of the keys of classes."""
    return state_folder() / "classes"


def check_class(name: str) -> str:
    """Return the name of a class; raises `InputError` if it cannot be one."""
    if not CLASS_NAME.fullmatch(name):
        raise InputError(
            f"{name[:60]!r} is not a name for a class: use letters, digits, - and _, up to 40"
        )
    return name


def check_learner(name: str) -> str:
    """Return the name of a learner, with single spaces; raises `InputError` if it cannot be one."""
    name = " ".join(name.split())
    if not LEARNER.fullmatch(name):
        raise InputError(
            "a learner's name begins with a letter or a digit and has up to 60 letters, digits, "
            "spaces and . , ' -"
        )
    return name


def make_key(name: str, folder: Path) -> Path:
    """Make the key of a class in a folder, and return its file; an old key is never replaced."""
    path = folder / f"{check_class(name)}{SUFFIX}"
    if path.exists():
        raise InputError(f"there is a key for the class {name} already: '{path}'")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        content = {"class": name, "key": secrets.token_hex(KEY_BYTES)}
        write_atomically(path, json.dumps(content) + "\n", 0o600)
    except OSError as error:
        raise InputError(f"cannot write the file '{path}': {error.strerror or error}") from None
    return path


def read_key(path: Path) -> ClassKey:
    """Read the key of a class; raises `InputError`."""
    try:
        with path.open("rb") as file:
            content = json.loads(file.read(1000))
        return ClassKey(check_class(content["class"]), bytes.fromhex(content["key"]))
    except OSError as error:
        raise InputError(f"cannot read the file '{path}': {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError):
        raise InputError(f"'{path}' is not the key of a class") from None


def read_keys(folder: Path) -> dict[str, ClassKey]:
    """Read the keys in a folder, by the names of their classes; none if there is no folder."""
    paths = sorted(folder.glob(f"*{SUFFIX}"))[:MOST_KEYS] if folder.is_dir() else []
    return {key.name: key for key in map(read_key, paths)}


# Codes


def sign(result: Result, key: ClassKey) -> str:
    """Return the code of a result.

    >>> key = ClassKey("10b", bytes(32))
    >>> result = Result(class_name="10b", learner="Ada", kind="lesson", item="minimax",
    ...     answers=(1, 2), right=1, questions=2, checked=True, time="2026-01-31T10:00:00Z")
    >>> read_code(sign(result, key), {"10b": key}) == result
    True
    """
    text = json.dumps(asdict(result), ensure_ascii=False, separators=(",", ":"))
    payload = _encode(text.encode())
    return f"{PREFIX}.{payload}.{_encode(_signature(payload, key))}"


def _signature(payload: str, key: ClassKey) -> bytes:
    return hmac.new(key.secret, f"{PREFIX}.{payload}".encode(), hashlib.sha256).digest()


def read_code(code: str, keys: dict[str, ClassKey]) -> Result:
    """Return the result of a code; raises `MarksError` if it is not signed by one of the keys."""
    _, payload, signature = code.split(".")
    content = _content(payload)
    name = content.get("class_name")
    if name not in keys:
        raise MarksError(f"it is for the class {str(name)[:40]!r}, for which there is no key")
    expected = _signature(payload, keys[name])
    try:
        given = _decode(signature)
    except (binascii.Error, ValueError):
        given = b""
    if not hmac.compare_digest(expected, given):
        raise MarksError("its signature does not fit: it was altered, or not made by this class")
    try:
        return Result(**{**content, "answers": tuple(content["answers"])})
    except (TypeError, KeyError):
        raise MarksError("it is signed, but by another version of fourscore") from None


def _content(payload: str) -> dict[str, Any]:
    try:
        content = json.loads(_decode(payload))
    except (binascii.Error, ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise MarksError("it cannot be read: it was altered, or is not whole")
    return content


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _decode(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
