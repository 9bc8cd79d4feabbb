"""A seat's knowledge in a review is what its page showed then; who could be the adjutant; how the sides stand."""

import random
from dataclasses import replace

import pytest

from games.kernel.events import EventRow
from games.kernel.known_states import GameState
from games.kernel.log import follow, state_of
from games.review.game_replay import Replay, replay_of
from games.review.position import Position, position, reviewable
from games.review.seat_knowledge import AdjutantCandidates, adjutant_candidates
from games.review.sides import sides
from napoleon.engine import Bid, DealView, parse_card, preset_rules, start, view
from napoleon.engine.cards import CARD_NAMES, HEARTS, MIGHTY, SPADES
from napoleon.engine.rules import NapoleonRules
from players.models import User
from tests.napoleon.engine.records import Played, played
from tests.support import table_pages
from tests.support.leaks import deals_of, known
from tests.support.stored_games import stored
from tests.support.visits import client_of, get

pytestmark = pytest.mark.django_db


def whole(seed: int) -> Played:
    """A random match of any rules, played to its end."""
    return played(seed, cut=False)


def positions(replay: Replay, deal: int) -> list[Position]:
    """Every position of a deal, as a spectator may look back on it."""
    positions_seen: list[Position] = []
    while at := position(replay, None, deal, len(positions_seen)):
        positions_seen.append(at)
    return positions_seen


def some_deal(replay: Replay, rng: random.Random) -> int:
    return rng.choice([end.number for end in reviewable(replay, None)])


@pytest.mark.parametrize("seed", [1, 2, 3, 5])
def test_as_a_seat_knew_it_is_the_view_of_the_log_up_to_there(people: list[User], seed: int) -> None:
    match = whole(seed)
    game = stored(people, match.rules, match.events)
    seats = [*range(match.rules.players), None]
    state, shown = GameState(0, start(match.rules)), {}
    for row in game.events.order_by("seq").values_list(*EventRow._fields):
        state = follow(state, [EventRow(*row)])
        shown[state.seq] = state.match
    looked = 0
    for deal in deals_of(match):
        for at in positions(replay_of(game), deal.deal):
            for seat in seats:
                then = view(shown[at.seq], seat)
                assert at.view_of(seat) == then
                still_open = {deal.number: deal for deal in then.deals}
                if seat is not None and deal.deal in still_open:
                    assert at.deal_of(seat) == still_open[deal.deal]
            looked += 1
    assert looked >= len(match.events)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_page_as_a_seat_knew_it_names_what_the_table_showed(people: list[User], seed: int) -> None:
    """Every card of that seat's table when the log ended there, and none that it had not seen."""
    match, rng = whole(seed), random.Random(seed)
    game = stored(people, match.rules, match.events)
    replay = replay_of(game)
    number = some_deal(replay, rng)
    deal = next(deal for deal in deals_of(match) if deal.deal == number)
    steps = positions(replay, number)[:-2]
    for at in rng.sample(steps, min(5, len(steps))):
        seat = rng.randrange(match.rules.players)
        count = sum(move.seq <= at.seq for move in replay.moves)
        then = stored(people, match.rules, match.events[:count])
        before = replace(match, events=match.events[:count], match=state_of(then).match)
        page = get(None, f"/t/{game.slug}/review/{number}/{at.step}/?as={seat + 1}")
        assert table_pages.cards(page) <= known(before, deal, seat)
        if at.deal_of(seat).phase != "calling":  # cards are offered to be called there
            assert table_pages.cards(get(people[seat], f"/t/{then.slug}/?deal={number}")) <= table_pages.cards(page)


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_page_as_a_seat_knew_it_names_no_card_that_it_had_not_seen(people: list[User], seed: int) -> None:
    match, rng = whole(seed), random.Random(seed)
    game = stored(people, match.rules, match.events)
    client, replay = client_of(None), replay_of(game)
    number = some_deal(replay, rng)
    for at in positions(replay, number)[:-2:3]:
        seat = rng.randrange(match.rules.players)
        deal = at.deal_of(seat)
        seen = {name for card, name in enumerate(CARD_NAMES) if deal.seen >> card & 1}
        called = set() if deal.called is None else {CARD_NAMES[deal.called]}
        page = client.get(f"/t/{game.slug}/review/{number}/{at.step}/?as={seat + 1}&times=1")
        assert table_pages.cards(page) <= seen | called


