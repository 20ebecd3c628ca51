"""Packages that only a part of fourscore needs, each brought by an extra of the installation."""

from importlib.util import find_spec

from fourscore.errors import InputError

__all__ = ["EXTRAS", "is_installed", "require"]

EXTRAS = {
    "anywidget": "notebook",
    "distributed": "cluster",
    "gymnasium": "envs",
    "matplotlib": "plots",
    "numba": "kernels",
    "pettingzoo": "envs",
    "pyarrow": "parquet",
}
"""The extra that brings each package."""


def is_installed(package: str) -> bool:
    """Return whether a package can be imported, without importing it."""
    return find_spec(package) is not None


def require(package: str, what: str) -> None:
    """Raise `InputError` unless a package is installed; `what` is the subject of the sentence."""
    if not is_installed(package):
        wanted = f'pip install "fourscore[{EXTRAS[package]}]"'
        raise InputError(f"{what} needs the package {package}: {wanted}")
