"""House rules and Mighty: the worked positions of docs/rules.md, section 7, by their numbers there, and others (0).

Seat 0 leads.
"""

from typing import Any

import pytest

from napoleon.engine import IllegalCommand, NapoleonRules, Play, decide, names, parse_card, rules_from_json
from napoleon.engine.cards import CARD_NAMES, card_set
from napoleon.engine.match import MatchCursor
from napoleon.engine.napoleon import may_throw_in
from napoleon.engine.napoleon_play import Playing

from .play import Table, contract, refused, skip_to_trick, these

EQUAL, WEAKER = {"second_joker": "equal"}, {"second_joker": "weaker"}
WITHHELD: dict[str, Any] = {"withhold": "mighty_and_right_jack", "power_cards_any_time": False}
KING, KING_AND_ACE = {"yoromeki_return": "king"}, {"yoromeki_return": "king_and_ace"}


def house_table(preset: str, trump: str, hands: dict[int, str], **options: Any) -> Table:
    """A table where Napoleon, seat 0, is about to lead, with the contract that the rules allow at these trumps."""
    table = Table(preset, hands, **options)
    assert isinstance(table.rules, NapoleonRules)
    table.bids(f"{table.rules.min_bid}{trump}" + " pass" * (table.rules.players - 1))
    table.takes_up_the_play()
    return table


def plays(table: Table, cards: str, calls: bool = True) -> None:
    """Cards in turn; a led card that may call the joker calls it, unless told otherwise."""
    for place, word in enumerate(cards.split()):
        card, _, named = word.partition("=")
        asked = [choice for choice in table.choices() if choice["card"] == card and "calls_joker" in choice]
        more: dict[str, Any] = {"suit": named} if named else {}
        if not place and asked:
            more["calls_joker"] = calls
        table.does("play", card=card, **more)


@pytest.mark.parametrize(
    ("position", "preset", "trump", "t", "cards", "options", "winner"),
    [
        (26, "mighty", "S", 4, "S5 SA DA HK C2", {}, (2, "mighty")),
        (28, "mighty", "H", 1, "C5 JK C2 CA C9", {}, (3, "led_suit")),
        (29, "mighty", "H", 10, "JK=D S4 C7 CQ S9", {}, (0, "joker")),
        (32, "mighty", "C", 4, "S3 JK SQ D2 S9", {}, (2, "led_suit")),
        (35, "gurunapo", "H", 3, "JB=D D4 JK DA D9", WEAKER, (2, "joker")),
        (36, "gurunapo", "H", 3, "JB=D D4 JK DA D9", EQUAL, (0, "joker")),
        (37, "leaflet", "H", 3, "JB=H H4 JK H9 HA", WEAKER, (0, "joker")),
        (39, "gurunapo", "S", 4, "H4 HQ SA HK HA", KING, (3, "yoromeki_return")),
        (40, "gurunapo", "S", 4, "H4 HQ SA HK HA", KING_AND_ACE, (4, "yoromeki_return")),
        (41, "gurunapo", "S", 4, "H4 HQ SA HA C2", KING_AND_ACE, (1, "yoromeki")),
        (42, "gurunapo", "D", 1, "S5 SA SK HQ S9", {"mighty_weak": "first"}, (1, "led_suit")),
        (43, "gurunapo", "H", 10, "H5 HJ DJ HA C2", {"jacks_weak": "first_and_last"}, (3, "trump")),
        (44, "gurunapo", "H", 10, "D5 D2 DJ DA DK", {"jacks_weak": "last"}, (1, "same_two")),
        (45, "gurunapo", "H", 5, "D7 DJ D2 DA DK", {"power_jacks": False}, (2, "same_two")),
        (48, "gurunapo", "H", 8, "JK=C C4 CA C9 S2", {"joker_weak": "last_three"}, (2, "led_suit")),
        (48, "gurunapo", "H", 7, "JK=C C4 CA C9 S2", {"joker_weak": "last_three"}, (0, "joker")),
        (0, "gurunapo", "S", 4, "H4 DA HQ H5 C2", {"mighty_card": "DA_when_spades"}, (2, "yoromeki")),
        (0, "leaflet", "H", 4, "C4 C2 JK C9 CK", {"joker_suit": "trump"}, (4, "led_suit")),
        (0, "gurunapo", "H", 4, "D4 D2 JB D9 DK", {**EQUAL, "joker_followed": "weakest"}, (4, "led_suit")),
    ],
)
def test_who_wins(position, preset, trump, t, cards, options, winner) -> None:
    hands = {seat: word[:2] for seat, word in enumerate(cards.split())}
    table = house_table(preset, trump, hands, **options)
    skip_to_trick(table, t, hands)
    plays(table, cards)
    state = table.match.open[0] if table.match.open else None
    last = state.past.tricks[-1] if isinstance(state, Playing) else table.match.ended[-1].tricks[-1]
    assert (last.winner, last.why) == winner


