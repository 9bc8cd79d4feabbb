"""Claims and concessions: who is asked, the effect of a refusal, the scores of an agreement, certainty."""

import json
from random import Random

import pytest

from napoleon.bots.claim_answers import answer
from napoleon.engine import (
    Agree,
    Claim,
    Concede,
    IllegalCommand,
    Match,
    Play,
    Refuse,
    Rules,
    advance,
    legal,
    rules_from_json,
    view,
)
from napoleon.engine.cards import PICTURE_COUNT, card_set
from napoleon.engine.events import Event
from napoleon.engine.nap import NapPlaying, NapResult
from napoleon.engine.napoleon_play import NapoleonResult, Playing, _each_has_its_own
from napoleon.engine.record import header, replay, summary, write
from napoleon.engine.rules import PRESETS
from napoleon.engine.seat_record import seat_record
from tests.napoleon.engine.late_positions import courses, endings, play_of
from tests.napoleon.engine.play import Table, contract, refused, skip_to_trick
from tests.napoleon.engine.twins import twins
from tests.napoleon.referee import referee
from tests.support.referee_answers import comparable

SETS = [*({"preset": preset} for preset in PRESETS), {"preset": "gurunapo", "reverse": True, "yoromeki": False}]


def rules_of(options: dict[str, object]) -> Rules:
    return rules_from_json({**options, "deals": 1})


def asked(match: Match, proposal: Claim | Concede) -> Match:
    after = advance(match, proposal)
    assert after.open[0].to_act() == tuple(seat for seat in range(match.rules.players) if seat != proposal.seat)
    return after


def agreed(match: Match, rng: Random) -> Match:
    """All agree, in any order."""
    seats = list(match.open[0].to_act())
    rng.shuffle(seats)
    for seat in seats:
        match = advance(match, Agree(1, seat))
    return match


@pytest.mark.parametrize("options", SETS)
def test_a_refused_proposal_changes_nothing_but_that_the_seat_may_not_ask_again(options: dict[str, object]) -> None:
    rng = Random(3)
    for match, _ in courses(rules_of(options), 30):
        state = play_of(match)
        for proposal in state.proposals():
            if isinstance(proposal, Claim) and proposal.certain:
                continue
            pending = asked(match, proposal)
            for seat in rng.sample(pending.open[0].to_act(), rng.randrange(2)):
                pending = advance(pending, Agree(1, seat))
            after = advance(pending, Refuse(1, rng.choice(pending.open[0].to_act())))
            assert play_of(after)._replace(refused=()) == state
            assert legal(after, state.turn) == legal(match, state.turn)
            with pytest.raises(IllegalCommand) as error:
                advance(after, Concede(1, state.turn))
            assert (error.value.code, error.value.reason) == ("illegal_claim", "refused_before")


@pytest.mark.parametrize("options", SETS)
def test_an_agreed_claim_scores_as_if_the_claimer_won_all_the_rest(options: dict[str, object]) -> None:
    """Played out by hand: the claimer gets the remaining pictures, or tricks."""
    rng = Random(4)
    for match, _ in courses(rules_of(options), 30):
        state, turn = play_of(match), play_of(match).turn
        if isinstance(state, NapPlaying) and state.contract.bid == "misere":
            continue
        [end] = agreed(asked(match, Claim(1, turn, False)), rng).ended
        if isinstance(end, NapResult):
            assert sum(end.tricks_won) == 5
            continue
        assert isinstance(end, NapoleonResult)
        assert isinstance(state, Playing)
        others = [seat for seat in range(match.rules.players) if seat != turn]
        first = state.contract.pictures_for_first_trick() if not state.past.tricks else 0
        assert all(end.pictures[seat] == state.past.pictures[seat] for seat in others)
        assert sum(end.pictures) == PICTURE_COUNT - state.contract.pictures_out()
        assert end.pictures[turn] - state.past.pictures[turn] >= first


@pytest.mark.parametrize("options", SETS)
def test_a_certain_claim_is_won_whatever_the_others_play(options: dict[str, object]) -> None:
    """Search every way to play on: it scores the same as the claim."""
    rules, claims, rng = rules_of(options), 0, Random(5)
    for _ in range(60):
        for match in endings(rules, rng):
            if not is_certain(match):
                continue
            claims += 1
            turn = play_of(match).turn
            [end] = advance(match, Claim(1, turn, True)).ended
            assert _can_win_all(match, turn, getattr(end, "scores", ()))
    assert claims > 10


def is_certain(match: Match) -> bool:
    return Claim(1, play_of(match).turn, True) in play_of(match).proposals()


def _can_win_all(match: Match, claimer: int, scores: tuple[int, ...]) -> bool:
    """Whether the claimer can force these scores, and every trick, against any play."""
    if not match.open:
        [end] = match.ended
        return getattr(end, "scores", ()) == scores
    state = play_of(match)
    ways = [play for play in legal(match, state.turn) if isinstance(play, Play)]
    outcomes = (_keeps(advance(match, play), state, claimer, scores) for play in ways)
    return any(outcomes) if state.turn == claimer else all(outcomes)


