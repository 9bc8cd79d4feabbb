"""Entering and leaving a season, approval, and the waiting list.

An entry is never deleted: a member who withdrew and enters again keeps it, and moves to the end of the order.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from django.db import transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.clubs.audit_log import record_in_audit_log
from leagues.entries import notifications
from leagues.locks import ClubError, lock_as_member, lock_as_organiser
from leagues.models import MOST_ENTRIES, Club, Entry, Membership, Round, Season
from leagues.seasons.dates import first_open_round
from leagues.standings.store import update_standings_later
from leagues.substitutes.services import ask_next_substitutes, credit_entry, leave_list, take_off_list, vacate_seats
from leagues.teams.membership import leave_with_entry
from players.models import User

State = Entry.State
MOST_GUESTS: Final = 60
"""In a season."""
_ANSWERS: Final[dict[str, str]] = {
    State.ENTERED: "entry_approved",
    State.WAITING: "entry_put_on_list",
    State.REFUSED: "entry_refused",
}
"""The line of the audit log, by the new state."""


# --- Members ---


@transaction.atomic
def enter(*, club_id: int, user: User, season_id: int) -> Entry:
    """Enter the season: at once, on the waiting list, or once an organiser approves."""
    season = lock_as_member(club_id, user, season_id)
    if reason := why_closed(season):
        raise ClubError(reason)
    _refuse_bot(season, user)
    known = season.entries.filter(user=user).first()
    if known is not None and known.state in Entry.ACTIVE:
        raise ClubError(_("You have already entered."))
    if known is not None and known.state == State.REFUSED:
        raise ClubError(_("The organisers have decided that you can’t play in this season."))
    entry = _at_the_end(season, known or Entry(season=season, user=user))
    if season.needs_approval:
        entry.state = State.APPLIED
    else:
        _approve_or_wait(season, entry)
    _save(entry)
    credit_entry(entry)
    if entry.state == State.APPLIED:
        notifications.EntryRequested.notify(entry)
    return entry


@transaction.atomic
def withdraw(*, club_id: int, user: User, season_id: int) -> None:
    """Withdraw one's own entry."""
    season = lock_as_member(club_id, user, season_id)
    entry = season.entries.filter(user=user, state__in=Entry.ACTIVE).first()
    if entry is None:
        raise ClubError(_("You are not in this season."))
    end_entry(season, entry)
    record_in_audit_log(season, "entry_withdrawn", actor=user)


# --- Organisers ---


@transaction.atomic
def answer(*, club_id: int, user: User, season_id: int, entry_id: int, approve: bool, reason: str = "") -> None:
    """Approve or refuse an entry that waits for approval or is on the waiting list."""
    season = lock_as_organiser(club_id, user, season_id)
    entry = _active_entry(season, entry_id)
    if entry.state == State.ENTERED:
        raise ClubError(_("This has already been settled."))
    if not approve:
        entry.state, entry.left_at = State.REFUSED, timezone.now()
        leave_with_entry(entry)
        _leave_substitutes(season, entry)
    elif entry.state == State.APPLIED:
        _approve_or_wait(season, entry)
    else:
        _refuse_full(season)
        _approve(season, entry)
    _settled(season, entry, user, reason)


def _leave_substitutes(season: Season, entry: Entry) -> None:
    """A refused member can't substitute either."""
    if entry.user is not None:
        leave_list(season, entry.user)


def _refuse_bot(season: Season, person: User) -> None:
    if season.refuses(person):
        raise ClubError(_("This season is for people: bots can’t enter."))


def _settled(season: Season, entry: Entry, user: User, reason: str = "") -> None:
    """Save an organiser's decision, notify the member, and log it."""
    action = _ANSWERS[entry.state]
    _save(entry)
    notifications.EntrySettled.notify(entry, reason)
    record_in_audit_log(season, action, actor=user, subject=entry.user, reason=reason)


@transaction.atomic
def add(*, club_id: int, user: User, season_id: int, person: User, or_wait: bool = False) -> Entry:
    """Enter a member of the club, at any time; with ``or_wait`` on the waiting list of a full season."""
    return add_to_locked(lock_as_organiser(club_id, user, season_id), user, person, or_wait=or_wait)


@transaction.atomic
def add_all(*, club_id: int, user: User, season_id: int, people: Iterable[User]) -> None:
    """Enter several members of the club, or none of them if one is refused."""
    season = lock_as_organiser(club_id, user, season_id)
    for person in people:
        add_to_locked(season, user, person)


