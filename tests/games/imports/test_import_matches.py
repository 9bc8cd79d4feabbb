"""Bringing matches here: sending records, looking at them, storing them, and who may do what."""

import json
import random
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.asserts import assertContains

from games.imports import services
from games.imports.parse import MAX_LINES, MAX_RECORDS, records
from games.models import ArchivedPlayer, Candidate, Event, Game, GameQuerySet, Upload
from games.tasks import tidy_uploads
from players.models import User
from players.signals import account_closing
from tests.napoleon.engine.records import played
from tests.napoleon.house_rules import record_of
from tests.support import table_pages
from tests.support.golden import LOGS
from tests.support.play import play_out, running
from tests.support.records import lines, mutated
from tests.support.visits import client_of, get, guest, post, text

pytestmark = pytest.mark.django_db
RECORD = "\n".join(played(0, cut=False).lines)
SMALL = (LOGS / "nap.jsonl").read_text("utf-8").strip()
OTHER = "\n".join(played(4, cut=False).lines)


def send(user: User, *records: str) -> HttpResponse:
    return post(user, "/imports/", text="\n".join(records))


def sent(user: User, *records: str) -> Upload:
    """The upload that this makes."""
    response = send(user, *records)
    assert response.status_code == 302
    return Upload.objects.get(slug=response["Location"].split("/")[2])


def stored(user: User, upload: Upload, **names: object) -> list[Game]:
    """Store it all; the matches that have come."""
    before = set(Game.objects.values_list("pk", flat=True))
    assert post(user, f"/imports/{upload.slug}/store/", is_listed="on", **names).status_code == 302
    return list(Game.objects.exclude(pk__in=before).order_by("pk"))


def named(record: str, *names: str) -> str:
    head, rest = record.split("\n", 1)
    data = json.loads(head)
    data["players"] = [*names, *data["players"][len(names) :]]
    return f"{json.dumps(data)}\n{rest}"


# --- From sending to storing ---


def test_nothing_is_stored_before_it_was_seen(ai: User) -> None:
    upload = sent(ai, RECORD, OTHER)
    assert Game.objects.count() == 0
    page = table_pages.text(get(ai, f"/imports/{upload.slug}/"))
    assert "2 new matches" in page
    assert "Store 2 matches" in page
    games = stored(ai, upload)
    assert len(games) == 2
    assert all(game.is_imported and game.is_listed and game.host == ai for game in games)
    assert "2 matches have been stored" in table_pages.text(get(ai, f"/imports/{upload.slug}/"))


def test_a_file_does_as_well(ai: User) -> None:
    file = SimpleUploadedFile("match.jsonl", b"\xef\xbb\xbf" + RECORD.encode())
    assert client_of(ai).post("/imports/", {"file": file}).status_code == 302
    assert Candidate.objects.get().is_new


def test_errors_are_told_by_their_lines(ai: User) -> None:
    broken = RECORD.split("\n")
    broken[5] = '{"type": "play", "seat": 0, "card": "XX"}'
    upload = sent(ai, OTHER, *broken)
    line = OTHER.count("\n") + 1 + 6
    page = table_pages.text(get(ai, f"/imports/{upload.slug}/?only=wrong"))
    assert f"Line {line}:" in page
    assert "1 with an error" in page
    assert len(stored(ai, upload)) == 1


MIGHTY = {"preset": "mighty", "deals": 1, "redeal_claim": "none"}
SECOND_JOKER = {**MIGHTY, "second_joker": "equal"}
GARNET = {"preset": "nap", "spare_hand": True, "deals": 5}


