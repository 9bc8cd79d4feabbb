"""Passed-out deals that count: a match has exactly its number of deals (docs/rules.md 1.2, 2 and 3)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napoleon.engine import is_over, next_deal, rules_from_json
from napoleon.engine.deal import PassedOut
from napoleon.engine.match import deals_in_all
from napoleon.engine.record import replay, summary
from napoleon.engine.rules import PRESETS
from napoleon.engine.shuffle import cut, deal_out, gathered, next_deal_event, pack_after, shuffled
from tests.napoleon.referee import referee
from tests.napoleon.referee.generate import random_record
from tests.support.referee_answers import comparable

from .play import Table
from .records import seeds
from .test_shuffle import SEEDS


def pass_out(table: Table) -> None:
    table.bids(" ".join(["pass"] * table.rules.players))


@pytest.mark.parametrize("preset", [preset for preset in PRESETS if preset != "four"])
def test_a_match_has_exactly_its_deals(preset: str) -> None:
    table = Table(preset, deals=3, passed_out="counts")
    pass_out(table)
    table.deal()
    pass_out(table)
    table.deal()
    pass_out(table)
    assert is_over(table.match)
    assert [end.number for end in table.match.ended] == [1, 2, 3]
    assert table.match.scores == (0,) * table.rules.players
    assert table.result == {"deal": 3, "dealer": table.match.ended[-1].dealt.dealer, "passed_out": True}


@pytest.mark.parametrize("preset", [preset for preset in PRESETS if preset != "four"])
def test_the_deal_moves_to_the_left_and_nobody_scores(preset: str) -> None:
    """In Napoleon too, where the same dealer deals otherwise."""
    table = Table(preset, dealer=1, deals=3, passed_out="counts")
    pass_out(table)
    due = next_deal(table.match)
    assert due is not None
    assert (due.number, due.dealer) == (2, 2)
    assert table.match.ledger.redeals == ()
    assert table.match.scores == (0,) * table.rules.players


def test_several_at_once_are_not_dealt_again() -> None:
    table = Table("leaflet", dealer=0, deals=3, deals_at_once=2, passed_out="counts")
    table.deal()
    pass_out(table)
    pass_out(table)
    table.deal()
    assert [(end.number, end.dealt.dealer) for end in table.match.ended] == [(1, 0), (2, 1)]
    assert [(state.number, state.dealt.dealer) for state in table.match.open] == [(3, 2)]
    assert next_deal(table.match) is None


def test_it_changes_nothing_for_the_last_napoleon() -> None:
    table = Table("gurunapo", dealer=0, deals=3, passed_out="counts")
    pass_out(table)
    table.deal()
    assert table.turns == [2]


def test_where_the_first_bidder_must_bid_it_changes_nothing() -> None:
    table = Table("four", deals=2, passed_out="counts")
    pass_out(table)
    assert not table.match.ended
    assert table.rules.deals_again is False


def test_without_shuffling_the_pack_is_cut_and_dealt_by_the_next_dealer() -> None:
    table = Table("nap", dealer=0, deals=3, no_shuffle=True, passed_out="counts")
    pass_out(table)
    first = shuffled(table.rules, SEEDS, 1)
    cards = cut(gathered(first, table.match.ended[0]), SEEDS, 2)
    assert pack_after(table.rules, SEEDS, table.match.ended) == cards
    assert next_deal_event(table.match, SEEDS, first_dealer=0) == deal_out(table.rules, cards, 2, dealer=1)


def test_how_many_deals_there_are_in_all() -> None:
    assert deals_in_all(rules_from_json({"preset": "nap", "deals": 4}), 2) == 6
    assert deals_in_all(rules_from_json({"preset": "nap", "deals": 4, "passed_out": "counts"}), 2) == 4


@given(seeds, st.sampled_from(["leaflet", "gurunapo", "nap"]), st.integers(1, 3))
def test_random_matches_have_their_deals_dealers_and_sums(seed: int, preset: str, at_once: int) -> None:
    """The referee agrees, the dealer moves by one each deal, and passed-out deals change no score."""
    given_rules = {"preset": preset, "deals": 4, "deals_at_once": at_once, "passed_out": "counts"}
    lines = random_record(Random(seed), given_rules, cut=False)
    [record] = replay(lines)
    match = record.match
    assert match is not None
    assert is_over(match)
    [told] = referee(lines)
    assert comparable(told) == comparable(summary(record))
    dealers = {end.number: end.dealt.dealer for end in match.ended}
    first, players = dealers[1], match.rules.players
    assert dealers == {number: (first + number - 1) % players for number in range(1, 5)}
    played = [end.scores for end in match.ended if not isinstance(end, PassedOut)]
    assert match.scores == tuple(sum(scores[seat] for scores in played) for seat in range(players))
