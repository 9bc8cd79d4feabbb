"""A person's front page: their turns, the games that wait for others, invitations, finished matches."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.db.models import BigIntegerField, Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from games.access import seat_of
from games.front_page.tables import TableCard, table_cards
from games.kernel.game_queries import give, give_seats
from games.lobby.context import TableListing, table_listing
from games.models import UNDER_WAY, FormerSeat, Game, Seat, Turn
from games.presentation.table_titles import title
from games.turns.context import URGENT_FIRST
from infrastructure.speed.prepared_queries import Among, Parameter, PreparedQuery
from players.models import Block, User

FINISHED_SHOWN: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class OnHoldLine:
    game: Game
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedLine:
    game: Game
    title: str
    score: int
    winners: list[str]
    unread: int


@dataclass(frozen=True, slots=True)
class Home:
    tables: list[TableCard] = field(default_factory=list)
    """Matches under way: those that wait for the reader come first, the first to time out before the others."""
    on_hold: list[OnHoldLine] = field(default_factory=list)
    invitations: list[TableListing] = field(default_factory=list)
    gathering: list[TableListing] = field(default_factory=list)
    finished: list[FinishedLine] = field(default_factory=list)

    @property
    def turns(self) -> int:
        """At how many tables it is the reader's turn."""
        return sum(table.is_mine for table in self.tables)


def home_of(user: User) -> Home:
    """Return everything for the person's front page; the number of queries does not depend on the number of games."""
    mine, over = GAMES_UNDER_WAY.all(user=user.pk), GAMES_JUST_FINISHED.all(user=user.pk)
    give_seats([*mine, *over])
    running = [game for game in mine if game.status == Game.Status.RUNNING]
    lobbies = [game for game in mine if game.status == Game.Status.LOBBY]
    give(running, "turns", TURNS.all(games=[game.pk for game in running]))
    return Home(
        tables=table_cards(running, user),
        on_hold=[OnHoldLine(game=game, title=title(game)) for game in mine if _is_on_hold(game, user)],
        invitations=[table_listing(game) for game in mine if _is_invited(game, user)],
        gathering=[table_listing(game) for game in lobbies if not _is_invited(game, user)],
        finished=_how_they_ended(over, user),
    )


def _games_under_way() -> QuerySet[Game]:
    """The person's games, from their invitation to the end of the match."""
    hosts = Game.objects.select_related("host")
    under_way = hosts.of_person(USER).filter(status__in=(Game.Status.LOBBY, *UNDER_WAY))
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


# --- Other games ---


def _is_on_hold(game: Game, user: User) -> bool:
    return game.status == Game.Status.ON_HOLD and seat_of(user, game) is not None


# --- Finished games ---


def _games_just_finished() -> QuerySet[Game]:
    finished = Game.objects.filter(status=Game.Status.FINISHED, board_play=None, seats__user=USER)
    return finished.select_related("host").order_by("-ended_at")[:FINISHED_SHOWN]


GAMES_JUST_FINISHED: Final = PreparedQuery(_games_just_finished)


def _how_they_ended(games: Sequence[Game], user: User) -> list[FinishedLine]:
    owners = _owners_of_bots([seat for game in games for seat in _winners(game)])
    return [_how_it_ended(game, user, owners) for game in games]


def _how_it_ended(game: Game, user: User, owners: Mapping[tuple[int, int], User]) -> FinishedLine:
    own, winners = seat_of(user, game), list[str]()
    for seat in _winners(game):
        owner = owners.get((game.pk, seat.number))
        name = _("%(name)s for %(owner)s") % {"name": seat.name, "owner": owner} if owner else seat.name
        winners.append(_("you") if seat == own else name)
    score, unread = (own.score or 0, own.unread_chat) if own else (0, 0)
    return FinishedLine(game=game, title=title(game), score=score, winners=winners, unread=unread)


def _winners(game: Game) -> list[Seat]:
    seats = list(game.seats.all())
    best = max(seat.score or 0 for seat in seats)
    return [seat for seat in seats if (seat.score or 0) == best]


def _owners_of_bots(seats: Iterable[Seat]) -> dict[tuple[int, int], User]:
    """By game and number, the people whose seats bots have taken over, and for whom they play. Asks only about bots."""
    bots = {(seat.game_id, seat.number) for seat in seats if seat.bot}
    if not bots:
        return {}
    former = FormerSeat.objects.filter(game__in={game for game, _number in bots}).select_related("user")
    # The first who had the seat owns it.
    held = {(each.game_id, each.number): each.user for each in former.order_by("-until_seq")}
    return {seat: user for seat, user in held.items() if seat in bots}
