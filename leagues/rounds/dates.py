"""Moving the dates of a round. Those that a season plans for its rounds are in `leagues.seasons.dates`."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.turns.outages import Shift, site_time
from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import ClubError, lock_as_organiser
from leagues.models import Round, Season, Table
from leagues.rounds import notifications
from players.models import User


@transaction.atomic
def set_dates(
    *,
    club_id: int,
    user: User,
    season_id: int,
    number: int,
    opens_at: datetime | None,
    closes_at: datetime | None,
    seen: str = "",
) -> None:
    """Move the dates of a round that is not over, and notify the players at its tables.

    ``seen`` is the `version_of_dates` that the form was filled from.
    """
    season = lock_as_organiser(club_id, user, season_id)
    round_ = season.rounds.filter(number=number).first()
    if round_ is None or round_.state == Round.State.FINISHED:
        raise ClubError(_("This round is over."))
    if seen and seen != version_of_dates(round_):
        raise ClubError(_("Somebody has changed these dates since. Check them, then set yours."))
    if round_.state == Round.State.RUNNING:
        opens_at = round_.opens_at
        if round_.closes_at is not None and round_.closes_at <= site_time():
            # The sweep has not come yet, or is ending its tables.
            raise ClubError(_("The closing date of this round has passed: it is being closed."))
    if closes_at is not None and closes_at <= max(filter(None, (opens_at, timezone.now()))):
        raise ClubError(_("A round must close after it opens, and not in the past."))
    if _to_the_minute(opens_at, closes_at) == _to_the_minute(round_.opens_at, round_.closes_at):
        return
    if number == 1 and season.started_at is None and opens_at != season.starts_at:
        # The season starts with its first round.
        season.starts_at, season.time_zone = opens_at, timezone.get_current_timezone_name()
        season.save(update_fields=["starts_at", "time_zone"])
    round_.opens_at, round_.closes_at = opens_at, closes_at
    round_.save(update_fields=["opens_at", "closes_at"])
    record_in_audit_log(season, "dates_set", actor=user, round=number)
    if season.state != Season.State.DRAFT:
        notifications.DatesChanged.notify(round_, user)


def move_rounds(rounds: Iterable[Round], shift: Shift) -> None:
    """Move all later dates of these rounds, and of their tables that close later than the others."""
    for round_ in rounds:
        for name in ("opens_at", "closes_at"):
            moment = getattr(round_, name)
            if moment and moment > shift.since:
                setattr(round_, name, moment + shift.by)
        round_.save(update_fields=["opens_at", "closes_at"])
    late = Table.objects.filter(round__in=rounds, closes_at__gt=shift.since)
    late.update(closes_at=F("closes_at") + shift.by)


def version_of_dates(round_: Round) -> str:
    """Tells whether the dates are still those that somebody has seen."""
    moments = (round_.opens_at, round_.closes_at)
    return " ".join(f"{moment.timestamp():.0f}" if moment else "-" for moment in moments)


def _to_the_minute(*moments: datetime | None) -> list[datetime | None]:
    """The moments as forms show them, so that an unchanged form changes no date."""
    return [moment and moment.replace(second=0, microsecond=0) for moment in moments]
