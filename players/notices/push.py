"""Notices that a browser shows by itself: web push, with the site's own key (VAPID).

What is sent says what the title of a notice says, and where it leads: it may show on a locked screen.
"""

from __future__ import annotations

import json
from email.utils import parseaddr
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from django.conf import settings

from napoleon_site.keys import kept_key
from players.models import Notice, PushSubscription

from .errors import Refused
from .kinds import Told

if TYPE_CHECKING:
    from py_vapid import Vapid02

# A push service keeps it this long for a browser that is not on the net.
KEPT: Final = 12 * 3600
TIMEOUT: Final = 10
GONE: Final = (404, 410)
NEVER: Final = (400, 403, 413)
MOST_EACH: Final = 10


def is_offered() -> bool:
    return bool(settings.VAPID_PRIVATE_KEY or settings.EMBEDDED)


def is_service(endpoint: str) -> bool:
    """Whether the address is a push service's: the site sends to no other, whatever a browser claims."""
    try:
        url = urlsplit(endpoint)
        host, port = url.hostname or "", url.port
    except ValueError:
        return False
    known = any(host == name or host.endswith(f".{name}") for name in settings.PUSH_HOSTS)
    return url.scheme == "https" and known and port in (None, 443) and not url.username


def send(notice: Notice, told: Told) -> bool:
    """Send it to every browser of the person; whether any took it. Raises an error if all failed."""
    reached, failure = False, None
    for browser in notice.user.push_subscriptions.all():
        try:
            reached = _send(browser, notice, told) or reached
        except Exception as error:
            # As long as one may take it later, it is tried again.
            if failure is None or isinstance(failure, Refused):
                failure = error
    if failure and not reached:
        raise failure
    return reached


def _send(browser: PushSubscription, notice: Notice, told: Told) -> bool:
    """Whether this browser took it; one that is gone is forgotten."""
    # Takes a second to load, and most processes never send.
    from pywebpush import WebPushException, webpush

    try:
        webpush(
            subscription_info={
                "endpoint": browser.endpoint,
                "keys": {"p256dh": browser.p256dh, "auth": browser.auth},
            },
            data=payload(notice, told),
            vapid_private_key=_key(),
            vapid_claims={"sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"},
            ttl=KEPT,
            timeout=TIMEOUT,
            # The service keeps only the last of a topic.
            headers={"Topic": _topic(notice)},
        )
    except WebPushException as error:
        if error.status_code in GONE:
            browser.delete()
            return False
        if error.status_code in NEVER:
            raise Refused from error
        raise
    return True


def payload(notice: Notice, told: Told) -> str:
    facts = {"title": told.title, "url": told.path, "tag": _topic(notice)}
    return json.dumps(facts, ensure_ascii=False)


def _topic(notice: Notice) -> str:
    return sha256(notice.key.encode()).hexdigest()[:32]


# --- The site's key ---


def public_key() -> str:
    """What a browser needs to subscribe, in base64url."""
    from base64 import urlsafe_b64encode

    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = _key().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


def new_key() -> str:
    """A private key, as `VAPID_PRIVATE_KEY` takes it."""
    from base64 import urlsafe_b64encode

    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def _key() -> Vapid02:
    kept = settings.VAPID_PRIVATE_KEY or kept_key(settings.VAR_DIR / "vapid_key", new_key)
    return _read_key(kept)


@lru_cache(maxsize=2)
def _read_key(text: str) -> Any:
    from py_vapid import Vapid02

    return Vapid02.from_string(text)


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether a browser's keys can be what they should: a point of the curve, and 16 bytes."""
    from base64 import urlsafe_b64decode

    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point = urlsafe_b64decode(p256dh + "=" * (-len(p256dh) % 4))
        secret = urlsafe_b64decode(auth + "=" * (-len(auth) % 4))
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(point) == 65 and len(secret) == 16
