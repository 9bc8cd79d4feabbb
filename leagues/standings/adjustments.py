"""Points that organisers give or take. An adjustment is cancelled, never deleted, and the audit log shows all."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import ClubError, lock_for_correction
from leagues.models import Adjustment, Entry, Season
from leagues.standings.store import correct_standings_later
from players.account_locks import TWICE
from players.models import User

MOST: Final = Decimal(10_000)
"""The largest adjustment."""
MOST_OF_A_SEASON: Final = 500
AT_ONCE: Final = timedelta(hours=1)
"""Within this time, the same points by two organisers are one adjustment."""


@transaction.atomic
def adjust(*, club_id: int, user: User, season_id: int, entry_id: int, points: Decimal, reason: str) -> Adjustment:
    """Give a member points, or take some as a penalty. This is also possible after the season is over."""
    season = lock_for_correction(club_id, user, season_id)
    entry = Entry.objects.select_related("user").filter(pk=entry_id, season=season).first()
    if entry is None or entry.division_id is None:
        raise ClubError(_("This person is not in the season."))
    now, facts = timezone.now(), {"entry": entry, "points": points, "reason": reason}
    lately = Adjustment.objects.filter(made_by=user, cancelled_at=None, made_at__gt=now - TWICE)
    if found := lately.filter(**facts).first():
        return found
    _refuse_same_by_another(user, entry, points, now)
    if Adjustment.objects.filter(entry__season=season).count() >= MOST_OF_A_SEASON:
        raise ClubError(_("This season has too many adjustments already."))
    made = Adjustment.objects.create(**facts, made_at=now, made_by=user)
    _record(season, "adjusted", user, made)
    return made


def same_by_others(user: User, entry: Entry, points: Decimal) -> Adjustment | None:
    """The latest adjustment of as many points that another organiser has made for the member."""
    same = Adjustment.objects.filter(entry=entry, points=points, cancelled_at=None).exclude(made_by=user)
    return same.select_related("made_by").order_by("-made_at").first()


def _refuse_same_by_another(user: User, entry: Entry, points: Decimal, now: datetime) -> None:
    """Two organisers who act at once mean the same penalty."""
    same = same_by_others(user, entry, points)
    if same is not None and same.made_at > now - AT_ONCE:
        text = _("%(name)s has just recorded the same for this member, so it counts once.")
        raise ClubError(text % {"name": same.made_by or _("Another organiser")})


@transaction.atomic
def cancel(*, club_id: int, user: User, season_id: int, adjustment_id: int, reason: str) -> None:
    """Cancel an adjustment. It stays visible."""
    season = lock_for_correction(club_id, user, season_id)
    found = Adjustment.objects.select_related("entry__user")
    one = found.filter(pk=adjustment_id, entry__season=season).first()
    if one is None:
        raise ClubError(_("There is no such adjustment in this season."))
    if one.cancelled_at is not None:
        return
    one.cancelled_at, one.cancelled_by, one.cancelled_because = timezone.now(), user, reason
    one.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_because"])
    _record(season, "adjustment_cancelled", user, one)


def _record(season: Season, action: str, user: User, one: Adjustment) -> None:
    reason = one.cancelled_because or one.reason
    record_in_audit_log(season, action, actor=user, subject=one.entry.user, points=str(one.points), reason=reason)
    if one.entry.division_id is not None:
        correct_standings_later(one.entry.division_id)