def _keeps(after: Match, before: Playing | NapPlaying, claimer: int, scores: tuple[int, ...]) -> bool:
    tricks = after.open[0] if after.open else after.ended[0]
    now = tricks.past.tricks if isinstance(tricks, Playing) else getattr(tricks, "tricks", ())
    known = before.past.tricks if isinstance(before, Playing) else before.tricks
    if len(now) > len(known) and now[-1].winner != claimer:
        return False
    return _can_win_all(after, claimer, scores)


# The referee knows the older rules only.
@pytest.mark.parametrize("options", [options for options in SETS if options["preset"] != "mighty"])
def test_a_log_with_claims_replays_to_the_same_state(options: dict[str, object]) -> None:
    rules, rng = rules_of(options), Random(6)
    names = [f"P{seat}" for seat in range(rules.players)]
    for match, events in courses(rules, 25, seed=7):
        while match.open:
            state = match.open[0]
            seat = rng.choice(state.to_act())
            options_now: list[Event] = [*legal(match, seat)]
            if isinstance(state, Playing | NapPlaying) and rng.random() < 0.3:
                options_now = [*state.proposals()] or options_now
            event = rng.choice(options_now)
            match = advance(match, event)
            events.append(event)
        text = write(header(rules, names), events)
        [record] = replay(text.splitlines())
        assert record.error is None
        assert record.match == match
        assert record.events == events
        [told] = referee(text.splitlines())
        assert comparable(told) == comparable(summary(record))
        ended = summary(record)["deals"][0].get("ended_by")
        assert (ended is None) == (getattr(match.ended[0], "proposal", None) is None)
        for seat in range(rules.players):
            lines = seat_record(header(rules, names), rules, events, seat)
            kinds = [line["type"] for line in lines[1:]]
            assert kinds.count("claim") == sum(isinstance(event, Claim) for event in events)
            json.dumps(lines)


# --- What is certain ---


def certain(table: Table) -> bool:
    return any(isinstance(offer, Claim) and offer.certain for offer in table.state.proposals())


@pytest.mark.parametrize(
    ("options", "claims"),
    [({"same_two_first_trick": False}, False), ({"same_two_first_trick": True}, False), ({"same_two": "off"}, True)],
)
def test_a_claim_before_the_first_lead_reckons_with_later_tricks(options: dict[str, object], claims: bool) -> None:
    hand = {0: "SA HA HK HQ DA DK DQ CA CK CQ"}
    table = contract("gurunapo", "N", 16, hands=hand, widow="JK S2 S3", no_trump=True, **options)
    assert certain(table) is claims


def test_a_claim_needs_a_card_that_may_be_led_first() -> None:
    """The mighty is weak in the first trick, and no trump may be led to it."""
    options = {"mighty_weak": "first", "same_two": "off", "power_jacks": False, "yoromeki": False}
    hands = {0: "SA HA HK HQ HJ HT H9 H8 H7 H6"}
    for first_lead, claims in (("no_trump_or_joker", False), ("any", True)):
        table = contract("gurunapo", "H", 20, hands=hands, widow="JK C4 C5", first_lead=first_lead, **options)
        assert certain(table) is claims


def test_the_queen_of_hearts_wins_though_the_mighty_is_out() -> None:
    hands = {0: "D5 SA", 1: "D6 C2", 2: "D7 C4", 3: "D8 C6", 4: "DA HQ"}
    for yoromeki in (True, False):
        table = contract("gurunapo", "H", hands=hands, yoromeki=yoromeki)
        skip_to_trick(table, 9, hands)
        table.plays("D5 D6 D7 D8")
        assert certain(table) is yoromeki


@pytest.mark.parametrize(
    ("choices", "answer"),
    [(["C2 C3", "C2", "C3 C4"], True), (["C2 C3"] * 3, False), (["C2 C3 C4 C5 C6 C7 C8 C9"] * 10, False)],
)
def test_whether_each_trick_has_a_card_of_its_own_is_found_quickly(choices: list[str], answer: bool) -> None:
    assert _each_has_its_own([card_set(cards.split()) for cards in choices]) is answer


# --- Giving up, and its result ---


def test_napoleon_gives_up_and_the_others_take_the_rest() -> None:
    table = Table("gurunapo", {0: "SA JK HJ HA HK HT H9 H4 D5 C6"})
    table.bids("11H pass pass pass pass")
    table.calls("SK")
    table.tell({"type": "exchange", "seat": 0, "discard": ["C6", "D5", "H4"]})
    table.tell({"type": "concede", "seat": 0})
    for seat in (3, 1, 4, 2):
        table.tell({"type": "agree", "seat": seat})
    [end] = table.match.ended
    assert isinstance(end, NapoleonResult)
    assert (end.made, end.tricks, end.outcome.side_pictures) == (False, (), 0)
    assert end.pictures[0] == 0
    assert end.proposal == Concede(1, 0)


