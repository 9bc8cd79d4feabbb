"""Who may have an account, and who may play without one."""

from typing import Any

import pytest
from django.test import Client

from games.models import Game
from infrastructure.environment import Environment, WrongSetting
from players.models import User
from tests.support.clubs import club_of, link
from tests.support.play import lobby
from tests.support.sign_in import PASSWORD

pytestmark = pytest.mark.django_db
GEN = {"name": "Gen", "email": "gen@example.org", "password1": PASSWORD}


def closed_to(client: Client) -> bool:
    page = client.get("/accounts/signup/").content.decode()
    client.post("/accounts/signup/", GEN)
    return "This site is for its members" in page and not User.objects.filter(name="Gen").exists()


@pytest.mark.parametrize("mode", ["invited", "closed"])
def test_without_an_invitation_nobody_gets_in(client: Client, settings: Any, mode: str) -> None:
    settings.SIGN_UP = mode
    assert closed_to(client)
    before = User.objects.count()
    answer = client.post("/play-now/", follow=True)
    assert answer.redirect_chain == [("/accounts/login/?next=/", 302)]
    assert "Sign in to play." in answer.content.decode()
    assert (User.objects.count(), Game.objects.count()) == (before, 0)
    for path in ("/", "/accounts/login/"):
        assert "/accounts/signup/" not in client.get(path).content.decode()
    assert "/play-now/" not in client.get("/").content.decode()


def test_an_invitation_to_a_table_lets_in(client: Client, settings: Any, ai: User) -> None:
    settings.SIGN_UP = "invited"
    game = lobby(ai)
    assert client.get(f"/join/{game.invitation}/").status_code == 200
    assert client.post(f"/join/{game.invitation}/").status_code == 302
    guest = User.objects.get(is_guest=True)
    assert game.seats.filter(user=guest).exists()
    assert client.post("/me/keep/", GEN).status_code == 302
    guest.refresh_from_db()
    assert (guest.name, guest.is_guest) == ("Gen", False)


def test_an_invitation_that_does_not_exist_lets_nobody_in(client: Client, settings: Any) -> None:
    settings.SIGN_UP = "invited"
    for path in ("/join/none/", "/clubs/join/none/"):
        assert client.get(path).status_code == 404
    assert closed_to(client)


def test_an_invitation_to_a_club_lets_in(client: Client, settings: Any, ai: User) -> None:
    settings.SIGN_UP = "invited"
    club = club_of(ai)
    page = client.get(link(club, ai).get_absolute_url()).content.decode()
    assert "/accounts/signup/" in page
    assert client.post("/accounts/signup/", GEN).status_code == 302
    assert User.objects.filter(name="Gen", is_guest=False).exists()


def test_addresses_of_other_domains_are_refused(client: Client, settings: Any) -> None:
    settings.SIGN_UP, settings.SIGN_UP_DOMAINS = "domains", ["example.com", "example.net"]
    refused = client.post("/accounts/signup/", GEN).content.decode()
    assert "This site is for addresses of example.com, example.net." in refused
    assert client.post("/accounts/signup/", {**GEN, "email": "gen@EXAMPLE.net"}).status_code == 302
    assert User.objects.get(name="Gen").email == "gen@example.net"
    assert Client().post("/play-now/").headers["Location"] == "/accounts/login/?next=/"


def test_a_guest_of_before_plays_on_and_gets_no_account(client: Client, settings: Any) -> None:
    client.post("/play-now/")
    settings.SIGN_UP = "closed"
    assert client.get("/").status_code == 200
    answer = client.post("/me/keep/", GEN)
    assert answer.status_code == 403
    assert "This site is for its members" in answer.content.decode()
    assert not User.objects.filter(name="Gen").exists()


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("", ("open", [])),
        ("Closed", ("closed", [])),
        ("example.org, clubs.example.com", ("domains", ["example.org", "clubs.example.com"])),
    ],
)
def test_the_variable(monkeypatch: pytest.MonkeyPatch, value: str, found: tuple[str, list[str]]) -> None:
    monkeypatch.setattr(Environment, "ENVIRON", {"SIGN_UP": value} if value else {})
    choices = ("open", "invited", "closed")
    assert Environment().choice_or_domains("SIGN_UP", default="open", choices=choices) == found


@pytest.mark.parametrize("value", ["shut", "example.org;example.com", "a@example.org", "example.org,"])
def test_a_wrong_variable_is_named(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setattr(Environment, "ENVIRON", {"SIGN_UP": value})
    with pytest.raises(WrongSetting, match="SIGN_UP must be one of open, closed, or domains"):
        Environment().choice_or_domains("SIGN_UP", default="open", choices=("open", "closed"))
