"""What happens in clubs, in words."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from leagues.models import AuditEntry, Role
from leagues.seasons import audit_messages as seasons
from leagues.standings.number_format import as_text

ACTIONS: Final[dict[str, Promise]] = {
    "created": gettext_lazy("%(actor)s founded the club."),
    "edited": gettext_lazy("%(actor)s changed the club’s page: %(fields)s."),
    "closed": gettext_lazy("%(actor)s closed the club."),
    "joined": gettext_lazy("%(actor)s joined, invited by %(subject)s."),
    "left": gettext_lazy("%(actor)s left the club."),
    "gone": gettext_lazy("%(actor)s deleted their account."),
    "approved": gettext_lazy("%(actor)s approved the request of %(subject)s."),
    "refused": gettext_lazy("%(actor)s refused the request of %(subject)s."),
    "removed": gettext_lazy("%(actor)s removed %(subject)s from the club."),
    "role": gettext_lazy("%(actor)s changed the role of %(subject)s: now %(role)s."),
    "inherited": gettext_lazy("The last owner left, so %(subject)s is now the owner."),
    "link_made": gettext_lazy("%(actor)s made an invitation link (%(uses)s, %(days)s)."),
    "invited": gettext_lazy("%(actor)s invited %(subject)s."),
    "mailed": gettext_lazy("%(actor)s invited somebody by email."),
    "webhook_set": gettext_lazy("%(actor)s set up the webhook."),
    "webhook_removed": gettext_lazy("%(actor)s removed the webhook."),
    "revoked": gettext_lazy("%(actor)s revoked an invitation."),
    "adjusted": gettext_lazy(
        "%(actor)s changed the points of %(subject)s in %(season)s: %(points)s."
    ),
    "adjustment_cancelled": gettext_lazy(
        "%(actor)s cancelled the change of points of %(subject)s in %(season)s: %(points)s."
    ),
    **seasons.ACTIONS,
}
CLOSED_BY_ITSELF: Final = gettext_lazy("The last member left, so the club was closed.")
FIELDS: Final[dict[str, Promise]] = {
    "name": pgettext_lazy("part of a club’s page", "name"),
    "about": pgettext_lazy("part of a club’s page", "description"),
    "is_public": pgettext_lazy("part of a club’s page", "who may see it"),
    "takes_requests": pgettext_lazy("part of a club’s page", "who may ask to join"),
}


def sentence(entry: AuditEntry) -> str:
    """An entry of the log as its readers see it."""
    if entry.action == "closed" and entry.is_by_site:
        return str(CLOSED_BY_ITSELF)
    somebody = _("a former player")
    words: dict[str, Any] = {
        "actor": entry.actor or somebody,
        "subject": entry.subject or somebody,
    }
    for name, value in entry.data.items():
        if name in _READERS:
            words[name] = _READERS[name](value)
    actions = {**ACTIONS, **seasons.BY_SITE} if entry.is_by_site else ACTIONS
    text = str(actions[entry.action]) % words
    # A name stands as its owner writes it.
    return capfirst(text) if text.startswith(somebody) else text


def _days(days: int) -> str:
    return ngettext("for %(days)s day", "for %(days)s days", days) % {"days": days}


def _uses(uses: int) -> str:
    return ngettext("%(uses)s use", "%(uses)s uses", uses) % {"uses": uses}


def role_name(role: str) -> str:
    return str(Role(role).label)


def _fields(names: list[str]) -> str:
    return _(", ").join(str(FIELDS[name]) for name in names)


def _points(points: str) -> str:
    return as_text(points, signed=True)


_READERS: Final[dict[str, Callable[[Any], str]]] = {
    "days": _days,
    "uses": _uses,
    "role": role_name,
    "fields": _fields,
    "points": _points,
    "season": str,
    **seasons.READERS,
}


def last_seen(at: datetime | None, now: datetime) -> str:
    """When somebody was last here, no closer than by days: it is a club, not a watch.

    >>> from datetime import UTC, timedelta
    >>> noon = datetime(2026, 3, 2, 12, tzinfo=UTC)
    >>> last_seen(noon, noon), last_seen(noon - timedelta(days=1), noon)
    ('today', 'yesterday')
    >>> last_seen(noon - timedelta(days=9), noon), last_seen(noon - timedelta(days=90), noon)
    ('9 days ago', 'over a month ago')
    """
    if at is None:
        return _("never")
    days = (timezone.localdate(now) - timezone.localdate(at)).days
    if days <= 0:
        return _("today")
    if days == 1:
        return _("yesterday")
    if days > 30:
        return _("over a month ago")
    return ngettext("%(days)s day ago", "%(days)s days ago", days) % {"days": days}
