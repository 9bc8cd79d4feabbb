"""Invariants of all rules and all play (docs/rules-engine.md); HYPOTHESIS_PROFILE=ci tries more."""

import copy
import json
import pickle
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from io import StringIO
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napoleon.engine import (
    Bid,
    BidNap,
    Call,
    Deal,
    EngineError,
    Exchange,
    Match,
    NapRules,
    Pass,
    Play,
    RulesError,
    advance,
    apply,
    card_set,
    decide,
    is_over,
    legal,
    rules_from_json,
    rules_to_json,
    start,
    to_act,
    view,
)
from napoleon.engine.cards import CARD_NAMES, JOKER, NO_CARD, CardSet, cards_in
from napoleon.engine.errors import ErrorCode
from napoleon.engine.events import NAP_BIDS, Event, LegalExchanges
from napoleon.engine.match import MatchCursor, next_deal
from napoleon.engine.nap import NapAuction, NapPlaying, NapResult
from napoleon.engine.napoleon import Calling, Exchanging
from napoleon.engine.napoleon_play import NapoleonResult, Playing
from napoleon.engine.record import header, replay, summary, write
from napoleon.engine.seat_record import seat_record
from napoleon.engine.variants import State
from napoleon.engine.view import DealView, deal_view
from napoleon.engine.wire import event_from_json, event_to_json
from tests.napoleon.referee import referee
from tests.napoleon.referee.generate import mutate, random_record, random_rules
from tests.napoleon.referee.mutate import JUNK
from tests.support.referee_answers import comparable

from .records import Played, played, seeds
from .twins import Story, sealed_in_another_order, twins

CODES = get_args(ErrorCode)


# --- The cards ---


@given(seeds)
def test_cards_are_conserved(seed: int) -> None:
    game = played(seed)
    dealt = {event.deal: event for event in game.events if isinstance(event, Deal)}
    for match in game.states:
        for state in match.open:
            deal = dealt[state.number]
            piles = list(piles_of(state, game.rules.players))
            assert sum(pile.bit_count() for pile in piles) == count_of(deal)
            assert union(piles) == union([*deal.hands, deal.widow])
    for end in game.match.ended:
        if isinstance(end, (NapoleonResult, NapResult)):
            cards = [card for trick in end.tricks for card in trick.cards]
            assert len(cards) == len(set(cards))


def piles_of(state: State, players: int) -> Iterator[CardSet]:
    """Every place where a card of the deal may lie."""
    if isinstance(state, Playing):
        yield from (state.hand(seat) for seat in range(players))
        yield from (state.played, state.contract.discards or 0)
    elif isinstance(state, NapPlaying):
        yield from (state.hand(seat) for seat in range(players))
        yield state.played
    elif isinstance(state, (Calling, Exchanging)):
        contract = state.contract
        yield from (contract.dealt.hands[seat] for seat in range(players) if seat != contract.napoleon)
        yield contract.hand()
        yield contract.dealt.widow if contract.discards is None else contract.discards
    else:
        yield from state.dealt.hands
        if not isinstance(state, NapAuction):
            yield state.dealt.widow


def count_of(deal: Deal) -> int:
    return sum(hand.bit_count() for hand in deal.hands) + deal.widow.bit_count()


def union(piles: list[CardSet]) -> CardSet:
    cards = 0
    for pile in piles:
        cards |= pile
    return cards


# --- There and back ---


@given(seeds)
def test_a_written_record_replays_to_the_match_that_was_played(seed: int) -> None:
    game = played(seed)
    match = start(game.rules)
    for event, later in zip(game.events, game.states[1:], strict=True):
        assert decide(match, event) == event
        match = apply(match, event)
        # Continuing from a match must not change a copy kept by somebody else.
        assert match == later
    (again,) = replay(StringIO(write(header(game.rules, game.players), game.events), newline="\n"))
    assert again.error is None
    assert (again.match, again.rules, again.players) == (match, game.rules, game.players)
    assert again.events == game.events
    assert match == game.match


@given(seeds)
def test_events_go_to_json_and_back(seed: int) -> None:
    game = played(seed)
    for match, event in zip(game.states, game.events, strict=False):
        assert event_from_json(json.loads(json.dumps(event_to_json(event))), match) == event


