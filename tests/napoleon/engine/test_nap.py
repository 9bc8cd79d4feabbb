"""Nap, the European game (docs/rules.md 2). Seat 0 speaks first unless said."""

from typing import Any

import pytest

from napoleon.engine import IllegalCommand, is_over, names, next_deal, rules_from_json
from napoleon.engine.match import pack

from .play import Hands, Table, refused, these

FOUR: Hands = {0: "SA SK SQ H3 D2", 1: "S2 S3 HA HK C4", 2: "S4 S5 H2 CA CK", 3: "S6 C2 DA DK DQ"}
"""Four hands for a deal in which seat 0 takes three tricks with spades."""
THREE_TRICKS = "SA S2 S4 S6 SK S3 S5 C2 SQ C4 H2 DQ H3 HA CK DK HK CA DA D2"


def bidding(words: str, **options: Any) -> Table:
    table = Table("nap", **options)
    table.bids(words)
    return table


def played(bids: str, cards: str = THREE_TRICKS, **options: Any) -> Table:
    """The deal of `FOUR` after these bids and cards."""
    table = Table("nap", FOUR, **options)
    table.bids(bids)
    table.plays(cards)
    return table


def test_two_to_eight_play_002_01() -> None:
    for players in range(2, 9):
        table = Table("nap", players=players)
        table.bids("two" + " pass" * (players - 1))
        table.play_out()
        assert len(table.result["tricks_won"]) == players
    for players in (1, 9):
        with refused("bad_rules", "out_of_range"):
            Table("nap", players=players)


def test_everyone_gets_five_cards_and_there_is_no_widow_002_02() -> None:
    rules = rules_from_json({"preset": "nap"})
    assert (rules.hand_size, rules.widow_size) == (5, 0)
    assert len(names(pack(rules))) == 52
    assert "JK" not in names(pack(rules))
    assert Table("nap").seen_by(2).hand_sizes == (5, 5, 5, 5)


def test_bidding_starts_left_of_the_dealer_and_goes_round_once_002_05() -> None:
    """Each bids or passes; who passed, or was outbid, is not asked again."""
    table = bidding("pass two three", dealer=1)
    assert table.turn == 1
    with refused("not_your_turn"):
        table.says(2, "four")
    table.bids("four")
    assert table.seen_by(None).phase == "playing"
    assert table.turn == 1


def test_each_bid_is_higher_than_the_last_002_13() -> None:
    table = bidding("three")
    for word in ["two", "three"]:
        with refused("illegal_bid"):
            table.bids(word)
    assert table.may_bid() == ["misere", "four", "nap"]


def test_misere_ranks_between_three_and_four_002_14() -> None:
    assert bidding("two").may_bid() == ["three", "misere", "four", "nap"]
    assert bidding("misere").may_bid() == ["four", "nap"]
    assert bidding("four").may_bid() == ["nap"]


def test_wellington_only_over_nap_002_15() -> None:
    with refused("illegal_bid"):
        bidding("wellington")
    with refused("illegal_bid"):
        bidding("four wellington")
    table = bidding("nap")
    assert table.may_bid() == ["wellington"]
    table.bids("pass wellington")
    assert table.turn == 2


@pytest.mark.parametrize(
    ("bids", "bid", "why"),
    [
        ("", "wellington", "needs_nap"),
        ("four", "wellington", "needs_nap"),
        ("four", "blucher", "needs_wellington"),
        ("nap", "blucher", "needs_wellington"),
        ("nap wellington", "wellington", "not_higher"),
        ("four", "two", "not_higher"),
    ],
)
def test_wellington_and_blucher_say_what_they_need(bids: str, bid: str, why: str) -> None:
    table = bidding(bids, blucher=True, payments="double")
    with pytest.raises(IllegalCommand) as raised:
        table.bids(bid)
    assert (raised.value.code, raised.value.reason) == ("illegal_bid", why)


def test_a_blucher_that_is_not_played_is_no_bid() -> None:
    with pytest.raises(IllegalCommand) as raised:
        bidding("four").bids("blucher")
    assert raised.value.reason == "no_such_bid"


def test_nothing_beats_wellington_unless_blucher_is_played_002_15() -> None:
    """So the auction ends at once, and the declarer leads."""
    table = bidding("nap wellington")
    assert (table.turn, table.seen_by(None).phase) == (1, "playing")


