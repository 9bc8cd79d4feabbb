"""Every route of standings, ratings and files, tried by everybody."""

from __future__ import annotations

import pytest
from django.test import Client

from leagues.models import Adjustment, Club, Season, SeasonStatistics
from players.models import CalendarFeed, User
from tests.support.club_readers import OUTSIDE, READERS, answered, column
from tests.support.played_seasons import entry, season_of, table, tallied
from tests.support.standings_routes import OPEN, ROUTES

pytestmark = pytest.mark.django_db

OF_NO_CLUB = ("leagues:own_rounds_calendar", "leagues:rating")
"""Whoever knows a member's secret address reads what the member may read; people's pages are those of no club."""
OF_SEASONS = [
    name for name, (_, path, *_) in ROUTES.items() if path.startswith(("{season}", "{division}"))
]


@pytest.fixture
def places(club: Club, ai: User, chie: User, emi: User) -> dict[str, object]:
    """What stands in the addresses."""
    season = season_of(club, ai, chie)
    table(season, "1/1", [ai, chie], "4 1")
    tallied(season)
    made = Adjustment.objects.create(
        entry=entry(season, chie), points=1, reason="x", made_at=season.created_at
    )
    SeasonStatistics.objects.create(
        season=season, preset="gurunapo", month=season.created_at, counts_json={"ally.deals": 1}
    )
    assert emi.pk
    feed = CalendarFeed.objects.create(user=chie, token="a-secret")
    address = f"/clubs/{club.slug}/"
    return {
        "club": address,
        "season": f"{address}seasons/spring/",
        "division": f"{address}seasons/spring/standings/1/",
        "entry": made.entry_id,
        "adjustment": made.pk,
        "feed": feed.token,
        "person": ai.pk,
    }


def tried(client: Client, places: dict[str, object]) -> dict[str, str]:
    """By route what the reader is answered."""
    found = {}
    for name, (method, path, data, _answers) in ROUTES.items():
        sent = {key: value.format(**places) for key, value in data.items()}
        found[name] = answered(client, name, method, path.format(**places), sent)
    return found


def in_public(who: str) -> dict[str, str]:
    return {name: column(answers, who) for name, (*_, answers) in ROUTES.items()}


@pytest.mark.parametrize("who", READERS)
def test_in_a_public_club(
    who: str,
    readers: dict[str, Client],
    places: dict[str, object],
) -> None:
    assert tried(readers[who], places) == in_public(who)


@pytest.mark.parametrize("who", READERS)
def test_in_a_club_that_is_not_public(
    who: str,
    readers: dict[str, Client],
    places: dict[str, object],
) -> None:
    Club.objects.update(is_public=False)
    expected = in_public(who)
    if who == "anonymous":
        expected = {name: "404" if name in OPEN else "in" for name in ROUTES}
    elif who in OUTSIDE:
        expected = dict.fromkeys(ROUTES, "404")
    expected |= {name: in_public(who)[name] for name in OF_NO_CLUB}
    assert tried(readers[who], places) == expected


@pytest.mark.parametrize("who", READERS)
def test_a_season_in_preparation_is_for_organisers(
    who: str,
    readers: dict[str, Client],
    places: dict[str, object],
) -> None:
    Season.objects.update(state="draft")
    found = tried(readers[who], places)
    expected = in_public(who)
    if who == "anonymous":
        expected = {name: "404" if name in OPEN else "in" for name in OF_SEASONS}
    elif who in (*OUTSIDE, "member"):
        expected = dict.fromkeys(OF_SEASONS, "404")
    assert {name: found[name] for name in OF_SEASONS} == {
        name: expected[name] for name in OF_SEASONS
    }
