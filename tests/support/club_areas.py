"""Clubs in which every route of seasons and standings leads somewhere."""

from typing import NamedTuple

from django.test import Client

from leagues.draws import services
from leagues.models import Adjustment, Draw, Entry, Season, SeasonStatistics, Table, TableSeat, Webhook
from players.models import CalendarFeed
from tests.support import played_seasons
from tests.support.cast import person
from tests.support.club_readers import Cookies, answered, browser_of, signed_in
from tests.support.club_routes import SEASON, STANDINGS
from tests.support.clubs import tuesday
from tests.support.external_matches import in_a_room
from tests.support.route_tables import RouteTable
from tests.support.stored_seasons import enter, open_season


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
            return {name: "in" if public[name] == "in" else "404" for name in public}
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
    table = Table.objects.create(round=season.rounds.get(number=1), division=season.divisions.get(), number=1)
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
        "webhook": Webhook.objects.create(club=club, language="en").pk,
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
