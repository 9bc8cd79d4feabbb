"""What each reader of a deal sees (docs/rules-engine.md, "What is seen when")."""

from dataclasses import fields
from typing import Any

import pytest

from napoleon.engine import card_set, names, next_deal, parse_card, view
from napoleon.engine.deal import Dealt
from napoleon.engine.napoleon_play import NapoleonResult
from napoleon.engine.view import DealView, EndedView

from .play import Hands, Table, contract, skip_to_trick, these

SPECTATOR = None
HANDS = {0: "SA HK D5", 1: "JK C3 C4", 2: "SJ HQ D6", 3: "CJ HT D7", 4: "C9 H9 D8"}
WIDOW = "DT C2 S2"


def cards(bits: int) -> set[str]:
    return set(names(bits))


def calling(**options: Any) -> Table:
    """Seat 0 is Napoleon with hearts and is to call; C2, S2 and DT lie in the widow."""
    table = Table("gurunapo", HANDS, WIDOW, **options)
    table.bids("11H pass pass pass pass")
    return table


def exchanging(called: str = "HQ", **options: Any) -> Table:
    table = calling(**options)
    table.calls(called)
    return table


def playing(called: str = "HQ", discard: str = "DT C2 D5", **options: Any) -> Table:
    return contract("gurunapo", hands=HANDS, widow=WIDOW, called=called, discard=discard, **options)


def at_trick_2(hands: Hands, preset: str = "gurunapo", trump: str = "H", **options: Any) -> Table:
    """Seat 0 leads to the second trick; the seats hold these cards and no more."""
    table = contract(preset, trump, hands=hands, **options)
    skip_to_trick(table, 2, hands)
    return table


def marks(shown: DealView) -> dict[str, str]:
    return {names(1 << card)[0]: mark for card, mark in shown.marks}


# --- The auction ---


def test_a_seat_sees_its_own_hand_and_a_spectator_none() -> None:
    table = Table("gurunapo", HANDS, WIDOW)
    assert these("SA HK D5") <= cards(table.seen_by(0).hand)
    assert table.seen_by(0).seen == table.seen_by(0).hand
    assert table.seen_by(SPECTATOR).hand == table.seen_by(SPECTATOR).seen == 0
    assert table.seen_by(SPECTATOR).hand_sizes == (10,) * 5


def test_only_seats_to_act_get_commands() -> None:
    table = Table("gurunapo", HANDS, WIDOW)
    assert table.seen_by(0).my_turn
    assert len(table.seen_by(0).legal) == 1 + 10 * 4
    for reader in (1, 2, 3, 4, SPECTATOR):
        assert table.seen_by(reader).to_act == (0,)
        assert not table.seen_by(reader).my_turn
        assert table.seen_by(reader).legal == ()


def test_the_auction_is_heard_by_all() -> None:
    table = Table("gurunapo")
    table.bids("11H 12S pass")
    for reader in (0, 3, SPECTATOR):
        shown = table.seen_by(reader)
        assert [said.seat for said in shown.auction] == [0, 1, 2]
        assert shown.high == shown.auction[1]


def test_a_forced_bid_is_a_phase_of_its_own() -> None:
    table = Table("four")
    assert table.seen_by(0).phase == "bidding"
    table.bids("pass pass pass pass")
    assert table.seen_by(0).phase == "must_bid"


def test_sealed_declarations_stay_closed_until_all_have_declared() -> None:
    table = Table("gurunapo", auction="sealed")
    table.says(2, "13S")
    table.says(4, "pass")
    for reader in (0, 4, SPECTATOR):
        shown = table.seen_by(reader)
        assert shown.phase == "sealed_bidding"
        assert shown.to_act == (0, 1, 3)
        assert shown.auction == ()
        assert shown.high is None
    assert table.seen_by(0).my_declaration is None
    assert table.seen_by(2).my_declaration == (1, 2, 13, 3)
    assert not table.seen_by(2).my_turn
    for seat in (0, 1, 3):
        table.says(seat, "pass")
    assert [said.seat for said in table.seen_by(0).auction] == [0, 1, 2, 3, 4]


# --- The call and the exchange ---


def test_the_widow_is_unseen_before_the_exchange() -> None:
    table = calling()
    for reader in (0, 1, SPECTATOR):
        assert table.seen_by(reader).phase == "calling"
        assert table.seen_by(reader).widow == 0
        assert not table.seen_by(reader).seen & card_set(WIDOW.split())


