"""People with an address and a password, and ways to sign in."""

import re
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal import auth
from django.conf import settings
from django.core import mail
from django.test import Client

from players.models import Session, User
from players.notifications.services import subscribe

PASSWORD = "rather long words"


def sign_in(client: Client, email: str = "fumi@example.org", password: str = PASSWORD) -> User:
    """Sign in by the page, as a browser does, so that the session records when and how."""
    response = client.post("/accounts/login/", {"login": email, "password": password})
    assert response.status_code == 302, response.content.decode()
    return User.objects.get(email=email)


def signed_in(client: Client) -> bool:
    return client.get("/me/").status_code == 200


def browser_with_push(client: Client, name: str) -> None:
    """Let the browser show its signed-in person's notifications."""
    session = Session.objects.get(session_key=Session.key_of(client.session))
    assert session.user
    subscribe(session.user, session.pk, endpoint=name, p256dh="key", auth="auth")


def showing(user: User) -> list[str]:
    """The browsers that show the person's notifications."""
    return list(user.push_subscriptions.order_by("pk").values_list("endpoint", flat=True))


def last_mail() -> str:
    return str(mail.outbox[-1].body)


def mailed_link() -> str:
    """The path of the link in the last mail."""
    found = re.search(rf"{re.escape(settings.SITE_URL)}(/\S+)", last_mail())
    assert found, last_mail()
    return found[1]


def mailed_code() -> str:
    found = re.search(r"^\s*([A-Z0-9]{4}-?[A-Z0-9]{2,4}|[0-9]{6})\s*$", last_mail(), re.MULTILINE)
    assert found, last_mail()
    return found[1]


def make_account(name: str) -> User:
    user = User(name=name.capitalize(), email=f"{name}@example.org")
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


@pytest.fixture
def fumi(db: None) -> User:
    """Someone who can sign in by the pages."""
    return make_account("fumi")


@pytest.fixture
def fumis(client: Client, fumi: User) -> Client:
    """A browser in which Fumi has signed in and just reauthenticated."""
    sign_in(client)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


@pytest.fixture
def guest(db: None) -> User:
    user = User(name="Heron 12", is_guest=True)
    user.set_unusable_password()
    user.save()
    return user


@pytest.fixture
def guests(guest: User) -> Client:
    """A guest's browser."""
    client = Client()
    client.force_login(guest)
    return client


@pytest.fixture
def shown_code(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """The code that an authenticator app shows; it never expires within a test."""
    half_minute = 60_000_000
    monkeypatch.setattr(auth, "yield_hotp_counters_from_time", lambda: iter([half_minute]))
    return lambda secret: auth.format_hotp_value(auth.hotp_value(secret, half_minute))
