"""Finds substitutes for players who have left: asks the volunteers one by one, while a bot plays.

A seat that seeks a substitute says since when (`TableSeat.sought_at`). A volunteer has some hours to answer an offer.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel.duplicate import know_boards
from games.kernel.transaction import TableError
from games.models import Event, Game, Seat
from games.seats import substitution
from games.turns.outages import Shift, site_time
from leagues.clubs.audit_log import record_in_audit_log
from leagues.entries.notifications import TakenOut
from leagues.locks import ClubError, lock_as_member, lock_as_organiser
from leagues.models import Entry, Offer, Season, Substitute, Table, TableSeat
from leagues.standings.store import read_again
from leagues.substitutes import notifications
from napoleon import time_bank
from players.models import User
from players.preferences.own_quiet_hours import quiet_hours_of

MOST_ON_THE_LIST = 50


# --- The list ---


@transaction.atomic
def volunteer(*, club_id: int, user: User, season_id: int) -> None:
    """Join the list of substitutes of the season."""
    season = lock_as_member(club_id, user, season_id)
    if season.substitutes.filter(user=user).exists():
        return
    if reason := why_not_on_list(season, user):
        raise ClubError(reason)
    season.substitutes.create(user=user, since=timezone.now())


def why_not_on_list(season: Season, user: User) -> str:
    """Why the member cannot join the list; empty if they can."""
    if season.entries.filter(user=user, state=Entry.State.REFUSED).exists():
        return _("The organisers have decided that you can’t play in this season.")
    if season.refuses(user):
        return _("This season is for people: bots can’t enter.")
    if season.substitutes.count() >= MOST_ON_THE_LIST:
        return _("The list of substitutes is full.")
    return ""


@transaction.atomic
def stand_down(*, club_id: int, user: User, season_id: int) -> None:
    """Leave the list."""
    leave_list(lock_as_member(club_id, user, season_id), user)


def leave_list(season: Season, user: User) -> None:
    """Take a person off the list, and offer their seats to the next. The season's row is locked."""
    take_off_list(season, user)
    ask_next_substitutes(season)


def take_off_list(season: Season, user: User) -> None:
    """Take a person off the list. Their seats wait for `ask_next_substitutes`, which locks them: after any game."""
    season.substitutes.filter(user=user).delete()
    _settle_all(open_offers(season).filter(user=user), Offer.State.DECLINED)


# --- Empty seats ---


@transaction.atomic
def replace_player(*, club_id: int, user: User, season_id: int, seat_id: int, reason: str = "") -> None:
    """Replace the player of a seat. A bot plays until a substitute accepts."""
    season = lock_as_organiser(club_id, user, season_id)
    seat = running_seat(season, seat_id)
    if seat is None:
        raise ClubError(_("You can’t replace anyone at this table now."))
    if seat.sought_at is not None:
        raise ClubError(_("We are already looking for a substitute for this seat."))
    replaced = sitting_in(seat)
    vacate(seat, replaced)
    ask_next_substitutes(season)
    record_in_audit_log(season, "replaced", actor=user, subject=replaced, reason=reason)
    if replaced is not None:
        TakenOut.notify_replaced(seat, replaced, reason)


def running_seat(season: Season, seat_id: int) -> TableSeat | None:
    """A member's seat at a table that is being played on this site, and not being closed."""
    seats = TableSeat.objects.filter(
        pk=seat_id,
        entry__isnull=False,
        table__round__season=season,
        table__state=Table.State.RUNNING,
        table__outcome="",
        table__game__isnull=False,
    )
    return seats.select_related("table__round", "entry__user").first()


def sitting_in(seat: TableSeat) -> User | None:
    """The player in the seat now; None for a bot."""
    found = Seat.objects.select_related("user").filter(game=seat.table.game_id, number=seat.number)
    sitting = found.first()
    return sitting.user if sitting else None


def vacate(seat: TableSeat, sitting: User | None) -> None:
    """Let a bot play in the seat of a running table instead of the person, and seek a substitute."""
    game_id = seat.table.game_id
    if sitting is not None and game_id is not None:
        try:
            substitution.leave(game_id=game_id, user=sitting, by=Event.By.SITE)
        except TableError:
            return  # The match ended just now.
    # A search that is under way keeps its place in line.
    seat.sought_at = seat.sought_at or timezone.now()
    seat.save(update_fields=["sought_at"])


