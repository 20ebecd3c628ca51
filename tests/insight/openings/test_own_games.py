"""A player's own games against perfect play."""

import pytest

from fourscore.core.game import Game, write_game
from fourscore.errors import InputError
from fourscore.insight.openings.own_games import read_own, study_games
from fourscore.insight.truth.judge import shared_judge

GAMES = ["4444426251", "3344", "5544", "44441", "4435343"]


def test_departures_are_the_blunders_of_a_review() -> None:
    games = read_own("\n".join(GAMES))
    report = study_games(games)
    wanted = [
        tuple(
            (each.position.ply, each.column, each.kind)
            for each in shared_judge().judge_game(game.game)
            if each.is_blunder
        )
        for game in games
    ]
    assert list(report.by_game) == wanted
    assert sum(each.count for each in report.departures) == sum(map(len, wanted))
    assert report.moves == sum(map(len, GAMES))


def test_mirror_images_are_one_place() -> None:
    report = study_games(read_own("3344\n5544"), "X")
    start = next(each for each in report.departures if each.position.ply == 0)
    assert (start.count, start.reached, start.moves) == (2, 2, "")
    later = [each for each in report.departures if each.position.ply == 2]
    assert all(len(each.choices) == 1 and each.count == 2 for each in later)


def test_one_colour_or_one_player_only() -> None:
    tagged = [Game("3344", {"First": "Ada", "Second": "Bob"}), Game("4", {"First": "Bob"})]
    games = read_own("\n".join(map(write_game, tagged)))
    assert [each.game.tags.get("First") for each in games] == ["Ada", "Bob"]
    only = study_games(games, name="ada")
    assert {each.position.turn for each in only.departures} == {"X"}
    assert [(side.player, side.games) for side in only.sides] == [("X", 1)]
    assert {each.position.turn for each in study_games(games, "O").departures} <= {"O"}
    with pytest.raises(InputError, match="no game names 'Eve'"):
        study_games(games, name="Eve")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("44\n# mine\n\n4x4", "line 4: move 2 of '4x4'"),
        ("", "there is no game in the text"),
        ('[First "A"]\n\n1. 4 4 2. 9 *', "line 1: "),
        ('1. 4 4 *\n\n[Variant "slip"]\n1. 4 4 *', "line 3: "),
    ],
)
def test_a_broken_text_names_its_line(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        read_own(text)
    assert str(caught.value).startswith(sentence)


def test_games_in_the_text_format_are_told_apart() -> None:
    text = "1. 4 4 2. 5 *\n\n1. 3 3 *\n"
    assert [(each.line, each.moves) for each in read_own(text)] == [(1, "445"), (3, "33")]