@pytest.mark.parametrize(
    ("position", "preset", "trump", "t", "led", "hand", "options", "playable"),
    [
        (27, "mighty", "S", 5, "D7", "DA SA C4", {}, "DA"),
        (30, "mighty", "D", 4, "C3", "JK CK SA", {}, "JK SA"),
        (31, "mighty", "D", 4, "C3-", "JK CK SA", {}, "JK CK SA"),
        (0, "mighty", "D", 4, "C3", "CK SA S4", {}, "CK SA"),
        (33, "mighty", "C", 4, "C3", "JK S4 H5", {}, "JK S4 H5"),
        (34, "mighty", "H", 1, "C3", "JK CK S4", {}, "JK CK"),
        (38, "gurunapo", "H", 5, "S3", "JK JB S4", {**EQUAL, "joker_call": "both"}, "JK JB"),
        (46, "leaflet", "H", 4, "H6", "JK C5 S4", {"joker_suit": "trump"}, "JK"),
        (47, "leaflet", "H", 4, "C6", "JK C5 H4", {"joker_suit": "trump"}, "C5"),
        (0, "mighty", "H", 1, "C4", "SA C5 S4", {"mighty_weak": "first"}, "C5"),
        (0, "gurunapo", "H", 1, "S4", "SA C5 C6", {**WITHHELD, "mighty_weak": "first"}, "SA"),
        (0, "gurunapo", "H", 1, "S4", "SA C5 C6", WITHHELD, "SA C5 C6"),
    ],
)
def test_what_may_be_played(position, preset, trump, t, led, hand, options, playable) -> None:
    hands = {0: led[:2], 1: hand}
    table = house_table(preset, trump, hands, **options)
    skip_to_trick(table, t, hands)
    plays(table, led[:2], calls=not led.endswith("-"))
    assert table.may_play() == these(playable)


@pytest.mark.parametrize(
    ("cards", "claim", "may"),
    [
        ("SA JK DK DT C2 C3 C4 C5 C6 C7", "half_point", True),
        ("SA DK DT C2 C3 C4 C5 C6 C7 C8", "half_point", False),
        ("DA C2 C3 C4 C5 C6 C7 C8 C9 D2", "half_point", False),
        ("SA JK C2 C3 C4 C5 C6 C7 C8 C9", "one_picture", True),
        ("SA JK C2 C3 C4 C5 C6 C7 C8 C9", "no_picture", False),
        ("JK C2 C3 C4 C5 C6 C7 C8 C9 D2", "no_picture", True),
        ("JK C2 C3 C4 C5 C6 C7 C8 C9 D2", "none", False),
    ],
)
def test_which_hands_may_be_thrown_in_49(cards: str, claim: str, may: bool) -> None:
    rules = rules_from_json({"preset": "gurunapo", "redeal_claim": claim})
    assert isinstance(rules, NapoleonRules)
    assert may_throw_in(rules, card_set(cards.split())) is may


POOR = "S2 S3 H2 H3 H4 D2 D3 C2 C4 C5"


def test_a_hand_thrown_in_is_dealt_again_by_the_same_dealer() -> None:
    table = Table("mighty", {1: POOR}, all_pass="next_dealer")
    dealer = table.state.dealt.dealer
    table.bids("pass")
    table.does("redeal")
    assert table.result == {"deal": 1, "dealer": dealer, "passed_out": True, "redeal": 1}
    table.deal()
    assert table.state.dealt.dealer == dealer


def test_who_has_passed_cannot_throw_in() -> None:
    table = Table("mighty", {0: POOR}, passing="soft")
    table.bids("pass 13H")
    table.bids("pass pass pass")
    with refused("illegal_bid"):
        table.does("redeal")


def test_a_sealed_hand_may_be_thrown_in_and_hides_the_others_bids() -> None:
    table = Table("mighty", {3: POOR}, auction="sealed")
    table.says(0, "15H")
    with refused("illegal_bid", "no_redeal"):
        table.does("redeal", 1)
    table.does("redeal", 3)
    assert table.match.ended[0].auction == ()


def test_the_highest_bid_cannot_be_raised() -> None:
    table = Table("mighty", {})
    table.bids("20S pass pass pass pass")
    with refused("illegal_bid", "no_higher_raise"):
        table.does("raise", count=20, trump="S")


def test_the_raises_over_18_hearts_50() -> None:
    table = Table("mighty", {})
    table.bids("18H pass pass pass pass")
    raises = {f"{one['count']}{one['trump']}" for one in table.choices() if one["type"] == "raise"}
    assert raises == these("19H 20H 20S 20D 20C 19N 20N")
    with refused("illegal_bid", "raise_out_of_range"):
        table.does("raise", count=19, trump="S")
    table.does("raise", count=20, trump="S")
    with refused("illegal_bid", "raised_before"):
        table.does("raise", count=20, trump="N")
    table.takes_up_the_play()
    table.play_out()
    assert table.result["bid"] == {"count": 20, "trump": "S"}
    assert table.result["raised_from"] == {"count": 18, "trump": "H"}


