"""Open a set of boards, and begin to play one."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.deals import comparable
from games.boards.given_cards import knows_cards, points_in, refuse_unless_given
from games.boards.pool import own_of
from games.boards.results import let_close
from games.boards.scoring import Field, to_json
from games.kernel.board_bots import CAPTAIN
from games.kernel.board_circles import refusal
from games.kernel.game_queries import locked
from games.kernel.models import Game, Seat
from games.kernel.stored_rules import columns_of
from games.kernel.transaction import TableError
from games.models import BoardField, BoardPlay, BoardSet, BoardSetSecret
from games.presentation.board_set_titles import RoundFixture
from games.turns.services import start
from napoleon.engine import Rules, rules_from_json
from napoleon.engine.shuffle import SECRET_BYTES, commitment
from napoleon.time_bank import ClockRules, clock_to_json
from players.account_locks import TWICE, lock_accounts
from players.models import User

MOST_CHALLENGES: Final = 10
"""Of one host, open at once."""
CHALLENGE_LASTS: Final = timedelta(days=7)
PLAYS_FOR: Final = timedelta(days=1)
"""So long nobody closes a challenge under somebody who has begun."""


def board_rules(preset: str, boards: int) -> Rules:
    """The rules of a preset as far as boards can be compared: no deal depends on what became of another."""
    rules = {"preset": preset, "deals": boards, "deals_at_once": 1, "passed_out": "counts"}
    if preset != "nap":
        rules |= {"first_bidder": "dealer_left", "redeal_claim": "none"}
    return rules_from_json(rules)


def bots_for(rules: Rules) -> list[str]:
    """By turns captains and corporals, the seat to the left of the person first."""
    return ["captain" if number % 2 == 0 else "corporal" for number in range(rules.players - 1)]


@transaction.atomic
def open_challenge(host: User, preset: str, boards: int, players: int | None = None) -> BoardSet:
    """A set for the friends to whom the host sends its address. Raises `TableError` if they have too many open.

    With ``players`` it closes once so many have played.
    """
    rules, now = board_rules(preset, boards), timezone.now()
    if twice := _opened_just_now(host, rules, players):
        return twice
    _refuse_too_many(host)
    return open_set(
        BoardSet.Kind.CHALLENGE,
        rules,
        bots=bots_for(rules),
        opens_at=now,
        closes_at=now + CHALLENGE_LASTS,
        host=host,
        closes_after=players,
    )


@transaction.atomic
def give_cards(host: User, game: Game, players: int | None = None) -> BoardSet:
    """A challenge with the deals of a match that the host has played, in the host's seat.

    Raises `TableError` if they have too many open, or if the match has no deals to give.
    """
    deals = refuse_unless_given(game)
    rules, now = replace(comparable(game.rules), deals=len(deals)), timezone.now()
    if twice := _opened_just_now(host, rules, players, game):
        return twice
    _refuse_too_many(host)
    seat = game.seats.get(user=host).number
    return open_set(
        BoardSet.Kind.CHALLENGE,
        rules,
        bots=bots_for(rules),
        opens_at=now,
        closes_at=now + CHALLENGE_LASTS,
        host=host,
        closes_after=players,
        secret=bytes.fromhex(game.secret_row.secret),
        source=Source(game, seat, points_in(deals, seat)),
    )


class Source(NamedTuple):
    """The match that a set has its deals from."""

    game: Game
    seat: int
    """The host's, in which everybody plays."""
    points: list[int]
    """What each of the deals brought there."""


def _opened_just_now(host: User, rules: Rules, players: int | None, source: Game | None = None) -> BoardSet | None:
    """The same challenge, if the button was pressed twice; locks the host's account."""
    lock_accounts(host)
    lately = BoardSet.objects.filter(host=host, kind=BoardSet.Kind.CHALLENGE, opens_at__gt=timezone.now() - TWICE)
    same = lately.filter(closed_at=None, closes_after=players, source=source)
    return next((board_set for board_set in same if board_set.rules == rules), None)


def _refuse_too_many(host: User) -> None:
    open_now = BoardSet.objects.filter(host=host, closed_at=None)
    if open_now.count() >= MOST_CHALLENGES:
        raise TableError(
            _("You have %(most)d open challenges. Wait until one of them closes.") % {"most": MOST_CHALLENGES}
        )


def close_early(board_set: BoardSet) -> None:
    """Close a challenge before its time. Raises `TableError` while somebody is playing it."""
    now = timezone.now()
    playing = board_set.plays.filter(counts=True, done_at=None, begun_at__gt=now - PLAYS_FOR).count()
    if playing:
        raise TableError(
            ngettext(
                "%(n)d player is in the middle of it. You can close the challenge a day after they began.",
                "%(n)d players are in the middle of it. You can close the challenge a day after they began.",
                playing,
            )
            % {"n": playing}
        )
    let_close(board_set, now)