def test_napoleon_alone_sees_the_widow_when_they_take_it() -> None:
    table = exchanging()
    assert cards(table.seen_by(0).widow) == these(WIDOW)
    assert these(WIDOW) <= cards(table.seen_by(0).hand)
    for reader in (1, 2, SPECTATOR):
        assert table.seen_by(reader).widow == 0
        assert table.seen_by(reader).hand_sizes == (10,) * 5


def test_napoleon_still_knows_the_widow_during_the_play() -> None:
    table = playing()
    assert cards(table.seen_by(0).widow) == these(WIDOW)
    assert table.seen_by(1).widow == table.seen_by(SPECTATOR).widow == 0


def test_after_the_exchange_napoleon_calls_with_the_widow_in_their_hand() -> None:
    table = calling(call="after_exchange")
    assert cards(table.seen_by(0).widow) == these(WIDOW)
    table.exchanges("DT C2 D5")
    assert table.seen_by(0).phase == "calling"
    assert "S2" in cards(table.seen_by(0).hand)
    assert "D5" not in cards(table.seen_by(0).hand)


# --- The adjutant ---


def test_the_adjutant_knows_and_the_others_do_not() -> None:
    table = playing(called="HQ")
    assert table.seen_by(2).am_adjutant
    assert (table.seen_by(2).adjutant, table.seen_by(2).alone) == (2, False)
    for reader in (1, 3, 4, SPECTATOR):
        assert not table.seen_by(reader).am_adjutant
        assert (table.seen_by(reader).adjutant, table.seen_by(reader).alone) == (None, None)


def test_napoleon_knows_that_they_have_an_adjutant_but_not_who() -> None:
    table = exchanging(called="HQ")
    assert (table.seen_by(0).adjutant, table.seen_by(0).alone) == (None, False)
    table.exchanges("DT C2 D5")
    assert (table.seen_by(0).adjutant, table.seen_by(0).alone) == (None, False)


def test_all_know_the_adjutant_once_the_called_card_is_played() -> None:
    table = at_trick_2({0: "HK", 1: "C4", 2: "HQ", 3: "HT", 4: "H9"}, called="HQ")
    table.plays("HK C4 HQ")
    for reader in (0, 1, 2, 3, 4, SPECTATOR):
        assert (table.seen_by(reader).adjutant, table.seen_by(reader).alone) == (2, False)


@pytest.mark.parametrize("called", ["SA", "S2"])
def test_napoleon_alone_knows_that_they_are_alone(called: str) -> None:
    table = playing(called=called)
    assert (table.seen_by(0).adjutant, table.seen_by(0).alone) == (None, True)
    for reader in (1, 2, 3, 4, SPECTATOR):
        assert (table.seen_by(reader).adjutant, table.seen_by(reader).alone) == (None, None)


def test_all_see_that_they_are_alone_when_the_called_card_is_shown_among_the_discards() -> None:
    assert playing(called="DT", discard="DT C2 D5", discards_shown="pictures").seen_by(1).alone is True
    assert playing(called="DT", discards_shown="none").seen_by(1).alone is None


# --- The discards ---


@pytest.mark.parametrize(("shown", "seen"), [("pictures", {"DT"}), ("all", {"DT", "C2", "D5"}), ("none", set())])
def test_what_is_seen_of_the_discards(shown: str, seen: set[str]) -> None:
    table = playing(discards_shown=shown)
    assert cards(table.seen_by(0).discards) == {"DT", "C2", "D5"}
    for reader in (1, SPECTATOR):
        assert cards(table.seen_by(reader).discards) == seen
        assert seen <= cards(table.seen_by(reader).seen)


def test_pictures_among_hidden_discards_are_not_counted_for_those_who_have_not_seen_them() -> None:
    table = exchanging(discards_to="chosen_opponent", discards_shown="none")
    table.exchanges("DT C2 D5", give_to=3)
    assert table.seen_by(0).pictures == (0, 0, 0, 1, 0)
    for reader in (1, 3, SPECTATOR):
        assert table.seen_by(reader).pictures == (0, 0, 0, 0, 0)
        assert table.seen_by(reader).discards_given_to == 3


def test_shown_pictures_are_counted_at_once() -> None:
    assert playing(discards_to="napoleon", discards_shown="pictures").seen_by(SPECTATOR).pictures == (1, 0, 0, 0, 0)


# --- The play ---


