"""Kill senders of notifications: `python -m benchmarks.notifications [--seconds N] [--kills N] [--seed S]`.

Several processes sweep and send at once, by a clock that runs 30 times as fast. At random moments one is killed
(SIGKILL) and restarted. A real SMTP server takes the mails, and refuses a third of the attempts. At the end every
notification is looked up in the mails that the server has taken.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

SPEED = 30
START = datetime(2026, 3, 1, 12, tzinfo=UTC)

if "BENCHMARK_BEGUN" not in os.environ:
    os.environ["BENCHMARK_BEGUN"] = repr(time.time())
    with socket.create_server(("127.0.0.1", 0)) as free:
        os.environ["BENCHMARK_SMTP"] = str(free.getsockname()[1])
    os.environ["EMAIL_URL"] = f"smtp://127.0.0.1:{os.environ['BENCHMARK_SMTP']}"

if "--worker" in sys.argv:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "napoleon_site.settings")
    django.setup()
else:
    from . import world  # isort: skip  # sets Django up for all that follows

from aiosmtpd.controller import Controller  # noqa: E402
from allauth.account.models import EmailAddress  # noqa: E402
from django.db import transaction  # noqa: E402

from players.models import Delivery, User  # noqa: E402
from players.notifications import dispatch  # noqa: E402
from players.notifications.kinds import Message, NotificationKind  # noqa: E402


class Letter(NotificationKind):
    """Stays true."""

    name = "letter"
    label = "letter"

    def message(self) -> Message:
        path = f"/letter/{self.notification.key}/"
        return Message(title="A letter", path=path, action="Read it")


def now() -> datetime:
    """By the fast clock."""
    return START + SPEED * timedelta(seconds=time.time() - float(os.environ["BENCHMARK_BEGUN"]))


def work() -> None:
    """Sweep and send until killed."""
    while True:
        for user_id, channel in dispatch.due_now(now()):
            dispatch.deliver(user_id=user_id, channel=channel, now=now())
        time.sleep(0.1)


class Server:
    """Takes mails, except for a third of the attempts, and counts the mails with each letter."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.is_busy = True
        self.counts: Counter[str] = Counter()
        self.letters: Counter[str] = Counter()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.is_busy and self.rng.random() < 1 / 3:
            self.counts["tries refused by the mail server"] += 1
            return "451 later"
        text = re.sub(rb"=\r\n", b"", envelope.content).decode().split("text/html")[0]
        self.counts["mails taken"] += 1
        self.letters.update(set(re.findall(r"/letter/(\w+)/", text)))
        return "250 taken"


def start() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.notifications", "--worker"], stderr=subprocess.DEVNULL
    )


def run(seconds: float, kills: int, seed: int) -> Server:
    rng = Random(seed)
    server = Server(Random(seed))
    controller = Controller(server, hostname="127.0.0.1", port=int(os.environ["BENCHMARK_SMTP"]))
    controller.start()
    workers = [start() for _ in range(3)]
    begun, killed, written = time.time(), 0, 0
    while (passed := time.time() - begun) < seconds:
        with transaction.atomic():
            user_id = rng.randint(1, 40)
            Letter.write([user_id], f"n{written}", now())
        written += 1
        if killed < kills * passed / seconds:
            place = rng.randrange(len(workers))
            workers[place].send_signal(signal.SIGKILL)
            workers[place].wait()
            workers[place], killed = start(), killed + 1
        time.sleep(rng.random() * 0.1)
    for worker in workers:
        worker.kill()
        worker.wait()
    server.is_busy = False
    send_the_rest(now())
    controller.stop()
    server.counts |= {"notifications written": written, "senders killed": killed}
    server.counts["notifications sent twice"] = sum(count > 1 for count in server.letters.values())
    server.counts["notifications missing"] = written - len(server.letters)
    return server


def send_the_rest(start: datetime) -> None:
    """The next day, without kills: claims expire, and failed deliveries are tried again."""
    for minutes in range(0, 24 * 60, 10):
        moment = start + timedelta(minutes=minutes)
        for user_id, channel in dispatch.due_now(moment):
            dispatch.deliver(user_id=user_id, channel=channel, now=moment)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.worker:
        work()
    world.prepare()
    for user in world.people(40):
        User.objects.filter(pk=user.pk).update(email=f"{user.pk}@example.org", keeps_quiet=False)
        EmailAddress.objects.create(
            user=user, email=f"{user.pk}@example.org", primary=True, verified=True
        )
    server = run(options.seconds, options.kills, options.seed)
    print("| | |\n|---|---|")
    for name, count in sorted(server.counts.items()):
        print(f"| {name} | {count} |")
    print(f"| states | {dict(Counter(Delivery.objects.values_list('state', flat=True)))} |")


if __name__ == "__main__":
    main()
