"""Mails how a round stands to its members."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.clubs.audit_log import record_in_audit_log
from leagues.locks import ClubError, lock_in_any_state
from leagues.models import Round
from leagues.rounds.notifications import RoundMailed
from players.locks import TWICE
from players.models import User

MAIL_AGAIN: Final = timedelta(hours=6)
"""The wait before the same round may be mailed again."""


@transaction.atomic
def mail_round(*, club_id: int, user: User, season_id: int, number: int) -> None:
    """Mail a round that has begun, whichever organiser asks first."""
    season, now = lock_in_any_state(club_id, user, season_id), timezone.now()
    round_ = season.rounds.filter(number=number).first()
    if round_ is None or round_.state == Round.State.PLANNED:
        raise ClubError(_("This round has not begun."))
    if round_.mailed_at and now - round_.mailed_at < TWICE:
        return
    if not may_mail(round_, now):
        raise ClubError(_("This round was mailed a few hours ago."))
    round_.season, round_.mailed_at = season, now
    round_.save(update_fields=["mailed_at"])
    record_in_audit_log(season, "round_mailed", actor=user, round=number)
    RoundMailed.notify(round_, user)


def may_mail(round_: Round, now: datetime) -> bool:
    """Whether the round has begun, and was not mailed within the last hours."""
    is_fresh = round_.mailed_at is None or now - round_.mailed_at >= MAIL_AGAIN
    return round_.state != Round.State.PLANNED and is_fresh
