"""Every route of seasons, tried by everybody."""

from __future__ import annotations

import pytest
from django.test import Client

from leagues.models import AuditEntry, Club, Draw, Entry, Season, Table, TableSeat
from leagues.seasons import drawing
from players.models import User
from tests.games.visits import client_of
from tests.leagues.clubs import club_of
from tests.leagues.organised import enter, open_season, states
from tests.leagues.recorded import in_a_room
from tests.leagues.season_routes import OPEN, ROUTES
from tests.leagues.test_club_permissions import answers, readers  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]

POSTS = [name for name, (method, *_) in ROUTES.items() if method == "POST"]
WITH_KEYS = [name for name, (_, path, *_rest) in ROUTES.items() if "entries/{" in path]


@pytest.fixture
def season(club: Club, ai: User, chie: User, emi: User) -> Season:
    """Chie is in it with Itsu, with whom she is kept apart; Emi wants to be; there is a rehearsal."""
    season = open_season(club, ai)
    one, other = enter(season, chie, User.objects.create(name="Itsu", email="itsu@example.org"))
    Season.objects.filter(pk=season.pk).update(needs_approval=True)
    enter(season, emi)
    ids = {"club_id": club.pk, "user": ai, "season_id": season.pk}
    drawing.keep_apart(**ids, one=one.pk, other=other.pk)
    drawing.rehearse(**ids, number=1, seed=1)
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
    assert found[:4] == ["404" if name in OPEN else "in", "404", "404", "404"]
    assert found[4:] == ROUTES[name][3].split()[4:]


@pytest.mark.parametrize("name", [name for name in ROUTES if "{season}" in ROUTES[name][1]])
def test_a_season_in_preparation_is_for_organisers(
    name: str,
    readers: dict[str, Client],  # noqa: F811
    places: dict[str, object],
) -> None:
    Season.objects.update(state="draft")
    found = tried(name, readers, places)
    assert found[0] == ("404" if name in OPEN else "in")
    assert found[1:5] == ["404"] * 4
    assert "404" not in found[5:]


@pytest.mark.parametrize("name", POSTS)
def test_looking_changes_nothing(
    name: str,
    readers: dict[str, Client],  # noqa: F811
    places: dict[str, object],
    season: Season,
) -> None:
    before, said = AuditEntry.objects.count(), states(season)
    for client in readers.values():
        client.get(ROUTES[name][1].format(**places))
    assert AuditEntry.objects.count() == before
    assert states(season) == said


@pytest.mark.parametrize("name", WITH_KEYS)
def test_what_belongs_to_another_season_is_out_of_reach(
    name: str, places: dict[str, object], season: Season, dai: User
) -> None:
    """The organiser of another club with the keys of this season's entries."""
    away = club_of(dai, slug="elsewhere")
    open_season(away, dai)
    method, path, data, _ = ROUTES[name]
    keys = {**places, "season": "/clubs/elsewhere/seasons/spring/"}
    before = states(season)
    assert method == "POST"
    assert client_of(dai).post(path.format(**keys), data).status_code == 409
    assert states(season) == before


def test_a_season_is_found_in_its_own_club_only(season: Season, dai: User) -> None:
    club_of(dai, slug="elsewhere")
    assert client_of(dai).get("/clubs/elsewhere/seasons/spring/").status_code == 404
