"""The page of the site's health: what is red, and what to do about it."""

import io
import json
import sys
import time
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from games.models import Heartbeat, Outage
from leagues.models import Club
from leagues.webhooks.models import Post, Webhook
from players.models import Delivery, Notification, User
from staff.backups.models import BackupProof
from staff.health import checks as checking
from staff.health.checks import Check, Level, Outbox, Site, checks, outboxes
from staff.management.commands import health as command
from staff.processes import beats as beating
from staff.processes.beats import Beats
from staff.processes.models import Process
from staff.queues import Queue
from staff.stores import PostgreSQL, Redis, postgresql
from tests.support.clubs import club as club
from tests.support.visits import client_of

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def found() -> dict[str, Check]:
    return {one.name: one for one in checks(Site(timezone.now()))}


def all_run() -> None:
    for role in Process.Role:
        Beats(role).beat(timezone.now())
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})


def test_a_site_that_is_well() -> None:
    all_run()
    levels = {one.name: one.level for one in found().values()}
    assert {name for name, level in levels.items() if level != Level.GOOD} == set()
    assert {"web", "worker", "scheduler", "Sweep", "Mail", "Migrations"} <= levels.keys()


def test_whatever_is_not_well_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "BACKUP_STORE", "/backups")
    Outage.objects.create(start=NOW - timedelta(hours=2), end=NOW - timedelta(hours=1))
    MigrationRecorder.Migration.objects.filter(app="staff").delete()
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": NOW - timedelta(hours=1)})
    ill = [one for one in found().values() if one.level != Level.GOOD]
    assert {"web", "Sweep", "Outages", "Backups", "Migrations"} <= {one.name for one in ill}
    assert [one.name for one in ill if not one.advice] == []


def test_a_process_that_is_missing_is_red_and_says_what_to_do() -> None:
    all_run()
    Process.objects.filter(role="worker").update(seen_at=timezone.now() - timedelta(minutes=5))
    worker = found()["worker"]
    assert worker.level == Level.BAD
    assert "docs/operations.md" in worker.advice


class AtOnce:
    """A thread that does its work before it is left alone."""

    def __init__(self, target: Any, **_options: Any) -> None:
        self.start = target


def test_a_process_with_two_roles_says_that_it_lives_in_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "PROCESS_BEATS", True)
    monkeypatch.setattr(beating, "_started", set())
    monkeypatch.setattr(beating, "Thread", AtOnce)
    monkeypatch.setattr(Beats, "run", lambda self: self.beat(timezone.now()))
    for role in ("scheduler", "worker", "worker"):
        beating.start(role)
    assert sorted(one.role for one in Process.objects.all()) == ["scheduler", "worker"]


def test_a_process_has_one_row_and_old_ones_go() -> None:
    beats = Beats("web", streams=lambda: 3)
    beats.beat(NOW - timedelta(days=2))
    beats.beat(NOW - timedelta(days=2))
    assert Process.objects.get().streams == 3
    Beats("worker").beat(NOW)
    assert [one.role for one in Process.objects.all()] == ["worker"]


@pytest.mark.parametrize(("seconds", "level"), [(30, Level.GOOD), (200, Level.WARN), (400, Level.BAD)])
def test_the_sweep(seconds: int, level: Level) -> None:
    at = timezone.now() - timedelta(seconds=seconds)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": at})
    assert found()["Sweep"].level == level


def test_an_outage_is_told_for_a_day() -> None:
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    Outage.objects.create(start=NOW - timedelta(hours=2), end=NOW - timedelta(hours=1))
    Outage.objects.create(start=NOW - timedelta(days=3), end=NOW - timedelta(days=2))
    assert found()["Outages"].found == "1 within a day"


@pytest.mark.parametrize(
    ("length", "age", "level"),
    [(3, 5.0, Level.GOOD), (3, 90.0, Level.WARN), (3, 400.0, Level.BAD), (20_000, None, Level.BAD)],
)
def test_queues(monkeypatch: pytest.MonkeyPatch, length: int, age: float | None, level: Level) -> None:
    monkeypatch.setattr(checking, "queues", lambda: [Queue("sweep", length, age)])
    check = found()["Queue sweep"]
    assert check.level == level
    assert bool(check.advice) == (level != Level.GOOD)


