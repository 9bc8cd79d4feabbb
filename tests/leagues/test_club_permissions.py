"""Every route of clubs, tried by everybody: a table of what each is answered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver

from leagues.models import AuditEntry, Club, Membership
from players.models import User
from tests.games.test_leaks import routes
from tests.games.visits import asks_to_sign_in, client_of, guest
from tests.leagues.clubs import add, asked, club_of, link, membership
from tests.leagues.recorded import in_a_room
from tests.leagues.season_routes import ROUTES as SEASON_ROUTES
from tests.leagues.standings_routes import ROUTES

pytestmark = pytest.mark.django_db

READERS = ("anonymous", "guest", "stranger", "other", "member", "organiser", "owner")
"""In this order; `other` organises another club. The columns of the tables below."""

# What is asked, with what, and what each reader is answered in a club that all may see; "in" is the page for
# signing in.
PUBLIC: dict[str, tuple[str, dict[str, str], str]] = {
    "leagues:club": ("GET", {}, "200 200 200 200 200 200 200"),
    "leagues:ask": ("POST", {"text": "Hello"}, "in 403 302 302 409 409 409"),
    "leagues:withdraw": ("POST", {}, "in 302 302 302 302 302 302"),
    "leagues:members": ("GET", {}, "in 403 403 403 200 200 200"),
    "leagues:log": ("GET", {}, "in 403 403 403 200 200 200"),
    "leagues:leave": ("POST", {"sure": "on"}, "in 403 403 403 302 302 409"),
    "leagues:requests": ("GET", {}, "in 403 403 403 403 200 200"),
    "leagues:settle": ("POST", {"approve": "yes"}, "in 403 403 403 403 302 302"),
    "leagues:invitations": ("GET", {}, "in 403 403 403 403 200 200"),
    "leagues:make_link": ("POST", {"days": "3", "uses": "5"}, "in 403 403 403 403 302 302"),
    "leagues:invite": ("POST", {"who": "Itsu"}, "in 403 403 403 403 302 302"),
    "leagues:revoke": ("POST", {}, "in 403 403 403 403 302 302"),
    "leagues:settings": ("POST", {"name": "Wednesday"}, "in 403 403 403 403 302 302"),
    "leagues:webhook": ("GET", {}, "in 403 403 403 403 200 200"),
    # There is none to try out.
    "leagues:test_webhook": ("POST", {}, "in 403 403 403 403 404 404"),
    "leagues:end_webhook": ("POST", {}, "in 403 403 403 403 302 302"),
    "leagues:remove": ("POST", {}, "in 403 403 403 403 302 302"),
    "leagues:set_role": ("POST", {"role": "owner"}, "in 403 403 403 403 403 302"),
    "leagues:close": ("POST", {"sure": "on"}, "in 403 403 403 403 403 302"),
}
ADDRESSES = {
    "leagues:club": "/clubs/{club}/",
    "leagues:ask": "/clubs/{club}/ask/",
    "leagues:withdraw": "/clubs/{club}/withdraw/",
    "leagues:members": "/clubs/{club}/members/",
    "leagues:log": "/clubs/{club}/log/",
    "leagues:leave": "/clubs/{club}/leave/",
    "leagues:requests": "/clubs/{club}/requests/",
    "leagues:settle": "/clubs/{club}/requests/{request}/settle/",
    "leagues:invitations": "/clubs/{club}/invitations/",
    "leagues:make_link": "/clubs/{club}/invitations/link/",
    "leagues:invite": "/clubs/{club}/invitations/invite/",
    "leagues:revoke": "/clubs/{club}/invitations/{invitation}/revoke/",
    "leagues:settings": "/clubs/{club}/settings/",
    "leagues:webhook": "/clubs/{club}/webhook/",
    "leagues:test_webhook": "/clubs/{club}/webhook/test/",
    "leagues:end_webhook": "/clubs/{club}/webhook/end/",
    "leagues:remove": "/clubs/{club}/members/{member}/remove/",
    "leagues:set_role": "/clubs/{club}/members/{member}/role/",
    "leagues:close": "/clubs/{club}/close/",
}
ANYWHERE: dict[str, tuple[str, str, dict[str, str], str]] = {
    "leagues:clubs": ("GET", "/clubs/", {}, "200 200 200 200 200 200 200"),
    "leagues:new_club": ("POST", "/clubs/new/", {"name": "New"}, "in 403 302 302 302 302 302"),
    "leagues:join": ("POST", "/clubs/join/{token}/", {}, "in 403 302 302 302 302 302"),
    "leagues:tables_for_match": (
        "GET",
        "/t/{match}/tables/",
        {},
        "in 403 403 200 403 200 200",
    ),
}
"""Routes of no club that the reader knows already."""
OUTSIDE = READERS[:4]


@pytest.fixture
def readers(ai: User, bo: User, chie: User, dai: User, club: Club) -> dict[str, Client]:
    stranger = User.objects.create(name="Fu", email="fu@example.org")
    away = club_of(dai, slug="away")
    other = User.objects.create(name="Gin", email="gin@example.org")
    Membership.objects.filter(pk=add(away, other).pk).update(role="organiser")
    people = dict(zip(READERS, (None, guest(), stranger, other, chie, bo, ai), strict=True))
    return {name: client_of(user) for name, user in people.items()}


@pytest.fixture
def words(club: Club, ai: User, emi: User) -> dict[str, object]:
    """What stands in the addresses: a member, an invitation and a request of the club."""
    itsu = User.objects.create(name="Itsu", email="itsu@example.org")
    other = User.objects.create(name="Jun", email="jun@example.org")
    made = link(club, ai)
    assert itsu.pk
    return {
        "club": club.slug,
        "member": add(club, emi).pk,
        "invitation": made.pk,
        "token": made.token,
        "request": asked(club, other).pk,
        "match": in_a_room(emi, "Ken", "Rin", "Sho", "Yu").slug,
    }


@contextmanager
def undone() -> Iterator[None]:
    """Whatever happens in it has not happened afterwards."""
    cache.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def answer(response: HttpResponse) -> str:
    return "in" if asks_to_sign_in(response) else str(response.status_code)


def answered(client: Client, name: str, method: str, path: str, data: dict[str, str]) -> str:
    """What the reader is answered, who has done nothing before and leaves nothing behind."""
    with undone():
        try:
            return answer((client.get if method == "GET" else client.post)(path, data))
        except Exception as error:
            error.add_note(f"It was {name}.")
            raise


def tried(client: Client, words: dict[str, object]) -> dict[str, str]:
    """By route of a club what the reader is answered."""
    return {
        name: answered(client, name, method, address(name, words), data)
        for name, (method, data, _answers) in PUBLIC.items()
    }


def address(name: str, words: dict[str, object]) -> str:
    return ADDRESSES[name].format(**words)


def column(answers: str, who: str) -> str:
    """What a line of answers says of the reader."""
    return answers.split()[READERS.index(who)]


def test_every_route_is_tried() -> None:
    found = {name for _path, name in routes(get_resolver()) if name.startswith("leagues:")}
    assert found == {*PUBLIC, *ANYWHERE, *ROUTES, *SEASON_ROUTES}


@pytest.mark.parametrize("who", READERS)
def test_in_a_public_club(who: str, readers: dict[str, Client], words: dict[str, object]) -> None:
    expected = {name: column(answers, who) for name, (*_, answers) in PUBLIC.items()}
    assert tried(readers[who], words) == expected


@pytest.mark.parametrize("who", READERS)
def test_a_club_that_is_not_public_is_not_found(
    who: str, readers: dict[str, Client], words: dict[str, object], club: Club
) -> None:
    Club.objects.filter(pk=club.pk).update(is_public=False)
    expected = {name: column(answers, who) for name, (*_, answers) in PUBLIC.items()}
    if who == "anonymous":
        expected = dict.fromkeys(PUBLIC, "in") | {"leagues:club": "404"}
    elif who in OUTSIDE:
        expected = dict.fromkeys(PUBLIC, "404")
    assert tried(readers[who], words) == expected


@pytest.mark.parametrize("who", READERS)
def test_elsewhere(who: str, readers: dict[str, Client], words: dict[str, object]) -> None:
    found = {
        name: answered(readers[who], name, method, path.format(**words), data)
        for name, (method, path, data, _answers) in ANYWHERE.items()
    }
    assert found == {name: column(answers, who) for name, (*_, answers) in ANYWHERE.items()}


@pytest.mark.parametrize("who", READERS)
def test_looking_changes_nothing(
    who: str, readers: dict[str, Client], words: dict[str, object], club: Club
) -> None:
    before = AuditEntry.objects.count()
    for name in [name for name, (method, *_) in PUBLIC.items() if method == "POST"]:
        with undone():
            readers[who].get(address(name, words))
            assert AuditEntry.objects.count() == before, name
            assert Club.objects.get(pk=club.pk).closed_at is None, name


def test_what_belongs_to_another_club_is_out_of_reach(
    ai: User, bo: User, dai: User, club: Club, words: dict[str, object]
) -> None:
    """The owner of one club with the keys of another's members, requests and invitations."""
    away = club_of(dai, slug="elsewhere")
    keys, client = {**words, "club": away.slug}, client_of(dai)
    for name in ("leagues:remove", "leagues:set_role", "leagues:settle", "leagues:revoke"):
        with undone():
            response = client.post(address(name, keys), PUBLIC[name][1])
            assert response.status_code in (302, 409), name
            assert membership(club, User.objects.get(name="Emi")).role == "member", name
            assert club.requests.get().state == "open", name
            assert club.invitations.get().revoked_at is None, name


def test_an_organiser_removes_members_only(ai: User, bo: User, club: Club, dai: User) -> None:
    Membership.objects.filter(pk=add(club, dai).pk).update(role="organiser")
    for user in (ai, dai):
        key = membership(club, user).pk
        assert client_of(bo).post(f"/clubs/tuesday/members/{key}/remove/").status_code == 409
        assert membership(club, user)
