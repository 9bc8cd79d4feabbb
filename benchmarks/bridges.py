"""Deals by the API alone: `python -m benchmarks.bridges [postgres] [--deals 1000] [--bots 6] [--seed 1]`.

An engine that speaks JSON lines plays through `docs/examples/engine_bridge.py`, once for each bot account, at tables
with captains; at each sixth table two of these bots sit. At the end every acknowledged command is looked up in the
logs, and every match is verified.
"""

import runpy
import sys
import time
from collections.abc import Sequence
from random import Random
from threading import Thread
from typing import Any, ClassVar

from . import world  # isort: skip  # sets Django up for all that follows

from games.integrity.audit import audit
from games.models import Event, Game
from napoleon.client import Client, Problem
from players.api.tokens import make_token
from players.models import User
from tests.support.play import Json, reread

from .kills import Tally
from .measure import arguments, print_circumstances, print_table

BRIDGE = "docs/examples/engine_bridge.py"
ENGINE = """
import json, random, sys
for line in sys.stdin:
    command = random.choice(json.loads(line)["legal"])
    if command["type"] == "exchange":
        command = {"type": "exchange", "discard": random.sample(command["from"], command["count"])}
    print(json.dumps(command), flush=True)
"""
SCOPES = ("games:read", "games:play", "games:create")
DEALS_A_MATCH = 10
LONGEST = 6 * 3600.0
"""Seconds."""


class CountingClient(Client):
    """Notes which commands were acknowledged, and which requests were refused."""

    tally = Tally()
    acknowledged: ClassVar[list[tuple[str, int, Json]]] = []
    """For each, its game, its number in the log and what was sent."""

    def __init__(self, token: str, site: str) -> None:
        super().__init__(token, site)
        self.session.headers.update({**world.HEADERS, "Accept-Encoding": "identity"})

    def _sent(self, method: str, address: str, **request: Any) -> Any:
        try:
            answer = super()._sent(method, address, **request)
        except Problem as problem:
            self.tally.count(f"answers {problem.status} {problem.code}")
            raise
        if address.endswith("/commands"):
            sent = request["json"]
            self.tally.count("commands acknowledged")
            self.acknowledged.append((answer["id"], sent["seen"] + 1, sent["command"]))
        return answer


def seat_bots(count: int) -> list[User]:
    bots = world.people(count)
    User.objects.update(is_bot=True, bot_author="The benchmark")
    return bots


def bridge(token: str, site: str) -> None:
    """Let the engine play for the bot of this token, until the program ends."""
    example = runpy.run_path(BRIDGE)
    example["main"].__globals__["Client"] = CountingClient
    example["main"](token, site, sys.executable, "-c", ENGINE)


def open_tables(bots: Sequence[User], clients: Sequence[CountingClient], matches: int, rng: Random) -> None:
    """Open all matches, three at a time for each bot, and wait for their ends."""
    deadline, opened = time.monotonic() + LONGEST, 0
    while time.monotonic() < deadline:
        running = Game.objects.exclude(status=Game.Status.FINISHED).count()
        if opened == matches and not running:
            return
        if opened < matches and running < 3 * len(bots):
            host = rng.randrange(len(bots))
            guests = [bots[host - 1].name] if opened % 6 == 5 else []
            rules = {"players": 2 + len(guests), "deals": DEALS_A_MATCH}
            clients[host].open_table("nap", bots=1, bot_level="captain", invite=guests, options=rules)
            opened += 1
        else:
            time.sleep(1)


def report(tally: Tally, seconds: float) -> None:
    print_circumstances([])
    games = list(Game.objects.order_by("pk"))
    wrong = [check.claim for game in games for check in audit(reread(game)) if not check.holds]
    rows = Event.objects.filter(by=Event.By.PLAYER).values_list("game__slug", "seq", "payload")
    logged = {(slug, seq): payload for slug, seq, payload in rows}
    lines = {
        **dict(sorted(tally.counts.items())),
        "matches": len(games),
        "matches that did not end": sum(game.status != Game.Status.FINISHED for game in games),
        "deals of ended matches": DEALS_A_MATCH * sum(game.status == Game.Status.FINISHED for game in games),
        "acknowledged commands that are missing": sum(
            not sent.items() <= logged.get((slug, seq), {}).items() for slug, seq, sent in CountingClient.acknowledged
        ),
        "commands in the logs that nobody acknowledged": len(logged) - len(CountingClient.acknowledged),
        "moves made as time ran out": Event.objects.filter(by=Event.By.TIMEOUT).count(),
        "checks that failed": len(wrong),
        "seconds": round(seconds),
    }
    print_table(("", "count"), ((what, f"{count:,}") for what, count in lines.items()))
    for claim in wrong:
        print(f"NOT SO: {claim}")


def main() -> None:
    options = arguments(__doc__, deals=1000, bots=6, seed=1)
    world.prepare()
    bots = seat_bots(options.bots)
    tokens = [make_token(bot, name="bridge", scopes=list(SCOPES)) for bot in bots]
    begun = time.monotonic()
    with world.Site(count=1) as site, world.background("worker", "timekeeper", "scheduler"):
        address = f"http://{world.HOST}:{site.port}"
        for token in tokens:
            Thread(target=bridge, args=(token, address), daemon=True).start()
        clients = [CountingClient(token, address) for token in tokens]
        open_tables(bots, clients, -(-options.deals // DEALS_A_MATCH), Random(options.seed))
        report(CountingClient.tally, time.monotonic() - begun)


if __name__ == "__main__":
    main()
