"""Everybody who may try a route of a club, and what they are answered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from leagues.models import Club, Membership
from players.models import User
from tests.support.clubs import add, club_of
from tests.support.visits import asks_to_sign_in, client_of, guest

READERS = ("anonymous", "guest", "stranger", "other", "member", "organiser", "owner")
"""In this order; `other` organises another club. The columns of the tables of routes."""
OUTSIDE = READERS[:4]


@pytest.fixture
def readers(ai: User, bo: User, chie: User, dai: User, club: Club) -> dict[str, Client]:
    stranger = User.objects.create(name="Fu", email="fu@example.org")
    away = club_of(dai, slug="away")
    other = User.objects.create(name="Gin", email="gin@example.org")
    Membership.objects.filter(pk=add(away, other).pk).update(role="organiser")
    people = dict(zip(READERS, (None, guest(), stranger, other, chie, bo, ai), strict=True))
    return {name: client_of(user) for name, user in people.items()}


@contextmanager
def undone() -> Iterator[None]:
    """Undo everything that happens inside."""
    cache.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def answer(response: HttpResponse) -> str:
    return "in" if asks_to_sign_in(response) else str(response.status_code)


def answered(client: Client, name: str, method: str, path: str, data: dict[str, str]) -> str:
    """The answer to a reader; the request leaves nothing behind."""
    with undone():
        try:
            return answer((client.get if method == "GET" else client.post)(path, data))
        except Exception as error:
            error.add_note(f"It was {name}.")
            raise


def column(answers: str, who: str) -> str:
    """The reader's answer in a line of answers."""
    return answers.split()[READERS.index(who)]