def wrong(options: dict[str, Any], wanted: Any, kind: str, **change: Any) -> list[str]:
    """A record under house rules whose first event of the kind has other keys; None leaves a key out."""
    made = record_of(options, random.Random(2), **wanted)
    place, data = next(
        (place, data) for place, text in enumerate(made) if (data := json.loads(text)).get("type") == kind
    )
    changed = data | {key: value(data[key]) if callable(value) else value for key, value in change.items()}
    made[place] = json.dumps({key: value for key, value in changed.items() if value is not None})
    return made


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (wrong(SECOND_JOKER, {}, "deal", widow=lambda cards: ["JB", "JB", *cards[2:]]), "wrong_widow_size"),
        (wrong(MIGHTY, {}, "deal", widow=lambda cards: ["JB", *cards[1:]]), "foreign_card"),
        (wrong(MIGHTY, {}, "deal", widow=lambda cards: ["JB", *cards]), "wrong_widow_size"),
        (wrong(SECOND_JOKER, {}, "bid", type="redeal"), "no_redeal"),
        (wrong(SECOND_JOKER, {}, "exchange", type="raise", count=13, trump="S"), "no_higher_raise"),
        (wrong(SECOND_JOKER, {}, "exchange", type="raise", count=21, trump="S"), "no_higher_raise"),
        (wrong({**SECOND_JOKER, "widow_raise": "none"}, {}, "exchange", type="raise", count=20, trump="S"), "no_raise"),
        (wrong(SECOND_JOKER, {}, "call", who="somebody", card=None), "no_such_call"),
        (wrong(SECOND_JOKER, {}, "call", who="nobody", card="SA"), "no_such_call"),
        (wrong(SECOND_JOKER, {}, "call", who=None, card=None), "no_such_card"),
        (wrong(SECOND_JOKER, {}, "play", calls_joker=True), "call_not_asked"),
        (wrong({"preset": "nap", "deals": 1}, {"bid": "two"}, "bid", bid="garnet"), "no_such_bid"),
        (wrong(GARNET, {"bid": "garnet"}, "exchange", discard=["SA"]), "wrong_count"),
    ],
)  # fmt: skip
def test_wrong_words_of_house_rules_are_told(record: list[str], reason: str) -> None:
    (found,) = records("\n".join(record).encode())
    assert found.fault is not None
    assert found.fault.reason == reason


def test_what_is_here_already_is_not_stored_again(ai: User, bo: User, chie: User) -> None:
    mine = play_out(running(ai, bo, preset="nap", players=2, deals=1), ai, bo)
    upload = sent(chie, text(get(None, f"/t/{mine.slug}/record/")), RECORD, named(RECORD, "Somebody", "else"))
    page = text(get(chie, f"/imports/{upload.slug}/"))
    assert mine.get_absolute_url() in page
    assert "same as record 2" in page
    assert len(stored(chie, upload)) == 1
    assert stored(chie, sent(chie, RECORD)) == []


def test_what_one_may_not_see_is_not_told_to_be_here(ai: User, bo: User) -> None:
    [game] = stored(ai, sent(ai, RECORD))
    Game.objects.filter(pk=game.pk).update(is_listed=False)
    assert sent(bo, RECORD).candidates.get().same is None
    assert sent(ai, RECORD).candidates.get().same == game


def test_storing_twice_stores_once(ai: User) -> None:
    upload = sent(ai, RECORD)
    stored(ai, upload)
    assert stored(ai, upload) == []
    services.store(upload.pk)
    services.read(upload.pk)
    assert Game.objects.count() == 1


