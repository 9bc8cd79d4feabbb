"""Every route of clubs, tried by everybody: a table of what each is answered."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from django.test import Client
from django.urls import get_resolver

from leagues.models import AuditEntry, Club, Membership
from players.models import User
from tests.support.cast import person
from tests.support.club_readers import (
    OUTSIDE,
    READERS,
    Cookies,
    answered,
    browser_of,
    column,
    signed_in,
    undone,
)
from tests.support.clubs import add, asked, club_of, link, membership, tuesday
from tests.support.external_matches import in_a_room
from tests.support.leaks import routes
from tests.support.methods import taking
from tests.support.season_routes import FORMS
from tests.support.season_routes import ROUTES as SEASON_ROUTES
from tests.support.standings_routes import ROUTES
from tests.support.visits import client_of
from tests.support.worlds import world

pytestmark = pytest.mark.django_db

# What is asked, with what, and what each reader is answered in a club that all may see; "in" is the page for
# signing in.
PUBLIC: dict[str, tuple[str, dict[str, str], str]] = {
    "leagues:club": ("GET", {}, "200 200 200 200 200 200 200"),
    "leagues:request_to_join": ("POST", {"text": "Hello"}, "in 403 302 302 409 409 409"),
    "leagues:withdraw_request": ("POST", {}, "in 302 302 302 302 302 302"),
    "leagues:members": ("GET", {}, "in 403 403 403 200 200 200"),
    "leagues:audit_log": ("GET", {}, "in 403 403 403 200 200 200"),
    "leagues:leave": ("POST", {"sure": "on"}, "in 403 403 403 302 302 409"),
    "leagues:join_requests": ("GET", {}, "in 403 403 403 403 200 200"),
    "leagues:answer_request": ("POST", {"approve": "yes"}, "in 403 403 403 403 302 302"),
    "leagues:invitations": ("GET", {}, "in 403 403 403 403 200 200"),
    "leagues:make_link": ("POST", {"days": "3", "uses": "5"}, "in 403 403 403 403 302 302"),
    "leagues:invite": ("POST", {"who": "Itsu"}, "in 403 403 403 403 302 302"),
    "leagues:revoke": ("POST", {}, "in 403 403 403 403 302 302"),
    "leagues:club_settings": ("POST", {"name": "Wednesday"}, "in 403 403 403 403 302 302"),
    "leagues:late": ("GET", {}, "in 403 403 403 403 200 200"),
    "leagues:reminder_texts": ("POST", {"urgent_en": "Hurry."}, "in 403 403 403 403 302 302"),
    "leagues:write_to_late": (
        "POST",
        {"name": "friendly", "to": "all"},
        "in 403 403 403 403 302 302",
    ),
    "leagues:webhook": ("GET", {}, "in 403 403 403 403 200 200"),
    # There is none to try out.
    "leagues:test_webhook": ("POST", {}, "in 403 403 403 403 404 404"),
    "leagues:end_webhook": ("POST", {}, "in 403 403 403 403 302 302"),
    "leagues:renew_webhook_secret": ("POST", {}, "in 403 403 403 403 302 302"),
    "leagues:retry_post": ("POST", {}, "in 403 403 403 403 302 302"),
    "leagues:remove": ("POST", {"sure": "yes"}, "in 403 403 403 403 302 302"),
    "leagues:set_note": ("POST", {"note": "Away in May"}, "in 403 403 403 403 302 302"),
    "leagues:set_role": ("POST", {"role": "owner"}, "in 403 403 403 403 403 302"),
    "leagues:close": ("POST", {"sure": "on"}, "in 403 403 403 403 403 302"),
}
ADDRESSES = {
    "leagues:club": "/clubs/{club}/",
    "leagues:late": "/clubs/{club}/late/",
    "leagues:reminder_texts": "/clubs/{club}/late/texts/",
    "leagues:write_to_late": "/clubs/{club}/late/write/",
    "leagues:request_to_join": "/clubs/{club}/requests/join/",
    "leagues:withdraw_request": "/clubs/{club}/requests/withdraw/",
    "leagues:members": "/clubs/{club}/members/",
    "leagues:audit_log": "/clubs/{club}/audit-log/",
    "leagues:leave": "/clubs/{club}/leave/",
    "leagues:join_requests": "/clubs/{club}/requests/",
    "leagues:answer_request": "/clubs/{club}/requests/{request}/answer/",
    "leagues:invitations": "/clubs/{club}/invitations/",
    "leagues:make_link": "/clubs/{club}/invitations/link/",
    "leagues:invite": "/clubs/{club}/invitations/invite/",
    "leagues:revoke": "/clubs/{club}/invitations/{invitation}/revoke/",
    "leagues:club_settings": "/clubs/{club}/settings/",
    "leagues:webhook": "/clubs/{club}/webhook/",
    "leagues:test_webhook": "/clubs/{club}/webhook/test/",
    "leagues:end_webhook": "/clubs/{club}/webhook/end/",
    "leagues:renew_webhook_secret": "/clubs/{club}/webhook/secret/",
    "leagues:retry_post": "/clubs/{club}/webhook/posts/1/again/",
    "leagues:remove": "/clubs/{club}/members/{member}/remove/",
    "leagues:set_note": "/clubs/{club}/members/{member}/note/",
    "leagues:set_role": "/clubs/{club}/members/{member}/role/",
    "leagues:close": "/clubs/{club}/close/",
}
ANYWHERE: dict[str, tuple[str, str, dict[str, str], str]] = {
    "leagues:clubs": ("GET", "/clubs/", {}, "200 200 200 200 200 200 200"),
    "leagues:new_club": ("POST", "/clubs/new/", {"name": "New"}, "in 403 302 302 302 302 302"),
    "leagues:join": ("POST", "/clubs/join/{token}/", {}, "in 403 302 302 302 302 302"),
    "leagues:round_of_game": ("GET", "/t/{match}/round/", {}, "404 404 404 404 404 404 404"),
    "leagues:tables_for_match": (
        "GET",
        "/t/{match}/tables/",
        {},
        "in 403 403 200 403 200 200",
    ),
}
"""Routes of no club that the reader knows already."""


class Site(NamedTuple):
    words: dict[str, object]
    """What stands in the addresses: a member, an invitation and a request of the club."""
    cookies: Cookies


def a_club() -> Site:
    club, cookies = tuesday(), signed_in()
    emi, itsu, other = map(person, ("emi", "itsu", "jun"))
    made = link(club, person("ai"))
    assert itsu.pk
    words: dict[str, object] = {
        "club": club.slug,
        "member": add(club, emi).pk,
        "invitation": made.pk,
        "token": made.token,
        "request": asked(club, other).pk,
        "match": in_a_room(emi, "Ken", "Rin", "Sho", "Yu").slug,
    }
    return Site(words, cookies)


site = world(a_club)


@pytest.fixture
def words(site: Site) -> dict[str, object]:
    return site.words


@pytest.fixture
def readers(site: Site) -> dict[str, Client]:
    return {name: browser_of(cookies) for name, cookies in site.cookies.items()}


def tried(client: Client, words: dict[str, object]) -> dict[str, str]:
    """By route of a club what the reader is answered."""
    return {
        name: answered(client, name, method, address(name, words), data)
        for name, (method, data, _answers) in PUBLIC.items()
    }


def address(name: str, words: dict[str, object]) -> str:
    return ADDRESSES[name].format(**words)


def test_every_route_is_tried() -> None:
    found = {name for _path, name in routes(get_resolver()) if name.startswith("leagues:")}
    assert found == {*PUBLIC, *ANYWHERE, *ROUTES, *SEASON_ROUTES}


def test_every_route_that_changes_something_is_tried(ai: User) -> None:
    client, tables = client_of(ai), (PUBLIC, ANYWHERE, ROUTES, SEASON_ROUTES)
    posts = {name for table in tables for name, (method, *_) in table.items() if method == "POST"}
    assert taking("POST", "leagues", client) == posts | FORMS.keys()
    for method in ("PUT", "PATCH", "DELETE"):
        assert taking(method, "leagues", client) == set()


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
    for name in ("leagues:remove", "leagues:set_role", "leagues:answer_request", "leagues:revoke"):
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
        assert (
            client_of(bo).post(f"/clubs/tuesday/members/{key}/remove/", {"sure": "yes"}).status_code
            == 409
        )
        assert membership(club, user)
