"""A person's front page: their turns, the games that wait for others, invitations, finished matches."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from django.db.models import BigIntegerField, Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import seat_of
from games.front_page.since_visit import SinceVisit, since_visit
from games.kernel.game_queries import give, give_seats
from games.kernel.log import states_of
from games.lobby.context import TableListing, table_listing
from games.models import Game, Seat, Turn
from games.presentation.cards import BidWord, Face, bid_word, face
from games.presentation.table_titles import title
from games.presentation.text_summary import task_word
from games.presentation.times import Until, until
from games.turns.context import URGENT_FIRST, worth_telling
from infrastructure.speed.prepared_queries import Among, Parameter, PreparedQuery
from napoleon.engine import DealView, PlayerView, view
from players.models import Block, User

FINISHED_SHOWN: Final = 5
# Sorts turns without a running clock last.
NEVER: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLine:
    game: Game
    title: str
    deal: int
    unread: int
    since: datetime | None
    until: Until | None
    task: str
    declarer: str
    bid: BidWord | None
    best_name: str
    best_card: Face | None
    best_bid: BidWord | None
    new: SinceVisit


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingLine:
    game: Game
    title: str
    names: list[str]
    unread: int
    until: Until | None
    new: SinceVisit


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedLine:
    game: Game
    title: str
    score: int
    winners: list[str]
    unread: int


@dataclass(frozen=True, slots=True)
class Home:
    turns: list[TurnLine] = field(default_factory=list)
    waiting: list[WaitingLine] = field(default_factory=list)
    invitations: list[TableListing] = field(default_factory=list)
    gathering: list[TableListing] = field(default_factory=list)
    finished: list[FinishedLine] = field(default_factory=list)


def home_of(user: User) -> Home:
    """Return everything for the person's front page; the number of queries does not depend on the number of games."""
    mine, over = GAMES_UNDER_WAY.all(user=user.pk), GAMES_JUST_FINISHED.all(user=user.pk)
    give_seats([*mine, *over])
    running = [game for game in mine if game.status == Game.Status.RUNNING]
    lobbies = [game for game in mine if game.status == Game.Status.LOBBY]
    give(running, "turns", TURNS.all(games=[game.pk for game in running]))
    views = _views(running, user)
    return Home(
        turns=_my_turns(running, user, views),
        waiting=[_waiting(game, user, views[game.pk]) for game in running if _waits_for_others(game, user)],
        invitations=[table_listing(game) for game in mine if _is_invited(game, user)],
        gathering=[table_listing(game) for game in lobbies if not _is_invited(game, user)],
        finished=[_how_it_ended(game, user) for game in over],
    )


def _games_under_way() -> QuerySet[Game]:
    """The person's games, from their invitation to the end of the match."""
    hosts = Game.objects.select_related("host")
    under_way = hosts.of_person(USER).filter(status__in=(Game.Status.LOBBY, Game.Status.RUNNING))
    return under_way.exclude(_is_unwanted()).order_by("-created_at")


def _is_unwanted() -> Exists:
    """Whether somebody whom the person has blocked invites them to a table where they have no seat."""
    blocked = Block.objects.filter(user=USER, blocked=OuterRef("host"))
    seated = Seat.objects.filter(user=USER, game=OuterRef(OuterRef("pk")))
    return Exists(blocked.exclude(Exists(seated)))


USER: Final = Parameter("user", BigIntegerField())
GAMES_UNDER_WAY: Final = PreparedQuery(_games_under_way)
TURNS: Final = PreparedQuery(lambda: Turn.objects.filter(Among("game", "games")).order_by(*URGENT_FIRST))


def _is_invited(game: Game, user: User) -> bool:
    """Whether a seat is kept for the person, or offered to them as a substitute."""
    reserved = [seat for seat in game.seats.all() if seat.invited_id == user.pk]
    return any(seat.is_open or seat.played_by for seat in reserved)


# --- Running games ---


