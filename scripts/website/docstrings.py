"""Make docstrings ready for the reference: examples, and links between names.

Docstrings are plain text for `help`: a doctest has no fence, and a name stands between backquotes.
Here doctests and indented programs become fenced blocks, and every public name becomes a link.
"""

import re
from typing import Any

import griffe

import fourscore
from fourscore import envs

__all__ = ["Docstrings", "public_names"]

DOCTEST = re.compile(r"^>>> .*(?:\n.+)*", re.M)
FLAGS = re.compile(r" *# doctest: .*")
PROGRAM = re.compile(r"(?<=\n\n)(?: {4}.*\n?|\n(?= {4}))+")
NAME = re.compile(r"(?<![`\w\[])`([A-Za-z_]\w*)((?:\.\w+)?)`(?!`)")
DESCRIBED = ("_column",)
"""Functions whose second argument describes the attribute that they make."""


def public_names() -> dict[str, str]:
    """Return the path of every public name in the reference."""
    names = {name: f"fourscore.envs.{name}" for name in envs.__all__}
    return names | {name: f"fourscore.{name}" for name in fourscore.__all__}


class Docstrings(griffe.Extension):
    """Rewrites the docstrings of a package once all of it is known."""

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        """Give an attribute the description that it is declared with."""
        if attr.docstring is None and (text := _declared(attr)):
            attr.docstring = griffe.Docstring(text, parent=attr)

    def on_class(self, *, cls: griffe.Class, **_: Any) -> None:
        """Show the signature of a class that is made by `__new__`, unless it is an enumeration."""
        made = cls.members.get("__new__")
        if "__init__" in cls.members or _is_enumeration(cls):
            return
        if isinstance(made, griffe.Function):
            cls.set_member("__init__", made)

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of an object."""
        if obj.docstring is not None:
            obj.docstring.value = link(fence(obj.docstring.value), _own_names(obj))


def _declared(attr: griffe.Attribute) -> str:
    """Return what a column's declaration or the value of an enumeration's member says of it."""
    made, owner = attr.value, attr.parent
    last: Any = None
    if isinstance(made, griffe.ExprCall) and str(made.function) in DESCRIBED:
        last = made.arguments[1]
    elif isinstance(made, griffe.ExprTuple) and isinstance(owner, griffe.Class):
        last = made.elements[-1] if _is_enumeration(owner) else None
    return last.strip("'\"") if isinstance(last, str) and last[0] in "'\"" else ""


def _is_enumeration(cls: griffe.Class) -> bool:
    return any("Enum" in str(base) for base in cls.bases)


def _own_names(obj: griffe.Object) -> set[str]:
    """Return the names that mean something nearer by: parameters and members."""
    own = {obj.name, *obj.members}
    if isinstance(obj, griffe.Function):
        own |= {parameter.name for parameter in obj.parameters}
    if isinstance(obj.parent, griffe.Class):
        own |= set(obj.parent.members)
    return own


def fence(text: str) -> str:
    """Put doctests and programs into fenced blocks.

    >>> fence("Add.\\n\\n>>> 1 + 1\\n2")
    'Add.\\n\\n```pycon\\n>>> 1 + 1\\n2\\n```'
    """
    text = DOCTEST.sub(lambda found: f"```pycon\n{FLAGS.sub('', found[0])}\n```", text)
    return PROGRAM.sub(_fence_program, text)


def _fence_program(found: "re.Match[str]") -> str:
    lines = [line.removeprefix("    ") for line in found[0].rstrip().split("\n")]
    kind = "text" if any("├" in line for line in lines) else "python"
    return "\n".join([f"```{kind}", *lines, "```\n"])


def link(text: str, own: set[str]) -> str:
    """Make links of public names, except of those that mean something nearer by.

    >>> link("Raises `Cancelled`; `limit` is a `Limit`.", {"limit"})
    'Raises [`Cancelled`][fourscore.Cancelled]; `limit` is a [`Limit`][fourscore.Limit].'
    """
    public = public_names()

    def linked(found: "re.Match[str]") -> str:
        name, rest = found.groups()
        if name == "fourscore" and rest[1:] in public:
            return f"[{found[0]}][{public[rest[1:]]}]"
        if name in own or name not in public or (rest and name.islower()):
            return found[0]
        return f"[`{name}{rest}`][{public[name]}{rest}]"

    parts = re.split(r"(```.*?```)", text, flags=re.S)
    return "".join(part if odd % 2 else NAME.sub(linked, part) for odd, part in enumerate(parts))
