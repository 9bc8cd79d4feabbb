"""A captain's calls and plays by learned weights, and its bids in a sealed auction."""

from random import Random
from statistics import mean

import pytest

from napoleon.bots.captain import auction, policy
from napoleon.bots.captain.call import kind
from napoleon.bots.captain.card_features import CardReader
from napoleon.bots.captain.estimate import pictures
from napoleon.bots.captain.sealed_bids import best_count, least_pictures, rivals
from napoleon.bots.captain.weights import CARD_WEIGHTS
from napoleon.bots.corporal.card_choice import PlayJudgement
from napoleon.bots.corporal.deduction import study
from napoleon.engine import Bid, NapoleonRules, Play, card_name, parse_card, rules_from_json
from napoleon.engine.cards import card_set, cards_in
from napoleon.engine.napoleon_contract import pack_of
from napoleon.engine.rules import RuleSet
from napoleon.engine.view import deal_view
from tests.napoleon.bots.seats import says, trick
from tests.napoleon.engine.play import Table

HANDS = ["CT HK S3", "C9 D2 D3", "C5 D4 D5", "C4 D6 D7", "S4 S5 H2"]


def napoleon(preset: str, **options: object) -> NapoleonRules:
    rules: RuleSet = rules_from_json({"preset": preset, **options})
    assert isinstance(rules, NapoleonRules)
    return rules


def reader(table: Table) -> CardReader:
    rules = table.rules
    assert isinstance(rules, NapoleonRules)
    view = deal_view(table.state, table.turn)
    return CardReader(PlayJudgement(view, rules, study(view, rules)))


@pytest.mark.parametrize(
    ("preset", "hand", "corporal", "captain"),
    [
        ("leaflet", "SA HJ DJ HK HT H9 H4 D5 C6 C7", "JK", "HA"),
        ("gurunapo", "SA HK HT H9 H4 H3 D5 C6 C7 C8", "JK", "HJ"),
        ("gurunapo", "HJ HA HK HT H9 H4 D5 C6 C7 C8", "SA", "SA"),
    ],
)
def test_it_calls_what_helps_more_than_its_rank_says(preset: str, hand: str, corporal: str, captain: str) -> None:
    """Under `leaflet` a following joker never wins; the right jack also gives the adjutant a trump."""
    table = Table(preset, {0: hand})
    table.bids("13H pass pass pass pass")
    assert (says("corporal", table), says("captain", table)) == (corporal, captain)


def test_cards_are_called_by_their_kind_at_the_trump() -> None:
    rules, hearts = napoleon("gurunapo"), 2
    kinds = {name: kind(rules, hearts, parse_card(name)) for name in ("HJ", "DJ", "SJ", "HA", "DA")}
    assert kinds == {"HJ": "right jack", "DJ": "left jack", "SJ": "other", "HA": "trump ace", "DA": "side ace"}


def test_a_cards_features_depend_on_role_and_trick() -> None:
    leading, following = (reader(trick("gurunapo", "H", HANDS, led, t=8)) for led in ("", "CT C9 C5 C4"))
    assert (leading.situation, following.situation) == ("napoleon leads", "ally follows")
    seen = {
        card_name(option.card): dict(following.features(option))
        for option in following.deal.legal
        if isinstance(option, Play)
    }
    assert seen["H2"]["trump ruffs"] == 1
    assert seen["S4"]["discards from 2 with trumps"] == 1
    assert seen["H2"]["won"] > seen["S4"]["won"]


@pytest.mark.parametrize(("gain", "card"), [(0.1, "usual"), (0.2, "other")])
def test_it_departs_from_the_corporals_card_only_for_a_clear_gain(
    monkeypatch: pytest.MonkeyPatch, gain: float, card: str
) -> None:
    table = trick("gurunapo", "H", HANDS, "CT C9 C5 C4", t=8)
    rules = table.rules
    assert isinstance(rules, NapoleonRules)
    view = deal_view(table.state, table.turn)
    assert says("corporal", table) == "H2"
    monkeypatch.setitem(CARD_WEIGHTS, "ally follows", {"discards from 2": gain})
    assert ("usual" if card_name(policy.play(view, rules, 1).card) == "H2" else "other") == card


def test_half_of_all_hands_are_bid_in_a_sealed_auction_of_five() -> None:
    """If one seat never bids, the other four all pass on one deal in sixteen."""
    rules, rng = napoleon("gurunapo", auction="sealed", min_bid=20), Random(7)
    cards = cards_in(pack_of(rules))
    hands = [card_set(rng.sample(cards, 10)) for _ in range(200)]
    worths = [max(pictures(rules, hand, trump) for trump in range(4)) for hand in hands]
    bid = sum(worth >= least_pictures(rules) for worth in worths)
    assert 80 <= bid <= 120


@pytest.mark.parametrize(
    ("others", "count"),
    [([None], 12), ([12, 12, 12], 13), ([12, 13, 14], 14), ([16, 16, 16], None), ([None, 12, 16], 13)],
)
def test_a_sealed_bid_depends_on_the_expected_bids_of_others(others: list[int | None], count: int | None) -> None:
    """Higher counts promise less. If another seat becomes Napoleon, the captain scores one point."""
    worths = {12: 3.0, 13: 2.9, 14: 2.4, 15: 0.9, 16: 0.2}
    bids = [None if count is None else Bid(1, 0, count, 0) for count in others]
    assert best_count(worths, bids, lambda _: 1.0) == count


def test_caution_grows_with_what_is_at_stake() -> None:
    """A contract of 14 makes or loses 4 points, or 14 where the bid counts."""
    share = auction.caution(napoleon("gurunapo"), 14) / 4
    assert auction.caution(napoleon("leaflet"), 14) == 4 * share
    assert auction.caution(napoleon("gurunapo", scoring="bid_value"), 14) == 14 * share


def test_the_holder_of_the_best_cards_expects_lower_bids_from_others() -> None:
    rules = napoleon("gurunapo", auction="sealed")
    hands = ("SA JK SJ CJ DA HJ HA DJ CA SK", "S4 S5 C4 C5 D4 D5 H4 H5 H6 D6")
    highest = [
        mean(bid.count for bid in rivals(rules, card_set(map(parse_card, hand.split()))) if bid) for hand in hands
    ]
    assert highest[0] < highest[1] - 0.5
