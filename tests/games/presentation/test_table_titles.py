"""What a table is called, in each reader's language."""

import pytest
from django.utils import translation

from games.models import Game
from games.presentation.table_titles import Fixture, short_title, title, title_within_season
from players.models import User

SECOND = Fixture(season="Spring", division=0, division_name="", round=2, table=3)


@pytest.mark.parametrize(
    ("fixture", "english", "japanese"),
    [
        (SECOND, "Spring, round 2, table 3", "「Spring」第2ラウンド第3卓"),
        (SECOND | {"division": 2}, "Spring, Division 2, round 2, table 3", "「Spring」2部 第2ラウンド第3卓"),
        (
            SECOND | {"division": 1, "division_name": "Masters"},
            "Spring, Masters, round 2, table 3",
            "「Spring」Masters 第2ラウンド第3卓",
        ),
    ],
)
def test_a_table_of_a_season_says_which_it_is(fixture: Fixture, english: str, japanese: str) -> None:
    game = Game(name="Spring 2-3", fixture_json=fixture)
    assert title(game) == english
    with translation.override("ja"):
        assert title(game) == japanese


@pytest.mark.parametrize(
    ("fixture", "english", "japanese"),
    [
        (SECOND, "Round 2, table 3", "第2ラウンド第3卓"),
        (SECOND | {"division": 2}, "Division 2, round 2, table 3", "2部 第2ラウンド第3卓"),
        (SECOND | {"division": 1, "division_name": "Masters"}, "Masters, round 2, table 3", "Masters 第2ラウンド第3卓"),
    ],
)
def test_on_pages_of_its_season_it_says_so_without_it(fixture: Fixture, english: str, japanese: str) -> None:
    assert title_within_season(fixture) == english
    with translation.override("ja"):
        assert title_within_season(fixture) == japanese


def test_where_there_is_little_room_the_season_is_left_out() -> None:
    game = Game(name="Spring 2-3", fixture_json=SECOND)
    assert short_title(game) == "Round 2, table 3"
    with translation.override("ja"):
        assert short_title(game) == "第2ラウンド第3卓"
    assert short_title(Game(name="Friday")) == "Friday"


def test_other_tables_have_a_name_or_a_host() -> None:
    assert title(Game(name="Friday")) == "Friday"
    assert title(Game(host=User(name="Ai"))) == "Ai’s table"
    assert title(Game()) == "A table"


def test_a_rematch_says_that_it_is_one_and_of_what() -> None:
    assert title(Game(name="Friday", rematch_of_id=1)) == "Rematch: Friday"
    assert title(Game(host=User(name="Ai"), rematch_of_id=1)) == "Rematch: Ai’s table"
    game = Game(name="Spring 2-3", fixture_json=SECOND, rematch_of_id=1)
    assert title(game) == "Rematch: Spring, round 2, table 3"
    assert short_title(game) == "Rematch: Round 2, table 3"
    with translation.override("ja"):
        assert title(game) == "再戦：「Spring」第2ラウンド第3卓"
    assert not game.is_of_season
