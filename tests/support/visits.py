"""Visits to pages, as the people of the tests make them."""

import re

from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import User
from tests.support.caches import forget_games

TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value)="\w+"')


def client_of(user: User | None) -> Client:
    """A browser in which the person is signed in; None is a visitor."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def guest() -> User:
    """Someone who plays without having signed up."""
    return User.objects.create(name="Heron 12", is_guest=True)


def get(user: User | None, path: str) -> HttpResponse:
    return client_of(user).get(path)


def post(user: User | None, path: str, **data: object) -> HttpResponse:
    return client_of(user).post(path, data)


def queries(user: User | None, path: str) -> int:
    """How many queries the page takes in a process that knows none of its games yet."""
    client = client_of(user)
    forget_games()
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


def text(response: HttpResponse) -> str:
    """The page without its tokens: letters that fall by chance may spell somebody's name."""
    return TOKEN.sub(r"\1", response.content.decode())


def asks_to_sign_in(response: HttpResponse) -> bool:
    return response.status_code == 302 and response["Location"].startswith("/accounts/login/")