def test_mail_that_is_late_is_red(ai: User) -> None:
    told = Notification.objects.create(user=ai, kind="turn", key="1", at=NOW)
    Delivery.objects.create(notification=told, user=ai, channel="mail", not_before=timezone.now() - timedelta(hours=1))
    assert found()["Mail"].level == Level.BAD
    assert found()["Push"].level == Level.GOOD


def test_what_cannot_be_asked_is_red_and_holds_up_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> list[Queue]:
        raise ConnectionError

    monkeypatch.setattr(checking, "queues", fail)
    assert found()["Queues"].level == Level.BAD
    assert "Sweep" in found()


def test_a_full_disk_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "EMBEDDED", True)
    usage = type("Usage", (), {"total": 100e9, "used": 99.9e9, "free": 1e8})
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage)
    assert found()["Disk"] == Check("Disk", Level.BAD, "100 MB free, 99 % used", found()["Disk"].advice)
    assert found()["Disk"].advice


def test_the_page_tells_it_all(staff: User) -> None:
    all_run()
    Outage.objects.create(start=NOW - timedelta(hours=2), end=NOW - timedelta(hours=1))
    page = client_of(staff).get("/staff/health/").content.decode()
    assert page.index("Outages") < page.index("Migrations")
    assert "Something needs your attention" in page


