"""The worth of a deal's cards: average players replay it, the same in all seats."""

from random import Random

import pytest

from napoleon.bots.simulation import shuffled
from napoleon.engine import Deal, DealView, Pass, Rules, nap, rules_from_json
from napoleon.engine.cards import card_set
from napoleon.engine.deal import Dealt
from napoleon.engine.match import NextDeal
from napoleon.engine.napoleon import open_deal
from napoleon.engine.rules import PRESETS
from napoleon.judging import luck, moves_of_deal
from napoleon.judging.luck import DealLuck, from_json, luck_of, replayed, to_json
from tests.napoleon.judging.deals import played
from tests.support.blunder import NAP, blunder, cards


def test_points_are_compared_with_those_of_average_players() -> None:
    result = moves_of_deal(NAP, blunder(), 1).result
    deal_luck = luck_of(result)
    assert deal_luck.points == result.scores == (-4, 4)
    assert deal_luck.expected[0] == pytest.approx(-deal_luck.expected[1])
    assert all(0 < error < 1 for error in deal_luck.errors)


def test_a_good_hand_is_expected_to_make_points() -> None:
    hands = card_set(cards("SA SK SQ SJ ST")), card_set(cards("H2 D3 C4 S5 H6"))
    dealt = nap.open_deal(NAP, Deal(1, 1, hands, 0)).dealt
    scores = [replayed(dealt, seed) for seed in range(40)]
    assert sum(ai for ai, _bo in scores) > 0 > sum(bo for _ai, bo in scores)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_replayed_the_same_each_time(preset: str) -> None:
    rules = rules_from_json({"preset": preset})
    result = played(rules)
    deal_luck = luck_of(result, 6)
    assert deal_luck == luck_of(result, 6)
    assert len(deal_luck.expected) == len(deal_luck.errors) == rules.players
    assert len({tuple(replayed(result.dealt, seed)) for seed in range(12)}) > 1


def test_more_replays_leave_less_error() -> None:
    result = played(NAP)
    few, many = luck_of(result, 20), luck_of(result, 320)
    assert many.errors[0] < few.errors[0]
    assert abs(few.expected[0] - many.expected[0]) < 4 * few.errors[0]


def test_the_first_bidder_of_the_deal_stays_the_first() -> None:
    """The last Napoleon bids first, and a replay has no deal before it."""
    rules = rules_from_json({"preset": "gurunapo"})
    deal = shuffled(rules, NextDeal(2, 0), Random(1))
    for last in (2, 4):
        dealt: Dealt[Rules] = open_deal(rules, deal, last, None).dealt
        assert dealt.first_bidder == last
        assert open_deal(rules, deal, dealt.first_bidder, None).dealt == dealt


def test_a_deal_that_average_players_pass_out_scores_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    result = played(rules_from_json({"preset": "gurunapo"}))

    def passes(level: str, view: DealView, rules: Rules, seed: int) -> Pass:
        return Pass(view.number, view.to_act[0])

    monkeypatch.setattr(luck, "choose", passes)
    assert luck_of(result, 3).expected == (0, 0, 0, 0, 0)


def test_json_and_back() -> None:
    deal_luck = DealLuck(points=(1, -1), expected=(0.5, -0.5), errors=(0.1, 0.1))
    assert from_json({name: list(values) for name, values in to_json(deal_luck).items()}) == deal_luck
