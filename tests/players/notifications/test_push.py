"""Notifications that a browser shows by itself: subscribing, what is sent to the push service, and its answers."""

import base64
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import Message
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Barrier, Thread
from time import sleep
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from py_vapid import Vapid02

from players.models import Delivery, Notification, PushSubscription, User
from players.notifications import dispatch, kinds, push
from players.tasks import forget_notifications
from tests.support.notifications import MINUTE, NOON, Post, letter, pass_time, states
from tests.support.notifications import post as post
from tests.support.visits import client_of
from tests.support.wall_clock import Wall

pytestmark = pytest.mark.django_db
GOOGLE = "https://fcm.googleapis.com/fcm/send/abc"


@pytest.fixture(autouse=True)
def the_sites_key(settings: Any) -> None:
    """A public site has one only if it is configured."""
    settings.VAPID_PRIVATE_KEY = "S4S0bCqTDuGXtR9tA2uGBaTkpaUhFZs8vDG5GUKOKYc"


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """Holds the keys with which alone its messages can be read."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"0123456789abcdef"

    def sends(self, endpoint: str = GOOGLE) -> dict[str, str]:
        """What its script tells the site."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": endpoint, "p256dh": base64url(point), "auth": base64url(self.secret)}

    def reads(self, body: bytes) -> dict[str, str]:
        text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret)
        found: dict[str, str] = json.loads(text)
        return found


class PushService:
    """A push service: keeps what it gets, and answers as the test says."""

    def __init__(self) -> None:
        self.got: list[tuple[Message, bytes]] = []
        self.answers: list[int] = []
        self.retry_after = ""
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.got.append((self.headers, body))
                self.send_response(service.answers.pop(0) if service.answers else 201)
                if service.retry_after:
                    self.send_header("Retry-After", service.retry_after)
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/send"


@pytest.fixture
def service(db: None) -> Iterator[PushService]:
    service = PushService()
    thread = Thread(target=service.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield service
    service.server.shutdown()
    thread.join()
    service.server.server_close()


@pytest.fixture
def fumi(fumi: User) -> User:
    """A person who wants push only."""
    fumi.keeps_quiet = False
    fumi.save()
    fumi.emailaddress_set.all().delete()
    return fumi


@pytest.fixture
def phone(fumi: User, service: PushService) -> Browser:
    """Fumi's, subscribed at that service, which the site's own form would not take."""
    phone = Browser()
    PushSubscription.objects.create(user=fumi, created_at=NOON, **phone.sends(service.address))
    return phone


def test_only_the_browser_can_read_it(post: Post, fumi: User, phone: Browser, service: PushService) -> None:
    letter(fumi)
    pass_time()
    [(headers, body)] = service.got
    assert b"Letter" not in body
    message = phone.reads(body)
    assert (message["title"], message["url"]) == ("Letter 1", "/letters/1/")
    assert set(message) == {"title", "url", "tag"}
    assert Vapid02.verify(headers["Authorization"])
    assert headers["Authorization"].endswith(f"k={push.public_key()}")
    assert states() == ["sent"]


def test_a_browser_that_is_gone_is_forgotten(post: Post, fumi: User, phone: Browser, service: PushService) -> None:
    service.answers = [410]
    letter(fumi)
    pass_time()
    assert not PushSubscription.objects.exists()
    assert states() == ["dropped"]


def test_a_service_that_is_busy_is_asked_again(post: Post, fumi: User, phone: Browser, service: PushService) -> None:
    service.answers = [503, 429]
    letter(fumi)
    pass_time()
    assert len(service.got) == 3
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.settled_at) == ("sent", NOON + 6 * MINUTE)


def test_the_pause_that_a_service_asks_for(post: Post, fumi: User, phone: Browser, service: PushService) -> None:
    service.answers, service.retry_after = [429], f"{20 * 60}"
    letter(fumi)
    pass_time(minutes=30)
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.settled_at) == ("sent", NOON + 20 * MINUTE)


def test_a_failure_is_told_until_the_browser_is_subscribed_anew(
    post: Post, fumi: User, fumis: Client, phone: Browser, service: PushService
) -> None:
    service.answers = [413]
    letter(fumi)
    pass_time()
    fails = "unable to reach your browsers since"
    assert fails in fumis.get("/me/notifications/").content.decode()
    fumis.post("/me/push/forget/")
    assert fails not in fumis.get("/me/notifications/").content.decode()
    fumis.post("/me/push/", phone.sends())
    assert fails not in fumis.get("/me/notifications/").content.decode()


def test_what_the_service_refuses_is_given_up(post: Post, fumi: User, phone: Browser, service: PushService) -> None:
    service.answers = [413]
    letter(fumi)
    pass_time(minutes=30)
    assert (len(service.got), states()) == (1, ["failed"])


