"""Records that are brought here: read, stored, and written again."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from games.imports.parse import UploadedRecord, records
from games.imports.store import store_record
from games.integrity.audit import audit
from games.integrity.rebuild import differences
from games.kernel.log import state_of
from games.models import ArchivedDeal, Event, Game, Seat
from games.records import whole_record
from napoleon.engine.record import replay
from napoleon.player_names import readable
from players.models import User
from tests.napoleon.engine.records import played
from tests.support.play import play_out, reread, running
from tests.support.records import SITE_KEYS, changed, lines

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
CONFORMANCE = Path(__file__).parents[2] / "napoleon" / "conformance" / "records.jsonl"


def bring(host: User, record: UploadedRecord, **members: int) -> Game:
    return store_record(record, host=host, members=members, is_listed=True, now=NOW)


def imported_record(*texts: str) -> UploadedRecord:
    (record,) = records("\n".join(texts).encode())
    return record


# --- There and back ---


@pytest.mark.slow
def test_conformance_records_come_back_as_they_were(ai: User) -> None:
    count = 0
    for record in records(CONFORMANCE.read_bytes()):
        if record.fault is not None:
            assert record.fault.reason == "nothing_ended"
            continue
        game = bring(ai, record)
        game = Game.objects.with_seats().get(pk=game.pk)
        assert lines(whole_record(game)) == [
            {key: value for key, value in record.header.items() if key not in SITE_KEYS},
            *record.payloads,
        ]
        (again,) = records(whole_record(game).encode())
        assert again.content == record.content == game.content
        count += 1
    assert count > 20


@pytest.mark.parametrize("seed", [0, 1, 3, 4, 6])
def test_what_is_stored_is_in_order(ai: User, seed: int) -> None:
    imported = imported_record(*played(seed, cut=False).lines)
    game = bring(ai, imported)
    assert [check.claim for check in audit(game) if not check.holds] == []
    assert differences(game) == []
    assert state_of(game).match == imported.match
    assert game.status == Game.Status.FINISHED
    assert [seat.score for seat in game.seats.all()] == list(imported.match.scores)


def test_a_match_that_was_broken_off_is_in_order_too(ai: User) -> None:
    record = played(3, cut=False)
    imported = imported_record(*record.lines[:-1])
    if imported.fault is not None:
        pytest.skip("it had one deal")
    game = bring(ai, imported)
    assert game.status == Game.Status.ABANDONED
    assert [check.claim for check in audit(game) if not check.holds] == []


def test_keys_that_the_engine_does_not_know_are_kept(ai: User) -> None:
    head, *rest = played(4, cut=False).lines
    event = json.loads(rest[-1]) | {"at": "2026-03-01T21:00:00+09:00", "by": "bot", "mood": ["♥", 1.5]}
    head = json.dumps(json.loads(head) | {"club": "水曜会", "started": "2026-03-01"})
    game = bring(ai, imported_record(head, *rest[:-1], json.dumps(event)))
    back = lines(whole_record(Game.objects.with_seats().get(pk=game.pk)))
    assert back[0]["club"] == "水曜会"
    assert back[-1] == event
    last = game.events.order_by("-seq")[0]
    assert (last.by, last.at) == (Event.By.BOT, datetime(2026, 3, 1, 12, tzinfo=UTC))
    assert game.started_at == datetime(2026, 3, 1, tzinfo=UTC)
    assert game.ended_at == last.at


def test_names_are_kept_or_stand_for_members(ai: User, bo: User) -> None:
    imported = imported_record(changed(played(0, cut=False).lines).decode())
    names = imported.players
    game = bring(ai, imported, **{names[0]: bo.pk})
    seats = list(game.seats.order_by("number"))
    assert (seats[0].user, seats[0].name, seats[0].given_name) == (bo, "Bo", names[0])
    assert [seat.given_name for seat in seats] == list(names)
    assert [seat.name for seat in seats[1:3]] == [
        readable(name) or f"Player {n}" for n, name in enumerate(names[1:3], 2)
    ]
    assert json.loads(whole_record(Game.objects.with_seats().get(pk=game.pk)).split("\n")[0])["players"] == list(names)


def test_nobody_sits_twice_at_one_table(ai: User) -> None:
    lines = played(0, cut=False).lines
    players = len(json.loads(lines[0])["players"])
    game = bring(ai, imported_record(changed(lines, players=["Ai"] * players).decode()), Ai=ai.pk)
    assert list(Seat.objects.filter(game=game, user=ai).values_list("number", flat=True)) == [0]


def test_a_match_of_the_site_is_known_again(ai: User, bo: User) -> None:
    game = play_out(running(ai, bo, preset="leaflet", deals=1), ai, bo)
    game = Game.objects.with_seats().get(pk=game.pk)
    (record,) = records(whole_record(game).encode())
    assert record.content == game.content != ""
    assert ArchivedDeal.objects.filter(game=game).count() == 1


NUMBERS = [0, -7, 0.0, 1.0, 0.1, 1e-7, 123456.789, 1e15, 5e-324, 10**40, 1e16, 1e300, -1e16, -0.0]


@pytest.mark.parametrize("number", NUMBERS, ids=repr)
def test_what_is_stored_beside_the_match_keeps_the_digests_of_its_log(number: float, ai: User) -> None:
    """Or it is refused: PostgreSQL gives some numbers back as others."""
    (record,) = records(changed(LINES, note=number))
    if record.fault is None:
        assert all(check.holds for check in audit(reread(bring(ai, record))))
    else:
        assert record.fault.reason == "not_storable"
        assert number in (1e16, 1e300, -1e16, -0.0)


# --- What is refused ---

LINES = played(4, cut=False).lines


@pytest.mark.parametrize(
    ("data", "line", "reason"),
    [
        (b"\xff\xfe{\x00", 1, "not_utf_8"),
        ("\n".join(LINES).encode("utf-16"), 1, "not_utf_8"),
        (b"<html><script>alert(1)</script>", 1, "not_json"),
        (b'{"format": "napoleon-record"', 1, "not_json"),
        (b'{"format": "pgn"}', 1, "wrong_format"),
        (b"[" * 100_000, 1, "not_json"),
        (b" " * 10 + b"x" * 200_000, 1, "line_too_long"),
        (LINES[0].encode(), 1, "nothing_ended"),
        ("\n".join(LINES[:4]).encode(), 1, "nothing_ended"),
        ("\n".join([*LINES, LINES[-1]]).encode(), len(LINES) + 1, "match_over"),
        (changed(LINES, note="a\0b"), 1, "not_storable"),
        (changed(LINES, note="\ud800"), 1, "not_storable"),
        (changed(LINES, note=[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]), 1, "not_storable"),
        (changed(LINES).replace(b'"format"', b'"far": 1e999, "format"', 1), 1, "not_storable"),
        (changed(LINES, note=1e16), 1, "not_storable"),
        (changed(LINES, note=-0.0), 1, "not_storable"),
    ],
)
def test_says_what_is_wrong_and_where(data: bytes, line: int, reason: str) -> None:
    record = next(records(data))
    assert record.fault is not None
    assert (record.fault.line, record.fault.reason) == (line, reason)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "no_name"),
        ("x" * 81, "long_name"),
        ("a\0", "not_storable"),
        ("\udfff", "not_storable"),
        ("a.example.com", "address_as_name"),
        ("=?utf-8?b?QQ==?=", "address_as_name"),
    ],
)
def test_refuses_names_that_cannot_be_shown(name: str, reason: str) -> None:
    players = json.loads(LINES[0])["players"]
    (record,) = records(changed(LINES, players=[name, *players[1:]]))
    assert record.fault is not None
    assert record.fault.reason == reason


def test_names_are_shown_without_what_is_not_seen(ai: User) -> None:
    players = json.loads(LINES[0])["players"]
    (record,) = records(changed(LINES, players=["a\u202eb", "\u2028", "<b>", "x"][: len(players)] + players[4:]))
    assert [seat.name for seat in bring(ai, record).seats.order_by("number")][:3] == ["ab", "Player 2", "<b>"]


def test_what_an_error_repeats_can_be_shown() -> None:
    (record,) = records(changed(LINES, rules={"preset": "gurunapo", "x\ud800\0" + 200 * "y": 1}))
    assert record.fault is not None
    assert record.fault.details == {"key": "x?" + 77 * "y"}


def test_when_a_match_was_over_is_what_the_record_says(ai: User) -> None:
    for told, ended in (
        ({"started": "2020-05-01T10:00:00Z", "ended": "2020-05-01T12:30:00Z"}, "2020-05-01 12:30"),
        ({"started": "2020-05-01T10:00:00Z"}, "2020-05-01 10:00"),
        ({"started": "2020-05-01T10:00:00Z", "ended": "2020-04-01"}, "2020-05-01 10:00"),
    ):
        (record,) = records(changed(LINES, **told))
        assert f"{bring(ai, record).ended_at:%Y-%m-%d %H:%M}" == ended


def test_other_records_of_a_file_are_read_all_the_same() -> None:
    broken = LINES[:3] + ['{"type": "play", "seat": 0, "card": "XX"}'] + LINES[3:]
    all_records = list(records("\n".join([*LINES, *broken, "", *LINES]).encode()))
    assert [record.line for record in all_records] == [1, 1 + len(LINES), 3 + 2 * len(LINES)]
    assert [record.fault is None for record in all_records] == [True, False, True]
    assert len(list(replay([*LINES, *LINES]))) == 2
