"""Says who is coming to a round: members for themselves, guests by the link, organisers for anybody."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.clubs.audit_log import record_in_audit_log
from leagues.entries.services import enter_guest
from leagues.locks import ClubError, lock_as_member, lock_as_organiser, lock_club, refuse_over
from leagues.models import Attendance, Entry, Round, Season
from players.models import User

Answer = Attendance.Answer


@transaction.atomic
def reply(*, club_id: int, user: User, season_id: int, number: int, answer: str) -> None:
    """Say whether one comes oneself."""
    season = lock_as_member(club_id, user, season_id)
    round_ = _round(season, number)
    entry = season.entries.filter(user=user, state=Entry.State.ENTERED).first()
    if entry is None:
        raise ClubError(_("You are not in this season."), "season")
    _store(round_, entry, answer)


@transaction.atomic
def record(*, club_id: int, user: User, season_id: int, number: int, answers: Mapping[int, str]) -> None:
    """Say by entry who comes; an empty answer forgets what was said."""
    season = lock_as_organiser(club_id, user, season_id)
    round_ = _round(season, number)
    for entry in season.entries.filter(pk__in=answers, state=Entry.State.ENTERED):
        _store(round_, entry, answers[entry.pk])
    if answers:
        record_in_audit_log(season, "attendance_recorded", actor=user, round=number)


@transaction.atomic
def add_guest(*, club_id: int, user: User, season_id: int, number: int, name: str) -> None:
    """Let somebody without an account play in the round."""
    season = lock_as_organiser(club_id, user, season_id)
    _store(_round(season, number), enter_guest(season, name), Answer.COMES)
    record_in_audit_log(season, "guest_added", actor=user, round=number)


@transaction.atomic
def reply_as_guest(round_: Round, name: str, answer: str) -> Entry:
    """Say by the round's link whether a guest comes."""
    club = lock_club(round_.season.club_id)
    season = Season.objects.select_for_update(no_key=True).get(pk=round_.season_id)
    season.club = club
    refuse_over(season)
    if season.entries.filter(user=None, guest_name__iexact=name, state=Entry.State.REFUSED).exists():
        raise ClubError(_("The organisers have decided that you can’t play in this season."))
    entry = enter_guest(season, name)
    _store(_round(season, round_.number), entry, answer)
    return entry


def why_closed(season: Season, round_: Round) -> str:
    """Why nobody can say any more whether they come; empty if they can."""
    if not season.takes_attendance:
        return _("This round is not drawn from those present.")
    if season.is_over:
        return _("This season is over.")
    if season.announced_at is None:
        return _("The season has not been announced yet.")
    if round_.state != Round.State.PLANNED:
        return _("This round has been opened already.")
    return ""


def _round(season: Season, number: int) -> Round:
    round_ = season.rounds.filter(number=number).first()
    if round_ is None:
        raise ClubError(_("The season has no such round any more."), "season")
    if reason := why_closed(season, round_):
        raise ClubError(reason)
    return round_


def _store(round_: Round, entry: Entry, answer: str) -> None:
    if not answer:
        round_.attendances.filter(entry=entry).delete()
        return
    Attendance.objects.update_or_create(
        round=round_, entry=entry, defaults={"answer": answer, "answered_at": timezone.now()}
    )
