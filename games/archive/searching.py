"""Searching the archive: deals by what happened in them and who played, a page at a time, by key and never by count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeVar

from django.db.models import Model, Prefetch, Q, QuerySet

from games.models import ArchivedDeal, ArchivedPlayer, Seat

from .circles import Games

PAGE: Final = 30
OF_A_SEAT: Final = ("game", "number", "bot", "seed", "given_name", "user__name")
"""What its name follows from."""


class Key(NamedTuple):
    """Where a page of results begins or ends: the deal at its edge."""

    ended_at: datetime
    deal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What is looked for; None and empty values leave it open."""

    members: tuple[int, ...] = ()
    """The keys of those of whom one must have played."""
    name: str = ""
    """The name of somebody who is no member."""
    is_own: bool = False
    """The one member is the reader himself, who finds his unlisted matches too."""
    role: str = ""
    preset: str = ""
    bid: str = ""
    trump: str = ""
    called: str = ""
    made: bool | None = None
    is_alone: bool | None = None
    took: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    is_imported: bool | None = None
    games: Games | None = None
    """Those of a club or a season."""
    oldest_first: bool = False

    @property
    def has_player(self) -> bool:
        return bool(self.members or self.name)


class Page(NamedTuple):
    """Some results in their order, and the keys of what comes before and after them."""

    deals: list[ArchivedDeal]
    back: Key | None
    on: Key | None


def page_of(search: Search, *, after: Key | None = None, before: Key | None = None) -> Page:
    """The results next to a key; the first ones without."""
    if before is not None:
        turned = replace(search, oldest_first=not search.oldest_first)
        found = _some(turned, before, PAGE + 1)
        deals = found[PAGE - 1 :: -1] if len(found) > PAGE else found[::-1]
        back = key_of(deals[0]) if len(found) > PAGE else None
        return Page(deals, back, key_of(deals[-1]) if deals else None)
    found = _some(search, after, PAGE + 1)
    deals = found[:PAGE]
    back = key_of(deals[0]) if after is not None and deals else None
    return Page(deals, back, key_of(deals[-1]) if len(found) > PAGE else None)


def key_of(deal: ArchivedDeal) -> Key:
    return Key(deal.ended_at, deal.pk)


def all_of(search: Search, most: int, chunk: int = 500) -> Iterator[ArchivedDeal]:
    """The results one after the other, fetched by and by."""
    after, left = None, most
    while left > 0:
        deals = _some(search, after, min(chunk, left))
        yield from deals
        if len(deals) < min(chunk, left):
            return
        after, left = key_of(deals[-1]), left - len(deals)


def _some(search: Search, after: Key | None, count: int) -> list[ArchivedDeal]:
    """The keys of the next deals by an index alone; then the deals with all that is told of them."""
    keys = list(dict.fromkeys(_keys(search, after)[:count]))
    seats = Seat.objects.select_related("user").only(*OF_A_SEAT).order_by("number")
    players = ArchivedPlayer.objects.order_by("seat")
    deals = ArchivedDeal.objects.select_related("game__host").prefetch_related(
        Prefetch("game__seats", seats), Prefetch("players", players)
    )
    found = deals.in_bulk(keys)
    return [found[key] for key in keys if key in found]


def _keys(search: Search, after: Key | None) -> QuerySet[Any, int]:
    if search.has_player:
        return _of_players(search, after).values_list("deal", flat=True)
    return _of_deals(search, after).values_list("pk", flat=True)


def _of_deals(search: Search, after: Key | None) -> QuerySet[ArchivedDeal]:
    deals = ArchivedDeal.objects.filter(is_listed=True, **_conditions(search))
    return _from(_between(deals, search), search, after, "id")


def _of_players(search: Search, after: Key | None) -> QuerySet[ArchivedPlayer]:
    who = Q(user__in=search.members) if search.members else Q()
    if len(search.members) == 1:
        who = Q(user=search.members[0])
    if search.name:
        who = who | Q(name=search.name) if search.members else Q(name=search.name)
    conditions = {f"deal__{key}": value for key, value in _conditions(search).items()}
    if search.role:
        conditions["role"] = search.role
    if not search.is_own:
        conditions["deal__is_listed"] = True
    players = ArchivedPlayer.objects.filter(who, **conditions)
    return _from(_between(players, search), search, after, "deal")


def _conditions(search: Search) -> dict[str, Any]:
    """What must be so of the deal."""
    texts = {
        "preset": search.preset,
        "bid": search.bid,
        "trump": search.trump,
        "called": search.called,
    }
    others = {
        "made": search.made,
        "is_alone": search.is_alone,
        "took": search.took,
        "is_imported": search.is_imported,
        "game__in": search.games,
    }
    found: dict[str, Any] = {key: value for key, value in texts.items() if value}
    return found | {key: value for key, value in others.items() if value is not None}


Row = TypeVar("Row", bound=Model)


def _between(rows: QuerySet[Row], search: Search) -> QuerySet[Row]:
    if search.since is not None:
        rows = rows.filter(ended_at__gte=search.since)
    if search.until is not None:
        rows = rows.filter(ended_at__lt=search.until)
    return rows


def _from(rows: QuerySet[Row], search: Search, after: Key | None, key: str) -> QuerySet[Row]:
    """In order, from behind the key on."""
    if after is not None:
        way = "gt" if search.oldest_first else "lt"
        rows = rows.filter(**{f"ended_at__{way}e": after.ended_at})
        rows = rows.exclude(
            **{"ended_at": after.ended_at, f"{key}__{'lte' if way == 'gt' else 'gte'}": after.deal}
        )
    order = "" if search.oldest_first else "-"
    return rows.order_by(f"{order}ended_at", f"{order}{key}")