def vacate_seats(entry: Entry) -> None:
    """Free the seats at running tables of an entry that has ended. The season's row is locked.

    A seat that a substitute has taken over stays theirs.
    """
    seats = TableSeat.objects.filter(entry=entry, table__state=Table.State.RUNNING)
    for seat in seats.select_related("table"):
        sitting = sitting_in(seat)
        if sitting is None or sitting.pk == entry.user_id:
            vacate(seat, sitting)
    ask_next_substitutes(entry.season)


def seek_for_empty_seats(season: Season) -> int:
    """Seek substitutes for seats with a bot while there are volunteers who were not asked; returns how many.

    The member or their substitute may have left the game, or everybody on the list had declined by then.
    """
    if not season.substitutes.exists():
        return 0
    with_bot = Seat.objects.filter(game=OuterRef("table__game"), number=OuterRef("number"), user=None)
    seats = TableSeat.objects.filter(
        Exists(with_bot),
        table__round__season=season,
        table__state=Table.State.RUNNING,
        table__outcome="",
        table__game__status=Game.Status.RUNNING,
        entry__isnull=False,
        sought_at=None,
    )
    found = [seat for seat in seats.select_related("table__game", "entry") if candidates(season, seat).exists()]
    for seat in found:
        seat.sought_at = timezone.now()
        seat.save(update_fields=["sought_at"])
    return len(found)


# --- Asking ---


def open_offers(season: Season) -> QuerySet[Offer]:
    """The offers without an answer."""
    open_ = Offer.objects.filter(seat__table__round__season=season, state=Offer.State.OPEN)
    return open_.select_related("seat__table__round__season__club", "seat__entry__user", "user")


def ask_next_substitutes(season: Season) -> int:
    """Offer each seat that seeks a substitute to the next volunteer; returns how many. The season's row is locked."""
    waiting = Offer.objects.filter(seat=OuterRef("pk"), state=Offer.State.OPEN)
    # At a table that is being closed nobody plays on.
    seats = TableSeat.objects.filter(
        ~Exists(waiting), table__round__season=season, table__outcome="", sought_at__isnull=False
    )
    # Staff give a seat back under its game's lock alone.
    seats = seats.select_for_update(of=("self",))
    asked = 0
    for seat in seats.select_related("table__game", "entry").order_by("sought_at", "pk"):
        asked += _ask_next(season, seat)
    return asked


def candidates(season: Season, seat: TableSeat) -> QuerySet[Substitute]:
    """The volunteers who could take the seat and were not asked for it, with whether they play in its division."""
    there = Seat.objects.filter(game=seat.table.game_id, user__isnull=False).values("user")
    knowing = substitution.know_others(seat.table.game_id or 0, seat.number).values("user")
    # Without deleted users: a NULL in the list would make SQL exclude everybody.
    asked = seat.offers.filter(user__isnull=False).values("user")
    in_round = TableSeat.objects.none()
    if season.is_duplicate:
        # All tables of the round play the same deals.
        in_round = TableSeat.objects.filter(table__round=seat.table.round_id, entry__user__isnull=False)
    rivals = season.entries.filter(state=Entry.State.ENTERED, division=seat.table.division_id, user=OuterRef("user"))
    if season.is_knock_out:
        # Members who went out in an earlier round are no longer rivals.
        rivals = rivals.filter(Q(seats__table__round=seat.table.round_id) | Q(byes__round=seat.table.round_id))
    found = (
        season.substitutes.exclude(user__in=there)
        .exclude(user__in=in_round.values("entry__user"))
        .exclude(user__in=know_boards(seat.table.game).values("pk"))
        .exclude(user__in=knowing)
        .exclude(user__in=asked)
        .exclude(user=seat.entry.user_id if seat.entry else None)
        .annotate(is_rival=Exists(rivals))
    )
    return found if season.rivals_substitute else found.filter(is_rival=False)


def _ask_next(season: Season, seat: TableSeat) -> bool:
    """Offer the seat to the first volunteer who is free. If nobody is left, end the search and let the bot play on."""
    free = candidates(season, seat)
    # Nobody has two offers at a time.
    open_ = Offer.objects.filter(state=Offer.State.OPEN, user__isnull=False)
    busy = open_.values("user")
    in_order = free.exclude(user__in=busy).select_related("user").order_by("is_rival", "pk")  # type: ignore[misc]  # annotated
    substitute = in_order.first()
    if substitute is None:
        if not free.exists():
            seat.sought_at = None
            seat.save(update_fields=["sought_at"])
        return False
    now = timezone.now()
    offer = Offer.objects.create(
        seat=seat,
        user_id=substitute.user_id,
        asked_at=now,
        answer_by=_answer_by(substitute.user, now, timedelta(hours=season.substitute_hours)),
    )
    notifications.AskedToSubstitute.notify(offer, season)
    return True