@transaction.atomic
def open_set(
    kind: BoardSet.Kind,
    rules: Rules,
    *,
    bots: Sequence[str],
    opens_at: datetime,
    closes_at: datetime | None,
    slug: str = "",
    day: date | None = None,
    pool_number: int = 1,
    host: User | None = None,
    secret: bytes | None = None,
    skips_auction: bool = False,
    name: str = "",
    order: str = BoardSet.Order.POINTS,
    closes_after: int | None = None,
    source: Source | None = None,
    is_listed: bool = True,
    fixture: RoundFixture | None = None,
) -> BoardSet:
    """Fix the deals of a new set: from here on, what was committed to cannot change."""
    secret = secret or secrets.token_bytes(SECRET_BYTES)
    board_set = BoardSet(
        kind=kind,
        **columns_of(rules),
        bots_json=list(bots),
        commitment=commitment(secret),
        opens_at=opens_at,
        closes_at=closes_at,
        day=day,
        pool_number=pool_number,
        host=host,
        skips_auction=skips_auction,
        name=name,
        order=order,
        closes_after=closes_after,
        is_listed=is_listed,
        fixture_json=fixture,
    )
    if source is not None:
        board_set.source, board_set.person_seat, board_set.source_points_json = source
    board_set.slug = slug or board_set.slug
    board_set.save(force_insert=True)
    BoardSetSecret.objects.create(board_set=board_set, secret=secret.hex())
    if not board_set.is_duplicate:
        empty = to_json(Field.of([]))
        BoardField.objects.bulk_create(
            BoardField(board_set=board_set, board=n, field_json=empty) for n in range(1, rules.deals + 1)
        )
    return board_set


@transaction.atomic
def begin(board_set: BoardSet, user: User) -> BoardPlay:
    """Begin to play the set, or go on where the person is. Once the set has closed, it is practice.

    Raises `TableError` before the set opens.
    """
    if board_set.is_duplicate:
        raise TableError(_("These boards are played at tables of people."))
    if user.is_bot:
        raise TableError(_("Boards compare people: bots do not play them."))
    # Of a button that is pressed twice the second press goes on where the first one has begun.
    lock_accounts(user)
    now, board_set = timezone.now(), own_of(board_set, user)
    begun = _begun(board_set, user)
    if begun is not None:
        return begun
    if reason := refusal(board_set, user):
        raise TableError(reason)
    if now < board_set.opens_at:
        raise TableError(_("These boards are not open yet."))
    if board_set.closed_at is None and not board_set.takes_plays(now):
        raise TableError(_("These boards are closing. Come back in a few minutes to see how they went."))
    if board_set.closed_at is None and knows_cards(user, board_set):
        raise TableError(_("You know these cards. Once the challenge has closed you can play them for practice."))
    # Friends know who the guests of a challenge are.
    is_welcome = not user.is_guest or board_set.kind == BoardSet.Kind.CHALLENGE
    counts = board_set.closed_at is None and is_welcome
    return new_play(board_set, user=user, counts=counts)


def _begun(board_set: BoardSet, user: User) -> BoardPlay | None:
    """The person's play that takes the place of a new one: their only try, or practice that is not done."""
    own = board_set.plays.select_related("game").filter(user=user)
    if board_set.closed_at is not None:
        own = own.filter(game__status=Game.Status.RUNNING)
    return own.order_by("begun_at").first()


@transaction.atomic
def new_play(board_set: BoardSet, *, user: User | None, counts: bool) -> BoardPlay:
    """Start a match of the set for the person; without one, for a captain in the person's seat."""
    rules = board_set.rules
    game = Game.objects.create(
        **columns_of(rules),
        clock_json=clock_to_json(ClockRules()),
        is_listed=False,
        commitment=board_set.commitment,
        board_set=board_set,
        created_at=timezone.now(),
    )
    bots = iter(board_set.bots_json)
    Seat.objects.bulk_create(
        Seat(game=game, number=number, user=user, bot="" if user else CAPTAIN)
        if number == board_set.person_seat
        else Seat(game=game, number=number, bot=next(bots))
        for number in range(rules.players)
    )
    play = BoardPlay.objects.create(
        board_set=board_set, game=game, user=user, by_captain=user is None, counts=counts, begun_at=game.created_at
    )
    start(game=locked(key=game.pk), tells=False)
    return play
