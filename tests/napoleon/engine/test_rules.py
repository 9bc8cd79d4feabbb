"""Rule sets: presets, options and impossible combinations (docs/rules.md 1.1 and 1.7)."""

import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from napoleon.engine import RulesError, names, preset_rules, rules_from_json
from napoleon.engine.cards import PICTURES
from napoleon.engine.nap import PAYMENTS
from napoleon.engine.napoleon_scoring import TABLES
from napoleon.engine.rules import Flag, OneOf, options_of

from .play import Table, contract, may_play, these

NAPOLEON_TABLE = "| key | values | `gurunapo`"
NAP_TABLE = "| key | values | default"
RULES_PAGE = Path(__file__).parents[3] / "docs" / "rules.md"


def table_rows(start: str) -> list[list[str]]:
    """The cells of a table on the rules page, by row; the header first."""
    page = RULES_PAGE.read_text(encoding="utf-8")
    begin = page.index(start)
    lines = page[begin : page.index("\n\n", begin)].splitlines()
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if "---" not in line]


def options_table() -> dict[str, dict[str, Any]]:
    """The values of each preset, by key, as the table of options on the rules page has them."""
    header, *rows = table_rows(NAPOLEON_TABLE)
    presets = [cell.strip("`") for cell in header[2:]]
    table: dict[str, dict[str, Any]] = {preset: {} for preset in presets}
    for row in rows:
        for preset, value in zip(presets, row[2:], strict=True):
            table[preset][row[0].strip("`")] = value_of(value.strip(" `()"))
    return table


def value_of(text: str) -> bool | int | str:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text


@pytest.mark.parametrize("preset", ["gurunapo", "leaflet", "four", "booklet", "mighty"])
def test_presets_have_the_values_of_the_options_table_000_01(preset: str) -> None:
    assert asdict(preset_rules(preset)) == {"preset": preset, "version": 1, **options_table()[preset]}


def test_the_nap_preset_002_01() -> None:
    assert asdict(preset_rules("nap")) == {
        "preset": "nap",
        "version": 1,
        "players": 4,
        "deck": "full",
        "misere": "over_three",
        "spare_hand": False,
        "blucher": False,
        "wellington_weakest_lead": False,
        "no_shuffle": False,
        "payments": "standard",
        "passed_out": "dealt_again",
        "finish": "played_out",
        "chips": 0,
        "deals": 10,
        "deals_at_once": 1,
    }


def test_picture_cards_are_ace_to_ten_of_every_suit_000_03() -> None:
    pictures = {suit + rank for suit in "SHDC" for rank in "AKQJT"}
    assert set(names(PICTURES)) == pictures
    assert len(pictures) == 20


def hand_and_widow(preset: str, **options: Any) -> tuple[int, int]:
    """How many cards a table deals to each seat, and how many it leaves."""
    table = Table(preset, **options)
    hands = {hand.bit_count() for hand in table.state.dealt.hands}
    assert len(hands) == 1
    return hands.pop(), table.state.dealt.widow.bit_count()


def test_five_players_get_ten_cards_and_leave_three_000_05() -> None:
    for preset in ["gurunapo", "leaflet", "booklet"]:
        assert hand_and_widow(preset) == (10, 3)


def test_five_players_without_joker_leave_two_000_61() -> None:
    for preset in ["gurunapo", "leaflet", "booklet"]:
        assert hand_and_widow(preset, joker=False) == (10, 2)


def test_four_players_get_twelve_cards_and_leave_four_003_09() -> None:
    assert hand_and_widow("four") == (12, 4)


@pytest.mark.parametrize(("players", "hand", "widow"), [(4, 12, 5), (5, 10, 3), (6, 8, 5), (7, 7, 4)])
def test_hands_and_widows_for_every_table_decision_02(players: int, hand: int, widow: int) -> None:
    for preset in ["gurunapo", "leaflet", "four", "booklet"]:
        assert hand_and_widow(preset, players=players, joker=True) == (hand, widow)
        assert hand_and_widow(preset, players=players, joker=False) == (hand, widow - 1)


def test_any_option_may_be_set_over_a_preset_000_58() -> None:
    rules = rules_from_json({"preset": "booklet", "min_bid": 13, "deals": 3, "reverse": True})
    assert asdict(rules) == {**asdict(preset_rules("booklet")), "min_bid": 13, "deals": 3, "reverse": True}


def test_without_joker_its_options_do_nothing_000_60() -> None:
    """They are kept; the joker-call card is led like any other."""
    assert asdict(rules_from_json({"preset": "gurunapo", "joker": False}))["joker_call"] == "C3"
    assert may_play("gurunapo", "H", "C3", "C4 SA H2", joker=False) == these("C4")
    assert all("JK" not in names(hand) for hand in contract("gurunapo", joker=False).state.dealt.hands)


