"""The open data: who is in, under which name, and how people take their word back."""

import gzip
import hashlib
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.models import FormerSeat, Game
from players.models import OpenData, User
from tests.support.boards import open_boards, play_boards
from tests.support.play import play_out, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ai: User, bo: User) -> Game:
    User.objects.filter(pk__in=(ai.pk, bo.pk)).update(open_data=OpenData.YES)
    found = play_out(running(ai, bo, preset="nap", players=2, deals=2), ai, bo)
    Game.objects.filter(pk=found.pk).update(name="Our table")
    return found


def exported(folder: Path) -> list[dict[str, Any]]:
    """All matches of a new export."""
    call_command("export_open_data", str(folder))
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["licence"] == "CC0-1.0"
    found = []
    for file in manifest["files"]:
        content = (folder / file["name"]).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (file["bytes"], file["sha256"])
        lines = [json.loads(line) for line in gzip.decompress(content).splitlines()]
        assert len(lines) == file["matches"]
        found += lines
    assert {path.name for path in folder.iterdir()} == {"manifest.json", *(file["name"] for file in manifest["files"])}
    return found


def test_a_match_is_in_if_all_agree(game: Game, ai: User, tmp_path: Path) -> None:
    (match,) = exported(tmp_path)
    text = json.dumps(match)
    assert all(secret not in text for secret in ("Ai", "Bo", game.slug, "Our table", "proof", '"at"', "example.org"))
    assert exported(tmp_path) == [match]
    assert sum(line.get("type") == "deal" for line in match["record"]) == 2
    User.objects.filter(pk=ai.pk).update(open_data=OpenData.NAMED)
    (named,) = exported(tmp_path)
    assert "Ai" in named["record"][0]["players"]
    assert set(named["record"][0]["players"]) & set(match["record"][0]["players"])


@pytest.mark.parametrize("answer", ["", "no"])
def test_who_takes_their_word_back_is_missing_from_the_next_edition(
    game: Game, bo: User, tmp_path: Path, answer: str
) -> None:
    assert len(exported(tmp_path)) == 1
    User.objects.filter(pk=bo.pk).update(open_data=answer)
    assert exported(tmp_path) == []


def test_people_who_have_left_agree_to_nothing(game: Game, ai: User, chie: User, tmp_path: Path) -> None:
    FormerSeat.objects.create(game=game, number=0, user=chie, until_seq=3)
    assert exported(tmp_path) == []
    chie.delete()
    game.seats.filter(user=ai).update(user=None)
    assert exported(tmp_path) == []


def test_other_matches_stay_out(game: Game, ai: User, bo: User, tmp_path: Path) -> None:
    running(ai, bo, preset="nap", players=2, deals=1)
    play_boards(open_boards("nap", boards=1), ai)
    assert len(exported(tmp_path)) == 1
    Game.objects.filter(pk=game.pk).update(is_listed=False)
    assert exported(tmp_path) == []


def test_months_have_files_of_their_own(game: Game, tmp_path: Path) -> None:
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - timedelta(days=70))
    assert len(exported(tmp_path)) == 1