def test_no_trump_is_higher_than_a_suit_and_suits_are_equal_51() -> None:
    table = Table("mighty", {})
    table.bids("14S")
    assert table.may_bid()[:2] == ["14N", "15C"]
    table.bids("14N")
    assert table.may_bid()[0] == "15C"


@pytest.mark.parametrize(
    ("position", "count", "trump", "pictures", "who", "scores"),
    [
        (52, 15, "D", "1 1 10 2 6", "card", [-5, -5, 10, -5, 5]),
        (53, 16, "N", "1 0 10 1 8", "card", [-16, -16, 32, -16, 16]),
        (54, 17, "H", "0 0 12 0 8", "card", [-22, -22, 44, -22, 22]),
        (55, 14, "S", "4 4 6 3 3", "card", [10, 10, -20, 10, -10]),
        (56, 14, "C", "2 2 14 1 1", "nobody", [-4, -4, 16, -4, -4]),
        (57, 14, "C", "2 2 14 1 1", "own", [-2, -2, 8, -2, -2]),
        (58, 13, "C", "3 2 10 2 3", "card", [0, 0, 0, 0, 0]),
    ],
)
def test_scores_by_the_difference(position, count, trump, pictures, who, scores) -> None:
    last = {seat: f"D{seat + 4}" for seat in range(5)}
    table = Table("mighty", last, dealer=1, first_bidder="dealer_left")
    table.bids(f"{count}{trump} pass pass pass pass")
    table.exchanges(" ".join(names(table.state.dealt.widow)))
    if who == "nobody":
        table.does("call", who="nobody")
    else:
        table.calls(last[2] if who == "own" else last[4])
    skip_to_trick(table, 10, last, tuple(map(int, pictures.split())))
    table.play_out()
    assert table.result["scores"] == scores


def test_whoever_wins_the_first_trick_becomes_the_adjutant() -> None:
    hands = {0: "D5", 1: "D6", 2: "D7", 3: "D8", 4: "DA"}
    table = Table("mighty", hands)
    table.bids("13H pass pass pass pass")
    table.exchanges(" ".join(names(table.state.dealt.widow)))
    table.does("call", who="first_trick")
    assert (table.seen_by(1).adjutant, table.seen_by(1).alone) == (None, None)
    table.plays("D5 D6 D7 D8 DA")
    assert (table.seen_by(1).adjutant, table.seen_by(1).alone) == (4, False)
    assert table.state.contract.side() == (0, 4)


def test_what_was_weak_in_the_first_trick_has_its_power_in_the_second() -> None:
    table = house_table("mighty", "H", {0: "C5 D4", 1: "C6 JK", 2: "C7 D5", 3: "C8 D6", 4: "CA D7"})
    # Without a pause, as a record is replayed.
    running = MatchCursor(table.match)
    for seat, card in zip(
        (0, 1, 2, 3, 4, 4, 0, 1, 2, 3), ["C5", "C6", "C7", "C8", "CA", "D7", "D4", "JK", "D5", "D6"], strict=True
    ):
        running.push(Play(table.state.number, seat, parse_card(card), None))
    [state] = running.match().open
    assert isinstance(state, Playing)
    assert [(trick.winner, trick.why) for trick in state.past.tricks] == [(4, "led_suit"), (1, "joker")]


def test_nobody_says_whether_the_joker_is_called_where_it_always_is() -> None:
    table = contract("leaflet", "H", hands={0: "S3 C3 D4", 1: "JK"})
    with pytest.raises(IllegalCommand, match="call_not_asked"):
        decide(table.match, Play(table.state.number, 0, parse_card("S3"), None, True))


def test_a_joker_call_must_be_said_or_waived_where_it_is_optional() -> None:
    hands = {0: "S3 C3 D4", 1: "JK"}
    table = contract("leaflet", "H", hands=hands, joker_call_optional=True)
    with refused("illegal_play", "call_missing"):
        table.does("play", card="S3")
    with refused("illegal_play", "call_not_asked"):
        table.does("play", card="C3", calls_joker=True)
    table.does("play", card="S3", calls_joker=False)
    assert len(table.may_play()) > 1
    with refused("illegal_play"):
        table.does("play", card=sorted(table.may_play())[0], calls_joker=False)


def test_the_widow_is_turned_up_and_bid_for_again() -> None:
    table = Table("gurunapo", all_pass="show_widow")
    table.bids("pass pass pass pass pass")
    assert table.seen_by(3).widow == table.state.dealt.widow
    assert table.seen_by(None).widow == table.state.dealt.widow
    table.bids("pass pass pass pass pass")
    assert table.result["passed_out"]


