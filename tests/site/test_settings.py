"""What the site refuses to start with, each by name."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings

from infrastructure.environment import Environment, WrongSetting
from infrastructure.log_filters import without_tokens
from napoleon_site.startup_checks import SafetySettings, startup_errors
from players.notifications import push
from staff.backups.archive import new_key

SAFE = SafetySettings(
    embedded=False,
    debug=False,
    secret_key="k3y-" * 5 + "abcdefghijklmnopqrstuvwxyz0123456789",
    allowed_hosts=["napoleon.example"],
    site_url="https://napoleon.example",
    broker_url="redis://localhost/0",
    cache_url="redis://localhost/1",
    email_url="smtp://localhost:25",
    metrics_token="",
    trusted_proxies="1",
)
EMBEDDED = replace(
    SAFE,
    embedded=True,
    secret_key="short",
    allowed_hosts=["localhost"],
    site_url="http://localhost:8000",
    email_url="",
    trusted_proxies="",
)


def test_safe_choices_are_accepted() -> None:
    assert startup_errors(SAFE) == []
    assert startup_errors(EMBEDDED) == []
    assert startup_errors(replace(EMBEDDED, debug=True)) == []
    assert startup_errors(replace(SAFE, trusted_proxies="0")) == []
    assert startup_errors(replace(SAFE, demo=True, email_url="")) == []
    several = "postgres://user:pa%23ss@first:5432,second:5432/name?target_session_attrs=read-write"
    assert startup_errors(replace(SAFE, database_url=several, cache_url="unix:///redis")) == []
    hosts = [".napoleon.example", "10.0.0.7", "[::1]", "xn--fsq.example"]
    assert startup_errors(replace(SAFE, allowed_hosts=hosts)) == []
    assert startup_errors(replace(SAFE, webhook_private_hosts=["10.0.0.7:80", "[::1]:8065", "Chat:65535"])) == []
    assert startup_errors(replace(SAFE, allowed_hosts=["[::1]"], site_url="https://[::1]:8443")) == []
    assert startup_errors(replace(SAFE, site_url="https://www.napoleon.example", allowed_hosts=hosts)) == []
    stored = replace(SAFE, backup_store="s3://bucket/path", backup_key=new_key())
    assert startup_errors(stored) == []
    assert startup_errors(replace(SAFE, oidc_issuers=["club=https://a:b@sso.example/realms/club"])) == []
    assert startup_errors(replace(SAFE, from_email="ナポレオン <napoleon@napoleon.example>")) == []
    assert startup_errors(replace(SAFE, email_url="smtps://user:p%3A25@localhost:465")) == []
    assert startup_errors(replace(SAFE, daily_boards=["four!"] * 7, daily_boards_zone="Asia/Tokyo")) == []
    assert startup_errors(replace(SAFE, broker_url="redis+socket:///run/redis.sock")) == []
    keys = replace(SAFE, backup_store="/b", backup_key=new_key(), vapid_private_key=push.new_key())
    assert startup_errors(keys) == []


@pytest.mark.parametrize(
    ("choices", "name"),
    [
        (replace(SAFE, debug=True), "DEBUG"),
        (replace(EMBEDDED, debug=True, allowed_hosts=["localhost", "me.example"]), "DEBUG"),
        (replace(SAFE, secret_key=""), "SECRET_KEY"),
        (replace(SAFE, secret_key="x" * 60), "SECRET_KEY"),
        (replace(SAFE, allowed_hosts=[]), "ALLOWED_HOSTS"),
        (replace(SAFE, allowed_hosts=["*"]), "ALLOWED_HOSTS"),
        (replace(SAFE, site_url="http://napoleon.example"), "SITE_URL"),
        (replace(SAFE, broker_url=""), "BROKER_URL"),
        (replace(SAFE, cache_url=""), "CACHE_URL"),
        (replace(SAFE, email_url=""), "EMAIL_URL"),
        (replace(SAFE, metrics_token="short"), "METRICS_TOKEN"),
        (replace(EMBEDDED, mail_events_token="short"), "MAIL_EVENTS_TOKEN"),
        (replace(SAFE, metrics_token="x" * 20, metrics_dir="/proc/metrics"), "PROMETHEUS_MULTIPROC_DIR"),
        (replace(SAFE, trusted_proxies=""), "TRUSTED_PROXIES"),
        (replace(SAFE, backup_store="/backups"), "BACKUP_KEY"),
        (replace(EMBEDDED, backup_store="/backups", backup_key="a secret"), "BACKUP_KEY"),
        (replace(SAFE, backup_keep=0), "BACKUP_KEEP"),
        (replace(SAFE, backup_store="s3://a", backup_key=new_key(), aws_endpoint_url="http://a"), "AWS_ENDPOINT_URL"),
        (replace(EMBEDDED, demo=True), "DEMO"),
        (replace(SAFE, daily_boards=["nap"] * 6), "DAILY_BOARDS"),
        (replace(SAFE, daily_boards=["nap!"] * 7), "DAILY_BOARDS"),
        (replace(SAFE, daily_boards=["bridge"] * 7), "DAILY_BOARDS"),
        (replace(SAFE, daily_boards_zone="Asia/Edo"), "DAILY_BOARDS_ZONE"),
        (replace(SAFE, daily_pool=0), "DAILY_POOL"),
        (replace(SAFE, daily_pool=10), "DAILY_POOL"),
        (replace(SAFE, trusted_proxies="-1"), "TRUSTED_PROXIES"),
        (replace(SAFE, trusted_proxies="yes"), "TRUSTED_PROXIES"),
        (replace(EMBEDDED, trusted_proxies="yes"), "TRUSTED_PROXIES"),
        (replace(SAFE, database_url="napoleon"), "DATABASE_URL"),
        (replace(SAFE, replica_url="napoleon"), "REPLICA_URL"),
        (replace(SAFE, pooler_url="pooler:6432"), "POOLER_URL"),
        (replace(SAFE, broker_url="localhost"), "BROKER_URL"),
        (replace(SAFE, broker_url="http://localhost"), "BROKER_URL"),
        (replace(SAFE, cache_url="http://localhost"), "CACHE_URL"),
        (replace(EMBEDDED, email_url="mail.example.org"), "EMAIL_URL"),
        (replace(SAFE, email_url="smtp://user:pa#ss@localhost:25"), "EMAIL_URL"),
        (replace(SAFE, email_url="imap://localhost:993"), "EMAIL_URL"),
        (replace(SAFE, email_url="smtps://user:password@localhost:587"), "EMAIL_URL"),
        (replace(SAFE, database_url="postgres://user:pa/ss@localhost/name"), "DATABASE_URL"),
        (replace(SAFE, database_url="mysql://localhost/name"), "DATABASE_URL"),
        (replace(SAFE, database_url="postgres://"), "DATABASE_URL"),
        (replace(SAFE, replica_url="postgres://localhost/"), "REPLICA_URL"),
        (replace(SAFE, email_url="smtp://"), "EMAIL_URL"),
        (replace(SAFE, replica_url="postgres://localhost:port/name"), "REPLICA_URL"),
        (replace(SAFE, cache_url="redis://localhost:port/0"), "CACHE_URL"),
        (replace(SAFE, cache_url="redis://localhost/cache"), "CACHE_URL"),
        (replace(SAFE, broker_url="redis://localhost/broker"), "BROKER_URL"),
        (replace(SAFE, broker_url="rediss://user:pa/ss@localhost/0"), "BROKER_URL"),
        (replace(SAFE, allowed_hosts=["-1"]), "ALLOWED_HOSTS"),
        (replace(EMBEDDED, allowed_hosts=["https://napoleon.example"]), "ALLOWED_HOSTS"),
        (replace(SAFE, allowed_hosts=["napoleon.example:443"]), "ALLOWED_HOSTS"),
        (replace(SAFE, push_hosts=["https://push.example"]), "PUSH_HOSTS"),
        *(
            (replace(SAFE, webhook_private_hosts=["chat.internal:80", host]), "WEBHOOK_PRIVATE_HOSTS")
            for host in (
                "chat.internal",
                "chat.internal:80/",
                "chat:0",
                "chat:65536",
                "http://chat:80",
                "::1:80",
                ":80",
            )
        ),
        (replace(SAFE, site_url="https://napoleon.example/games"), "SITE_URL"),
        (replace(SAFE, site_url="https://a b"), "SITE_URL"),
        (replace(SAFE, site_url="https://other.example"), "SITE_URL"),
        (replace(SAFE, site_url="https://notnapoleon.example", allowed_hosts=[".napoleon.example"]), "SITE_URL"),
        (replace(SAFE, backup_store="ftp://host/path", backup_key=new_key()), "BACKUP_STORE"),
        (replace(SAFE, oidc_issuers=["https://sso.example"]), "OIDC_ISSUERS"),
        (replace(SAFE, sign_up="sign-on"), "OIDC_ISSUERS"),
        (replace(SAFE, backup_key="AGE-SECRET-KEY-1"), "BACKUP_KEY"),
        (replace(SAFE, legal_dir="/none"), "LEGAL_DIR"),
        (replace(SAFE, terms_version="1"), "TERMS_VERSION"),
        (replace(SAFE, from_email="nonsense"), "FROM_EMAIL"),
        (replace(SAFE, from_email="Napoleon, the site <napoleon@localhost>"), "FROM_EMAIL"),
        (replace(SAFE, vapid_private_key="nonsense"), "VAPID_PRIVATE_KEY"),
        (replace(SAFE, backup_store="/b", backup_key="AGE-SECRET-KEY-1NONSENSE"), "BACKUP_KEY"),
    ],
)
def test_each_unsafe_choice_is_named(choices: SafetySettings, name: str) -> None:
    assert any(problem.startswith(name) for problem in startup_errors(choices))


@pytest.mark.parametrize(
    ("scheme", "read"),
    [
        ("smtp", (None, False, False)),
        ("smtp+tls", (None, False, True)),
        ("submission", (587, False, True)),
        ("smtp+ssl", (None, True, False)),
        ("smtps", (465, True, False)),
        ("submissions", (465, True, False)),
    ],
)
def test_how_mail_gets_tls(scheme: str, read: tuple[int | None, bool, bool]) -> None:
    """From the start, or by STARTTLS. Where no port is known, Python takes 25, and 465 with TLS from the start."""
    found = Environment.email_url_config(f"{scheme}://user:p%40ss@mail.example")
    tls = [found.get(name, False) for name in ("EMAIL_USE_SSL", "EMAIL_USE_TLS")]
    assert (found["EMAIL_PORT"], *tls) == read
    assert found["EMAIL_HOST_PASSWORD"] == "p@ss"
    assert Environment.email_url_config(f"{scheme}://mail.example:2525")["EMAIL_PORT"] == 2525


class Given(Environment):
    ENVIRON = {"THREADS": "-1", "KEEP": "many", "DEMO": "perhaps", "FORMAT": "xml"}


@pytest.mark.parametrize(
    ("read", "name"),
    [
        (lambda given: given.number("THREADS", default=4, least=1), "THREADS"),
        (lambda given: given.number("KEEP", default=14), "KEEP"),
        (lambda given: given.switch("DEMO", default=False), "DEMO"),
        (lambda given: given.choice("FORMAT", default="line", choices=("line", "json")), "FORMAT"),
    ],
)
def test_a_variable_that_cannot_be_read_is_named(read: Callable[[Environment], object], name: str) -> None:
    with pytest.raises(WrongSetting, match=f"does not start: {name} must be"):
        read(Given())


def test_no_variable_is_read_in_a_way_that_fails_with_a_traceback() -> None:
    """The library's own readers of numbers and switches raise errors that name no variable."""
    text = (settings.BASE_DIR / "napoleon_site/settings.py").read_text()
    assert set(re.findall(r"\benv\.(\w+)\(", text)) <= {
        "choice",
        "choice_or_domains",
        "db_url",
        "email_url",
        "list",
        "number",
        "str",
        "switch",
    }


