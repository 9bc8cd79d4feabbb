"""Hands that the others may hold at Nap, drawn from the evidence of the auction and the cards."""

from typing import Any

import pytest

from napoleon.bots.captain.nap_hands import Evidence, EvidenceOfPlay, HandSampler
from napoleon.engine import DealView, NapRules, card_set
from napoleon.engine.nap import PACKS
from napoleon.engine.view import deal_view
from napoleon.inference.nap_worlds import excluded_cards
from tests.napoleon.bots.nap_deals import TABLES, auctions, cards_played, first_lead, nap
from tests.napoleon.engine.play import Table


@pytest.mark.parametrize("options", TABLES)
def test_drawn_hands_are_consistent_with_the_seats_view(options: dict[str, Any]) -> None:
    rules = nap(**options)
    for number in range(6):
        last = cards_played(first_lead(rules, number), 2 * rules.players + number)
        view = deal_view(last, last.turn)
        may_hold(view, rules, EvidenceOfPlay(view, rules))


@pytest.mark.parametrize("options", TABLES)
def test_hands_can_be_drawn_during_the_auction(options: dict[str, Any]) -> None:
    rules = nap(**options)
    for auction in auctions(rules, 6):
        view = deal_view(auction, auction.turn)
        may_hold(view, rules, Evidence(view, rules))


def may_hold(view: DealView, rules: NapRules, evidence: Evidence) -> None:
    """Some hands are drawn, and each is consistent with what the seat sees."""
    excluded, [me] = excluded_cards(view, rules), view.to_act
    deals = HandSampler(evidence, view, 1).deals(10)
    assert deals
    for hands, weight in deals:
        assert weight > 0.0
        assert hands[me] == view.hand
        assert tuple(hand.bit_count() for hand in hands) == view.hand_sizes
        rest = PACKS[rules.deck] & ~view.seen | view.hand
        for hand, lacking in zip(hands, excluded, strict=True):
            assert hand & rest == hand
            assert not hand & lacking or hand == view.hand
            rest &= ~hand


def test_a_hand_that_a_corporal_would_bid_and_play_otherwise_is_less_likely() -> None:
    table = Table("nap", {0: "SA SK SQ H2 H3"})
    table.bids("three pass pass pass")
    table.plays("SA")
    assert isinstance(table.rules, NapRules)
    evidence = EvidenceOfPlay(deal_view(table.state, 1), table.rules)
    true, weak, of_hearts = (
        evidence.likelihood(0, card_set(hand.split())) for hand in ("SK SQ H2 H3", "C6 D6 H6 HT", "HA HK HQ HJ")
    )
    assert true == 1.0
    assert weak < true
    assert of_hearts < true


def test_a_hand_that_a_corporal_would_not_have_passed_is_less_likely() -> None:
    table = Table("nap", {})
    table.bids("pass")
    assert isinstance(table.rules, NapRules)
    evidence = Evidence(deal_view(table.state, 1), table.rules)
    weak, strong = (evidence.likelihood(0, card_set(hand.split())) for hand in ("S9 S4 H9 D6 CT", "SA SK SQ SJ ST"))
    assert weak == 1.0 > strong
    assert evidence.likelihood(2, card_set(["SA", "SK", "SQ", "SJ", "ST"])) == 1.0
