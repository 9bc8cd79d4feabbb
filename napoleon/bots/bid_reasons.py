"""What a bot saw in its hand when it bid, for those who may see the hand now that the deal is over."""

from dataclasses import dataclass
from typing import Final

from napoleon.engine import Bid, BidNap, EndedView, NapoleonRules, NapRules, Pass, Rules
from napoleon.engine.cards import JOKERS, NO_TRUMP, SUIT_SETS, CardSet, one_of_each
from napoleon.engine.deal import Mark
from napoleon.engine.napoleon_ranking import ranking

from .captain.estimate import pictures
from .corporal.contract_choices import estimate
from .corporal.nap_choices import prospects
from .view_reading import is_last_hope

_ACES: Final = one_of_each("A")
_ESTIMATES: Final = {"captain": pictures, "corporal": estimate}


@dataclass(frozen=True, slots=True, kw_only=True)
class BidReason:
    """What spoke for a bid."""

    trumps: int = 0
    """Without the special ones. At Nap the longest suit."""
    specials: tuple[Mark, ...] = ()
    aces: int = 0
    """In other suits, but not the mighty. At Nap all aces."""
    pictures: int | None = None
    """How many the bot expected with the widow and an adjutant; None: bots of its level do not count so far."""
    percent: int | None = None
    """How often the bot expected to make such a bid at Nap."""
    is_last_hope: bool = False
    """Whether it bid more than it expected, since else the deal would have been dealt again."""


def bid_reason(level: str, rules: Rules, deal: EndedView) -> BidReason | None:
    """Why the declarer, a bot of that level, bid; None where the reader may not see the hand."""
    if deal.hands is None or deal.declarer is None:
        return None
    hand, bid = deal.hands[deal.declarer], deal.contract
    if isinstance(rules, NapoleonRules) and isinstance(bid, Bid):
        return _at_napoleon(level, rules, hand, bid, deal)
    if isinstance(rules, NapRules) and isinstance(bid, BidNap):
        chance = prospects(rules, hand)[bid.bid]
        return BidReason(
            trumps=max((hand & suit).bit_count() for suit in SUIT_SETS),
            aces=(hand & _ACES).bit_count(),
            percent=5 * round(20 * chance) if level in _ESTIMATES else None,
        )
    return None


def _at_napoleon(level: str, rules: NapoleonRules, hand: CardSet, bid: Bid, deal: EndedView) -> BidReason:
    rank, counted = ranking(rules, bid.trump), _ESTIMATES.get(level)
    trumps = 0 if bid.trump == NO_TRUMP else hand & SUIT_SETS[bid.trump] & ~rank.powers
    kinds: dict[Mark, CardSet] = {"mighty": 1 << rank.mighty, "joker": JOKERS}
    if bid.trump != NO_TRUMP:
        kinds |= {"right_jack": 1 << rank.right_jack, "left_jack": 1 << rank.left_jack}
    expected = None if counted is None else round(counted(rules, hand, bid.trump))
    return BidReason(
        trumps=trumps.bit_count(),
        specials=tuple(kind for kind, cards in kinds.items() if hand & cards),
        aces=(hand & _ACES & ~trumps & ~(1 << rank.mighty)).bit_count(),
        pictures=expected,
        is_last_hope=expected is not None and expected < bid.count and _is_last_hope(deal, rules),
    )


def _is_last_hope(deal: EndedView, rules: NapoleonRules) -> bool:
    """Whether all before it had passed, and at most one more was to speak."""
    heard = next((number for number, said in enumerate(deal.auction) if not isinstance(said, Pass)), 0)
    return is_last_hope(rules, heard, None) and deal.auction[heard] == deal.contract