@given(seeds)
def test_rules_go_to_json_and_back(seed: int) -> None:
    rules = rules_from_json(random_rules(random.Random(seed)))
    again = rules_from_json(json.loads(json.dumps(rules_to_json(rules))))
    assert again == rules
    assert hash(again) == hash(rules)


# --- What is legal, and what is not ---


@given(seeds)
def test_legal_is_exactly_what_decide_accepts(seed: int) -> None:
    rng = random.Random(seed)
    match = some_position(played(seed), rng)
    for seat in range(match.rules.players):
        for state in match.open:
            number = state.number
            tried = list(every_command(number, seat))
            offered = {command for command in legal(match, seat) if command.deal == number}
            plain = {command for command in offered if not isinstance(command, LegalExchanges)}
            assert {command for command in tried if accepted(match, command)} == plain
            choices = [command for command in offered if isinstance(command, LegalExchanges)]
            for command in some_exchanges(number, seat, match, rng):
                assert accepted(match, command) == any(fits(choice, command) for choice in choices)
            assert bool(plain or choices) == ((number, seat) in to_act(match))


def some_position(game: Played, rng: random.Random) -> Match:
    return rng.choice(game.states[1:] or game.states)


def every_command(number: int, seat: int) -> Iterator[Any]:
    """All commands that anybody could try in any phase, except exchanges."""
    yield Pass(number, seat)
    yield from (Bid(number, seat, count, trump) for count in range(22) for trump in range(-1, 6))
    yield from (BidNap(number, seat, bid) for bid in (*NAP_BIDS, "", "Nap"))  # type: ignore[arg-type]
    for card in (*range(JOKER + 1), NO_CARD):
        yield Call(number, seat, card)
        yield from (Play(number, seat, card, suit) for suit in (None, -1, 0, 1, 2, 3, 4))


def some_exchanges(number: int, seat: int, match: Match, rng: random.Random) -> Iterator[Exchange]:
    """Exchanges that are nearly right, or far from it."""
    rules = match.rules
    choices = [command for command in legal(match, seat) if isinstance(command, LegalExchanges)]
    held = cards_in(choices[0].among) if choices else list(range(20))
    for _ in range(12):
        cards = rng.sample(held, max(0, rules.widow_size + rng.choice([0, 0, 0, 0, 1, -1])))
        if rng.random() < 0.2:
            cards = [*cards[1:], rng.randrange(JOKER + 1)]
        give_to = rng.choice([None, None, *range(-1, rules.players + 1)])
        yield Exchange(number, seat, card_set(cards), give_to)


def fits(choice: LegalExchanges, exchange: Exchange) -> bool:
    recipients = choice.recipients or (None,)
    held = exchange.discard & choice.among == exchange.discard
    right_size = exchange.discard.bit_count() == choice.size
    same = (choice.deal, choice.seat) == (exchange.deal, exchange.seat)
    return same and held and right_size and exchange.give_to in recipients


def accepted(match: Match, command: Event) -> bool:
    try:
        event = decide(match, command)
    except EngineError as error:
        return refused_by_code(error)
    return event == command


def refused_by_code(error: EngineError) -> bool:
    """False, once the error has a public code."""
    assert error.code in CODES
    return False


@given(seeds)
def test_a_refused_command_has_a_code_and_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    game = played(seed)
    matches = game.states
    for _ in range(15):
        place = rng.randrange(len(matches))
        match = matches[place]
        known = game.events[place] if place < len(game.events) else rng.choice(game.events or [Pass(1, 0)])
        event = event_from_json(spoilt(event_to_json(known), rng), match)
        if event is not None:
            assert_refused_or_carried_out(match, event)


