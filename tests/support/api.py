"""A program that uses the API with a person's token."""

import json
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.test import Client

from players.api.models import Scope
from players.api.tokens import make_token
from players.models import User

V1 = "/api/v1"
ALL = [scope.value for scope in Scope if scope != Scope.BOT_PLAY]


class Program:
    def __init__(self, user: User | None = None, *scopes: str, token: str = "") -> None:
        self.client = Client()
        if user is not None:
            token = make_token(user, name="a program", scopes=scopes or ALL)
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.client.get(f"{V1}{path}", headers={**self.headers, **headers})

    def post(self, path: str, data: Any = None, **headers: str) -> HttpResponse:
        return self.client.post(
            f"{V1}{path}", json.dumps(data or {}), "application/json", headers={**self.headers, **headers}
        )

    def view(self, game: str) -> dict[str, Any]:
        view: dict[str, Any] = self.get(f"/games/{game}").json()
        return view

    def command(self, view: dict[str, Any], command: dict[str, Any]) -> HttpResponse:
        return self.post(f"/games/{view['id']}/commands", {"seen": view["seq"], "command": command})


def chosen(view: dict[str, Any]) -> dict[str, Any] | None:
    """A legal command of the own seat, complete."""
    for entry in view["to_act"]:
        if entry["seat"] == view["seat"]:
            # The second is the lowest bid, where the first is a pass.
            command = dict(entry["legal"][len(entry["legal"]) > 1])
            if command["type"] == "exchange":
                cards, count, recipients = command.pop("from"), command.pop("count"), command.pop("give_to", None)
                command |= {"discard": cards[:count]} | ({"give_to": recipients[0]} if recipients else {})
            return {**command, "deal": entry["deal"]}
    return None


class Operation(NamedTuple):
    """An operation of the OpenAPI document, with a body that it takes."""

    method: str
    path: str
    scopes: tuple[str, ...]
    body: Any

    def ask(self, program: Program, game: str, headers: dict[str, str] | None = None, **names: str) -> HttpResponse:
        """Ask with the names in its path; ``names`` are those other than that of the game."""
        known = {
            "id": game,
            "club": "none",
            "season": "none",
            "what": "standings",
            "set": "none",
            "number": "1",
            "table": "1",
            "series": "1",
            "span": "week",
            **names,
        }
        path = self.path.removeprefix(V1).format(**known)
        if self.method == "GET":
            return program.get(path, **(headers or {}))
        return program.post(path, self.body, **(headers or {}))


def operations() -> list[Operation]:
    """All operations of the document."""
    paths = Program().get("/openapi.json").json()["paths"]
    return [
        Operation(
            method.upper(),
            path,
            tuple(scope for need in described["security"] for scope in need["token"]),
            described.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example"),
        )
        for path, methods in paths.items()
        for method, described in methods.items()
    ]
