"""Programs that play by the API, each with a token of its person."""

import json
from collections.abc import Iterable
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

from . import world  # isort: skip  # sets Django up for all that follows

from django.utils import timezone

from players.accounts.sessions import hash_of
from players.api.models import ApiToken
from players.models import User

Json = dict[str, Any]
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

    def command(self, slug: str, deal: int) -> tuple[str, str]:
        """The address and the body of a legal command, as the game says that they are. Raises `Overtaken`."""
        status, text = self.request("GET", f"/api/v1/games/{slug}")
        if status != 200:
            raise RuntimeError(text)
        view = json.loads(text)
        body = {"seen": view["seq"], "command": _chosen(view, deal)}
        return f"/api/v1/games/{slug}/commands", json.dumps(body)


def _chosen(view: Json, deal: int) -> Json:
    legal = [entry["legal"] for entry in view["to_act"] if entry["seat"] == view["seat"] and entry["deal"] == deal]
    if not legal:
        raise Overtaken
    command = dict(legal[0][0])
    if command["type"] == "exchange":
        cards, count, to = command.pop("from"), command.pop("count"), command.pop("give_to", None)
        command |= {"discard": cards[:count]} | ({"give_to": to[0]} if to else {})
    return {**command, "deal": deal}
