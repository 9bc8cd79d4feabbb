"""What the front page tells a person: where it is his turn, whom others wait for, what is new."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from django.db.models import Prefetch, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine import open_deal
from games.engine.view import DealView, deal_view
from games.log import states_of
from games.models import Game, Turn
from games.presenting.cards import BidWord, Face, bid_word, face
from games.presenting.tables import rules_line, title
from games.presenting.times import Until, clock_lines, until
from games.timing.turns import URGENT_FIRST
from players.models import User

FINISHED_SHOWN: Final = 5
# Where no clock runs.
NEVER: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class MyTurn:
    """A deal in which it is the reader's turn, and what is asked of him."""

    game: Game
    title: str
    deal: int
    since: datetime
    until: Until | None
    task: str
    declarer: str = ""
    bid: BidWord | None = None
    best_name: str = ""
    """Whose card is winning the trick, or whose bid is the highest."""
    best_card: Face | None = None
    best_bid: BidWord | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game in which others are to act."""

    game: Game
    title: str
    names: list[str]
    until: Until | None


@dataclass(frozen=True, slots=True)
class Gathering:
    """A table that waits for players."""

    game: Game
    title: str
    rules: str
    host: str
    names: list[str]
    """Who sits there already."""
    free: int
    clock: str
    """What of time is most worth knowing."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over, and how the reader did."""

    game: Game
    title: str
    score: int
    winners: list[str]


@dataclass(frozen=True, slots=True)
class Home:
    turns: list[MyTurn] = field(default_factory=list)
    waiting: list[Waiting] = field(default_factory=list)
    invitations: list[Gathering] = field(default_factory=list)
    gathering: list[Gathering] = field(default_factory=list)
    finished: list[Finished] = field(default_factory=list)


def home_of(user: User) -> Home:
    """Everything for the person's front page, in a number of queries that does not depend on his games."""
    mine = list(
        Game.objects.with_seats()
        .filter(Q(seats__user=user) | Q(seats__invited=user) | Q(host=user))
        .filter(status__in=(Game.Status.LOBBY, Game.Status.RUNNING))
        .distinct()
        .order_by("-created_at")
        .prefetch_related(Prefetch("turns", queryset=Turn.objects.order_by(*URGENT_FIRST)))
    )
    running = [game for game in mine if game.status == Game.Status.RUNNING]
    lobbies = [game for game in mine if game.status == Game.Status.LOBBY]
    return Home(
        turns=_my_turns(running, user),
        waiting=[_waiting(game) for game in running if _waits_for_others(game, user)],
        invitations=[gathering(game) for game in mine if _is_invited(game, user)],
        gathering=[gathering(game) for game in lobbies if not _is_invited(game, user)],
        finished=_finished(user),
    )


def lobby_tables(limit: int) -> list[Gathering]:
    """The listed tables that look for players, the newest first."""
    games = Game.objects.with_seats().filter(status=Game.Status.LOBBY, is_listed=True)
    return [gathering(game) for game in games.order_by("-created_at")[:limit]]


def running_tables(limit: int) -> list[Gathering]:
    """The listed tables at which anyone may look on, the newest first."""
    games = Game.objects.with_seats().filter(status=Game.Status.RUNNING, is_listed=True)
    return [gathering(game) for game in games.order_by("-created_at")[:limit]]


def gathering(game: Game) -> Gathering:
    names = [seat.name for seat in game.seats.all() if not seat.is_open]
    free = game.rules.players - len(names)
    return Gathering(
        game=game,
        title=title(game),
        rules=rules_line(game.rules),
        host=str(game.host or ""),
        names=names,
        free=free,
        clock=clock_lines(game.clock)[0],
    )


def _is_invited(game: Game, user: User) -> bool:
    """Whether a seat is kept for the person, or is his to play on in."""
    kept = [seat for seat in game.seats.all() if seat.invited_id == user.pk]
    return any(seat.is_open or seat.played_by for seat in kept)


# --- Running games ---


def _my_turns(games: Iterable[Game], user: User) -> list[MyTurn]:
    """Where the person is to act, what runs out first before all."""
    owed = [(game, turn) for game in games for turn in game.turns.all() if turn.user_id == user.pk]
    owed.sort(key=lambda pair: (pair[1].flag or NEVER, pair[1].opened_at))
    states = states_of(game for game, _turn in owed)
    found = []
    for game, turn in owed:
        state = open_deal(states[game.pk].match, turn.deal)
        if state is not None:
            found.append(_my_turn(game, turn, deal_view(state, turn.seat)))
    return found


def _my_turn(game: Game, turn: Turn, deal: DealView) -> MyTurn:
    names = [seat.name for seat in game.seats.all()]
    winning = deal.trick and deal.winning is not None
    cards = dict(deal.trick)
    best = deal.winning if winning else deal.high.seat if deal.high and not deal.contract else None
    return MyTurn(
        game=game,
        title=title(game),
        deal=turn.deal,
        since=turn.opened_at,
        until=until(turn.due, turn.flag, timezone.now()),
        task=task_word(deal),
        declarer=names[deal.declarer] if deal.declarer is not None else "",
        bid=bid_word(deal.contract) if deal.contract else None,
        best_name=names[best] if best is not None else "",
        best_card=face(cards[best]) if winning and best is not None else None,
        best_bid=bid_word(deal.high) if deal.high and not deal.contract else None,
    )


def task_word(deal: DealView) -> str:
    """What is to be done, in a word or two."""
    if deal.phase == "playing":
        number = len(deal.tricks) + 1
        text = _("Trick %(n)s: play a card") if deal.trick else _("Trick %(n)s: you lead")
        return text % {"n": number}
    return {
        "bidding": _("Bid or pass"),
        "sealed_bidding": _("Make your sealed bid"),
        "must_bid": _("All have passed: you must bid"),
        "calling": _("Call the adjutant’s card"),
        "exchanging": _("Exchange with the widow"),
    }[deal.phase]


def _waits_for_others(game: Game, user: User) -> bool:
    sits = any(seat.user_id == user.pk for seat in game.seats.all())
    return sits and all(turn.user_id != user.pk for turn in game.turns.all())


def _waiting(game: Game) -> Waiting:
    seats = list(game.seats.all())
    names = dict.fromkeys(seats[turn.seat].name for turn in game.turns.all())
    flags = [(turn.due, turn.flag) for turn in game.turns.all() if turn.flag]
    due, flag = flags[-1] if flags else (None, None)
    return Waiting(game, title(game), list(names), until(due, flag, timezone.now()))


# --- Finished games ---


def _finished(user: User) -> list[Finished]:
    games = Game.objects.with_seats().filter(status=Game.Status.FINISHED, seats__user=user)
    return [_how_it_ended(game, user) for game in games.order_by("-ended_at")[:FINISHED_SHOWN]]


def _how_it_ended(game: Game, user: User) -> Finished:
    seats = list(game.seats.all())
    best = max(seat.score or 0 for seat in seats)
    own = next(seat.score or 0 for seat in seats if seat.user_id == user.pk)
    return Finished(game, title(game), own, [s.name for s in seats if (s.score or 0) == best])