@pytest.mark.parametrize("answer", [400, 401, 403, 413])
def test_a_subscription_that_is_refused_for_good_ends_and_the_front_page_says_so(
    post: Post, fumi: User, fumis: Client, phone: Browser, service: PushService, answer: int
) -> None:
    service.answers = [answer]
    letter(fumi)
    letter(fumi, "2", at=NOON + 60 * MINUTE)
    pass_time()
    pass_time(NOON + 60 * MINUTE)
    assert len(service.got) == 1
    for path in ("/", "/me/notifications/", "/me/notifications/settings/"):
        assert "unable to reach your browsers since" in fumis.get(path).content.decode()
    assert "shows your notifications" not in fumis.get("/me/notifications/settings/").content.decode()
    fumis.post("/me/push/forget/")
    assert "unable to reach" not in fumis.get("/").content.decode()


def test_one_of_two_browsers_that_is_refused_is_told_as_well(
    post: Post, fumi: User, fumis: Client, phone: Browser, service: PushService
) -> None:
    PushSubscription.objects.create(user=fumi, **Browser().sends(f"{service.address}/2"))
    service.answers = [403]
    letter(fumi)
    letter(fumi, "2")
    pass_time()
    assert (len(service.got), states()) == (3, ["sent", "sent"])
    assert "One of your browsers has not accepted notifications since" in fumis.get("/").content.decode()


def test_a_gone_browser_is_no_failure(
    post: Post, fumi: User, fumis: Client, phone: Browser, service: PushService
) -> None:
    service.answers = [404]
    letter(fumi)
    pass_time()
    assert "browsers" not in fumis.get("/").content.decode()


def test_a_browser_renews_what_was_refused(fumi: User, fumis: Client) -> None:
    former = PushSubscription.objects.create(user=fumi, endpoint=GOOGLE, refused_at=NOON)
    renewed = Browser().sends(f"{GOOGLE}/new") | {"former": former.endpoint}
    assert fumis.post("/me/push/", renewed).status_code == 204
    assert list(PushSubscription.objects.values_list("endpoint", "refused_at")) == [(f"{GOOGLE}/new", None)]


def test_a_browser_does_not_renew_what_its_reader_has_ended(fumi: User, fumis: Client, ai: User) -> None:
    PushSubscription.objects.create(user=ai, endpoint=f"{GOOGLE}/ais")
    for former in (GOOGLE, f"{GOOGLE}/ais"):
        renewed = Browser().sends(f"{GOOGLE}/new") | {"former": former}
        assert fumis.post("/me/push/", renewed).status_code == 409
    assert list(PushSubscription.objects.values_list("user", flat=True)) == [ai.pk]


def test_every_page_of_a_reader_has_the_key(fumis: Client, settings: Any) -> None:
    assert f'data-key="{push.public_key()}"' in fumis.get("/").content.decode()
    assert "push.js" not in Client().get("/").content.decode()
    settings.VAPID_PRIVATE_KEY, settings.EMBEDDED = "", False
    assert "push.js" not in fumis.get("/").content.decode()


@pytest.mark.parametrize("answers", [[403, 503], [503, 403]])
def test_a_browser_that_refuses_ends_no_other_s_tries(
    post: Post, fumi: User, phone: Browser, service: PushService, answers: list[int]
) -> None:
    PushSubscription.objects.create(user=fumi, **Browser().sends(f"{service.address}/2"))
    service.answers = answers
    letter(fumi)
    pass_time(minutes=30)
    assert states() == ["sent"]


def test_one_browser_that_fails_does_not_repeat_the_others(
    post: Post, fumi: User, phone: Browser, service: PushService
) -> None:
    PushSubscription.objects.create(user=fumi, **Browser().sends(f"{service.address}/2"))
    service.answers = [503, 201]
    letter(fumi)
    pass_time(minutes=30)
    assert (len(service.got), states()) == (2, ["sent"])


# --- Subscribing ---


@pytest.mark.parametrize("taken_over_at", [2, 3, 4])
def test_a_slow_service_makes_no_sender_send_what_another_sends(
    post: Post, fumi: User, phone: Browser, wall: Wall, monkeypatch: Any, taken_over_at: int
) -> None:
    for key in "12345":
        letter(fumi, key, at=wall.now)
    dispatch.due_now(wall.now)
    sent: list[str] = []

    def send(notification: Notification, message: kinds.Message) -> bool:
        """Within two minutes, at the end of which another sender comes once."""
        sent.append(notification.key)
        wall.go(minutes=2)
        if len(sent) == taken_over_at:
            dispatch.deliver(user_id=fumi.pk, channel="push", now=wall.now)
        return True

    monkeypatch.setattr(push, "send_push", send)
    dispatch.deliver(user_id=fumi.pk, channel="push", now=wall.now)
    assert sorted(sent) == ["1", "2", "3", "4", "5"]
    assert states() == ["sent"] * 5


def test_a_browser_subscribes_and_is_forgotten(fumi: User, fumis: Client) -> None:
    assert fumis.post("/me/push/", Browser().sends()).status_code == 204
    assert fumis.post("/me/push/", Browser().sends()).status_code == 204
    assert list(PushSubscription.objects.values_list("user", "endpoint")) == [(fumi.pk, GOOGLE)]
    assert "1 browser shows your notifications." in fumis.get("/me/notifications/settings/").content.decode()
    fumis.post("/me/push/forget/")
    assert not PushSubscription.objects.exists()