def test_an_opponent_gives_up_and_the_declarer_takes_the_rest() -> None:
    table = Table("nap", {0: "SA SK S5 H3 D4", 1: "S2 S3 H4 H5 H6"})
    table.bids("three pass pass pass")
    table.tell({"type": "play", "seat": 0, "card": "SA"})
    table.tell({"type": "concede", "seat": 1})
    assert table.seen_by(None).proposal == Concede(1, 1)
    for seat in (0, 2, 3):
        table.tell({"type": "agree", "seat": seat})
    [end] = table.match.ended
    assert isinstance(end, NapResult)
    assert (end.made, end.tricks_won, end.scores) == (True, (5, 0, 0, 0), (9, -3, -3, -3))


@pytest.mark.parametrize(("seat", "made"), [(0, False), (1, True)])
def test_at_misere_the_side_that_gives_up_takes_the_rest(seat: int, made: bool) -> None:
    table = Table("nap", {0: "S2 S3 H4 H5 H6", 1: "SA SK S5 H3 D4"})
    table.bids("misere pass pass pass")
    if seat:
        table.tell({"type": "play", "seat": 0, "card": "S2"})
    else:
        with refused("illegal_claim", "nothing_to_claim"):
            table.tell({"type": "claim", "seat": 0})
    table.tell({"type": "concede", "seat": seat})
    for other in {0, 1, 2, 3} - {seat}:
        table.tell({"type": "agree", "seat": other})
    assert table.match.ended[0].made is made


def test_a_claim_that_says_it_is_certain_is_judged() -> None:
    table = Table("nap", {0: "SA SK S5 H3 D4"})
    table.bids("three pass pass pass")
    for certain in (True, None, 1, "yes"):
        with refused("illegal_claim", "not_certain"):
            table.tell({"type": "claim", "seat": 0, "certain": certain})
    table.tell({"type": "claim", "seat": 0, "certain": False})
    assert table.seen_by(2).phase == "claimed"
    assert table.seen_by(2).legal == (Agree(1, 2), Refuse(1, 2))
    assert table.seen_by(0).legal == ()
    with refused("not_your_turn", "not_to_act"):
        table.tell({"type": "play", "seat": 0, "card": "SA"})
    with refused("illegal_play", "wrong_phase"):
        table.tell({"type": "play", "seat": 1, "card": "SQ"})


def test_nobody_claims_before_the_play_or_out_of_turn() -> None:
    table = Table("gurunapo")
    with refused("illegal_claim", "wrong_phase"):
        table.tell({"type": "claim", "seat": 0})
    with refused("not_your_turn", "not_to_act"):
        table.tell({"type": "concede", "seat": 2})
    table = Table("nap", {0: "SA SK S5 H3 D4"})
    table.bids("three pass pass pass")
    with refused("not_your_turn", "not_to_act"):
        table.tell({"type": "concede", "seat": 2})
    with refused("illegal_claim", "wrong_phase"):
        table.tell({"type": "agree", "seat": 0})


# --- What a claim and its answers reveal ---


@pytest.mark.parametrize("options", SETS)
def test_twins_have_the_same_views_of_a_proposal(options: dict[str, object]) -> None:
    """Matches that look alike to a reader do so during a proposal and after a refusal too."""
    rules, rng, compared = rules_of(options), Random(8), 0
    for match, events in courses(rules, 12, seed=9):
        turn = play_of(match).turn
        pending = asked(match, Concede(1, turn))
        for now in (pending, advance(pending, Refuse(1, pending.open[0].to_act()[0]))):
            course = [*events, *([Concede(1, turn)]), *_refusal(now, pending)]
            for reader in (None, *range(rules.players)):
                for twin in twins(rules, course, reader, rng, tries=2):
                    compared += 1
                    assert view(twin.match, reader) == view(now, reader), twin.kind
    assert compared > 20


def _refusal(now: Match, pending: Match) -> list[Event]:
    return [] if now is pending else [Refuse(1, pending.open[0].to_act()[0])]


@pytest.mark.parametrize("options", SETS)
def test_the_answers_of_bots_follow_from_what_all_have_heard(options: dict[str, object]) -> None:
    """Two deals that look alike to a spectator get the same answers from every seat."""
    rules, rng, compared = rules_of(options), Random(10), 0
    for match, events in courses(rules, 12, seed=11):
        proposal = Concede(1, play_of(match).turn)
        pending = asked(match, proposal)
        for twin in twins(rules, [*events, proposal], None, rng, tries=4):
            compared += 1
            assert _answers(twin.match) == _answers(pending)
    assert compared > 10


def _answers(match: Match) -> list[Event]:
    views = {seat: view(match, seat).deals[0] for seat in match.open[0].to_act()}
    return [answer(deal, match.rules, for_person=away) for deal in views.values() for away in (False, True)]