def test_blucher_only_over_wellington_002_46() -> None:
    blucher: dict[str, Any] = {"blucher": True, "payments": "double"}
    with refused("illegal_bid"):
        bidding("nap blucher", **blucher)
    table = bidding("nap wellington", **blucher)
    assert table.may_bid() == ["blucher"]
    table.bids("pass blucher")
    assert (table.turn, table.seen_by(None).phase) == (3, "playing")
    with refused("illegal_bid"):
        bidding("nap pass wellington", payments="double").bids("blucher")


def test_all_pass_and_the_next_dealer_deals_002_16() -> None:
    """The deal does not count."""
    table = bidding("pass pass pass pass", dealer=1, deals=1)
    assert table.result == {"deal": 1, "dealer": 1, "passed_out": True}
    assert not is_over(table.match)
    table.deal()
    assert (table.number, table.state.dealt.dealer, table.turn) == (2, 2, 3)
    table.bids("two pass pass pass")
    table.play_out()
    assert is_over(table.match)


def test_the_highest_bidder_declares_and_leads_002_17() -> None:
    table = bidding("two pass three pass")
    assert table.turn == 2
    table.play_out()
    assert table.result["declarer"] == 2
    assert table.result["bid"] == "three"


def test_the_first_lead_makes_trumps_002_19() -> None:
    """For the whole deal: a diamond led later makes none."""
    table = Table("nap", {0: "H2 D3 D4 D5 D6", 1: "CA SA SK SQ SJ", 2: "H3 C3 C4 C5 C6", 3: "DA S3 S4 S5 S6"})
    table.bids("two pass pass pass")
    assert table.seen_by(1).trump is None
    table.plays("H2 CA H3 DA")
    assert table.turn == 2
    table.plays("C3 S3 D3 SJ")
    assert table.turn == 2


def test_the_lowest_trump_beats_the_ace_of_the_led_suit_002_20() -> None:
    table = Table("nap", {0: "S3 HA D4 D5 D6", 1: "S2 S4 C3 C4 C5", 2: "H3 C6 C7 C8 C9", 3: "HK H9 CA CK CQ"})
    table.bids("two pass pass pass")
    table.plays("S3 S4 C6 CA")
    assert table.turn == 1
    table.plays("C3 C7 CQ D4 H9 HA S2 H3")
    assert table.turn == 1
    assert table.state.tricks[-1].why == "trump"


def test_the_highest_trump_wins_002_21() -> None:
    assert played("three pass pass pass", "SK S3 S5 S6").turn == 0
    assert played("three pass pass pass", "SA S2 S4 S6 H3 HA H2 C2").turn == 1


def test_misere_has_no_trumps_002_22() -> None:
    """A spade led first does not beat a later heart lead."""
    table = Table("nap", {0: "S2 S3 D4 D5 D6", 1: "SA H2 H4 H5 H6", 2: "S4 S5 C5 C6 C7", 3: "S6 S7 C8 C9 CT"})
    table.bids("misere pass pass pass")
    table.plays("S2 SA S4 S6 H2 S5 S7 S3")
    assert table.turn == 1
    assert table.state.tricks[-1].why == "led_suit"


def test_play_goes_clockwise_002_23() -> None:
    table = Table("nap", FOUR)
    table.bids("pass pass three pass")
    seats = []
    for card in ["S4", "S6", "SA", "S2"]:
        seats.append(table.turn)
        table.plays(card)
    assert seats == [2, 3, 0, 1]


def test_the_led_suit_must_be_followed_002_24() -> None:
    """With any card of it, whether it can win or not."""
    table = played("three pass pass pass", "SA")
    assert table.may_play() == these("S2 S3")
    with refused("illegal_play", "must_follow"):
        table.plays("HA")


def test_void_any_card_may_be_played_002_25() -> None:
    assert played("three pass pass pass", "D2").may_play() == these(FOUR[1])


def test_a_discard_never_wins_002_26() -> None:
    """A card that is neither trump nor of the led suit, however high."""
    table = Table("nap", {0: "S3 D4 D5 D6 D7", 1: "S4 C3 C4 C5 C6", 2: "HA HK HQ HJ HT", 3: "DA DK DQ DJ DT"})
    table.bids("two pass pass pass")
    table.plays("S3 S4 HA DA")
    assert table.turn == 1
    table.plays("C3 HK DK D4")
    assert table.turn == 1


