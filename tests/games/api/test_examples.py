"""The examples of docs/examples, run as their readers run them."""

import html
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client as DjangoClient
from django.test import override_settings

from games.models import Game
from napoleon.client import Client
from players.api.tokens import make_token
from players.models import OpenData, User
from tests.support.clubs import club_of
from tests.support.documents import ROOT
from tests.support.event_streams import serving
from tests.support.play import play_out, running
from tests.support.played_seasons import season_of, table, tallied

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
EXAMPLES = ROOT / "docs" / "examples"
ENGINE = """
import json, sys
for number, line in enumerate(sys.stdin):
    position = json.loads(line)
    command = position["legal"][-1]
    if number == 1:
        command = {"type": "play", "card": "none of mine"}
    elif command["type"] == "exchange":
        command = {"type": "exchange", "discard": command["from"][: command["count"]]}
    print(json.dumps(command), flush=True)
"""


def run(name: str, *arguments: object) -> str:
    command = [sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_examples_of_the_page_work(ai: User) -> None:
    token = make_token(ai, name="page", scopes=["games:read", "games:play", "games:create"])
    with serving() as port:
        site = f"http://localhost:{port}"
        with override_settings(SITE_URL=site):
            page = DjangoClient().get("/api/").content.decode()
        blocks = re.findall(r"<pre[^>]*><code>(.*?)</code></pre>", page, re.DOTALL)
        curl, program, _stream = map(html.unescape, blocks)
        told = subprocess.run(["sh", "-c", curl], env={**os.environ, "TOKEN": token}, capture_output=True, check=True)
        assert json.loads(told.stdout) == {"items": [], "next": None}
        words = [sys.executable, "-c", program.replace("nap_…", token)]
        with subprocess.Popen(words, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}) as playing:
            try:
                game = Client(token, site).open_table(
                    "nap", bots=1, bot_level="recruit", options={"players": 2, "deals": 2}
                )
                while game.view["status"] != "finished":
                    assert playing.poll() is None
                    time.sleep(0.3)
                    game.read()
            finally:
                playing.terminate()


def test_open_data_is_counted(ai: User, bo: User, tmp_path: Path) -> None:
    User.objects.filter(pk__in=(ai.pk, bo.pk)).update(open_data=OpenData.YES)
    play_out(running(ai, bo, preset="nap", players=2, deals=3), ai, bo)
    call_command("export_open_data", str(tmp_path))
    told = run("count_contracts.py", tmp_path)
    assert "licence CC0-1.0" in told
    assert "1 matches, 3 deals" in told


def test_standings_are_mirrored_and_left_alone_while_nothing_changes(
    ai: User, bo: User, chie: User, dai: User, tmp_path: Path
) -> None:
    season = season_of(club_of(ai, bo, chie, dai, is_public=True), ai, bo, chie, dai)
    table(season, "1/1", [ai, bo, chie, dai], "4 1 3 2")
    tallied(season)
    page = tmp_path / "standings.html"
    with serving() as port:
        arguments = (f"http://localhost:{port}", season.club.slug, season.slug, page)
        run("mirror_standings.py", *arguments)
        assert "<td>Ai</td>" in page.read_text()
        page.write_text("as it was")
        run("mirror_standings.py", *arguments)
        assert page.read_text() == "as it was"


def test_an_engine_that_speaks_json_lines_plays_a_match(ai: User, tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(ENGINE)
    token = make_token(ai, name="engine", scopes=["games:read", "games:play", "games:create"])
    with serving() as port:
        site = f"http://localhost:{port}"
        bridge = [sys.executable, str(EXAMPLES / "engine_bridge.py"), token, site, sys.executable, str(engine)]
        with subprocess.Popen(bridge, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}) as playing:
            try:
                game = Client(token, site).open_table("gurunapo", bots=4, bot_level="recruit", options={"deals": 2})
                while game.view["status"] != "finished":
                    assert playing.poll() is None
                    time.sleep(0.3)
                    game.read()
            finally:
                playing.terminate()
    stored = Game.objects.get(slug=game.id)
    assert stored.status == Game.Status.FINISHED
    assert not stored.events.filter(by="timeout").exists()
