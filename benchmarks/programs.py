"""Programs that play by the API, each with a token of its person."""

import json
from collections.abc import Iterable
from contextlib import closing
from http.client import HTTPConnection

from . import world  # isort: skip  # sets Django up for all that follows

from django.utils import timezone

from players.accounts.sessions import hash_of
from players.api.models import ApiToken
from players.models import User
from tests.support.api import chosen

SCOPES = ["games:read", "games:play"]


def token_of(user_id: int) -> str:
    return f"nap_{user_id}"


def give_tokens(people: Iterable[int]) -> None:
    made = timezone.now()
    ApiToken.objects.bulk_create(
        [
            ApiToken(user_id=key, name="a", digest=hash_of(token_of(key)), scopes=SCOPES, made_at=made, used_at=made)
            for key in people
        ],
        batch_size=1000,
    )


class Overtaken(Exception):
    """Another move came first."""


class Program:
    """What plays for a person by the API, as `world.Visitor` plays by pages."""

    def __init__(self, user: User, port: int) -> None:
        self.user, self.port = user, port

    def request(self, method: str, path: str, body: str | None = None, timeout: float = 60) -> tuple[int, str]:
        """The status and the text of the answer."""
        token = f"Bearer {token_of(self.user.pk)}"
        headers = {**world.HEADERS, "Authorization": token, "Content-Type": "application/json"}
        with closing(HTTPConnection(world.HOST, self.port, timeout=timeout)) as connection:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response.status, response.read().decode()

    def command(self, slug: str) -> tuple[str, str]:
        """The address and the body of a legal command, taken from the view. Raises `Overtaken`."""
        status, text = self.request("GET", f"/api/v1/games/{slug}")
        if status != 200:
            raise RuntimeError(text)
        view = json.loads(text)
        command = chosen(view)
        if command is None:
            raise Overtaken
        body = {"seen": view["seq"], "command": command}
        return f"/api/v1/games/{slug}/commands", json.dumps(body)
