"""What a bot saw in its hand, told after the deal."""

from typing import Any

import pytest

from napoleon.bots.bid_reasons import BidReason, bid_reason
from napoleon.engine import Bid, BidNap, EndedView, Pass, card_set, parse_card, rules_from_json

HAND = card_set(parse_card(card) for card in ["SA", "HJ", "DJ", "JK", "HA", "H9", "H4", "CA", "C7", "D5"])


def ended(contract: Any, hand: int = HAND, auction: tuple[Any, ...] = (), **fields: Any) -> EndedView:
    """A deal that seat 1 won with this hand."""
    hands = (0, hand, 0, 0, 0)
    shown = {"number": 1, "dealer": 0, "passed_out": False, "auction": auction, "declarer": 1, "contract": contract}
    return EndedView(**{**shown, "hands": hands, **fields})


def why(level: str, deal: EndedView, preset: str = "gurunapo") -> BidReason:
    reason = bid_reason(level, rules_from_json({"preset": preset}), deal)
    assert reason is not None
    return reason


def test_strong_cards_are_counted_apart_from_trumps() -> None:
    reason = why("captain", ended(Bid(1, 1, 14, 2)))
    assert (reason.trumps, reason.specials, reason.aces) == (3, ("mighty", "joker", "right_jack", "left_jack"), 1)
    assert reason.pictures is not None
    assert 14 <= reason.pictures <= 20


def test_without_trump_no_jack_and_no_suit_counts() -> None:
    reason = why("captain", ended(Bid(1, 1, 14, 4)))
    assert (reason.trumps, reason.specials, reason.aces) == (0, ("mighty", "joker"), 2)


def test_at_spades_the_ace_of_diamonds_may_be_the_mighty() -> None:
    hand = card_set(parse_card(card) for card in ["DA", "SA", "SK", "SQ", "H9", "H4", "CA", "C7", "D5", "D6"])
    reason = why("captain", ended(Bid(1, 1, 14, 3), hand), "mighty")
    assert (reason.trumps, reason.specials, reason.aces) == (3, ("mighty",), 1)
    reason = why("captain", ended(Bid(1, 1, 14, 3), hand & ~card_set(["DA"])), "mighty")
    assert (reason.trumps, reason.specials, reason.aces) == (3, (), 1)


def test_a_recruit_expects_no_number() -> None:
    assert why("recruit", ended(Bid(1, 1, 14, 2))).pictures is None
    assert why("corporal", ended(Bid(1, 1, 14, 2))).pictures is not None


@pytest.mark.parametrize(("passes", "has_to"), [(3, True), (1, False)])
def test_who_bids_last_on_a_weak_hand_saves_the_deal(passes: int, has_to: bool) -> None:
    weak = card_set(parse_card(card) for card in ["S3", "S4", "H3", "H4", "D5", "D6", "C4", "C5", "C7", "S8"])
    bid = Bid(1, 1, 16, 2)
    auction = (*(Pass(1, seat) for seat in range(passes)), bid)
    assert why("captain", ended(bid, weak, auction)).is_last_hope is has_to
    assert not why("captain", ended(bid._replace(count=11), HAND, auction)).is_last_hope


def test_nap_counts_how_often_the_bid_is_made() -> None:
    hand = card_set(parse_card(card) for card in ["HA", "HK", "HQ", "H2", "SA"])
    reason = why("captain", ended(BidNap(1, 1, "three"), hand), "nap")
    assert (reason.trumps, reason.aces) == (4, 2)
    assert reason.percent is not None
    assert reason.percent >= 50
    assert why("recruit", ended(BidNap(1, 1, "three"), hand), "nap").percent is None


def test_nothing_is_told_of_a_hand_that_the_reader_may_not_see() -> None:
    rules = rules_from_json({"preset": "gurunapo"})
    assert bid_reason("captain", rules, ended(Bid(1, 1, 14, 2), hands=None)) is None
