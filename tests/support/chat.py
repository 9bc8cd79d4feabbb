"""Matches to talk about, and people who talk about their positions."""

import re
from collections.abc import Sequence
from uuid import uuid4

from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.access import Scope
from games.comments import services
from games.comments.models import Comment, Note, PositionKey
from games.models import Game
from napoleon.engine.record import replay
from players.models import User
from tests.support.golden import lines_of
from tests.support.stored_games import stored
from tests.support.visits import get, post

HALF_WAY = 75
"""The number of events after which deal 1 of the golden match is over and deal 2 in play."""
HERE = PositionKey(1, 20)
EVERYTHING = Scope(frozenset({1, 2}), match=True)


def match_of(people: Sequence[User], events: int | None = None, **fields: object) -> Game:
    """A golden match of two deals, or its first events, as if these people had played it here."""
    (record,) = replay(lines_of("gurunapo"))
    assert record.rules is not None
    return stored(people, record.rules, record.events[:events], **fields)


def finish(game: Game, people: Sequence[User]) -> Game:
    """The same match played to its end, with its comments and notes."""
    over = match_of(people)
    Comment.objects.filter(game=game).update(game=over)
    Note.objects.filter(game=game).update(game=over)
    return over


def say(game: Game, user: User, text: str, place: PositionKey = HERE) -> Comment:
    """Without asking whether they may."""
    return services.create_comment(game=game, user=user, place=place, text=text, key=uuid4())


def note(game: Game, user: User, text: str, place: PositionKey | None = HERE) -> Note:
    return services.create_note(game=game, user=user, place=place, text=text, key=uuid4())


def path(game: Game, place: PositionKey = HERE) -> str:
    return f"/t/{game.slug}/review/{place.deal}/{place.step}/"


def send(user: User | None, game: Game, text: str, place: PositionKey = HERE, **more: str) -> HttpResponse:
    """By the form beside the position."""
    return post(user, f"{path(game, place)}comment/", text=text, **more)


def page(user: User | None, game: Game, place: PositionKey = HERE) -> str:
    return get(user, path(game, place)).content.decode()


def comments(user: User | None, game: Game, place: PositionKey = HERE) -> list[str]:
    """The comments that the reader sees beside the position, from top to bottom."""
    return re.findall(r'<p class="words"[^>]*>(.*?)</p>', page(user, game, place), re.S)


def queries_again(client: Client, address: str) -> int:
    """How many queries the page takes when it was read just before."""
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)
