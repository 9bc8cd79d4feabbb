"""Points that organisers give or take. An adjustment is cancelled, never deleted, and the audit log shows all."""

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
    if Adjustment.objects.filter(entry__season=season).count() >= MOST_OF_A_SEASON:
        raise ClubError(_("This season has too many adjustments already."))
    made = Adjustment.objects.create(**facts, made_at=now, made_by=user)
    _record(season, "adjusted", user, made)
    return made


@transaction.atomic
def cancel(*, club_id: int, user: User, season_id: int, adjustment_id: int) -> None:
    """Cancel an adjustment. It stays visible."""
    season = lock_for_correction(club_id, user, season_id)
    found = Adjustment.objects.select_related("entry__user")
    one = found.filter(pk=adjustment_id, entry__season=season).first()
    if one is None:
        raise ClubError(_("There is no such adjustment in this season."))
    if one.cancelled_at is not None:
        return
    one.cancelled_at, one.cancelled_by = timezone.now(), user
    one.save(update_fields=["cancelled_at", "cancelled_by"])
    _record(season, "adjustment_cancelled", user, one)


def _record(season: Season, action: str, user: User, one: Adjustment) -> None:
    record_in_audit_log(season, action, actor=user, subject=one.entry.user, points=str(one.points), reason=one.reason)
    if one.entry.division_id is not None:
        correct_standings_later(one.entry.division_id)
