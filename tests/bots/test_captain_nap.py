"""The captain's cards at Nap: hands that the others may hold, and the deal played on with each card."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.bots import corporal
from games.bots.captain import nap_cards
from games.bots.captain.nap_hands import Drawing, Evidence
from games.bots.captain.nap_policy import CaptainsCourse
from games.bots.corporal.nap_course import Course
from games.bots.simulation import shuffled
from games.engine import NapRules, advance, card_set, rules_from_json, start
from games.engine.match import NextDeal
from games.engine.nap import PACKS, NapPlaying
from games.engine.rules import RuleSet
from games.engine.view import deal_view
from games.inference.nap_worlds import excluded_cards
from tests.bots.seats import says
from tests.engine.play import Table

TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"players": 2, "payments": "flat", "blucher": True},
    {"players": 3, "deck": "stripped_24", "wellington_weakest_lead": True},
    {"players": 5, "deck": "stripped_28", "payments": "double", "blucher": True},
    {"players": 7, "finish": "when_decided"},
)


def nap(**options: object) -> NapRules:
    rules: RuleSet = rules_from_json({"preset": "nap", **options})
    assert isinstance(rules, NapRules)
    return rules


def played_on(state: Any) -> Any:
    """What corporals make of a deal in the end."""
    while hasattr(state, "to_act"):
        state = state.after(_usual(state))
    return state


def _usual(state: Any) -> Any:
    return corporal.choose(deal_view(state, state.turn), state.dealt.rules, 0)


def first_lead(rules: NapRules, number: int) -> NapPlaying:
    """The beginning of the play of a deal between corporals."""
    deal = shuffled(rules, NextDeal(1, None), Random(number))
    state: Any = advance(start(rules), deal).open[0]
    while not isinstance(state, NapPlaying):
        state = state.after(_usual(state))
    return state


def course_of(state: NapPlaying, captain: int) -> CaptainsCourse:
    """The course from the first lead on, in which that seat plays as a captain."""
    contract = state.contract
    return CaptainsCourse(contract.dealt.rules, contract.declarer, contract.bid, captain)


def cards_played(state: NapPlaying, count: int) -> NapPlaying:
    """The play so many cards later, or before the last card of the deal."""
    for _ in range(count):
        after = state.after(_usual(state))
        if not isinstance(after, NapPlaying):
            break
        state = after
    return state


@pytest.mark.parametrize("options", TABLES)
def test_a_deal_is_played_on_card_by_card_as_by_corporals_on_the_engine(
    options: dict[str, Any],
) -> None:
    for number in range(12):
        state: Any = first_lead(nap(**options), number)
        contract = state.contract
        course = Course(contract.dealt.rules, contract.declarer, contract.bid)
        while isinstance(state, NapPlaying):
            card = _usual(state).card
            hands = [state.hand(seat) for seat in range(len(contract.dealt.hands))]
            assert course.usual(hands[state.turn], state.playable()) == card
            assert course.is_made(hands, card) == played_on(state).made
            course.play(card)
            state = state.after(_usual(state))


@pytest.mark.parametrize("options", TABLES)
def test_hands_are_drawn_that_the_seat_may_take_for_the_true_ones(options: dict[str, Any]) -> None:
    rules = nap(**options)
    for number in range(6):
        last = cards_played(first_lead(rules, number), 2 * rules.players + number)
        view = deal_view(last, last.turn)
        excluded = excluded_cards(view, rules)
        found = Drawing(view, rules, Random(number)).deals(10)
        assert found
        for hands, weight in found:
            assert weight > 0.0
            assert hands[last.turn] == view.hand
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
    evidence = Evidence(deal_view(table.state, 1), table.rules)
    true, weak, of_hearts = (
        evidence.likelihood(0, card_set(hand.split()))
        for hand in ("SK SQ H2 H3", "C6 D6 H6 HT", "HA HK HQ HJ")
    )
    assert true == 1.0
    assert weak < true
    assert of_hearts < true


def misere(hands: dict[int, str], played: str) -> Table:
    """Seat 0 declares misère and leads."""
    table = Table("nap", hands)
    table.bids("misere pass pass pass")
    table.plays(played)
    return table


def test_the_declarer_of_misere_throws_the_card_that_is_alone_in_its_suit() -> None:
    """The nine of clubs hides behind lower ones."""
    table = misere(
        {0: "H2 C2 C3 C9 D8", 1: "HA SA", 2: "H3 S2", 3: "H4 S3"}, "H2 HA H3 H4 SA S2 S3"
    )
    assert (says("corporal", table), says("captain", table)) == ("C9", "D8")


def test_a_captain_plays_misere_better_than_a_corporal_in_either_role() -> None:
    made = {"corporal": 0, "declarer": 0, "opponent": 0}
    for number in range(500):
        state = first_lead(nap(), number)
        contract = state.contract
        if contract.bid == "misere":
            captains = {"corporal": -1, "declarer": contract.declarer}
            captains["opponent"] = (contract.declarer + 1 + number % 3) % 4
            for role, captain in captains.items():
                course, hands = course_of(state, captain), contract.dealt.hands
                card = course.usual(hands[state.turn], state.playable())
                made[role] += course.is_made(hands, card)
    assert made["declarer"] > made["corporal"] > made["opponent"]


def test_it_plays_the_card_that_makes_the_contract_where_it_knows_the_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changed = 0
    for number in range(60):
        state = cards_played(first_lead(nap(), number), number % 9)
        seat, side = state.turn, state.turn == state.contract.declarer
        hands = tuple(map(state.hand, range(4)))
        monkeypatch.setattr(Drawing, "deals", lambda *_, hands=hands: [(hands, 1.0)] * 2)
        view = deal_view(state, seat)
        course = Drawing(view, nap(), Random(1)).course
        card = nap_cards.play(view, nap(), 1).card
        usual = course.usual(view.hand, view.playable)
        wins = {one.card for one in state.legal(seat) if course.is_made(hands, one.card) == side}
        assert (card in wins) == bool(wins)
        changed += card != usual
    assert changed


def test_without_a_world_it_plays_by_its_rules_of_thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drawing, "deals", lambda *_: [])
    table = Table("nap", {0: "SQ SJ", 1: "S2 H2", 2: "S3 H3", 3: "SA SK S4"})
    table.bids("two pass pass pass")
    table.plays("SQ S2 S3")
    assert says("captain", table) == says("corporal", table)


def test_its_cards_are_the_same_for_the_same_view_and_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nap_cards, "MORE_WORLDS", 20)
    for number in range(4):
        state = cards_played(first_lead(nap(), number), 3)
        view = deal_view(state, state.turn)
        assert len({nap_cards.play(view, nap(), 5) for _ in range(3)}) == 1
