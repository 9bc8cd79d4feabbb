"""The results of a search for the templates."""

from dataclasses import dataclass

from django.urls import reverse

from games.archive.search import ArchiveSearch, names_of
from games.models import ArchivedDeal, ArchivedPlayer
from games.presentation.auction import CALLED_WHO
from games.presentation.cards import BidWord, Face, label, nap_bid_word
from games.presentation.option_texts import PRESETS
from games.presentation.table_titles import title

Role = ArchivedPlayer.Role


@dataclass(frozen=True, slots=True, kw_only=True)
class DealListing:
    deal: ArchivedDeal
    url: str
    title: str
    rules: str
    bid: BidWord
    called: Face | None
    called_who: str
    napoleon: str
    adjutant: str
    others: list[str]
    points: int | None
    """The points of the player searched for."""
    comments: int


def deal_listing(deal: ArchivedDeal, search: ArchiveSearch, comments: int) -> DealListing:
    names, players = names_of(deal), list(deal.players.all())
    role = {player.role: names[player.seat] for player in players if player.role != Role.ALLY}
    is_nap = not deal.trump
    return DealListing(
        deal=deal,
        url=f"{reverse('games:review', args=[deal.game.slug])}?deal={deal.number}",
        title=title(deal.game),
        rules=str(PRESETS[deal.preset].name),
        bid=BidWord(word=nap_bid_word(deal.bid)) if is_nap else BidWord(int(deal.bid), deal.trump),
        called=Face(deal.called, label(deal.called)) if deal.called else None,
        called_who=str(CALLED_WHO[deal.called_who]) if deal.called_who else "",
        napoleon=role.get(Role.NAPOLEON, ""),
        adjutant=role.get(Role.ADJUTANT, ""),
        others=[names[player.seat] for player in players if player.role == Role.ALLY],
        points=_points(players, search),
        comments=comments,
    )


def _points(players: list[ArchivedPlayer], search: ArchiveSearch) -> int | None:
    for player in players:
        if player.user_id in search.members or (search.name and player.name == search.name):
            return player.points
    return None
