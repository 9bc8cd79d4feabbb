"""Playing on for those who have gone: members who are ready to, asked one after the other; until one is found, a bot.

A seat for which somebody is sought says since when (`TableSeat.sought_at`). Who is asked has some hours to answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.lobby.tables import TableError
from games.models import Event, Game, Seat
from games.seats import absence
from leagues.models import Entry, Offer, Season, Substitute, Table, TableSeat
from leagues.seasons import notices
from leagues.seasons.services import joined, organised
from leagues.services import ClubError, note
from leagues.tally.services import read_again
from players.models import User

MOST_ON_THE_LIST = 50


# --- The list ---


@transaction.atomic
def volunteer(*, club_id: int, user: User, season_id: int) -> None:
    """Be ready to play on for others of the season."""
    season = joined(club_id, user, season_id)
    if season.substitutes.count() >= MOST_ON_THE_LIST:
        raise ClubError(_("The list of substitutes is full."))
    Substitute.objects.get_or_create(season=season, user=user, defaults={"since": timezone.now()})


@transaction.atomic
def stand_down(*, club_id: int, user: User, season_id: int) -> None:
    """Be asked no more."""
    step_down(joined(club_id, user, season_id), user)


def step_down(season: Season, user: User) -> None:
    """Take somebody off the list; whatever he was asked for, the next is. The season's row is locked."""
    season.substitutes.filter(user=user).delete()
    _close_all(offers_of(season).filter(user=user), Offer.State.DECLINED)
    ask_due(season)


# --- Seats whose members have gone ---


@transaction.atomic
def replace(*, club_id: int, user: User, season_id: int, seat_id: int, reason: str = "") -> None:
    """Let somebody else play on in a seat: the substitutes are asked, and a bot plays until one comes."""
    season = organised(club_id, user, season_id)
    seats = TableSeat.objects.filter(table__round__season=season, entry__isnull=False)
    seat = seats.select_related("table", "entry__user").filter(pk=seat_id).first()
    if seat is None or seat.table.state != Table.State.RUNNING or seat.table.game_id is None:
        raise ClubError(_("Nobody can be replaced at this table any more."))
    if seat.sought_at is not None:
        raise ClubError(_("A substitute is being sought for this seat already."))
    replaced = _sitting_in(seat)
    vacate(seat, replaced)
    ask_due(season)
    note(
        season.club,
        "replaced",
        actor=user,
        subject=replaced,
        season=season.name,
        reason=reason,
    )
    if replaced is not None:
        notices.replaced(seat, replaced, reason)


def _sitting_in(seat: TableSeat) -> User | None:
    """Who plays there now; None: a bot."""
    found = Seat.objects.select_related("user").filter(game=seat.table.game_id, number=seat.number)
    sitting = found.first()
    return sitting.user if sitting else None


def vacate(seat: TableSeat, sitting: User | None) -> None:
    """Let a bot play in the seat of a running table, in which that person sits now, and seek somebody."""
    game_id = seat.table.game_id
    if sitting is not None and game_id is not None:
        try:
            absence.leave(game_id=game_id, user=sitting, by=Event.By.SITE)
        except TableError:
            return  # The match ended just now.
    # Whoever is sought already keeps his place in line.
    seat.sought_at = seat.sought_at or timezone.now()
    seat.save(update_fields=["sought_at"])


def vacate_all(entry: Entry) -> None:
    """Somebody is in the season no more: free his seats at running tables. The season's row is locked.

    Where a substitute has come in for him the seat is his no more, and the substitute plays on.
    """
    seats = TableSeat.objects.filter(entry=entry, table__state=Table.State.RUNNING)
    for seat in seats.select_related("table"):
        sitting = _sitting_in(seat)
        if sitting is None or sitting.pk == entry.user_id:
            vacate(seat, sitting)
    ask_due(entry.season)


def find_empty(season: Season) -> int:
    """Seek somebody for the seats that have been left to bots, as long as somebody on the list was not asked; how many.

    Its member may have gone by himself, or whoever had come in for him; or all had declined who were on the list then.
    """
    if not season.substitutes.exists():
        return 0
    with_bot = Seat.objects.filter(
        game=OuterRef("table__game"), number=OuterRef("number"), user=None
    )
    seats = TableSeat.objects.filter(
        Exists(with_bot),
        table__round__season=season,
        table__state=Table.State.RUNNING,
        table__outcome="",
        table__game__status=Game.Status.RUNNING,
        entry__isnull=False,
        sought_at=None,
    )
    found = [
        seat
        for seat in seats.select_related("table", "entry")
        if _candidates(season, seat).exists()
    ]
    for seat in found:
        seat.sought_at = timezone.now()
        seat.save(update_fields=["sought_at"])
    return len(found)


# --- Asking ---


def offers_of(season: Season) -> QuerySet[Offer]:
    """Those that wait for an answer."""
    open_ = Offer.objects.filter(seat__table__round__season=season, state=Offer.State.OPEN)
    return open_.select_related("seat__table__round__season__club", "seat__entry__user", "user")


