"""A client of the site's API, for bots and scripts: `pip install './napoleon[client]'` (docs/api.md)."""

import json
import time
from collections.abc import Iterator
from typing import Any, Final
from uuid import uuid4

import requests

Json = dict[str, Any]

SILENCE: Final = 30.0
"""In seconds. The site sends a sign of life at least every fifteen."""
TRIES: Final = 3
BROKEN: Final = (requests.ConnectionError, requests.Timeout, requests.exceptions.ChunkedEncodingError)
PAUSE: Final = 1.0
"""In seconds, before the next try where the connection broke."""


class Problem(Exception):
    """The site refused a request; ``code`` says why, ``detail`` says it to people.

    With ``retry_after``, the same request may succeed so many seconds later.
    """

    def __init__(self, data: Json, retry_after: float) -> None:
        super().__init__(data.get("detail", ""))
        self.status, self.code, self.detail = data["status"], data["code"], data["detail"]
        self.retry_after = retry_after


class Client:
    """The site, as the person or the bot of a token."""

    def __init__(self, token: str, site: str = "http://localhost:8000", language: str = "en") -> None:
        self.base = f"{site.rstrip('/')}/api/v1"
        self.session = requests.Session()
        self.session.headers.update({"Authorization": f"Bearer {token}", "Accept-Language": language})

    def get(self, path: str, **query: str) -> Any:
        return self._sent("GET", self.base + path, params=query)

    def post(self, path: str, **data: Any) -> Any:
        """Send the request once, however often the connection breaks: it has a key."""
        return self._sent("POST", self.base + path, json=data, headers={"Idempotency-Key": str(uuid4())})

    def _sent(self, method: str, address: str, **request: Any) -> Any:
        for tries_left in reversed(range(TRIES)):
            try:
                return _read(self.session.request(method, address, timeout=SILENCE, **request))
            except BROKEN:
                if not tries_left:
                    raise
                time.sleep(PAUSE)
            except Problem as problem:
                if not problem.retry_after or not tries_left:
                    raise
                time.sleep(problem.retry_after)
        raise AssertionError("the last try returns or raises")

    def game(self, id: str) -> "Game":  # noqa: A002
        return Game(self, self.get(f"/games/{id}"))

    def games(self, **query: str) -> "Iterator[Game]":
        """My games; ``turn="me"`` for those that wait for me, ``status`` for lobby, running or finished."""
        address: str | None = f"{self.base}/games"
        query = {"mine": "true", **query}
        while address:
            page = self._sent("GET", address, params=query)
            for line in page["items"]:
                yield self.game(line["id"])
            address, query = page["next"], {}

    def open_table(self, preset: str, *, bots: int = 0, **terms: Any) -> "Game":
        """Open a table; ``terms`` are those of `POST /games`, and ``options`` those of the rules."""
        rules = {"preset": preset, **terms.pop("options", {})}
        return Game(self, self.post("/games", rules=rules, bots=bots, **terms))

    def stream(self, game: str = "", last: str = "") -> Iterator[Json]:
        """What happens in my games, or in one game until its end.

        Goes on by itself where the connection broke, and waits where the site says so: too many streams are open.
        """
        path = f"/games/{game}/stream" if game else "/stream"
        while True:
            pause = PAUSE
            try:
                for line in self._lines(path, last):
                    last = line["id"]
                    yield line
                    if game and line["type"] == "game_ended":
                        return
            except BROKEN:
                pass
            except Problem as problem:
                if not problem.retry_after:
                    raise
                pause = problem.retry_after
            time.sleep(pause)

    def _lines(self, path: str, last: str) -> Iterator[Json]:
        headers = {"Last-Event-ID": last} if last else {}
        with self.session.get(self.base + path, headers=headers, stream=True, timeout=SILENCE) as response:
            if response.status_code >= 400:
                _read(response)
            yield from (json.loads(text) for text in response.iter_lines() if text)


def _read(response: requests.Response) -> Any:
    """What the answer says; a list where it is lines of JSON. Proxies answer in HTML, or with nothing."""
    kind = response.headers.get("Content-Type", "")
    if response.status_code in (502, 503, 504) and "json" not in kind:
        # A proxy speaks for a site that is just being replaced.
        raise requests.ConnectionError(response.reason)
    if response.status_code >= 400:
        plain = {"status": response.status_code, "code": "failed", "detail": response.reason}
        after = response.headers.get("Retry-After", "")
        raise Problem(response.json() if "json" in kind else plain, float(after) if after.isdecimal() else 0.0)
    if "ndjson" in kind:
        return [json.loads(line) for line in response.content.splitlines()]
    return response.json()


class Game:
    """A game as it was when its ``view`` was read."""

    def __init__(self, client: Client, view: Json) -> None:
        self.client, self.view = client, view
        self.id: str = view["id"]

    @property
    def legal(self) -> list[Json]:
        """All that I may do now, each with its deal. An exchange says ``from`` which cards ``count`` are discarded."""
        own = [entry for entry in self.view["to_act"] if entry["seat"] == self.view["seat"]]
        return [{**command, "deal": entry["deal"]} for entry in own for command in entry["legal"]]

    def play(self, command: Json) -> None:
        """Do it. Raises `Problem`, with the code ``stale`` where the game has moved on."""
        self._change("commands", seen=self.view["seq"], command=command)

    def exchange(self, told: Json, discard: list[str]) -> None:
        """Discard these cards; where the rules ask to whom, give them to the first who may get them."""
        command: Json = {"type": "exchange", "deal": told["deal"], "discard": discard}
        self.play(command | ({"give_to": told["give_to"][0]} if "give_to" in told else {}))

    def join(self, seat: int | None = None) -> None:
        self._change("join", seat=seat)

    def invite(self, seat: int, player: str | int) -> None:
        self._change("invite", seat=seat, player=player)

    def say(self, text: str) -> None:
        self.client.post(f"/games/{self.id}/chat", text=text)

    def read(self) -> None:
        """Read the view again."""
        self.view = self.client.get(f"/games/{self.id}")

    def _change(self, what: str, **data: Any) -> None:
        self.view = self.client.post(f"/games/{self.id}/{what}", **data)
