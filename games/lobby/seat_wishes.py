"""Seat people who want to play with others: at listed tables that lack as many, at new ones, and with bots in the end.

Any number of workers may do it at once. Who sits together is found without a lock. Then the accounts and the wishes of
that group are locked, in this order, and everything is judged again: if something has changed, nobody is seated.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product
from typing import Final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.kernel.transaction import TableError
from games.lobby import services
from games.lobby.forms import DEFAULT_BOT
from games.lobby.paces import PACES
from games.models import Game, SeatWish
from games.notifications import MatchBegan
from games.turns.outages import Shift, settle_outages
from infrastructure.task_queue import enqueue_on_commit
from players.account_locks import lock_accounts
from players.models import Block, User
from players.vacations.services import vacations_now

MOST_AT_ONCE: Final = 200
MOST_TABLES: Final = 5
TABLES_LOOKED_AT: Final = 50
Pairs = frozenset[frozenset[int]]


# --- Wishes ---


@transaction.atomic
def wish(
    *, user: User, presets: Sequence[str], pace: str, tables: int, bots_after: timedelta | None, takes_guests: bool
) -> SeatWish:
    """Ask to be seated. Another wish of the person takes the place of the first, but not its place in the queue."""
    lock_accounts(user)
    now = timezone.now()
    SeatWish.objects.filter(user=user, expires_at__lte=now).delete()
    since = SeatWish.objects.filter(user=user).values_list("since", flat=True).first() or now
    values = {
        "presets": list(presets),
        "pace": pace,
        "tables": tables,
        "takes_guests": takes_guests,
        "since": since,
        "bots_at": since + bots_after if bots_after else None,
        "expires_at": now + PACES[pace].stays,
    }
    row, _is_new = SeatWish.objects.update_or_create(user=user, defaults=values)
    enqueue_on_commit("games.tasks.seat_people")
    return row


@transaction.atomic
def end_wish(user: User) -> None:
    lock_accounts(user)
    SeatWish.objects.filter(user=user).delete()


def wish_of(user: User) -> SeatWish | None:
    return SeatWish.objects.filter(user=user, expires_at__gt=timezone.now()).first()


def wishes_shown_to(reader_id: int | None) -> list[SeatWish]:
    """The wishes of others, without those of people who would not be seated with the reader."""
    wishes = SeatWish.objects.filter(expires_at__gt=timezone.now(), user__is_active=True)
    if reader_id is not None:
        blocked = Block.objects.filter(user=reader_id).values("blocked")
        blocking = Block.objects.filter(blocked=reader_id).values("user")
        wishes = wishes.exclude(user=reader_id).exclude(user__in=blocked).exclude(user__in=blocking)
    return list(wishes.order_by("since")[:MOST_AT_ONCE])


# --- Who could sit together ---


@dataclass(frozen=True, slots=True)
class Seating:
    """A table that can be filled now."""

    people: tuple[SeatWish, ...]
    preset: str
    pace: str
    table: int | None = None
    """The key of a table that waits for them; None for a new one."""

    @property
    def users(self) -> list[User]:
        return [wish.user for wish in self.people]


def _seatings(now: datetime) -> Iterator[Seating]:
    """Yield the tables that could be filled, the best use of the wishes first: some may exclude each other."""
    wishes = _waiting(now)
    apart = _apart(wish.user_id for wish in wishes)
    yield from _at_open_tables(wishes)
    for pace, preset in product(PACES, sorted({preset for wish in wishes for preset in wish.presets})):
        able = [wish for wish in wishes if wish.pace == pace and preset in wish.presets]
        size = PACES[pace].rules(preset).players
        for people in _groups(able, size, apart):
            if len(people) == size:
                yield Seating(people, preset, pace)
        late = [wish for wish in able if wish.bots_at and wish.bots_at <= now]
        for people in _groups(late, size, apart):
            yield Seating(people, preset, pace)


def _waiting(now: datetime) -> list[SeatWish]:
    wishes = SeatWish.objects.filter(expires_at__gt=now, tables__gt=0, user__is_active=True)
    found = list(wishes.select_related("user").order_by("since", "pk")[:MOST_AT_ONCE])
    away = vacations_now([wish.user for wish in found], now)
    return [wish for wish in found if wish.user_id not in away]


def _apart(user_ids: Iterable[int]) -> Pairs:
    """The pairs of these people of whom one has blocked the other."""
    keys = list(user_ids)
    blocks = Block.objects.filter(user__in=keys, blocked__in=keys)
    return frozenset(frozenset(pair) for pair in blocks.values_list("user", "blocked"))


def _groups(wishes: Sequence[SeatWish], size: int, apart: Pairs) -> Iterator[tuple[SeatWish, ...]]:
    """Yield for each wish, in order, the first people after it who can sit together with them, ``size`` at most."""
    for place, first in enumerate(wishes):
        group = [first]
        for other in wishes[place + 1 :]:
            if len(group) < size and all(_agree(other, one, apart) for one in group):
                group.append(other)
        yield tuple(group)


def _agree(one: SeatWish, other: SeatWish, apart: Pairs) -> bool:
    guests_welcome = (one.takes_guests or not other.user.is_guest) and (other.takes_guests or not one.user.is_guest)
    return guests_welcome and frozenset((one.user_id, other.user_id)) not in apart


def _at_open_tables(wishes: Sequence[SeatWish]) -> Iterator[Seating]:
    """Yield listed tables that lack no more people than want to play by their rules, at their pace."""
    if not wishes:
        return
    games = Game.objects.with_seats().filter(status=Game.Status.LOBBY, is_listed=True, host__isnull=False)
    for game in games.order_by("created_at")[:TABLES_LOOKED_AT]:
        seats = list(game.seats.all())
        free = sum(seat.is_open for seat in seats)
        pace = _pace_of(game)
        if pace is None or any(seat.invited_id for seat in seats):
            continue
        there = [seat.user for seat in seats if seat.user is not None]
        preset = game.rules.preset
        able = [wish for wish in wishes if wish.pace == pace and preset in wish.presets and _may_join(wish, there)]
        apart = _apart([*(user.pk for user in there), *(wish.user_id for wish in able)])
        able = [wish for wish in able if not any(frozenset((wish.user_id, user.pk)) in apart for user in there)]
        for people in _groups(able, free, apart):
            if len(people) == free:
                yield Seating(people, preset, pace, game.pk)


def _pace_of(game: Game) -> str | None:
    for key, pace in PACES.items():
        if game.clock == pace.clock and game.rules == pace.rules(game.rules.preset):
            return key
    return None


def _may_join(wish: SeatWish, there: Sequence[User]) -> bool:
    is_there = any(user.pk == wish.user_id for user in there)
    return not is_there and (wish.takes_guests or not any(user.is_guest for user in there))


# --- Seating them ---


def move_wishes(shift: Shift) -> None:
    """Let people wait as much longer for others as the site was down."""
    for name in ("bots_at", "expires_at"):
        SeatWish.objects.filter(**{f"{name}__gt": shift.since}).update(**{name: F(name) + shift.by})


def seat_people() -> int:
    """Forget wishes that have expired, and fill tables until no more can be filled; return how many were."""
    settle_outages()
    now = timezone.now()
    SeatWish.objects.filter(expires_at__lte=now).delete()
    filled = 0
    while filled < MOST_AT_ONCE and any(_is_seated(seating) for seating in _seatings(now)):
        filled += 1
    return filled


def _is_seated(seating: Seating) -> bool:
    try:
        return _seat(seating)
    except TableError:
        # Somebody was quicker. The wishes are as they were.
        return False


@transaction.atomic
def _seat(seating: Seating) -> bool:
    """Seat the group, if everything is still as it was found; whether it is seated."""
    lock_accounts(*seating.users)
    rows = SeatWish.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=[w.pk for w in seating.people])
    held = {row.pk: row for row in rows.order_by("pk")}
    if any(_has_changed(wish, held.get(wish.pk)) for wish in seating.people):
        return False
    if _apart(wish.user_id for wish in seating.people):
        return False
    if seating.table is None:
        _open_table(seating)
    elif not _fill_table(seating.table, seating.people):
        return False
    for row in held.values():
        _use(row)
    return True


def _has_changed(wish: SeatWish, row: SeatWish | None) -> bool:
    names = [field.attname for field in SeatWish._meta.concrete_fields]
    return row is None or any(getattr(wish, name) != getattr(row, name) for name in names)


def _open_table(seating: Seating) -> None:
    pace = PACES[seating.pace]
    rules = pace.rules(seating.preset)
    terms = services.TableTerms(rules=rules, clock=pace.clock, plays_forced=pace.plays_forced)
    bots = [None] * (rules.players - len(seating.people))
    game = services.begin(terms, people=[*seating.users, *bots], bots=DEFAULT_BOT)
    MatchBegan.notify(game, game.seats.all())


def _fill_table(game_id: int, wishes: Sequence[SeatWish]) -> bool:
    """Let these people take all seats that are left; whether the table still waited for just so many of them."""
    game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
    seats = list(game.seats.select_related("user"))
    is_waiting = game.status == Game.Status.LOBBY and game.is_listed and not any(seat.invited_id for seat in seats)
    there, coming = [seat.user for seat in seats if seat.user is not None], [wish.user for wish in wishes]
    if not is_waiting or sum(seat.is_open for seat in seats) != len(wishes):
        return False
    if not all(_may_join(wish, there) for wish in wishes) or _have_blocked(there, coming):
        return False
    for user in coming:
        services.take_seat(game_id=game_id, user=user)
    return True


def _have_blocked(there: Sequence[User], coming: Sequence[User]) -> bool:
    """Whether anybody has blocked one of the others."""
    either = Q(user__in=there, blocked__in=coming) | Q(user__in=coming, blocked__in=there)
    return Block.objects.filter(either).exists()


def _use(row: SeatWish) -> None:
    """Count a table that was found."""
    row.tables -= 1
    if row.tables:
        row.save(update_fields=["tables"])
    else:
        row.delete()
