"""Lets an engine play here that speaks JSON lines: positions on its standard input, commands on its standard output.

    python engine_bridge.py TOKEN SITE ENGINE [ARGUMENT …]

The engine gets `{"game": …, "seat": …, "record": […], "deal": …, "legal": […]}`, which is what the seat knows and may
do, and answers with one of `legal`. For an exchange it answers `{"type": "exchange", "discard": […]}`, with `give_to`
where the entry has it. An answer that is not legal, or none within `PATIENCE`, is replaced by the first legal command.
"""

import json
import selectors
import subprocess
import sys

from napoleon.client import Client, Problem

PATIENCE = 30.0


class Engine:
    """The process of the engine."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.waiting = selectors.DefaultSelector()
        self.waiting.register(self.process.stdout, selectors.EVENT_READ)

    def answer(self, position: dict) -> dict | None:
        self.process.stdin.write(json.dumps(position) + "\n")
        self.process.stdin.flush()
        if not self.waiting.select(PATIENCE):
            return None
        try:
            answer = json.loads(self.process.stdout.readline())
        except ValueError:
            return None
        return answer if isinstance(answer, dict) else None


def plain(command: dict) -> dict:
    """A legal command, complete: of an exchange the first cards."""
    if command["type"] != "exchange":
        return command
    chosen = {"type": "exchange", "deal": command["deal"], "discard": command["from"][: command["count"]]}
    return chosen | ({"give_to": command["give_to"][0]} if command.get("give_to") else {})


def move(game, engine: Engine) -> None:
    """Play until it is somebody else's turn."""
    while game.legal:
        deal, view = game.legal[0]["deal"], game.view
        legal = [command for command in game.legal if command["deal"] == deal]
        position = {"game": view["id"], "seat": view["seat"], "record": view["record"], "deal": deal, "legal": legal}
        answer = engine.answer(position)
        try:
            play(game, {**answer, "deal": deal} if answer else plain(legal[0]), otherwise=plain(legal[0]))
        except Problem as problem:
            if problem.code != "stale":
                raise
            game.read()


def play(game, command: dict, otherwise: dict) -> None:
    """Send the command; where it is refused as wrong, the other one."""
    try:
        game.play(command)
    except Problem as problem:
        if problem.status != 422:
            raise
        game.play(otherwise)


def main(token: str, site: str, *engine: str) -> None:
    client, player = Client(token, site), Engine(*engine)
    for line in client.stream():
        if line["type"] == "invitation":
            client.game(line["game"]).join()
        elif line["type"] in ("hello", "reset"):
            for game in client.games(status="lobby"):
                game.join()
            for game in client.games(turn="me"):
                move(game, player)
        elif line["type"] == "turn":
            move(client.game(line["game"]), player)


if __name__ == "__main__":
    main(*sys.argv[1:])