def test_tricks_are_counted_for_all_to_see_002_27() -> None:
    table = played("three pass pass pass", "SA S2 S4 S6 H3 HA H2 C2")
    for reader in (0, 1, 2, 3, None):
        assert table.seen_by(reader).tricks_won == (1, 1, 0, 0)


def test_the_winner_leads_the_next_002_28() -> None:
    assert played("three pass pass pass", "SA S2 S4 S6 H3 HA H2 C2").turn == 1


def test_five_tricks_are_played_002_29() -> None:
    assert len(played("three pass pass pass").result["tricks"]) == 5


def test_at_least_the_bid_makes_it_002_30() -> None:
    """Seat 0 takes three tricks."""
    for bid, made in {"two": True, "three": True, "four": False, "nap": False}.items():
        result = played(f"{bid} pass pass pass").result
        assert (result["tricks_won"][0], result["made"]) == (3, made)


def test_misere_is_lost_by_one_trick_002_09() -> None:
    hands = {0: "S2 D2 H2 C2 C4", 1: "SA DA HA CA C3", 2: "S4 S5 S6 S7 S8", 3: "D5 D6 D7 D8 D9"}
    for cards, made in {"CA S7 D8 C2 C3 S8 D9 C4": False, "CA S7 D8 C4 C3 S8 D9 C2": True}.items():
        table = Table("nap", hands)
        table.bids("misere pass pass pass")
        table.plays("S2 SA S4 D5 DA S5 D6 D2 HA S6 D7 H2 " + cards)
        assert (table.result["made"], table.result["scores"][0]) == (made, 9 if made else -9)


def paid(bids: str, wins: bool, **options: Any) -> int:
    """What each of three others pays the declarer, or (below zero) gets from them."""
    strong, weak = "SA SK SQ SJ ST", "C2 C3 C4 C5 C6"
    wins = wins if "misere" not in bids else not wins
    declarer = len(bids.split()) - 1
    others = iter(["HA HK HQ HJ HT", "DA DK DQ DJ DT", "CA CK CQ CJ CT"])
    hands = {seat: (strong if wins else weak) if seat == declarer else next(others) for seat in range(4)}
    table = Table("nap", hands, **options)
    table.bids(bids)
    while table.seen_by(None).phase == "bidding":
        table.bids("pass")
    table.play_out()
    scores = table.result["scores"]
    assert sum(scores) == 0
    (each,) = {-score for seat, score in enumerate(scores) if seat != declarer}
    assert scores[declarer] == 3 * each
    return int(each)


NAP, WELLINGTON, BLUCHER = "nap", "nap wellington", "nap wellington blucher"


def test_payments_002_07() -> None:
    """Every other player pays the declarer, or is paid: in the lost deals the declarer takes no trick."""
    table = {"two": (2, -2), "three": (3, -3), "misere": (3, -3), "four": (4, -4), NAP: (10, -6)}
    for bids, (made, lost) in table.items():
        for payments in ["standard", "double", "flat"]:
            assert paid(bids, True, payments=payments) == made
            assert paid(bids, False, payments=payments) == lost
    assert (paid(WELLINGTON, True), paid(WELLINGTON, False)) == (20, -12)


def test_double_payments_002_48() -> None:
    double: dict[str, Any] = {"payments": "double", "blucher": True}
    assert (paid(WELLINGTON, True, **double), paid(WELLINGTON, False, **double)) == (20, -20)
    assert (paid(BLUCHER, True, **double), paid(BLUCHER, False, **double)) == (40, -40)


def test_flat_payments_002_49() -> None:
    flat: dict[str, Any] = {"payments": "flat", "blucher": True}
    assert (paid(WELLINGTON, True, **flat), paid(WELLINGTON, False, **flat)) == (10, -20)
    assert (paid(BLUCHER, True, **flat), paid(BLUCHER, False, **flat)) == (10, -20)