def _views(games: Iterable[Game], user: User) -> dict[int, PlayerView]:
    """Return what the person may know of each match in which they sit, by its key."""
    seats = {game.pk: seat for game in games if (seat := seat_of(user, game))}
    states = states_of(game for game in games if game.pk in seats)
    return {key: view(states[key].match, seat.number) for key, seat in seats.items()}


def _my_turns(games: Iterable[Game], user: User, views: Mapping[int, PlayerView]) -> list[TurnLine]:
    """Return the person's turns, the first to time out first."""
    pairs = [(game, turn) for game in games for turn in game.turns.all() if turn.user_id == user.pk]
    pairs.sort(key=lambda pair: (pair[1].times_out_at or NEVER, pair[1].opened_at))
    return [
        _my_turn(game, turn, deal, views[game.pk], user)
        for game, turn in pairs
        for deal in views[game.pk].deals
        if deal.number == turn.deal
    ]


def _my_turn(game: Game, turn: Turn, deal: DealView, known: PlayerView, user: User) -> TurnLine:
    seats = list(game.seats.all())
    names = [seat.name for seat in seats]
    names[turn.seat] = _("You")
    winning = deal.trick and deal.winning is not None
    cards = dict(deal.trick)
    best = deal.winning if winning else deal.high.seat if deal.high and not deal.contract else None
    return TurnLine(
        game=game,
        title=title(game),
        deal=turn.deal,
        unread=_unread(game, user),
        since=worth_telling(turn.opened_at, timezone.now()),
        until=_deadline(game, turn),
        task=task_word(deal),
        declarer=names[deal.declarer] if deal.declarer is not None else "",
        bid=bid_word(deal.contract) if deal.contract else None,
        best_name=names[best] if best is not None else "",
        best_card=face(cards[best]) if winning and best is not None else None,
        best_bid=bid_word(deal.high) if deal.high and not deal.contract else None,
        new=since_visit(seats[turn.seat], known, names, [deal]),
    )


def _deadline(game: Game, turn: Turn) -> Until | None:
    """The deadline by the slow clock, which says nothing in live play."""
    return None if game.live_since else until(turn.due, turn.times_out_at, timezone.now())


def _unread(game: Game, user: User) -> int:
    seat = seat_of(user, game)
    return seat.unread_chat if seat else 0


def _waits_for_others(game: Game, user: User) -> bool:
    sits = seat_of(user, game) is not None
    return sits and all(turn.user_id != user.pk for turn in game.turns.all())


def _waiting(game: Game, user: User, known: PlayerView) -> WaitingLine:
    seats = list(game.seats.all())
    names = dict.fromkeys(seats[turn.seat].name for turn in game.turns.all())
    deadlines = [left for turn in game.turns.all() if (left := _deadline(game, turn))]
    labels = [_("You") if seat.user_id == user.pk else seat.name for seat in seats]
    return WaitingLine(
        game=game,
        title=title(game),
        names=list(names),
        unread=_unread(game, user),
        until=deadlines[-1] if deadlines else None,
        new=since_visit(seats[known.seat or 0], known, labels, known.deals),
    )


# --- Finished games ---


def _games_just_finished() -> QuerySet[Game]:
    finished = Game.objects.filter(status=Game.Status.FINISHED, seats__user=USER)
    return finished.select_related("host").order_by("-ended_at")[:FINISHED_SHOWN]


GAMES_JUST_FINISHED: Final = PreparedQuery(_games_just_finished)


def _how_it_ended(game: Game, user: User) -> FinishedLine:
    seats = list(game.seats.all())
    best = max(seat.score or 0 for seat in seats)
    own = next(seat.score or 0 for seat in seats if seat.user_id == user.pk)
    winners = [_("you") if seat.user_id == user.pk else seat.name for seat in seats if (seat.score or 0) == best]
    return FinishedLine(game=game, title=title(game), score=own, winners=winners, unread=_unread(game, user))
