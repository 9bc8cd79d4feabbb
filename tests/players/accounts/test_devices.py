"""The devices on which a person is signed in: seen, signed out one by one, and all at once."""

import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session as DjangoSession
from django.test import Client
from django.utils import timezone

from players.accounts.devices import browser_name
from players.accounts.sessions import USED_AT, record_use
from players.models import PushSubscription, Session, User
from players.notifications.services import forget_browsers
from tests.support.sign_in import browser_with_push, showing, signed_in

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/19.0 Mobile/15E148 Safari/604.1"
)
EDGE = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0"
)


def browser(user: User, agent: str) -> Client:
    """The person signs in with a password, in a browser of that name."""
    user.set_password("rather long words")
    user.save()
    client = Client(headers={"user-agent": agent})
    client.post("/accounts/login/", {"login": user.email, "password": "rather long words"})
    return client


@pytest.fixture
def three(fumi: User) -> list[Client]:
    fumi.set_password("rather long words")
    fumi.save()
    clients = [Client(headers={"user-agent": agent}) for agent in (FIREFOX, IPHONE, EDGE)]
    for client in clients:
        form = {"login": fumi.email, "password": "rather long words"}
        assert client.post("/accounts/login/", form).status_code == 302
    return clients


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        (IPHONE, "Safari, iPhone"),
        (EDGE, "Edge, Windows"),
        ("curl/8.1", "curl/8.1"),
        ("", ""),
    ],
)
def test_browsers_have_names(agent: str, name: str) -> None:
    assert browser_name(agent) == name


def test_all_devices_are_listed(three: list[Client], ai: User) -> None:
    Client().force_login(ai)
    page = three[0].get("/me/devices/").content.decode()
    for name in ("Firefox, Linux", "Safari, iPhone", "Edge, Windows"):
        assert page.count(name) == 1
    assert page.count("This device") == 1
    assert page.count('name="device"') == 2


def test_one_device_is_signed_out(three: list[Client]) -> None:
    last_used = re.findall(r'name="device" value="(\w+)"', three[0].get("/me/devices/").content.decode())[0]
    three[0].post("/me/devices/sign-out/", {"device": last_used})
    assert [signed_in(client) for client in three] == [True, True, False]


def test_all_others_are_signed_out(three: list[Client], ai: User) -> None:
    other = Client()
    other.force_login(ai)
    three[1].post("/me/devices/sign-out-others/")
    assert [signed_in(client) for client in three] == [False, True, False]
    assert signed_in(other)


def test_a_browser_shows_notifications_until_it_is_signed_out(three: list[Client], fumi: User) -> None:
    for client, name in zip(three, ("first", "second", "third"), strict=True):
        browser_with_push(client, name)
    PushSubscription.objects.create(user=fumi, endpoint="of before this was stored")
    [device, *_] = re.findall(r'name="device" value="(\w+)"', three[0].get("/me/devices/").content.decode())
    three[0].post("/me/devices/sign-out/", {"device": device})
    assert showing(fumi) == ["first", "second"]
    three[1].post("/accounts/logout/")
    assert showing(fumi) == ["first"]


def test_a_browser_whose_sign_in_has_expired_shows_nothing(three: list[Client], fumi: User) -> None:
    first, second, _ = three
    browser_with_push(first, "first")
    browser_with_push(second, "second")
    now = timezone.now()
    row = fumi.sessions.get(session_key=Session.key_of(first.session))
    row.expire_date = now
    row.save()
    assert [one.endpoint for one in fumi.push_subscriptions.signed_in(now)] == ["second"]
    forget_browsers(now)
    assert showing(fumi) == ["second"]


def test_nobody_signs_anybody_else_out(three: list[Client], ai: User) -> None:
    page = three[0].get("/me/devices/").content.decode()
    other = Client()
    other.force_login(ai)
    for key in (*re.findall(r'name="device" value="(\w+)"', page), "", "x" * 500, "\x00"):
        assert other.post("/me/devices/sign-out/", {"device": key}).status_code == 302
    assert all(signed_in(client) for client in three)


def test_a_use_is_stored_once_an_hour(fumis: Client) -> None:
    session, now = fumis.session, timezone.now()
    stored = session[USED_AT]
    record_use(session, now + timedelta(minutes=59), timedelta(hours=1))
    assert session[USED_AT] == stored
    record_use(session, now + timedelta(minutes=61), timedelta(hours=1))
    assert session[USED_AT] > stored


def test_no_table_of_plain_keys_is_left() -> None:
    assert not DjangoSession.objects.exists()