@pytest.mark.slow
def test_a_wrong_variable_is_told_without_a_traceback(tmp_path: Path) -> None:
    result = check(tmp_path, WEB_THREADS="0")
    assert result.returncode == 1
    assert result.stderr == "The site does not start: WEB_THREADS must be a number, at least 1.\n"


@pytest.mark.slow
def test_a_folder_that_is_none_is_told_without_a_traceback(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    result = check(file)
    assert result.returncode == 1
    assert result.stderr == f"The site does not start: its data cannot be kept in {file}: File exists.\n"


@pytest.mark.slow
def test_an_empty_variable_is_as_good_as_none(tmp_path: Path) -> None:
    numbers = ("WEB_THREADS", "WORKER_CONCURRENCY", "BACKUP_KEEP", "HSTS_SECONDS")
    result = check(tmp_path, **PRODUCTION, **dict.fromkeys((*numbers, "LOG_LEVEL", "LOG_FORMAT"), ""))
    assert result.returncode == 0, result.stderr


def test_daily_boards_are_switched_off_by_a_word(tmp_path: Path) -> None:
    result = check(tmp_path, **PRODUCTION, DAILY_BOARDS="none")
    assert result.returncode == 0, result.stderr


def check(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(folder), **variables},
        capture_output=True,
        text=True,
    )


