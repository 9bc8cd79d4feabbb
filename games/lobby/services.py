"""Open a table, fill its seats, start its match or cancel it."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.archive import store
from games.kernel.game_queries import locked
from games.kernel.transaction import TableError
from games.models import Game, GameSecret, Seat
from games.notifications import InvitedToTable
from games.presentation.table_titles import Fixture
from games.turns import services
from infrastructure import broadcast
from napoleon.engine import rules_from_json
from napoleon.engine.shuffle import SECRET_BYTES, commitment
from napoleon.time_bank import ClockRules, clock_to_json
from players.account_locks import lock_accounts
from players.friends.queries import has_blocked
from players.models import User

MAX_SEED: Final = 64
# Listed tables that wait for players, of one host.
MOST_OPEN: Final = 10
MOST_OPEN_OF_GUEST: Final = 1
GUESTS_TABLES_STAY: Final = timedelta(days=1)


def new_seed() -> str:
    """Draw a seed for a player who types none; it is fixed and shown from the moment they sit down."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTerms:
    """What is settled of a table when it opens."""

    rules: dict[str, Any]
    name: str = ""
    is_listed: bool = True
    clock: ClockRules | None = None
    release: Game.Release = Game.Release.MINUTES
    takes_back: bool = False
    allows_claims: bool = True
    fixture: Fixture | None = None


@transaction.atomic
def create(
    terms: TableTerms, *, host: User, bots: str = "", key: UUID | None = None, rematch_of: Game | None = None
) -> Game:
    """Open a table with its host in the first seat; with ``bots``, bots of that level take all others.

    Raises `RulesError` for impossible rules. The commitment to the shuffle's secret is fixed here, before anyone can
    contribute a seed.
    """
    players = rules_from_json(terms.rules).players
    if terms.is_listed and not bots:
        lock_accounts(host)
        _refuse_too_many(host)
    game = _new(terms, host=host, key=key, rematch_of=rematch_of)
    seats = [Seat(game=game, number=number, bot=bots) for number in range(players)]
    seats[0].user, seats[0].bot, seats[0].seed = host, "", new_seed()
    Seat.objects.bulk_create(seats)
    if bots:
        _start_if_full(game)
    return game


@transaction.atomic
def begin(terms: TableTerms, *, people: Sequence[User | None], bots: str) -> Game:
    """Open a table with these people in its seats, a bot where there is None, and start its match.

    The table has no host, the caller notifies its people, and the site draws their seeds.
    """
    game = _new(terms)
    Seat.objects.bulk_create(
        Seat(game=game, number=number, user=user, bot="" if user else bots, seed=new_seed() if user else "")
        for number, user in enumerate(people)
    )
    services.start(game=locked(key=game.pk), tells=False)
    return game


def _new(
    terms: TableTerms, *, host: User | None = None, key: UUID | None = None, rematch_of: Game | None = None
) -> Game:
    """Create a table and the secret of its shuffle."""
    secret = secrets.token_bytes(SECRET_BYTES)
    game = Game.objects.create(
        name=terms.name,
        host=host,
        rules_json=terms.rules,
        clock_json=clock_to_json(terms.clock or ClockRules()),
        release=terms.release,
        takes_back=terms.takes_back,
        allows_claims=terms.allows_claims,
        is_listed=terms.is_listed,
        commitment=commitment(secret),
        created_at=timezone.now(),
        key=key,
        rematch_of=rematch_of,
        fixture_json=terms.fixture,
    )
    GameSecret.objects.create(game=game, secret=secret.hex())
    return game


def _refuse_too_many(host: User) -> None:
    """Nobody fills the list of open tables alone."""
    most = MOST_OPEN_OF_GUEST if host.is_guest else MOST_OPEN
    waiting = Game.objects.filter(host=host, status=Game.Status.LOBBY, is_listed=True)
    if waiting.count() >= most:
        raise TableError(
            ngettext(
                "You have a table that still waits for players. Fill it or cancel it before you open another.",
                "You have %(most)d tables that still wait for players. Fill or cancel one before you open another.",
                most,
            )
            % {"most": most}
        )


def close_tables_of(guest: User) -> None:
    """Cancel the tables that a guest who left had opened: nobody else could start or cancel them."""
    for game_id in guest.hosted_games.filter(status=Game.Status.LOBBY).values_list("pk", flat=True):
        with suppress(TableError):
            cancel(game_id=game_id)


def close_left_tables(now: datetime) -> int:
    """Cancel the tables of guests who have not come back; return of how many guests."""
    unseen = Q(seen_at__lt=now - GUESTS_TABLES_STAY) | Q(seen_at=None)
    long_ago = Q(last_login__lt=now - GUESTS_TABLES_STAY)
    left = User.objects.filter(unseen, long_ago, is_guest=True, hosted_games__status=Game.Status.LOBBY).distinct()
    guests = list(left)
    for guest in guests:
        close_tables_of(guest)
    return len(guests)


