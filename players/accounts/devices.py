"""A person's sign-ins by device, and staff's actions on their account."""

import re
from datetime import datetime
from typing import Any, Final, NamedTuple

from allauth.idp.oidc.models import Token
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from players.accounts.sessions import BROWSER, SIGNED_IN_AT, USED_AT, moment
from players.models import Session, User
from players.requests import PersonRequest

# The first match counts: most browsers claim to be several of them.
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
    """A sign-in; its ``key`` identifies it in forms, but does not grant access."""

    key: str
    name: str
    signed_in_at: datetime | None
    used_at: datetime | None
    is_this: bool


def devices(user: User, session: SessionBase) -> list[Device]:
    """The person's valid sign-ins, last used first; ``session`` is the current one."""
    # Each use extends the session.
    rows = user.sessions.filter(expire_date__gt=timezone.now()).order_by("-expire_date")
    return [_device(row.session_key, row.get_decoded(), Session.key_of(session)) for row in rows]


def sign_out(request: PersonRequest, key: str) -> None:
    """End the sign-in with that key; malformed keys are ignored."""
    if KEY.fullmatch(key):
        request.user.sessions.filter(session_key=key).delete()
        _end_unknown_push(request.user)


def sign_out_elsewhere(request: HttpRequest, user: User) -> int:
    """End all of the person's other sign-ins, and the tokens of programs and apps; return the number of sign-ins."""
    _end_unknown_push(user)
    user.api_tokens.all().delete()
    Token.objects.filter(user=user).delete()
    return user.sessions.exclude(session_key=Session.key_of(request.session)).delete()[0]


def _end_unknown_push(user: User) -> None:
    """End push in browsers without a known session: any of them may be the one signed out."""
    user.push_subscriptions.filter(session=None).delete()


def end_others_with_the_password(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """End the sign-ins of the former password, with their push notifications."""
    sign_out_elsewhere(request, user)


def staff_actions(user: User) -> QuerySet[LogEntry]:
    """Staff's actions on the account, latest first."""
    of_people = ContentType.objects.get_for_model(User)
    entries = LogEntry.objects.filter(content_type=of_people, object_id=str(user.pk))
    return entries.exclude(user=user).select_related("content_type").order_by("-action_time")


def forget_name_in_log(user: User) -> None:
    """Replace a deleted account's name by its number in the administration's log."""
    staff_actions(user).update(object_repr=f"#{user.pk}")


def browser_name(agent: str) -> str:
    """A recognisable name from the browser's User-Agent.

    >>> browser_name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    browser = next((name for sign, name in BROWSERS.items() if re.search(rf"\b{sign}/", agent)), "")
    system = next((name for name in SYSTEMS if name in agent), "")
    return ", ".join(filter(None, (browser, system))) or agent[:40]


def _device(key: str, data: dict[str, str], current: str) -> Device:
    name = browser_name(data.get(BROWSER, ""))
    return Device(key, name, moment(data.get(SIGNED_IN_AT)), moment(data.get(USED_AT)), key == current)
