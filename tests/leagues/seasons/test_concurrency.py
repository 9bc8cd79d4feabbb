"""Several workers and members at once, as threads with connections of their own: what happens, happens once."""

import threading
import time
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game
from leagues.clubs.audit_log import record_in_audit_log
from leagues.clubs.services import admit
from leagues.draws import services as draws_services
from leagues.entries import services as entries_services
from leagues.models import AuditEntry, Club, Entry, Offer, Season, Table
from leagues.rounds import closing, opening
from leagues.seasons import services as season_services
from leagues.seasons import sweep
from leagues.substitutes import services as substitutes
from players.models import Notification, User
from tests.support.concurrency import at_once, at_once_or_refused
from tests.support.stored_seasons import course, crowd, drawn_season, open_season, reread, started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick_draws")]


def test_the_last_place_is_given_once(club: Club, bo: User) -> None:
    season = open_season(club, bo, cap=2)
    people = crowd(5)
    for user in people:
        admit(club, user)
    at_once_or_refused(
        *(
            lambda user=user: entries_services.enter(  # type: ignore[misc]
                club_id=club.pk, user=user, season_id=season.pk
            )
            for user in people
        )
    )
    found = list(season.entries.order_by("order").values_list("state", flat=True))
    assert found == ["entered", "entered", "waiting", "waiting", "waiting"]
    assert list(season.entries.order_by("order").values_list("order", flat=True)) == [1, 2, 3, 4, 5]


def test_a_table_is_opened_once(club: Club, bo: User) -> None:
    season = drawn_season(club, bo, crowd(4))
    Season.objects.filter(pk=season.pk).update(state="running")
    season.rounds.filter(number=1).update(state="running")
    table_id = Table.objects.get(round__season=season, round__number=1).pk
    assert sorted(map(bool, at_once_or_refused(*[lambda: opening.open_table(table_id)] * 3))) == [False, False, True]
    assert Game.objects.count() == 1
    assert Notification.objects.filter(kind="season_round").count() == 4


def test_a_season_is_started_once(club: Club, bo: User) -> None:
    season = drawn_season(club, bo, crowd(4))
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    answers = at_once_or_refused(*[lambda: season_services.start(**ids)] * 3)
    assert sorted(map(str, answers)) == ["None", "refused", "refused"]
    assert AuditEntry.objects.filter(action="season_started").count() == 1
    assert Game.objects.count() == 1


def test_a_season_is_copied_once(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk}
    copied = [lambda: season_services.copy(**ids, slug="summer", name="Summer")] * 3
    made = Season.objects.exclude(pk=season.pk)
    assert at_once_or_refused(*copied) == [made.get()] * 3
    assert made.get().divisions.count() == 1


def test_what_time_brings_about_ends_while_an_organiser_waits_for_the_season(
    club: Club, bo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL looks for the club that the log names when the sweep is done: an organiser has locked it by then."""
    season = drawn_season(club, bo, crowd(4))
    Season.objects.filter(pk=season.pk).update(starts_at=timezone.now() - timedelta(hours=1))
    written = threading.Event()

    def recorded(*values: Any, **named: Any) -> None:
        record_in_audit_log(*values, **named)
        written.set()
        time.sleep(0.3)

    def rename() -> None:
        assert written.wait(10)
        season_services.edit(club_id=club.pk, user=bo, season_id=season.pk, values={"name": "Summer"})

    monkeypatch.setattr(sweep, "record_in_audit_log", recorded)
    at_once(lambda: sweep.advance_season(season.pk), rename)
    season.refresh_from_db()
    assert (season.state, season.name) == ("running", "Summer")


def test_a_draw_is_locked_once(club: Club, bo: User) -> None:
    season = open_season(club, bo)
    for user in crowd(8):
        admit(club, user)
        entries_services.enter(club_id=club.pk, user=user, season_id=season.pk)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk, "number": 1}
    drawn = draws_services.rehearse(**ids, seed=1)
    answers = at_once_or_refused(*[lambda: draws_services.lock(**ids, draw_id=drawn.pk)] * 2)
    assert sorted(map(str, answers)) == ["None", "refused"]
    assert Table.objects.count() == 4


def test_the_end_is_taken_in_once(club: Club, bo: User) -> None:
    season = started(club, bo, crowd(4), rounds_planned=1)
    table = Table.objects.get()
    ended = at_once_or_refused(
        lambda: closing.close_round(club_id=club.pk, user=bo, season_id=season.pk, number=1),
        lambda: sweep.advance_season(season.pk),
        lambda: closing.update_table(table.pk),
    )
    assert "refused" not in ended
    at_once_or_refused(*[lambda: sweep.advance_season(season.pk)] * 3)
    assert course(season) == ["1 finished: finished"]
    assert reread(season).state == "finished"
    assert Notification.objects.filter(kind="season_over").count() == 4
    assert Table.objects.get().outcome == "bots"


def test_a_seat_is_offered_to_one_at_a_time(club: Club, bo: User, chie: User, emi: User) -> None:
    season = started(club, bo, crowd(4))
    for user in (chie, emi):
        admit(club, user)
        substitutes.volunteer(club_id=club.pk, user=user, season_id=season.pk)
    seat = Table.objects.filter(round__number=1).get().seats.get(number=1)
    ids = {"club_id": club.pk, "user": bo, "season_id": season.pk, "seat_id": seat.pk}
    answers = at_once_or_refused(
        *[lambda: substitutes.replace_player(**ids)] * 2, lambda: sweep.advance_season(season.pk)
    )
    assert answers.count("refused") == 1
    assert Offer.objects.filter(state="open").count() == 1
    assert Entry.objects.filter(state="entered").count() == 4
