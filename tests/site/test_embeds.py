"""Frames for other sites: what strangers may see, without cookies, and oEmbed, by which other sites find them."""

import json
import re

import pytest
from django.test import Client

from games.models import Game
from leagues.models import Club
from players.models import User
from tests.support.clubs import club_of
from tests.support.play import play_out, running
from tests.support.played_seasons import season_of, table, tallied
from tests.support.visits import client_of

pytestmark = pytest.mark.django_db
SEASON = "/clubs/tuesday/seasons/spring"


@pytest.fixture
def finished(ai: User, bo: User) -> Game:
    return play_out(running(ai, bo, preset="nap", players=2, deals=1), ai, bo)


@pytest.fixture
def standings(ai: User, bo: User, chie: User, dai: User) -> str:
    """The path of the standings of a public club."""
    season = season_of(club_of(ai, bo, chie, dai, is_public=True), ai, bo, chie, dai)
    table(season, "1/1", [ai, bo, chie, dai], "4 1 3 2")
    tallied(season)
    return f"{season.get_absolute_url()}standings/1/"


def framed(path: str, reader: Client | None = None) -> str:
    response = (reader or Client()).get(path)
    assert response.status_code == 200, path
    assert not response.cookies
    assert "X-Frame-Options" not in response
    policy = response["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "script-src 'none'" in policy
    assert response["Cache-Control"] == "public, max-age=30"
    return response.content.decode()


def test_every_page_for_frames_can_be_framed(ai: User, finished: Game, standings: str) -> None:
    for path in (f"/embed{standings}", f"/embed{standings.replace('standings', 'rounds')}"):
        page = framed(path)
        assert all(name in page for name in ("Ai", "Bo", "Chie", "Dai"))
        assert "<script" not in page
    assert f"/t/{finished.slug}/review/1/picture.png" in framed(f"/embed/t/{finished.slug}/1/")
    assert framed(f"/embed/t/{finished.slug}/") == framed(f"/embed/t/{finished.slug}/", client_of(ai))


def test_a_frame_leaves_its_reader_signed_in_and_their_browser_as_it_is(ai: User, finished: Game) -> None:
    """The site does not touch their session, even an old one, and sends it to nobody who shares a cache."""
    browser = client_of(ai)
    browser.get("/")
    session = browser.session
    for key in list(filter(re.compile("used").search, session.keys())):
        session[key] = "2020-01-01T00:00:00+00:00"
    session.save()
    response = browser.get(f"/embed{finished.get_absolute_url()}")
    assert response.status_code == 200
    assert not response.cookies
    assert "Clear-Site-Data" not in response
    assert browser.get("/").context["user"] == ai


def test_pages_themselves_are_framed_nowhere(standings: str) -> None:
    response = Client().get(standings)
    assert response["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]


def test_other_sites_find_the_frame_of_a_page(finished: Game, standings: str) -> None:
    page = Client().get(standings).content.decode()
    link = page.partition('type="application/json+oembed" href="')[2].partition('"')[0]
    for address in (link, f"/oembed/?url=http://testserver/t/{finished.slug}/review/1/0/&maxwidth=300"):
        answer = Client().get(address).json()
        assert (answer["version"], answer["type"]) == ("1.0", "rich")
        assert answer["width"] <= 640
        src = answer["html"].partition('src="')[2].partition('"')[0]
        framed(src[src.index("/embed") :])
    assert answer["width"] == 300


def test_what_strangers_may_not_see_is_framed_nowhere(ai: User, bo: User, standings: str) -> None:
    Club.objects.update(is_public=False)
    game = running(ai, bo, preset="nap", players=2, deals=1)
    framed(f"/embed/t/{game.slug}/")
    assert Client().get(f"/embed/t/{game.slug}/1/").status_code == 404
    Game.objects.filter(pk=game.pk).update(is_listed=False)
    for path in (f"/embed{standings}", f"/embed/t/{game.slug}/"):
        assert client_of(ai).get(path).status_code == 404
    for page in (standings, f"/t/{game.slug}/", "/", "/none/", "//["):
        assert client_of(ai).get("/oembed/", {"url": f"http://testserver{page}"}).status_code == 404
    assert Client().get("/oembed/", {"url": f"https://elsewhere.example{standings}"}).status_code == 404
    assert Client().get("/oembed/", {"url": "x", "format": "xml"}).status_code == 501


def test_each_csv_file_has_its_rows_as_json(ai: User, standings: str) -> None:
    season = standings.removesuffix("standings/1/")
    for what in ("members", "seatings", "results", "standings"):
        lines = b"".join(Client().get(f"{season}files/{what}.csv")).decode("utf-8-sig").splitlines()
        items = Client().get(f"{season}files/{what}.json")
        rows = json.loads(b"".join(items))
        assert len(rows) == len(lines) - 1
        assert ",".join(rows[0]) == lines[0]
    club = standings.partition("seasons/")[0]
    assert b"Ai" in b"".join(client_of(ai).get(f"{club}members.json"))
    assert client_of(None).get(f"{club}members.json").status_code == 302
