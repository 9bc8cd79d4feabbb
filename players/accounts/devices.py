"""The devices on which a person is signed in, and what staff have done at their account."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from players.accounts.sessions import BROWSER, SIGNED_IN_AT, USED_AT, moment
from players.models import Session, User
from players.requests import PersonRequest

# The first that is found counts: most browsers claim to be several of them.
BROWSERS: Final = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
KEY: Final = re.compile(r"[0-9a-f]{40}")
SYSTEMS: Final = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "CrOS", "Linux")


class Device(NamedTuple):
    """A sign-in: ``key`` names it in forms, and signs nobody in."""

    key: str
    name: str
    signed_in_at: datetime | None
    used_at: datetime | None
    is_this: bool


def devices(user: User, session: SessionBase) -> list[Device]:
    """The person's sign-ins that still hold, the last used first; ``session`` is the one that asks."""
    # Each use moves the end of a session.
    rows = user.sessions.filter(expire_date__gt=timezone.now()).order_by("-expire_date")
    return [_device(row.session_key, row.get_decoded(), Session.key_of(session)) for row in rows]


def sign_out(request: PersonRequest, key: str) -> None:
    """End the sign-in of that key; a key that can be none ends nothing."""
    if KEY.fullmatch(key):
        request.user.sessions.filter(session_key=key).delete()
        _end_unknown_push(request.user)


def sign_out_elsewhere(request: HttpRequest, user: User) -> int:
    """End all the person's sign-ins but that of the request; how many there were."""
    _end_unknown_push(user)
    return user.sessions.exclude(session_key=Session.key_of(request.session)).delete()[0]


def _end_unknown_push(user: User) -> None:
    """End the notifications of browsers of which nobody can tell whether they are the one that is signed out."""
    user.push_subscriptions.filter(session=None).delete()


def end_others_with_the_password(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """The former password's sign-ins hold no more: nor do they stand in the list, or show notifications."""
    sign_out_elsewhere(request, user)


def staff_actions(user: User) -> QuerySet[LogEntry]:
    """What staff have done at the account, the latest first."""
    of_people = ContentType.objects.get_for_model(User)
    entries = LogEntry.objects.filter(content_type=of_people, object_id=str(user.pk))
    return entries.exclude(user=user).select_related("content_type").order_by("-action_time")


def forget_name_in_log(user: User) -> None:
    """Leave the number of an account that is deleted in the administration's log, where Django writes names down."""
    staff_actions(user).update(object_repr=f"#{user.pk}")


def browser_name(agent: str) -> str:
    """A name that a person recognises, from what the browser says of itself.

    >>> browser_name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    browser = next((name for sign, name in BROWSERS.items() if re.search(rf"\b{sign}/", agent)), "")
    system = next((name for name in SYSTEMS if name in agent), "")
    return ", ".join(filter(None, (browser, system))) or agent[:40]


def _device(key: str, data: dict[str, str], current: str) -> Device:
    name = browser_name(data.get(BROWSER, ""))
    return Device(
        key, name, moment(data.get(SIGNED_IN_AT)), moment(data.get(USED_AT)), key == current
    )
