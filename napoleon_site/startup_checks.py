"""Refuse to start with settings that are unsafe for a public site."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from tempfile import TemporaryFile
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from environ import Env
from kombu.transport import TRANSPORT_ALIASES

from games.presentation.option_texts import PRESETS
from infrastructure.environment import MAIL_SCHEMES, Environment
from players.legal.files import wrong_legal_pages
from players.sign_on.issuers import wrong_issuers

SHORTEST_TOKEN = 20
LOCAL_HOSTS = {"localhost", "127.0.0.1", "[::1]", ".localhost"}
DATABASE = "a database, such as postgres://user:password@host:5432/name."
BROKER = "Celery's broker, such as redis://localhost:6379/0."
CACHE = "a Redis, such as redis://localhost:6379/1."
DATABASES = ("postgres", "postgresql", "psql", "pgsql", "sqlite")
STORES = ("s3", "gs", "az", "file")
CACHES = ("redis", "rediss", "unix")
# Unreadable addresses are usually caused by a password.
PERCENT = "Special characters of a password are percent-encoded, such as # as %23."
HOST = r"(\w([\w-]*\w)?\.)*\w([\w-]*\w)?|\[[\da-fA-F:.]+\]"
"""As a name, or an address; a name of another script is written in Punycode."""
HOSTS = "hosts alone, without https:// or a port"
HOSTS_AND_PORTS = "hosts with their ports, such as chat.internal:8065"
HIGHEST_PORT = 65535
DAYS = 7
MOST_SETS_A_DAY = 9
MAIL_SERVER = (
    "a mail server, such as smtp+tls://user:password@host:587 (STARTTLS), or smtps://user:password@host:465 (TLS from "
    "the start)."
)
# Servers at these ports expect STARTTLS and do not answer a TLS handshake.
TLS_TOO_EARLY = r"(smtps|submissions|smtp\+ssl)://.*:(25|587)/?(\?.*)?"


@dataclass(frozen=True, kw_only=True)
class SafetySettings:
    """The settings that the checks look at."""

    embedded: bool
    debug: bool
    secret_key: str
    allowed_hosts: Sequence[str]
    site_url: str
    broker_url: str
    cache_url: str
    email_url: str
    metrics_token: str
    metrics_dir: str = ""
    mail_events_token: str = ""
    trusted_proxies: str
    """As text, since it may not be a number; empty if unset."""
    demo: bool = False
    backup_store: str = ""
    backup_key: str = ""
    backup_keep: int = 14
    aws_endpoint_url: str = ""
    database_url: str = ""
    replica_url: str = ""
    pooler_url: str = ""
    from_email: str = "napoleon@localhost"
    vapid_private_key: str = ""
    push_hosts: Sequence[str] = ()
    webhook_private_hosts: Sequence[str] = ()
    daily_boards: Sequence[str] = ()
    daily_boards_zone: str = "UTC"
    daily_pool: int = 1
    sign_up: str = "open"
    oidc_issuers: Sequence[str] = ()
    legal_dir: str = ""
    terms_version: str = ""


def startup_errors(settings: SafetySettings) -> list[str]:
    """All reasons not to start, in words."""
    checks = (_unsafe_proxies, _wrong_backups, _wrong_metrics, _wrong_choices, _wrong_hosts, _unreadable_addresses)
    problems = [problem for check in checks for problem in check(settings)]
    if settings.debug and not set(settings.allowed_hosts) <= LOCAL_HOSTS:
        problems.append("DEBUG shows secrets to visitors: only with ALLOWED_HOSTS=localhost.")
    if settings.embedded:
        return problems
    if settings.debug:
        problems.append("DEBUG may not be on together with DATABASE_URL.")
    if len(settings.secret_key) < 50 or len(set(settings.secret_key)) < 8:
        problems.append("SECRET_KEY must be set to at least 50 random characters.")
    if not settings.allowed_hosts:
        problems.append("ALLOWED_HOSTS must name the site's hosts, separated by commas.")
    if "*" in settings.allowed_hosts:
        problems.append("ALLOWED_HOSTS may not be '*': forged hosts would end up in mails.")
    if not _is(rf"https://({HOST})(:\d+)?", settings.site_url):
        problems.append("SITE_URL must be the site's address: https:// and a host, without a path.")
    if not settings.broker_url:
        problems.append(f"BROKER_URL must name {BROKER}")
    if not settings.cache_url:
        problems.append(f"CACHE_URL must name {CACHE}")
    if not settings.email_url and not settings.demo:
        problems.append(f"EMAIL_URL must name {MAIL_SERVER}")
    return problems


def is_allowed(url: str, hosts: Sequence[str]) -> bool:
    """Whether the site answers at its own address."""
    host = (urlsplit(url).hostname or "").lower()
    names = [name.strip("[]").lower() for name in hosts]
    return host in names or "*" in names or any(name[:1] == "." and f".{host}".endswith(name) for name in names)


def _unsafe_proxies(settings: SafetySettings) -> Iterator[str]:
    """With too few proxies, every page redirects to itself; with too many, visitors can forge their address."""
    number = settings.trusted_proxies
    if number and not (number.isascii() and number.isdecimal()):
        yield "TRUSTED_PROXIES must be a number, such as 1."
    if not number and not settings.embedded:
        yield (
            "TRUSTED_PROXIES must be the number of your proxies in front of the site: 1 if a proxy terminates TLS, 0 "
            "if the server does so itself."
        )


def _unreadable_addresses(settings: SafetySettings) -> Iterator[str]:
    """Check the addresses that are set."""
    addresses: tuple[tuple[str, str, Collection[str], Callable[[str], object], str], ...] = (
        ("DATABASE_URL", settings.database_url, DATABASES, _read_database, DATABASE),
        ("REPLICA_URL", settings.replica_url, DATABASES, _read_database, DATABASE),
        ("POOLER_URL", settings.pooler_url, DATABASES, Env.db_url_config, DATABASE),
        ("CACHE_URL", settings.cache_url, CACHES, _read_redis, CACHE),
        ("EMAIL_URL", settings.email_url, MAIL_SCHEMES, _read_mail_server, MAIL_SERVER),
    )
    for name, address, kinds, read, wanted in addresses:
        kind, separator, _rest = address.partition("://")
        if address and not (separator and kind in kinds):
            yield f"{name} must name {wanted}"
        elif address and not _can_be_read(address, read):
            yield f"{name} must name {wanted} {PERCENT}"
    # Any kind that Celery supports; redis+socket is one of Redis.
    broker, separator, _rest = settings.broker_url.partition("://")
    if settings.broker_url and not (separator and broker.partition("+")[0] in {*TRANSPORT_ALIASES, "sqlite"}):
        yield f"BROKER_URL must name {BROKER}"
    elif broker in ("redis", "rediss") and not _can_be_read(settings.broker_url, _read_redis):
        yield f"BROKER_URL must name {BROKER} {PERCENT}"


def _wrong_backups(settings: SafetySettings) -> Iterator[str]:
    # Only the format of the key is checked, without loading the library that uses it.
    if (settings.backup_store or settings.backup_key) and not _is(
        r"AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}", settings.backup_key
    ):
        yield "BACKUP_KEY must be a key of age, as `manage.py new_env` makes one."
    if settings.backup_keep < 1:
        yield "BACKUP_KEEP must be at least 1: with 0 no backup would stay, not even the newest."
    kind, separator, _path = settings.backup_store.partition("://")
    if separator and kind not in STORES:
        yield f"BACKUP_STORE must be a folder, or begin with {', '.join(f'{store}://' for store in STORES)}."
    if kind == "s3" and settings.aws_endpoint_url and not settings.aws_endpoint_url.startswith("https://"):
        yield "AWS_ENDPOINT_URL must begin with https://."


def _wrong_metrics(settings: SafetySettings) -> Iterator[str]:
    tokens = {"METRICS_TOKEN": settings.metrics_token, "MAIL_EVENTS_TOKEN": settings.mail_events_token}
    for name, token in tokens.items():
        if 0 < len(token) < SHORTEST_TOKEN:
            yield f"{name} must have at least {SHORTEST_TOKEN} random characters."
    if settings.metrics_token and not _is_writable(settings.metrics_dir):
        yield f"PROMETHEUS_MULTIPROC_DIR must be a folder that can be written, not {settings.metrics_dir}."


def _wrong_choices(settings: SafetySettings) -> Iterator[str]:
    # Only the format of the key is checked, without loading the library that uses it.
    if settings.vapid_private_key and not _is(r"[\w-]{43,}=*", settings.vapid_private_key):
        yield "VAPID_PRIVATE_KEY must be a key as `manage.py make_vapid_key` prints one."
    if _is(TLS_TOO_EARLY, settings.email_url):
        yield (
            "EMAIL_URL must begin with smtp+tls:// for port 25 or 587, where STARTTLS asks for TLS. From the start it "
            "is there at port 465."
        )
    if not _is(rf"[^\s@<>]+@({HOST})", parseaddr(settings.from_email)[1]):
        yield "FROM_EMAIL must be an address, such as Napoleon <napoleon@example.org>."
    if settings.daily_boards and len(settings.daily_boards) != DAYS:
        yield "DAILY_BOARDS must name the rules of seven days, from Monday on, or none."
    for day in settings.daily_boards:
        if day.removesuffix("!") not in PRESETS or day == "nap!":
            yield f"DAILY_BOARDS must name presets, not {day!r}. After one of Napoleon ! may stand."
    if settings.daily_boards_zone not in available_timezones():
        yield "DAILY_BOARDS_ZONE must be a time zone, such as Europe/Paris."
    if not 1 <= settings.daily_pool <= MOST_SETS_A_DAY:
        yield f"DAILY_POOL must be a number of sets from 1 to {MOST_SETS_A_DAY}."
    yield from wrong_issuers(settings.oidc_issuers)
    if settings.sign_up == "sign-on" and not settings.oidc_issuers:
        yield "OIDC_ISSUERS must be set if SIGN_UP is sign-on: nobody could have an account otherwise."
    yield from wrong_legal_pages(settings.legal_dir, settings.terms_version)
    if settings.demo and settings.embedded:
        yield "DEMO is for a site with DATABASE_URL: `make run` has a demo of its own."


def _wrong_hosts(settings: SafetySettings) -> Iterator[str]:
    if settings.site_url and settings.allowed_hosts and not is_allowed(settings.site_url, settings.allowed_hosts):
        yield "SITE_URL must name one of ALLOWED_HOSTS, or every link in a mail would be refused."
    for host in settings.allowed_hosts:
        if host != "*" and not _is(rf"\.?({HOST})", host):
            yield f"ALLOWED_HOSTS must name {HOSTS}, not {host!r}."
    for host in settings.push_hosts:
        # IPv6 addresses have no brackets here.
        if not (_is(HOST, host) or _is(HOST, f"[{host}]")):
            yield f"PUSH_HOSTS must name {HOSTS}, not {host!r}."
    for host in settings.webhook_private_hosts:
        if not _names_a_port(host):
            yield f"WEBHOOK_PRIVATE_HOSTS must name {HOSTS_AND_PORTS}, not {host!r}."


def _is_writable(folder: str) -> bool:
    """Whether the folder is there, or can be made, and files can be made in it."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _names_a_port(host: str) -> bool:
    _name, _colon, port = host.rpartition(":")
    return _is(rf"({HOST}):[1-9]\d{{0,4}}", host) and int(port) <= HIGHEST_PORT


def _is(pattern: str, text: str) -> bool:
    return re.fullmatch(pattern, text, re.ASCII) is not None


def _read_database(url: str) -> None:
    """Raise `ValueError` unless it names a database. Without a name that of the user would be taken."""
    if not Env.db_url_config(url)["NAME"]:
        raise ValueError("name")


def _read_mail_server(url: str) -> None:
    """Raise `ValueError` unless it names a host, where the kind has one. Without it this machine would be taken."""
    Environment.email_url_config(url)
    if url.startswith(("smtp", "submission")) and not urlsplit(url).hostname:
        raise ValueError("host")


def _read_redis(url: str) -> tuple[int | None, int]:
    """The port, and the number of the database, which is the path unless that is a file's. Raises `ValueError`."""
    address = urlsplit(url)
    return address.port, int(address.path.strip("/") or 0) if address.hostname else 0


def _can_be_read(address: str, read: Callable[[str], object]) -> bool:
    try:
        read(address)
    except ValueError:
        return False
    return True