@transaction.atomic
def add_everybody(*, club_id: int, user: User, season_id: int) -> None:
    """Enter all members of the club who take no part yet and may, as far as there is room, then onto the waiting list.

    Those who joined the club first come first.
    """
    season = lock_as_organiser(club_id, user, season_id)
    in_order = members_left(season).order_by("joined_at", "pk")
    _add_in_order(season, user, [member.user for member in in_order if member.user])


def _add_in_order(season: Season, user: User, people: Iterable[User]) -> None:
    """Enter these people while the season has room; the others go on the waiting list, if there is one."""
    for person in people:
        if is_full(season) and not season.has_waiting_list:
            return
        add_to_locked(season, user, person, or_wait=True)


def add_to_locked(season: Season, user: User, person: User, *, or_wait: bool = False) -> Entry:
    """Enter a member of the club in the season, which is locked."""
    if not Membership.objects.filter(club=season.club, user=person, ended_at=None).exists():
        raise ClubError(_("%(name)s is not a member of the club.") % {"name": person}, "invitations")
    _refuse_bot(season, person)
    known = season.entries.filter(user=person).first()
    if known is not None and known.state in Entry.ACTIVE:
        raise ClubError(_("%(name)s has already entered.") % {"name": person})
    waits = or_wait and season.has_waiting_list and not season.is_begun_knock_out and is_full(season)
    if not waits:
        _refuse_full(season)
    entry = _at_the_end(season, known or Entry(season=season, user=person))
    if waits:
        entry.state = State.WAITING
    else:
        _approve(season, entry)
    _save(entry)
    credit_entry(entry)
    notifications.EntrySettled.notify(entry)
    record_in_audit_log(season, "entry_put_on_list" if waits else "entry_added", actor=user, subject=person)
    return entry


def room_left(season: Season, members: int | None = None) -> int:
    """The number of members that the season still takes; `members` is their present number, if the caller knows it."""
    if members is None:
        members = season.entries.filter(state=State.ENTERED).count()
    return max(0, min(season.cap or MOST_ENTRIES, MOST_ENTRIES) - members)


def why_not_all(season: Season, people: int, members: int | None = None) -> str:
    """What happens to those of so many people for whom the season, of so many members, has no room; empty if it has."""
    room = room_left(season, members)
    if people <= room:
        return ""
    over = people - room
    if season.has_waiting_list:
        text = ngettext(
            "The season has no room for %(n)s of them: this person goes on the waiting list.",
            "The season has no room for %(n)s of them: they go on the waiting list.",
            over,
        )
    else:
        text = ngettext(
            "The season has no room for %(n)s of them, and no waiting list: this person is skipped.",
            "The season has no room for %(n)s of them, and no waiting list: they are skipped.",
            over,
        )
    return text % {"n": over}


@transaction.atomic
def remove(*, club_id: int, user: User, season_id: int, entry_id: int, reason: str = "") -> None:
    """Remove a member from the season. Like a refused member, they cannot enter it again by themselves."""
    season = lock_as_organiser(club_id, user, season_id)
    entry = _active_entry(season, entry_id)
    end_entry(season, entry, State.REFUSED)
    _leave_substitutes(season, entry)
    notifications.TakenOut.notify(entry, reason)
    record_in_audit_log(season, "entry_removed", actor=user, subject=entry.user, reason=reason, guest=entry.guest_name)


@transaction.atomic
def approve_all(*, club_id: int, user: User, season_id: int) -> None:
    """Approve every entry that waits for it, in their order; once the season is full, they go on the waiting list."""
    season = lock_as_organiser(club_id, user, season_id)
    for entry in season.entries.filter(state=State.APPLIED).order_by("order"):
        if is_full(season) and not season.has_waiting_list:
            return
        _approve_or_wait(season, entry)
        _settled(season, entry, user)


def previous_season(season: Season) -> Season | None:
    """The season that this one continues, or else the newest of the club's others that has had members."""
    return season.follows or earlier_seasons(season).filter(entries__state=State.ENTERED).first()


def earlier_seasons(season: Season) -> QuerySet[Season]:
    """The club's seasons before this one, the newest first; stages belong to the season that they follow."""
    return Season.objects.filter(club=season.club, pk__lt=season.pk, stage_after=None).order_by("-pk")


