"""Losses when processes die: `python -m benchmarks.kills [postgres] [--kills N] [--seed S]`.

People play by HTTP as fast as they can, in matches with bots. At random moments the web process or a worker is killed
(SIGKILL) and restarted. A request without an answer is sent again, as by a browser. One more reader asks for other
pages, signs in and uploads; ended matches wait to be analysed; and somebody who never plays is due a reminder, by mail,
after each kill. At the end every match is played out and verified, every acknowledged move is looked up in the logs,
and every mail is counted.
"""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from http.client import HTTPException
from itertools import cycle
from random import Random
from threading import Event as Flag
from threading import Lock, Thread
from urllib.parse import urlencode
from uuid import UUID, uuid4

from . import mails  # isort: skip  # starts the mail server that the next one names
from . import world  # isort: skip  # sets Django up for all that follows

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.db.models import QuerySet
from django.utils import timezone

from games.analysis.waiting import waiting
from games.integrity.audit import audit
from games.kernel.log import state_of
from games.models import DealAnalysis, Event, Game, Heartbeat, Turn
from napoleon.time_bank import ClockRules
from players.models import Delivery, Notification, User
from players.notifications.outbox import CLAIM
from tests.support.play import Json, choices, payload, play_out, reread, running, seen

from .measure import arguments, print_circumstances, print_table
from .services import Fallible, wait_until

RULES: Sequence[Json] = (
    {"preset": "gurunapo", "deals": 3},
    {"preset": "leaflet", "deals": 4, "deals_at_once": 2, "auction": "sealed"},
    {"preset": "nap", "deals": 5, "bots": "captain"},
)
LONGEST_END = 900.0
LONGEST_MAILS = 400.0
OTHER_REQUESTS: Sequence[tuple[str, str | None]] = (
    ("/", None),
    ("/archive/", None),
    ("/archive/deals.csv", None),
    ("/me/notifications/settings/", None),
    ("/accounts/login/", "login=nobody@example.org&password=wrong"),
    ("/accounts/password/reset/", "email=nobody@example.org"),
    ("/imports/", "text=" + "x" * 100_000),
    ("/language/", "language=ja"),
)


def form(data: Json, last: int, key: UUID) -> str:
    """The move as the table's form sends it."""
    fields = {"do": data["type"], "call": data.get("card"), **data, "seen": last, "key": key}
    for name in ("type", "seat"):
        del fields[name]
    return urlencode({name: value for name, value in fields.items() if value is not None}, True)


class Tally:
    """The requests made, and the site's answers."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.counts: Counter[str] = Counter()
        self.acknowledged: set[UUID] = set()
        self.moved = Flag()
        self.sweep_age = 0.0
        self.analyses_waited: list[bool] = []

    def count(self, what: str) -> None:
        with self.lock:
            self.counts[what] += 1

    def acknowledge(self, key: UUID) -> None:
        with self.lock:
            self.counts["moves acknowledged"] += 1
            self.acknowledged.add(key)
        self.moved.set()


class Person(Thread):
    """Plays wherever it is the visitor's turn, until told to stop and all their games are over."""

    def __init__(self, visitor: world.Visitor, tally: Tally, stop: Flag, seed: int) -> None:
        super().__init__(daemon=True)
        self.visitor, self.tally, self.stop, self.rng = visitor, tally, stop, Random(seed)

    def run(self) -> None:
        while not self.stop.is_set():
            try:
                self.look_in()
            except (OperationalError, InterfaceError):
                # This program reads the database too, and cannot reach it either.
                connection.close()
                time.sleep(0.1)
        connection.close()

    def look_in(self) -> None:
        turns = Turn.objects.filter(user=self.visitor.user).select_related("game")
        turn = self.rng.choice(list(turns) or [None])
        if turn is None or not self.move(turn):
            time.sleep(0.02)

    def move(self, turn: Turn) -> bool:
        options = [choice for choice in choices(turn.game, self.visitor.user) if choice.deal == turn.deal]
        if not options:
            return False
        data, key = payload(self.rng.choice(options), self.rng), uuid4()
        body = form(data, seen(state_of(turn.game), data), key)
        while not self.stop.is_set():
            try:
                status = self.visitor.post(f"/t/{turn.game.slug}/act/", body)
            except (OSError, HTTPException):
                self.tally.count("requests cut off")
                if Event.objects.filter(key=key).exists():
                    self.tally.count("requests cut off whose move was made all the same")
                time.sleep(0.05)
                continue
            self.tally.count(f"answers {status}")
            if status == 200:
                self.tally.acknowledge(key)
            if status < 500:
                return True
            time.sleep(0.05)
        return False


