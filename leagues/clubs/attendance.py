"""How regularly members come and move, as organisers see it beside their names."""

from collections.abc import Iterable
from datetime import UTC, datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.seats.reliability import shares_in_time
from players.models import User


def shares_shown(people: Iterable[User | None]) -> dict[int, str]:
    """The share of turns that each person took in time, without those who keep their figures private."""
    nobody = User.Audience.NOBODY
    return shares_in_time(person.pk for person in people if person and person.statistics_for != nobody)


def last_seen(at: datetime | None, now: datetime) -> str:
    """When somebody was last here, or a plan moved for them, to the day: organisers do not watch members.

    Days are those of UTC. In a reader's own zone, shortly after midnight, "today" would mean the last hour.

    >>> from datetime import timedelta
    >>> noon = datetime(2026, 3, 2, 12, tzinfo=UTC)
    >>> last_seen(noon, noon), last_seen(noon - timedelta(days=1), noon)
    ('today', 'yesterday')
    >>> last_seen(noon - timedelta(days=9), noon), last_seen(noon - timedelta(days=90), noon)
    ('9 days ago', 'over a month ago')
    """
    if at is None:
        return _("never")
    days = (timezone.localdate(now, UTC) - timezone.localdate(at, UTC)).days
    if days <= 0:
        return _("today")
    if days == 1:
        return _("yesterday")
    if days > 30:
        return _("over a month ago")
    return ngettext("%(days)s day ago", "%(days)s days ago", days) % {"days": days}
