"""Entering a season and leaving it, approval, and the waiting list.

An entry is never deleted: who has withdrawn and enters again has the same one, at the end of the order.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.models import Club, Entry, Membership, Round, Season
from leagues.seasons import notices
from leagues.seasons.models import MOST_ENTRIES
from leagues.seasons.services import joined, organised
from leagues.seasons.substitutes import credit, step_down, vacate_all
from leagues.services import ClubError, note
from leagues.tally.services import tally_soon
from players.models import User

State = Entry.State
STANDING = (State.APPLIED, State.WAITING, State.ENTERED)
"""States of an entry that may still be played."""


# --- Members ---


@transaction.atomic
def enter(*, club_id: int, user: User, season_id: int) -> Entry:
    """Ask to be in the season: in at once, on the waiting list, or until an organiser approves."""
    season = joined(club_id, user, season_id)
    if reason := why_closed(season):
        raise ClubError(reason)
    found = season.entries.filter(user=user).first()
    if found is not None and found.state in STANDING:
        raise ClubError(_("You have entered already."))
    if found is not None and found.state == State.REFUSED:
        raise ClubError(_("The organisers have refused your entry."))
    entry = _at_the_end(season, found or Entry(season=season, user=user))
    if season.needs_approval:
        entry.state = State.APPLIED
    else:
        _place(season, entry)
    entry.save()
    credit(entry)
    if entry.state == State.APPLIED:
        notices.applied(entry)
    return entry


@transaction.atomic
def withdraw(*, club_id: int, user: User, season_id: int) -> None:
    """Be in the season no more."""
    season = joined(club_id, user, season_id)
    entry = season.entries.filter(user=user, state__in=STANDING).first()
    if entry is None:
        raise ClubError(_("You are not in this season."))
    take_out(season, entry)
    note(season.club, "entry_withdrawn", actor=user, season=season.name)


# --- Organisers ---


@transaction.atomic
def settle(*, club_id: int, user: User, season_id: int, entry_id: int, approve: bool) -> None:
    """Let somebody in who has applied or waits, or refuse him."""
    season = organised(club_id, user, season_id)
    entry = _standing(season, entry_id)
    if entry.state == State.ENTERED:
        raise ClubError(_("This has been settled already."))
    if approve:
        if entry.state == State.APPLIED:
            _place(season, entry)
        else:
            _refuse_full(season)
            _let_in(season, entry)
        entry.save()
        notices.settled(entry)
        action = "entry_approved"
    else:
        entry.state, entry.left_at = State.REFUSED, timezone.now()
        entry.save(update_fields=["state", "left_at"])
        notices.settled(entry)
        action = "entry_refused"
    note(season.club, action, actor=user, subject=entry.user, season=season.name)


@transaction.atomic
def add(*, club_id: int, user: User, season_id: int, person: User) -> Entry:
    """Enter a member of the club, whatever the dates of registration."""
    season = organised(club_id, user, season_id)
    is_member = Membership.objects.filter(club=season.club, user=person, ended_at=None)
    if not is_member.exists():
        raise ClubError(_("%(name)s does not belong to the club.") % {"name": person})
    found = season.entries.filter(user=person).first()
    if found is not None and found.state in STANDING:
        raise ClubError(_("%(name)s has entered already.") % {"name": person})
    _refuse_full(season)
    entry = _at_the_end(season, found or Entry(season=season, user=person))
    _let_in(season, entry)
    entry.save()
    credit(entry)
    notices.settled(entry)
    note(season.club, "entry_added", actor=user, subject=person, season=season.name)
    return entry


@transaction.atomic
def remove(*, club_id: int, user: User, season_id: int, entry_id: int, reason: str = "") -> None:
    """Take somebody out of the season."""
    season = organised(club_id, user, season_id)
    entry = _standing(season, entry_id)
    take_out(season, entry)
    notices.taken_out(entry, reason)
    note(
        season.club,
        "entry_removed",
        actor=user,
        subject=entry.user,
        season=season.name,
        reason=reason,
    )


def _standing(season: Season, entry_id: int) -> Entry:
    entry = season.entries.select_related("user").filter(pk=entry_id).first()
    if entry is None or entry.state not in STANDING:
        raise ClubError(_("This entry was withdrawn or refused."))
    return entry


# --- The rules of it ---


def why_closed(season: Season, members: int | None = None, first: int | None = None) -> str:
    """Why nobody can enter the season now; empty if one can.

    ``members`` are in it, and ``first`` is its first open round, if that is known already.
    """
    if season.state == Season.State.REGISTRATION:
        closes = season.registration_closes_at
        if closes is not None and closes <= timezone.now():
            return _("Registration is closed.")
    elif season.state != Season.State.RUNNING:
        return _("Registration is not open.")
    elif not takes_late(season, first):
        return _("The season takes no late entries any more.")
    if not season.has_waiting_list and is_full(season, members):
        return _("The season is full.")
    return ""


def first_open_round(season: Season) -> int:
    """The first after all rounds that have begun or are over: from it on a newcomer can play. 0: there is none."""
    if season.state != Season.State.RUNNING:
        return 1
    begun = Q(tables__opened_at__isnull=False)
    # One that was closed before any of its tables opened has not begun, and nothing comes into it any more.
    passed = season.rounds.filter(begun | Q(state=Round.State.FINISHED))
    last = passed.aggregate(last=Max("number"))["last"] or 0
    return last + 1 if last < season.rounds_planned else 0


def takes_late(season: Season, first: int | None = None) -> bool:
    """Whether one can still come into the running season; ``first`` is its first open round, if that is known."""
    return 0 < (first_open_round(season) if first is None else first) <= season.late_until


def is_full(season: Season, members: int | None = None) -> bool:
    if members is None:
        members = season.entries.filter(state=State.ENTERED).count()
    return members >= min(season.cap or MOST_ENTRIES, MOST_ENTRIES)


def _refuse_full(season: Season) -> None:
    if is_full(season):
        raise ClubError(_("The season is full."))


def _place(season: Season, entry: Entry) -> None:
    """In the season if there is room, otherwise on the waiting list."""
    if not is_full(season):
        _let_in(season, entry)
    elif season.has_waiting_list:
        entry.state = State.WAITING
    else:
        raise ClubError(_("The season is full."))


def _let_in(season: Season, entry: Entry) -> None:
    entry.state, entry.entered_at = State.ENTERED, timezone.now()
    if not _has_begun(entry):
        # Rounds may have begun since he applied.
        entry.first_round = first_open_round(season)
    divisions = list(season.divisions.all()[:2])
    if len(divisions) == 1:
        entry.division = divisions[0]


def take_out(season: Season, entry: Entry) -> None:
    """The entry ends; its seats are free for substitutes, and who waits moves up."""
    was_in = entry.state == State.ENTERED
    entry.state, entry.left_at = State.WITHDRAWN, timezone.now()
    entry.save(update_fields=["state", "left_at"])
    if was_in:
        vacate_all(entry)
        move_up(season)
    if entry.division_id is not None:
        tally_soon(entry.division_id)


def move_up(season: Season) -> None:
    """Let those in who wait, the first first, while there is room and one can still enter."""
    if season.state == Season.State.RUNNING and not takes_late(season):
        return
    for entry in season.entries.filter(state=State.WAITING).order_by("order"):
        if is_full(season):
            return
        _let_in(season, entry)
        entry.save()
        notices.settled(entry)


def expire(season: Season) -> int:
    """Let nobody wait for an answer any more once nobody can come in; how many did. The season's row is locked.

    He was not refused: he may apply again if it takes late entries after all, and an organiser may still enter him.
    """
    waiting = list(season.entries.filter(state=State.APPLIED).select_related("user"))
    if not waiting or (season.state == Season.State.RUNNING and takes_late(season)):
        return 0
    for entry in waiting:
        entry.state, entry.left_at = State.EXPIRED, timezone.now()
        entry.save(update_fields=["state", "left_at"])
        notices.settled(entry)
        note(
            season.club,
            "entry_expired",
            subject=entry.user,
            is_by_site=True,
            season=season.name,
        )
    return len(waiting)


def _at_the_end(season: Season, entry: Entry) -> Entry:
    """A new entry, or one that was withdrawn, as it stands when it is made."""
    entry.order, entry.applied_at, entry.left_at = _next_order(season), timezone.now(), None
    if not _has_begun(entry):
        entry.first_round, entry.division = first_open_round(season), None
    return entry


def _has_begun(entry: Entry) -> bool:
    """Whether he has been in a round already: what he has there stays with his division, and so does he."""
    if entry.pk is None:
        return False
    planned = Round.State.PLANNED
    at_tables, byes = entry.seats.exclude(table__round__state=planned), entry.byes.all()
    return at_tables.exists() or byes.exclude(round__state=planned).exists()


def _next_order(season: Season) -> int:
    last: int = season.entries.aggregate(last=Max("order"))["last"] or 0
    return last + 1


def leave_seasons(club: Club, user: User) -> None:
    """Somebody belongs to the club no more, so he is in none of its seasons; the club's row is locked."""
    going_on = (Season.State.DRAFT, Season.State.REGISTRATION, Season.State.RUNNING)
    for season in Season.objects.select_for_update().filter(club=club, state__in=going_on):
        season.club = club
        step_down(season, user)
        entry = season.entries.filter(user=user, state__in=STANDING).first()
        if entry is not None:
            take_out(season, entry)