class Reader(Thread):
    """Asks for everything but moves: pages, files, signing in, uploads."""

    def __init__(self, visitor: world.Visitor, tally: Tally, stop: Flag) -> None:
        super().__init__(daemon=True)
        self.visitor, self.tally, self.stop = visitor, tally, stop

    def run(self) -> None:
        for path, body in cycle(OTHER_REQUESTS):
            if self.stop.wait(0.05):
                return
            try:
                status, _ = self.visitor.request("POST" if body else "GET", path, body)
            except (OSError, HTTPException):
                self.tally.count("other requests cut off")
            else:
                self.tally.count(f"other answers {status}")


class Watch(Thread):
    """Notes for how long no sweep has got to its end, and whether the analyst has work."""

    def __init__(self, tally: Tally, stop: Flag) -> None:
        super().__init__(daemon=True)
        self.tally, self.stop = tally, stop

    def run(self) -> None:
        last, since = None, time.monotonic()
        while not self.stop.wait(0.5):
            try:
                beat = Heartbeat.objects.values_list("at", flat=True).first()
                self.tally.analyses_waited.append(waiting(timezone.now()).exists())
            except (OperationalError, InterfaceError):
                connection.close()
                beat = last
            if beat != last:
                last, since = beat, time.monotonic()
            self.tally.sweep_age = max(self.tally.sweep_age, time.monotonic() - since)
        connection.close()


class Supervisor(Thread):
    """Starts a process again that has ended by itself, as every way to run a site does."""

    def __init__(self, processes: Mapping[str, world.Process], tally: Tally, stop: Flag) -> None:
        super().__init__(daemon=True)
        self.processes, self.tally, self.stop = processes, tally, stop

    def run(self) -> None:
        while not self.stop.wait(1):
            for name, process in self.processes.items():
                if process.process.poll() is not None:
                    self.tally.count(f"ends of the {name} by itself")
                    process.start()


def seat_people() -> tuple[list[User], User]:
    """Six who play, and one who never does. All get mails at any hour."""
    *users, absent = world.people(7)
    User.objects.update(keeps_quiet=False)
    addresses = ((user, f"player{user.pk}@example.org") for user in (*users, absent))
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=address, verified=True, primary=True) for user, address in addresses
    )
    return users, absent


def feed_the_analyst(users: Sequence[User], rng: Random) -> None:
    """Play some matches to their ends, which are analysed then."""
    for user in users:
        play_out(running(user, preset="gurunapo", deals=3), user, rng=rng)


def played() -> QuerySet[Game]:
    """The matches that still run, without those of the person who never plays."""
    return Game.objects.filter(status=Game.Status.RUNNING, clock_json__quiet=True)


def keep_busy(users: Sequence[User], rng: Random) -> None:
    """Keep enough matches running to be killed in the middle."""
    if played().count() < 4:
        running(*rng.sample(users, rng.choice([1, 2])), **rng.choice(RULES))


def let_a_reminder_be_due(absent: User, other: User) -> None:
    """The other one does play: nobody has a clock alone with bots."""
    game = running(absent, other, clock=ClockRules(quiet=False), preset="nap", deals=3)
    turns = Turn.objects.filter(game=game, user=absent)
    # Others may have to call first.
    wait_until(lambda: turns.earliest("pk"), (Turn.DoesNotExist,))
    turns.update(remind_at=timezone.now())


