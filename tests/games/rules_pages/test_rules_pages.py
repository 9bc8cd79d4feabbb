"""The pages of the rules say what the engine does: every number, list and example comes from it."""

import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from games.presentation.auction import AuctionCell
from games.presentation.option_texts import PRESETS
from games.rules_pages.context import comparison, rules_text
from napoleon.engine import Rules, RulesError, rules_from_json
from napoleon.engine.rules import Flag, options_of
from players.models import User
from tests.support.play import lobby, running
from tests.support.visits import client_of, get, guest, post, queries, text

pytestmark = pytest.mark.django_db


def rules(preset: str = "gurunapo", **changes: Any) -> Rules:
    return rules_from_json({"preset": preset, **changes})


def winner(key: str, **changes: Any) -> str:
    return rules_text(rules(**changes)).tricks[key].winner.code


def playable(key: str, **changes: Any) -> list[str]:
    return [face.code for face in rules_text(rules(**changes)).hands[key].playable]


def told(preset: str = "gurunapo", **changes: Any) -> str:
    """The words of the page about these rules."""
    text = rules_text(rules(preset, **changes))
    return " ".join(strip_tags(render_to_string("games/rules_pages/_text.html", {"text": text})).split())


# --- The pages ---


def test_the_list_of_rules_is_open_to_all(ai: User) -> None:
    for reader in (None, ai, guest()):
        page = text(get(reader, "/rules/"))
        assert all(f'href="/rules/{preset}/"' in page for preset in PRESETS)
    assert queries(None, "/rules/") == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_each_game_is_explained_to_all(preset: str, ai: User) -> None:
    for reader in (None, ai, guest()):
        page = text(get(reader, f"/rules/{preset}/"))
        assert page.count('class="card"') > 20
        assert f"/tables/new/?preset={preset}" in page
    assert queries(None, f"/rules/{preset}/") == 0


def test_other_games_are_not_found() -> None:
    assert get(None, "/rules/poker/").status_code == 404
    assert post(None, "/rules/nap/").status_code == 405


@pytest.mark.parametrize(
    "preset", [one if one == "nap" else pytest.param(one, marks=pytest.mark.slow) for one in PRESETS]
)
def test_every_value_of_every_option_can_be_explained(preset: str, ai: User) -> None:
    browser, explained = client_of(ai), 0
    for key, option in options_of(preset).items():
        values = (True, False) if isinstance(option, Flag) else getattr(option, "values", ())
        for value in values:
            together = {"deck": {"players": {"stripped_24": 3, "stripped_28": 4}.get(value, 5)}}
            extra = together.get(key, {}) | ({"payments": "flat"} if key == "blucher" else {})
            try:
                game = lobby(ai, listed=False, **{"preset": preset, key: value, **extra})
            except RulesError:
                continue  # the form refuses it with this preset too
            explained += 1
            assert browser.get(f"/t/{game.slug}/rules/").status_code == 200
    assert explained > (20 if preset == "nap" else 90)


TOGETHER: dict[str, dict[str, Any]] = {
    "deck": {"players": 4},
    "blucher": {"payments": "flat"},
    "yoromeki_return": {"yoromeki": True},
    "jacks_weak": {"power_jacks": True},
    "sweep": {"scoring": "gurunapo"},
}


@pytest.mark.parametrize("preset", ["gurunapo", "mighty", "nap"])
def test_every_value_has_its_words_before_it_is_offered(preset: str) -> None:
    for key, option in options_of(preset).items():
        values = (True, False) if isinstance(option, Flag) else getattr(option, "values", ())
        for value in values:
            extra = {"players": {"stripped_24": 3, "stripped_32": 5}.get(str(value), 4)} if key == "deck" else {}
            page = told(preset, **{**TOGETHER.get(key, {}), **extra, key: value})
            assert "The deal" in page


# --- The rules of a table ---


def test_a_tables_page_tells_what_it_plays_otherwise(ai: User, bo: User) -> None:
    game = running(ai, min_bid=13, yoromeki=False)
    for reader in (None, ai, bo):
        page = text(get(reader, f"/t/{game.slug}/rules/"))
        assert "Lowest bid: <b>13</b>" in page
        assert "from 13 to 20" in page
        assert 'id="rules-yoromeki"' not in page
    assert queries(ai, f"/t/{game.slug}/rules/") <= 12


def test_beside_the_table_it_comes_without_the_page_around(ai: User) -> None:
    game = lobby(ai)
    part = client_of(ai).get(f"/t/{game.slug}/rules/", headers={"HX-Request": "true"})
    assert "The aim of the game" in text(part)
    assert "<html" not in text(part)


