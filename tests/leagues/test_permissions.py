"""Every route of seasons, standings, ratings and files, tried by everybody."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from django.test import Client

from leagues.draws import services
from leagues.models import (
    Adjustment,
    AuditEntry,
    Club,
    Draw,
    Entry,
    Season,
    SeasonStatistics,
    Table,
    TableSeat,
)
from players.models import CalendarFeed, User
from tests.support import played_seasons
from tests.support.cast import person
from tests.support.club_readers import (
    OUTSIDE,
    READERS,
    Cookies,
    answered,
    browser_of,
    signed_in,
    undone,
)
from tests.support.club_routes import FORMS, SEASON, STANDINGS
from tests.support.clubs import club_of, tuesday
from tests.support.external_matches import in_a_room
from tests.support.route_tables import RouteTable, some
from tests.support.stored_seasons import enter, open_season, states
from tests.support.visits import client_of
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]

POSTS = [name for name, row in SEASON.items() if row.method == "POST"]
WITH_KEYS = [name for name, row in SEASON.items() if "entries/{" in row.path]
OF_NO_CLUB = ("leagues:own_rounds_calendar", "leagues:rating")
"""A member's secret address gives access to what the member may read; people's pages belong to no club."""


class Area(NamedTuple):
    """Routes, and the variable parts of their addresses."""

    routes: RouteTable
    places: dict[str, object]
    cookies: Cookies

    def browser(self, who: str) -> Client:
        return browser_of(self.cookies[who])

    def tried(self, who: str) -> dict[str, str]:
        """By route what the reader is answered."""
        client, found = self.browser(who), {}
        for name, row in self.routes.items():
            sent = {key: value.format(**self.places).split(",") for key, value in row.data.items()}
            found[name] = answered(client, name, row.method, row.path.format(**self.places), sent)
        return found

    def closed_to(self, who: str) -> dict[str, str]:
        """What somebody outside is answered: nothing that anybody could read is found."""
        if who == "anonymous":
            public = self.routes.answers_to(who)
            return {name: "404" if public[name] == "200" else "in" for name in public}
        return dict.fromkeys(self.routes, "404")


def open_for_entries() -> Area:
    """Chie is in the season with Itsu, with whom she is kept apart; Emi wants to be; there is a rehearsal."""
    club, cookies = tuesday(), signed_in()
    ai, chie, emi, itsu = map(person, ("ai", "chie", "emi", "itsu"))
    season = open_season(club, ai)
    one, other = enter(season, chie, itsu)
    Season.objects.filter(pk=season.pk).update(needs_approval=True)
    enter(season, emi)
    ids = {"club_id": club.pk, "user": ai, "season_id": season.pk}
    services.keep_apart(**ids, members=[one.pk, other.pk])
    services.rehearse(**ids, number=1, seed=1)
    table = Table.objects.create(
        round=season.rounds.get(number=1), division=season.divisions.get(), number=1
    )
    for number in range(4):
        TableSeat.objects.create(table=table, number=number)
    address = f"/clubs/{club.slug}/seasons/"
    places: dict[str, object] = {
        "seasons": address,
        "season": f"{address}{season.slug}/",
        "entry": one.pk,
        "second": other.pk,
        "applied": Entry.objects.get(season=season, user=emi).pk,
        "draw": Draw.objects.get().pk,
        "apart": season.apart.get().pk,
        "table": Table.objects.get().pk,
        "match": in_a_room(chie, "Ken", "Rin", "Sho", "Yu").slug,
    }
    return Area(SEASON, places, cookies)


def with_standings() -> Area:
    club, cookies = tuesday(), signed_in()
    ai, chie, emi = map(person, ("ai", "chie", "emi"))
    season = played_seasons.season_of(club, ai, chie)
    played_seasons.table(season, "1/1", [ai, chie], "4 1")
    played_seasons.tallied(season)
    made = Adjustment.objects.create(
        entry=played_seasons.entry(season, chie), points=1, reason="x", made_at=season.created_at
    )
    SeasonStatistics.objects.create(
        season=season, preset="gurunapo", month=season.created_at, counts_json={"ally.deals": 1}
    )
    assert emi.pk
    feed = CalendarFeed.objects.create(user=chie, token="a-secret")
    address = f"/clubs/{club.slug}/"
    places: dict[str, object] = {
        "club": address,
        "season": f"{address}seasons/spring/",
        "division": f"{address}seasons/spring/standings/1/",
        "entry": made.entry_id,
        "adjustment": made.pk,
        "feed": feed.token,
        "person": ai.pk,
    }
    return Area(STANDINGS, places, cookies)


seasons = world(open_for_entries)
standings = world(with_standings)


@pytest.fixture
def season(seasons: Area) -> Season:
    return Season.objects.get(pk=Draw.objects.get().division.season_id)


@pytest.fixture(params=["seasons", "standings"])
def area(request: pytest.FixtureRequest) -> Area:
    found: Area = request.getfixturevalue(request.param)
    return found


@pytest.mark.parametrize("who", some(READERS, "stranger", "organiser"))
def test_in_a_public_club(who: str, area: Area) -> None:
    assert area.tried(who) == area.routes.answers_to(who)


@pytest.mark.parametrize("who", READERS)
def test_the_forms_of_pages(who: str, seasons: Area) -> None:
    client, is_organiser = seasons.browser(who), who in ("organiser", "owner")
    refusal = "in" if who == "anonymous" else "403"
    found = {
        name: answered(client, name, "POST", path.format(**seasons.places), {"sure": ""})
        for name, (path, _answer) in FORMS.items()
    }
    expected = {name: answer for name, (_path, answer) in FORMS.items()}
    assert found == (expected if is_organiser else dict.fromkeys(FORMS, refusal))


@pytest.mark.parametrize("who", some(READERS, "other"))
def test_in_a_club_that_is_not_public(who: str, area: Area) -> None:
    Club.objects.update(is_public=False)
    public = area.routes.answers_to(who)
    expected = area.closed_to(who) if who in OUTSIDE else public
    expected |= {name: public[name] for name in OF_NO_CLUB if name in public}
    assert area.tried(who) == expected


def test_looking_changes_nothing(seasons: Area, season: Season) -> None:
    """Where the organiser's requests change nothing, nobody's do: a view takes its methods from all or none."""
    client = seasons.browser("organiser")
    before, said = AuditEntry.objects.count(), states(season)
    for name in POSTS:
        with undone():
            client.get(SEASON[name].path.format(**seasons.places))
            assert AuditEntry.objects.count() == before, name
            assert states(season) == said, name


def test_what_belongs_to_another_season_is_out_of_reach(
    seasons: Area, season: Season, dai: User
) -> None:
    """The organiser of another club with the keys of this season's entries."""
    away = club_of(dai, slug="elsewhere")
    open_season(away, dai)
    keys = {**seasons.places, "season": "/clubs/elsewhere/seasons/spring/"}
    before, client = states(season), client_of(dai)
    for name in WITH_KEYS:
        row = SEASON[name]
        assert row.method == "POST"
        with undone():
            assert client.post(row.path.format(**keys), row.data).status_code == 409, name
            assert states(season) == before, name


def test_a_season_is_found_in_its_own_club_only(season: Season, dai: User) -> None:
    club_of(dai, slug="elsewhere")
    assert client_of(dai).get("/clubs/elsewhere/seasons/spring/").status_code == 404