def kill_often(
    things: Mapping[str, Fallible], users: Sequence[User], absent: User, tally: Tally, kills: int, rng: Random
) -> None:
    for _ in range(kills):
        tally.moved.clear()
        keep_busy(users, rng)
        let_a_reminder_be_due(absent, users[0])
        # Kill in the middle of play, after the site has recovered and taken a move.
        tally.moved.wait(60)
        time.sleep(rng.uniform(0, 0.5))
        name = rng.choice(list(things))
        things[name].kill()
        things[name].start()
        # If the database was killed, this process lost its connection.
        connection.close()
        tally.count(f"kills of the {name}")


def wait_for_the_ends(seconds: float) -> int:
    """The number of matches that still run after this long without kills."""
    deadline = time.monotonic() + seconds
    while left := played().count():
        if time.monotonic() > deadline:
            return left
        time.sleep(1)
    return 0


def wait_for_the_mails() -> None:
    """Wait until everything is sent that was due, for some minutes at most; a dead sender's claim lasts five."""
    deadline = time.monotonic() + LONGEST_MAILS
    soon = timezone.now() + CLAIM
    unsent = Delivery.objects.filter(state=Delivery.State.WAITING, not_before__lte=soon)
    while unsent.exists() and time.monotonic() < deadline:
        time.sleep(1)


def report(tally: Tally, left: int) -> None:
    print_circumstances([])
    games = list(Game.objects.order_by("pk"))
    wrong = [check.claim for game in games for check in audit(reread(game)) if not check.holds]
    reminded = Notification.objects.filter(kind="reminder").values_list("data__game", "data__opened")
    analyses, sent = tally.analyses_waited, mails.SERVER.message_ids
    in_logs = list(Event.objects.filter(by=Event.By.PLAYER, key__isnull=False).values_list("key", flat=True))
    lines = {
        **dict(sorted(tally.counts.items())),
        "matches": len(games),
        "matches that did not end": left,
        "events": Event.objects.count(),
        "moves of people in the logs": len(in_logs),
        "acknowledged moves that are missing": len(tally.acknowledged - set(in_logs)),
        "moves logged twice": len(in_logs) - len(set(in_logs)),
        "checks that failed": len(wrong),
        "reminders": len(reminded),
        "reminders of the same turn": len(reminded) - len(set(reminded)),
        "mails": len(sent),
        "mails sent twice": len(sent) - len(set(sent)),
        "seconds since a sweep, at most": round(tally.sweep_age),
        "deals analysed": DealAnalysis.objects.count(),
        "% of the time with analyses waiting": round(100 * sum(analyses) / max(1, len(analyses))),
    }
    print_table(("", "count"), ((what, f"{count:,}") for what, count in lines.items()))
    for claim in wrong:
        print(f"NOT SO: {claim}")


def run(things: Mapping[str, Fallible] | None = None, *, kills: int, seed: int) -> None:
    """Play and count while these services fail now and then; by default it is the site's own processes."""
    world.prepare()
    (users, absent), tally, stop, rng = seat_people(), Tally(), Flag(), Random(seed)
    feed_the_analyst(users, rng)
    # An embedded site's worker starts the analyst.
    names = ["worker", "timekeeper", *([] if settings.EMBEDDED else ["analyst"]), "scheduler"]
    with world.Site(count=1) as site, world.background(*names) as others:
        processes = {"web process": site.processes[0], **others}
        watched = {"scheduler": processes.pop("scheduler")} | (processes if things else {})
        threads: list[Thread] = [Person(world.Visitor(user, site.port), tally, stop, n) for n, user in enumerate(users)]
        threads.append(Reader(world.Visitor(users[0], site.port), tally, stop))
        threads.append(Watch(tally, stop))
        threads.append(Supervisor(watched, tally, stop))
        wait_until(Heartbeat.objects.get, (Heartbeat.DoesNotExist,), 300)
        for thread in threads:
            thread.start()
        kill_often(things or processes, users, absent, tally, kills, rng)
        left = wait_for_the_ends(LONGEST_END)
        stop.set()
        for thread in threads:
            thread.join()
        wait_for_the_mails()
        report(tally, left)


if __name__ == "__main__":
    options = arguments(__doc__, kills=100, seed=1)
    run(kills=options.kills, seed=options.seed)
