"""Clients that hold connections and hardly send or read: `python -m benchmarks.slow_clients PORT COUNT`."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from itertools import cycle

DRIP = 1.0
"""Seconds between two bytes."""
HEAD = b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n"
BODY = HEAD + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000\r\n\r\na="
READER = b"GET /rules/gurunapo/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
BEGINNINGS = (HEAD, BODY, READER * 40)


async def hold(port: int, beginning: bytes) -> None:
    """Hold one connection after the other."""
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
            writer.write(beginning)
            while not writer.is_closing():
                await asyncio.sleep(DRIP)
                if beginning in (HEAD, BODY):
                    writer.write(b"x")
                await writer.drain()
        await asyncio.sleep(0.1)


async def attack(port: int, count: int) -> None:
    kinds = cycle(BEGINNINGS)
    await asyncio.gather(*(hold(port, next(kinds)) for _ in range(count)))


if __name__ == "__main__":
    asyncio.run(attack(int(sys.argv[1]), int(sys.argv[2])))
