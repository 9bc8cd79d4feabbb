"""The captain's bids at Nap: it simulates the deal after each bid."""

from typing import Any

import pytest

from napoleon.bots import corporal
from napoleon.bots.captain import nap_bids
from napoleon.bots.captain.nap_hands import HandSampler
from napoleon.bots.corporal.nap_course import Course
from napoleon.bots.view_reading import has_to_bid
from napoleon.engine import Pass
from napoleon.engine.view import deal_view
from tests.napoleon.bots.nap_deals import TABLES, auctions, nap, played_on
from tests.napoleon.bots.seats import says
from tests.napoleon.engine.play import Table


@pytest.mark.parametrize("options", TABLES)
def test_simulated_bidding_and_play_match_corporals_on_the_engine(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nap_bids, "CaptainsCourse", lambda *given: Course(*given[:3]))
    rules = nap(**options)
    for auction in auctions(rules, 12):
        view, me = deal_view(auction, auction.turn), auction.turn
        points = nap_bids.points_by_option(nap_bids.auction_of(view, rules, auction.dealt.hands, 0), me, 0.0)
        for option in view.legal:
            end = played_on(auction.after(option))
            assert points(option) == getattr(end, "scores", [0] * rules.players)[me]


def test_knowing_the_cards_it_makes_the_most_profitable_bid(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = 0
    for auction in auctions(nap(), 30):
        hands, me, view = auction.dealt.hands, auction.turn, deal_view(auction, auction.turn)
        monkeypatch.setattr(HandSampler, "deals", lambda *_, hands=hands: [(hands, 1.0)] * 2)
        points = nap_bids.points_by_option(nap_bids.auction_of(view, nap(), hands, 0), me, 0.0)
        said, usual = nap_bids.bid(view, nap(), 1), corporal.choose(view, nap(), 1)
        may_pass = not has_to_bid(view, nap()) or isinstance(usual, Pass)
        options = [command for command in view.legal if may_pass or not isinstance(command, Pass)]
        assert points(said) == max(map(points, options))
        changed += said != usual
    assert changed


def test_without_a_world_it_bids_as_a_corporal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HandSampler, "deals", lambda *_: [])
    table = Table("nap", {0: "SA SK S4"})
    assert says("captain", table) == says("corporal", table)


def test_its_bids_are_the_same_for_the_same_view_and_seed() -> None:
    for auction in auctions(nap(), 1):
        view = deal_view(auction, auction.turn)
        assert len({nap_bids.bid(view, nap(), 5) for _ in range(3)}) == 1
