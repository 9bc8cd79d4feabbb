"""Every route of seasons, tried by everybody."""

from __future__ import annotations

import pytest
from django.test import Client

from leagues.draws import services
from leagues.models import AuditEntry, Club, Draw, Entry, Season, Table, TableSeat
from players.models import User
from tests.support.club_readers import OUTSIDE, READERS, answered, column, undone
from tests.support.clubs import club_of
from tests.support.external_matches import in_a_room
from tests.support.season_routes import OPEN, ROUTES
from tests.support.stored_seasons import enter, open_season, states
from tests.support.visits import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]

POSTS = [name for name, (method, *_) in ROUTES.items() if method == "POST"]
WITH_KEYS = [name for name, (_, path, *_rest) in ROUTES.items() if "entries/{" in path]
OF_A_SEASON = [name for name, (_, path, *_rest) in ROUTES.items() if "{season}" in path]


@pytest.fixture
def season(club: Club, ai: User, chie: User, emi: User) -> Season:
    """Chie is in it with Itsu, with whom she is kept apart; Emi wants to be; there is a rehearsal."""
    season = open_season(club, ai)
    one, other = enter(season, chie, User.objects.create(name="Itsu", email="itsu@example.org"))
    Season.objects.filter(pk=season.pk).update(needs_approval=True)
    enter(season, emi)
    ids = {"club_id": club.pk, "user": ai, "season_id": season.pk}
    services.keep_apart(**ids, one=one.pk, other=other.pk)
    services.rehearse(**ids, number=1, seed=1)
    table = Table.objects.create(
        round=season.rounds.get(number=1), division=season.divisions.get(), number=1
    )
    for number in range(4):
        TableSeat.objects.create(table=table, number=number)
    return season


@pytest.fixture
def places(club: Club, season: Season, chie: User, emi: User) -> dict[str, object]:
    """What stands in the addresses."""
    address = f"/clubs/{club.slug}/seasons/"
    return {
        "seasons": address,
        "season": f"{address}{season.slug}/",
        "entry": Entry.objects.get(season=season, user=chie).pk,
        "second": Entry.objects.get(season=season, user__name="Itsu").pk,
        "applied": Entry.objects.get(season=season, user=emi).pk,
        "draw": Draw.objects.get().pk,
        "apart": season.apart.get().pk,
        "table": Table.objects.get().pk,
        "match": in_a_room(chie, "Ken", "Rin", "Sho", "Yu").slug,
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
    assert tried(readers[who], places) == expected


@pytest.mark.parametrize("who", READERS)
def test_a_season_in_preparation_is_for_organisers(
    who: str,
    readers: dict[str, Client],
    places: dict[str, object],
) -> None:
    Season.objects.update(state="draft")
    found = {
        name: what for name, what in tried(readers[who], places).items() if name in OF_A_SEASON
    }
    if who == "anonymous":
        assert found == {name: "404" if name in OPEN else "in" for name in OF_A_SEASON}
    elif who in (*OUTSIDE, "member"):
        assert found == dict.fromkeys(OF_A_SEASON, "404")
    else:
        assert [name for name, what in found.items() if what == "404"] == []


@pytest.mark.parametrize("who", READERS)
def test_looking_changes_nothing(
    who: str,
    readers: dict[str, Client],
    places: dict[str, object],
    season: Season,
) -> None:
    before, said = AuditEntry.objects.count(), states(season)
    for name in POSTS:
        with undone():
            readers[who].get(ROUTES[name][1].format(**places))
            assert AuditEntry.objects.count() == before, name
            assert states(season) == said, name


def test_what_belongs_to_another_season_is_out_of_reach(
    places: dict[str, object], season: Season, dai: User
) -> None:
    """The organiser of another club with the keys of this season's entries."""
    away = club_of(dai, slug="elsewhere")
    open_season(away, dai)
    keys = {**places, "season": "/clubs/elsewhere/seasons/spring/"}
    before, client = states(season), client_of(dai)
    for name in WITH_KEYS:
        method, path, data, _ = ROUTES[name]
        assert method == "POST"
        with undone():
            assert client.post(path.format(**keys), data).status_code == 409, name
            assert states(season) == before, name


def test_a_season_is_found_in_its_own_club_only(season: Season, dai: User) -> None:
    club_of(dai, slug="elsewhere")
    assert client_of(dai).get("/clubs/elsewhere/seasons/spring/").status_code == 404
