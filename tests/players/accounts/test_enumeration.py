"""Nobody learns by signing up, by a code, by a reset or by adding an address who has an account here."""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import User
from tests.support.sign_in import PASSWORD, make_account, sign_in

pytestmark = pytest.mark.django_db

# All of one length, so that the sizes of pages can be compared.
CONFIRMED, UNCONFIRMED, UNKNOWN = "aaaa@example.org", "bbbb@example.org", "cccc@example.org"
KINDS = (UNKNOWN, CONFIRMED, UNCONFIRMED)


class Seen(NamedTuple):
    """What somebody sees who fills in a form, and how many mails went out."""

    answers: list[tuple[int, str, dict[str, str], list[str]]]
    mails: int


@pytest.fixture(autouse=True)
def members(db: None) -> None:
    make_account("aaaa")
    make_account("dddd")
    other = User.objects.create(name="Bbbb", email=UNCONFIRMED)
    other.set_password(PASSWORD)
    other.save()
    EmailAddress.objects.create(user=other, email=UNCONFIRMED, primary=True)


def bare(response: HttpResponse, email: str) -> tuple[int, str, dict[str, str], list[str]]:
    """An answer without what differs by chance, and without the address that was typed."""
    text = re.sub(r'(name="(csrfmiddlewaretoken|key)" value)="[^"]*"', "", response.content.decode())
    # A face follows from the number of the account.
    text = re.sub(r'<svg class="face[^>]*>.*?</svg>', "FACE", text, flags=re.DOTALL)
    text = re.sub(r'data-reader="\d+"', "", re.sub(r"/u/\d+/", "/u/1/", text).replace(email, "ADDRESS"))
    # The time of the answer, the number of the new profile, and a length that its digits change.
    headers = {
        name: value.replace(email, "ADDRESS")
        for name, value in response.items()
        if name not in ("Expires", "Content-Length", "X-Reader", "X-Request-ID")
    }
    return response.status_code, text, headers, sorted(response.cookies)


def look(client: Client, path: str, email: str, form: dict[str, str], then: Sequence[str]) -> Seen:
    before = len(mail.outbox)
    answer = client.post(path, form | {"email": email})
    answers = [bare(answer, email)]
    if answer.status_code == 302:
        answers.append(bare(client.get(answer.headers["Location"]), email))
    answers += [bare(client.get(page), email) for page in then]
    return Seen(answers, len(mail.outbox) - before)


def free_name() -> str:
    """The same name each time, which the account before gives up."""
    for user in User.objects.filter(name="Gen"):
        user.name = ""
        user.save()
    return "Gen"


def sign_up(email: str, client: Client | None = None) -> Seen:
    form = {"name": free_name(), "password1": "rather long words"}
    then = ("/me/", "/accounts/email/", "/accounts/confirm-email/", "/me/notifications/settings/")
    return look(client or Client(), "/accounts/signup/", email, form, then)


def keep_games(email: str) -> Seen:
    client, guest = Client(), User.objects.create(name="Heron 12", is_guest=True)
    client.force_login(guest)
    form = {"name": free_name(), "password1": "rather long words"}
    return look(client, "/me/keep/", email, form, ("/me/", "/accounts/email/"))


def ask_for_code(email: str) -> Seen:
    client = Client()
    seen = look(client, "/accounts/login/code/", email, {}, ("/accounts/login/",))
    client.post("/accounts/login/code/", {"email": email})
    path = "/accounts/login/code/confirm/"
    wrong = [bare(client.post(path, {"code": "AAAA-AAAA"}), email) for _ in range(4)]
    return Seen(seen.answers + wrong, seen.mails)


def reset(email: str) -> Seen:
    return look(Client(), "/accounts/password/reset/", email, {}, ("/accounts/login/",))


def add(email: str) -> Seen:
    client = Client()
    EmailAddress.objects.filter(user__name="Dddd", primary=False).delete()
    sign_in(client, "dddd@example.org")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    seen = look(client, "/accounts/email/", email, {"action_add": ""}, ("/accounts/email/", "/me/"))
    primary = client.post("/accounts/email/", {"email": email, "action_primary": ""})
    return Seen([*seen.answers, bare(primary, email)], seen.mails)


FORMS = (sign_up, keep_games, ask_for_code, reset, add)


@pytest.mark.parametrize("form", FORMS)
def test_answers_are_the_same_byte_by_byte(form: Callable[[str], Seen]) -> None:
    seen = []
    for email in KINDS:
        cache.clear()
        seen.append(form(email))
    assert seen[0].mails > 0
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize(("form", "times"), [(sign_up, 2), (ask_for_code, 3), (reset, 7)])
def test_limits_are_the_same(form: Callable[[str], Seen], times: int) -> None:
    seen = []
    for email in KINDS:
        cache.clear()
        seen.append([form(email) for _ in range(times)])
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("form", FORMS)
def test_work_is_about_the_same(form: Callable[[str], Seen]) -> None:
    """Queries and mails take the time that an outsider could measure; passwords are hashed in all cases alike."""
    counts = []
    for email in KINDS:
        cache.clear()
        with CaptureQueriesContext(connection) as captured:
            form(email)
        counts.append(len(captured))
    assert max(counts) - min(counts) <= 8, counts


def test_a_wrong_password_is_the_same_answer() -> None:
    seen = []
    for email in KINDS:
        cache.clear()
        form = {"login": email, "password": "something else"}
        seen.append(bare(Client().post("/accounts/login/", form), email))
    assert seen[0] == seen[1] == seen[2]


def test_a_password_is_asked_for_alike_in_both_sessions() -> None:
    """An account that was made with somebody's confirmed address works like any other until it is confirmed."""

    def answers(email: str) -> list[int]:
        client = Client()
        sign_up(email, client)
        return [client.post("/accounts/reauthenticate/", {"password": "rather long words"}).status_code]

    assert answers(CONFIRMED) == answers(UNKNOWN) == [302]


@pytest.mark.parametrize("form", [keep_games, reset])
def test_nobody_fills_a_mailbox(form: Callable[[str], Seen], settings: Any) -> None:
    """Not from many networks, and not by beginning again each minute: here no limits of these kinds hold."""
    settings.ACCOUNT_RATE_LIMITS = False
    for email in (UNKNOWN, CONFIRMED):
        cache.clear()
        before = len(mail.outbox)
        for _ in range(11):
            form(email)
        assert len(mail.outbox) - before == 10, email


def test_what_changes_at_an_account_is_told_in_any_case(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    for _ in range(11):
        reset(CONFIRMED)
    client, before = Client(), len(mail.outbox)
    sign_in(client, CONFIRMED)
    form = {"oldpassword": PASSWORD, "password1": "other long words", "password2": "other long words"}
    client.post("/accounts/password/change/", form)
    assert len(mail.outbox) == before + 1