# --- The adjutant, the sides ---


NAPOLEON = [0, 1, 3, 8, 9, 11, 13]
"""Seeds of matches of Napoleon, with every way to withhold power cards."""
FIRST_DEALS = 8
"""One match has 77."""


@pytest.mark.parametrize("seed", NAPOLEON)
def test_the_adjutant_is_always_among_those_who_could_be(people: list[User], seed: int) -> None:
    match, rules = whole(seed), napoleon(seed)
    replay = replay_of(stored(people, rules, match.events))
    for end in reviewable(replay, None)[:FIRST_DEALS]:
        for at in positions(replay, end.number)[:-1:6]:
            for seat in range(rules.players):
                candidates = adjutant_candidates(rules, at.deal_of(seat), seat)
                if candidates and end.adjutant is None:
                    assert candidates.may_be_alone
                elif candidates:
                    assert end.adjutant in candidates.seats


def napoleon(seed: int) -> NapoleonRules:
    rules = whole(seed).rules
    assert isinstance(rules, NapoleonRules)
    return rules


def test_who_did_not_follow_the_called_suit_is_cleared(people: list[User]) -> None:
    """Ai, Napoleon, called the mighty; on a lead of spades Chie has thrown a diamond away."""
    rules = preset_rules("gurunapo")
    assert isinstance(rules, NapoleonRules)
    deal = DealView(
        number=1,
        dealer=0,
        phase="playing",
        to_act=(3,),
        my_turn=False,
        legal=(),
        hand=0,
        hand_sizes=(9, 9, 9, 10, 10),
        auction=(),
        high=None,
        declarer=0,
        contract=Bid(1, 0, 13, HEARTS),
        trump=HEARTS,
        called=MIGHTY,
        leader=0,
        led_suit=SPADES,
        led=SPADES,
        trick=((0, parse_card("S4")), (1, parse_card("S9")), (2, parse_card("D2"))),
        pictures=(0,) * 5,
        tricks_won=(0,) * 5,
        seen=0,
    )
    candidates = adjutant_candidates(rules, deal, seat=4)
    assert candidates == AdjutantCandidates(seats=(1, 3), may_be_alone=True, is_certain=False)
    keeping = replace(rules, withhold="mighty_and_right_jack")
    assert adjutant_candidates(keeping, deal, seat=4) == replace(candidates, seats=(1, 2, 3))


@pytest.mark.parametrize("seed", NAPOLEON)
def test_what_the_sides_have_taken_comes_to_the_result(people: list[User], seed: int) -> None:
    match, rules = whole(seed), napoleon(seed)
    replay = replay_of(stored(people, rules, match.events))
    for end in reviewable(replay, None)[:FIRST_DEALS]:
        if end.passed_out:
            continue
        counts = sides(rules, positions(replay, end.number)[-2].deal_with_all_open())
        assert counts is not None
        assert (counts.taken, counts.unknown) == (end.side_took, 0)
        assert (counts.needs == 0 and not counts.has_too_much) is end.made
        if counts.out == 0:
            assert (counts.needs_against == 0) is not end.made


def test_while_the_adjutant_is_not_known_nor_is_the_side_of_others(people: list[User]) -> None:
    match, rules = whole(1), napoleon(1)
    replay = replay_of(stored(people, rules, match.events))
    for end in reviewable(replay, None):
        for at in positions(replay, end.number)[:-2]:
            for seat in range(rules.players):
                deal = at.deal_of(seat)
                counts = sides(rules, deal)
                if counts and deal.adjutant is None and not deal.alone:
                    assert counts.against == 0
                    assert counts.taken == deal.pictures[end.declarer or 0]
