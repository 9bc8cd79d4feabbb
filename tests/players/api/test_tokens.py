"""Tokens: made and shown once, stored as hashes, ended; and the command that makes them."""

from datetime import timedelta
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from infrastructure.log_context import AsJson
from players.api.models import ApiToken
from players.models import User
from tests.support.api import ALL, Program, operations
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


def change_password(user: User, browser: Client) -> None:
    user.set_password("the former long words")
    user.save()
    browser.force_login(user)
    words = {"oldpassword": "the former long words", "password1": "new long words", "password2": "new long words"}
    assert browser.post("/accounts/password/change/", words).status_code == 302


def test_a_token_is_in_no_log_no_mail_and_no_row(ai: User, bo: User, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever it asks for, also where it is refused or slightly wrong."""
    caplog.set_level("DEBUG")
    caplog.handler.setFormatter(AsJson())
    EmailAddress.objects.create(user=ai, email=ai.email, primary=True, verified=True)
    browser, rows = client_of(ai), StringIO()
    page = browser.post("/me/tokens/", {"name": "My bot", "scopes": ALL, "days": "30"}).content.decode()
    token = "nap_" + page.partition("<code>nap_")[2].partition("<")[0]
    for operation in operations():
        if operation.path.endswith("/account/bot"):
            continue  # it would end the token
        for text in (token, f"{token}x"):
            cache.clear()
            operation.ask(Program(token=text), "nothing", {"Idempotency-Key": f"{operation.path} {text == token}"})
    call_command("dumpdata", stdout=rows)
    assert ai.api_tokens.get().digest in rows.getvalue()
    change_password(ai, browser)
    assert "/api/v1/games/nothing" in caplog.text
    assert mail.outbox
    for told in (caplog.text, rows.getvalue(), *(str(one.message()) for one in mail.outbox)):
        assert token.removeprefix("nap_") not in told


def test_tokens_end_with_the_password(ai: User) -> None:
    program = Program(ai)
    assert program.get("/account").status_code == 200
    change_password(ai, client_of(ai))
    assert program.get("/account").json()["code"] == "bad_token"