def test_who_reads_a_second_time_sends_back_nothing_that_is_being_stored(
    ai: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = sent(ai, RECORD)
    Upload.objects.filter(pk=upload.pk).update(state=Upload.State.READING)
    real = services.seen_by

    def meanwhile(user: User) -> GameQuerySet:
        Upload.objects.filter(pk=upload.pk).update(state=Upload.State.DONE, data=b"")
        return real(user)

    monkeypatch.setattr(services, "seen_by", meanwhile)
    services.read(upload.pk)
    upload.refresh_from_db()
    assert upload.state == Upload.State.DONE


def test_what_a_dead_worker_left_is_gone_on_with(ai: User) -> None:
    upload = sent(ai, RECORD, OTHER)
    late = timezone.now() - timezone.timedelta(hours=1)
    upload.candidates.filter(number=2).delete()
    Upload.objects.filter(pk=upload.pk).update(state=Upload.State.READING, at=late)
    tidy_uploads()
    assert upload.candidates.count() == 2
    Upload.objects.filter(pk=upload.pk).update(state=Upload.State.STORING)
    tidy_uploads()
    assert Game.objects.count() == 2


def test_big_uploads_are_read_and_stored_in_the_background(
    ai: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[list[Any]]],
) -> None:
    monkeypatch.setattr(services, "AT_ONCE", 0)
    monkeypatch.setattr(services, "CHUNK", 0)
    client = client_of(ai)
    with django_capture_on_commit_callbacks() as reading:
        upload = sent(ai, RECORD)
    page = text(client.get(f"/imports/{upload.slug}/"))
    assert "Reading the records" in page
    assert '<progress value="0" max="1"' in page
    monkeypatch.setattr(services, "CHUNK", 50)
    [read] = reading
    read()
    htmx = {"HX-Request": "true"}
    assert client.get(f"/imports/{upload.slug}/", headers=htmx)["HX-Redirect"]
    monkeypatch.setattr(services, "CHUNK", 0)
    with django_capture_on_commit_callbacks() as storing:
        assert stored(ai, upload) == []
    assert "progress" in text(client.get(f"/imports/{upload.slug}/", headers=htmx))
    monkeypatch.setattr(services, "CHUNK", 50)
    [store] = storing
    store()
    assert "1 match has been stored" in table_pages.text(client.get(f"/imports/{upload.slug}/"))


def test_names_may_stand_for_members(ai: User, bo: User) -> None:
    upload = sent(ai, named(RECORD, "Bo", "Zed"))
    assert re.search(rf'<option value="{bo.pk}" selected>Bo</option>', text(get(ai, f"/imports/{upload.slug}/")))
    [game] = stored(ai, upload, **{"name-0": bo.pk, "name-1": ai.pk})
    seats = list(game.seats.order_by("number"))
    assert [seats[0].user, seats[1].user] == [bo, ai]
    assert "Games finished 0" in table_pages.text(get(bo, f"/u/{bo.pk}/"))
    assert ArchivedPlayer.objects.filter(user=bo).exists()


def test_who_has_left_the_site_meanwhile_is_a_name_again(ai: User, bo: User) -> None:
    upload = sent(ai, RECORD)
    name = services.names_of(upload)[0]
    names = {name: bo.pk}
    Upload.objects.filter(pk=upload.pk).update(state=Upload.State.STORING, names_json=names)
    bo.delete()
    services.store(upload.pk)
    seat = Game.objects.get().seats.get(given_name=name)
    assert (seat.user, seat.name) == (None, name)


def test_an_error_that_repeats_what_cannot_be_shown_has_a_page(ai: User) -> None:
    upload = sent(ai, RECORD.replace('"preset"', '"x\\ud800": 1, "preset"', 1))
    assert upload.candidates.get().reason == "unknown_key"
    assert "x?" in text(get(ai, f"/imports/{upload.slug}/"))


def test_no_stranger_can_be_put_into_a_match(ai: User, chie: User) -> None:
    upload = sent(ai, named(RECORD, "Bo", "Zed"))
    assert post(ai, f"/imports/{upload.slug}/store/", **{"name-0": chie.pk}).status_code == 422
    assert Game.objects.count() == 0


def test_who_was_not_there_takes_the_name_off(ai: User, bo: User, chie: User) -> None:
    [game] = stored(ai, sent(ai, named(RECORD, "Bo")), **{"name-0": bo.pk})
    assert "That was not me" in text(get(bo, game.get_absolute_url()))
    assert post(chie, f"/t/{game.slug}/not-me/").status_code == 404
    assert post(bo, f"/t/{game.slug}/not-me/").status_code == 302
    assert game.seats.get(number=0).name == "Bo"
    assert not game.seats.filter(user=bo).exists()
    assert not ArchivedPlayer.objects.filter(user=bo).exists()
    assert ArchivedPlayer.objects.filter(name="Bo").exists()
    real = play_out(running(ai, bo, preset="nap", players=2, deals=1), ai, bo)
    assert post(bo, f"/t/{real.slug}/not-me/").status_code == 403