def previous_members(season: Season, before: Season | None) -> QuerySet[User]:
    """Members of the season before who are still in the club and never entered this one, in their old order."""
    known = season.entries.filter(user__isnull=False).values("user")
    here = members_who_may(season).values("user")
    people = User.objects.filter(entries__season=before, entries__state=State.ENTERED, pk__in=here)
    return people.exclude(pk__in=known).order_by("entries__order")


def members_left(season: Season) -> QuerySet[Membership]:
    """The members of the club who can still be entered: the others take part, or may still do so."""
    known = season.entries.filter(user__isnull=False, state__in=Entry.ACTIVE).values("user")
    return members_who_may(season).exclude(user__in=known).select_related("user").order_by("user__name", "pk")


def members_who_may(season: Season) -> QuerySet[Membership]:
    """The members of the club who may play in the season: bots only if it takes them."""
    here = Membership.objects.filter(club=season.club, ended_at=None, user__isnull=False)
    return here if season.allows_bots else here.exclude(user__is_bot=True)


@transaction.atomic
def add_previous_members(*, club_id: int, user: User, season_id: int) -> None:
    """Enter the members of the previous season, as far as there is room, then onto the waiting list."""
    season = lock_as_organiser(club_id, user, season_id)
    _add_in_order(season, user, previous_members(season, previous_season(season)))


def _active_entry(season: Season, entry_id: int) -> Entry:
    entry = season.entries.select_related("user").filter(pk=entry_id).first()
    if entry is None or entry.state not in Entry.ACTIVE:
        raise ClubError(_("This entry was withdrawn or refused."))
    return entry


def enter_guest(season: Season, name: str) -> Entry:
    """The entry of somebody without an account, in the locked season; the same name is the same guest."""
    known = season.entries.filter(user=None, guest_name__iexact=name).first()
    if known is not None and known.state == State.ENTERED:
        return known
    if season.entries.exclude(guest_name="").count() >= MOST_GUESTS:
        raise ClubError(_("This season has too many guests."))
    _refuse_full(season)
    entry = _at_the_end(season, known or Entry(season=season, guest_name=name))
    _approve(season, entry)
    if entry.division is None:
        # Guests meet the lowest division.
        entry.division = season.divisions.order_by("-number").first()
    _save(entry)
    return entry


# --- Whether members can enter ---


def why_closed(season: Season, members: int | None = None, first: int | None = None) -> str:
    """Why nobody can enter the season now; empty if members can.

    `members` is their number and `first` the first open round, if the caller knows them already.
    """
    if season.stage_after_id is not None:
        return _("Only those who have qualified play in this stage.")
    if season.state == Season.State.REGISTRATION:
        if season.is_registration_over:
            return _("Registration is closed.")
    elif season.state != Season.State.RUNNING:
        return _("Registration is not open.")
    elif not takes_late(season, first):
        return _("The season no longer takes late entries.")
    if not season.has_waiting_list and is_full(season, members):
        return _("The season is full.")
    return ""


def takes_late(season: Season, first: int | None = None) -> bool:
    """Whether the running season takes late entries; `first` is its first open round, if the caller knows it."""
    if season.is_knock_out:
        return False
    return 0 < (first_open_round(season) if first is None else first) <= season.late_until


def is_full(season: Season, members: int | None = None) -> bool:
    return not room_left(season, members)


def why_no_room(season: Season, members: int | None = None) -> str:
    """Why not even organisers can enter anybody; empty if they can."""
    if season.is_begun_knock_out:
        return _("A knock-out takes nobody once it has begun.")
    return _("The season is full.") if is_full(season, members) else ""


def _refuse_full(season: Season) -> None:
    if reason := why_no_room(season):
        raise ClubError(reason, "season" if season.is_begun_knock_out else "edit_season")


def _approve_or_wait(season: Season, entry: Entry) -> None:
    """Approve the entry if the season has room, otherwise put it on the waiting list."""
    if not is_full(season):
        _approve(season, entry)
    elif season.has_waiting_list:
        entry.state = State.WAITING
    else:
        _refuse_full(season)


def _approve(season: Season, entry: Entry) -> None:
    entry.state, entry.entered_at = State.ENTERED, timezone.now()
    if not _has_begun(entry):
        # Rounds may have begun since the member applied.
        entry.first_round = first_open_round(season)
    divisions = list(season.divisions.all()[:2])
    if len(divisions) == 1:
        entry.division = divisions[0]


