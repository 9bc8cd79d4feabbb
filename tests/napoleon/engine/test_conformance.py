"""The conformance cases in this repository, which an independent referee wrote."""

import json
from functools import cache
from pathlib import Path

import pytest

from napoleon.engine.record import Replayed, replay, summary
from tests.support.referee_answers import comparable

CASES = Path(__file__).parent.parent / "conformance"


SETS = ("", "more-")
"""The plain rules, and those with house rules and Mighty."""


@cache
def records() -> list[Replayed]:
    played: list[Replayed] = []
    for name in SETS:
        with (CASES / f"{name}records.jsonl").open(encoding="utf-8", newline="\n") as file:
            played += replay(file)
    return played


def answers() -> list[str]:
    return [line for name in SETS for line in (CASES / f"{name}expected.jsonl").read_text("utf-8").splitlines()]


def test_there_is_an_answer_to_each_record() -> None:
    assert len(records()) == len(answers()) == 240 + 150


@pytest.mark.parametrize(
    ("record", "answer"),
    [
        pytest.param(record, answer, id=f"{place}-{record.rules and record.rules.preset}")
        for place, (record, answer) in enumerate(zip(records(), answers(), strict=True), 1)
    ],
)
def test_conformance(record: Replayed, answer: str) -> None:
    assert comparable(summary(record)) == comparable(json.loads(answer))
