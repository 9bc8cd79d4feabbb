"""Mail services report dead addresses and complaints; mail to them stops, and the site tells the person."""

import json
from base64 import b64encode
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from infrastructure.log_filters import HideTokens
from players.models import Delivery, Notification, NotificationSettings, User
from players.notifications.mail_events import MailEvent, read_events
from players.notifications.routing import route
from tests.support.visits import client_of

pytestmark = pytest.mark.django_db
TOKEN = "0123456789abcdefghij"
FUMI = "fumi@example.org"


def ses(**message: Any) -> dict[str, Any]:
    return {"Type": "Notification", "Message": json.dumps(message), "TopicArn": "arn:aws:sns:x"}


DEAD_AT_SES = {"bounceType": "Permanent", "bouncedRecipients": [{"emailAddress": FUMI}]}
FULL_AT_SES = DEAD_AT_SES | {"bounceType": "Transient"}
AT_SES = {"complainedRecipients": [{"emailAddress": FUMI}]}
CONFIRMATION = {"Type": "SubscriptionConfirmation", "Message": "Confirm", "SubscribeURL": "https://sns.example.org/?x"}


@pytest.mark.parametrize(
    ("report", "events"),
    [
        ({"address": FUMI, "event": "bounce"}, [MailEvent(FUMI, False)]),
        ({"address": FUMI, "event": "complaint"}, [MailEvent(FUMI, True)]),
        ({"RecordType": "Bounce", "Type": "HardBounce", "Email": FUMI, "Inactive": True}, [MailEvent(FUMI, False)]),
        ({"RecordType": "Bounce", "Type": "Transient", "Email": FUMI}, []),
        ({"RecordType": "SpamComplaint", "Type": "SpamComplaint", "Email": FUMI}, [MailEvent(FUMI, True)]),
        ({"RecordType": "Delivery", "Recipient": FUMI}, []),
        (
            {"signature": {}, "event-data": {"event": "failed", "severity": "permanent", "recipient": FUMI}},
            [MailEvent(FUMI, False)],
        ),
        ({"event-data": {"event": "failed", "severity": "temporary", "recipient": FUMI}}, []),
        ({"event-data": {"event": "complained", "recipient": FUMI}}, [MailEvent(FUMI, True)]),
        (ses(notificationType="Bounce", bounce=DEAD_AT_SES), [MailEvent(FUMI, False)]),
        (ses(eventType="Bounce", bounce=DEAD_AT_SES), [MailEvent(FUMI, False)]),
        (ses(notificationType="Bounce", bounce=FULL_AT_SES), []),
        (ses(notificationType="Complaint", complaint=AT_SES), [MailEvent(FUMI, True)]),
        (CONFIRMATION, []),
    ],
)
def test_every_service_is_understood(report: dict[str, Any], events: list[MailEvent]) -> None:
    assert read_events(json.dumps(report).encode()) == events


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff",
        b"[]",
        b"1",
        b"{}",
        b'{"address": 1, "event": "bounce"}',
        b'{"address": "a@b.example", "event": "gone"}',
        b'{"RecordType": "SpamComplaint"}',
        b'{"event-data": []}',
        b'{"Message": "x", "Type": "Notification"}',
        b'{"Message": "[]", "Type": "Notification"}',
    ],
)
def test_what_nobody_sends_is_refused(client: Client, settings: Any, body: bytes) -> None:
    assert report(client, settings, body).status_code == 400


def report(client: Client, settings: Any, body: bytes | dict[str, Any], password: str = TOKEN) -> Any:
    settings.MAIL_EVENTS_TOKEN = TOKEN
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = {"authorization": f"Basic {b64encode(f'mail:{password}'.encode()).decode()}"} if password else {}
    return client.post("/mail-events/", raw, content_type="text/plain", headers=head)


@pytest.mark.parametrize("password", ["", "wrong", f"{TOKEN}x", "é"])
def test_nobody_else_may_report(client: Client, settings: Any, password: str, fumi: User) -> None:
    answer = report(client, settings, {"address": fumi.email, "event": "bounce"}, password)
    assert (answer.status_code, "Basic" in answer["WWW-Authenticate"]) == (401, True)
    assert not NotificationSettings.objects.exclude(dead_address="").exists()


def told(user: User, key: str) -> list[str]:
    """The channels by which a new notification goes to the person."""
    notification = Notification.objects.create(user=user, kind="turn", key=key, at=timezone.now())
    route(timezone.now())
    return list(Delivery.objects.filter(notification=notification).values_list("channel", flat=True))


def test_mail_to_a_dead_address_stops_until_the_person_asks_for_it_again(
    client: Client, settings: Any, fumi: User
) -> None:
    notification = Notification.objects.create(user=fumi, kind="turn", key="0", at=timezone.now())
    later = timezone.now() + timedelta(hours=1)
    waiting = Delivery.objects.create(notification=notification, user=fumi, channel="mail", not_before=later)
    assert report(client, settings, {"address": fumi.email.upper(), "event": "bounce"}).status_code == 200
    waiting.refresh_from_db()
    assert waiting.state == Delivery.State.DROPPED
    assert told(fumi, "1") == []
    browser = client_of(fumi)
    for page in ("/", "/me/notifications/", "/me/notifications/settings/"):
        assert f"{fumi.email} comes back" in browser.get(page).content.decode()
    assert browser.post("/me/notifications/mail/").status_code == 302
    assert "comes back" not in browser.get("/").content.decode()
    assert told(fumi, "2") == ["mail"]


def test_another_address_gets_mail(client: Client, settings: Any, fumi: User) -> None:
    report(client, settings, {"address": fumi.email, "event": "complaint"})
    assert "was reported as spam" in client_of(fumi).get("/").content.decode()
    other = EmailAddress.objects.create(user=fumi, email="new@example.org", verified=True)
    other.set_as_primary()
    assert told(fumi, "1") == ["mail"]
    assert "reported as spam" not in client_of(fumi).get("/").content.decode()


def test_an_address_that_nobody_has_confirmed_changes_nothing(client: Client, settings: Any, fumi: User) -> None:
    EmailAddress.objects.filter(user=fumi).update(verified=False)
    assert report(client, settings, {"address": fumi.email, "event": "bounce"}).status_code == 200
    assert not NotificationSettings.objects.exclude(dead_address="").exists()


def test_codes_that_a_person_asks_for_still_go(client: Client, settings: Any, fumi: User) -> None:
    report(client, settings, {"address": fumi.email, "event": "bounce"})
    Client().post("/accounts/login/code/", {"email": fumi.email})
    assert [letter.to for letter in mail.outbox] == [[fumi.email]]


def test_the_log_shows_the_address_that_confirms_reports(caplog: pytest.LogCaptureFixture) -> None:
    address = "https://sns.example.org/?Action=ConfirmSubscription&Token=2336412f37fb687f5d51e6e241d09c805a5a57b3"
    read_events(json.dumps({**CONFIRMATION, "SubscribeURL": address}).encode())
    [line] = caplog.records
    assert HideTokens().filter(line)
    assert address in line.getMessage()


def test_another_address_that_comes_back_stops_no_mail(client: Client, settings: Any, fumi: User) -> None:
    """To it only codes are sent."""
    EmailAddress.objects.create(user=fumi, email="old@example.org", verified=True)
    assert told(fumi, "1") == ["mail"]
    assert report(client, settings, {"address": "old@example.org", "event": "bounce"}).status_code == 200
    assert Delivery.objects.get().state == Delivery.State.WAITING
    assert told(fumi, "2") == ["mail"]