def test_discarding_leaves_nothing(ai: User) -> None:
    upload = sent(ai, RECORD)
    assert post(ai, f"/imports/{upload.slug}/discard/").status_code == 302
    assert not Upload.objects.exists()
    assert not Candidate.objects.exists()


def test_what_another_window_has_discarded_is_not_stored(ai: User) -> None:
    upload = sent(ai, RECORD)
    services.discard(upload=upload)
    services.confirm(upload=upload, members={}, is_listed=True)
    assert not Game.objects.exists()


def test_old_uploads_are_forgotten(ai: User) -> None:
    [game] = stored(ai, sent(ai, RECORD))
    Upload.objects.update(at=timezone.now() - timezone.timedelta(days=8))
    tidy_uploads()
    assert not Upload.objects.exists()
    assert Game.objects.filter(pk=game.pk).exists()


# --- Who may ---


def test_uploads_are_their_senders_own(ai: User, bo: User) -> None:
    upload = sent(ai, RECORD)
    path = f"/imports/{upload.slug}/"
    assert get(bo, path).status_code == 404
    assert post(bo, f"{path}store/").status_code == 404
    assert post(bo, f"{path}discard/").status_code == 404
    assert get(None, path).status_code == 302
    assert Upload.objects.count() == 1


def test_guests_keep_their_games_first() -> None:
    someone = guest()
    assert "Keep my games" in text(get(someone, "/imports/"))
    assert send(someone, RECORD).status_code == 403
    assert not Upload.objects.exists()


def test_a_button_pressed_twice_makes_one_upload(ai: User) -> None:
    upload = sent(ai, RECORD)
    assert sent(ai, RECORD) == upload
    stored(ai, upload)
    assert sent(ai, RECORD) != upload


def test_too_many_uploads_wait(ai: User) -> None:
    for number in range(services.MAX_WAITING):
        sent(ai, named(RECORD, f"{number}"))
    assert send(ai, RECORD).status_code == 422
    assert Upload.objects.count() == services.MAX_WAITING


def test_what_has_only_errors_gives_way(ai: User) -> None:
    for number in range(services.MAX_WAITING):
        sent(ai, f"{number}. e4 e5")
    assert "There is nothing new to store." in text(get(ai, "/imports/"))
    assert send(ai, RECORD).status_code == 422
    Upload.objects.update(at=timezone.now() - timezone.timedelta(minutes=2))
    assert len(stored(ai, sent(ai, RECORD))) == 1
    assert Upload.objects.count() == 1


def test_an_account_imports_so_many_matches_in_all(ai: User, bo: User, settings: Any) -> None:
    settings.MOST_IMPORTED_MATCHES = 2
    assert len(stored(ai, sent(ai, RECORD))) == 1
    upload, browser = sent(ai, SMALL, OTHER), client_of(ai)
    answer = browser.post(f"/imports/{upload.slug}/store/", {"is_listed": "on"}, follow=True)
    assert "An account may import 2 matches in all. You can still import 1." in text(answer)
    assert Game.objects.count() == 1
    assert Upload.objects.get(pk=upload.pk).state == Upload.State.READY
    assert len(stored(ai, sent(ai, SMALL))) == 1
    assert len(stored(bo, sent(bo, OTHER))) == 1


# --- What it looks like later ---


def test_imported_matches_are_marked_and_reviewed(ai: User, bo: User) -> None:
    [game] = stored(ai, sent(ai, RECORD))
    assert "Played elsewhere. Ai imported the record" in table_pages.text(get(bo, game.get_absolute_url()))
    assert get(bo, f"/t/{game.slug}/review/").status_code == 302
    assert get(bo, f"/t/{game.slug}/shuffle/").status_code == 404
    assert lines(text(get(bo, f"/t/{game.slug}/record/"))) == lines(RECORD)