def _answer_by(user: User, asked_at: datetime, allowance: timedelta) -> datetime:
    """The time by which the person must answer. Their quiet hours do not count: nothing reaches them then."""
    return time_bank.after(_calendar_of(user), asked_at, allowance)


def _calendar_of(user: User) -> time_bank.Calendar:
    return time_bank.Calendar(user.zone.key, quiet_hours_of(user))


def move_answers(shift: Shift) -> None:
    """Give volunteers as many hours to answer after an outage as they had left before it. Seasons are locked."""
    offers = Offer.objects.filter(state=Offer.State.OPEN, answer_by__gt=shift.since, user__isnull=False)
    for offer in offers.select_related("user").order_by("pk"):
        offer.answer_by += shift.by
        if offer.user is not None and shift.by > timedelta():
            calendar, until = _calendar_of(offer.user), offer.answer_by - shift.by
            left = time_bank.running(calendar, shift.since, until)
            offer.answer_by = time_bank.after(calendar, shift.since + shift.by, left)
        offer.save(update_fields=["answer_by"])


@transaction.atomic
def answer_offer(*, club_id: int, user: User, season_id: int, offer_id: int, accept: bool) -> Game | None:
    """Accept a seat, with everything that it has seen, or decline it so that the next volunteer is asked.

    Returns the game of an accepted seat.
    """
    season = lock_as_member(club_id, user, season_id)
    offer = open_offers(season).filter(pk=offer_id, user=user).first()
    if offer is None or offer.answer_by <= site_time():
        raise ClubError(_("This has already been answered, or somebody else has been asked."))
    if accept:
        _sit_in(offer, user)
    else:
        _settle(offer, Offer.State.DECLINED)
    ask_next_substitutes(season)
    return offer.seat.table.game if accept else None


def _sit_in(offer: Offer, user: User) -> None:
    seat = offer.seat
    game_id = seat.table.game_id or 0
    try:
        substitution.offer(game_id=game_id, number=seat.number, user=user, is_told=False)
        substitution.sit_in(game_id=game_id, user=user)
    except TableError as error:
        raise ClubError(str(error)) from error
    offer.entry = Entry.objects.filter(season=seat.table.round.season_id, user=user).first()
    offer.save(update_fields=["entry"])
    _settle(offer, Offer.State.ACCEPTED)
    seat.sought_at = None
    seat.save(update_fields=["sought_at"])
    record_in_audit_log(
        seat.table.round.season,
        "substituted",
        actor=user,
        subject=seat.entry.user if seat.entry else None,
        round=seat.table.round.number,
    )


def credit_entry(entry: Entry) -> None:
    """Credit the deals that a person played as a substitute to their new entry in the season.

    Earlier deals count too, so their tables are read again, also those that are over.
    """
    came_in = Offer.objects.filter(
        seat__table__round__season=entry.season_id, user=entry.user_id, state=Offer.State.ACCEPTED
    )
    if tables := list(came_in.exclude(entry=entry).values_list("seat__table", flat=True)):
        came_in.update(entry=entry)
        read_again(tables)


def expire_offers(season: Season, now: datetime) -> int:
    """Expire offers whose time to answer is over; returns how many. The season's row is locked."""
    return _settle_all(open_offers(season).filter(answer_by__lte=now), Offer.State.EXPIRED)


def end_search(table: Table) -> None:
    """End the search for substitutes at a table that is over, or being closed."""
    _settle_all(Offer.objects.filter(seat__table=table, state=Offer.State.OPEN), Offer.State.OVER)
    table.seats.filter(sought_at__isnull=False).update(sought_at=None)


def end_search_for_seat(game_id: int, number: int) -> None:
    """End the search for a substitute in one seat, as its player has it again. The game's row is locked."""
    seats = TableSeat.objects.filter(table__game=game_id, number=number)
    _settle_all(Offer.objects.filter(seat__in=seats, state=Offer.State.OPEN), Offer.State.OVER)
    seats.update(sought_at=None)


def delete_offers(table: Table) -> None:
    """Delete the offers of a table that gets another game: they belong to the former one."""
    Offer.objects.filter(seat__table=table).delete()


def _settle_all(offers: Iterable[Offer], state: Offer.State) -> int:
    found = list(offers)
    for offer in found:
        _settle(offer, state)
    return len(found)


def _settle(offer: Offer, state: Offer.State) -> None:
    offer.state, offer.settled_at = state, timezone.now()
    offer.save(update_fields=["state", "settled_at"])
