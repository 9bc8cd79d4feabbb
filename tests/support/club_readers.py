"""Readers who try a club's routes, and their answers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie

from django.contrib.auth import get_user
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client

from games.access import Visitor
from leagues.models import Membership
from tests.support.cast import person
from tests.support.clubs import add, club_of
from tests.support.visits import asks_to_sign_in, client_of, guest

READERS = ("anonymous", "guest", "stranger", "other", "member", "organiser", "owner")
"""The columns of the route tables, in order; `other` organises another club."""
OUTSIDE = READERS[:4]
Cookies = dict[str, SimpleCookie]
"""Each reader's cookies: outside the database they are all that makes a person signed in."""


def signed_in() -> Cookies:
    """The readers of the Tuesday club."""
    ai, bo, chie, dai = map(person, ("ai", "bo", "chie", "dai"))
    away = club_of(dai, slug="away")
    other = person("gin")
    Membership.objects.filter(pk=add(away, other).pk).update(role="organiser")
    people = (None, guest(), person("fu"), other, chie, bo, ai)
    return {name: client_of(user).cookies for name, user in zip(READERS, people, strict=True)}


def browser_of(cookies: SimpleCookie) -> Client:
    """A browser with these cookies."""
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


def visitor(cookies: SimpleCookie) -> Visitor:
    """The user whom these cookies sign in."""
    request = HttpRequest()
    request.session = browser_of(cookies).session
    return get_user(request)


def answer_of(getter: Callable[..., object], user: Visitor, *route: object) -> str:
    """The answer of a getter in an `access` module to this visitor."""
    try:
        getter(user, *route)
    except Http404:
        return "not found"
    except PermissionDenied:
        return "refused"
    return "in"


def answered(client: Client, name: str, method: str, path: str, data: dict[str, str]) -> str:
    """The answer to a reader; what the request changes is rolled back."""
    with undone():
        try:
            return answer((client.get if method == "GET" else client.post)(path, data))
        except Exception as error:
            error.add_note(f"It was {name}.")
            raise
