"""The moments of a deal that its table celebrates: each is told once, as soon as the reader may know it.

They come from views alone, so that no effect and no sound tells what the reader may not know.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from django.utils.translation import gettext as _

from games.presentation.reader import Reader
from napoleon.engine import Bid, BidNap, DealView, EndedView
from napoleon.engine.cards import HEART_QUEEN, PICTURES, Card, card_set
from napoleon.engine.deal import CALL_LED, Led
from napoleon.engine.nap import NEEDED
from napoleon.engine.napoleon_ranking import mighty_of
from napoleon.engine.rules import NapoleonRules

Kind: TypeAlias = Literal["called", "adjutant", "yoromeki", "joker_called", "made"]


@dataclass(frozen=True, slots=True)
class Moment:
    kind: Kind
    key: str
    """Of its kind in its deal; a browser that has shown it does not repeat it."""
    words: str


@dataclass(frozen=True, slots=True)
class Fall:
    """A card that was played: ``at`` counts the cards of the deal from 0."""

    at: int
    seat: int
    card: Card


def moments(reader: Reader, deal: DealView, shown: int | None) -> list[Moment]:
    """The moments of an open deal; those of cards if they come after the first ``shown`` cards."""
    rules = reader.view.rules
    has_called = deal.called is not None or deal.called_who is not None
    if not isinstance(rules, NapoleonRules) or not has_called or deal.trump is None:
        return []
    told = _of_cards(reader, deal, mighty_of(rules, deal.trump))
    found = [(kind, words) for at, kind, words in told if shown is not None and at >= shown]
    if deal.am_adjutant and deal.hand.bit_count() >= rules.hand_size:
        found.insert(0, ("called", _("You are the adjutant")))
    return [_moment(deal, kind, words) for kind, words in found]


def last_moment(reader: Reader, deal: EndedView, shown: int | None) -> list[Moment]:
    """Whether the contract was made by the last card of the deal, and the reader has not seen that card."""
    if shown is None or shown >= len(deal.tricks) * reader.players or not _hung_on_the_last_trick(reader, deal):
        return []
    return [_moment(deal, "made", _("Made by the last card"))]


def _moment(deal: DealView | EndedView, kind: Kind, words: str) -> Moment:
    return Moment(kind, f"{deal.number}-{kind}", words)


def _of_cards(reader: Reader, deal: DealView, mighty: Card) -> Iterator[tuple[int, Kind, str]]:
    """Each moment with the card at which it came."""
    if deal.called_who == "first_trick" and deal.tricks:
        yield reader.players - 1, "adjutant", _adjutant(reader, deal, deal.tricks[0].winner)
    for plays, led, is_yoromeki in _tricks(deal, reader.players):
        if led >= CALL_LED:
            yield plays[0].at, "joker_called", _("The joker is called")
        for fall in plays:
            if fall.card == deal.called:
                yield fall.at, "adjutant", _adjutant(reader, deal, fall.seat)
        if is_yoromeki:
            at = max(fall.at for fall in plays if fall.card in (mighty, HEART_QUEEN))
            yield at, "yoromeki", _("Yoromeki")


def _adjutant(reader: Reader, deal: DealView, seat: int) -> str:
    if seat == deal.declarer:
        return _("Napoleon plays alone.")
    if reader.is_you(seat):
        return _("You are the adjutant")
    return _("%(name)s is the adjutant") % {"name": reader.names[seat]}


def _tricks(deal: DealView, players: int) -> Iterator[tuple[list[Fall], Led, bool]]:
    """The plays of each trick, how it was led, and whether yoromeki wins it."""
    tricks = [(list(zip(trick.seats(), trick.cards, strict=True)), trick.led, trick.why) for trick in deal.tricks]
    if deal.trick and deal.winning_why is not None and deal.led is not None:
        tricks.append((list(deal.trick), deal.led, deal.winning_why))
    for number, (plays, led, why) in enumerate(tricks):
        falls = [Fall(number * players + turn, seat, card) for turn, (seat, card) in enumerate(plays)]
        yield falls, led, why == "yoromeki"


def _hung_on_the_last_trick(reader: Reader, deal: EndedView) -> bool:
    if not deal.made or deal.side_took is None or len(deal.tricks) < reader.view.rules.hand_size:
        return False
    last = deal.tricks[-1]
    if last.winner not in (deal.declarer, deal.adjutant):
        return False
    if isinstance(deal.contract, Bid):
        return deal.side_took - (card_set(last.cards) & PICTURES).bit_count() < deal.contract.count
    return (
        isinstance(deal.contract, BidNap)
        and deal.contract.bid != "misere"
        and deal.side_took == NEEDED[deal.contract.bid]
    )
