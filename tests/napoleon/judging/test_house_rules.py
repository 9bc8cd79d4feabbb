"""Luck and judgements under house rules, Mighty and the spare hand."""

import json
from collections.abc import Iterator
from random import Random
from statistics import fmean, pstdev, stdev
from typing import Any

import pytest

from napoleon.bots import choose
from napoleon.bots.simulation import shuffled
from napoleon.engine import Call, Deal, NapoleonRules, Play, Raise, Rules, rules_from_json, start
from napoleon.engine.cards import JOKERS, PICTURES, SUIT_SETS, CardSet
from napoleon.engine.deal import Dealt
from napoleon.engine.events import Event
from napoleon.engine.match import MatchCursor, NextDeal
from napoleon.engine.record import replay
from napoleon.engine.variants import variant_of
from napoleon.engine.view import deal_view
from napoleon.judging import Effort, judge, moves_of_deal
from napoleon.judging.judgement import DealJudgement, from_json, to_json
from napoleon.judging.luck import luck_of, replayed
from napoleon.judging.playing_on import taken
from tests.napoleon.house_rules import random_house_rules, record_of
from tests.napoleon.judging.deals import played

SPARE_HAND = {"preset": "nap", "spare_hand": True, "misere": "under_three", "payments": "classic"}
MIGHTY = {"preset": "mighty"}
QUICK = Effort(choosing=2, measuring=2, confirming=2, playouts=2, nodes=2_000)
FAIR = ("difference", "plus_minus")
"""Ways of scoring in which the points of five players sum to zero."""


def some_rules(count: int) -> Iterator[Rules]:
    """Mighty, Nap with a spare hand, and random house rules."""
    for options in (MIGHTY, SPARE_HAND, *(random_house_rules(Random(seed)) for seed in range(count))):
        yield rules_from_json(options)


def some_deal(rules: Rules, seed: int) -> Deal:
    return shuffled(rules, NextDeal(1, 0), Random(seed))


def opened(rules: Rules, deal: Deal) -> Dealt[Any]:
    return variant_of(rules).open_deal(rules, deal, None, None).dealt


def sums_to_zero(rules: Rules) -> bool:
    return not isinstance(rules, NapoleonRules) or (rules.scoring in FAIR and rules.players == 5)


# --- Luck ---


def test_the_worth_of_the_cards_is_the_same_each_time_and_sums_to_zero() -> None:
    fair = 0
    for number, rules in enumerate(some_rules(20)):
        end = played(rules, number)
        luck = luck_of(end, 6)
        assert luck == luck_of(end, 6), rules
        assert len(luck.expected) == rules.players
        if sums_to_zero(rules):
            # Each is rounded to hundredths.
            assert abs(sum(luck.expected)) <= 0.005 * rules.players + 1e-9, rules
            fair += 1
    assert fair > 8


def turned(deal: Deal) -> Deal:
    """The same cards, each hand a seat further on."""
    last = len(deal.hands) - 1
    return deal._replace(dealer=(deal.dealer + 1) % (last + 1), hands=(deal.hands[last], *deal.hands[:last]))


def mean_points(rules: Rules, deal: Deal, replays: int) -> list[tuple[float, float]]:
    """By seat, with the standard error."""
    dealt = opened(rules, deal)
    by_seat = zip(*(replayed(dealt, seed) for seed in range(replays)), strict=True)
    return [(fmean(points), stdev(points) / replays**0.5) for points in by_seat]


def test_no_seat_is_worth_more_than_another() -> None:
    """The same cards a seat further on are worth as much there, but for the chance of the replays."""
    for number, rules in enumerate(some_rules(6)):
        deal = some_deal(rules, number)
        here, there = mean_points(rules, deal, 30), mean_points(rules, turned(deal), 30)
        for (worth, error), (other, its_error) in zip(here, [*there[1:], there[0]], strict=True):
            assert abs(worth - other) <= 4 * (error**2 + its_error**2) ** 0.5 + 1e-9, rules


