"""Every route of standings, ratings and files, tried by everybody."""

from __future__ import annotations

import pytest
from django.test import Client

from leagues.models import Adjustment, Club, Season, SeasonTally
from players.models import CalendarFeed, User
from tests.leagues.standings_routes import OPEN, ROUTES
from tests.leagues.stored import entry, season_of, table, tallied
from tests.leagues.test_club_permissions import answers, readers  # noqa: F401

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
    SeasonTally.objects.create(
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


def tried(name: str, readers: dict[str, Client], places: dict[str, object]) -> list[str]:  # noqa: F811
    method, path, data, _expected = ROUTES[name]
    sent = {key: value.format(**places) for key, value in data.items()}
    return answers(readers, method, path.format(**places), sent).split()


@pytest.mark.parametrize("name", ROUTES)
def test_in_a_public_club(
    name: str,
    readers: dict[str, Client],  # noqa: F811
    places: dict[str, object],
) -> None:
    assert tried(name, readers, places) == ROUTES[name][3].split()


@pytest.mark.parametrize("name", ROUTES)
def test_in_a_club_that_is_not_public(
    name: str,
    readers: dict[str, Client],  # noqa: F811
    places: dict[str, object],
) -> None:
    Club.objects.update(is_public=False)
    found = tried(name, readers, places)
    if name in OF_NO_CLUB:
        assert found == ROUTES[name][3].split()
        return
    assert found[:4] == ["404" if name in OPEN else "in", "404", "404", "404"]
    assert found[4:] == ROUTES[name][3].split()[4:]


@pytest.mark.parametrize(
    "name",
    [name for name in ROUTES if "{season}" in ROUTES[name][1] or "{division}" in ROUTES[name][1]],
)
def test_a_season_in_preparation_is_for_organisers(
    name: str,
    readers: dict[str, Client],  # noqa: F811
    places: dict[str, object],
) -> None:
    Season.objects.update(state="draft")
    found = tried(name, readers, places)
    assert found[0] == ("404" if name in OPEN else "in")
    assert found[1:5] == ["404"] * 4
    assert found[5:] == ROUTES[name][3].split()[5:]