def test_the_page_asks_the_database_a_dozen_times_at_most(
    staff: User, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    monkeypatch.setattr(settings, "BACKUP_STORE", "/backups")
    all_run()
    Beats("worker").beat(NOW)
    told = Notification.objects.create(user=staff, kind="turn", key="1", at=NOW)
    for channel in ("mail", "push"):
        Delivery.objects.create(notification=told, user=staff, channel=channel, not_before=NOW)
    browser = client_of(staff)
    browser.get("/staff/health/")
    with django_assert_max_num_queries(12):
        assert browser.get("/staff/health/").status_code == 200


def test_a_replica_is_watched_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Read replica" not in found()
    monkeypatch.setattr("infrastructure.replica.exists", lambda: True)
    for behind, level, words in (
        (0.0, Level.GOOD, "0 seconds behind"),
        (150.0, Level.WARN, "2 minutes behind"),
        (900.0, Level.BAD, "15 minutes behind"),
        (float("inf"), Level.BAD, "is empty"),
    ):
        monkeypatch.setattr("infrastructure.replica.lag", lambda _here, behind=behind: behind)
        check = found()["Read replica"]
        assert (check.level, check.found) == (level, words)
        assert bool(check.advice) == (level != Level.GOOD)


def test_a_migration_that_is_missing_is_red() -> None:
    MigrationRecorder.Migration.objects.filter(app="staff", name__startswith="0001").delete()
    assert found()["Migrations"].found == "staff.0001_create_staff"
    assert found()["Migrations"].advice == "Run manage.py migrate."


def test_outboxes_are_counted_by_channel(ai: User, club: Club) -> None:
    told = Notification.objects.create(user=ai, kind="turn", key="1", at=NOW)
    late, soon = NOW - timedelta(hours=1), NOW + timedelta(hours=1)
    delivery = {"notification": told, "user": ai, "not_before": soon}
    Delivery.objects.create(**delivery, channel="mail", tries=2)
    Delivery.objects.create(**delivery, channel="push", state="failed", settled_at=late)
    webhook = Webhook.objects.create(club=club)
    for key, state in (("1", "waiting"), ("2", "sent")):
        Post.objects.create(webhook=webhook, kind="x", key=key, at=NOW, not_before=late, state=state, settled_at=NOW)
    assert outboxes(NOW) == {
        "mail": Outbox(waiting=1, retried=1),
        "push": Outbox(failed=1),
        "webhook": Outbox(waiting=1, oldest=late),
    }


def test_the_command_says_it_in_json_and_by_its_status() -> None:
    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("health", "--json", stdout=out)
    assert {one["level"] for one in json.loads(out.getvalue()) if one["name"] == "worker"} == {"bad"}
    all_run()
    out = io.StringIO()
    call_command("health", stdout=out)
    assert "good  Migrations: all applied" in out.getvalue()


def test_backups_are_watched_where_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found()["Backups"].level == Level.GOOD
    monkeypatch.setattr(settings, "BACKUP_STORE", "/backups")
    assert found()["Backups"].level == Level.WARN
    proof = BackupProof(name="one", made_at=NOW, proven_at=NOW, rows=1, seconds=1)
    for days, level in ((1, Level.GOOD), (2, Level.WARN), (4, Level.BAD)):
        proof.made_at = timezone.now() - timedelta(days=days)
        proof.save()
        assert found()["Backups"].level == level


def test_the_command_waits_for_nothing_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    def waits(_site: Site) -> Any:
        time.sleep(60)
        yield from ()

    monkeypatch.setattr(command, "PATIENCE", 0.3)
    monkeypatch.setattr(command, "THEREAFTER", 0.1)
    monkeypatch.setattr(checking, "LOOKS", (("Slow", waits), ("Slow as well", waits)))
    out, begun = io.StringIO(), time.monotonic()
    with pytest.raises(SystemExit):
        call_command("health", "--json", stdout=out)
    assert time.monotonic() - begun < 5
    assert [(one["name"], one["found"]) for one in json.loads(out.getvalue())] == [
        ("Slow", "TimeoutError"),
        ("Slow as well", "TimeoutError"),
    ]


def test_an_interrupt_while_an_object_is_deleted_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        def __del__(self) -> None:
            time.sleep(10)

    told: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    monkeypatch.setattr(command, "PATIENCE", 0.05)
    begun = time.monotonic()
    with command.impatience():
        Slow()
    assert time.monotonic() - begun < 5
    assert told == []


def test_a_check_that_cannot_be_interrupted_is_left_behind(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ended: list[int] = []
    monkeypatch.setattr(command.os, "_exit", ended.append)
    telling = command.Command()
    telling.as_json = True
    telling._give_up([command.Check("Cache", Level.GOOD, "reachable")])
    assert [one["name"] for one in json.loads(capsys.readouterr().out)] == ["Cache", "Other checks"]
    assert ended == [1]


def test_a_database_that_runs_short_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    well = PostgreSQL(1, False, 50, 97, sorts_differently=False, seconds_ahead=0.1)
    monkeypatch.setattr(checking, "postgresql", lambda: well)
    names = ("Connections to the database", "Clock")
    assert [found()[name].level for name in names] == [Level.GOOD, Level.GOOD]
    assert "Indexes of texts" not in found()
    ill = well._replace(connections=90, sorts_differently=True, seconds_ahead=-3600)
    monkeypatch.setattr(checking, "postgresql", lambda: ill)
    assert {found()[name].level for name in (*names, "Indexes of texts")} == {Level.BAD}
    assert found()["Clock"].found == "60 minutes apart from the database’s"


@pytest.mark.parametrize(
    ("server", "level"),
    [
        (Redis(5, 0, "noeviction"), Level.GOOD),
        (Redis(5, 10, "volatile-lru"), Level.GOOD),
        (Redis(95, 100, "volatile-lru"), Level.WARN),
        (Redis(5, 10, "allkeys-lru"), Level.WARN),
    ],
)
def test_a_redis_that_may_lose_tasks_or_is_full_is_told(
    monkeypatch: pytest.MonkeyPatch, server: Redis, level: Level
) -> None:
    monkeypatch.setattr(checking, "redis_servers", lambda: [server])
    assert found()["Memory of Redis"].level == level


@pytest.mark.services
def test_what_postgresql_tells_about_itself() -> None:
    figures = postgresql()
    assert figures is not None
    assert 0 < figures.connections < figures.most_connections
    assert abs(figures.seconds_ahead) < 2
    assert not figures.sorts_differently


@pytest.mark.services
def test_a_pg_dump_older_than_the_server_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "BACKUP_STORE", "/backups")
    assert "pg_dump" not in found()
    monkeypatch.setattr("staff.backups.databases.run_program", lambda *_words: "pg_dump (PostgreSQL) 9.6 (Debian)")
    assert found()["pg_dump"].level == Level.BAD
    assert "pg_dump is of 9," in found()["pg_dump"].found
