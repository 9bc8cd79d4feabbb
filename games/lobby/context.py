"""What the pages of the lobby show: a table that waits for players, and lists of tables."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, QuerySet, prefetch_related_objects
from django.urls import reverse

from games.access import Visitor, seat_of
from games.house_rules.queries import Offered
from games.lobby.forms import BOT_LEVELS, NewTableForm, SeatInviteForm, ShuffleSeedForm
from games.lobby.paces import PACES, Pace
from games.lobby.seat_wishes import wish_of, wishes_shown_to
from games.lobby.wish_form import SeatWishForm
from games.models import Game, HouseRules, Seat, SeatWish
from games.presentation.option_texts import PRESETS, PresetText, Text
from games.presentation.table_titles import Setting, own_rules, rules_line, title
from games.presentation.times import clock_lines
from games.seats.context import clock_and_manners
from infrastructure.paging import page
from players.friends.presence import online_among
from players.friends.queries import friends_of, has_blocked
from players.models import Block, User

TABLES_SHOWN: Final = 50


@dataclass(frozen=True, slots=True)
class NewTablePage:
    """The context of ``games/lobby/new_table.html``."""

    form: NewTableForm
    house: HouseRules | None
    """The house rules from which the form starts."""
    house_rules: Sequence[Offered]
    """Those that can be chosen."""
    preset: str
    presets: list[tuple[str, PresetText]]
    paces: Sequence[tuple[str, Pace, str]]
    """Each pace with its key, and how long a match takes by the chosen rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """A seat of a table that waits for players."""

    seat: Seat
    place: int
    is_me: bool
    may_sit: bool
    may_arrange: bool
    form: SeatInviteForm | None
    """The form that was refused for this seat."""


@dataclass(frozen=True, slots=True)
class FriendRow:
    person: User
    is_online: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyPage:
    """The context of ``games/lobby/lobby.html``, ``join.html`` and ``_seats_answer.html``."""

    game: Game
    title: str
    rules_line: str
    changes: list[Setting]
    clock_lines: list[str]
    rows: list[SeatRow]
    may_sit: bool
    invitation_url: str
    free: int
    own: Seat | None
    is_host: bool
    friends: list[FriendRow]
    unreserved: list[int]
    levels: Mapping[str, Text]
    seed_form: ShuffleSeedForm


def lobby_page(
    game: Game, user: Visitor, *, invite: SeatInviteForm | None = None, seed: ShuffleSeedForm | None = None
) -> LobbyPage:
    """``invite`` and ``seed`` are refused forms, which the page shows with their errors."""
    prefetch_related_objects([game], "seats__invited")
    own = seat_of(user, game)
    is_host = user.pk is not None and user.pk == game.host_id
    may_join = own is None and not has_blocked(game.host_id, user.pk)
    rows = [_row(game, seat, user, own, may_join, is_host, invite) for seat in game.seats.all()]
    return LobbyPage(
        game=game,
        title=title(game),
        rules_line=rules_line(game.rules),
        changes=own_rules(game.rules),
        clock_lines=clock_and_manners(game),
        rows=rows,
        may_sit=any(row.may_sit for row in rows),
        invitation_url=settings.SITE_URL + reverse("games:join", args=[game.invitation]),
        free=sum(seat.is_open for seat in game.seats.all()),
        own=own,
        is_host=is_host,
        friends=_friends_to_invite(game, user) if is_host and user.is_authenticated else [],
        unreserved=_unreserved(game),
        levels=BOT_LEVELS,
        seed_form=seed or ShuffleSeedForm(),
    )


def _friends_to_invite(game: Game, host: User) -> list[FriendRow]:
    """The host's friends who have no seat and no invitation here; those who are online come first."""
    if not _unreserved(game):
        return []
    here = {key for seat in game.seats.all() for key in (seat.user_id, seat.invited_id)}
    friends = [friend for friend in friends_of(host) if friend.pk not in here]
    online = online_among(friends)
    rows = [FriendRow(friend, friend.pk in online) for friend in friends]
    return sorted(rows, key=lambda row: not row.is_online)


def _unreserved(game: Game) -> list[int]:
    """The numbers of the open seats that are kept for nobody, while the table waits for players."""
    if game.status != Game.Status.LOBBY:
        return []
    return [seat.number for seat in game.seats.all() if seat.is_open and not seat.invited_id]


