"""Bids, calls and exchanges: the alternatives tried, their cost, and the reasons."""

from dataclasses import replace
from random import Random

import pytest

from napoleon.bots import choose
from napoleon.bots.simulation import play_deal, shuffled
from napoleon.engine import (
    Bid,
    BidNap,
    Call,
    DealView,
    Exchange,
    Pass,
    Raise,
    Redeal,
    Rules,
    legal,
    names,
    parse_card,
    rules_from_json,
    start,
)
from napoleon.engine.cards import JOKERS, PICTURES, SUIT_SETS, Suit, cards_in
from napoleon.engine.deal import PassedOut
from napoleon.engine.events import LegalExchanges, NapBid
from napoleon.engine.match import MatchCursor, NextDeal
from napoleon.engine.napoleon import Calling
from napoleon.engine.rules import PRESETS
from napoleon.engine.view import deal_view
from napoleon.judging import DealMoves, Effort, judge
from napoleon.judging.before_play import candidates, reason_before_play
from napoleon.judging.deal_moves import BeforePlay
from napoleon.judging.judgement import PASS, BareCommand, from_json, kind_of, to_json
from tests.napoleon.engine.play import Table

RULES = rules_from_json({"preset": "gurunapo"})
QUICK = Effort(choosing=4, measuring=6, confirming=8, playouts=3, nodes=1)


def settled_in(rules: Rules, seed: int) -> list[BeforePlay]:
    """The corporals' commands before the first card of a deal that is played."""
    rng = Random(seed)
    while True:
        cursor, moves = MatchCursor(start(rules)), list[BeforePlay]()
        cursor.push(shuffled(rules, NextDeal(1, None), rng))
        while cursor.open:
            state = cursor.open[1]
            command = choose("corporal", deal_view(state, state.to_act()[0]), rules, seed)
            if not isinstance(command, Bid | BidNap | Pass | Call | Exchange):
                return moves
            moves.append(BeforePlay(len(moves) + 1, state, command))
            cursor.push(command)


@pytest.mark.parametrize("preset", PRESETS)
def test_it_tries_a_few_legal_alternatives(preset: str) -> None:
    rules = rules_from_json({"preset": preset})
    kinds = set()
    for seed in (1, 2):
        for _step, state, command in settled_in(rules, seed):
            view = deal_view(state, command.seat)
            tried = candidates(view, rules, command)
            assert tried[0] == command
            assert len(tried) == len(set(tried)) <= 9
            kinds.add(kind_of(command))
            for command in tried:
                assert command in view.legal or may_be_exchanged(command, view.legal[0])
    assert kinds == ({"bid"} if preset == "nap" else {"bid", "call", "exchange"})


def test_a_pass_and_a_hand_thrown_in_are_two_choices() -> None:
    table = Table("mighty", {0: "C2 C4 D2 D3 D4 H2 H3 H4 S2 S3"})
    tried = candidates(table.seen_by(0), table.rules, Bid(1, 0, 13, 3))
    assert {type(command) for command in tried} == {Bid, Pass, Redeal}
    assert reason_before_play(table.seen_by(0), table.rules, Pass(1, 0), Redeal(1, 0)) == ""


