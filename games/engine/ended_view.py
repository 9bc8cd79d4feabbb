"""What a reader may see of a deal that has ended."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Card, CardSet
from .events import Bid, BidNap
from .knowledge import AnyTrick, Said, bid_of, known_discards, tricks_won
from .match import End
from .nap import NapPassedOut, NapResult
from .napoleon import NapoleonResult, PassedOut
from .rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedView:
    """A deal that has ended, as a seat may look back on it."""

    number: int
    dealer: int
    passed_out: bool
    auction: tuple[Said, ...]
    declarer: int | None = None
    contract: Bid | BidNap | None = None
    called: Card | None = None
    adjutant: int | None = None
    tricks: tuple[AnyTrick, ...] = ()
    pictures: tuple[int, ...] = ()
    side_pictures: int | None = None
    tricks_won: tuple[int, ...] = ()
    made: bool | None = None
    scores: tuple[int, ...] = ()
    hands: tuple[CardSet, ...] | None = None
    """The hands as dealt, where the reader may see them (docs/rules-engine.md, "What is seen when")."""
    widow: CardSet | None = None
    discards: CardSet | None = None


def ended_view(rules: Rules, end: End, over: bool, seat: int | None) -> EndedView:
    """A deal that has ended. Its hands open to its players at once and to all when the match is over,

    but a passed-out deal's, and under ``no_shuffle`` any deal's, not before: they would tell of what is
    still to be played.
    """
    if isinstance(end, (PassedOut, NapPassedOut)):
        return EndedView(
            number=end.deal.number,
            dealer=end.deal.dealer,
            passed_out=True,
            auction=end.auction,
            hands=end.deal.hands if over else None,
            widow=end.deal.widow if over and isinstance(end, PassedOut) else None,
        )
    if isinstance(end, NapoleonResult):
        return _ended_napoleon(end, over or seat is not None)
    gathered = getattr(rules, "no_shuffle", False)
    return _ended_nap(end, over or (seat is not None and not gathered))


def _ended_napoleon(end: NapoleonResult, is_open: bool) -> EndedView:
    contract = end.deal
    return EndedView(
        number=contract.number,
        dealer=contract.deal.dealer,
        passed_out=False,
        auction=contract.auction,
        declarer=contract.napoleon,
        contract=bid_of(contract),
        called=contract.called,
        adjutant=contract.adjutant,
        tricks=end.tricks,
        pictures=end.pictures,
        side_pictures=end.outcome.side_pictures,
        tricks_won=tricks_won(end.tricks, len(end.pictures)),
        made=end.outcome.made,
        scores=end.outcome.scores,
        hands=contract.deal.hands if is_open else None,
        widow=contract.deal.widow if is_open else None,
        discards=contract.discards if is_open else known_discards(contract, None),
    )


def _ended_nap(end: NapResult, is_open: bool) -> EndedView:
    contract = end.deal
    return EndedView(
        number=contract.number,
        dealer=contract.deal.dealer,
        passed_out=False,
        auction=contract.auction,
        declarer=contract.declarer,
        contract=BidNap(contract.number, contract.declarer, contract.bid),
        tricks=end.tricks,
        tricks_won=end.tricks_won,
        made=end.made,
        scores=end.scores,
        hands=contract.deal.hands if is_open else None,
    )