def lock_lobby(game_id: int) -> Game:
    """Lock a table that still waits for players."""
    game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
    if game.status != Game.Status.LOBBY:
        raise TableError(_("This table is no longer waiting for players."))
    return game


@transaction.atomic
def take_seat(*, game_id: int, user: User, number: int | None = None) -> Game:
    """Sit down in the seat kept for the person, else in the one they chose, else in the first open one."""
    game = lock_lobby(game_id)
    seats = list(game.seats.select_related("user"))
    if any(seat.user_id == user.pk for seat in seats):
        return game
    if has_blocked(game.host_id, user.pk):
        # Said as to anybody, so that nobody learns who has blocked them.
        raise TableError(_("No seat is free at this table."))
    free = [seat for seat in seats if seat.is_open and seat.invited_id in (None, user.pk)]
    reserved = [seat for seat in free if seat.invited_id == user.pk]
    chosen = [seat for seat in free if seat.number == number]
    candidates = reserved or chosen or free
    if not candidates:
        raise TableError(_("No seat is free at this table."))
    seat = candidates[0]
    seat.user, seat.invited, seat.seed = user, None, new_seed()
    seat.save(update_fields=["user", "invited", "seed"])
    _after_change(game)
    return game


@transaction.atomic
def leave_seat(*, game_id: int, user: User) -> Game:
    """Leave the seat before the match starts."""
    game = lock_lobby(game_id)
    cleared = {"user": None, "seed": "", "seed_is_chosen": False, "chat_seen": 0}
    if game.seats.filter(user=user).update(**cleared):
        _after_change(game)
    return game


@transaction.atomic
def seat_bot(*, game_id: int, number: int, level: str) -> Game:
    """Put a bot in an open seat; an empty level removes it."""
    game = lock_lobby(game_id)
    changed = game.seats.filter(number=number, user=None).update(bot=level, invited=None)
    if not changed:
        raise TableError(_("That seat is taken."))
    _after_change(game)
    return game


@transaction.atomic
def fill_with_bots(*, game_id: int, level: str) -> Game:
    """Put bots in all open seats that are kept for nobody."""
    game = lock_lobby(game_id)
    if not game.seats.filter(user=None, bot="", invited=None).update(bot=level):
        raise TableError(_("No seat is free at this table."))
    _after_change(game)
    return game


@transaction.atomic
def invite(*, game_id: int, number: int, user: User) -> Game:
    """Keep a seat for a person, and show them the invitation on their front page."""
    game = lock_lobby(game_id)
    if game.seats.filter(user=user).exists():
        raise TableError(_("%(name)s is already at this table.") % {"name": user})
    if has_blocked(game.host_id, user.pk):
        raise TableError(_("You have blocked %(name)s.") % {"name": user})
    game.seats.filter(invited=user).update(invited=None)
    changed = game.seats.filter(number=number, user=None).update(bot="", invited=user)
    if not changed:
        raise TableError(_("That seat is taken."))
    InvitedToTable.notify(game, user)
    _after_change(game)
    return game


@transaction.atomic
def contribute_seed(*, game_id: int, user: User, seed: str) -> Game:
    """Set the person's contribution to the shuffle; an empty one draws a new seed."""
    game = lock_lobby(game_id)
    if len(seed) > MAX_SEED:
        raise TableError(_("A seed has at most %(most)s characters.") % {"most": MAX_SEED})
    updated = game.seats.filter(user=user).update(seed=seed or new_seed(), seed_is_chosen=bool(seed))
    if not updated:
        raise TableError(_("You are not at this table."))
    _after_change(game)
    return game


@transaction.atomic
def cancel(*, game_id: int) -> Game:
    """Close the table before its match starts."""
    # A rematch's match comes first, in the order in which `join_rematch` locks them.
    match = Game.objects.select_for_update(no_key=True, of=("self",)).filter(rematches=game_id)
    list(match.values_list("pk"))
    game = lock_lobby(game_id)
    game.status, game.ended_at = Game.Status.CANCELLED, timezone.now()
    game.save(update_fields=["status", "ended_at"])
    if game.rematch_of_id is not None:
        Game.objects.filter(pk=game.rematch_of_id).update(has_rematch=False)
    broadcast.publish_after_commit(game.slug, game.seq)
    return game


@transaction.atomic
def unlist(games: QuerySet[Game]) -> None:
    """Show these tables, and their deals in the archive, to nobody but those who are at them."""
    games.filter(is_listed=True).update(is_listed=False)
    store.unlist(games)


def _after_change(game: Game) -> None:
    _start_if_full(game)
    broadcast.publish_after_commit(game.slug, game.seq)


def _start_if_full(game: Game) -> None:
    """Start the match once the last seat is taken."""
    if not any(seat.is_open for seat in game.seats.all()):
        services.start(game=game)
