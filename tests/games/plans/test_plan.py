"""Plans, held against positions as their maker sees them (product.md 5)."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.plans.plan import (
    BidPlan,
    CardPlan,
    Dropped,
    Fits,
    NapBidPlan,
    PassPlan,
    Plan,
    PlanError,
    Waits,
    decide,
    forced_play,
    is_spent,
    partners,
    plan_from_json,
    plan_to_json,
    try_plan,
)
from napoleon.engine import Bid, BidNap, DealView, Pass, Play, Rules, parse_card
from napoleon.engine.cards import JOKER, parse_suit
from tests.napoleon.engine.play import Table

HEARTS, CLUBS, SPADES = parse_suit("H"), parse_suit("C"), parse_suit("S")
H7, HJ, SA, D3 = (parse_card(name) for name in ("H7", "HJ", "SA", "D3"))


def auction(bids: str = "") -> Table:
    table = Table("booklet")
    table.bids(bids)
    return table


def playing(*, hand: str, trick: str = "", called: str = "SK") -> Table:
    """Seat 0 declares spades and leads; seat 1 holds the hand and is to act after the trick's cards."""
    table = Table("booklet", {0: trick, 1: hand} | ({} if called in hand else {2: called}))
    table.bids("14S pass pass pass pass")
    table.takes_up_the_play(called)
    table.plays(trick)
    return table


def what(plan: Plan, table: Table) -> Any:
    return try_plan(plan, table.seen_by(table.turn))


# --- The auction ---


def test_a_pass_is_passed_whatever_was_bid() -> None:
    assert what(PassPlan(), auction()) == Fits(Pass(1, 0))
    assert what(PassPlan(), auction("14H")) == Fits(Pass(1, 1))


@pytest.mark.parametrize(
    ("bids", "outcome"),
    [("", Waits()), ("13S", Waits()), ("14C", Waits()), ("14H", Fits(Pass(1, 1))), ("15C", Fits(Pass(1, 1)))],
)
def test_a_pass_unless_the_best_bid_is_below_14_hearts(bids: str, outcome: Any) -> None:
    assert what(PassPlan(14, HEARTS), auction(bids)) == outcome


def test_a_pass_unless_below_a_count_alone() -> None:
    assert what(PassPlan(14), auction("14C")) == Fits(Pass(1, 1))
    assert what(PassPlan(14), auction("13S")) == Waits()


def test_where_counts_alone_are_compared_no_bid_of_the_count_is_below() -> None:
    table = Table("booklet", bid_order="count_only")
    table.bids("14C")
    assert what(PassPlan(14, HEARTS), table) == Fits(Pass(1, 1))
    assert what(PassPlan(15, HEARTS), table) == Waits()


def test_a_pass_is_dropped_when_the_auction_is_over() -> None:
    assert what(PassPlan(), playing(hand="H7 H9", trick="H3")) == Dropped("past")


@pytest.mark.parametrize(
    ("bids", "outcome"),
    [
        ("", Fits(Bid(1, 0, 13, SPADES))),
        ("12S", Fits(Bid(1, 1, 13, SPADES))),
        ("12S pass", Fits(Bid(1, 2, 13, SPADES))),
        ("13C", Dropped("outbid")),
    ],
)
def test_a_bid_unless_somebody_bids_more_than_12(bids: str, outcome: Any) -> None:
    assert what(BidPlan(13, SPADES, most=12), auction(bids)) == outcome


def test_a_bid_without_a_limit_is_made_while_the_rules_allow_it() -> None:
    assert what(BidPlan(13, SPADES), auction("13C")) == Fits(Bid(1, 1, 13, SPADES))
    assert what(BidPlan(13, CLUBS), auction("13H")) == Dropped("not_allowed")
    assert what(BidPlan(13, CLUBS), auction("14C")) == Dropped("outbid")


def test_a_bid_is_spent_when_it_is_outbid_and_when_the_auction_is_over() -> None:
    assert is_spent(BidPlan(13, SPADES, most=12), auction("13C").seen_by(3))
    assert not is_spent(BidPlan(13, SPADES), auction("13C").seen_by(3))
    assert is_spent(BidPlan(19, SPADES), playing(hand="H7", trick="H3").seen_by(1))


def test_bids_of_nap_are_made_over_lower_ones() -> None:
    table = Table("nap")
    assert what(NapBidPlan("three"), table) == Fits(BidNap(1, table.turn, "three"))
    table.tell({"type": "bid", "deal": 1, "seat": table.turn, "bid": "misere"})
    assert what(NapBidPlan("four"), table) == Fits(BidNap(1, table.turn, "four"))
    assert what(NapBidPlan("three"), table) == Dropped("outbid")
    assert what(NapBidPlan("wellington"), table) == Dropped("not_allowed")


def test_a_card_waits_for_the_play() -> None:
    assert what(CardPlan(H7), auction()) == Waits()