def end_entry(season: Season, entry: Entry, state: Entry.State = State.WITHDRAWN) -> None:
    """End an entry: substitutes are sought for its seats, and the waiting list moves up."""
    was_in = entry.state == State.ENTERED
    entry.state, entry.left_at = state, timezone.now()
    entry.save(update_fields=["state", "left_at"])
    leave_with_entry(entry)
    if was_in:
        if state == State.WITHDRAWN:
            notifications.EntryWithdrawn.notify(entry)
        vacate_seats(entry)
        move_up(season)
    if entry.division_id is not None:
        update_standings_later(entry.division_id)


def _save(entry: Entry) -> None:
    """Save an entry with its new state, which the standings of a running season show at once."""
    entry.save()
    if entry.division_id is not None and entry.season.state == Season.State.RUNNING:
        update_standings_later(entry.division_id)


def move_up(season: Season) -> None:
    """Approve entries from the waiting list, in its order, while the season has room and takes entries."""
    if season.state == Season.State.RUNNING and not takes_late(season):
        return
    while not is_full(season) and (entry := _next_in_line(season)) is not None:
        _approve(season, entry)
        _save(entry)
        notifications.EntrySettled.notify(entry)


def _next_in_line(season: Season) -> Entry | None:
    """Who comes next from the waiting list; to a later stage, somebody of the division that has fewest there."""
    waiting = list(season.entries.filter(state=State.WAITING).select_related("user").order_by("order"))
    if season.stage_after_id is None or not waiting:
        return waiting[0] if waiting else None
    before = Entry.objects.filter(season=season.stage_after_id)
    division = dict(before.exclude(user=None).values_list("user", "division"))
    there = Counter(
        division.get(user) for user in season.entries.filter(state=State.ENTERED).values_list("user", flat=True)
    )
    return min(waiting, key=lambda entry: (there[division.get(entry.user_id or 0)], entry.order))


def expire_unanswered(season: Season) -> int:
    """Expire entries that wait for approval once nobody can enter any more; returns how many. The season is locked.

    They are not refused: the members may apply again if the season takes late entries after all, and organisers may
    still enter them.
    """
    waiting = list(season.entries.filter(state=State.APPLIED).select_related("user"))
    if not waiting or (season.state == Season.State.RUNNING and takes_late(season)):
        return 0
    for entry in waiting:
        entry.state, entry.left_at = State.EXPIRED, timezone.now()
        entry.save(update_fields=["state", "left_at"])
        leave_with_entry(entry)
        notifications.EntrySettled.notify(entry)
        record_in_audit_log(season, "entry_expired", subject=entry.user)
    return len(waiting)


def _at_the_end(season: Season, entry: Entry) -> Entry:
    """A new or withdrawn entry, at the end of the order."""
    entry.order, entry.applied_at, entry.left_at = _next_order(season), timezone.now(), None
    if not _has_begun(entry):
        entry.first_round = first_open_round(season)
    if not _is_drawn(entry):
        entry.division = None
    return entry


def _is_drawn(entry: Entry) -> bool:
    """Whether the member has a place in a round: seats and results stay in the division, and so does the member."""
    if entry.pk is None:
        return False
    return entry.seats.exists() or entry.byes.exists()


def _has_begun(entry: Entry) -> bool:
    """Whether the member has been in a round already."""
    if entry.pk is None:
        return False
    planned = Round.State.PLANNED
    at_tables, byes = entry.seats.exclude(table__round__state=planned), entry.byes.all()
    return at_tables.exists() or byes.exclude(round__state=planned).exists()


def _next_order(season: Season) -> int:
    last: int = season.entries.aggregate(last=Max("order"))["last"] or 0
    return last + 1


def reorder(entries: Sequence[Entry]) -> None:
    """Deal the places that these entries have among all of their locked season out again, in this order."""
    if not entries:
        return
    places, first_free = sorted(entry.order for entry in entries), _next_order(entries[0].season)
    # No two may have the same place, not even on the way.
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(order=F("order") + first_free)
    for entry, place in zip(entries, places, strict=True):
        entry.order = place
    Entry.objects.bulk_update(entries, ["order"])


def leave_seasons(club: Club, user: User) -> None:
    """Withdraw a former member of the club from all its seasons. The club is locked."""
    unfinished = Season.objects.select_for_update(no_key=True).filter(club=club, state__in=Season.UNFINISHED)
    for season in unfinished.order_by("pk"):
        season.club = club
        take_off_list(season, user)
        entry = season.entries.filter(user=user, state__in=Entry.ACTIVE).first()
        if entry is not None:
            end_entry(season, entry)
        ask_next_substitutes(season)
