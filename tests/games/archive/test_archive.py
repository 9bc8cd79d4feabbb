"""Finding deals again: by everything that may be asked for, page by page, and as files."""

import csv
import io
import json
import random
import re
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from games.archive import export
from games.archive import search as archive_search
from games.archive.search import ArchiveSearch, all_of, page_of
from games.imports.parse import records
from games.imports.store import store_record
from games.models import ArchivedDeal, ArchivedPlayer, Game
from infrastructure.spreadsheets import harmless
from napoleon.engine.record import replay
from players.models import User
from tests.napoleon.engine.records import played
from tests.napoleon.house_rules import record_of
from tests.support import table_pages
from tests.support.archive_pages import deals
from tests.support.cast import person
from tests.support.play import play_out, running
from tests.support.records import changed
from tests.support.stored_games import stored
from tests.support.visits import client_of, get, text
from tests.support.worlds import world

pytestmark = pytest.mark.django_db
Role = ArchivedPlayer.Role
NOW = datetime(2026, 6, 1, tzinfo=UTC)


@pytest.fixture
def over(cast: list[User]) -> Game:
    """A match of three deals that is over."""
    return play_out(running(*cast, deals=3), *cast)


@world
def many() -> list[ArchivedDeal]:
    """Deals of all kinds of rules, some of which ended at the same moment."""
    ai = person("ai")
    for seed in range(24):
        (record,) = records("\n".join(played(seed, cut=False).lines).encode())
        at = NOW + timedelta(days=seed // 3)
        game = store_record(record, host=ai, members={}, is_listed=seed % 5 > 0, now=at)
        ArchivedDeal.objects.filter(game=game).update(ended_at=at)
        ArchivedPlayer.objects.filter(deal__game=game).update(ended_at=at)
    return list(ArchivedDeal.objects.filter(is_listed=True).order_by("-ended_at", "-pk"))


# --- What it is filled with ---


def test_a_match_that_ends_is_in_the_archive(over: Game, cast: list[User]) -> None:
    archived = ArchivedDeal.objects.filter(game=over).order_by("number")
    assert len(archived) == 3
    for deal in archived:
        players = list(deal.players.order_by("seat"))
        assert [player.user for player in players] == cast
        roles = [player.role for player in players]
        assert roles.count(Role.NAPOLEON) == 1
        assert roles.count(Role.ADJUTANT) == (not deal.is_alone)
        assert deal.ended_at == over.ended_at
    scores = [sum(points) for points in zip(*(
        [player.points for player in deal.players.order_by("seat")] for deal in archived
    ), strict=True)]  # fmt: skip
    assert scores == [seat.score for seat in over.seats.order_by("number")]


def test_a_running_match_is_not(ai: User) -> None:
    running(ai)
    assert not ArchivedDeal.objects.exists()


def test_rebuilding_fills_it(over: Game) -> None:
    before = list(ArchivedPlayer.objects.order_by("deal__number", "seat").values_list("role", "points"))
    ArchivedDeal.objects.all().delete()
    call_command("rebuild")
    assert list(ArchivedPlayer.objects.order_by("deal__number", "seat").values_list("role", "points")) == before


# --- Searching ---


def test_without_a_search_the_latest_are_shown(over: Game) -> None:
    assert len(deals("/archive/")) == 3
    assert f"/t/{over.slug}/review/?deal=" in text(get(None, "/archive/"))


def test_the_link_to_a_deal_tells_how_it_ended(over: Game, ai: User) -> None:
    links = re.findall(r'<a class="what".*?</a>', text(get(ai, f"/archive/?player=%23{ai.pk}")), re.DOTALL)
    assert len(links) == 3
    assert all(re.search(r"(made|lost)\s+\d", link) and 'class="num' in link for link in links)


def test_a_search_is_repeated_in_the_readers_language(over: Game, ai: User) -> None:
    User.objects.filter(pk=ai.pk).update(language="ja")
    page = text(get(ai, f"/archive/?player=%23{ai.pk}"))
    assert "<title>プレイヤー：Ai · アーカイブ" in page
    assert page.count("プレイヤー：Ai") == 2
    # Signed-out visitors could try all numbers.
    assert f"Player: #{ai.pk} · Archive" in text(get(None, f"/archive/?player=%23{ai.pk}"))


@pytest.mark.slow
def test_everything_can_be_asked_for(many: list[ArchivedDeal], ai: User) -> None:
    """Each search finds exactly what going through all deals finds."""
    rng = random.Random(5)
    for _ in range(150):
        model = rng.choice(many)
        asked = {
            "preset": model.preset,
            "bid": model.bid,
            "trump": model.trump,
            "called": model.called,
            "called_who": model.called_who,
            "made": model.made,
            "is_alone": model.is_alone,
            "took": model.took,
        }
        asked = {key: value for key, value in asked.items() if value != "" and rng.random() < 0.3}
        search = ArchiveSearch(oldest_first=rng.random() < 0.5, **asked)
        right = [deal.pk for deal in many if all(getattr(deal, k) == v for k, v in asked.items())]
        keys = [deal.pk for deal in all_of(search, 10_000, chunk=7)]
        assert keys == (right[::-1] if search.oldest_first else right), asked


@pytest.mark.parametrize(
    ("who", "english"), [("nobody", "Called: nobody"), ("first_trick", "Called: the winner of the first trick")]
)
def test_calls_of_nobody_and_of_the_first_trick_are_told_apart(ai: User, who: str, english: str) -> None:
    for call in ("nobody", "first_trick"):
        lines = record_of({"preset": "mighty", "deals": 1, "redeal_claim": "none"}, random.Random(1), who=call)
        (record,) = records("\n".join(lines).encode())
        store_record(record, host=ai, members={}, is_listed=True, now=NOW)
    assert len(deals(f"/archive/?called={who}")) == 1
    assert ArchivedDeal.objects.get(called_who=who).called == ""
    assert english in text(get(None, f"/archive/?called={who}"))
    response = get(None, f"/archive/deals.csv?called={who}")
    (row,) = csv.DictReader(io.StringIO(b"".join(response.streaming_content).decode("utf-8-sig")))
    assert row["called"] == who
    (item,) = get(None, f"/api/v1/archive?called={who}").json()["items"]
    assert item["called"] == who


def test_by_player_and_role(over: Game, ai: User, bo: User) -> None:
    for user in (ai, bo):
        for role in Role.values:
            right = ArchivedPlayer.objects.filter(user=user, role=role).count()
            assert len(deals(f"/archive/?player=%23{user.pk}&role={role}")) == right
            assert len(deals(f"/archive/?player={user.name}&role={role}")) == right
    assert deals("/archive/?player=Nobody") == []
    assert len(deals("/archive/?role=napoleon")) == 3


def test_by_the_name_of_somebody_who_is_no_member(ai: User) -> None:
    (record,) = records("\n".join(played(0, cut=False).lines).encode())
    store_record(record, host=ai, members={}, is_listed=True, now=NOW)
    assert len(deals("/archive/?player=千恵")) == len(deals("/archive/"))
    assert deals("/archive/?player=千") == []


def test_by_date_and_by_where(over: Game, ai: User) -> None:
    head, *rest = played(0, cut=False).lines
    dated = json.dumps(json.loads(head) | {"started": "2026-03-01", "ended": "2026-03-02"})
    (record,) = records("\n".join([dated, *rest]).encode())
    game = store_record(record, host=ai, members={}, is_listed=True, now=over.ended_at)
    brought = ArchivedDeal.objects.filter(game=game).count()
    day = over.ended_at.date()
    assert len(deals(f"/archive/?since={day}&until={day}")) == 3
    assert len(deals(f"/archive/?until={day}")) == 3 + brought
    assert deals(f"/archive/?since={day + timedelta(days=1)}") == []
    assert len(deals(f"/archive/?until={day - timedelta(days=1)}")) == brought
    assert len(deals("/archive/?source=imported")) == brought
    assert len(deals("/archive/?source=here")) == 3


def test_unlisted_matches_are_found_by_their_players_alone(ai: User, bo: User) -> None:
    play_out(running(ai, preset="nap", players=2, deals=1, listed=False), ai)
    mine = f"/archive/?player=%23{ai.pk}"
    assert len(deals(mine, ai)) == 1
    assert deals(mine, bo) == deals(mine) == deals("/archive/", ai) == []


# --- Pages ---


def test_pages_lead_on_and_back(many: list[ArchivedDeal], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_search, "PAGE", 4)
    for oldest_first in (False, True):
        search = ArchiveSearch(oldest_first=oldest_first)
        right = [deal.pk for deal in (many[::-1] if oldest_first else many)]
        page, shown = page_of(search), []
        trail = []
        while True:
            shown += [deal.pk for deal in page.deals]
            trail.append([deal.pk for deal in page.deals])
            if page.on is None:
                break
            page = page_of(search, after=page.on)
        assert shown == right
        for earlier in reversed(trail[:-1]):
            assert page.back is not None
            page = page_of(search, before=page.back)
            assert [deal.pk for deal in page.deals] == earlier
        assert page.back is None


def test_addresses_of_pages_keep_the_search(many: list[ArchivedDeal], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_search, "PAGE", 3)
    first = "/archive/?sort=oldest&result=made&trump="
    on = text(get(None, first)).split('rel="next" href="')[1].split('"')[0].replace("&amp;", "&")
    assert parse_qs(urlsplit(on).query).keys() == {"sort", "result", "after"}
    back = text(get(None, f"/archive/{on}")).split('rel="prev" href="')[1].split('"')[0].replace("&amp;", "&")
    assert deals(f"/archive/{back}") == deals(first)


def test_queries_do_not_grow(many: list[ArchivedDeal], ai: User) -> None:
    client, counts = client_of(ai), []
    for path in ("/archive/", "/archive/?called=SA", "/archive/?player=Emi", "/archive/?sort=oldest"):
        with CaptureQueriesContext(connection) as captured:
            assert client.get(path).status_code == 200
        counts.append(len(captured))
    assert max(counts) <= 12


# --- Files ---


def test_results_as_a_table(many: list[ArchivedDeal]) -> None:
    response = get(None, "/archive/deals.csv?result=made")
    rows = list(csv.DictReader(io.StringIO(b"".join(response.streaming_content).decode("utf-8-sig"))))
    right = [deal for deal in many if deal.made]
    assert [(row["bid"], row["called"], int(row["took"])) for row in rows] == [
        (deal.bid, deal.called, deal.took) for deal in right
    ]
    assert [[int(number) for number in row["points"].split("; ")] for row in rows] == [
        [player.points for player in deal.players.order_by("seat")] for deal in right
    ]
    assert response["Content-Disposition"] == 'attachment; filename="napoleon-deals.csv"'


@pytest.mark.parametrize(
    ("field", "safe"),
    [
        ("Ai", "Ai"), ("=1+1", "'=1+1"), ("@x", "'@x"), ("+1", "'+1"), ("-1", "'-1"),
        ("＝1+1", "'＝1+1"), ("\u3000=1", "'\u3000=1"), ("\tx", "'\tx"), ("", ""),
    ],
)  # fmt: skip
def test_no_field_is_a_formula(field: str, safe: str) -> None:
    assert harmless(field) == safe


def test_results_as_one_file_of_records(many: list[ArchivedDeal], over: Game) -> None:
    replayed = list(replay(b"".join(get(None, "/archive/records.jsonl").streaming_content).decode().split("\n")))
    assert all(record.error is None for record in replayed)
    assert len(replayed) == Game.objects.filter(is_listed=True).count()


def test_deals_that_are_archived_again_during_a_download_do_not_end_it(
    many: list[ArchivedDeal], monkeypatch: pytest.MonkeyPatch
) -> None:
    next_keys = archive_search._next_keys

    def without_the_first(*asked: Any) -> list[int]:
        keys = next_keys(*asked)
        ArchivedDeal.objects.filter(pk__in=keys[:1]).delete()
        return keys

    monkeypatch.setattr(archive_search, "_next_keys", without_the_first)
    assert [deal.pk for deal in all_of(ArchiveSearch(), chunk=2)] == [deal.pk for deal in many[1::2]]


def test_a_file_of_records_has_an_end(many: list[ArchivedDeal], over: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert export.MAX_MATCHES == 1000
    monkeypatch.setattr(export, "MAX_MATCHES", 1)
    assert len(list(export.as_records(ArchiveSearch()))) == 1


# --- Nonsense ---


@pytest.mark.parametrize(
    "query",
    [
        "role=king", "rules=chess", "bid=99", "trump=X", "called=1S", "took=-1", "took=x", "since=x",
        "until=2026-02-30", "after=x", "before=20260101T000000.000000-x", "after=-1", "sort=random",
        "after=99999999T000000.000000-1", "player=" + "x" * 81, "player=%00", "took=" + "9" * 5000,
    ],
)  # fmt: skip
def test_nonsense_is_refused(query: str) -> None:
    for path in ("/archive/", "/archive/deals.csv", "/archive/records.jsonl"):
        if path == "/archive/" or not query.startswith(("after", "before")):
            assert get(None, f"{path}?{query}").status_code == 400


@pytest.mark.parametrize("query", ["player=%23" + "9" * 10, "since=0001-01-01", "until=9999-12-31", "x=1"])
def test_odd_searches_do_no_harm(over: Game, query: str) -> None:
    assert get(None, f"/archive/?{query}").status_code == 200


def test_names_are_escaped(ai: User) -> None:
    lines = played(0, cut=False).lines
    (record,) = records(changed(lines, players=["<b>"] * len(json.loads(lines[0])["players"])))
    store_record(record, host=ai, members={}, is_listed=True, now=NOW)
    assert escape("<b>") in text(get(None, "/archive/"))
    assert "<b>" not in table_pages.text(get(None, "/archive/?player=<b>"))


def test_stored_games_of_tests_are_in_it_too(cast: list[User]) -> None:
    match = played(1, cut=False)
    stored([*cast, *(User.objects.create(name=n) for n in "fgh")], match.rules, match.events)
    assert ArchivedDeal.objects.exists()


def test_nobody_downloads_all_day() -> None:
    for path in ("/archive/deals.csv", "/archive/records.jsonl"):
        assert [get(None, path).status_code for _time in range(3)] == [200, 200, 429]
