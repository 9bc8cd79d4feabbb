"""My data: all of it as one file, nothing of others', and nothing that opens anything."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from django.utils import timezone

from games.comments.models import PositionKey
from games.comments.services import create_comment, create_note
from games.kernel.log import state_of
from games.models import FormerSeat, GameSecret, PersonTally, Stint
from games.plans.services import set_play_forced
from games.seats.pauses import pause
from games.table.chat import post_message
from leagues.clubs.invitations import invite
from leagues.models import Rating
from napoleon.engine.record import replay
from players.models import CalendarFeed, PushSubscription, User
from players.notifications.services import make_feed
from players.own_data.sections import SECTIONS
from players.vacations.models import Vacation
from staff.moderation.services import report
from tests.support.clubs import club_of
from tests.support.own_data import DOWNLOAD, download
from tests.support.play import play_out, running
from tests.support.visits import client_of, guest

pytestmark = pytest.mark.django_db


def read(files: dict[str, str], name: str) -> Any:
    return json.loads(files[f"{name}.json"])


def test_the_page_and_the_readme_name_every_file(fumis: Client, fumi: User, bo: User) -> None:
    play_out(running(fumi, bo, preset="nap", players=2, deals=1), fumi, bo)
    page = fumis.get("/me/data/").content.decode()
    files = download(fumis)
    for section in SECTIONS:
        assert f"<code>{section.path}</code>" in page
        assert section.path in files["README.txt"]
        assert any(path.startswith(section.path) for path in files)
    assert {path.split("/")[0].rstrip("/") for path in files} == {
        "README.txt",
        *(section.path.rstrip("/") for section in SECTIONS),
    }
    assert "/me/data/" in fumis.get("/me/").content.decode()


def test_the_account_and_its_settings_without_what_opens_it(fumis: Client, fumi: User) -> None:
    TOTP.activate(fumi, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(fumi)
    make_feed(fumi)
    PushSubscription.objects.create(user=fumi, endpoint="https://push.example.org/x1", p256dh="p256", auth="auth1")
    start = timezone.now()
    Vacation.objects.create(user=fumi, start=start, end=start + timedelta(days=3))
    files = download(fumis)
    account, settings = read(files, "account"), read(files, "settings")
    assert account["addresses"] == [{"email": fumi.email, "verified": True, "primary": True}]
    assert {key["type"] for key in account["keys"]} == {"totp", "recovery_codes"}
    assert (account["name"], account["has_password"], len(account["devices"])) == ("Fumi", True, 1)
    assert settings["time_zone"] == fumi.time_zone
    assert settings["notifications"]["turn"]["mail"] is True
    assert (settings["has_calendar_feed"], len(settings["browsers_with_push"])) == (True, 1)
    assert len(read(files, "vacations")) == 1
    fumi.refresh_from_db()
    secrets = (
        *(fumi.password, fumi.username, CalendarFeed.objects.get().token, "x1", "p256", "auth1"),
        *(session.session_key for session in fumi.sessions.all()),
        *(str(key.data.get("secret", "JBSW")) for key in fumi.authenticator_set.all()),
    )
    everything = "".join(files.values())
    assert [secret for secret in secrets if secret in everything] == []


def test_records_are_whole_after_a_match_and_of_the_own_seat_before(ai: User, bo: User) -> None:
    over = play_out(running(ai, bo, preset="nap", players=2, deals=1), ai, bo)
    game = running(ai, bo, preset="nap", players=2)
    for user, seat in ((ai, 0), (bo, 1)):
        files = download(client_of(user))
        [replayed] = replay(files[f"records/{over.slug}.jsonl"].splitlines())
        assert replayed.match == state_of(over).match
        _head, deal, *_rest = map(json.loads, files[f"records/{game.slug}.jsonl"].splitlines())
        assert [hand is not None for hand in deal["hands"]] == [seat == 0, seat == 1]
        assert GameSecret.objects.get(game=game).secret not in "".join(files.values())
        assert {one["seat"] for one in read(files, "tables")} == {seat}


def test_of_a_seat_that_was_left_there_is_no_hidden_card(ai: User, bo: User, chie: User) -> None:
    game = running(ai, bo, preset="nap", players=2)
    FormerSeat.objects.create(game=game, number=1, user=chie, until_seq=game.seq)
    files = download(client_of(chie))
    assert f"records/{game.slug}.jsonl" not in files
    [table] = read(files, "tables")
    assert (table["table"], table["former_seat"], "seat" in table) == (game.slug, 1, False)


def test_what_i_have_written_and_nothing_of_others(ai: User, bo: User) -> None:
    game = play_out(running(ai, bo, preset="nap", players=2, deals=1), ai, bo)
    place = PositionKey(1, 3)
    for user, word in ((ai, "mine"), (bo, "theirs")):
        post_message(game=game, user=user, text=f"chat {word}")
        post_message(game=game, user=user, text=f"thought {word}", is_thought=True)
        create_comment(game=game, user=user, place=place, text=f"comment {word}", key=uuid4())
        create_note(game=game, user=user, place=None, text=f"note {word}", key=uuid4())
    files = download(client_of(ai))
    assert [line["text"] for line in read(files, "chat")] == ["chat mine", "thought mine"]
    [comment] = read(files, "comments")
    assert (comment["text"], comment["table"], comment["step"]) == ("comment mine", game.slug, 3)
    assert [note["text"] for note in read(files, "notes")] == ["note mine"]
    assert "theirs" not in "".join(files.values())


def test_figures_and_clubs(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2)
    set_play_forced(slug=game.slug, user=ai, wished=True)
    month = timezone.localdate().replace(day=1)
    for user, turns in ((ai, 7), (bo, 8)):
        PersonTally.objects.create(
            user=user, preset="nap", is_imported=False, month=month, counts_json={"deals": turns}
        )
        Stint.objects.create(game=game, user=user, turns=turns, missed=1)
        Rating.objects.create(user=user, family="nap", mu=20 + turns, sigma=2, matches=1)
    club_of(ai)
    files = download(client_of(ai))
    figures, clubs, [rating] = (read(files, n) for n in ("statistics", "clubs", "ratings"))
    assert [row["counts"] for row in figures["counts"]] == [{"deals": 7}]
    assert figures["turns"] == [{"turns": 7, "missed": 1, "table": game.slug}]
    assert [one["role"] for one in clubs["memberships"]] == ["owner"]
    assert rating["mu"] == 27
    assert [one["plays_forced"] for one in read(files, "tables")] == [True]
    assert [one["plays_forced"] for one in read(download(client_of(bo)), "tables")] == [False]


def test_what_i_told_staff_the_table_and_my_club(ai: User, bo: User) -> None:
    pause(game_id=running(ai, bo, preset="nap", players=2).pk, user=ai, days=1, reason="Moving house")
    report(reporter=ai, target=bo, reason="spam", words="The same every day.")
    report(reporter=bo, target=ai, reason="spam", words="Theirs.")
    User.objects.filter(pk=ai.pk).update(muted_until=timezone.now())
    club = club_of(ai)
    invite(club_id=club.pk, user=ai, person=bo)
    files = download(client_of(ai))
    reports, [table], clubs = (read(files, name) for name in ("reports", "tables", "clubs"))
    [told] = reports["reports"]
    assert (told["words"], told["number"], told["name"]) == ("The same every day.", bo.pk, "Bo")
    assert reports["muted_until"]
    assert [one["reason"] for one in table["pauses"]] == ["Moving house"]
    assert [one["action"] for one in clubs["log"]] == ["created", "invited"]
    [invited] = read(download(client_of(bo)), "clubs")["invitations"]
    assert invited["club_slug"] == club.slug


def test_guests_have_data_too_and_visitors_none() -> None:
    assert read(download(client_of(guest())), "account")["is_guest"]
    assert Client().post(DOWNLOAD).status_code == 302


def test_it_is_started_by_a_form_and_not_too_often(fumis: Client) -> None:
    assert fumis.get(DOWNLOAD).status_code == 405
    for _time in range(6):
        download(fumis)
    assert fumis.post(DOWNLOAD).status_code == 429


def test_the_number_of_queries_grows_with_matches_alone(ai: User, bo: User, django_assert_max_num_queries: Any) -> None:
    client = client_of(ai)
    for _table in range(3):
        running(ai, bo, preset="nap", players=2)
    with django_assert_max_num_queries(49):
        download(client)