def test_a_private_tables_rules_are_not_found(ai: User, bo: User) -> None:
    game = lobby(ai, listed=False)
    assert [get(reader, f"/t/{game.slug}/rules/").status_code for reader in (None, bo, ai)] == [404, 404, 200]


# --- What they say ---


def test_the_cards_stand_in_the_order_in_which_they_win() -> None:
    def order(**changes: Any) -> list[str]:
        return [level.cards[0].code for level in rules_text(rules(**changes)).levels]

    assert order() == ["SA", "JK", "HJ", "DJ", "HA", "SK"]
    assert order(preset="booklet") == ["SA", "HJ", "DJ", "JK", "HA", "SK", "JK"]
    assert order(preset="four") == ["SA", "HJ", "DJ", "HA", "SK"]
    assert order(joker_led="strongest", joker_followed="strongest")[:2] == ["JK", "SA"]
    assert order(joker_led="weakest") == ["SA", "JK", "HJ", "DJ", "HA", "SK", "JK"]
    assert order(preset="mighty") == ["SA", "JK", "HA", "SK"]


@pytest.mark.parametrize(
    ("key", "changes", "card"),
    [
        ("led", {}, "DK"),
        ("plain", {}, "H2"),
        ("joker_led", {}, "JK"),
        ("joker_led", {"preset": "leaflet"}, "DJ"),
        ("joker_followed", {}, "JK"),
        ("joker_followed", {"preset": "leaflet"}, "SK"),
        ("joker_call", {}, "JK"),
        ("joker_call", {"preset": "leaflet"}, "S9"),
        ("yoromeki", {}, "HQ"),
        ("same_two", {}, "C2"),
        ("same_two_first", {}, "CA"),
        ("same_two_first", {"preset": "booklet"}, "C2"),
        ("same_two_joker", {}, "JK"),
        ("same_two_joker", {"preset": "leaflet"}, "C2"),
        ("joker_weak", {"preset": "mighty"}, "CA"),
        ("joker_call", {"preset": "mighty"}, "C9"),
        ("other_mighty", {"preset": "mighty"}, "DA"),
        ("mighty_weak", {"mighty_weak": "first"}, "HK"),
        ("jacks_weak", {"jacks_weak": "last"}, "HA"),
        ("second_joker", {"second_joker": "weaker"}, "JK"),
        ("second_joker", {"second_joker": "equal"}, "JB"),
        ("yoromeki_return", {"yoromeki_return": "king"}, "HK"),
        ("yoromeki_ace", {"yoromeki_return": "king_and_ace"}, "HA"),
    ],
)
def test_example_tricks_are_won_as_the_rules_have_it(key: str, changes: dict[str, Any], card: str) -> None:
    assert winner(key, **changes) == card


@pytest.mark.parametrize(
    ("key", "changes", "cards"),
    [
        ("follow", {}, ["DK", "D2", "JK"]),
        ("bound", {}, ["SA", "JK"]),
        ("bound", {"preset": "booklet"}, ["SA", "H9", "D3", "CK", "JK"]),
        ("left_jack", {}, ["DJ", "JK"]),
        ("joker_call", {}, ["JK"]),
        ("adjutant", {"withhold": "adjutant_power_card"}, ["SA", "H9", "D3", "CK", "JK"]),
        ("any_time", {"power_cards_any_time": True}, ["SA", "HJ", "DK", "D2", "JK"]),
        ("any_time", {"preset": "mighty"}, ["SA", "DK", "D2", "JK"]),
        ("mighty_instead", {"preset": "mighty"}, ["SA", "JK"]),
        ("joker_bound", {"joker_suit": "trump"}, ["JK"]),
        ("joker_barred", {"joker_suit": "trump"}, ["C5"]),
    ],
)
def test_example_hands_may_play_what_the_rules_allow(key: str, changes: dict[str, Any], cards: list[str]) -> None:
    assert playable(key, **changes) == cards


def test_a_led_joker_that_demands_trumps_names_a_suit_where_there_are_none() -> None:
    assert "without trumps, the player names a suit" in told("leaflet", no_trump=True)
    assert "the player names a suit" not in told("leaflet")


@pytest.mark.parametrize("key", ["joker_led", "joker_call", "same_two_joker"])
def test_without_the_joker_nothing_is_said_of_it(key: str) -> None:
    assert key not in rules_text(rules(joker=False)).tricks


