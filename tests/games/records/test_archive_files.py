"""Finished matches as files: what `archive_logs` writes, `replay` reads, and nothing that is wrong gets a name."""

import gzip
import hashlib
import io
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Event, Game
from games.records import archive_files
from games.records.archive_files import NotArchived
from games.seats import substitution
from players.models import User
from tests.support.play import play_out, reread, running

pytestmark = pytest.mark.django_db
JANUARY = datetime(2024, 1, 31, 23, 30, tzinfo=UTC)
FEBRUARY = datetime(2024, 2, 1, 0, 30, tzinfo=UTC)


def ended(at: datetime, *people: User) -> Game:
    game = play_out(running(*people, preset="nap", deals=2), *people)
    Game.objects.filter(pk=game.pk).update(ended_at=at, name="Ai and Bo at home")
    return reread(game)


def archive_logs(folder: Path, *words: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    call_command("archive_logs", str(folder), "--json", *words, stdout=out)
    files: list[dict[str, Any]] = json.loads(out.getvalue())
    return files


def replayed(path: Path) -> list[dict[str, Any]]:
    out = io.StringIO()
    call_command("replay", str(path), "--json", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_each_month_has_a_file_that_replay_reads(tmp_path: Path, ai: User, bo: User) -> None:
    first, second = ended(JANUARY, ai, bo), ended(FEBRUARY, ai, bo)
    running(ai, bo)
    written = archive_logs(tmp_path)
    assert [(line["file"], line["matches"], line["done"]) for line in written] == [
        ("matches-2024-01.jsonl.gz", 1, "written"),
        ("matches-2024-02.jsonl.gz", 1, "written"),
    ]
    for line, game in zip(written, (first, second), strict=True):
        path = tmp_path / line["file"]
        (record,) = replayed(path)
        assert record["ok"]
        assert record["players"][:2] == [f"#{ai.pk}", f"#{bo.pk}"]
        scores = list(game.seats.order_by("number").values_list("score", flat=True))
        assert record["scores"] == scores
        digest, name = (tmp_path / f"{path.name}.sha256").read_text().split()
        assert (digest, name) == (hashlib.sha256(path.read_bytes()).hexdigest(), path.name)
    assert Event.objects.filter(game=first).count() == first.seq


def test_what_is_there_is_left_or_compared(tmp_path: Path, ai: User, bo: User) -> None:
    ended(JANUARY, ai, bo)
    (dry,) = archive_logs(tmp_path, "--dry-run")
    assert dry["done"] == "would be written"
    assert list(tmp_path.iterdir()) == []
    archive_logs(tmp_path)
    before = (tmp_path / "matches-2024-01.jsonl.gz").read_bytes()
    assert archive_logs(tmp_path)[0]["done"] == "there already"
    assert archive_logs(tmp_path, "--check")[0]["done"] == "compared"
    assert (tmp_path / "matches-2024-01.jsonl.gz").read_bytes() == before
    assert archive_logs(tmp_path, "--older-than", "100000") == []


def test_a_file_names_nobody_and_nothing(tmp_path: Path, ai: User, bo: User, chie: User) -> None:
    game = running(ai, bo, preset="nap", deals=2)
    substitution.leave(game_id=game.pk, user=bo)
    substitution.offer(game_id=game.pk, number=1, user=chie)
    substitution.sit_in(game_id=game.pk, user=chie)
    play_out(reread(game), ai, chie)
    Game.objects.update(ended_at=JANUARY, name="Ai and Bo at home")
    archive_logs(tmp_path)
    text = gzip.decompress((tmp_path / "matches-2024-01.jsonl.gz").read_bytes()).decode()
    head = json.loads(text.splitlines()[0])
    assert head["players"][:2] == [f"#{ai.pk}", f"#{bo.pk}"]
    assert [substitute["player"] for substitute in head["substitutes"]][-1] == f"#{chie.pk}"
    assert not [name for name in ("Ai", "Bo", "Chie", "home") if f'"{name}' in text]


@pytest.mark.parametrize("wrong", ["log", "score", "content"])
def test_nothing_is_kept_of_what_does_not_hold(tmp_path: Path, ai: User, bo: User, wrong: str) -> None:
    game = ended(JANUARY, ai, bo)
    if wrong == "log":
        Game.objects.update(digest="0" * 64)
    elif wrong == "score":
        game.seats.filter(number=0).update(score=999)
    else:
        Game.objects.update(content="0" * 64)
    with pytest.raises(CommandError):
        archive_logs(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_has_changed_is_noticed(tmp_path: Path, ai: User, bo: User) -> None:
    game, other = ended(JANUARY, ai, bo), ended(JANUARY, ai, bo)
    archive_logs(tmp_path)
    path = tmp_path / "matches-2024-01.jsonl.gz"
    text = gzip.decompress(path.read_bytes()).decode()
    second = text.index('{"format"', 1)
    for changed in (text[:second], text + text[second:], text.replace('"play"', '"pass"', 1)):
        path.write_bytes(gzip.compress(changed.encode()))
        with pytest.raises(NotArchived):
            archive_files.verify(path, [game.pk, other.pk])
    path.write_bytes(gzip.compress(text.encode())[:-20])
    with pytest.raises(CommandError):
        archive_logs(tmp_path, "--check")


@pytest.mark.parametrize("at", [0, 12, -5])
def test_a_damaged_file_is_named(tmp_path: Path, ai: User, bo: User, at: int) -> None:
    ended(JANUARY, ai, bo)
    archive_logs(tmp_path)
    path = tmp_path / "matches-2024-01.jsonl.gz"
    damaged = bytearray(path.read_bytes())
    damaged[at] ^= 0xFF
    path.write_bytes(damaged)
    with pytest.raises(CommandError, match=r"matches-2024-01\.jsonl\.gz"):
        archive_logs(tmp_path, "--check")
    with pytest.raises(CommandError, match=r"matches-2024-01\.jsonl\.gz"):
        replayed(path)


def test_there_has_to_be_a_folder(tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        archive_logs(tmp_path / "nowhere")


@pytest.mark.parametrize("days", ["-5", "999999999999", "many"])
def test_days_that_are_none_are_refused_in_words(tmp_path: Path, days: str) -> None:
    with pytest.raises(CommandError, match="is not a number from 0 to 365000"):
        archive_logs(tmp_path, f"--older-than={days}")
