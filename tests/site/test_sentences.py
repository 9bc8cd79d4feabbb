"""Wrong commands end with a sentence and no traceback."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
NOWHERE = {
    "DATABASE_URL": "postgres://nobody:x@127.0.0.1:9/none",
    "SECRET_KEY": "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz",
    "ALLOWED_HOSTS": "localhost",
    "SITE_URL": "https://localhost",
    "BROKER_URL": "redis://127.0.0.1:9/0",
    "CACHE_URL": "redis://127.0.0.1:9/1",
    "EMAIL_URL": "smtp://localhost:25",
    "TRUSTED_PROXIES": "0",
}


def said(*arguments: str, **variables: str) -> str:
    words = [sys.executable, *arguments]
    site = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "SECRET_KEY")}
    site |= {"DJANGO_SETTINGS_MODULE": "napoleon_site.settings"} | variables
    done = subprocess.run(
        words, cwd=ROOT, env=site, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    return done.stderr + done.stdout


def test_a_web_process_without_an_address() -> None:
    for where in ([], ["localhost"], ["999"]):
        assert "Say where to listen" in said("-m", "napoleon_site.web", *where)


def test_a_supervisor_alone() -> None:
    assert said("-m", "napoleon_site.supervisor") == "The supervisor is started by `manage.py serve`.\n"


def test_a_web_process_at_a_port_that_is_none() -> None:
    assert "cannot listen on localhost:http" in said("-m", "napoleon_site.web", "localhost:http")


def test_background_processes_that_do_not_exist() -> None:
    assert "Say what to run" in said("-m", "napoleon_site.celery_processes")
    assert "worker, timekeeper" in said("-m", "napoleon_site.celery_processes", "workers")


def test_a_command_without_its_database() -> None:
    why, result = said("manage.py", "verify", **NOWHERE).splitlines()
    assert "psycopg.pool: error connecting" in why
    assert result.startswith("The database does not answer")


def test_a_command_before_the_migrations(tmp_path: Path) -> None:
    result = said("manage.py", "verify", VAR_DIR=str(tmp_path))
    assert result == "The database is not up to date: run manage.py migrate first.\n"


def test_a_mail_server_that_is_away(tmp_path: Path) -> None:
    away = {"EMAIL_URL": "smtp://127.0.0.1:9", "VAR_DIR": str(tmp_path)}
    result = said("manage.py", "sendtestemail", "ai@example.org", **away)
    assert "does not answer: [Errno 111] Connection refused." in result


def test_a_mail_server_that_refuses(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        Thread(target=refuse_one, args=[server]).start()
        address = f"smtp://127.0.0.1:{server.getsockname()[1]}"
        result = said("manage.py", "sendtestemail", "ai@example.org", EMAIL_URL=address, VAR_DIR=str(tmp_path))
    assert result == "The mail server refuses: (554, b'Not from here').\n"


def refuse_one(server: socket.socket) -> None:
    with server.accept()[0] as connection:
        connection.sendall(b"554 Not from here\r\n")
        connection.recv(1000)


def test_a_question_that_nobody_can_answer(tmp_path: Path) -> None:
    assert "nobody can answer here" in said("manage.py", "flush", VAR_DIR=str(tmp_path))


def test_health_answers_while_everything_is_down() -> None:
    begun = time.monotonic()
    assert "bad   Versions: TimeoutError" in said("manage.py", "health", **NOWHERE)
    assert time.monotonic() - begun < 30  # 15 on a machine that does nothing else


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert "cannot be" in said("manage.py", "check", VAR_DIR=str(file))