@pytest.mark.parametrize(
    ("led", "followed", "end"),
    [
        ("below_left_jack", "weakest", "; one that was led beats the 2."),
        ("weakest", "strongest", "; one that was not led beats the 2."),
        ("below_mighty", "below_mighty", ", and beats the 2."),
        ("weakest", "weakest", "."),
    ],
)
def test_which_joker_beats_the_same_two_is_told(led: str, followed: str, end: str) -> None:
    levels = {"joker_led": led, "joker_followed": followed}
    assert f"counts as a card of the suit{end}" in told("leaflet", **levels)
    assert (winner("same_two_joker", preset="leaflet", **levels) == "JK") == (followed != "weakest")


def test_points_are_those_of_the_sources() -> None:
    def points(**changes: Any) -> list[tuple[int, int | None, int]]:
        return [row.amounts for row in rules_text(rules(**changes)).points]

    assert points() == [(4, 2, 0), (6, None, 0), (6, 4, 0), (10, None, 0), (0, 0, 2), (0, None, 1)]
    assert points(preset="leaflet") == [(2, 1, -1), (4, None, -1), (-2, -1, 1), (-4, None, 1)]
    lost, swept = [(0, 0, 2), (0, None, 1)], [(6, 4, 0), (10, None, 0)]
    assert points(sweep="loses") == [(4, 2, 0), (6, None, 0), *lost, *swept, *lost]
    assert points(sweep="loses", min_bid=20) == [*swept, *lost]
    by_difference = [(10, 5, -5), (36, 18, -18), (-2, -1, 1), (-24, -12, 12), (40, None, -10)]
    assert points(preset="mighty") == by_difference
    doubled = [(-4, -2, 2), (-8, None, 2), (4, 2, -2), (8, None, -2)]
    assert points(preset="leaflet", sweep="loses")[2:6] == doubled


def test_nap_bids_pay_what_the_sources_say() -> None:
    def bids(**changes: Any) -> list[tuple[str, int, int]]:
        return [(bid.word, bid.won, bid.lost) for bid in rules_text(rules("nap", **changes)).nap_bids]

    low = [("two", 2, 2), ("three", 3, 3), ("misère", 3, 3), ("four", 4, 4), ("nap", 10, 6)]
    assert bids() == [*low, ("wellington", 20, 12)]
    high = [("wellington", 20, 20), ("blücher", 40, 40)]
    assert bids(blucher=True, payments="double") == [*low, *high]


def test_a_raise_goes_where_the_rules_let_it() -> None:
    raised, to = rules_text(rules("mighty")).raised  # type: ignore[union-attr]
    assert (raised.count, raised.suit) == (18, "H")
    assert {(bid.count, bid.suit) for bid in to} == {(19, "H"), (19, "N"), *[(20, suit) for suit in "CDHSN"]}
    assert "The trumps may change as well, if the new bid is at least 2 higher." in told("mighty")
    assert "Raising the bid" not in told("gurunapo")


def test_the_spare_hand_is_told_where_there_is_one() -> None:
    assert "takes up the spare hand" in told("nap", spare_hand=True)
    assert "the spare hand" not in told("nap")
    assert "misère" not in told("nap", misere="none").partition("Every option")[0]


def test_equal_bids_are_marked_as_equal() -> None:
    def signs(**changes: Any) -> str:
        return "".join(rules_text(rules(**changes)).bid_signs)

    assert signs() == "<<<<"
    assert signs(bid_order="count_only") == "===<"
    assert signs(preset="mighty") == "===<<"


def test_bids_stand_in_the_order_of_the_auction() -> None:
    def bids(**changes: Any) -> list[tuple[int | None, str]]:
        return [(bid.count, bid.suit) for bid in rules_text(rules(**changes)).bids]

    assert bids() == [(11, "C"), (11, "D"), (11, "H"), (11, "S"), (12, "C")]
    assert bids(no_trump=True)[-2:] == [(11, "N"), (12, "C")]
    assert bids(min_bid=20) == [(20, "C"), (20, "D"), (20, "H"), (20, "S")]


def test_by_number_alone_suits_are_equal() -> None:
    def signs(**changes: Any) -> str:
        words = told(bid_order="count_only", **changes)
        return "".join(re.findall("&lt;|=", words[words.index("no suit outbids another") : words.index("Many cards")]))

    assert signs() == "===&lt;"
    assert signs(min_bid=20) == "==="