def test_three_with_four_players_wins_or_loses_nine_002_33() -> None:
    assert played("three pass pass pass").result["scores"] == [9, -3, -3, -3]
    lost = "H3 HA H2 S6 HK S4 DQ D2 C4 CK C2 SQ CA DK SK S2 S5 DA SA S3"
    assert played("three pass pass pass", lost).result["scores"] == [-9, 3, 3, 3]


def test_blucher_needs_its_payments_002_47() -> None:
    with refused("bad_rules", "impossible_combination"):
        Table("nap", blucher=True)
    for payments in ["double", "flat"]:
        Table("nap", blucher=True, payments=payments)


@pytest.mark.parametrize(
    ("deck", "ranks", "tables"),
    [("stripped_24", "AKQJT9", [3]), ("stripped_28", "AKQJT98", [4, 5]), ("stripped_32", "AKQJT987", [5])],
)
def test_stripped_packs_002_38(deck: str, ranks: str, tables: list[int]) -> None:
    """Each for its numbers of players only; no other card may be dealt."""
    expected = {suit + rank for suit in "SHDC" for rank in ranks}
    for players in range(2, 9):
        if players not in tables:
            with refused("bad_rules", "impossible_combination"):
                Table("nap", deck=deck, players=players)
            continue
        assert set(names(pack(Table("nap", deck=deck, players=players).rules))) == expected
        with refused("bad_deal", "foreign_card"):
            Table("nap", {0: "S2"}, deck=deck, players=players)


def test_wellington_opens_with_the_weakest_card_002_45() -> None:
    """With any of the lowest rank, and only at the first lead; no other bid is held to it."""
    local: dict[str, Any] = {"wellington_weakest_lead": True}
    hands = {1: "SA HA HK D4 C4", 0: "S2 S3 S5 S6 S7", 2: "D2 D3 D5 D6 D7", 3: "C2 C3 C5 C6 C7"}
    table = Table("nap", hands, **local)
    table.bids("nap wellington")
    assert table.may_play() == these("D4 C4")
    with refused("illegal_play", "weakest_lead"):
        table.plays("SA")
    table.plays("C4")

    strong = {1: "SA SK SQ SJ S9", 0: "H2 H3 H4 H5 H6", 2: "D2 D3 D5 D6 D7", 3: "C2 C3 C5 C6 C7"}
    table = Table("nap", strong, **local)
    table.bids("nap wellington")
    table.plays("S9 D2 C2 H2")
    assert table.may_play() == these("SA SK SQ SJ")

    table = Table("nap", hands, **local)
    table.bids("pass nap pass pass")
    assert table.may_play() == these(hands[1])
    table = Table("nap", hands)
    table.bids("nap wellington")
    assert table.may_play() == these(hands[1])


def test_the_match_ends_when_someone_has_no_chips_002_35() -> None:
    """After the deal that leaves somebody none, or less than none."""
    for chips, over in {3: True, 2: True, 4: False}.items():
        assert is_over(played("three pass pass pass", chips=chips).match) is over
    assert not is_over(played("three pass pass pass").match)


def two_deals_one_of_which_takes_all_chips() -> Table:
    """Deal 1 has left three players without chips while deal 2 is open."""
    table = Table("nap", FOUR, chips=3, deals_at_once=2)
    table.deal(FOUR)
    table.bids("three pass pass pass")
    table.plays(THREE_TRICKS)
    assert table.match.scores == (9, -3, -3, -3)
    return table


def test_no_deal_opens_when_the_chips_are_gone_decision_37() -> None:
    table = two_deals_one_of_which_takes_all_chips()
    assert table.number == 2
    assert next_deal(table.match) is None
    assert not is_over(table.match)


def test_open_deals_still_count_when_the_chips_are_gone_decision_37() -> None:
    table = two_deals_one_of_which_takes_all_chips()
    table.bids("pass pass pass three")
    table.plays(THREE_TRICKS)
    assert is_over(table.match)
    assert table.match.scores == (18, -6, -6, -6)


def test_chips_won_back_in_an_open_deal_do_not_prolong_the_match_decision_37() -> None:
    """The match has ended with deal 1, whatever deal 2 makes of the scores."""
    table = two_deals_one_of_which_takes_all_chips()
    table.bids("pass pass pass four")
    table.plays(THREE_TRICKS)
    assert table.match.scores == (-3, 1, 1, 1)
    assert is_over(table.match)
