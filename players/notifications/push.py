"""Web push: notifications that a browser shows on its own, signed with the site's key (VAPID).

A push contains only the notification's title and link, since it may appear on a locked screen.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from email.utils import parseaddr
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.utils import timezone

from infrastructure.secret_key_files import load_or_create_key
from players.models import Delivery, Notification, PushSubscription, User
from players.notifications.kinds import Message
from players.notifications.mail import Outgoing
from players.notifications.outbox import Refused

if TYPE_CHECKING:
    from py_vapid import Vapid02

# How long push services keep it for browsers that are offline.
KEPT: Final = 12 * 3600
TIMEOUT: Final = 10
GONE: Final = (404, 410)
NEVER: Final = (400, 401, 403, 413)
MOST_EACH: Final = 10
# Only the form that push services use: parsers may disagree about anything else.
ENDPOINT: Final = re.compile(r"https://(?P<host>(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]+)(?::443)?/[!-\[\]-~]*")


def is_offered() -> bool:
    return bool(settings.VAPID_PRIVATE_KEY or settings.EMBEDDED) and not settings.DEMO


def is_service(endpoint: str) -> bool:
    """Whether the address belongs to a known push service; the site sends to no other."""
    match = ENDPOINT.fullmatch(endpoint)
    host = match["host"] if match else ""
    return any(host == name or host.endswith(f".{name}") for name in settings.PUSH_HOSTS)


class PushSender:
    """Sends each notification to every browser of the person."""

    sends_together = False
    most_of_burst = 1

    def __enter__(self) -> PushSender:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def send(self, user: User, items: Sequence[Outgoing]) -> bool:
        [item] = items
        return send_push(item.delivery.notification, item.message)

    def report_failure(self, user: User, deliveries: Sequence[Delivery]) -> None:
        """Nothing to store: `inbox.unreachable` finds failed pushes by their rows."""


def send_push(notification: Notification, message: Message) -> bool:
    """Send to all browsers; return whether any accepted it, and raise an error if all failed."""
    reached, failure = False, None
    for browser in notification.user.push_subscriptions.working(timezone.now()):
        try:
            reached = _send(browser, notification, message) or reached
        except Exception as error:
            # A retry is worthwhile if any browser may accept it later.
            if failure is None or isinstance(failure, Refused):
                failure = error
    if failure and not reached:
        raise failure
    return reached


def _send(browser: PushSubscription, notification: Notification, message: Message) -> bool:
    """Send to one browser; return whether it accepted.

    Subscriptions that no longer exist are deleted. Those that the service refuses get nothing more.
    """
    # Takes a second to load, which most processes never need.
    from pywebpush import WebPushException, webpush

    try:
        webpush(
            subscription_info={"endpoint": browser.endpoint, "keys": {"p256dh": browser.p256dh, "auth": browser.auth}},
            data=payload(notification, message),
            vapid_private_key=_key(),
            vapid_claims={"sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"},
            ttl=KEPT,
            timeout=TIMEOUT,
            # The service keeps only the last one of a topic.
            headers={"Topic": _topic(notification)},
        )
    except WebPushException as error:
        if error.status_code in GONE:
            browser.delete()
            return False
        if error.status_code in NEVER:
            PushSubscription.objects.filter(pk=browser.pk).update(refused_at=timezone.now())
            raise Refused from error
        raise
    return True


def fingerprints(user: User) -> list[str]:
    """A hash for each browser that is sent to, by which it recognises itself; it does not reveal the address."""
    addresses = user.push_subscriptions.working(timezone.now()).values_list("endpoint", flat=True)
    return [sha256(address.encode()).hexdigest() for address in addresses]


def payload(notification: Notification, message: Message) -> str:
    facts = {"title": message.title, "url": message.path, "tag": _topic(notification)}
    return json.dumps(facts, ensure_ascii=False)


def _topic(notification: Notification) -> str:
    return sha256(notification.key.encode()).hexdigest()[:32]


# --- The site's key ---


def public_key() -> str:
    """The key that browsers need to subscribe, in base64url."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = _key().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


def new_key() -> str:
    """A private key, as `VAPID_PRIVATE_KEY` takes it."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def _key() -> Vapid02:
    kept = settings.VAPID_PRIVATE_KEY or load_or_create_key(settings.VAR_DIR / "vapid_key", new_key)
    return _read_key(kept)


@lru_cache(maxsize=2)
def _read_key(text: str) -> Any:
    from py_vapid import Vapid02

    return Vapid02.from_string(text)


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether a browser's keys are well formed: a point of the curve, and 16 bytes."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point = urlsafe_b64decode(p256dh + "=" * (-len(p256dh) % 4))
        secret = urlsafe_b64decode(auth + "=" * (-len(auth) % 4))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(point) == 65 and len(secret) == 16
