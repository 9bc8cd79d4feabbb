"""The captain's cards at Nap: it simulates the deal after each card."""

from typing import Any

import pytest

from napoleon.bots.captain import nap_cards
from napoleon.bots.captain.nap_hands import EvidenceOfPlay, HandSampler
from napoleon.bots.corporal.nap_course import Course
from napoleon.engine.nap import NapPlaying
from napoleon.engine.view import deal_view
from tests.napoleon.bots.nap_deals import TABLES, cards_played, course_of, first_lead, nap, played_on, usual
from tests.napoleon.bots.seats import says
from tests.napoleon.engine.play import Table


@pytest.mark.parametrize("options", TABLES)
def test_simulated_play_matches_corporals_on_the_engine(options: dict[str, Any]) -> None:
    for number in range(12):
        state: Any = first_lead(nap(**options), number)
        contract = state.contract
        course = Course(contract.dealt.rules, contract.declarer, contract.bid)
        while isinstance(state, NapPlaying):
            card = usual(state).card
            hands = [state.hand(seat) for seat in range(len(contract.dealt.hands))]
            assert course.usual(hands[state.turn], state.playable()) == card
            assert course.is_made(hands, card) == played_on(state).made
            course.play(card)
            state = state.after(usual(state))


def misere(hands: dict[int, str], played: str) -> Table:
    """Seat 0 declares misère and leads."""
    table = Table("nap", hands)
    table.bids("misere pass pass pass")
    table.plays(played)
    return table


def test_the_declarer_of_misere_throws_the_card_that_is_alone_in_its_suit() -> None:
    """The nine of clubs hides behind lower ones."""
    table = misere({0: "H2 C2 C3 C9 D8", 1: "HA SA", 2: "H3 S2", 3: "H4 S3"}, "H2 HA H3 H4 SA S2 S3")
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


def test_knowing_the_cards_it_plays_the_one_that_makes_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = 0
    for number in range(60):
        state = cards_played(first_lead(nap(), number), number % 9)
        seat, side = state.turn, state.turn == state.contract.declarer
        hands = tuple(map(state.hand, range(4)))
        monkeypatch.setattr(HandSampler, "deals", lambda *_, hands=hands: [(hands, 1.0)] * 2)
        view = deal_view(state, seat)
        course = EvidenceOfPlay(view, nap()).course
        card = nap_cards.play(view, nap(), 1).card
        usual = course.usual(view.hand, view.playable)
        wins = {play.card for play in state.legal(seat) if course.is_made(hands, play.card) == side}
        assert (card in wins) == bool(wins)
        changed += card != usual
    assert changed


def test_without_a_world_it_plays_by_its_rules_of_thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HandSampler, "deals", lambda *_: [])
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