def test_a_joker_may_be_added_to_four_decision_29() -> None:
    """It ranks and names as in `gurunapo`, and is called by no card unless one is chosen."""
    assert may_play("four", "H", "JK=C", "C4 SA H2", joker=True) == these("C4")
    assert may_play("four", "H", "C3", "C4 JK H2", joker=True) == these("C4 JK")
    assert may_play("four", "H", "C3", "C4 JK", joker=True, joker_call="C3") == these("JK")


@pytest.mark.parametrize(
    ("options", "key", "reason"),
    [
        ({"preset": "poker"}, "preset", "unknown_preset"),
        ({}, "preset", "unknown_preset"),
        ({"preset": "four", "chips": 3}, "chips", "unknown_key"),
        ({"preset": "nap", "joker": True}, "joker", "unknown_key"),
        ({"preset": "four", "players": 8}, "players", "out_of_range"),
        ({"preset": "four", "players": 3}, "players", "out_of_range"),
        ({"preset": "nap", "players": 9}, "players", "out_of_range"),
        ({"preset": "four", "min_bid": 0}, "min_bid", "out_of_range"),
        ({"preset": "four", "min_bid": 21}, "min_bid", "out_of_range"),
        ({"preset": "four", "deals": 101}, "deals", "out_of_range"),
        ({"preset": "four", "deals": 0}, "deals", "out_of_range"),
        ({"preset": "nap", "chips": 1001}, "chips", "out_of_range"),
        ({"preset": "nap", "chips": -1}, "chips", "out_of_range"),
        ({"preset": "four", "players": "5"}, "players", "wrong_type"),
        ({"preset": "four", "players": True}, "players", "wrong_type"),
        ({"preset": "four", "players": 5.0}, "players", "wrong_type"),
        ({"preset": "four", "joker": 1}, "joker", "wrong_type"),
        ({"preset": "four", "sweep": None}, "sweep", "wrong_type"),
        ({"preset": "four", "joker_call": "H3"}, "joker_call", "not_a_choice"),
        ({"preset": "four", "deals": 2, "deals_at_once": 3}, "deals_at_once", "impossible_combination"),
        ({"preset": "nap", "blucher": True}, "blucher", "impossible_combination"),
        ({"preset": "nap", "no_shuffle": True, "deals_at_once": 2}, "no_shuffle", "impossible_combination"),
    ],
)
def test_impossible_rules_are_refused_by_name(options: dict[str, Any], key: str, reason: str) -> None:
    with pytest.raises(RulesError) as caught:
        rules_from_json(options)
    assert (caught.value.code, caught.value.key, caught.value.reason) == ("bad_rules", key, reason)


@pytest.mark.parametrize(("preset", "start"), [("gurunapo", NAPOLEON_TABLE), ("nap", NAP_TABLE)])
def test_the_options_tables_follow_the_declaration(preset: str, start: str) -> None:
    """Every option has its row with all its values and the default, and every row its option."""
    _, *rows = table_rows(start)
    cells = {row[0].strip("`"): row[1:] for row in rows}
    assert cells.keys() == options_of(preset).keys()
    for key, option in options_of(preset).items():
        values, default = cells[key][:2]
        assert value_of(default.strip("`")) == getattr(preset_rules(preset), key)
        if isinstance(option, Flag):
            assert values == "true, false"
        elif isinstance(option, OneOf):
            assert tuple(re.findall(r"`(\w+)`", values)) == option.values
        else:
            most = "`deals`" if key == "deals_at_once" else str(option.most)
            assert values.replace(" (off)", "") == f"{option.least}–{most}"


def test_a_scoring_without_points_or_a_payment_without_bids_is_missed() -> None:
    """The tables of scores have a row for every value of their option, and no other."""
    scoring, payments = options_of("gurunapo")["scoring"], options_of("nap")["payments"]
    assert isinstance(scoring, OneOf)
    assert isinstance(payments, OneOf)
    assert tuple(TABLES) == scoring.values
    assert tuple(PAYMENTS) == payments.values


def test_every_value_of_the_options_table_is_known() -> None:
    page = RULES_PAGE.read_text(encoding="utf-8")
    for key in options_table()["gurunapo"]:
        row = re.search(rf"^\| `{key}` \| ([^|]+) \|", page, re.MULTILINE)
        assert row is not None
        for value in re.findall(r"`(\w+)`", row[1]):
            if value != "deals":
                rules_from_json({"preset": "gurunapo", key: value})
