"""Where the password of a server comes from: a file, the environment, or the command line."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from fourscore.errors import InputError

if TYPE_CHECKING:
    from fourscore.web.password import Password

__all__ = ["VARIABLE", "read_password"]

VARIABLE = "FOURSCORE_PASSWORD"
"""The environment variable that holds the password."""


def read_password(given: str | None, file: Path | None, data: Path) -> "Password | None":
    """Return the password's hash, or None if there is no password.

    The environment is cleared of it, so that no other process inherits it.
    """
    from fourscore.web.handover import received_password
    from fourscore.web.password import Password, read_password_file

    inherited = os.environ.pop(VARIABLE, None)
    if given is not None and file is not None:
        raise InputError("give the password by --password or --password-file, not by both")
    if file is not None:
        _warn_of_readers(file)
        return Password.for_folder(read_password_file(file), data)
    if given is not None:
        _warn("anyone on this machine can see --password in the list of processes; "
              f"--password-file or {VARIABLE} keep it out of there")  # fmt: skip
        return Password.for_folder(given, data)
    if inherited is not None:
        return Password.for_folder(inherited, data)
    return received_password()


def _warn_of_readers(file: Path) -> None:
    from fourscore.runtime.system import others_can_read

    if others_can_read(file):
        _warn(f"other users of this machine can read '{file}'; chmod 600 keeps them out")


def _warn(sentence: str) -> None:
    from fourscore.cli import console

    console.errors().print(f"warning: {sentence}", markup=False, highlight=False, soft_wrap=True)
