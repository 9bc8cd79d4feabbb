"""The site of `benchmarks/days.py`: a virtual clock, and a Redis and a mail server of its own that may fail.

Import it first, because it sets Django up.
"""

from __future__ import annotations

import os

from . import services

REDIS, MAIL_PORT = services.Redis(), services.free_port()
os.environ["BENCHMARK_REDIS"] = REDIS.url

from . import postgres  # noqa: E402, F401  # isort: skip

os.environ["EMAIL_URL"] = f"smtp://127.0.0.1:{MAIL_PORT}"

from . import virtual  # noqa: E402  # isort: skip

CLOCK = virtual.Clock("")
virtual.install(CLOCK)

from . import world  # noqa: E402  # isort: skip

CLOCK.path = os.path.join(world.FOLDER, "clock")
MAILS = os.path.join(world.FOLDER, "mails")


def post_office(share: float) -> world.Process:
    return world.Process("benchmarks.post_office", str(MAIL_PORT), MAILS, str(share))