def test_the_last_adjutant_bids_first() -> None:
    table = Table("gurunapo", {0: "S2", 3: "SA"}, first_bidder="last_adjutant")
    table.bids("12H pass pass pass pass")
    table.takes_up_the_play("SA")
    table.play_out()
    table.deal()
    assert table.turn == 3


@pytest.mark.parametrize("first", ["two", "three"])
def test_the_order_of_the_bids_at_nap_59(first: str) -> None:
    options = {"misere": "under_three", "spare_hand": True, "blucher": True, "payments": "classic"}
    table = Table("nap", **options)
    assert table.may_bid() == ["two", "misere", "three", "four", "garnet", "nap"]
    table.bids(f"{first} garnet")
    assert table.may_bid() == ["nap"]
    assert "misere" not in Table("nap", misere="none").may_bid()


@pytest.mark.parametrize(
    ("payments", "spades", "scores"),
    [
        ("classic", "SA SK SQ SJ ST", [-10, 30, -10, -10]),
        ("classic", "S2 S3 S4 S5 S6", [10, -30, 10, 10]),
        ("standard", "S2 S3 S4 S5 S6", [12, -36, 12, 12]),
    ],
)
def test_the_spare_hand_60(payments: str, spades: str, scores: list[int]) -> None:
    table = Table("nap", {0: "SA SK SQ SJ ST" if "S2" in spades else "", 1: spades}, spare_hand=True, payments=payments)
    table.bids("pass garnet pass pass")
    spare = table.state.dealt.widow
    assert table.seen_by(1).hand.bit_count() == 10
    assert not table.seen_by(0).seen & spare
    table.exchanges(" ".join(names(spare)))
    table.play_out()
    assert table.result["scores"] == scores


@pytest.mark.parametrize(
    ("preset", "options", "key"),
    [
        ("four", {"second_joker": "weaker"}, "second_joker"),
        ("gurunapo", {"scoring": "difference", "sweep": "loses"}, "scoring"),
        ("nap", {"spare_hand": True, "players": 5, "deck": "stripped_28"}, "spare_hand"),
        ("nap", {"spare_hand": True, "no_shuffle": True}, "spare_hand"),
    ],
)
def test_what_does_not_go_together(preset: str, options: dict[str, Any], key: str) -> None:
    with refused("bad_rules", "impossible_combination"):
        rules_from_json({"preset": preset, **options})


def test_a_second_joker_lies_in_the_widow_of_four() -> None:
    table = Table("gurunapo", second_joker="equal")
    assert table.state.dealt.widow.bit_count() == 4
    assert CARD_NAMES[-1] == "JB"


def test_a_weak_jack_turns_nothing() -> None:
    hands = {0: "H5", 1: "HJ", 2: "HA", 3: "H7", 4: "H8"}
    table = house_table("gurunapo", "H", hands, jacks_weak="first", reverse=True)
    table.plays("H5 HJ HA H7 H8")
    assert table.state.past.step == 1


def test_a_raise_is_offered_once() -> None:
    table = Table("mighty", {})
    table.bids("14H pass pass pass pass")
    table.does("raise", count=15, trump="H")
    assert [choice["type"] for choice in table.choices()] == ["exchange"]


def test_the_next_dealer_deals_what_nobody_bids_for() -> None:
    table = Table("gurunapo", all_pass="next_dealer", dealer=2)
    table.bids("pass pass pass pass pass")
    table.deal()
    assert table.state.dealt.dealer == 3


def test_the_spare_hand_is_played_with() -> None:
    table = Table("nap", {1: "S2 S3 S4 S5 S6"}, widow="SA SK SQ SJ ST", spare_hand=True)
    table.bids("pass garnet pass pass")
    table.exchanges("S2 S3 S4 S5 S6")
    assert set(names(table.seen_by(1).hand)) == these("SA SK SQ SJ ST")


def test_neither_joker_is_led_first_where_none_may_be() -> None:
    table = house_table("gurunapo", "H", {0: "JK JB H4 C5"}, **EQUAL, first_lead="no_trump_or_joker")
    assert "C5" in table.may_play()
    assert not table.may_play() & these("JK JB H4")


def test_a_led_joker_that_is_a_trump_names_trumps() -> None:
    table = house_table("gurunapo", "H", {0: "JK"}, joker_suit="trump", joker_names="any")
    assert [choice["suit"] for choice in table.choices() if choice.get("card") == "JK"] == ["H"]


def test_a_weak_mighty_marks_no_yoromeki() -> None:
    table = house_table("gurunapo", "H", {0: "C4 C5"}, mighty_weak="first")
    assert "yoromeki" not in dict(table.seen_by(0).marks).values()