def spoilt(data: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """An event with up to three values replaced by junk, by another seat, deal or card."""
    for _ in range(rng.randint(1, 3)):
        key = rng.choice([*data, "suit", "give_to"])
        likely: dict[str, list[Any]] = {
            "type": ["deal", "pass", "bid", "call", "exchange", "play"],
            "seat": list(range(8)),
            "deal": list(range(4)),
            "card": list(CARD_NAMES),
        }
        data[key] = rng.choice(likely.get(key, JUNK) if rng.random() < 0.8 else JUNK)
    return data


def assert_refused_or_carried_out(match: Match, event: Event) -> None:
    running, before = MatchCursor(match), copy.deepcopy(match)
    if accepted(match, event):
        running.push(event)
        assert running.match() == advance(match, event) != before
    else:
        for refusing in (running.push, partial(advance, match)):
            with pytest.raises(EngineError) as caught:
                refusing(event)
            assert caught.value.code in CODES
        assert running.match() == before
    assert match == before


words = st.sampled_from(["", "SA", "JK", "H", "N", "three", "gurunapo", "é", "\u2028", "\ud800"])
json_values = st.recursive(
    st.sampled_from([None, True, False, 1.5, float("nan")]) | st.integers() | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
event_keys = ("deal", "seat", "card", "suit", "count", "trump", "bid", "discard", "give_to")


@given(
    seeds,
    st.sampled_from(["deal", "pass", "bid", "call", "exchange", "play"]),
    st.dictionaries(st.sampled_from((*event_keys, "hands", "widow", "dealer")), json_values),
)
def test_garbage_is_refused_by_code(seed: int, kind: str, data: dict[str, Any]) -> None:
    match = some_position(played(seed % 50), random.Random(seed))
    event = event_from_json({**data, "type": kind}, match)
    assert event is not None
    assert_refused_or_carried_out(match, event)


@given(json_values | st.fixed_dictionaries({"preset": json_values, "players": json_values}))
def test_garbage_is_not_a_rule_set(data: object) -> None:
    with pytest.raises(RulesError):
        rules_from_json(data)


@given(st.lists(st.text('{}[]":, ntrue1', max_size=12) | json_values.map(json.dumps)))
def test_garbage_is_not_a_record(lines: list[str]) -> None:
    for record in replay(lines):
        assert record.error is not None
        assert summary(record)["error"] in ("bad_json", "bad_header", "bad_rules")


# --- The engine against the referee ---


@given(seeds)
def test_the_referee_agrees(seed: int) -> None:
    assert_same_answers(random_record(random.Random(seed)))


@given(seeds)
def test_the_referee_agrees_about_broken_records(seed: int) -> None:
    rng = random.Random(seed)
    record = random_record(rng)
    for _ in range(5):
        assert_same_answers([*mutate(record, rng), record[0]])


def assert_same_answers(lines: list[str]) -> None:
    answers = [comparable(summary(record)) for record in replay(lines)]
    assert answers == [comparable(answer) for answer in referee(lines)], lines


# --- Secrets: twins ---


@given(seeds)
def test_twins_look_the_same(seed: int) -> None:
    compare_twins(seed)


def test_there_are_twins_of_every_kind() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(40):
        kinds += compare_twins(seed)
        if min(kinds[kind] for kind in ("adjutant", "discards", "hands", "sealed", "taken", "widow")):
            return
    pytest.fail(f"only found {kinds}")


def compare_twins(seed: int) -> Counter[str]:
    """Compare everything that a seat can see of a match and its twins; return the twins."""
    rng = random.Random(seed)
    game = played(seed)
    seat = rng.choice([None, *range(game.rules.players)])
    events = game.events[: rng.randint(0, len(game.events))]
    match = game.states[len(events)]
    kinds: Counter[str] = Counter()
    for twin in twins(game.rules, events, seat, rng, tries=12):
        kinds[twin.kind] += 1
        if is_hidden(match, twin.deal, seat):
            assert view(twin.match, seat) == view(match, seat), twin.kind
            assert repr(view(twin.match, seat)) == repr(view(match, seat)), twin.kind
            assert_same_on_the_way(game, events, twin.events, seat, rng)
        if seat is not None:
            assert told_to(game, twin.events, seat) == told_to(game, events, seat), twin.kind
    if seat is not None:
        other = sealed_in_another_order(game.rules, events, seat, rng)
        assert told_to(game, other, seat) == told_to(game, events, seat)
    return kinds


def is_hidden(match: Match, number: int, seat: int | None) -> bool:
    """Whether the hands of the deal are still closed to the seat ("What is seen when")."""
    if is_over(match):
        return False
    ended = next((end for end in match.ended if end.number == number), None)
    if ended is None or seat is None or not isinstance(ended, (NapoleonResult, NapResult)):
        return True
    return isinstance(match.rules, NapRules) and match.rules.no_shuffle


def told_to(game: Played, events: list[Event], seat: int) -> str:
    return json.dumps(seat_record(header(game.rules, game.players), game.rules, events, seat))


def assert_same_on_the_way(
    game: Played, events: list[Event], other: list[Event], seat: int | None, rng: random.Random
) -> None:
    """The two matches also looked the same at an earlier time."""
    place = rng.randint(0, len(events))
    first, second = MatchCursor(start(game.rules)), MatchCursor(start(game.rules))
    for event, instead in zip(events[:place], other[:place], strict=True):
        first.apply_in_place(event)
        second.apply_in_place(instead)
    assert view(first.match(), seat) == view(second.match(), seat)


# --- Secrets: bytes ---


@given(seeds)
def test_no_unseen_card_is_revealed(seed: int) -> None:
    rng = random.Random(seed)
    game = played(seed)
    place = rng.randint(0, len(game.events))
    match, events = game.states[place], game.events[:place]
    deals = {event.deal: event for event in events if isinstance(event, Deal)}
    for seat in (None, *range(game.rules.players)):
        for state in match.open:
            story = Story(game.rules, events, deals[state.number], match, seat)
            assert_tells_only(deal_view(state, seat), story.seen())
        if seat is not None:
            for deal in deals.values():
                story = Story(game.rules, events, deal, match, seat)
                assert_record_tells_only(game, events, story)


def assert_tells_only(shown: DealView, seen: CardSet) -> None:
    """The view names no card but those seen, in any field (what may be called, is called or is special apart)."""
    assert shown.seen == seen
    told = shown.hand | shown.widow | shown.discards | shown.playable
    for card in [card for _, card in shown.trick] + [c for trick in shown.tricks for c in trick.cards]:
        told |= 1 << card
    for command in shown.legal:
        if isinstance(command, Play):
            told |= 1 << command.card
        elif isinstance(command, LegalExchanges):
            told |= command.among
    assert told & ~seen == 0
    # In any other field, a number this large is a set of cards.
    for number in map(int, re.findall(r"\d{6,}", repr(shown))):
        assert number & ~seen == 0


def assert_record_tells_only(game: Played, events: list[Event], story: Story) -> None:
    assert story.seat is not None
    lines = seat_record(header(game.rules, game.players), game.rules, events, story.seat)
    mine = [line for line in lines if line.get("deal") == story.deal.deal]
    text = json.dumps([line for line in mine if line["type"] != "call"])
    assert card_set(re.findall(r'"([SHDC][2-9TJQKA]|JK)"', text)) & ~story.seen() == 0


# --- States are kept and cannot be changed ---


@given(seeds)
def test_a_state_read_back_is_the_same(seed: int) -> None:
    match = some_position(played(seed), random.Random(seed))
    again = pickle.loads(pickle.dumps(match))
    assert again == match
    for before, after in zip(match.open, again.open, strict=True):
        if isinstance(before, Playing):
            assert after.setup.tricks is before.setup.tricks


@given(seeds)
def test_states_cannot_be_changed(seed: int) -> None:
    match = some_position(played(seed), random.Random(seed))
    assert hash(match) == hash(copy.deepcopy(match))
    for value in [*everything_in(match), *everything_in(view(match, 0))]:
        assert not isinstance(value, (list, dict, set, bytearray))
        for name in getattr(value, "_fields", ()) or getattr(value, "__dataclass_fields__", ()):
            with pytest.raises(AttributeError):
                setattr(value, name, None)


def everything_in(value: object) -> Iterator[object]:
    """The value, and everything reachable through its fields."""
    yield value
    fields = getattr(value, "__dataclass_fields__", ())
    inner = value if isinstance(value, tuple) else [getattr(value, name) for name in fields]
    for part in inner:
        yield from everything_in(part)


def test_a_match_of_the_engine_is_over_when_nothing_is_due() -> None:
    game = played(3, cut=False)
    assert is_over(game.match)
    assert next_deal(game.match) is None
