"""Open a table, fill its seats, start its match or cancel it."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.archive import store
from games.coach.good_hands import secret_of_good_hand
from games.kernel.duplicate import close_boards_if_over, excludes_bots, know_boards
from games.kernel.game_queries import locked
from games.kernel.stored_rules import columns_of
from games.kernel.transaction import TableError
from games.models import BoardSet, Game, GameSecret, Seat
from games.notifications import InvitedToTable
from games.presentation.table_titles import Fixture
from games.turns import services
from games.turns.outages import ago
from infrastructure import broadcast
from napoleon.engine import Rules
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

    rules: Rules
    name: str = ""
    is_listed: bool = True
    clock: ClockRules | None = None
    release: Game.Release = Game.Release.MINUTES
    takes_back: bool = False
    allows_claims: bool = True
    plays_forced: bool = False
    shows_seen_cards: bool = True
    fixture: Fixture | None = None
    is_coached: bool = False
    """Only for one person among bots."""
    board_set: BoardSet | None = None
    """The set from which a duplicate table takes its deals; nobody else may see it until the set closes."""


@transaction.atomic
def create(
    terms: TableTerms, *, host: User, bots: str = "", key: UUID | None = None, rematch_of: Game | None = None
) -> Game:
    """Open a table with its host in the first seat; with ``bots``, bots of that level take all others.

    The commitment to the shuffle's secret is fixed here, before anyone can
    contribute a seed.
    """
    players = terms.rules.players
    if terms.is_listed and not bots:
        lock_accounts(host)
        _refuse_too_many(host)
    game = _new(terms, host=host, key=key, rematch_of=rematch_of)
    seats = [Seat(game=game, number=number, bot=bots) for number in range(players)]
    seats[0].user, seats[0].bot, seats[0].seed = host, "", new_seed()
    Seat.objects.bulk_create(seats)
    if terms.is_coached:
        _choose_shuffle(game, seats)
    if bots:
        _start_if_full(game)
    return game


def _choose_shuffle(game: Game, seats: Sequence[Seat]) -> None:
    """Replace the secret of a table with a coach by one that gives its person a good hand."""
    seeds = tuple(seat.seed or services.seed_of_bot(seat.number) for seat in seats)
    secret = secret_of_good_hand(game.rules, game.slug, seeds, opponents=seats[-1].bot)
    game.commitment = commitment(secret)
    game.save(update_fields=["commitment"])
    game.secret_row.secret = secret.hex()
    game.secret_row.save(update_fields=["secret"])


@transaction.atomic
def begin(terms: TableTerms, *, people: Sequence[User | None], bots: str) -> Game:
    """Open a table with these people in its seats, a bot where there is None, and start its match.

    The table has no host, the caller notifies its people, and the site draws their seeds.
    """
    game = _new(terms)
    Seat.objects.bulk_create(
        Seat(game=game, number=number, user=user, bot="" if user else bots, seed=_seed_for(user, terms))
        for number, user in enumerate(people)
    )
    services.start(game=locked(key=game.pk), tells=False)
    return game


@transaction.atomic
def open_empty(terms: TableTerms, *, host: User, name: str, seated: User | None) -> Game:
    """Open one of several tables that play the same deals; only one of them has its host in the first seat."""
    game = _new(replace(terms, name=name), host=host)
    players = range(terms.rules.players)
    Seat.objects.bulk_create(Seat(game=game, number=number, user=None if number else seated) for number in players)
    return game


def _seed_for(user: User | None, terms: TableTerms) -> str:
    # The deals of a set follow from its secret alone.
    return new_seed() if user is not None and terms.board_set is None else ""


def _new(
    terms: TableTerms, *, host: User | None = None, key: UUID | None = None, rematch_of: Game | None = None
) -> Game:
    """Create a table and the secret of its shuffle."""
    secret, board_set = secrets.token_bytes(SECRET_BYTES), terms.board_set
    game = Game.objects.create(
        name=terms.name,
        host=host,
        **columns_of(terms.rules),
        clock_json=clock_to_json(terms.clock or ClockRules()),
        release=terms.release,
        takes_back=terms.takes_back,
        allows_claims=terms.allows_claims,
        plays_forced=terms.plays_forced,
        is_coached=terms.is_coached,
        shows_seen_cards=terms.shows_seen_cards,
        is_listed=terms.is_listed and board_set is None,
        commitment=board_set.commitment if board_set else commitment(secret),
        board_set=board_set,
        created_at=timezone.now(),
        key=key,
        rematch_of=rematch_of,
        fixture_json=terms.fixture,
    )
    if board_set is None:
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
    since = ago(GUESTS_TABLES_STAY, now)
    unseen, long_ago = Q(seen_at__lt=since) | Q(seen_at=None), Q(last_login__lt=since)
    left = User.objects.filter(unseen, long_ago, is_guest=True, hosted_games__status=Game.Status.LOBBY).distinct()
    guests = list(left)
    for guest in guests:
        close_tables_of(guest)
    return len(guests)


def lock_lobby(game_id: int) -> Game:
    """Lock a table that still waits for players.

    Of tables with the same deals the set is locked first, so that nobody sits down at two of them at once.
    """
    list(BoardSet.objects.select_for_update(no_key=True).filter(games=game_id).values_list("pk"))
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
    if know_boards(game).filter(pk=user.pk).exists():
        raise TableError(_("You play the same deals at another table."))
    if user.is_bot and excludes_bots(game):
        raise TableError(_("Boards compare people: bots do not play them."))
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
    seat.user, seat.invited, seat.seed = user, None, new_seed() if game.board_set_id is None else ""
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
    if know_boards(game).filter(pk=user.pk).exists():
        raise TableError(_("%(name)s plays the same deals at another table.") % {"name": user})
    if has_blocked(game.host_id, user.pk):
        raise TableError(_("You have blocked %(name)s.") % {"name": user})
    game.seats.filter(invited=user).update(invited=None)
    changed = game.seats.filter(number=number, user=None).update(bot="", invited=user)
    if not changed:
        raise TableError(_("That seat is taken."))
    InvitedToTable.notify(game, user)
    broadcast.publish_to_people([user.pk])
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
    matches = Game.objects.select_for_update(no_key=True, of=("self",)).filter(rematches=game_id)
    list(matches.values_list("pk"))
    game = lock_lobby(game_id)
    game.status, game.ended_at = Game.Status.CANCELLED, timezone.now()
    game.save(update_fields=["status", "ended_at"])
    if match := game.rematch_of:
        Game.objects.filter(pk=match.pk).update(has_rematch=False)
        broadcast.publish_after_commit(match.slug, broadcast.PLAYER_CAME)
    close_boards_if_over(game, game.ended_at)
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
        if game.board_set_id is not None and all(seat.user_id != game.host_id for seat in game.seats.all()):
            # Hosts may look on at their tables, but nobody at one where others play their cards.
            game.host = None
            game.save(update_fields=["host"])
        services.start(game=game)