@pytest.mark.parametrize("options", [MIGHTY, SPARE_HAND], ids=["mighty", "spare hand"])
def test_points_above_expectation_are_fair_and_scatter_less(options: dict[str, Any]) -> None:
    """What average players score beyond the worth of their cards is nothing on average, and less due to chance."""
    rules = rules_from_json(options)
    raw, above = [], []
    for number in range(50):
        dealt = opened(rules, some_deal(rules, number))
        # Other players in each deal.
        points = replayed(dealt, 1000 + number)[0]
        raw.append(points)
        above.append(points - fmean(replayed(dealt, seed)[0] for seed in range(12)))
    assert abs(fmean(above)) < 3 * stdev(above) / len(above) ** 0.5
    assert pstdev(above) < pstdev(raw)


def test_a_hand_that_average_players_throw_in_is_worth_nothing() -> None:
    rules = rules_from_json(MIGHTY)
    deal = next(deal for seed in range(10_000) if is_hopeless((deal := some_deal(rules, seed)).hands[1]))
    assert {tuple(replayed(opened(rules, deal), seed)) for seed in range(12)} == {(0, 0, 0, 0, 0)}


def is_hopeless(hand: CardSet) -> bool:
    """No picture, no special card, no long suit: who bids first throws it in."""
    longest = max((hand & suit).bit_count() for suit in SUIT_SETS)
    return not hand & (PICTURES | JOKERS) and longest <= 5


# --- Judgements ---


def at_random(options: dict[str, Any], seed: int, **wanted: Any) -> tuple[Rules, list[Event]]:
    """A deal played at random; a command with one of the ``wanted`` attributes goes before others."""
    [record] = replay(record_of({**options, "deals": 1}, Random(seed), **wanted))
    assert record.error is None
    assert record.rules is not None
    return record.rules, record.events


def played_by_corporals(rules: Rules, seed: int) -> list[Event]:
    cursor = MatchCursor(start(rules))
    events: list[Event] = [some_deal(rules, seed)]
    cursor.push(events[0])
    while cursor.open:
        state = cursor.open[1]
        events.append(choose("corporal", deal_view(state, state.to_act()[0]), rules, seed))
        cursor.push(events[-1])
    return events


def judged(rules: Rules, events: list[Event]) -> DealJudgement:
    """The judgement of the last deal, the only one that was not passed out."""
    number = next(event.deal for event in reversed(events) if isinstance(event, Deal))
    moves = moves_of_deal(rules, events, number)
    judgement = judge(moves, QUICK)
    assert judgement.course[-1].value == taken(moves.result)
    return judgement


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (MIGHTY, {"who": "nobody", "calls_joker": False}),
        ({**MIGHTY, "second_joker": "equal", "joker_suit": "trump"}, {"calls_joker": True}),
        (SPARE_HAND, {"bid": "garnet"}),
        *((random_house_rules(Random(seed)), {}) for seed in range(1)),
    ],
)
def test_deals_under_house_rules_are_judged(options: dict[str, Any], wanted: dict[str, Any]) -> None:
    judgement = judged(*at_random(options, 5, **wanted))
    assert from_json(json.loads(json.dumps(to_json(judgement)))) == judgement
    exact = [decision.exact for decision in judgement.decisions if decision.exact is not None]
    assert exact
    assert all(each.lost >= 0 for each in exact)


def test_the_first_trick_is_not_worked_out_where_it_makes_the_adjutant() -> None:
    rules, events = at_random(MIGHTY, 5, who="first_trick")
    assert any(isinstance(event, Call) and event.who == "first_trick" for event in events)
    cards = [decision for decision in judged(rules, events).decisions if decision.kind == "card"]
    # The moves of the deal count from the one after the dealing.
    dealing = max(place for place, event in enumerate(events) if isinstance(event, Deal))
    second_trick = (
        next(place for place, event in enumerate(events) if isinstance(event, Play)) - dealing + rules.players
    )
    assert all(decision.exact is None for decision in cards if decision.step < second_trick)
    assert any(decision.exact is not None for decision in cards)


def test_a_raise_leaves_a_deal_that_is_judged() -> None:
    rules = rules_from_json({**MIGHTY, "deals": 1})
    events = played_by_corporals(rules, 3)
    assert any(isinstance(event, Raise) for event in events)
    assert judged(rules, events).decisions
