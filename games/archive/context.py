"""The results of a search for the templates."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from games.archive.search import Search
from games.models import ArchivedDeal, ArchivedPlayer
from games.presentation.cards import BidWord, Face, label, nap_bid_word
from games.presentation.option_texts import PRESETS
from games.presentation.table_titles import title

Role = ArchivedPlayer.Role


@dataclass(frozen=True, slots=True, kw_only=True)
class DealFound:
    """A deal in the list of results."""

    url: str
    title: str
    number: int
    ended_at: datetime
    rules: str
    bid: BidWord
    called: Face | None
    napoleon: str
    adjutant: str
    others: list[str]
    took: int
    made: bool
    points: int | None
    """The points of the player searched for."""
    is_imported: bool
    is_nap: bool
    comments: int


def found(deal: ArchivedDeal, search: Search, comments: int) -> DealFound:
    names = [seat.name for seat in deal.game.seats.all()]
    players = list(deal.players.all())
    role = {player.role: names[player.seat] for player in players if player.role != Role.ALLY}
    return DealFound(
        url=f"{reverse('games:review', args=[deal.game.slug])}?deal={deal.number}",
        title=title(deal.game),
        number=deal.number,
        ended_at=deal.ended_at,
        rules=str(PRESETS[deal.preset].name),
        bid=BidWord(int(deal.bid), deal.trump)
        if deal.trump
        else BidWord(word=nap_bid_word(deal.bid)),
        called=Face(deal.called, label(deal.called)) if deal.called else None,
        napoleon=role.get(Role.NAPOLEON, ""),
        adjutant=role.get(Role.ADJUTANT, ""),
        others=[names[player.seat] for player in players if player.role == Role.ALLY],
        took=deal.took,
        made=deal.made,
        points=_points(players, search),
        is_imported=deal.is_imported,
        is_nap=not deal.trump,
        comments=comments,
    )


def _points(players: list[ArchivedPlayer], search: Search) -> int | None:
    for player in players:
        if player.user_id in search.members or (search.name and player.name == search.name):
            return player.points
    return None