# --- Named cards ---


def test_a_queued_card_is_played_when_the_turn_comes() -> None:
    table = playing(hand="H7 H9", trick="H3")
    assert what(CardPlan(H7), table) == Fits(Play(1, 1, H7, None))


def test_a_card_that_is_not_held_is_dropped() -> None:
    assert what(CardPlan(SA), playing(hand="H7 H9", trick="H3")) == Dropped("gone")


def test_a_card_that_may_not_be_played_is_dropped() -> None:
    assert what(CardPlan(D3), playing(hand="H7 H9 D3", trick="H3")) == Dropped("not_allowed")


def test_a_card_for_another_suit_waits() -> None:
    table = playing(hand="H7 D3", trick="H3")
    assert what(CardPlan(H7, led=CLUBS), table) == Waits()
    assert what(CardPlan(H7, led=HEARTS), table) == Fits(Play(1, 1, H7, None))


def test_a_card_is_stopped_by_a_card_or_a_picture_in_the_trick() -> None:
    table = playing(hand="H7 D3", trick="HJ")
    assert what(CardPlan(H7, stop_card=HJ), table) == Dropped("stopped")
    assert what(CardPlan(H7, stop_pictures=True), table) == Dropped("stopped")
    assert what(CardPlan(H7, stop_card=SA), table) == Fits(Play(1, 1, H7, None))


# --- The lowest and the highest ---


def test_the_lowest_and_the_highest_of_the_led_suit() -> None:
    table = playing(hand="H7 H9 HT HQ D3 D4 D5 D6 D7 D8", trick="H3")
    assert what(CardPlan("lowest", led=HEARTS), table) == Fits(Play(1, 1, H7, None))
    assert what(CardPlan("highest"), table) == Fits(Play(1, 1, parse_card("HT"), None))


def test_it_is_dropped_when_the_suit_is_not_held() -> None:
    table = playing(hand="D3 D4 D5 D6 D7 D8 D9 C7 C8 C9", trick="H3")
    assert what(CardPlan("lowest"), table) == Dropped("void")


def test_it_never_spends_a_special_card() -> None:
    table = playing(hand="SA D3 D4 D5 D6 D7 D8 D9 C7 C8", trick="S3")
    assert what(CardPlan("lowest"), table) == Dropped("special")


def test_it_waits_while_its_maker_leads() -> None:
    table = playing(hand="H7")
    assert what(CardPlan("highest"), table) == Waits()


# --- Partners ---


def test_the_adjutant_knows_their_partner_and_the_others_do_not() -> None:
    table = playing(hand="SK H7 H9", trick="H3", called="SK")
    assert partners(table.seen_by(1)) == {0}
    assert what(CardPlan(H7, by_partner=True), table) == Fits(Play(1, 1, H7, None))
    other = playing(hand="H7 H9", trick="H3")
    assert partners(other.seen_by(1)) == frozenset()
    assert what(CardPlan(H7, by_partner=True), other) == Waits()


def test_at_nap_everybody_plays_against_the_declarer() -> None:
    table = Table("nap", {0: "H2 D3", 1: "H3 S2", 2: "H7 D4"}, players=3)
    table.bids("pass two pass")
    table.plays("H3")
    assert what(CardPlan(H7, by_partner=True), table) == Waits()
    table.plays("H7 H2 D4")
    assert partners(table.seen_by(0)) == {2}
    assert what(CardPlan(D3, by_partner=True), table) == Fits(Play(1, 0, D3, None))


# --- Several, and forced cards ---


def test_the_first_that_fits_is_carried_out_and_what_cannot_be_goes() -> None:
    table = playing(hand="H7 H9", trick="H3")
    plans = [CardPlan(SA), CardPlan(H7, led=CLUBS), CardPlan(H7), CardPlan("highest")]
    seen = decide(plans, table.seen_by(1), table.rules, plays_forced=False)
    assert (seen.command, seen.used, seen.dropped) == (Play(1, 1, H7, None), 2, ((0, "gone"),))


def test_a_forced_card_is_played_for_who_wishes_it() -> None:
    table = playing(hand="H7 D3 D4 D5 D6 D7 D8 D9 C7 C8", trick="H3")
    view = table.seen_by(1)
    assert forced_play(view, table.rules) == Play(1, 1, H7, None)
    assert decide([], view, table.rules, plays_forced=True).command == Play(1, 1, H7, None)
    assert decide([], view, table.rules, plays_forced=False).command is None


def test_what_leaves_a_choice_is_not_forced() -> None:
    table = playing(hand="H7 H9", trick="H3")
    assert forced_play(table.seen_by(1), table.rules) is None


