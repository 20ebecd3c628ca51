"""Make the pictures of the documentation, and tell which are older than what they show.

python -m scripts.pictures             make all pictures but those of measurements
python -m scripts.pictures --all       make those too, which takes long; best on an idle machine
python -m scripts.pictures NAME ...    make the pictures of these names
python -m scripts.pictures --list      list names, pictures and commands
python -m scripts.pictures --check     fail if a picture is older than what it shows
python -m scripts.pictures --unchanged NAME ...    state that a change to sources cannot be seen

Every picture has a command in `RECIPES`. Some commands give the same bytes each time; a test runs
these again and compares. For the others, scripts/pictures.json has a digest of the sources that
draw what they show, comments and layout aside, from when they were made.
"""

import ast
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import time
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from scripts.transcripts import environment

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
RECORD = ROOT / "scripts" / "pictures.json"
STUDIES = DOCS / "learn" / "studies.md"


@dataclass(frozen=True)
class Recipe:
    """How pictures are made: a command that writes files of their names into its folder."""

    name: str
    command: str
    pictures: tuple[str, ...]
    """Below docs."""
    shows: tuple[str, ...] = ()
    """The sources that draw what is seen; none if the command gives the same bytes each time."""
    is_measured: bool = False
    """Whether it shows times, which are different each time."""
    tables: Path | None = None
    """A page whose tables the command writes as well."""

    @property
    def is_exact(self) -> bool:
        return not self.shows


def _web(name: str, *shows: str) -> Recipe:
    always = (
        "web/src/app.css",
        "web/src/App.svelte",
        "web/src/pages.ts",
        "web/src/shared/*.svelte",
    )
    command = f"python -m scripts.web_screens {name}"
    return Recipe(name, command, (f"screens/{name}.png",), (*always, *shows))


PLAY = ("web/src/positions/*.svelte", "web/src/positions/play/*.svelte", "web/src/agents/*.svelte")
THEATRE = ("web/src/traces/*.svelte", "web/src/traces/canvas/draw*.ts")
TERMINAL = (
    *("board", "chart", "colours", "evaluation", "game", "panel"),
    *("review", "setup", "side", "sprites", "start", "words"),
)
"""The modules of the terminal app that draw."""
CHARTS = "src/fourscore/insight/drawing/*.py"
LEDGER = (
    "fourscore tournament alphabeta:depth=4 mcts:playouts=500 random --games 20"
    " --openings balanced --seed 1 --ledger games.ledger"
    " && fourscore ledger report games.ledger --out report.html --plots ."
)
RECIPES = (
    Recipe(
        "tree-alphabeta",
        "fourscore tree 4453 --agent alphabeta:depth=3 --out tree-alphabeta.svg",
        ("pictures/tree-alphabeta.svg",),
    ),
    Recipe(
        "tree-mcts",
        "fourscore tree 44 --agent mcts:playouts=200,seed=1 --out tree-mcts.svg",
        ("pictures/tree-mcts.svg",),
    ),
    Recipe(
        "review",
        "fourscore review 435357352645243654 --out review.svg",
        ("pictures/review.svg",),
    ),
    Recipe(
        "openings",
        "python -m scripts.openings plot",
        ("pictures/openings-shape.svg", "pictures/course-plies.svg"),
    ),
    Recipe("accuracy-by-ply", LEDGER, ("pictures/accuracy-by-ply.svg",)),
    Recipe(
        "terminal",
        "python -m scripts.screens",
        ("screens/start.svg", "screens/game.svg", "screens/review.svg"),
        tuple(f"src/fourscore/tui/{name}.py" for name in TERMINAL),
    ),
    Recipe(
        "notebook",
        "python -m scripts.notebook_screen",
        ("screens/notebook.png",),
        ("src/fourscore/notebook/board.js", "src/fourscore/notebook/board.css"),
    ),
    _web("web-start", "web/src/start/*"),
    _web("web-play", *PLAY),
    _web("web-phone", *PLAY),
    _web("web-own-agent", *PLAY),
    _web("web-review", "web/src/positions/*.svelte", "web/src/positions/review/*.svelte"),
    _web("web-puzzles", "web/src/puzzles/*.svelte"),
    _web("web-theatre", *THEATRE),
    _web("web-tour", *THEATRE, "web/src/lessons/*", "src/fourscore/data/lessons/*"),
    _web("web-arena", "web/src/tournaments/*.svelte"),
    _web("web-learn", "web/src/training/*.svelte"),
    Recipe(
        "ledger-report",
        "python -m scripts.web_screens ledger-report",
        ("screens/ledger-report.png",),
        ("src/fourscore/insight/drawing/**/*", "src/fourscore/insight/reports/**/*"),
    ),
    Recipe(
        "race",
        "fourscore race --state 3 --out race-state3.svg",
        ("pictures/race-state3.svg",),
        (CHARTS, "src/fourscore/insight/race/chart.py"),
        is_measured=True,
    ),
    Recipe(
        "book",
        f"python {ROOT}/bench/book.py --plot book.svg",
        ("pictures/book.svg",),
        ("bench/book.py",),
        is_measured=True,
    ),
    Recipe(
        "studies",
        "fourscore study all --out .",
        tuple(
            f"studies/{name}.svg"
            for name in (
                "adversarial",
                "depth-ladder-rates",
                "depth-ladder-times",
                "replay-nodes-chart",
                "replay-time-chart",
                "efficiency",
                "accuracy-over-time",
                "accuracy-by-ply",
            )
        ),
        (
            CHARTS,
            *(
                f"src/fourscore/insight/studies/{name}.py"
                for name in (
                    "accuracy",
                    "adversarial",
                    "depth_ladder",
                    "efficiency",
                    "replay",
                    "study",
                )
            ),
        ),
        is_measured=True,
        tables=STUDIES,
    ),
    Recipe(
        "levels",
        "fourscore study levels --games 1600 --upper-games 400 --seed 2029 --out .",
        ("studies/levels-standard.svg",),
        (CHARTS, "src/fourscore/insight/studies/levels.py"),
        is_measured=True,
    ),
)


