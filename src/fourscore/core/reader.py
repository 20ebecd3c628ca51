"""Read what people type or pass: moves, drawn boards, games, files and standard input.

`read_games` decides by its content how a text is written; the first row that fits counts:

    a tag [Name "value"], a {comment}, a move number,    games in the text format that `game`
    or a result 1-0, 0-1, 1/2-1/2 or *                   describes, one or several
    a cell - . X O, a frame | +, or / after a row,       a drawn board
    unless it is one line that begins with a digit
    anything else, also an empty text                    moves, such as 4453

`load_games` takes files as well, also by the first row that fits:

    -                                                    standard input
    @NAME                                                the file NAME
    one line with letters that no notation has, unless   the file of that name
    it looks like moves with a typing error
    anything else                                        a text, or the file of that name if
                                                         there is one and the text is invalid

Moves are played from a given start. Drawn boards take their size and variant from it, and so
do games without the tags Size and Variant.
"""

import re
import sys
from pathlib import Path

from fourscore.core.game import OWN_TAGS, RESULTS, TAG_NAME, Game, write_line
from fourscore.core.notation import empty_board, parse_column, quoted, read_board
from fourscore.core.position import Position
from fourscore.errors import IllegalMoveError, InputError, NotationError

__all__ = [
    "load_game",
    "load_games",
    "read_file",
    "read_game",
    "read_games",
    "read_line",
]

IN_GAMES = re.compile(r"[\[{*]|(?<!\S)\d+\.(?![A-Za-z])|(?<!\S)(1-0|0-1|1/2-1/2)(?!\S)")
IN_BOARDS = re.compile(r"[-.XOxo|/+]")
ONE_LINE_OF_MOVES = re.compile(r"\d[^/\n]*")
IN_FILE_NAMES = re.compile(r"[^\W\d_XOxo]|[_~\\]")
MISTYPED_MOVES = re.compile(r"\d[^./\\]*")
MAX_BYTES = 20_000_000
"""The largest file that is read, in bytes."""


# Texts


def read_game(text: str, start: Position | None = None) -> Game:
    """Read the one game of a text in any notation.

    Moves are played from `start`, by default the empty board. Raises `NotationError` if the text
    is not valid, or has several games.

    >>> read_game("44 5").columns, read_game("1. 4 4 2. 5 *").columns
    ((3, 3, 4), (3, 3, 4))
    """
    return _only(read_games(text, start))


def read_games(text: str, start: Position | None = None) -> list[Game]:
    """Read the games of a text in any notation; a drawn board becomes the start of a game.

    Moves are played from `start`, by default the empty board. Boards take their size and variant
    from it, and so do games that do not name theirs. Raises `NotationError`, which names the place
    of the error.

    >>> [len(game.moves) for game in read_games('1. 4 4 *\\n[Round "2"]\\n1. 4 *')]
    [2, 1]
    """
    _require_text(text)
    start = start or Position.empty()
    if IN_GAMES.search(text):
        return _read_tagged(text, start)
    if IN_BOARDS.search(text) and not ONE_LINE_OF_MOVES.fullmatch(text.strip()):
        width, height, variant = start.width, start.height, start.variant
        return [Game(read_board(text, width=width, height=height, variant=variant))]
    return [read_line(text, start)]


def read_line(text: str, start: Position | None = None) -> Game:
    """Play a move string from a start; where discs slip, "4>5" aims at 4 and lands in 5.

    >>> from fourscore.core.variants import SLIP
    >>> read_line("44>5", Position.empty(variant=SLIP)).moves[-1]
    Move(aim=3, landing=4)
    """
    game = Game(start)
    column = r"\d" if game.start.width <= 9 else r"\d+"
    words = re.findall(rf"{column}(?:>{column})?|[^\s,]", text, re.ASCII)
    for count, word in enumerate(words, start=1):
        try:
            _play(game, word)
        except InputError as error:
            illegal = isinstance(error, IllegalMoveError) and count > 1
            after = f" after {write_line(game)!r}" if illegal else ""
            raise NotationError(
                f"move {count} of {quoted(text)}: {error.for_people}{after}"
            ) from None
    return game


def _play(game: Game, word: str) -> None:
    columns = [parse_column(part, game.start.width) for part in word.split(">")]
    if len(columns) > 2:
        raise NotationError("a disc lands in one column only")
    game.play(*columns)


def _require_text(text: object) -> None:
    if not isinstance(text, str):
        raise InputError(f"{text!r:.60} is not a text")


def _only(games: list[Game]) -> Game:
    if len(games) > 1:
        raise NotationError(f"there are {len(games)} games where one is wanted")
    return games[0]


# Games in the text format


def _read_tagged(text: str, start: Position) -> list[Game]:
    parts = _split_games(text)
    if len(parts) == 1:
        return [_read_tagged_game(text, start)]
    games = []
    for count, part in enumerate(parts, start=1):
        try:
            games.append(_read_tagged_game(part, start))
        except NotationError as error:
            raise NotationError(f"game {count} of {len(parts)}: {error}") from None
    return games