@pytest.mark.parametrize("trump", "HN")
def test_napoleon_may_have_called_nobody_at_any_trump(trump: str) -> None:
    table = Table("mighty")
    table.bids(f"14{trump} pass pass pass pass")
    if not isinstance(table.state, Calling):
        table.exchanges(" ".join(names(table.state.dealt.widow)))
    calls = candidates(table.seen_by(0), table.rules, legal(table.match, 0)[0])
    assert {call.who for call in calls if isinstance(call, Call)} == {None, "nobody", "first_trick"}
    assert all(call.who or call.card // 13 == "CDHS".find(trump) or call.card in special(table) for call in calls[2:])


def special(table: Table) -> set[int]:
    return {card for card, _mark in table.seen_by(0).marks}


def test_every_choice_has_a_name_of_its_own() -> None:
    commands = [
        Pass(1, 0),
        Redeal(1, 0),
        Bid(1, 0, 16, 2),
        Raise(1, 0, 16, 2),
        Call(1, 0, 60, "nobody"),
        Call(1, 0, 60, "first_trick"),
        Call(1, 0, 5),
    ]
    assert len({BareCommand.of(command) for command in commands}) == len(commands)


def test_other_exchanges_go_to_the_same_opponent() -> None:
    """Only the cards are judged: the same cards to somebody else would be no better."""
    rules = rules_from_json({"preset": "gurunapo", "discards_to": "chosen_opponent"})
    [(state, usual)] = [
        (state, command) for _step, state, command in settled_in(rules, 2) if isinstance(command, Exchange)
    ]
    assert usual.give_to is not None
    done = usual._replace(give_to=max({0, 1, 2, 3, 4} - {usual.seat, usual.give_to}))
    tried = candidates(deal_view(state, done.seat), rules, done)
    assert {other.give_to for other in tried if isinstance(other, Exchange)} == {done.give_to}
    assert len(tried) == len({BareCommand.of(command) for command in tried})


def may_be_exchanged(command: object, choice: object) -> bool:
    return (
        isinstance(command, Exchange)
        and isinstance(choice, LegalExchanges)
        and command.discard.bit_count() == choice.size
        and not command.discard & ~choice.among
    )


def test_a_senseless_bid_costs_points() -> None:
    """All five tricks with any hand: it costs in the sampled worlds and as the cards lay."""
    rules = rules_from_json({"preset": "nap"})
    step, state, command = settled_in(rules, 1)[0]
    judgement = judge(alone(rules, BeforePlay(step, state, BidNap(1, command.seat, "wellington"))), QUICK)
    [decision] = judgement.decisions
    assert (decision.kind, decision.played) == ("bid", BareCommand(bid="wellington"))
    assert decision.known is not None
    assert decision.known.is_clear
    assert decision.as_dealt is not None
    assert decision.as_dealt.lost > 0
    assert decision.known.best.bid in (PASS, "misere")
    assert judgement.share(decision) == decision.known.lost / max(judgement.stakes)
    assert from_json(to_json(judgement)) == judgement


def test_without_an_alternative_nothing_is_judged() -> None:
    """At a forced bid in Nap, for instance, or if the only option tried is the one taken."""
    rules = rules_from_json({"preset": "gurunapo"})
    for step, state, command in settled_in(rules, 2):
        for decision in judge(alone(rules, BeforePlay(step, state, command)), QUICK).decisions:
            assert decision.known is not None
            assert decision.as_dealt is None or decision.known.is_clear


def alone(rules: Rules, move: BeforePlay) -> DealMoves:
    """The move in any deal that was played, whose contract says what there was to win."""
    [result] = play_deal(rules, shuffled(rules, NextDeal(1, None), Random(3)), ["corporal"] * rules.players, 1).ended
    assert not isinstance(result, PassedOut)
    return DealMoves(before_play=[move], result=result)


# --- Why ---


def view_of_exchange() -> tuple[Rules, DealView, Exchange]:
    rules = rules_from_json({"preset": "gurunapo"})
    [(state, command)] = [
        (state, command) for _step, state, command in settled_in(rules, 1) if isinstance(command, Exchange)
    ]
    return rules, deal_view(state, command.seat), command


def test_reasons_for_exchanges() -> None:
    _rules, view, _done = view_of_exchange()
    assert view.trump is not None
    held = view.hand | view.widow
    trumps = cards_in(held & SUIT_SETS[view.trump])
    plain = cards_in(held & ~SUIT_SETS[view.trump] & ~PICTURES & ~JOKERS)
    pictures = cards_in(held & PICTURES & ~SUIT_SETS[view.trump])

    def reason(done: int, best: int) -> str:
        exchanges = (Exchange(1, 0, 1 << laid, None) for laid in (done, best))
        return reason_before_play(view, RULES, *exchanges)

    assert reason(trumps[0], plain[0]) == "laid_trump_away"
    assert reason(pictures[0], plain[0]) == "laid_picture_away"
    assert reason(plain[0], plain[0]) == ""


def test_only_a_side_suit_can_be_discarded_for_ruffing() -> None:
    _rules, view, _done = view_of_exchange()
    [club, diamond] = [1 << parse_card(name) for name in ("C5", "D5")]
    held = replace(view, hand=club | diamond, widow=0)
    clubs, diamonds = Exchange(1, 0, club, None), Exchange(1, 0, diamond, None)

    def reason(trump: Suit) -> str:
        return reason_before_play(replace(held, trump=trump), RULES, diamonds, clubs)

    assert [reason(trump) for trump in range(5)] == ["", "laid_trump_away", *["kept_a_suit"] * 2, ""]


def test_reasons_for_bids_and_calls() -> None:
    _rules, view, _done = view_of_exchange()
    low, high, other = Bid(1, 0, 13, 3), Bid(1, 0, 14, 3), Bid(1, 0, 13, 2)
    assert reason_before_play(view, RULES, Pass(1, 0), low) == "worth_a_bid"
    assert reason_before_play(view, RULES, low, Pass(1, 0)) == "not_worth_the_bid"
    assert reason_before_play(view, RULES, low, other) == "other_trump"
    assert reason_before_play(view, RULES, low, high) == "bid_too_low"
    assert reason_before_play(view, RULES, high, low) == "bid_too_high"
    specials, plain = {card for card, _mark in view.marks}, 0
    special = min(card for card in specials if not view.hand >> card & 1)
    assert plain not in specials
    assert reason_before_play(view, RULES, Call(1, 0, plain), Call(1, 0, special)) == "stronger_partner"
    assert reason_before_play(view, RULES, Call(1, 0, special), Call(1, 0, plain)) == ""


def test_a_napoleon_better_off_alone_is_promised_no_partner() -> None:
    _rules, view, _done = view_of_exchange()
    special, plain = view.marks[0][0], 0
    called, alone = Call(1, 0, plain), Call(1, 0, special)
    for own in (replace(view, hand=1 << special), replace(view, hand=0, discards=1 << special)):
        assert reason_before_play(own, RULES, called, alone) == "better_alone"
        assert reason_before_play(own, RULES, alone, called) == "better_with_partner"


@pytest.mark.parametrize(
    ("done", "best", "reason"),
    [
        ("two", "three", "bid_too_low"),
        ("nap", "wellington", "bid_too_low"),
        ("four", "three", "bid_too_high"),
        ("misere", "three", ""),
    ],
)
def test_reasons_for_bids_at_nap(done: NapBid, best: NapBid, reason: str) -> None:
    _rules, view, _done = view_of_exchange()
    nap = rules_from_json({"preset": "nap"})
    assert reason_before_play(view, nap, BidNap(1, 0, done), BidNap(1, 0, best)) == reason


def test_discarding_pictures_is_worthwhile_if_the_first_trick_gets_them() -> None:
    _rules, view, _done = view_of_exchange()
    held = replace(view, hand=(1 << parse_card("C5")) | 1 << parse_card("DT"), widow=0, trump=3)
    plain = Exchange(1, 0, 1 << parse_card("C5"), None)
    picture = Exchange(1, 0, 1 << parse_card("DT"), None)
    held = replace(held, hand=held.hand | 1 << parse_card("D4") | 1 << parse_card("C4"))
    assert reason_before_play(held, RULES, plain, picture) == "kept_pictures"
    assert reason_before_play(held, rules_from_json({"preset": "leaflet"}), plain, picture) == ""
