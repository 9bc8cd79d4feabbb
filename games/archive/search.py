"""The archive's search: deals by content and players, in pages that start at a key instead of an offset."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from django.db.models import Model, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from games.access import Visitor
from games.models import ArchivedDeal, ArchivedPlayer, Seat

PAGE: Final = 30
OF_A_DEAL: Final = ("preset", "bid", "trump", "called", "called_who", "made", "is_alone", "took", "is_imported")
"""The conditions that are named like the columns of a deal."""
OF_A_SEAT: Final = ("game", "number", "bot", "seed", "given_name", "user__name")
"""The fields that determine the seat's name."""


class DealKey(NamedTuple):
    """The deal at the edge of a page of results."""

    ended_at: datetime
    deal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveSearch:
    """The conditions of a search; None and empty values match everything."""

    members: tuple[int, ...] = ()
    """The keys of members of whom at least one played."""
    name: str = ""
    """The name of a player without an account."""
    is_own: bool = False
    """The reader searches only for themselves, so their unlisted matches count too."""
    role: str = ""
    preset: str = ""
    bid: str = ""
    trump: str = ""
    called: str = ""
    called_who: str = ""
    made: bool | None = None
    is_alone: bool | None = None
    took: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    is_imported: bool | None = None
    games: Games | None = None
    """The matches of a club or a season."""
    oldest_first: bool = False

    @property
    def has_player(self) -> bool:
        return bool(self.members or self.name)


class ResultPage(NamedTuple):
    """A page of results in order, with the keys of the previous and the next page."""

    deals: list[ArchivedDeal]
    back: DealKey | None
    on: DealKey | None


def page_of(search: ArchiveSearch, *, after: DealKey | None = None, before: DealKey | None = None) -> ResultPage:
    """The page of results next to a key; the first page without one."""
    if before is not None:
        turned = replace(search, oldest_first=not search.oldest_first)
        rows = some_of(turned, before, PAGE + 1)
        deals = rows[PAGE - 1 :: -1] if len(rows) > PAGE else rows[::-1]
        back = key_of(deals[0]) if len(rows) > PAGE else None
        return ResultPage(deals, back, key_of(deals[-1]) if deals else None)
    rows = some_of(search, after, PAGE + 1)
    deals = rows[:PAGE]
    back = key_of(deals[0]) if after is not None and deals else None
    return ResultPage(deals, back, key_of(deals[-1]) if len(rows) > PAGE else None)


def key_of(deal: ArchivedDeal) -> DealKey:
    return DealKey(deal.ended_at, deal.pk)


def all_of(search: ArchiveSearch, most: int = sys.maxsize, chunk: int = 500) -> Iterator[ArchivedDeal]:
    """All results, fetched in batches."""
    after, left = None, most
    while left > 0:
        keys = _next_keys(search, after, min(chunk, left))
        # A match may be archived again in between, so a batch with fewer deals than keys need not be the last.
        deals = _with_details(keys)
        yield from deals
        if len(keys) < min(chunk, left) or not deals:
            return
        after, left = key_of(deals[-1]), left - len(deals)


def some_of(search: ArchiveSearch, after: DealKey | None, count: int) -> list[ArchivedDeal]:
    """Fetch the keys of the next deals by an index alone, then these deals with their details."""
    return _with_details(_next_keys(search, after, count))


def _next_keys(search: ArchiveSearch, after: DealKey | None, count: int) -> list[int]:
    return list(dict.fromkeys(_keys(search, after)[:count]))


def _with_details(keys: Sequence[int]) -> list[ArchivedDeal]:
    seats = Seat.objects.select_related("user").only(*OF_A_SEAT).order_by("number")
    players = ArchivedPlayer.objects.select_related("user").order_by("seat")
    deals = ArchivedDeal.objects.select_related("game__host").prefetch_related(
        Prefetch("game__seats", seats), Prefetch("players", players)
    )
    rows = deals.in_bulk(keys)
    return [rows[key] for key in keys if key in rows]


def names_of(deal: ArchivedDeal) -> list[str]:
    """The names by seat of those who played the deal: a seat may have changed hands since."""
    seats = list(deal.game.seats.all())
    return [_name(player, seats[player.seat]) for player in deal.players.all()]


def _name(player: ArchivedPlayer, seat: Seat) -> str:
    if player.user is not None:
        return player.user.name
    if player.is_bot:
        return seat.name if seat.bot else _("Bot")
    # A deleted account whose seat has since changed hands; old rows can't tell this for a bot's seat.
    is_gone = seat.user is not None or (player.is_bot is False and seat.bot)
    return _("former player") if is_gone else seat.name


def _keys(search: ArchiveSearch, after: DealKey | None) -> QuerySet[Any, int]:
    if search.has_player:
        keys = _of_players(search, after).values_list("deal", flat=True)
        # Two members of the same name may have played the same deal.
        return keys.distinct() if search.name or len(search.members) > 1 else keys
    return _of_deals(search, after).values_list("pk", flat=True)


def _of_deals(search: ArchiveSearch, after: DealKey | None) -> QuerySet[ArchivedDeal]:
    deals = ArchivedDeal.objects.filter(is_listed=True, **_conditions(search))
    return _from(_between(deals, search), search, after, "id")


def _of_players(search: ArchiveSearch, after: DealKey | None) -> QuerySet[ArchivedPlayer]:
    who = Q(user__in=search.members) if search.members else Q()
    if len(search.members) == 1:
        who = Q(user=search.members[0])
    if search.name:
        who |= Q(name=search.name)
    conditions = {f"deal__{key}": value for key, value in _conditions(search).items()}
    if search.role:
        conditions["role"] = search.role
    if not search.is_own:
        conditions["deal__is_listed"] = True
    players = ArchivedPlayer.objects.filter(who, **conditions)
    return _from(_between(players, search), search, after, "deal")


def _conditions(search: ArchiveSearch) -> dict[str, Any]:
    conditions = {name: getattr(search, name) for name in OF_A_DEAL}
    conditions["game__in"] = search.games
    return {key: value for key, value in conditions.items() if value not in ("", None)}


Row = TypeVar("Row", bound=Model)


def _between(rows: QuerySet[Row], search: ArchiveSearch) -> QuerySet[Row]:
    if search.since is not None:
        rows = rows.filter(ended_at__gte=search.since)
    if search.until is not None:
        rows = rows.filter(ended_at__lt=search.until)
    return rows


def _from(rows: QuerySet[Row], search: ArchiveSearch, after: DealKey | None, key: str) -> QuerySet[Row]:
    """Sorted, starting after the key."""
    if after is not None:
        way = "gt" if search.oldest_first else "lt"
        rows = rows.filter(**{f"ended_at__{way}e": after.ended_at})
        rows = rows.exclude(**{"ended_at": after.ended_at, f"{key}__{'lte' if way == 'gt' else 'gte'}": after.deal})
    order = "" if search.oldest_first else "-"
    return rows.order_by(f"{order}ended_at", f"{order}{key}")


# --- The filter by club or season: the leagues app registers what finds their matches ---


Games: TypeAlias = QuerySet[Any, Any]
"""The keys of games, as a query."""


class MatchFinder(Protocol):
    def __call__(self, reader: Visitor, address: str) -> Games | None:
        """The matches of the club or season at that address; None if the reader may see none there."""


_finders: list[MatchFinder] = []


def register_finder(finder: MatchFinder) -> None:
    _finders.append(finder)


def games_of(reader: Visitor, address: str) -> Games | None:
    answers = (finder(reader, address) for finder in _finders)
    return next((games for games in answers if games is not None), None)
