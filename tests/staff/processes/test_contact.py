"""A process that alone has lost the database says so at /healthz; one that has lost it with all others does not."""

import asyncio
import time
from typing import Any

import pytest
from django.core.cache import cache

from napoleon_site import asgi
from staff.processes.contact import KEY, MOST, Contact


def lost(monkeypatch: pytest.MonkeyPatch, *, for_seconds: float, others: float | None) -> Contact:
    """The contact of a process that missed the database; others reached it so many seconds ago, or never."""
    contact = Contact()
    now = time.monotonic()
    monkeypatch.setattr("staff.processes.contact.time.monotonic", lambda: now + for_seconds)
    if others is None:
        cache.delete(KEY)
    else:
        cache.set(KEY, time.time() - others)
    contact.missed()
    return contact


@pytest.mark.parametrize(
    ("for_seconds", "others", "is_lost"),
    [(MOST + 1, 5, True), (MOST + 1, MOST + 5, False), (MOST + 1, None, False), (MOST - 5, 5, False)],
)
def test_only_who_alone_has_lost_it_is_lost(
    monkeypatch: pytest.MonkeyPatch, for_seconds: float, others: float | None, is_lost: bool
) -> None:
    assert lost(monkeypatch, for_seconds=for_seconds, others=others).is_lost == is_lost


def test_who_reaches_it_again_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    contact = lost(monkeypatch, for_seconds=MOST + 1, others=1)
    contact.made()
    assert not contact.is_lost
    assert time.time() - cache.get(KEY) < 5


def test_healthz_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    monkeypatch.setattr(asgi.contact, "is_lost", True)
    asyncio.run(asgi.health({}, None, send))  # type: ignore[arg-type]
    assert (sent[0]["status"], b"database" in sent[1]["body"]) == (503, True)