def test_no_trump_is_said_to_rank_above_spades_only_where_suits_rank() -> None:
    by_suit, by_number = told(no_trump=True), told(no_trump=True, bid_order="count_only")
    assert "spades and no trump" in by_suit
    assert "no suit outbids another" in by_number
    assert "above spades" not in by_number


@pytest.mark.parametrize(
    ("changes", "rounds", "winner", "bid"),
    [
        ({}, ["pass 11H 11S pass pass", "12C pass pass pass pass"], "A", (12, "C")),
        ({"passing": "hard"}, ["pass 11H 11S pass pass", "- 12C pass - -"], "B", (12, "C")),
        ({"bid_order": "count_only"}, ["pass 11H 12S pass pass", "13C pass pass pass pass"], "A", (13, "C")),
        ({"preset": "four", "min_bid": 20}, ["pass 20H 20S -"], "C", (20, "S")),
    ],
)
def test_the_example_of_an_auction_is_judged_by_the_engine(
    changes: dict[str, Any], rounds: list[str], winner: str, bid: tuple[int, str]
) -> None:
    example = rules_text(rules(**changes)).auction
    assert example is not None
    assert ([" ".join(map(spoken, calls)) for calls in example.bids.rounds], example.winner) == (rounds, winner)
    assert (example.bid.count, example.bid.suit) == bid


def spoken(call: AuctionCell) -> str:
    if call.bid:
        return f"{call.bid.count}{call.bid.suit}"
    return "pass" if call.is_pass else "-"


@pytest.mark.parametrize(
    ("changes", "widow", "discards"),
    [
        ({}, ["S2", "DJ", "C3"], ["S2", "C4", "C3"]),
        ({"preset": "four"}, ["S2", "DJ", "D4", "C3"], ["S2", "D4", "C4", "C3"]),
        ({"players": 7, "joker": False}, ["S2", "DJ", "C3"], ["S6", "S2", "C3"]),
        (
            {"players": 6, "call": "after_exchange", "discards_to": "chosen_opponent"},
            ["S5", "S2", "DJ", "D4", "C3"],
            ["S6", "S5", "S2", "D4", "C3"],
        ),
        ({"auction": "sealed", "own_card_call": False}, ["S2", "DJ", "C3"], ["S2", "C4", "C3"]),
    ],
)
def test_the_example_of_an_exchange_is_judged_by_the_engine(
    changes: dict[str, Any], widow: list[str], discards: list[str]
) -> None:
    table = rules(**changes)
    example = rules_text(table).exchange
    assert example is not None
    assert example.called.code == "SA"
    assert [face.code for face in example.widow] == widow
    assert [face.code for face in example.discards] == discards
    assert len(example.hand) == table.hand_size


def test_sealed_declarations_have_no_rounds_to_show() -> None:
    assert rules_text(rules(auction="sealed")).auction is None


@pytest.mark.parametrize(
    ("call", "end"), [("before_exchange", "."), ("after_exchange", ", nor one that they have just discarded.")]
)
def test_which_cards_may_not_be_called_is_told(call: str, end: str) -> None:
    assert f"Napoleon may not call a card of their own{end}" in told(call=call, own_card_call=False)


@pytest.mark.parametrize(
    ("changes", "first"),
    [
        ({}, "counting from the previous deal’s Napoleon"),
        ({"first_bidder": "dealer_left"}, "counting from the dealer’s left"),
        ({"deals_at_once": 2}, "counting from the dealer’s left"),
        ({"all_pass": "forced"}, "the first in this order must become Napoleon"),
    ],
)
def test_in_a_sealed_auction_nobody_bids_first_but_equals_have_an_order(changes: dict[str, Any], first: str) -> None:
    words = told(auction="sealed", **changes)
    assert first in words
    assert "bids first" not in words


def test_what_defeats_a_bid_and_what_a_three_brings() -> None:
    assert rules_text(rules(min_bid=13)).enough_to_defeat == 8
    assert rules_text(rules("nap", players=6)).three == 15
    assert [row.words for row in rules_text(rules("leaflet")).points][2:] == [["−2", "−1", "1"], ["−4", "–", "1"]]


def test_giving_up_a_misere_is_told_apart() -> None:
    assert "At misère nobody can claim, and the side that gives up takes the remaining tricks." in told("nap")
    assert "misère" not in told()


def test_the_comparison_lists_every_difference_and_no_other() -> None:
    differences = {str(row.name): list(map(str, row.values)) for row in comparison().rows}
    assert differences["Lowest bid"] == ["11", "10", "11", "11", "13"]
    assert differences["Joker call"][-2] == "–"
    assert "Reverse" not in differences
