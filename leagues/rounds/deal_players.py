"""Who played the seats in the deals of a season's tables: owners, substitutes by name, bots."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from leagues.models import Offer, Round, Season

Kind = Literal["owner", "substitute", "bot"]


class DealPlayer(NamedTuple):
    kind: Kind
    name: str = ""
    """Empty for the owner."""


class DealPlayers:
    """Names those who came in for the owners of seats. Takes one query."""

    def __init__(self, offers: QuerySet[Offer]) -> None:
        taken = list(offers.filter(state=Offer.State.ACCEPTED).select_related("user"))
        names = {offer.pk: str(offer.user or _("former player")) for offer in taken}
        self.by_offer = names
        self.by_entry = {offer.entry_id: names[offer.pk] for offer in taken if offer.entry_id}

    def of_deal(self, deal: dict[str, Any], owners: Sequence[int | None]) -> list[DealPlayer]:
        """By seat, who had it when the deal ended, or the bot that played most of it for them.

        ``owners`` are the entries of the seats.
        """
        players = list(deal["players"] or owners)
        offers = list(deal.get("offers") or [None] * len(owners))
        for seat in deal.get("bots", ()):
            players[seat] = offers[seat] = None
        return [self._player(*each) for each in zip(players, owners, offers, strict=True)]

    def _player(self, player: int | None, owner: int | None, offer: int | None) -> DealPlayer:
        if offer in self.by_offer:
            return DealPlayer("substitute", self.by_offer[offer])
        if player is None:
            return DealPlayer("bot", _("Bot"))
        if player == owner:
            return DealPlayer("owner")
        return DealPlayer("substitute", self.by_entry.get(player, _("former player")))


def players_of_season(season: Season) -> DealPlayers:
    return DealPlayers(Offer.objects.filter(seat__table__round__season=season))


def players_of_round(round_: Round) -> DealPlayers:
    return DealPlayers(Offer.objects.filter(seat__table__round=round_))