def test_a_browser_tells_whom_it_serves_last(fumi: User, fumis: Client, ai: User) -> None:
    PushSubscription.objects.create(user=ai, **Browser().sends())
    fumis.post("/me/push/", Browser().sends())
    assert PushSubscription.objects.get().user == fumi


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://localhost:6379/",
        "https://fcm.googleapis.com:22/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://example.org/fcm.googleapis.com",
        "https://evilpush.apple.com.example.org/",
        "https://notpush.apple.com/",
        "https://user@fcm.googleapis.com/",
        "https://[::1]/",
        "https://[x/",
        "x",
        "",
    ],
)
def test_the_site_sends_to_no_other_hosts(fumis: Client, endpoint: str) -> None:
    assert fumis.post("/me/push/", Browser().sends(endpoint)).status_code == 422
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "wrong", [{"p256dh": "AAAA"}, {"p256dh": ""}, {"auth": "AAAA"}, {"p256dh": "é"}, {"auth": "x" * 41}]
)
def test_keys_that_are_none_are_refused(fumis: Client, wrong: dict[str, str]) -> None:
    assert fumis.post("/me/push/", Browser().sends() | wrong).status_code == 422
    assert not PushSubscription.objects.exists()


def test_known_services_are_taken() -> None:
    for host in ("updates.push.services.mozilla.com", "web.push.apple.com", "db5p.notify.windows.com"):
        assert push.is_service(f"https://{host}/x")


@pytest.mark.parametrize(
    "odd",
    [
        "https://:x@web.push.apple.com/x",
        "https://evil.example\\@web.push.apple.com/x",
        "https://web.push.apple.com\t.evil.example/x",
        "https://.push.apple.com/x",
        "https://web..push.apple.com/x",
        "https://web.push.apple.com./x",
        "https://web.push.apple.com",
        "https://web.push.apple.com/\n",
        "https://web.push.apple.com/a b",
        "https://web.push.apple.com:4430/x",
        "HTTPS://web.push.apple.com/x",
        "https://ｗeb.push.apple.com/x",
        "https://web.push.apple.com.evil.example/x",
        "http://web.push.apple.com/x",
        "https://webpush.apple.com/x",
        "",
    ],
)
def test_what_could_be_read_in_two_ways_is_no_service(odd: str) -> None:
    assert not push.is_service(odd)


def test_the_worker_is_at_the_root(client: Client) -> None:
    response = client.get("/sw.js")
    assert response["Content-Type"].startswith("text/javascript")
    assert "showNotification" in response.content.decode()


def test_a_site_of_its_own_machine_makes_its_key(settings: Any, tmp_path: Path) -> None:
    settings.VAPID_PRIVATE_KEY, settings.VAR_DIR = "", tmp_path
    first = push.public_key()
    assert push.public_key() == first
    assert (tmp_path / "vapid_key").stat().st_mode & 0o777 == 0o600


def test_processes_that_start_together_have_one_key(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAPID_PRIVATE_KEY, settings.VAR_DIR = "", tmp_path
    make, barrier = push.new_key, Barrier(4)

    def slowly() -> str:
        sleep(0.2)
        return make()

    def start(number: int) -> str:
        barrier.wait(20)
        sleep(0.02 * number)
        return push.public_key()

    monkeypatch.setattr(push, "new_key", slowly)
    with ThreadPoolExecutor(4) as pool:
        keys = set(pool.map(start, range(4)))
    assert keys == {push.public_key()}
    assert [path.name for path in tmp_path.iterdir()] == ["vapid_key"]


def test_a_key_can_be_made(capsys: pytest.CaptureFixture[str], settings: Any) -> None:
    call_command("make_vapid_key")
    settings.VAPID_PRIVATE_KEY = capsys.readouterr().out.strip()
    assert len(base64.urlsafe_b64decode(push.public_key() + "=")) == 65


def test_without_a_key_an_open_site_offers_none(fumis: Client, settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY, settings.EMBEDDED = "", False
    assert "turn.mail" in fumis.get("/me/notifications/settings/").content.decode()
    assert "turn.push" not in fumis.get("/me/notifications/settings/").content.decode()
    assert "push-form" not in fumis.get("/me/notifications/settings/").content.decode()
    assert fumis.post("/me/push/", Browser().sends()).status_code == 422


def test_browsers_are_forgotten_with_the_last_session_of_their_person(fumi: User) -> None:
    client_of(fumi)
    PushSubscription.objects.create(user=fumi, endpoint=GOOGLE)
    forget_notifications()
    assert fumi.push_subscriptions.exists()
    fumi.sessions.update(expire_date=timezone.now())
    forget_notifications()
    assert not fumi.push_subscriptions.exists()


def test_a_browser_without_its_session_is_no_longer_sent_to(fumi: User) -> None:
    client_of(fumi)
    PushSubscription.objects.create(user=fumi, session=fumi.sessions.get(), endpoint=GOOGLE)
    assert push.fingerprints(fumi)
    fumi.sessions.update(expire_date=timezone.now())
    assert push.fingerprints(fumi) == []
