"""Moves a second against boardgame.io: `python -m benchmarks.boardgame [--rounds N] [--seconds S]`.

Both store their games in this PostgreSQL, and eight concurrent senders move as fast as each server can. Our
moves are those of `benchmarks/site.py`: a form, and the board as HTML. Theirs are messages over an open socket from one
page of each match (`peers/`); the answer is the new state as JSON. It needs Node.js, and npm to fetch the peer.
"""

import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from . import postgres  # isort: skip  # makes the database that the next one takes
from . import world  # isort: skip  # sets Django up for all that follows

from .measure import arguments, print_circumstances, print_rates
from .services import free_port
from .tables import SENDERS, Request, Table, seat_people

PEERS = Path(__file__).parent / "peers"
MATCHES = 48
NAME = f"{postgres.NAME}_peer"


class Peer:
    """The peer's server, with a database of its own."""

    def __init__(self, folder: Path) -> None:
        shutil.copytree(PEERS, folder, dirs_exist_ok=True)
        npm = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]
        subprocess.run(npm, cwd=folder, check=True)
        self.folder, self.port = folder, free_port()
        postgres.execute(f"CREATE DATABASE {NAME}")
        url = urlsplit(postgres.SERVER)._replace(path=f"/{NAME}", scheme="postgresql").geturl()
        command = ["node", "boardgame_server.js", str(self.port), url]
        self.process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
        world.wait_until_served(self.port)

    def moves_per_second(self, seconds: float) -> float:
        command = ["node", "boardgame_load.js", str(self.port), str(MATCHES), str(SENDERS)]
        done = subprocess.run([*command, str(seconds)], cwd=self.folder, check=True, stdout=subprocess.PIPE)
        answer = json.loads(done.stdout)
        return float(answer["moves"]) / float(answer["seconds"])

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        postgres.execute(f"DROP DATABASE {NAME} WITH (FORCE)")


def moves_per_second(tables: Sequence[Table], seconds: float, rng: Random) -> float:
    """Moves on our site. Forms are read beforehand, in rounds of one for each table; that time does not count."""
    moves, spent = 0, 0.0
    while spent < seconds:
        requests = [table.act(rng) for table in tables]
        begun = time.perf_counter()
        with ThreadPoolExecutor(SENDERS) as pool:
            moves += list(pool.map(Request.send, requests)).count(200)
        spent += time.perf_counter() - begun
    return moves / spent


def main() -> None:
    options = arguments(__doc__, rounds=5, seconds=10.0)
    world.prepare()
    rates: dict[str, list[float]] = {"Napoleon": [], "boardgame.io": []}
    with (
        tempfile.TemporaryDirectory(prefix="napoleon-peer-") as folder,
        world.Site() as site,
        closing(Peer(Path(folder))) as peer,
    ):
        rng = Random(1)
        tables = seat_people(MATCHES, site.port, rng)
        for number in range(options.rounds + 1):
            ours = moves_per_second(tables, options.seconds, rng)
            theirs = peer.moves_per_second(options.seconds)
            if number:  # the first is to warm up
                rates["Napoleon"].append(ours)
                rates["boardgame.io"].append(theirs)
    print_circumstances(["Django", "uvicorn", "psycopg"])
    print_rates("Moves answered", "moves/s", rates)


if __name__ == "__main__":
    main()
