"""Tokens: made and shown once, stored as hashes, ended; and the command that makes them."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from players.api.models import ApiToken
from players.api.tokens import make_token
from players.models import User
from tests.support.api import Program
from tests.support.visits import client_of

pytestmark = pytest.mark.django_db


def test_the_page_shows_a_new_token_once_and_stores_its_hash(ai: User) -> None:
    client = client_of(ai)
    page = client.post("/me/tokens/", {"name": "My bot", "scopes": ["profile:read"], "days": "30"}).content.decode()
    token = page.partition("<code>nap_")[2].partition("<")[0]
    stored = ApiToken.objects.get(user=ai)
    assert token
    assert token not in str(vars(stored))
    assert (stored.name, stored.scopes) == ("My bot", ["profile:read"])
    assert f"nap_{token}" not in client.get("/me/tokens/").content.decode()
    assert Program(token=f"nap_{token}").get("/account").json()["name"] == "Ai"


def test_a_token_ends_by_its_owner_with_all_devices_and_on_its_day(ai: User, bo: User) -> None:
    first, second, third = Program(ai), Program(ai), Program(bo)
    client = client_of(ai)
    client.post("/me/tokens/end/", {"token": ai.api_tokens.earliest("pk").pk})
    assert [one.get("/account").status_code for one in (first, second, third)] == [401, 200, 200]
    client.post("/me/devices/sign-out-others/")
    bo.api_tokens.update(ends_at=timezone.now() - timedelta(seconds=1))
    assert [one.get("/account").status_code for one in (second, third)] == [401, 401]


def test_nobody_ends_the_token_of_another(ai: User, bo: User) -> None:
    Program(ai)
    client_of(bo).post("/me/tokens/end/", {"token": ai.api_tokens.get().pk})
    assert ai.api_tokens.count() == 1


def test_a_closed_account_has_no_valid_token(ai: User) -> None:
    program = Program(ai)
    User.objects.filter(pk=ai.pk).update(is_active=False)
    answer = program.get("/account")
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")


def test_the_cookie_of_a_browser_opens_nothing(ai: User) -> None:
    answer = client_of(ai).get("/api/v1/account")
    assert (answer.status_code, answer.json()["code"]) == (401, "no_token")


def test_the_command_prints_the_token_as_its_last_word(ai: User, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("api_token", ai.email, "--scope", "profile:read", "--scope", "games:read")
    token = capsys.readouterr().out.split()[-1]
    assert Program(token=token).get("/account").json()["scopes"] == ["profile:read", "games:read"]


@pytest.mark.parametrize(
    "wrong", [["x@example.org", "--scope", "games:read"], ["ai@example.org", "--scope", "bot:play"]]
)
def test_the_command_refuses_unknown_addresses_and_scopes(ai: User, wrong: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("api_token", *wrong)
    assert not ApiToken.objects.exists()


def test_a_token_in_a_request_is_in_no_line_of_the_log(ai: User, caplog: pytest.LogCaptureFixture) -> None:
    token = make_token(ai, name="x", scopes=["profile:read"])
    caplog.set_level("DEBUG")
    Client().get("/api/v1/nothing", headers={"Authorization": f"Bearer {token}"})
    Client().get("/api/v1/account", headers={"Authorization": f"Bearer {token}x"})
    assert caplog.text
    assert token not in caplog.text