def joker_as_last_card(**options: Any) -> tuple[DealView, Rules]:
    """Seat 0 has only the joker left, and leads."""
    table = Table("gurunapo", {0: "JK"}, **options)
    table.bids("12H pass pass pass pass")
    table.takes_up_the_play()
    seen = table.seen_by(0)
    ways = tuple(play for play in seen.legal if isinstance(play, Play) and play.card == JOKER)
    assert len(ways) == 4
    return replace(seen, hand=1 << JOKER, playable=1 << JOKER, legal=ways), table.rules


def test_a_joker_alone_in_the_last_trick_is_forced_since_its_suit_changes_nothing() -> None:
    play = forced_play(*joker_as_last_card())
    assert play is not None
    assert play.card == JOKER


def test_a_joker_of_the_lowest_level_wins_or_loses_by_its_suit() -> None:
    assert forced_play(*joker_as_last_card(joker_led="weakest")) is None


# --- Plans that can never fit again ---


def test_a_pass_is_spent_once_the_auction_is_over() -> None:
    assert not is_spent(PassPlan(), auction("14H").seen_by(1))
    assert is_spent(PassPlan(), playing(hand="H7", trick="H3").seen_by(1))


def test_a_card_is_spent_once_it_has_left_the_hand() -> None:
    table = playing(hand="H7 H9", trick="H3")
    assert not is_spent(CardPlan(H7), table.seen_by(1))
    table.plays("H7")
    assert is_spent(CardPlan(H7), table.seen_by(1))
    assert is_spent(CardPlan(H7, stays=True), table.seen_by(1))


def test_the_lowest_of_a_suit_is_spent_once_the_hand_has_none_of_it() -> None:
    view = playing(hand="H7 D3 D4 D5 D6 D7 D8 D9 C7 C8", trick="H3").seen_by(1)
    assert is_spent(CardPlan("lowest", led=SPADES), view)
    assert not is_spent(CardPlan("lowest", led=CLUBS), view)
    assert not is_spent(CardPlan("lowest", by_partner=True), view)


@pytest.mark.parametrize("seed", range(6))
def test_plans_do_only_what_is_allowed(seed: int) -> None:
    """Plans drawn by lot, tried at every turn of a deal: each that fits is among the legal actions."""
    rng = Random(seed)
    table = Table("gurunapo")
    fitted = 0
    while table.match.open:
        choices = table.choices()
        for outcome in [what(drawn(rng), table) for _plan in range(3)]:
            if isinstance(outcome, Fits):
                fitted += 1
                assert outcome.command in table.seen_by(table.turn).legal
        choice = rng.choice(choices)
        if choice["type"] == "exchange":
            table.takes_up_the_play()
        else:
            table.tell(choice)
    assert fitted > 0


def drawn(rng: Random) -> Plan:
    if rng.random() < 0.3:
        return rng.choice(
            [PassPlan(rng.choice([None, 12, 14])), NapBidPlan("four"), BidPlan(13, 3, rng.choice([None, 12]))]
        )
    return CardPlan(
        play=rng.choice(["lowest", "highest", rng.randrange(53)]),
        suit=rng.choice([None, 0, 3]),
        led=rng.choice([None, None, rng.randrange(4)]),
        by_partner=rng.random() < 0.1,
        stop_card=rng.choice([None, rng.randrange(53)]),
        stop_pictures=rng.random() < 0.2,
        stays=rng.random() < 0.2,
    )


# --- JSON ---


def test_plans_come_back_from_json() -> None:
    rng = Random(1)
    for plan in (drawn(rng) for _ in range(200)):
        assert plan_from_json(plan_to_json(plan)) == plan


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (None, "do"),
        ({"do": "resign"}, "do"),
        ({"do": "pass", "count": 0}, "count"),
        ({"do": "pass", "count": "14"}, "count"),
        ({"do": "pass", "trump": "S"}, "trump"),
        ({"do": "pass", "count": 14, "trump": "X"}, "trump"),
        ({"do": "pass", "when": "now"}, "when"),
        ({"do": "bid"}, "bid"),
        ({"do": "bid", "bid": ["nap"]}, "bid"),
        ({"do": "bid", "count": 13}, "bid"),
        ({"do": "bid", "count": 21, "trump": "S"}, "count"),
        ({"do": "bid", "count": 13, "trump": "S", "most": 14}, "most"),
        ({"do": ["bid"]}, "do"),
        ({"do": "play"}, "play"),
        ({"do": "play", "play": ["H7"]}, "play"),
        ({"do": "play", "play": "H7", "led": "N"}, "led"),
        ({"do": "play", "play": "H7", "stop_card": "H1"}, "stop_card"),
        ({"do": "play", "play": "H7", "stays": 1}, "stays"),
        ({"do": "play", "play": "H7", "seat": 2}, "seat"),
    ],
)
def test_what_is_no_plan_is_refused_by_name(data: Any, key: str) -> None:
    with pytest.raises(PlanError) as refused:
        plan_from_json(data)
    assert refused.value.key == key