def ask_due(season: Season) -> int:
    """Ask the next substitute wherever one is sought and nobody is asked; how many. The season's row is locked."""
    waiting = Offer.objects.filter(seat=OuterRef("pk"), state=Offer.State.OPEN)
    seats = TableSeat.objects.filter(
        ~Exists(waiting), table__round__season=season, sought_at__isnull=False
    )
    asked = 0
    for seat in seats.select_related("table", "entry").order_by("sought_at", "pk"):
        asked += _ask_next(season, seat)
    return asked


def _candidates(season: Season, seat: TableSeat) -> QuerySet[Substitute]:
    """Those on the list who could play on there, and have not been asked to."""
    there = Seat.objects.filter(game=seat.table.game_id, user__isnull=False).values("user")
    knowing = absence.know_others(seat.table.game_id or 0, seat.number).values("user")
    # Of those who have left the site nothing is known: SQL would take any to be one of them.
    asked = seat.offers.filter(user__isnull=False).values("user")
    return (
        season.substitutes.exclude(user__in=there)
        .exclude(user__in=knowing)
        .exclude(user__in=asked)
        .exclude(user=seat.entry.user_id if seat.entry else None)
    )


def _ask_next(season: Season, seat: TableSeat) -> bool:
    """Ask the first on the list who can come; if nobody is left, the bot plays on."""
    candidates = _candidates(season, seat)
    # Whoever is asked for another seat is not asked for two.
    open_ = Offer.objects.filter(state=Offer.State.OPEN, user__isnull=False)
    busy = open_.values("user")
    substitute = candidates.exclude(user__in=busy).order_by("pk").first()
    if substitute is None:
        if not candidates.exists():
            seat.sought_at = None
            seat.save(update_fields=["sought_at"])
        return False
    now = timezone.now()
    offer = Offer.objects.create(
        seat=seat,
        user_id=substitute.user_id,
        asked_at=now,
        answer_by=now + timedelta(hours=season.substitute_hours),
    )
    notices.asked(offer, season)
    return True


@transaction.atomic
def answer(*, club_id: int, user: User, season_id: int, offer_id: int, accept: bool) -> None:
    """Come in for somebody, with all that his seat has seen; or let the next be asked."""
    season = joined(club_id, user, season_id)
    offer = offers_of(season).filter(pk=offer_id, user=user).first()
    if offer is None or offer.answer_by <= timezone.now():
        raise ClubError(_("This was answered, or somebody else is asked meanwhile."))
    if accept:
        _sit_in(offer, user)
    else:
        _close(offer, Offer.State.DECLINED)
    ask_due(season)


def _sit_in(offer: Offer, user: User) -> None:
    seat = offer.seat
    game_id = seat.table.game_id or 0
    try:
        absence.offer(game_id=game_id, number=seat.number, user=user, is_told=False)
        absence.sit_in(game_id=game_id, user=user)
    except TableError as error:
        raise ClubError(str(error)) from error
    offer.entry = Entry.objects.filter(season=seat.table.round.season_id, user=user).first()
    offer.save(update_fields=["entry"])
    _close(offer, Offer.State.ACCEPTED)
    seat.sought_at = None
    seat.save(update_fields=["sought_at"])
    note(
        seat.table.round.season.club,
        "substituted",
        actor=user,
        subject=seat.entry.user if seat.entry else None,
        season=seat.table.round.season.name,
        round=seat.table.round.number,
    )


def credit(entry: Entry) -> None:
    """Somebody has got a place in the season: what he plays where he has come in may be credited to it.

    So is what he has played there before, whether those tables play on or not: they are read again.
    """
    came_in = Offer.objects.filter(
        seat__table__round__season=entry.season_id, user=entry.user_id, state=Offer.State.ACCEPTED
    )
    without = came_in.exclude(entry=entry)
    tables = list(without.values_list("seat__table", flat=True))
    came_in.update(entry=entry)
    read_again(tables)


def expire(season: Season, now: datetime) -> int:
    """Wait no longer for those whose time to answer is over; how many. The season's row is locked."""
    return _close_all(offers_of(season).filter(answer_by__lte=now), Offer.State.EXPIRED)


def seek_no_more(table: Table) -> None:
    """The table is over."""
    _close_all(Offer.objects.filter(seat__table=table, state=Offer.State.OPEN), Offer.State.OVER)
    table.seats.filter(sought_at__isnull=False).update(sought_at=None)


def forget_offers(table: Table) -> None:
    """The table gets another game: who was asked for the one before, or came in there, has nothing to do with it."""
    Offer.objects.filter(seat__table=table).delete()


def _close_all(offers: Iterable[Offer], state: Offer.State) -> int:
    found = list(offers)
    for offer in found:
        _close(offer, state)
    return len(found)


def _close(offer: Offer, state: Offer.State) -> None:
    offer.state, offer.settled_at = state, timezone.now()
    offer.save(update_fields=["state", "settled_at"])
