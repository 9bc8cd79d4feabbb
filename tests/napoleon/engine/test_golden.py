"""Golden records: older matches with their summaries, which every version must replay to the letter.

The engine made the summaries once, and the referee confirms them. Neither file of a pair is ever changed; new
ones may be added.
"""

import json
from typing import Any

import pytest

from napoleon.engine.record import header, replay, summary, write
from napoleon.engine.rules import PRESETS
from tests.napoleon.referee import referee
from tests.support.golden import LOGS, lines_of
from tests.support.referee_answers import comparable

NAMES = sorted(path.stem for path in LOGS.glob("*.jsonl"))


def expected(name: str) -> dict[str, Any]:
    text = (LOGS / f"{name}.expected.json").read_text("utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_record_replays_to_the_letter(name: str) -> None:
    (record,) = replay(lines_of(name))
    assert json.dumps(summary(record)) == json.dumps(expected(name))


# The conformance cases confirm Mighty: this repository's referee knows the older rules only.
@pytest.mark.parametrize("name", [name for name in NAMES if name != "mighty"])
def test_the_referee_confirms_it(name: str) -> None:
    (answer,) = referee(lines_of(name))
    assert comparable(answer) == comparable(expected(name))


@pytest.mark.parametrize("name", NAMES)
def test_writing_it_again_gives_the_same_record(name: str) -> None:
    (record,) = replay(lines_of(name))
    assert record.rules is not None
    (again,) = replay(write(header(record.rules, record.players), record.events).split("\n"))
    assert summary(again) == expected(name)


def test_every_preset_has_a_golden_record() -> None:
    assert {json.loads(lines_of(name)[0])["rules"]["preset"] for name in NAMES} == set(PRESETS)
