"""Everybody who may try a route of a club, and what they are answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.cookies import SimpleCookie

from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from leagues.models import Membership
from tests.support.cast import person
from tests.support.clubs import add, club_of
from tests.support.visits import asks_to_sign_in, client_of, guest

READERS = ("anonymous", "guest", "stranger", "other", "member", "organiser", "owner")
"""In this order; `other` organises another club. The columns of the tables of routes."""
OUTSIDE = READERS[:4]


Cookies = dict[str, SimpleCookie]
"""By reader what their browser holds, which is all that there is of a signed-in person beside the database."""


def signed_in() -> Cookies:
    """The readers of the Tuesday club."""
    ai, bo, chie, dai = map(person, ("ai", "bo", "chie", "dai"))
    away = club_of(dai, slug="away")
    other = person("gin")
    Membership.objects.filter(pk=add(away, other).pk).update(role="organiser")
    people = (None, guest(), person("fu"), other, chie, bo, ai)
    return {name: client_of(user).cookies for name, user in zip(READERS, people, strict=True)}


def browser_of(cookies: SimpleCookie) -> Client:
    """A browser that holds these cookies."""
    client = Client()
    client.cookies = cookies
    return client


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


def column(answers: str, who: str, readers: Sequence[str] = READERS) -> str:
    """The reader's answer in a line of answers."""
    return dict(zip(readers, answers.split(), strict=True))[who]
