"""The readers of `benchmarks/api_streams.py`, in a process of their own.

Standard input has a line of JSON for each stream, its path and its token, then an empty line. It says how many are
open and how many were refused; whenever it is asked, what the readers have heard since the last time, and when.
"""

import asyncio
import json
import resource
import sys
import time

HOST = "127.0.0.1"
AT_ONCE = 16
"""Streams that are opened at the same time."""


class Readers:
    def __init__(self, port: int) -> None:
        self.port, self.refused = port, 0
        self.heard: list[tuple[int, str, str, int, float]] = []
        """The reader, the type of the line, its game, the number of its event, and the moment."""
        self.gate = asyncio.Semaphore(AT_ONCE)

    async def open(self, number: int, path: str, token: str) -> asyncio.Task[None] | None:
        async with self.gate:
            reader, writer = await asyncio.open_connection(HOST, self.port)
            head = (
                f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\nAuthorization: Bearer {token}"
            )
            writer.write(f"{head}\r\n\r\n".encode())
            if b" 200 " not in await reader.readline():
                self.refused += 1
                writer.close()
                return None
            while b"hello" not in await reader.readline():
                pass
        return asyncio.create_task(self.read(number, reader, writer))

    async def read(self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            if line.startswith(b"{"):
                told = json.loads(line)
                self.heard.append((number, told["type"], told["game"], told["seq"], time.monotonic()))
        writer.close()


def say(data: object) -> None:
    print(json.dumps(data), flush=True)


async def main(port: int) -> None:
    readers, asked = Readers(port), []
    loop = asyncio.get_running_loop()
    while line := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
        asked.append(json.loads(line))
    tasks = await asyncio.gather(*(readers.open(number, *one) for number, one in enumerate(asked)))
    say({"open": sum(task is not None for task in tasks), "refused": readers.refused})
    while await loop.run_in_executor(None, sys.stdin.readline):
        heard, readers.heard = readers.heard, []
        say(heard)


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(main(int(sys.argv[1])))
