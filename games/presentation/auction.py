"""The auction of a deal, and the contract that came of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.presentation.cards import BidWord, Face, bid_word, face, faces, suit_letter
from games.presentation.reader import Reader
from napoleon.engine import DealView, EndedView, Pass
from napoleon.engine.cards import NO_TRUMP
from napoleon.engine.deal import Declaration
from napoleon.engine.events import CallWho
from napoleon.engine.rules import NapRules

CALLED_WHO: Final[dict[str, Promise]] = {
    "nobody": pgettext_lazy("called as adjutant", "nobody"),
    "first_trick": pgettext_lazy("called as adjutant", "the winner of the first trick"),
}
"""Whom Napoleon called in place of a card."""


_CALLED_BRIEFLY: Final[dict[str, Promise]] = {
    "nobody": CALLED_WHO["nobody"],
    "first_trick": pgettext_lazy("called as adjutant", "first trick"),
}


def called_word(who: CallWho | None) -> str:
    """Whom Napoleon called in place of a card; empty for a card."""
    return "" if who is None else str(CALLED_WHO[who])


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractLine:
    """The contract and its declarer; during the auction, the best bid so far."""

    title: str
    is_settled: bool
    bid: BidWord | None = None
    raised_from: BidWord | None = None
    """What Napoleon had bid before a raise."""
    best: str = ""
    called: Face | None = None
    called_who: str = ""
    called_briefly: str = ""
    """The same in short: on phones the line has little room."""
    """Who was called in place of a card."""
    trump: str = ""
    roles: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class AuctionCell:
    """A cell in the table of rounds: a bid, a pass, the player to act, or nothing yet."""

    bid: BidWord | None = None
    is_pass: bool = False
    is_best: bool = False
    is_now: bool = False


@dataclass(frozen=True, slots=True)
class AuctionRounds:
    names: list[str]
    short_names: list[str]
    rounds: list[list[AuctionCell]]


@dataclass(frozen=True, slots=True)
class SealedDeclaration:
    """A player in a sealed auction."""

    name: str
    has_declared: bool
    is_me: bool
    bid: BidWord | None = None
    """Only the reader's own."""
    has_passed: bool = False


def is_bidding(deal: DealView) -> bool:
    return deal.phase in ("bidding", "sealed_bidding", "must_bid")


def widow_on_the_table(deal: DealView) -> list[Face]:
    """The widow, as far as the reader sees it beside the auction and the exchange."""
    return faces(deal.widow) if is_bidding(deal) or deal.phase == "exchanging" else []


def auction_rounds(reader: Reader, deal: DealView) -> AuctionRounds:
    """Return a column for each seat, from the first to call, and a row for each round."""
    said = deal.auction
    first = said[0].seat if said else deal.to_act[0]
    columns = [(first + place) % reader.players for place in range(reader.players)]
    fields: list[tuple[int, AuctionCell]] = [(call.seat, _call(call, deal)) for call in said]
    if deal.phase in ("bidding", "must_bid"):
        fields.append((deal.to_act[0], AuctionCell(is_now=True)))
    rounds: list[list[AuctionCell]] = []
    last = reader.players
    for seat, call in fields:
        column = columns.index(seat)
        if column <= last:
            rounds.append([AuctionCell()] * reader.players)
        rounds[-1][column] = call
        last = column
    names = [reader.label(seat) for seat in columns]
    return AuctionRounds(names, [reader.short_label(seat) for seat in columns], rounds)


def _call(said: Declaration, deal: DealView) -> AuctionCell:
    if isinstance(said, Pass):
        return AuctionCell(is_pass=True)
    return AuctionCell(bid=bid_word(said), is_best=said == deal.high)


def declarations(reader: Reader, deal: DealView) -> list[SealedDeclaration]:
    """Return who has declared in a sealed auction, and the reader's own declaration."""
    mine = deal.my_declaration
    return [
        SealedDeclaration(
            name=reader.label(seat),
            has_declared=seat not in deal.to_act,
            is_me=seat == reader.me,
            bid=bid_word(mine) if seat == reader.me and mine and not isinstance(mine, Pass) else None,
            has_passed=seat == reader.me and isinstance(mine, Pass),
        )
        for seat in reader.around()
    ]


def auction_calls(reader: Reader, deal: DealView | EndedView) -> Sequence[tuple[str, BidWord | None]]:
    """Return all calls in order; None is a pass."""
    return [(reader.label(call.seat), None if isinstance(call, Pass) else bid_word(call)) for call in deal.auction]


def contract_line(reader: Reader, deal: DealView) -> ContractLine:
    """Return the line about the contract, or about the auction before it."""
    if deal.contract is None or deal.declarer is None:
        sealed = deal.phase == "sealed_bidding"
        return ContractLine(
            title=_("Sealed auction") if sealed else _("Auction"),
            is_settled=False,
            bid=bid_word(deal.high) if deal.high else None,
            best=reader.label(deal.high.seat) if deal.high else "",
        )
    name = reader.names[deal.declarer]
    nap = isinstance(reader.view.rules, NapRules)
    mine = _("You are the declarer") if nap else _("You are Napoleon")
    return ContractLine(
        title=mine if deal.declarer == reader.me else name,
        is_settled=True,
        bid=bid_word(deal.contract),
        raised_from=bid_word(deal.raised_from) if deal.raised_from else None,
        called=face(deal.called) if deal.called is not None else None,
        called_who=called_word(deal.called_who),
        called_briefly=str(_CALLED_BRIEFLY[deal.called_who]) if deal.called_who else "",
        trump=suit_letter(deal.trump) if nap and deal.trump != NO_TRUMP else "",
        roles=_roles(reader, deal),
    )


def _roles(reader: Reader, deal: DealView) -> list[str]:
    """Say what the reader knows about Napoleon's adjutant."""
    if deal.am_adjutant:
        return [_("You are the adjutant")]
    if deal.adjutant is not None:
        return [_("%(name)s is the adjutant") % {"name": reader.names[deal.adjutant]}]
    if deal.alone:
        return [_("you play alone") if deal.declarer == reader.me else _("plays alone")]
    return []
