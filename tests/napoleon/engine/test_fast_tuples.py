"""Named tuples built without their constructors have all their fields, so that a new field shifts no other."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from napoleon.engine.record import replay
from napoleon.engine.wire import event_from_json, event_to_json

from .records import played

LOGS = sorted((Path(__file__).parent / "logs").glob("*.jsonl"))


def named_tuples(value: object) -> Iterator[tuple[object, ...]]:
    """Every named tuple in a value, at any depth."""
    if isinstance(value, (tuple, list)):
        if hasattr(value, "_fields"):
            yield value
        for part in value:
            yield from named_tuples(part)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_states_tricks_and_events_have_all_their_fields(path: Path) -> None:
    for record in replay(path.read_text("utf-8").splitlines()):
        for value in named_tuples((record.match, record.events)):
            assert len(value) == len(value._fields), type(value)  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(4))
def test_states_on_the_way_have_all_their_fields(seed: int) -> None:
    for match in played(seed).states:
        for value in named_tuples(match):
            assert len(value) == len(value._fields), type(value)  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(4))
def test_events_keep_every_field_through_json(seed: int) -> None:
    game = played(seed)
    for event in game.events:
        assert event_from_json(event_to_json(event), game.match) == event
