"""What a site open to others must not be started with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LOCAL_HOSTS = {"localhost", "127.0.0.1", "[::1]", ".localhost"}


@dataclass(frozen=True, kw_only=True)
class Choices:
    """The settings on which safety hangs, as they were chosen."""

    embedded: bool
    debug: bool
    secret_key: str
    allowed_hosts: Sequence[str]
    site_url: str
    broker_url: str
    cache_url: str
    email_url: str
    trusted_proxies: str
    """As it was written; empty where nothing was said."""


def unsafe(choices: Choices) -> list[str]:
    """Return, in words, every reason not to start."""
    problems = list(_unsafe_proxies(choices))
    if choices.debug and not set(choices.allowed_hosts) <= LOCAL_HOSTS:
        problems.append("DEBUG shows secrets to visitors: only with ALLOWED_HOSTS=localhost.")
    if choices.embedded:
        return problems
    if choices.debug:
        problems.append("DEBUG may not be on together with DATABASE_URL.")
    if len(choices.secret_key) < 50 or len(set(choices.secret_key)) < 8:
        problems.append("SECRET_KEY must be set to at least 50 random characters.")
    if not choices.allowed_hosts:
        problems.append("ALLOWED_HOSTS must name the site's hosts, separated by commas.")
    if "*" in choices.allowed_hosts:
        problems.append("ALLOWED_HOSTS may not be '*': a forged host would get into mails.")
    if not choices.site_url.startswith("https://"):
        problems.append("SITE_URL must be the site's address and begin with https://.")
    if not choices.broker_url:
        problems.append("BROKER_URL must name Celery's broker, such as redis://localhost:6379/0.")
    if not choices.cache_url:
        problems.append("CACHE_URL must name a Redis, such as redis://localhost:6379/1.")
    if not choices.email_url:
        problems.append(
            "EMAIL_URL must name a mail server, such as smtp+tls://user:password@host:587."
        )
    return problems


def _unsafe_proxies(choices: Choices) -> Iterator[str]:
    """Too few, and every page behind a proxy redirects to itself; too many, and visitors say who they are."""
    said = choices.trusted_proxies
    if said and not (said.isascii() and said.isdecimal()):
        yield "TRUSTED_PROXIES must be a number, such as 1."
    if not said and not choices.embedded:
        yield (
            "TRUSTED_PROXIES must say how many proxies of yours stand before the site: 1 where one ends TLS, 0 where "
            "the server ends it itself."
        )
