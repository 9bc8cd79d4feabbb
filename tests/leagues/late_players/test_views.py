"""The pages of late players and of the club's texts."""

import pytest
from django.utils import timezone

from leagues.models import Season
from players.models import Notification, User
from tests.support.cast import person
from tests.support.clubs import tuesday
from tests.support.late_players import lag
from tests.support.stored_seasons import crowd, started, table_at
from tests.support.visits import get, post, queries, text
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]
LATE = "/clubs/tuesday/late/"
WRITE = f"{LATE}write/"
TEXTS = f"{LATE}texts/"
ROUND = "/clubs/tuesday/seasons/spring/rounds/1/"
season = world(lambda: started(tuesday(), person("bo"), crowd(8), is_listed=False))


def test_the_list_says_who_where_since_when_and_until_when(season: Season, bo: User) -> None:
    assert "Nobody is late." in text(get(bo, LATE))
    first, second = lag(season, "1-1", 30, left=20), lag(season, "1-2", 40, left=2)
    page = text(get(bo, LATE))
    assert page.index(second.name) < page.index(first.name)
    assert "Spring, round 1, table 2" in page
    assert "in 19 hours" in page
    assert "last active: never" in page
    assert "0 reminders by the site" in page


def test_the_buttons_say_to_how_many(season: Season, bo: User) -> None:
    lag(season, "1-1", 30, left=20)
    assert "Write to all (1)" in text(get(bo, LATE))
    User.objects.filter(pk=bo.pk).update(language="ja")
    assert "全員に連絡（1人）" in text(get(bo, LATE))


def test_a_late_player_can_be_replaced_from_the_list(season: Season, bo: User) -> None:
    user = lag(season, "1-1", 30)
    seat = table_at(season, "1-1").seats.get(entry__user=user)
    path = f"/clubs/tuesday/seasons/spring/rounds/1/seats/{seat.pk}/replace/"
    assert f'formaction="{path}?from=late"' in text(get(bo, LATE))
    assert f"Replace {user}?" in text(post(bo, path, name="urgent"))
    table_at(season, "1-1").seats.update(sought_at=timezone.now())
    assert path not in text(get(bo, LATE))


@pytest.mark.parametrize(
    ("query", "to"),
    [
        ("?from=late", LATE),
        ("?from=late&season=spring", f"{LATE}?season=spring"),
        # Nothing but the club's own list is led back to.
        ("?from=late&season=%2F%2Felsewhere.example", LATE),
        ("?from=//elsewhere.example", ROUND),
        ("", ROUND),
    ],
)
def test_who_replaces_somebody_from_the_list_comes_back_to_it(season: Season, bo: User, query: str, to: str) -> None:
    user = lag(season, "1-1", 30)
    seat = table_at(season, "1-1").seats.get(entry__user=user)
    path = f"{ROUND}seats/{seat.pk}/replace/{query}"
    asked = text(post(bo, path, name="urgent"))
    assert f'href="{to}">Back' in asked
    assert '<form method="post">' in asked
    assert post(bo, path, sure="yes")["Location"] == to


def test_the_list_of_a_season_is_come_back_to(season: Season, bo: User) -> None:
    lag(season, "1-1", 30)
    assert '/replace/?from=late&amp;season=spring"' in text(get(bo, f"{LATE}?season=spring"))


def test_the_address_of_a_table_that_is_not_listed_is_not_on_the_page(season: Season, bo: User) -> None:
    lag(season, "1-1", 30)
    game = table_at(season, "1-1").game
    assert game
    assert game.slug not in text(get(bo, LATE))


def test_it_can_be_of_one_season_alone(season: Season, bo: User) -> None:
    user = lag(season, "1-1", 30)
    page = text(get(bo, f"{LATE}?season=spring"))
    assert user.name in page
    assert f'value="season:{season.pk}"' in page
    assert get(bo, f"{LATE}?season=autumn").status_code == 404
    response = post(bo, f"{WRITE}?season=spring", to=f"season:{season.pk}", name="urgent")
    assert response["Location"] == f"{LATE}?season=spring"
    assert "contacted on" in text(get(bo, LATE))


def test_buttons_for_tables_and_rounds_stand_where_there_are_several(season: Season, bo: User) -> None:
    lag(season, "1-1", 30)
    page = text(get(bo, LATE))
    table = table_at(season, "1-1")
    assert f'value="table:{table.pk}"' not in page
    assert 'value="round:' not in page
    assert 'value="all"' in page


def test_writing_says_how_many_were_reached(season: Season, bo: User, ai: User) -> None:
    lag(season, "1-1", 30)
    lag(season, "1-2", 30)

    def answer(user: User, **data: str) -> str:
        assert post(user, WRITE, **data).status_code == 302
        return text(get(user, LATE))

    one = table_at(season, "1-1").pk
    assert post(bo, WRITE, to=f"table:{one}", name="friendly").status_code == 302
    assert Notification.objects.filter(kind="season_chased").count() == 1
    page = answer(ai, to="all", name="friendly")
    assert Notification.objects.filter(kind="season_chased").count() == 2
    # They can be written to again after a while.
    assert page.count("contacted on") == 2
    assert 'name="to"' not in page
    assert "All of them were contacted less than 12 hours ago." in page


@pytest.mark.parametrize(
    "data",
    [
        {"to": "all"},
        {"to": "all", "name": "rude"},
        {"to": "everybody", "name": "friendly"},
        {"to": "one:1", "name": "friendly"},
    ],
)
def test_what_no_page_sends_is_refused(season: Season, bo: User, data: dict[str, str]) -> None:
    lag(season, "1-1", 30)
    assert post(bo, WRITE, **data).status_code == 422
    assert not Notification.objects.filter(kind="season_chased").exists()


def test_the_texts_are_changed_by_their_page(season: Season, bo: User) -> None:
    page = text(get(bo, TEXTS))
    assert "A friendly reminder" in page
    assert "卓の皆さんがあなたの手番をお待ちです。" in page
    assert post(bo, TEXTS, friendly_en="Hurry\r\nup").status_code == 302
    assert "Hurry\nup" in text(get(bo, TEXTS)).replace("\r\n", "\n")
    assert post(bo, TEXTS, friendly_en="x" * 501).status_code == 422


def test_pages_cost_no_more_for_more_late_players(season: Season, bo: User) -> None:
    lag(season, "1-1", 30)
    post(bo, WRITE, to="all", name="friendly")
    few = queries(bo, LATE)
    lag(season, "1-2", 30)
    assert queries(bo, LATE) == few
    assert few <= 12
