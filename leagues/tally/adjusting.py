"""Points that organisers give or take: with a reason, to be cancelled but never deleted, and all in the club's log."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.models import Adjustment, Entry, Season
from leagues.seasons.services import corrected
from leagues.services import TWICE, ClubError, note
from leagues.tally.services import tally_again
from players.models import User

MOST: Final = Decimal(10_000)
"""No adjustment is larger."""
MOST_OF_A_SEASON: Final = 500


@transaction.atomic
def adjust(
    *, club_id: int, user: User, season_id: int, entry_id: int, points: Decimal, reason: str
) -> Adjustment:
    """Give a member points, or take some as a penalty; also when the season is over."""
    season = corrected(club_id, user, season_id)
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
    _note(season, "adjusted", user, made)
    return made


@transaction.atomic
def cancel(*, club_id: int, user: User, season_id: int, adjustment_id: int) -> None:
    """Let an adjustment count no more; it stays to be read."""
    season = corrected(club_id, user, season_id)
    found = Adjustment.objects.select_related("entry__user")
    one = found.filter(pk=adjustment_id, entry__season=season).first()
    if one is None:
        raise ClubError(_("There is no such adjustment in this season."))
    if one.cancelled_at is not None:
        return
    one.cancelled_at, one.cancelled_by = timezone.now(), user
    one.save(update_fields=["cancelled_at", "cancelled_by"])
    _note(season, "adjustment_cancelled", user, one)


def _note(season: Season, action: str, user: User, one: Adjustment) -> None:
    note(
        season.club,
        action,
        actor=user,
        subject=one.entry.user,
        season=season.name,
        points=str(one.points),
        reason=one.reason,
    )
    if one.entry.division_id is not None:
        tally_again(one.entry.division_id)
