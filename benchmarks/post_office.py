"""A mail server that temporarily refuses a share of the mails: `python -m benchmarks.post_office PORT FILE SHARE`.

For each mail it writes a line of JSON to the file: whether it was taken, its notifications, and the virtual time.
"""

from __future__ import annotations

import asyncio
import json
import sys
from email import message_from_bytes
from random import Random
from typing import Any

from aiosmtpd.smtp import SMTP

from .virtual import from_environment

LATER = "451 4.3.0 Try again later"


class Office:
    """Half of the refusals come before the mail's text was sent, half after it."""

    def __init__(self, path: str, share: float) -> None:
        self.clock, self.share, self.rng = from_environment(), share, Random(1)
        self.file = open(path, "a", buffering=1, encoding="utf-8")  # noqa: SIM115

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if self.rng.random() < self.share / 2:
            self.note(is_taken=False)
            return LATER
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.rng.random() < self.share / (2 - self.share):
            self.note(is_taken=False)
            return LATER
        message = message_from_bytes(envelope.content)
        notifications = [int(key) for key in message["X-Notifications"].split()]
        self.note(is_taken=True, notifications=notifications, checked=message["X-Checked"])
        return "250 OK"

    def note(self, **facts: Any) -> None:
        self.file.write(json.dumps({"at": self.clock.now().isoformat(), **facts}) + "\n")


async def serve(port: int, office: Office) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(office, hostname="mail"), "127.0.0.1", port)
    await server.serve_forever()


def main(port: str, path: str, share: str) -> None:
    asyncio.run(serve(int(port), Office(path, float(share))))


if __name__ == "__main__":
    main(*sys.argv[1:])
