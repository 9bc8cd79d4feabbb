"""Trophies on profiles: the first three places of finished seasons, for readers who may see the club."""

from html import unescape

import pytest

from leagues.models import Club, Division, DivisionStandings, Season
from players.models import User
from tests.support import table_pages
from tests.support.cast import everybody
from tests.support.clubs import tuesday
from tests.support.played_seasons import season_of, table, tallied
from tests.support.visits import get, queries
from tests.support.worlds import world

pytestmark = pytest.mark.django_db


@world
def season() -> Season:
    """Ai is first, Bo and Chie share the second place, Dai is fourth."""
    club, (ai, bo, chie, dai, _) = tuesday(), everybody()
    made = season_of(club, ai, bo, chie, dai, rounds=1)
    table(made, "1/1", [ai, bo, chie, dai], "4 2 2 0")
    Season.objects.update(state="finished")
    tallied(made)
    User.objects.update(statistics_for=User.Audience.EVERYBODY)
    return made


def profile(reader: User, person: User) -> str:
    return unescape(table_pages.text(get(reader, f"/u/{person.pk}/")))


def test_the_first_three_have_one(season: Season, ai: User, bo: User, chie: User, dai: User) -> None:
    assert "Trophies 1st · Spring Tuesday" in profile(dai, ai)
    assert "Trophies 2nd · Spring Tuesday" in profile(dai, bo)
    assert "Trophies 2nd · Spring Tuesday" in profile(bo, chie)
    assert "Trophies" not in profile(ai, dai)
    link = 'href="/clubs/tuesday/seasons/spring/standings/1/"'
    assert link in get(dai, f"/u/{ai.pk}/").content.decode()


def test_a_division_is_named(season: Season, ai: User, bo: User) -> None:
    Division.objects.update(name="Gold")
    assert "1st · Spring Gold, Tuesday" in profile(bo, ai)


@pytest.mark.parametrize("state", ["running", "cancelled"])
def test_only_of_finished_seasons(season: Season, ai: User, bo: User, state: str) -> None:
    Season.objects.update(state=state)
    assert "Trophies" not in profile(bo, ai)


def test_only_of_final_standings(season: Season, ai: User, bo: User) -> None:
    DivisionStandings.objects.update(is_provisional=True)
    assert "Trophies" not in profile(bo, ai)


def test_those_of_a_private_club_are_for_its_members(season: Season, club: Club, ai: User, bo: User) -> None:
    Club.objects.update(is_public=False)
    stranger = User.objects.create(name="Fu", email="fu@example.org")
    assert "Trophies" in profile(bo, ai)
    assert "Trophies" not in profile(stranger, ai)


def test_nobody_who_hides_their_figures_shows_any(season: Season, ai: User, bo: User) -> None:
    User.objects.update(statistics_for=User.Audience.NOBODY)
    assert "Trophies" not in profile(bo, ai)
    assert "Trophies" in profile(ai, ai)


def test_queries_do_not_grow(season: Season, club: Club, ai: User, bo: User) -> None:
    path = f"/u/{ai.pk}/"
    before = queries(bo, path)
    for number in range(4):
        made = season_of(club, ai, slug=f"season-{number}", rounds=1)
        table(made, "1/1", [ai, None], "4 2")
        Season.objects.update(state="finished")
        tallied(made)
    assert queries(bo, path) == before <= 12