def test_a_trick_is_seen_by_all() -> None:
    table = playing()
    table.plays("D5" if "D5" in table.may_play() else "HK")
    for reader in (0, 4, SPECTATOR):
        shown = table.seen_by(reader)
        assert (shown.leader, shown.led_suit, shown.trick) == (0, 2, ((0, parse_card("HK")),))
        assert (shown.winning, shown.winning_why) == (0, "trump")
        assert shown.hand_sizes == (9, 10, 10, 10, 10)
        assert shown.to_act == (1,)


def test_finished_tricks_and_their_pictures_are_seen_by_all() -> None:
    table = at_trick_2({0: "HK C6", 1: "C4 C5", 2: "HQ S5", 3: "HT S6", 4: "H9 S7"}, discards_to="nobody")
    table.plays("HK C4 HQ HT H9")
    shown = table.seen_by(SPECTATOR)
    assert shown.tricks[-1].winner == 0
    assert shown.pictures == (3, 0, 0, 0, 0)
    assert shown.hand_sizes == (8,) * 5
    assert shown.trick == ()
    assert shown.winning is None


def test_the_direction_of_play_is_seen() -> None:
    table = at_trick_2({0: "HK C6", 1: "C4 C5", 2: "SJ S5", 3: "HT S6", 4: "H9 S7"}, reverse=True, trump="D")
    table.plays("HK C4 SJ HT H9")
    assert table.seen_by(1).step == -1
    table.plays("C6")
    assert table.seen_by(1).to_act == (4,)


# --- Why a card is blocked ---


def test_a_hand_that_can_follow_must() -> None:
    table = at_trick_2({0: "D5", 1: "D4 HK"})
    table.plays("D5")
    shown = table.seen_by(1)
    assert (cards(shown.playable), shown.blocked) == ({"D4"}, "must_follow")
    assert table.seen_by(2).blocked is None
    assert table.seen_by(SPECTATOR).playable == 0


def test_a_called_joker_must_be_played() -> None:
    table = at_trick_2({0: "C3", 1: "C4 JK"})
    table.plays("C3")
    assert (cards(table.seen_by(1).playable), table.seen_by(1).blocked) == ({"JK"}, "joker_called")


def test_the_first_lead_may_be_barred() -> None:
    shown = playing(first_lead="no_trump_or_joker").seen_by(0)
    assert shown.blocked == "first_lead"
    assert "HK" not in cards(shown.playable)


def test_wellington_may_bar_all_but_the_lowest_lead() -> None:
    table = Table("nap", {1: "SA S3 H3 D9 C9"}, wellington_weakest_lead=True)
    table.bids("nap wellington")
    assert cards(table.seen_by(1).playable) == {"S3", "H3"}
    assert table.seen_by(1).blocked == "weakest_lead"


def test_nothing_is_blocked_when_all_may_be_played() -> None:
    shown = playing().seen_by(0)
    assert shown.playable == shown.hand
    assert shown.blocked is None


# --- Special cards ---


def test_before_there_is_a_trump() -> None:
    shown = Table("gurunapo").seen_by(SPECTATOR)
    assert marks(shown) == {"SA": "mighty", "JK": "joker", "C3": "joker_call", "HQ": "yoromeki"}


def test_the_jacks_of_the_trump_colour() -> None:
    shown = playing().seen_by(3)
    assert marks(shown)["HJ"] == "right_jack"
    assert marks(shown)["DJ"] == "left_jack"
    assert "right_jack" not in marks(playing(trump="N", no_trump=True).seen_by(3)).values()


def test_no_joker_no_joker_call() -> None:
    assert marks(Table("four").seen_by(0)) == {"SA": "mighty"}


def test_the_joker_call_is_gone_when_the_joker_is() -> None:
    table = at_trick_2({0: "D5 C6", 1: "JK C4", 2: "D6 S5", 3: "D7 S6", 4: "D8 S7"})
    assert marks(table.seen_by(0))["C3"] == "joker_call"
    table.plays("D5 JK")
    assert marks(table.seen_by(2))["C3"] == "joker_call"
    table.plays("D6 D7 D8")
    assert "C3" not in marks(table.seen_by(2))


def test_yoromeki_is_gone_when_the_mighty_is() -> None:
    table = at_trick_2({0: "SA C6", 1: "S4 C4", 2: "S5 D5", 3: "S6 D6", 4: "S7 D7"})
    table.plays("SA")
    assert marks(table.seen_by(2))["HQ"] == "yoromeki"
    table.plays("S4 S5 S6 S7")
    assert "HQ" not in marks(table.seen_by(2))


