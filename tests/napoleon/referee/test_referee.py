"""The referee itself: against cases by somebody else, decided positions, and its own generator."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.support.referee_answers import comparable

from . import referee, tricks
from .generate import mutate, random_record, random_rules
from .match import Match
from .napoleon import NapoleonDeal
from .rules import PRESETS, read_rules

CONFORMANCE = Path(__file__).parent.parent / "conformance"
ALL = "all"


def conformance_cases() -> list[Any]:
    records: list[list[str]] = []
    for line in (CONFORMANCE / "records.jsonl").read_text("utf-8").splitlines():
        if '"format"' in line:
            records.append([])
        records[-1].append(line)
    answers = (CONFORMANCE / "expected.jsonl").read_text("utf-8").splitlines()
    cases = [(record, json.loads(answer)) for record, answer in zip(records, answers, strict=True)]
    return [pytest.param(*case, id=f"record-{i}") for i, case in enumerate(cases, 1)]


@pytest.mark.parametrize(("record", "expected"), conformance_cases())
def test_conformance(record: list[str], expected: dict[str, Any]) -> None:
    assert [comparable(answer) for answer in referee(record)] == [comparable(expected)]


# The decided positions of the rules, by their numbers there.

WINNERS = [
    # number, preset, overrides, trumps, trick, cards, named, winner, why
    (1, "gurunapo", {}, "D", 4, "JK SA DJ HQ C2", "C", 3, "yoromeki"),
    (2, "gurunapo", {}, "C", 5, "HT HQ H3 HK C2", None, 4, "trump"),
    (3, "gurunapo", {}, "S", 3, "HA JK SJ CJ H2", None, 1, "joker"),
    (5, "gurunapo", {}, "H", 6, "C3 JK SA C2 HJ", None, 2, "mighty"),
    (11, "gurunapo", {}, "H", 3, "D5 D2 DJ DA DK", None, 2, "left_jack"),
    (12, "gurunapo", {}, "S", 2, "HA H2 HQ HK H9", None, 1, "same_two"),
    (13, "gurunapo", {}, "S", 1, "HA H2 HQ HK H9", None, 0, "led_suit"),
    (14, "gurunapo", {"joker_followed": "weakest"}, "C", 5, "H5 H2 JK HK H9", None, 3, "led_suit"),
    (15, "booklet", {}, "C", 5, "H5 H2 JK HK H9", None, 1, "same_two"),
    (16, "booklet", {}, "D", 4, "JK D2 DA D5 D9", "D", 0, "joker"),
    (17, "leaflet", {}, "H", 3, "JK H3 DJ HA C2", "H", 2, "left_jack"),
    (18, "leaflet", {}, "S", 6, "S3 JK S2 D4 H5", None, 0, "trump"),
    (24, "booklet", {}, "H", 1, "C9 C2 CK CA C5", None, 1, "same_two"),
    (24, "leaflet", {}, "H", 1, "C9 C2 CK CA C5", None, 3, "led_suit"),
    (25, "leaflet", {}, "H", 8, "JK SA HQ H4 HA", "H", 2, "yoromeki"),
]


@pytest.mark.parametrize(("number", "preset", "extra", "trump", "trick", "cards", "named", "winner", "why"), WINNERS)
def test_who_wins(
    number: int,
    preset: str,
    extra: dict[str, Any],
    trump: str,
    trick: int,
    cards: str,
    named: str | None,
    winner: int,
    why: str,
) -> None:
    assert tricks.winner(read_rules({"preset": preset} | extra), trump, trick, cards.split(), named) == (winner, why)


FOLLOWS = [
    # number, preset, trumps, led, named, hand, legal
    (4, "gurunapo", "H", "C3", None, "CK C5 JK SA", "JK"),
    (7, "gurunapo", "H", "S5", None, "SA HQ D5 JK", "SA JK"),
    (8, "gurunapo", "H", "D7", None, "SA D2 HJ JK", "D2 JK"),
    (9, "gurunapo", "H", "D7", None, "DJ H3 C9", "DJ"),
    (10, "gurunapo", "H", "H7", None, "DJ C4 S5", ALL),
    (19, "leaflet", "S", "S3", None, "SK JK SA D2", "JK"),
    (20, "leaflet", "H", "JK", "H", "HJ C5 DJ", "HJ"),
    (21, "booklet", "H", "JK", "H", "HJ C5 DJ", ALL),
    (22, "booklet", "S", "C6", None, "CJ D5", "CJ"),
    (23, "booklet", "H", "S6", None, "SA S4 HJ D5", "SA S4"),
]


@pytest.mark.parametrize(("number", "preset", "trump", "led", "named", "hand", "legal"), FOLLOWS)
def test_what_may_follow(
    number: int, preset: str, trump: str, led: str, named: str | None, hand: str, legal: str
) -> None:
    rules = read_rules({"preset": preset})
    expected = hand.split() if legal == ALL else legal.split()
    assert tricks.follows(rules, trump, hand.split(), led, named, None) == expected


def test_the_caller_may_hold_the_joker() -> None:
    """Position 6."""
    hand = ["C3", "JK", "D4"]
    assert tricks.leads(read_rules({"preset": "gurunapo"}), "H", hand, first_trick=False) == hand


def test_the_first_winner_takes_the_discarded_pictures() -> None:
    """Position 13: three pictures in the trick, and the discarded ten."""
    hands = [["HA", "C7"], ["H2", "C6"], ["HQ", "C5"], ["HK", "C4"], ["H9", "C9"]]
    deal = NapoleonDeal(read_rules({"preset": "gurunapo"}), 0, hands, [])
    deal.auction.best, deal.auction.best_seat = {"type": "bid", "count": 11, "trump": "S"}, 0
    deal.phase, deal.discards = "play", ["CT", "C8", "C2"]
    for seat, hand in enumerate(hands):
        deal.act(seat, {"type": "play", "card": hand[0]})
    assert deal.taken == [4, 0, 0, 0, 0]


# Errors

HEADER = {
    "format": "napoleon-record",
    "version": 1,
    "rules": {"preset": "nap", "players": 2, "deals": 1},
    "players": ["Ai", "Bo"],
}
DEAL = {"type": "deal", "dealer": 0, "hands": [["SA", "SK", "SQ", "SJ", "ST"], ["HA", "S2", "S3", "S4", "S5"]]}
BID = {"type": "bid", "seat": 1, "bid": "two"}
PASS = {"type": "pass", "seat": 0}
LEAD = {"type": "play", "seat": 1, "card": "S2"}
START = [HEADER, DEAL, BID, PASS]

ERRORS = [
    ("bad_json", 2, [HEADER], '{"type": "pass", "at": NaN}'),
    ("bad_json", 2, [HEADER], "[" * 20000),
    ("bad_json", 2, [HEADER], "[]"),
    ("bad_header", 1, [], BID),
    ("bad_header", 1, [], HEADER | {"version": True}),
    ("bad_header", 1, [], HEADER | {"players": ["Ai", "Bo", "Chie"]}),
    ("bad_rules", 1, [], HEADER | {"rules": {"preset": "nap", "players": 2.0}}),
    ("bad_rules", 1, [], HEADER | {"rules": {"preset": "nap", "blucher": True}}),
    ("bad_rules", 1, [], HEADER | {"rules": {"preset": "nap", "joker": True}}),
    ("bad_deal", 2, [HEADER], DEAL | {"dealer": 2}),
    ("bad_deal", 2, [HEADER], DEAL | {"deal": 2}),
    ("bad_deal", 2, [HEADER], DEAL | {"hands": [DEAL["hands"]] * 2}),
    ("bad_deal", 3, [HEADER, DEAL], DEAL),
    ("not_your_turn", 3, [HEADER, DEAL], PASS),
    ("not_your_turn", 3, [HEADER, DEAL], BID | {"seat": True}),
    ("not_your_turn", 3, [HEADER, DEAL], BID | {"deal": 2}),
    ("illegal_bid", 3, [HEADER, DEAL], BID | {"bid": "wellington"}),
    ("illegal_bid", 5, START, BID),
    ("illegal_call", 5, START, {"type": "call", "seat": 1, "card": "SA"}),
    ("illegal_exchange", 5, START, {"type": "exchange", "seat": 1, "discard": []}),
    ("illegal_play", 5, START, LEAD | {"card": "SA"}),
    ("illegal_play", 5, START, LEAD | {"suit": "S"}),
    ("illegal_play", 3, [HEADER, DEAL], LEAD),
    ("unknown_event", 3, [HEADER, DEAL], BID | {"type": "shout"}),
]


@pytest.mark.parametrize(("code", "line", "before", "wrong"), ERRORS)
def test_errors(code: str, line: int, before: list[Any], wrong: dict[str, Any] | str) -> None:
    lines = [json.dumps(thing) for thing in before]
    lines.append(wrong if isinstance(wrong, str) else json.dumps(wrong))
    # The rest is skipped up to the next header, and the next record is answered.
    answers = referee([*lines, "nonsense", json.dumps(HEADER)])
    assert answers[0] == {"ok": False, "line": line, "error": code}
    assert [answer["ok"] for answer in answers] == [False, True]


def test_blank_lines_count_as_lines() -> None:
    lines = [json.dumps(HEADER), "", "  ", json.dumps({"type": "shout"})]
    assert referee(lines) == [{"ok": False, "line": 4, "error": "unknown_event"}]


# The generator


def test_random_records_are_legal() -> None:
    rng = random.Random(7)
    for given in [given for given in [random_rules(rng) for _ in range(25)] if given.get("deals", 5) <= 2]:
        (answer,) = referee(random_record(rng, given, cut=False))
        assert answer["ok"], answer
        assert answer["finished"]
        assert answer["to_act"] == []


def test_a_match_after_its_end() -> None:
    record = random_record(random.Random(1), {"preset": "nap", "deals": 1}, cut=False)
    (answer,) = referee([*record, json.dumps(PASS)])
    assert answer == {"ok": False, "line": len(record) + 1, "error": "after_end"}


def test_random_rules_can_be_played() -> None:
    rng = random.Random(3)
    seen = {Match(read_rules(random_rules(rng))).rules["preset"] for _ in range(100)}
    assert seen == {"gurunapo", "leaflet", "four", "booklet", "nap"}


def test_every_error_is_among_the_mutations() -> None:
    rng = random.Random(5)
    records = [random_record(rng, {"preset": preset, "deals": 1}) for preset in PRESETS]
    broken = [mutate(rng.choice(records), rng) for _ in range(150)]
    codes = {answer.get("error") for record in broken for answer in referee(record)}
    assert codes - {None} == {error for error, *_ in ERRORS} | {"after_end"}
