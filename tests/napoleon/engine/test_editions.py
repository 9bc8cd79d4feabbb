"""Rules as they were: presets change with releases, games and records do not."""

import json
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from napoleon.engine import RulesError, preset_rules, rules_from_json, rules_to_json
from napoleon.engine.editions import EDITIONS, FIRST_VERSION, RULES_VERSION, edition
from napoleon.engine.record import header, replay, summary
from napoleon.engine.rules import PRESETS, changed_options, first_rules, options_of
from tests.support.releases import Release, release

__all__ = ["release"]

LOGS = Path(__file__).parent / "logs"

PLAYERS = ("Ai", "Bo", "Chie", "Dai", "Emi")
FINGERPRINTS = {1: "1311319a4ee66805"}
"""Of every version that was released. Add the next one; never change one."""


def fingerprint(presets: dict[str, dict[str, Any]]) -> str:
    return sha256(json.dumps(presets, sort_keys=True).encode()).hexdigest()[:16]


def test_no_edition_changes_once_it_is_released() -> None:
    assert {version: fingerprint(presets) for version, presets in EDITIONS.items()} == FINGERPRINTS


@pytest.mark.parametrize("preset", PRESETS)
def test_todays_presets_are_the_last_edition(preset: str) -> None:
    today = asdict(preset_rules(preset))
    assert {key: today[key] for key in edition(preset, RULES_VERSION)} == edition(preset, RULES_VERSION)
    assert rules_from_json({"preset": preset}, RULES_VERSION) == preset_rules(preset)


@pytest.mark.parametrize("preset", PRESETS)
def test_an_option_outside_the_first_edition_has_a_default_that_changes_nothing(preset: str) -> None:
    added = options_of(preset).keys() - edition(preset, FIRST_VERSION).keys()
    defaults = type(first_rules(preset))()
    assert all(getattr(first_rules(preset), key) == getattr(defaults, key) for key in added)


def test_rules_are_written_whole() -> None:
    rules = rules_from_json({"preset": "leaflet", "deals": 3})
    written = rules_to_json(rules)
    assert written.keys() == {"preset", *edition("leaflet", FIRST_VERSION)}
    assert rules_from_json(written, rules.version) == rules
    assert changed_options(rules) == {"deals": 3}


@pytest.mark.parametrize("preset", PRESETS)
def test_an_option_that_came_later_is_written_only_where_it_changes_something(preset: str) -> None:
    rules = rules_from_json({"preset": preset, "passed_out": "counts"})
    assert rules_to_json(rules) == rules_to_json(preset_rules(preset)) | {"passed_out": "counts"}
    assert rules_from_json(rules_to_json(rules), rules.version) == rules
    assert changed_options(rules) == {"passed_out": "counts"}


def test_whole_rules_keep_their_meaning_when_the_preset_changes(release: Release) -> None:
    rules = rules_from_json({"preset": "gurunapo", "deals": 3})
    written = rules_to_json(rules)
    release("gurunapo", joker_call="S3", players=4)
    assert rules_from_json(written, rules.version) == rules


def test_rules_in_short_of_an_older_version_are_read_by_its_presets(release: Release) -> None:
    before = rules_from_json({"preset": "gurunapo", "deals": 3})
    release("gurunapo", joker_call="S3")
    assert rules_from_json({"preset": "gurunapo", "deals": 3}, FIRST_VERSION) == before
    today = rules_from_json({"preset": "gurunapo", "deals": 3})
    assert (today.version, changed_options(today)) == (2, {"deals": 3})
    assert changed_options(before) == {"deals": 3, "joker_call": "C3"}


def test_a_preset_that_came_later_is_read_as_it_first_was(release: Release) -> None:
    release("gurunapo", joker_call="S3")
    EDITIONS[2]["party"] = {**edition("gurunapo", 1), "min_bid": 12}
    assert edition("party", 1)["min_bid"] == 12


def test_rules_of_a_later_version_are_refused() -> None:
    with pytest.raises(RulesError, match="newer_rules"):
        rules_from_json({"preset": "gurunapo"}, RULES_VERSION + 1)


@pytest.mark.parametrize("log", ["gurunapo", "booklet", "nap"])
def test_a_record_without_a_version_gives_the_same_answer_after_a_release(log: str, release: Release) -> None:
    lines = (LOGS / f"{log}.jsonl").read_text(encoding="utf-8").splitlines()
    before = [summary(record) for record in replay(lines)]
    of_napoleon = {"joker_call": "none", "same_two": "off", "min_bid": 13}
    changes = {"deals": 1, "payments": "flat"} if log == "nap" else of_napoleon
    release(log, **changes)
    assert [summary(record) for record in replay(lines)] == before


def test_a_header_holds_the_whole_rules_and_their_version(release: Release) -> None:
    rules = rules_from_json({"preset": "gurunapo"})
    line = json.dumps(header(rules, PLAYERS))
    release("gurunapo", joker_call="S3")
    (record,) = replay([line])
    assert record.rules == rules
    assert json.loads(line)["rules_version"] == 1


def test_a_program_of_before_reads_the_header() -> None:
    """It knows no ``rules_version``, and takes every option for one that was changed."""
    head = header(rules_from_json({"preset": "four"}), PLAYERS[:4])
    del head["rules_version"]
    (record,) = replay([json.dumps(head)])
    assert record.rules == preset_rules("four")


@pytest.mark.parametrize(
    ("version", "error", "reason"),
    [
        (RULES_VERSION + 1, "bad_rules", "newer_rules"),
        (0, "bad_header", "no_rules_version"),
        (True, "bad_header", "no_rules_version"),
        ("1", "bad_header", "no_rules_version"),
        (None, "bad_header", "no_rules_version"),
    ],
)
def test_a_version_that_cannot_be_read_is_refused(version: object, error: str, reason: str) -> None:
    head = header(rules_from_json({"preset": "gurunapo"}), PLAYERS)
    (record,) = replay([json.dumps({**head, "rules_version": version})])
    assert record.error is not None
    assert (record.error.code, record.error.reason) == (error, reason)