def test_the_same_two_is_marked_while_it_is_possible() -> None:
    table = at_trick_2({0: "D5 C6", 1: "D4 C4", 2: "D2 S5", 3: "C7 S6", 4: "D8 S7"})
    assert "same_two" not in marks(table.seen_by(0)).values()
    table.plays("D5")
    assert marks(table.seen_by(1))["D2"] == "same_two"
    table.plays("D4 D2")
    assert table.seen_by(SPECTATOR).winning_why == "same_two"
    table.plays("C7")
    assert "D2" not in marks(table.seen_by(4))


def test_the_same_two_is_not_marked_in_a_first_trick_without_it() -> None:
    table = playing()
    table.plays("HK")
    assert "same_two" not in marks(table.seen_by(1)).values()


def test_specials_void_the_same_two_where_the_rules_say_so() -> None:
    for preset, gone in {"gurunapo": True, "booklet": False}.items():
        table = at_trick_2({0: "H5 C6", 1: "JK C4", 2: "H2 D5", 3: "H6 D6", 4: "H7 D7"}, preset, "S")
        table.plays("H5 JK")
        assert ("same_two" not in marks(table.seen_by(2)).values()) == gone


# --- Deals that have ended ---


def as_dealt(table: Table) -> Dealt:
    end = table.match.ended[0]
    assert isinstance(end, NapoleonResult)
    return end.dealt


def ended(table: Table, reader: int | None) -> EndedView:
    return view(table.match, reader).ended[-1]


def test_an_ended_deal_opens_to_its_players_at_once_and_to_spectators_after_the_match() -> None:
    table = playing(discards_shown="none")
    table.play_out()
    dealt = as_dealt(table)
    for seat in range(5):
        assert ended(table, seat).hands == dealt.hands
        assert ended(table, seat).widow == dealt.widow
        assert cards(ended(table, seat).discards or 0) == {"DT", "C2", "D5"}
    shown = ended(table, SPECTATOR)
    assert (shown.hands, shown.widow, shown.discards) == (None, None, 0)
    assert len(shown.tricks) == 10
    assert shown.adjutant == 2
    assert shown.scores == table.match.scores


def test_after_the_match_a_spectator_sees_all() -> None:
    table = playing(deals=1)
    table.play_out()
    shown = view(table.match, SPECTATOR)
    assert shown.finished
    assert shown.ended[0].hands == as_dealt(table).hands


def test_a_passed_out_deal_stays_closed_until_the_match_is_over() -> None:
    table = Table("gurunapo", deals=1)
    table.bids("pass pass pass pass pass")
    for reader in (0, SPECTATOR):
        shown = ended(table, reader)
        assert (shown.passed_out, shown.hands, shown.widow) == (True, None, None)
        assert len(shown.auction) == 5
    table.deal()
    table.bids("11H pass pass pass pass")
    table.takes_up_the_play()
    table.play_out()
    first = view(table.match, SPECTATOR).ended[0]
    assert first.hands is not None
    assert first.widow is not None


def test_hands_that_are_gathered_for_the_next_deal_stay_closed() -> None:
    for no_shuffle, is_open in {False: True, True: False}.items():
        table = Table("nap", no_shuffle=no_shuffle)
        table.bids("two pass pass pass")
        table.play_out()
        assert (ended(table, 0).hands is not None) == is_open
        assert ended(table, SPECTATOR).hands is None


def test_nap_is_shown_with_its_trump_and_tricks() -> None:
    table = Table("nap")
    table.bids("two pass pass pass")
    assert table.seen_by(1).trump is None
    card = sorted(table.may_play())[0]
    table.plays(card)
    shown = table.seen_by(SPECTATOR)
    assert shown.trump == shown.led_suit == parse_card(card) // 13
    assert shown.declarer == 0
    assert shown.winning_why == "trump"
    misere = Table("nap")
    misere.bids("misere pass pass pass")
    assert misere.seen_by(0).trump == 4


def test_several_open_deals_are_seen_side_by_side() -> None:
    table = Table("gurunapo", deals=3, deals_at_once=2)
    table.deal()
    assert [deal.number for deal in view(table.match, 3).deals] == [1, 2]
    assert next_deal(table.match) is None


def test_every_card_field_is_covered_by_the_tests_of_secrets() -> None:
    """Add a new field of the views to `assert_tells_only` if it holds cards."""
    sets = {field.name for field in fields(DealView) if "CardSet" in str(field.type)}
    assert sets == {"hand", "widow", "discards", "playable", "seen"}
