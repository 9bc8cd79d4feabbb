"""The cost of a card under perfect play, where more is better and where less is."""

from random import Random

from napoleon.engine import Play, parse_card, rules_from_json
from napoleon.judging.judgement import BareCommand, Exact
from napoleon.judging.perfect_play import exact_loss, taken_at_best
from napoleon.judging.playing_on import ending_when_decided
from napoleon.solver import PlyValues
from napoleon.solver.worth import points_by_count, taking_more_pays
from tests.napoleon.bots.seats import trick
from tests.napoleon.solver.minimax import random_states

HANDS = ["SA S3", "SK S2", "S4 D4", "S5 D5", "ST D6"]
ACE, THREE = (Play(1, 0, parse_card(card), None) for card in ("SA", "S3"))


def test_taking_everything_loses_the_contract_under_such_rules() -> None:
    table = trick("gurunapo", "H", HANDS, "", t=9, sweep="loses")
    made, lost = (points_by_count(table.state)[count] for count in (19, 20))
    values = PlyValues({ACE: 20, THREE: 19}, {ACE: lost, THREE: made})
    assert not taking_more_pays(table.state)
    assert taken_at_best(table.state, values) == 19
    cost = exact_loss(table.state, ACE, values)
    assert (cost.best, cost.value, cost.best_value) == (BareCommand.of(THREE), 20, 19)
    assert (cost.lost, cost.took_too_much) == (made - lost, True)
    assert exact_loss(table.state, THREE, values) == Exact(
        best=BareCommand.of(THREE), value=19, best_value=19, lost=0.0
    )


def test_elsewhere_a_picture_may_cost_no_point() -> None:
    table = trick("gurunapo", "H", HANDS, "", t=9)
    made = points_by_count(table.state)[16]
    values = PlyValues({ACE: 16, THREE: 15}, {ACE: made, THREE: made})
    assert taking_more_pays(table.state)
    cost = exact_loss(table.state, THREE, values)
    assert (cost.best, cost.difference, cost.lost) == (BareCommand.of(ACE), 1, 0.0)
    assert not cost.took_too_much
    assert exact_loss(table.state, ACE, values).best == BareCommand.of(ACE)


def test_a_card_that_changes_nothing_costs_an_opponent_nothing() -> None:
    table = trick("gurunapo", "H", HANDS, "SA", t=9, sweep="loses")
    king, two = (Play(1, 1, parse_card(card), None) for card in ("SK", "S2"))
    lost = points_by_count(table.state)[20]
    cost = exact_loss(table.state, two, PlyValues({king: 20, two: 20}, {king: lost, two: lost}))
    assert (cost.best, cost.lost, cost.took_too_much) == (BareCommand.of(two), 0.0, False)


def test_a_deal_can_be_played_to_its_last_card_where_cards_are_weak_in_some_tricks() -> None:
    rules = rules_from_json({"preset": "gurunapo", "joker_weak": "first_and_last", "finish": "when_decided"})
    for seed in range(5):
        state = ending_when_decided(random_states(rules, Random(seed))[0], stops=False)
        while not hasattr(state, "outcome"):
            state = state.after(state.legal(state.turn)[0])
        assert len(state.tricks) == 10