def test_a_match_that_was_broken_off_is_reviewed_as_far_as_it_went(ai: User, bo: User) -> None:
    match = next(match for match in (played(s, cut=False) for s in range(50)) if len(match.match.ended) > 2)
    record = "\n".join(match.lines[:-1])
    [game] = stored(ai, sent(ai, record))
    assert game.status == Game.Status.ABANDONED
    assert get(bo, f"/t/{game.slug}/review/").status_code == 302
    assert "Review move by move" in text(get(bo, game.get_absolute_url()))
    assert lines(text(get(bo, f"/t/{game.slug}/record/"))) == lines(record)


def test_a_former_player_has_no_name_left(ai: User, bo: User) -> None:
    [game] = stored(bo, sent(bo, named(RECORD, "Bobo")), **{"name-0": bo.pk})
    account_closing.send(User, user=bo)
    bo.delete()
    assert game.seats.get(number=0).name == "former player"
    assert "Bobo" not in text(get(ai, f"/t/{game.slug}/record/"))


# --- Limits and nonsense ---


@pytest.mark.parametrize("data", [{}, {"text": "  \n "}, {"text": "x", "file": SimpleUploadedFile("a", b"y")}])
def test_one_of_the_two_must_be_sent(ai: User, data: dict[str, Any]) -> None:
    assert client_of(ai).post("/imports/", data).status_code == 422
    assert not Upload.objects.exists()


def test_no_more_than_so_many_records(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_RECORDS", 3)
    upload = sent(ai, RECORD, OTHER, *["{}", '{"format": 1}'] * 3)
    assert upload.candidates.count() == 3
    assert "Only the first" in text(get(ai, f"/imports/{upload.slug}/"))
    assert MAX_RECORDS == 5000


def test_no_more_than_so_many_lines(ai: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes its time, also an empty one."""
    monkeypatch.setattr(services, "MAX_LINES", RECORD.count("\n"))
    assert sent(ai, RECORD).candidates.count() == 1
    assertContains(send(ai, RECORD, ""), "lines", status_code=422)
    assert MAX_LINES == 500_000


def test_a_record_may_escape_its_first_key(ai: User) -> None:
    upload = sent(ai, RECORD, OTHER.replace("format", r"f\u006frmat", 1))
    assert list(upload.candidates.order_by("number").values_list("line", "reason")) == [
        (1, ""),
        (RECORD.count("\n") + 2, ""),
    ]


@pytest.mark.parametrize("number", ["x", "-1", "9" * 30, "1.5"])
def test_no_such_page_of_the_list(ai: User, number: str) -> None:
    upload = sent(ai, RECORD)
    assert get(ai, f"/imports/{upload.slug}/?from={number}").status_code == 404


@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.slow) for first in range(50, 500, 50))])
def test_mutated_files_are_errors_or_right_imports(ai: User, first: int) -> None:
    client = Client()
    client.force_login(ai)
    for seed in range(first, first + 50):
        rng = random.Random(seed)
        data = mutated(rng, "\n".join(played(rng.randrange(8), cut=False).lines).encode())
        if not data.strip():
            continue
        upload = services.begin(user=ai, data=data)
        assert client.get(f"/imports/{upload.slug}/").status_code == 200
        for candidate in upload.candidates.exclude(reason=""):
            assert candidate.wrong_line
        new = services.counts_of(upload).new
        before = Game.objects.count()
        services.confirm(upload=upload, members={}, is_listed=True)
        assert Game.objects.count() == before + new
        assert Event.objects.filter(game__seats=None).count() == 0
        page = client.get(f"/imports/{upload.slug}/")
        assert page.status_code == 200
        assert b"<script>alert" not in page.content
        assert b"<img src=x" not in page.content


def test_queries_do_not_grow_with_the_records(ai: User) -> None:
    counts = []
    for number in (1, 12):
        records = [named(SMALL, *(f"{n} {seat}" for seat in range(2))) for n in range(number)]
        upload = sent(ai, *records)
        client = client_of(ai)
        with CaptureQueriesContext(connection) as captured:
            assert "same as record 1" in text(client.get(f"/imports/{upload.slug}/")) or number == 1
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 12
