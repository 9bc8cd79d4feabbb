"""Backups that are stored, encrypted, kept for a while, proven and restored."""

import io
import json
import os
import sys
import tarfile
import time
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyrage
import pytest
from django.conf import settings as site
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection
from django.test import Client

from players.models import User
from staff.backups import archive, last_proof, nightly, services
from staff.backups.backup_store import _store, store_errors
from staff.backups.databases import RestoreError, check_kind, database, run_program
from staff.backups.models import BackupProof
from staff.management.commands import restore_backup
from tests.support.play import running
from tests.support.site_environment import SITE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def store(tmp_path: Path, settings: Any) -> Path:
    settings.BACKUP_STORE, settings.BACKUP_KEY = str(tmp_path / "store"), archive.new_key()
    settings.VAR_DIR = tmp_path
    (tmp_path / "secret_key").write_text(settings.SECRET_KEY)
    return tmp_path / "store"


@pytest.fixture
def unverified(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the process that verifies games, which takes seconds."""
    monkeypatch.setattr(services, "verify", lambda environment: None)


@pytest.fixture
def days(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes one backup on each of these days of a month."""

    def back_up(*numbers: int) -> list[str]:
        names = []
        for day in numbers:
            at = datetime(2026, 5, day, 2, 30, tzinfo=UTC)
            monkeypatch.setattr(services.timezone, "now", lambda at=at: at)
            names.append(services.back_up())
        return names

    return back_up


def test_a_backup_is_one_encrypted_file(store: Path) -> None:
    name = services.back_up()
    assert [path.name for path in store.iterdir()] == [name]
    assert (store / name).read_bytes().startswith(b"age-encryption.org/v1")


def test_only_the_newest_are_kept(store: Path, days: Any, settings: Any) -> None:
    settings.BACKUP_KEEP = 2
    store.mkdir()
    (store / "holidays.txt").touch()
    days(1, 2, 3)
    assert sorted(path.name for path in store.iterdir()) == [
        "holidays.txt",
        "napoleon-20260502T023000Z.tar.gz.age",
        "napoleon-20260503T023000Z.tar.gz.age",
    ]


def test_a_backup_is_proven(store: Path, ai: User, unverified: None) -> None:
    running(ai)
    name = services.back_up()
    proof = services.prove()
    assert (proof.name, proof.made_at) == (name, services.made_at(name))
    assert proof.rows > User.objects.count()
    assert BackupProof.objects.get() == proof


def test_a_backup_that_lost_rows_is_not(
    store: Path, ai: User, unverified: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = archive.copy_site
    monkeypatch.setattr(
        archive,
        "copy_site",
        lambda folder: (folder / archive.COUNTS).write_text(json.dumps({**copy(folder), "players_user": 7})),
    )
    services.back_up()
    with pytest.raises(RestoreError, match="lost rows: players_user has 1 of 7"):
        services.prove()
    assert not BackupProof.objects.exists()


def test_a_damaged_backup_is_not(store: Path, unverified: None) -> None:
    path = store / services.back_up()
    data = bytearray(path.read_bytes())
    data[-100] ^= 1
    path.write_bytes(data)
    with pytest.raises(RestoreError, match="cannot be decrypted"):
        services.prove()


def test_another_key_opens_nothing(store: Path, unverified: None, settings: Any) -> None:
    services.back_up()
    settings.BACKUP_KEY = archive.new_key()
    with pytest.raises(RestoreError, match="cannot be decrypted"):
        services.prove()


@pytest.mark.parametrize("kept_in", ["nonsense://x", "/proc/nowhere"])
def test_a_store_that_cannot_be_used_is_told_in_a_line(store: Path, settings: Any, kept_in: str) -> None:
    settings.BACKUP_STORE = kept_in
    for command in ("backup", "prove_backup"):
        with pytest.raises(CommandError, match=f"{kept_in} cannot be used: [^\n]*$"):
            call_command(command)


@pytest.mark.parametrize(("key", "hint"), [("", "AWS_ACCESS_KEY_ID .* not set"), ("a", "^((?!AWS_).)*$")])
def test_a_store_without_keys_names_them(settings: Any, monkeypatch: pytest.MonkeyPatch, key: str, hint: str) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", key)
    settings.BACKUP_STORE = "s3://bucket/path"
    with pytest.raises(RestoreError, match=hint), store_errors():
        raise OSError("nobody answers")


def test_a_database_without_tables_is_not_backed_up(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(database()), "copy", lambda self, folder: {})
    with pytest.raises(CommandError, match=r"no tables yet: `manage.py migrate`"):
        call_command("backup")
    assert not list(store.iterdir())


def test_a_variable_of_a_store_that_is_empty_is_as_good_as_none(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As deploy/compose.yaml passes on AWS_ENDPOINT_URL where the store is Amazon's own."""
    values = {"AWS_ENDPOINT_URL": "", "AWS_REGION": "eu-west-1", "AWS_ACCESS_KEY_ID": "a"}
    for name, value in {**values, "AWS_SECRET_ACCESS_KEY": "b"}.items():
        monkeypatch.setenv(name, value)
    settings.BACKUP_STORE = "s3://bucket/path"
    assert "bucket" in str(_store().config)
    assert os.environ["AWS_REGION"] == "eu-west-1"
    assert "AWS_ENDPOINT_URL" not in os.environ


def test_a_named_backup_is_restored(store: Path, days: Any, tmp_path: Path) -> None:
    first, _ = days(1, 2)
    name, counts = services.fetch(first, tmp_path / "restored")
    assert name == first
    assert json.loads((tmp_path / "restored" / "counts.json").read_text()) == counts
    with pytest.raises(RestoreError, match=r"There is no backup nonsense\. The newest is napoleon-2026"):
        services.fetch("nonsense", tmp_path / "nothing")


def command(*words: object) -> dict[str, Any]:
    out = io.StringIO()
    call_command(*map(str, words), "--json", stdout=out)
    answer: dict[str, Any] = json.loads(out.getvalue())
    return answer


def test_what_a_backup_would_store_and_delete(store: Path, days: Any, settings: Any, tmp_path: Path) -> None:
    first, second = days(1, 2)
    settings.BACKUP_KEEP = 2
    before = sorted(store.iterdir())
    answer = command("backup", "--dry-run")
    assert (answer["deleted"], answer["done"]) == ([first], False)
    assert sorted(store.iterdir()) == before
    days(3)
    assert min(path.name for path in store.iterdir()) == second
    assert command("backup", tmp_path / "copy", "--dry-run")["done"] is False
    assert not (tmp_path / "copy").exists()
    assert command("backup", tmp_path / "copy")["rows"] > 0
    with pytest.raises(CommandError, match="already exists"):
        call_command("backup", tmp_path / "copy", "--dry-run")


def test_what_would_be_restored(store: Path, days: Any, tmp_path: Path) -> None:
    name, folder = *days(1), tmp_path / "restored"
    with pytest.raises(CommandError, match="There is no backup nonsense"):
        call_command("restore_backup", folder, "nonsense")
    answer = command("restore_backup", folder, "--dry-run")
    assert (answer["name"], answer["needs_its_secret_key"], answer["needs_its_vapid_key"]) == (name, False, False)
    assert answer["done"] is False
    assert not folder.exists()
    assert command("restore_backup", folder)["done"] is True
    assert {path.name for path in folder.iterdir()} >= {"counts.json", "secret_key"}
    assert {path.stat().st_mode & 0o077 for path in folder.iterdir()} == {0}


def test_keys_that_the_site_does_not_have_are_told(
    store: Path, days: Any, settings: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    settings.VAPID_PRIVATE_KEY = "the former key"
    days(1)
    settings.SECRET_KEY, settings.VAPID_PRIVATE_KEY = "another" * 10, ""
    call_command("restore_backup", tmp_path / "restored")
    told = capsys.readouterr().out
    for variable, file in (("SECRET_KEY", "secret_key"), ("VAPID_PRIVATE_KEY", "vapid_key")):
        assert f"{variable} must become the one in {tmp_path / 'restored' / file}." in told


def test_a_copy_that_fails_leaves_no_folder(store: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(_folder: Path) -> None:
        raise RestoreError("pg_dump is not installed.")

    monkeypatch.setattr(archive, "copy_site", fails)
    with pytest.raises(CommandError, match="pg_dump is not installed"):
        call_command("backup", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_a_restore_that_fails_leaves_no_folder(
    store: Path, days: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    days(1)

    class Full:
        file = database().file

        def check_empty(self) -> None:
            pass

        def restore(self, _folder: Path) -> None:
            raise RestoreError("pg_restore failed: No space left on device")

    monkeypatch.setattr(restore_backup, "database", Full)
    with pytest.raises(CommandError, match="No space left"):
        call_command("restore_backup", tmp_path / "restored", "--database")
    assert not (tmp_path / "restored").exists()


def test_a_file_is_restored_without_a_store(store: Path, settings: Any, tmp_path: Path) -> None:
    file, folder = store / services.back_up(), tmp_path / "restored"
    settings.BACKUP_STORE = ""
    store.chmod(0o500)
    assert command("restore_backup", folder, file)["name"] == file.name
    assert {path.name for path in folder.iterdir()} >= {"counts.json", "secret_key"}
    assert list(store.iterdir()) == [file]
    with pytest.raises(CommandError, match="There is no file nonsense, and BACKUP_STORE is not"):
        call_command("restore_backup", tmp_path / "nothing", "nonsense")
    with pytest.raises(CommandError, match="Name the file of a backup: BACKUP_STORE is not set"):
        call_command("restore_backup", tmp_path / "nothing")


def test_a_file_without_the_key_leaves_nothing(store: Path, settings: Any, tmp_path: Path) -> None:
    file, folder = store / services.back_up(), tmp_path / "restored"
    settings.BACKUP_STORE = settings.BACKUP_KEY = ""
    with pytest.raises(CommandError, match="BACKUP_KEY is no key of age"):
        call_command("restore_backup", folder, file)
    assert not folder.exists()


def test_an_archive_that_reaches_out_of_its_folder_is_refused(store: Path, tmp_path: Path) -> None:
    tampered = tmp_path / "tampered"
    with tarfile.open(tampered.with_suffix(".plain"), "w:gz") as tar:
        tar.add(tmp_path / "secret_key", "../secret_key")
    identity = pyrage.x25519.Identity.from_str(site.BACKUP_KEY)
    pyrage.encrypt_file(str(tampered.with_suffix(".plain")), str(tampered), [identity.to_public()])
    with pytest.raises(RestoreError, match="not what a backup holds"):
        archive.unpack(tampered, tmp_path / "folder")


def test_nothing_is_restored_over_a_site(store: Path, tmp_path: Path) -> None:
    call_command("backup")
    with pytest.raises(CommandError, match="already has tables"):
        call_command("restore_backup", tmp_path / "restored", "--database")


def test_a_night_that_fails_is_told_and_the_next_one_works(
    store: Path, unverified: None, caplog: pytest.LogCaptureFixture, settings: Any
) -> None:
    key, settings.BACKUP_KEY = settings.BACKUP_KEY, "nonsense"
    nightly.back_up_and_prove()
    assert "The backup failed." in caplog.text
    settings.BACKUP_KEY = key
    nightly.back_up_and_prove()
    assert BackupProof.objects.count() == 1


class Panic(BaseException):
    """As a library written in Rust raises it."""


@pytest.mark.parametrize(("error", "is_told"), [(Panic, True), (KeyboardInterrupt, False), (SystemExit, False)])
def test_a_night_that_ends_in_a_panic_is_told_as_well(
    error: type[BaseException], is_told: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(command: str) -> None:
        raise error

    monkeypatch.setattr(nightly, "call_command", fail)
    with nullcontext() if is_told else pytest.raises(error):
        nightly.back_up_and_prove()
    assert ("The backup failed." in caplog.text) == is_told
    assert cache.get(nightly.LOCK) is None


def test_what_a_killed_backup_has_left_is_deleted_the_next_night(
    store: Path, unverified: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nightly, "gettempdir", lambda: str(tmp_path))
    old, young, others = (tmp_path / name for name in ("napoleon-proof-1", "napoleon-backup-2", "another-program-3"))
    for folder in (old, young, others):
        (folder / "copies").mkdir(parents=True)
    for folder in (old, others):
        os.utime(folder, (0, 0))
    nightly.back_up_and_prove()
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir() and "-" in path.name) == [
        "another-program-3",
        "napoleon-backup-2",
    ]


def test_one_backup_at_a_time(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nights: list[str] = []

    def begin(command: str) -> None:
        nights.append(command)
        nightly.back_up_and_prove()

    monkeypatch.setattr(nightly, "call_command", begin)
    nightly.back_up_and_prove()
    assert nights == ["backup", "prove_backup"]
    nightly.back_up_and_prove()
    assert len(nights) == 4


def test_a_backup_keeps_its_lock_however_long_it_takes_and_a_killed_one_for_minutes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nightly, "HELD", 0.3)
    monkeypatch.setattr(nightly, "RENEWED", 0.05)
    cache.add(nightly.LOCK, 1, nightly.HELD)
    time.sleep(0.4)  # Killed: nobody renews it.
    held: list[object] = []

    def long_one(command: str) -> None:
        time.sleep(0.5)
        held.append(cache.get(nightly.LOCK))

    monkeypatch.setattr(nightly, "call_command", long_one)
    nightly.back_up_and_prove()
    assert held == [1, 1]
    assert cache.get(nightly.LOCK) is None


def test_a_lock_is_renewed_after_the_cache_was_away(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def away(*words: object) -> None:
        asked.append("touch")
        raise ConnectionError

    monkeypatch.setattr(nightly, "RENEWED", 0.01)
    monkeypatch.setattr(nightly, "call_command", lambda command: time.sleep(0.2))
    monkeypatch.setattr(nightly, "cache", SimpleNamespace(add=lambda *words: True, touch=away, delete=lambda key: None))
    nightly.back_up_and_prove()
    assert len(asked) > 1


def test_a_key_with_a_slip_is_named(store: Path, settings: Any) -> None:
    settings.BACKUP_KEY = f"{archive.new_key()[:-1]}B"
    with pytest.raises(RestoreError, match="BACKUP_KEY is no key of age"):
        services.back_up()


def test_readyz_tells_the_age_of_the_last_proven_one(
    store: Path, client: Client, unverified: None, settings: Any
) -> None:
    assert client.get("/readyz").json()["backup"] == "none proven"
    services.back_up()
    services.prove()
    ready = client.get("/readyz")
    assert (ready.status_code, ready.json()["backup"]) == (200, "proven, 0 h old")


def test_readyz_says_that_a_database_has_no_tables(
    store: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> None:
        raise ProgrammingError('relation "staff_backupproof" does not exist')

    monkeypatch.setattr(last_proof, "last_proven", fails)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "not migrated")


def test_readyz_fails_for_an_old_one_only_if_asked_to(store: Path, client: Client, settings: Any) -> None:
    assert client.get("/readyz").status_code == 200
    settings.BACKUP_MAX_AGE = 36
    assert client.get("/readyz").status_code == 503
    made = datetime(2026, 5, 1, tzinfo=UTC)
    BackupProof.objects.create(name="old", made_at=made, proven_at=made, rows=1, seconds=1)
    assert client.get("/readyz").status_code == 503


def test_what_a_program_complains_of_is_told() -> None:
    with pytest.raises(RestoreError, match=r"^nonsense-program is not installed\.$"):
        run_program(["nonsense-program"], {})
    with pytest.raises(RestoreError, match=r"failed: too bad$"):
        run_program([sys.executable, "-c", "raise SystemExit('first\\ntoo bad')"], {})


@pytest.mark.slow
def test_every_game_of_a_backup_is_verified(
    store: Path, ai: User, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """With a real process, on the database that the tests run on."""
    _environment_of_a_site(monkeypatch, settings)
    game = running(ai)
    services.back_up()
    assert services.prove().rows > 0
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_game SET seq = seq + 1 WHERE id = %s", [game.pk])
    services.back_up()
    with pytest.raises(RestoreError, match=r"failed: 1 games checked, 1 not in order|does not hold"):
        services.prove()


def _environment_of_a_site(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    own = {"SECRET_KEY": settings.SECRET_KEY} if settings.EMBEDDED else {}
    for name, value in (SITE | own).items():
        monkeypatch.setenv(name, value)


def test_the_variables_of_a_new_site(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("new_env", "napoleon.example", "smtp://mail.example:25")
    values = dict(line.split("=", 1) for line in capsys.readouterr().out.splitlines())
    assert values["SITE_HOST"] == "napoleon.example"
    assert values["EMAIL_URL"] == "smtp://mail.example:25"
    assert len(values["SECRET_KEY"]) >= 50
    assert values["BACKUP_KEY"].startswith("AGE-SECRET-KEY-1")
    assert len(values) == 6


def test_the_password_of_the_mails_may_be_filled_in_afterwards(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("new_env", "napoleon.example")
    assert "EMAIL_URL=" in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("host", "mail", "name"),
    [
        ("https://napoleon.example", "smtp://mail.example:25", "ALLOWED_HOSTS"),
        ("napoleon.example", "smtp://user:pa#ss@mail.example:25", "EMAIL_URL"),
    ],
)
def test_no_variables_with_which_a_site_would_not_start(host: str, mail: str, name: str) -> None:
    with pytest.raises(CommandError, match=name):
        call_command("new_env", host, mail)


def test_a_copy_of_the_other_kind_of_database_names_the_way(tmp_path: Path) -> None:
    (tmp_path / "napoleon.dump").touch()
    with pytest.raises(RestoreError, match=r"This is a backup of PostgreSQL, and this site has SQLite.*make run"):
        check_kind(tmp_path, "napoleon.sqlite3")
    check_kind(tmp_path, "napoleon.dump")