PRODUCTION = {
    "DATABASE_URL": "postgres://napoleon@localhost/napoleon",
    "SECRET_KEY": SAFE.secret_key,
    "ALLOWED_HOSTS": "napoleon.example",
    "SITE_URL": SAFE.site_url,
    "BROKER_URL": SAFE.broker_url,
    "CACHE_URL": SAFE.cache_url,
    "EMAIL_URL": SAFE.email_url,
    "TRUSTED_PROXIES": SAFE.trusted_proxies,
}


@pytest.mark.slow
def test_production_passes_the_deployment_checks(tmp_path: Path) -> None:
    result = check(tmp_path, **PRODUCTION)
    assert result.returncode == 0, result.stderr


@pytest.mark.slow
def test_nobody_waits_long_for_a_database_that_does_not_answer(tmp_path: Path) -> None:
    nowhere = {**PRODUCTION, "DATABASE_URL": "postgres://napoleon@127.0.0.1:1/napoleon"}
    ask = "from django.db import connection as c; import time; b = time.monotonic()\ntry: c.cursor()\n"
    tell = "except Exception as e: print(type(e).__name__, time.monotonic() - b < 15)"
    result = subprocess.run(
        [sys.executable, "manage.py", "shell", "--verbosity=0", "--command", ask + tell],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), **nowhere},
        capture_output=True,
        text=True,
    )
    assert result.stdout == "OperationalError True\n"


