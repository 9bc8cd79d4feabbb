"""Deals judged card by card: exactly, from the view of a player, and with a reason."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from napoleon.bots import choose
from napoleon.bots.simulation import shuffled
from napoleon.engine import Play, next_deal, parse_card, rules_from_json, start
from napoleon.engine.cards import MIGHTY, cards_in, is_picture
from napoleon.engine.deal import Trick
from napoleon.engine.events import Event
from napoleon.engine.match import MatchCursor
from napoleon.engine.view import deal_view
from napoleon.judging import DealMoves, Effort, judge, moves_of_deal
from napoleon.judging.card_reasons import reason_for
from napoleon.judging.judgement import (
    BareCommand,
    DealJudgement,
    Decision,
    Gains,
    MeanLoss,
    Reason,
    all_pointed_out,
    from_json,
    to_json,
)
from napoleon.judging.playing_on import taken, taken_by_side_of
from napoleon.solver import solve_deal
from tests.napoleon.engine.play import Table, contract
from tests.support.blunder import NAP, blunder

QUICK = Effort(choosing=1, measuring=1, confirming=1, playouts=1, nodes=5_000)
GURUNAPO = rules_from_json({"preset": "gurunapo", "deals": 1})


@cache
def played_by_recruits(seed: int) -> list[Event]:
    """A deal of Napoleon."""
    cursor = MatchCursor(start(GURUNAPO))
    due = next_deal(cursor.match())
    assert due is not None
    events: list[Event] = [shuffled(GURUNAPO, due, Random(seed))]
    cursor.push(events[0])
    while cursor.open:
        state = cursor.open[1]
        events.append(choose("recruit", deal_view(state, state.to_act()[0]), GURUNAPO, seed))
        cursor.push(events[-1])
    return events


@cache
def judged(seed: int) -> DealJudgement:
    return judge(moves_of_deal(GURUNAPO, played_by_recruits(seed), 1), QUICK)


def test_a_blunder_has_an_exact_cost_and_one_from_its_players_view() -> None:
    judgement = judge(moves_of_deal(NAP, blunder(), 1))
    assert (judgement.unit, judgement.goal, judgement.stakes) == ("tricks", 4, (8.0, 8.0))
    first = next(decision for decision in judgement.decisions if decision.kind == "card")
    assert (first.step, first.seat, first.played) == (3, 0, BareCommand(parse_card("C2")))
    assert first.exact is not None
    assert (first.exact.value, first.exact.best_value, first.exact.lost) == (0, 4, 8.0)
    assert first.known is not None
    assert first.known.is_clear
    assert cards_in(1 << first.known.best.card)[0] // 13 == parse_card("SA") // 13
    assert 0 < first.known.lost <= 8
    # The contract brings 4 points if it is made, and costs 4 if not.
    gains = first.known.gains
    assert gains is not None
    assert first.known.lost == pytest.approx(8 * (gains.best - gains.played))


def test_a_forced_card_is_not_judged() -> None:
    moves = moves_of_deal(NAP, blunder(), 1)
    cards, judgement = moves.cards, judge(moves, QUICK)
    forced = {card.step for card in cards if len(card.state.legal(card.state.turn)) == 1}
    assert forced
    assert forced.isdisjoint(decision.step for decision in judgement.decisions)


def test_the_course_ends_with_the_result_and_becomes_exact() -> None:
    result = moves_of_deal(GURUNAPO, played_by_recruits(2), 1).result
    course = judged(2).course
    assert course[-1].value == taken(result)
    kinds = [point.is_exact for point in course]
    assert kinds == sorted(kinds)
    assert kinds[-1]
    assert not kinds[0]


def test_no_card_gains_under_perfect_play() -> None:
    """Each card is at most as good as the best; the best from one position on is the value of the next."""
    for decision in judged(2).decisions:
        if (exact := decision.exact) is not None:
            assert exact.lost >= 0
            assert (exact.difference == 0) == (exact.best == decision.played)


def test_judging_is_deterministic() -> None:
    moves = moves_of_deal(NAP, blunder(), 1)
    assert judge(moves, QUICK) == judge(moves, QUICK)


def test_is_stored_as_json() -> None:
    assert from_json(json.loads(json.dumps(to_json(judged(2))))) == judged(2)


def test_an_older_analysis_lacks_the_share_of_deals_won() -> None:
    lost = MeanLoss(best=BareCommand(0), lost=4.0, error=0.5, gains=Gains(0.75, 0.25))
    decision = Decision(step=3, seat=0, played=BareCommand(1), known=lost)
    judgement = DealJudgement(unit="tricks", goal=4, stakes=(8.0, 8.0), decisions=(decision,))
    stored = json.loads(json.dumps(to_json(judgement)))
    assert from_json(stored) == judgement
    del stored["decisions"][0]["known"]["gains"]
    assert from_json(stored).decisions[0].known == replace(lost, gains=None)


def test_where_no_points_hang_on_a_card_it_is_judged_by_what_its_side_takes() -> None:
    """A bid of 20 is lost with the first picture that the others take; from there on nothing costs points."""
    judgement = judged(2)
    by_taken = [decision for decision in judgement.decisions if decision.taken]
    assert by_taken
    assert all(decision.known and decision.known.lost == 0 for decision in by_taken)
    assert all(decision.kind != "bid" for decision in by_taken)


def test_both_sides_take_what_the_other_does_not() -> None:
    result = moves_of_deal(GURUNAPO, played_by_recruits(2), 1).result
    side = result.contract.side()
    for seat in range(5):
        assert taken_by_side_of(result, seat) == (taken(result) if seat in side else -taken(result))


def by_taken(step: int, seat: int, lost: float, error: float = 0.1) -> Decision:
    loss = MeanLoss(best=BareCommand(0), lost=lost, error=error)
    return Decision(step=step, seat=seat, played=BareCommand(1), taken=loss)


def test_pictures_are_pointed_out_to_players_without_a_loss_in_points() -> None:
    lost = MeanLoss(best=BareCommand(0), lost=4.0, error=0.5)
    in_points = Decision(step=1, seat=0, played=BareCommand(1), known=lost)
    of_first, of_second = by_taken(2, 0, 3.0), (by_taken(3, 1, 1.0), by_taken(4, 1, 2.0))
    unclear, small = by_taken(5, 2, 2.0, 1.0), by_taken(6, 3, 0.4)
    decisions = (in_points, of_first, *of_second, unclear, small)
    judgement = DealJudgement(unit="pictures", goal=14, stakes=(4.0,) * 4, decisions=decisions)
    found = all_pointed_out(judgement)
    assert [(told.decision.step, told.by_taken) for told in found] == [(1, False), (4, True)]
    assert from_json(json.loads(json.dumps(to_json(judgement)))) == judgement


def test_an_older_analysis_has_no_loss_in_pictures() -> None:
    judgement = DealJudgement(unit="pictures", goal=14, stakes=(4.0,), decisions=(by_taken(1, 0, 2.0),))
    stored = json.loads(json.dumps(to_json(judgement)))
    del stored["decisions"][0]["taken"]
    assert all_pointed_out(from_json(stored)) == []


def test_it_reports_too_few_nodes() -> None:
    cards = moves_of_deal(GURUNAPO, played_by_recruits(2), 1).cards
    known = [values is not None for values in solve_deal([card.state for card in cards], total=200)]
    assert known == sorted(known)
    assert not any(known[:-15])
    assert known[-1]


def test_a_deal_without_cards_has_no_decisions() -> None:
    judgement = judge(DealMoves(result=moves_of_deal(NAP, blunder(), 1).result))
    assert (judgement.decisions, judgement.course) == ((), ())


@pytest.mark.parametrize(("lost", "error", "is_clear"), [(1.0, 0.3, True), (1.0, 0.5, False), (0.0, 0.0, False)])
def test_a_loss_is_clear_above_its_error(lost: float, error: float, is_clear: bool) -> None:
    assert MeanLoss(best=BareCommand(0), lost=lost, error=error).is_clear == is_clear


# --- Reasons ---


def reasons(seed: int) -> Iterator[tuple[Reason, Play, Play, Trick]]:
    """The reason for every other card at every decision of a deal, with both cards and the trick."""
    moves = moves_of_deal(GURUNAPO, played_by_recruits(seed), 1)
    for number, (_step, state, play) in enumerate(moves.cards):
        trick = moves.result.tricks[number // 5]
        for other in state.legal(state.turn):
            word = reason_for(state, BareCommand.of(play), BareCommand.of(other), trick)
            yield word, play, other, trick


def test_a_picture_given_away_went_to_the_other_side() -> None:
    side = moves_of_deal(GURUNAPO, played_by_recruits(2), 1).result.contract.side()
    for word, play, _other, trick in reasons(2):
        if word == "gave_picture":
            assert (trick.winner in side) != (play.seat in side)
            assert is_picture(play.card)


def test_a_deal_has_reasons_of_all_kinds() -> None:
    words = {word for seed in range(1, 4) for word, *_ in reasons(seed)}
    assert words >= {"gave_picture", "kept_picture_back", "overtook_friend", "let_go"}


def test_the_mighty_is_never_called_safe() -> None:
    safe = {
        other.card
        for seed in (12, 14, 17)
        for word, _play, other, _trick in reasons(seed)
        if word == "kept_picture_back"
    }
    assert safe
    assert MIGHTY not in safe


def reason_to_follow(table: Table, led: str, played: str, rest: str, best: str) -> Reason:
    """The reason why the next seat should have played another card to a trick."""
    table.plays(led)
    state = table.state
    table.plays(f"{played} {rest}")
    trick = table.seen_by(None).tricks[-1]
    return reason_for(state, BareCommand(parse_card(played)), BareCommand(parse_card(best)), trick)


@pytest.mark.parametrize(("widow", "reason"), [("C4 C5 C6", "spent_on_nothing"), ("C4 C5 CK", "cheaper_would_do")])
def test_discarded_pictures_count_in_the_first_trick(widow: str, reason: str) -> None:
    table = contract("gurunapo", hands={0: "S4", 1: "JK S5", 2: "S6", 3: "S7", 4: "S8"}, widow=widow)
    assert reason_to_follow(table, "S4", "JK", "S6 S7 S8", best="S5") == reason


@pytest.mark.parametrize(("best", "reason"), [("HQ", "kept_picture_back"), ("CQ", "spent_on_nothing")])
def test_a_picture_is_safe_only_in_a_trick_that_is_won_with_it_too(best: str, reason: str) -> None:
    hands = {0: "D4", 1: "D3", 2: "H3 HQ CQ C7 C8 C9 S2 S3 S4 S5", 3: "D6", 4: "D5"}
    table = contract("gurunapo", hands=hands, widow="C4 C5 C6", called="DA")
    assert reason_to_follow(table, "D4 D3", "H3", "D6 D5", best=best) == reason


def test_a_low_trump_is_never_called_strong() -> None:
    hands = {0: "D4", 1: "D3", 2: "H3 C5 C7 C8 C9 S2 S3 S4 S5 S6", 3: "D6", 4: "D5"}
    table = contract("gurunapo", hands=hands, widow="C4 C2 C6", called="DA")
    assert reason_to_follow(table, "D4 D3", "H3", "D6 D5", best="C5") == "spent_on_nothing"


@pytest.mark.parametrize(("adjutant", "rest", "reason"), [("DT", "D6 D5", "let_go"), ("DA", "DA D5", "")])
def test_a_trick_is_let_go_only_where_the_other_side_was_winning_it(adjutant: str, rest: str, reason: str) -> None:
    hands = {0: "D4", 1: "DT", 2: "D3 DQ", 3: "D6 DA", 4: "D5"}
    table = contract("gurunapo", hands=hands, widow="C4 C5 C6", called=adjutant)
    assert reason_to_follow(table, "D4 DT", "D3", rest, best="DQ") == reason


@pytest.mark.parametrize(
    ("led", "played", "rest", "best", "reason"),
    [
        ("S2 S9 S3 C9", "C3", "CA", "CQ", ""),
        ("S2 S4 S8 CT", "C4", "C2", "CA", "let_go"),
        ("S2 S4 S8 CT", "CJ", "CK", "CA", "could_be_held"),
    ],
)
def test_at_nap_a_seat_lets_a_trick_go_by_not_beating_the_other_side(
    led: str, played: str, rest: str, best: str, reason: str
) -> None:
    table = Table("nap", {0: "S2 CA CJ C4 D2", 1: "S9 S4 C9 CK C2", 2: "S8 S3 C3 CQ CT"}, players=3)
    table.bids("three pass pass")
    assert reason_to_follow(table, led, played, rest, best) == reason


def test_a_share_is_relative_to_the_worth_of_the_contract() -> None:
    judgement = judge(moves_of_deal(NAP, blunder(), 1), QUICK)
    first = next(decision for decision in judgement.decisions if decision.kind == "card")
    assert judgement.share(replace(first, known=MeanLoss(best=BareCommand(0), lost=4.0, error=0.0))) == 0.5
    assert judgement.share(replace(first, known=None)) == 0.0