def make(recipe: Recipe, folder: Path) -> dict[str, Path]:
    """Run a recipe in a folder; return where each picture is now."""
    settings = environment(folder)
    del settings["NO_COLOR"]  # the terminal app would obey
    settings["PYTHONPATH"] += f"{os.pathsep}{ROOT}"
    done = subprocess.run(
        recipe.command,
        shell=True,
        cwd=folder,
        env=settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    found = {name: next(folder.rglob(Path(name).name), None) for name in recipe.pictures}
    made = {name: path for name, path in found.items() if path is not None}
    if done.returncode or len(made) < len(found):
        sys.exit(f"{recipe.command}\n{done.stdout}\nThe command of {recipe.name!r} has failed.")
    return made


def renew(recipe: Recipe) -> None:
    """Make the pictures of a recipe, and record what they were made of."""
    with TemporaryDirectory() as name:
        for picture, path in make(recipe, Path(name)).items():
            (DOCS / picture).parent.mkdir(exist_ok=True)
            copyfile(path, DOCS / picture)
        if recipe.tables:
            written = "\n".join(path.read_text("utf-8") for path in sorted(Path(name).glob("*.md")))
            recipe.tables.write_text(paste(recipe.tables.read_text("utf-8"), written), "utf-8")
    record(recipe)


TABLE = re.compile(r"(?m)^(?:\*\*|## )(?P<title>.+?)(?:\*\*)?\n\n(?P<table>(?:\|.*\n)+)")


def paste(page: str, written: str) -> str:
    """Put the tables that were written in place of those of a page that have the same titles.

    Of tables with one title, the first replaces the first.

    >>> paste("**A**\\n\\n|1|\\n\\n**B**\\n\\n|2|\\n", "## B\\n\\n|3|\\n|4|\\n")
    '**A**\\n\\n|1|\\n\\n**B**\\n\\n|3|\\n|4|\\n'
    """
    tables: dict[str, list[str]] = {}
    for found in TABLE.finditer(written):
        tables.setdefault(found["title"], []).append(found["table"])

    def renewed(found: "re.Match[str]") -> str:
        left = tables.get(found["title"])
        return found[0].replace(found["table"], left.pop(0)) if left else found[0]

    return TABLE.sub(renewed, page)


def record(recipe: Recipe) -> None:
    """Write down that the pictures of a recipe show its sources as they are."""
    known = {**recorded(), recipe.name: digests(recipe) or versions(recipe)}
    text = json.dumps(known, indent=1, sort_keys=True)
    RECORD.write_text(text + "\n", encoding="utf-8")


def recorded() -> dict[str, dict[str, str]]:
    """Return the digests of what each recipe's pictures were made of."""
    found: dict[str, dict[str, str]] = json.loads(RECORD.read_text("utf-8"))
    return found


def versions(recipe: Recipe) -> dict[str, str]:
    """Return the version of Matplotlib if it draws a recipe's pictures."""
    is_chart = any('id="figure_1"' in (DOCS / each).read_text("utf-8") for each in recipe.pictures)
    return {"matplotlib": version("matplotlib")} if is_chart else {}


def digests(recipe: Recipe) -> dict[str, str]:
    """Return a digest of each group of sources that a recipe's pictures show."""
    return {pattern: _digest(pattern) for pattern in recipe.shows}


def _digest(pattern: str) -> str:
    digest = hashlib.blake2b(digest_size=6)
    files = {path.relative_to(ROOT).as_posix(): path for path in ROOT.glob(pattern)}
    for name, path in sorted(files.items()):
        if path.is_file() and not re.search(r"\.test\.ts$|\.pyc$", name):
            digest.update(f"{name}\0{seen(path)}\0".encode())
    return digest.hexdigest()


def seen(path: Path) -> str:
    """Return a source without comments, docstrings and layout; the same in every Python."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        text = _without_words(text)
    else:
        text = re.sub(r"/\*.*?\*/|<!--.*?-->|^\s*//.*?$", "", text, flags=re.S | re.M)
    return " ".join(text.split())


def _without_words(text: str) -> str:
    """Leave out the comments and docstrings of a Python module."""
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            for row in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                lines[row - 1] = ""
    return "\n".join(lines)


def outdated(recipes: Iterable[Recipe] = RECIPES) -> Iterator[str]:
    """Yield a sentence for each recipe whose pictures are older than what they show."""
    known = recorded()
    for recipe in recipes:
        if recipe.is_exact:
            continue
        before, now = known.get(recipe.name, {}), digests(recipe)
        if changed := sorted(name for name in {*before, *now} if before.get(name) != now.get(name)):
            yield (
                f"{', '.join(recipe.pictures)}: {', '.join(changed)} changed since. "
                f"Run `make pictures NAMES={recipe.name}` and look at the result; if the change "
                f"cannot be seen, `python -m scripts.pictures --unchanged {recipe.name}`."
            )


def _named(names: Sequence[str]) -> list[Recipe]:
    known = {recipe.name: recipe for recipe in RECIPES}
    if wrong := [name for name in names if name not in known]:
        sys.exit(f"there is no picture {wrong[0]!r}; there are {', '.join(known)}")
    return [known[name] for name in names]


def main(arguments: list[str]) -> None:
    options = [each for each in arguments if each.startswith("--")]
    names = [each for each in arguments if not each.startswith("--")]
    chosen = _named(names) or [
        each for each in RECIPES if "--all" in options or not each.is_measured
    ]
    if "--check" in options:
        sys.exit("\n".join(outdated(_named(names) or RECIPES)))
    for number, recipe in enumerate(_named(names) if "--unchanged" in options else chosen, start=1):
        if "--list" in options:
            print(recipe.name, *recipe.pictures, f"$ {recipe.command}", sep="\n  ")
        elif "--unchanged" in options:
            record(recipe)
        else:
            start = time.monotonic()
            print(f"{number}/{len(chosen)} {recipe.name} … ", end="", flush=True)
            renew(recipe)
            print(f"{time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