def _split_games(text: str) -> list[str]:
    """Begin a new game with each tag that follows moves."""
    parts: list[list[str]] = [[]]
    in_moves = False
    for line in _lines(text):
        is_tag = line.lstrip().startswith("[")
        if is_tag and in_moves:
            parts.append([])
        in_moves = not is_tag and (in_moves or bool(line.strip()))
        parts[-1].append(line)
    return ["\n".join(part) for part in parts]


def _read_tagged_game(text: str, start: Position) -> Game:
    tags, body = _split_tags(text)
    try:
        begin = _read_start(tags, start)
    except InputError as error:
        raise NotationError(f"in the tags: {error}") from None
    game = Game(begin, {name: value for name, value in tags.items() if name not in OWN_TAGS})
    result = None
    for word in re.sub(r"\{[^}]*\}", " ", body).split():
        if result is not None:
            raise NotationError(f"{quoted(word)} follows the result {result}")
        if word in RESULTS:
            result = word
        elif move := re.sub(r"^\d+\.+", "", word):
            _play_next(game, move)
    for given in (result, tags.get("Result")):
        if given not in (None, game.result):
            raise NotationError(f"the result is given as {given!r} but the moves say {game.result}")
    return game


def _play_next(game: Game, word: str) -> None:
    try:
        _play(game, word)
    except InputError as error:
        raise NotationError(
            f"move {len(game.moves) + 1} ({quoted(word)}): {error.for_people}"
        ) from None


def _split_tags(text: str) -> tuple[dict[str, str], str]:
    """Return the tags of a game and the text that follows them."""
    tags: dict[str, str] = {}
    lines = _lines(text)
    for count, line in enumerate(lines):
        if not line.strip():
            continue
        if not line.lstrip().startswith("["):
            return tags, "\n".join(lines[count:])
        match = re.fullmatch(rf'\s*\[({TAG_NAME}) "((?:[^"\\]|\\.)*)"\]\s*', line)
        if match is None:
            raise NotationError(
                f'line {count + 1} is not a tag of the form [Name "value"]: {quoted(line)}'
            )
        tags[match[1]] = re.sub(r"\\(.)", _unescape, match[2])
    return tags, ""


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").split("\n")


def _unescape(match: re.Match[str]) -> str:
    return {"n": "\n", "r": "\r"}.get(match[1], match[1])


def _read_start(tags: dict[str, str], start: Position) -> Position:
    empty = empty_board(tags.get("Size", start.size), tags.get("Variant", start.variant.name))
    if "Start" not in tags:
        return empty
    return read_board(tags["Start"], width=empty.width, height=empty.height, variant=empty.variant)


# Sources


def load_game(source: str, start: Position | None = None) -> Game:
    """Read the one game of a text, a file or standard input.

    As `load_games`; raises `NotationError` if there are several games.
    """
    return _only(load_games(source, start))


def load_games(source: str, start: Position | None = None, *, stdin: bool = True) -> list[Game]:
    """Read the games of a text, a file or standard input.

    "-" is standard input, unless `stdin` is False, and "@NAME" is the file NAME. One line that
    no notation has is the name of a file too; anything else is a text, as for `read_games`.
    Raises `NotationError` if the text is not valid, and `InputError` if the file cannot be read.

    >>> [len(game.moves) for game in load_games("4453")]
    [4]
    """
    _require_text(source)
    if source == "-" and stdin:
        return read_games(_decode(sys.stdin.buffer.read(), "standard input"), start)
    if source == "@":
        raise InputError("the name of a file is missing after @")
    if source.startswith("@"):
        return _load_file(source[1:], start)
    if _looks_like_file(source):
        return _load_file(source, start)
    try:
        return read_games(source, start)
    except NotationError:
        if not _is_file(source):
            raise
    return _load_file(source, start)


def _looks_like_file(text: str) -> bool:
    """Return whether a text can only be the name of a file."""
    if "\n" in text or IN_GAMES.search(text) or "|" in text:
        return False
    return bool(IN_FILE_NAMES.search(text)) and not MISTYPED_MOVES.fullmatch(text.strip())


def _is_file(name: str) -> bool:
    try:
        return Path(name).expanduser().is_file()
    except (OSError, RuntimeError, ValueError):
        return False


def _load_file(name: str, start: Position | None) -> list[Game]:
    text = read_file(name)
    if not text.strip():
        raise InputError(f"the file '{name}' is empty")
    try:
        return read_games(text, start)
    except InputError as error:
        raise InputError(f"in the file '{name}': {error}") from None


def read_file(name: str | Path) -> str:
    """Return the text of a file, or raise `InputError` with its name."""
    try:
        with Path(name).expanduser().open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputError(f"there is no file '{name}'") from None
    except (OSError, RuntimeError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot read the file '{name}': {why}") from None
    if len(content) > MAX_BYTES:
        raise InputError(f"the file '{name}' is too large; the maximum is {MAX_BYTES:,} bytes")
    return _decode(content, f"the file '{name}'")


def _decode(content: bytes, where: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{where} is not text in UTF-8") from None