def _row(
    game: Game, seat: Seat, user: Visitor, own: Seat | None, may_join: bool, is_host: bool, form: SeatInviteForm | None
) -> SeatRow:
    waiting = game.status == Game.Status.LOBBY
    kept_for_other = seat.invited_id not in (None, user.pk)
    refused = form is not None and form.data.get("number") == str(seat.number)
    return SeatRow(
        seat=seat,
        place=seat.number + 1,
        is_me=seat == own,
        may_sit=waiting and may_join and seat.is_open and not kept_for_other,
        may_arrange=waiting and is_host and seat.user_id is None,
        form=form if refused else None,
    )


# --- Lists of tables ---


@dataclass(frozen=True, slots=True)
class TableListing:
    game: Game
    title: str
    rules: str
    host: str
    names: list[str]
    """The players who have a seat."""
    free: int
    clock: str
    """The most important line about the clock."""

    @property
    def is_running(self) -> bool:
        return self.game.status == Game.Status.RUNNING


class TableList(NamedTuple):
    """A part of a long list of tables, newest first."""

    tables: list[TableListing]
    more: str
    """The query of the address of the next part; empty where this is the last one."""


class WishLine(NamedTuple):
    """How many others want to play by these rules, at this pace."""

    rules: Text
    pace: Text
    people: int


class OwnWish(NamedTuple):
    """What the reader wants to play, and how long the site looks for others."""

    rules: list[Text]
    pace: Text
    bots_at: datetime | None
    until: datetime


@dataclass(frozen=True, slots=True)
class SeatMePage:
    """The context of ``games/lobby/seat_me.html``."""

    form: SeatWishForm
    wish: SeatWish | None
    wishes: list[WishLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesPage:
    """The context of ``games/lobby/tables.html``."""

    open: TableList
    of_guests: TableList
    running: TableList
    wishes: list[WishLine]
    own_wish: OwnWish | None


def tables_page(after: Mapping[str, str], reader: Visitor) -> TablesPage:
    """``after`` says where each list begins.

    Open tables of people who have blocked the reader are left out: they could not sit down there.

    Tables of guests have a list of their own, below: nobody can bury the others by opening tables as a guest.
    """
    waiting, running = _waiting_and_running(reader)
    return TablesPage(
        open=_table_list("open", waiting.exclude(host__is_guest=True), after),
        of_guests=_table_list("guests", waiting.filter(host__is_guest=True), after),
        running=_table_list("running", running, after),
        wishes=wish_lines(reader),
        own_wish=own_wish(reader),
    )


def listed_tables(reader: Visitor) -> QuerySet[Game]:
    """The listed tables that wait for players, and those that anyone may watch."""
    waiting, running = _waiting_and_running(reader)
    return waiting | running


def _waiting_and_running(reader: Visitor) -> tuple[QuerySet[Game], QuerySet[Game]]:
    listed = Game.objects.with_seats().filter(is_listed=True)
    waiting = listed.filter(status=Game.Status.LOBBY)
    if reader.is_authenticated:
        waiting = waiting.exclude(host__in=Block.objects.filter(blocked=reader).values("user"))
    # People who play against bots alone don't expect spectators.
    return waiting, listed.filter(_several_people(), status=Game.Status.RUNNING)


def wish_lines(reader: Visitor) -> list[WishLine]:
    """What most others want to play, without their names."""
    wishes = wishes_shown_to(reader.pk)
    counts = Counter((wish.pace, preset) for wish in wishes for preset in wish.presets)
    return [WishLine(PRESETS[preset].name, PACES[pace].name, n) for (pace, preset), n in counts.most_common()]


def own_wish(reader: Visitor) -> OwnWish | None:
    wish = wish_of(reader) if reader.is_authenticated else None
    if wish is None:
        return None
    rules = [PRESETS[preset].name for preset in wish.presets]
    return OwnWish(rules, PACES[wish.pace].name, wish.bots_at, wish.expires_at)


def _several_people() -> Exists:
    people = Seat.objects.filter(game=OuterRef("pk"), user__isnull=False)
    return Exists(people.order_by().values("game").alias(n=Count("pk")).filter(n__gt=1))


def _table_list(name: str, games: QuerySet[Game], after: Mapping[str, str]) -> TableList:
    listed = page(games, after.get(name), TABLES_SHOWN, newest=True)
    more = f"{name}={listed.after}#{name}" if listed.after else ""
    return TableList([table_listing(game) for game in listed.rows], more)


def table_listing(game: Game) -> TableListing:
    names = [seat.name for seat in game.seats.all() if not seat.is_open]
    free = game.rules.players - len(names)
    return TableListing(
        game=game,
        title=title(game),
        rules=rules_line(game.rules),
        host=str(game.host or ""),
        names=names,
        free=free,
        clock=clock_lines(game.clock)[0],
    )