@pytest.mark.slow
def test_a_database_alone_does_not_make_a_site(tmp_path: Path) -> None:
    result = check(tmp_path, DATABASE_URL=PRODUCTION["DATABASE_URL"])
    assert result.returncode != 0
    for name in PRODUCTION.keys() - {"DATABASE_URL"}:
        assert name in result.stderr


@pytest.mark.slow
def test_an_embedded_site_makes_a_key_of_its_own_once(tmp_path: Path) -> None:
    check(tmp_path)
    path = tmp_path / "secret_key"
    key = path.read_text()
    assert len(key) >= 50
    assert path.stat().st_mode & 0o077 == 0
    check(tmp_path)
    assert path.read_text() == key


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("Not Found: /games/7/", "Not Found: /games/7/"),
        ("Not Found: /games/7/?seat=3&key=abc", "Not Found: /games/7/?…"),
        ("Forbidden: /clubs/join/Zk3f9Qx81mB7aLw2/", "Forbidden: /clubs/join/…/"),
        ("Forbidden: /join/AbCdEfGhIjKlMnOpQrStUv/", "Forbidden: /join/…/"),
        ("Forbidden: /join/abcdefghijklmnopqrstuV/", "Forbidden: /join/…/"),
        ("Not Found: /clubs/a-club-with-a-long-name/", "Not Found: /clubs/a-club-with-a-long-name/"),
        ("GET /accounts/login/?next=/x HTTP/1.1", "GET /accounts/login/?… HTTP/1.1"),
        ("GET /?=Zk3f9 HTTP/1.1", "GET /?… HTTP/1.1"),
        ("GET /a?b?key=abc?d HTTP/1.1", "GET /a?b?… HTTP/1.1"),
    ],
)
def test_logs_hold_no_tokens(line: str, written: str) -> None:
    assert without_tokens(line) == written


def test_a_visitor_cannot_make_a_line_of_the_log_take_long() -> None:
    """As long as the address of a request may be; each of its question marks might begin a query."""
    line, begun = "Not Found: /" + "?a" * 20_000, time.process_time()
    assert without_tokens(line) == line
    assert time.process_time() - begun < 2


@pytest.mark.slow
def test_several_servers_with_ipv6_are_named_without_brackets(tmp_path: Path) -> None:
    url = "postgres://napoleon@[2001:db8::1]:5432,[2001:db8::2]:5432/napoleon?target_session_attrs=read-write"
    result = subprocess.run(
        [sys.executable, "-c", "from napoleon_site.settings import DATABASES as d; print(d['default']['HOST'])"],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), **PRODUCTION, "DATABASE_URL": url},
        capture_output=True,
        text=True,
    )
    assert result.stdout == "2001:db8::1,2001:db8::2\n", result.stderr
