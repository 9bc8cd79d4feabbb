"""Worlds sampled for a seat: none contradicts what the seat sees."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from napoleon.bots import choose
from napoleon.bots.simulation import shuffled
from napoleon.engine import Bid, Play, card_set, next_deal, parse_card, rules_from_json, start
from napoleon.engine.cards import is_joker
from napoleon.engine.deal import CALL_LED, led_suit
from napoleon.engine.match import MatchCursor
from napoleon.engine.napoleon_play import PlayCursor, Playing, lead_off
from napoleon.engine.view import deal_view
from napoleon.inference import worlds
from napoleon.inference.card_drawing import Drawing, Place
from napoleon.inference.habits import Habits
from tests.napoleon.engine.play import Table
from tests.napoleon.house_rules import random_house_rules
from tests.napoleon.referee.generate import random_rules


def spare_hands(_rng: Random) -> dict[str, Any]:
    return {"preset": "nap", "players": 3, "spare_hand": True}


@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("draw", [random_rules, random_house_rules, spare_hands])
def test_every_world_looks_the_same_to_the_seat_as_the_deal(draw: Callable[[Random], Any], number: int) -> None:
    rng = Random(number)
    rules = rules_from_json({**draw(rng), "deals": 1, "deals_at_once": 1})
    cursor = MatchCursor(start(rules))
    due = next_deal(cursor.match())
    assert due is not None
    cursor.push(shuffled(rules, due, rng))
    while cursor.open:
        [state] = cursor.open.values()
        seat = state.to_act()[0]
        view = deal_view(state, seat)
        possible = worlds(view, rules, number, 3) if rng.random() < 0.3 else []
        for world in possible:
            assert deal_view(world.state, seat) == view
            if isinstance(world.state, Playing):
                assert_could_have_been_played(world.state)
        assert not possible or sum(world.weight for world in possible) == pytest.approx(1)
        assert possible == [] or possible == worlds(view, rules, number, 3)
        cursor.push(choose("corporal", view, rules, number))


def assert_could_have_been_played(state: Playing) -> None:
    """Every card so far was legal with the hands of the state: its voids, joker calls and first leads are kept."""
    play = PlayCursor(lead_off(state.contract))
    for trick in (*state.past.tricks, None):
        cards = state.trick if trick is None else trick.cards
        led = state.led if trick is None else trick.led
        for place, card in enumerate(cards):
            suit = led_suit(led) if is_joker(card) and place == 0 else None
            asked = place == 0 and play.rules.call_optional and play.rules.callers >> card & 1
            command = Play(state.number, play.turn, card, suit, led >= CALL_LED if asked else None)
            play.judge(command)
            play.after(command)
    assert play.state().past == state.past


@pytest.mark.parametrize("hand", ["SA SK SQ SJ ST", "SA HK DQ CJ S2"])
def test_worlds_of_a_garnet_have_a_spare_hand(hand: str) -> None:
    table = Table("nap", {0: hand}, "HA HQ DA DK CA", players=3, spare_hand=True)
    for said in ("garnet", "pass", "pass"):
        assert_worlds_look_alike(table)
        table.bids(said)
    assert_worlds_look_alike(table)
    table.exchanges("DK DA CA HA HQ")
    while table.match.open:
        assert_worlds_look_alike(table)
        table.tell({"deal": 1, **table.choices()[0]})


def assert_worlds_look_alike(table: Table) -> None:
    view = deal_view(table.state, table.turn)
    possible = worlds(view, table.rules, 1, 5)
    assert possible
    for world in possible:
        assert deal_view(world.state, table.turn) == view
        dealt = getattr(world.state, "dealt", None) or world.state.contract.dealt
        assert dealt.widow.bit_count() == 5


def test_only_a_seat_that_is_to_act_is_answered() -> None:
    table = Table("gurunapo")
    with pytest.raises(ValueError, match="turn"):
        worlds(deal_view(table.state, (table.turn + 1) % 5), table.rules, 1, 1)


def test_cards_are_dealt_only_to_possible_places() -> None:
    """The first place may hold two of the four cards and needs both."""
    drawn = Drawing(0b1111, [Place(2, 0b0011), Place(2, 0b1111)]).draw(Random(1))
    assert drawn is not None
    assert drawn[0] == [0b0011, 0b1100]


def test_uneven_draws_are_weighted_even() -> None:
    """The first place holds one of two cards: each in half of the cases."""
    drawing = Drawing(0b111, [Place(1, 0b011, tried=[9.0, 1.0, 1.0]), Place(2, 0b111)])
    rng, shares = Random(1), {0b01: 0.0, 0b10: 0.0}
    for _ in range(4000):
        drawn = drawing.draw(rng)
        assert drawn is not None
        shares[drawn[0][0]] += 2.718281828 ** drawn[1]
    assert shares[0b01] / sum(shares.values()) == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize(("auction", "refused"), [("open", 15), ("sealed", 11)])
def test_a_pass_is_judged_by_the_bids_its_seat_has_heard(auction: str, refused: int) -> None:
    """In a sealed auction nobody hears the others: a seat that passes would not even bid the least."""
    table = Table("gurunapo", auction=auction)
    for seat, word in enumerate(["14H", "pass", "pass", "pass", "pass"]):
        table.says(seat, word)
    assert Habits(table.seen_by(0), table.rules, me=0).said == [(seat, None, refused) for seat in (1, 2, 3, 4)]


@pytest.mark.parametrize("auction", ["open", "sealed"])
def test_a_forced_bid_shows_the_best_suit_but_no_strength(auction: str) -> None:
    """Seat 0 passed like everyone and must bid: a weak hand with hearts is likelier than a strong one."""
    table = Table("four", auction=auction)
    for seat in range(4):
        table.says(seat, "pass")
    table.says(0, "11H")
    habits = Habits(table.seen_by(1), table.rules, me=1)
    [(seat, bid, refused)] = [said for said in habits.said if said[0] == 0]
    assert (seat, bid, refused) == (0, Bid(1, 0, 11, parse_card("H2") // 13), 11)
    weak = card_set(["HA", "HK", "H9", "H8", "H7", "H6", "D9", "D8", "C4", "C3", "S3", "S2"])
    strong = weak & ~card_set(["D9", "D8", "C4"]) | card_set(["SA", "HJ", "DJ"])
    other = card_set(["DA", "DK", "D9", "D8", "D7", "D6", "H9", "H8", "C4", "C3", "S3", "S2"])

    def likely(hand: int) -> float:
        return habits.likelihood((0,) * 4, (hand, 0, 0, 0), None)

    assert likely(weak) > likely(strong)
    assert likely(weak) > likely(other)
