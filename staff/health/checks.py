"""Health checks of the site, with advice for problems."""

from __future__ import annotations

import logging
import platform
import shutil
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final, NamedTuple

import django
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, Min, Q, QuerySet, Subquery, Value
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.models import Game, Heartbeat, Outage
from games.presentation.table_titles import title
from infrastructure import replica
from infrastructure.read_only import is_read_only
from leagues.webhooks.models import Post
from players.models import Delivery
from players.notifications.outbox import State
from staff.backups.databases import RestoreError, check_client
from staff.backups.last_proof import is_too_old, last_proven
from staff.processes.beats import alive
from staff.processes.models import Process
from staff.queues import queues
from staff.stores import PostgreSQL, postgresql, redis_servers

log = logging.getLogger(__name__)

DAY: Final = timedelta(days=1)
HOUR: Final = timedelta(hours=1)
ON_HOLD_NAMED: Final = 20


class Level(StrEnum):
    GOOD = "good"
    WARN = "warn"
    BAD = "bad"


LEVELS: Final[dict[Level, Promise]] = {
    Level.GOOD: pgettext_lazy("the state of a part of the site", "good"),
    Level.WARN: pgettext_lazy("the state of a part of the site", "watch"),
    Level.BAD: pgettext_lazy("the state of a part of the site", "red"),
}


class Check(NamedTuple):
    """The state of one part of the site."""

    name: str
    level: Level
    found: str
    advice: str = ""
    """What to do; empty if nothing."""

    @property
    def level_name(self) -> str:
        return str(LEVELS[self.level])


class Site:
    """The site at one moment. Data for several checks is read once."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    @cached_property
    def processes(self) -> list[Process]:
        return list(alive(self.now))

    @cached_property
    def heartbeat(self) -> Heartbeat | None:
        """The sweep's, with the number of outages within a day; None if it never ran."""
        recent = Outage.objects.filter(end__gt=self.now - DAY).order_by()
        number = recent.values(one=Value(1)).annotate(number=Count("pk")).values("number")
        return Heartbeat.objects.annotate(outages=Subquery(number)).filter(pk=1).first()

    @cached_property
    def postgresql(self) -> PostgreSQL | None:
        return postgresql()


Look = Callable[[Site], Iterator[Check]]


def graded(value: float, warn: float, bad: float) -> Level:
    """The level of a value that should be low.

    >>> graded(3, warn=5, bad=10)
    <Level.GOOD: 'good'>
    """
    if value >= bad:
        return Level.BAD
    return Level.WARN if value >= warn else Level.GOOD


def checks(site: Site) -> list[Check]:
    return list(each_check(site))


def each_check(site: Site) -> Iterator[Check]:
    """All checks; one that raises an error is red and does not affect the others."""
    for name, look in LOOKS:
        try:
            results = list(look(site))
        except Exception as error:
            log.warning("The check %s failed: %s", look.__name__, type(error).__name__)
            advice = _("The service is not responding. Check this process’s log.")
            results = [Check(str(name), Level.BAD, type(error).__name__, advice)]
        yield from results


# --- Processes, queues, time ---


def _read_only(site: Site) -> Iterator[Check]:
    if is_read_only():
        advice = _("All clocks are stopped. To end it: manage.py read_only off, or unset READ_ONLY.")
        yield Check(_("Read-only mode"), Level.WARN, pgettext("read-only mode", "switched on"), advice)


def _processes(site: Site) -> Iterator[Check]:
    living = site.processes
    for role in Process.Role:
        number = sum(process.role == role for process in living)
        level = Level.GOOD if number else Level.BAD
        advice = _("Start it: see “Processes” in docs/operations.md. Its log says why it stopped.")
        words = ngettext("%(n)s process", "%(n)s processes", number) % {"n": number}
        yield Check(str(role.label), level, words, "" if number else advice)
    releases = sorted({process.release for process in living})
    if len(releases) > 1:
        advice = _("Restart the processes of the older release.")
        yield Check(_("Releases"), Level.WARN, ", ".join(releases), advice)


def _queues(site: Site) -> Iterator[Check]:
    advice = _("Start another worker for this queue: see “The queue grows” in docs/operations.md.")
    for queue in queues():
        level = max_of(graded(queue.age or 0, 60, 300), graded(queue.length, 1000, 10_000))
        words = ngettext("%(n)s task waits", "%(n)s tasks wait", queue.length) % {"n": queue.length}
        if queue.age is not None:
            words += " · " + _("the oldest for %(time)s") % {"time": seconds(queue.age)}
        title = _("Queue %(name)s") % {"name": queue.name}
        yield Check(title, level, words, advice if level != Level.GOOD else "")


def _sweep(site: Site) -> Iterator[Check]:
    heartbeat = site.heartbeat
    if heartbeat is None:
        yield Check(_("Sweep"), Level.WARN, _("has never run"), _("Start the scheduler."))
        return
    lag = max(0.0, (site.now - heartbeat.at).total_seconds())
    level = graded(lag, 150, 300)
    advice = _("Time-outs and reminders are late. Check the scheduler and the queue “sweep”.")
    words = _("%(time)s behind") % {"time": seconds(lag)}
    yield Check(_("Sweep"), level, words, "" if level == Level.GOOD else advice)
    recent: int = getattr(heartbeat, "outages", 0) or 0
    words = ngettext("%(n)s within a day", "%(n)s within a day", recent) % {"n": recent}
    advice = _("Everyone got that time back. Check the logs of that hour for the cause.")
    level = Level.WARN if recent else Level.GOOD
    yield Check(_("Outages"), level, words, advice if recent else "")


# --- Outgoing messages ---


class Outbox(NamedTuple):
    """The messages of one channel."""

    waiting: int = 0
    retried: int = 0
    failed: int = 0
    """Given up within a day."""
    oldest: datetime | None = None


def outboxes(now: datetime) -> dict[str, Outbox]:
    """By channel: mail, push and webhooks. One query reads both tables."""
    posts = Post.objects.annotate(channel=Value("webhook"))
    rows = _counted(Delivery.objects.all(), now).union(_counted(posts, now), all=True)
    return {channel: Outbox(*counts) for channel, *counts in rows}


def _counted(rows: QuerySet[Any], now: datetime) -> QuerySet[Any, Any]:
    """The values of an `Outbox` by channel; each half of the condition has an index."""
    waits, failed = Q(state=State.WAITING), Q(state=State.FAILED, settled_at__gt=now - DAY)
    relevant = rows.filter(waits | failed).order_by().values_list("channel")
    counted: QuerySet[Any, Any] = relevant.annotate(
        waiting=Count("pk", filter=waits),
        retried=Count("pk", filter=waits & Q(tries__gt=0)),
        failed=Count("pk", filter=failed),
        oldest=Min("not_before", filter=waits & Q(not_before__lte=now)),
    )
    return counted


def _deliveries(site: Site) -> Iterator[Check]:
    boxes = outboxes(site.now)
    mail = _("Check the mail server: see “Mail does not arrive” in docs/operations.md.")
    push = _("Workers must reach the browsers’ push services over HTTPS.")
    posts = _("Club organisers can see the reason on their webhook’s page.")
    for channel, name, advice in (
        ("mail", _("Mail"), mail),
        ("push", _("Push"), push),
        ("webhook", _("Webhooks"), posts),
    ):
        yield _outbox(name, boxes.get(channel, Outbox()), site.now, advice)


def _outbox(name: str, box: Outbox, now: datetime, advice: str) -> Check:
    late = (now - box.oldest).total_seconds() if box.oldest else 0
    level = max_of(graded(late, 300, 900), graded(box.failed + box.retried, 5, 50))
    parts = [
        ngettext("%(n)s waits", "%(n)s wait", box.waiting) % {"n": box.waiting},
        ngettext("%(n)s being retried", "%(n)s being retried", box.retried) % {"n": box.retried},
        ngettext("%(n)s given up within a day", "%(n)s given up within a day", box.failed) % {"n": box.failed},
    ]
    return Check(name, level, " · ".join(parts), "" if level == Level.GOOD else advice)


# --- Storage and versions ---


def _disk(site: Site) -> Iterator[Check]:
    if settings.EMBEDDED:
        usage = shutil.disk_usage(settings.VAR_DIR)
        share = 100 * usage.used / usage.total
        level = max_of(graded(share, 85, 95), graded(-usage.free, -2e9, -5e8))
        words = _("%(free)s free, %(share)d %% used") % {"free": size(usage.free), "share": share}
        advice = _("Free some space before it is full: see “The disk is full” in docs/operations.md.")
        yield Check(_("Disk"), level, words, "" if level == Level.GOOD else advice)
    if site.postgresql is not None:
        advice = _("Monitor its disk on the database server.")
        yield Check(_("Size of the database"), Level.GOOD, size(site.postgresql.size), advice)


def _replica(site: Site) -> Iterator[Check]:
    if not replica.exists():
        return
    behind = replica.lag(site.heartbeat.at if site.heartbeat else None)
    level = graded(behind, 120, settings.REPLICA_MAX_LAG)
    advice = _("The archive and statistics now read the primary database: see “A read replica” in docs/operations.md.")
    words = _("%(time)s behind") % {"time": seconds(behind)} if behind != float("inf") else _("is empty")
    yield Check(_("Read replica"), level, words, "" if level == Level.GOOD else advice)


def _backups(site: Site) -> Iterator[Check]:
    if not settings.BACKUP_STORE:
        advice = _("Set BACKUP_STORE: see “Backups” in docs/operations.md.")
        yield Check(_("Backups"), Level.GOOD, _("the site makes none"), advice)
        return
    yield from _backup_client(site)
    proof = last_proven()
    advice = _("Check the worker’s log, and see “Backups” in docs/operations.md.")
    if proof is None:
        level = Level.BAD if is_too_old(None, site.now) else Level.WARN
        yield Check(_("Backups"), level, _("none verified yet"), advice)
        return
    age = site.now - proof.made_at
    level = Level.BAD if is_too_old(proof, site.now) else graded(age / DAY, 1.5, 3)
    words = _("the last verified one is %(hours)s h old") % {"hours": age // HOUR}
    yield Check(_("Backups"), level, words, "" if level == Level.GOOD else advice)


def _backup_client(site: Site) -> Iterator[Check]:
    """Whether this machine's pg_dump can copy the database."""
    try:
        if site.postgresql is not None:
            check_client()
    except RestoreError as error:
        advice = _("Install the newer client: see “A newer PostgreSQL” in docs/operations.md.")
        yield Check("pg_dump", Level.BAD, str(error), advice)


def _services(site: Site) -> Iterator[Check]:
    moment = site.now.isoformat()
    cache.set("health", moment, 60)
    is_kept = cache.get("health") == moment
    advice = _("Rate limits and live updates need it. Check Redis or the cache folder.")
    words = _("reachable") if is_kept else _("loses data")
    level = Level.GOOD if is_kept else Level.BAD
    yield Check(_("Cache"), level, words, "" if is_kept else advice)


def _database(site: Site) -> Iterator[Check]:
    """PostgreSQL's connections, its order of texts, and the clocks of both machines."""
    figures = site.postgresql
    if figures is None:
        return
    used, most = figures.connections, figures.most_connections
    level = graded(used / most, 0.75, 0.9)
    advice = _("Raise max_connections, or use PgBouncer: see “Connections” in docs/scaling.md.")
    words = _("%(used)s of %(most)s") % {"used": used, "most": most}
    yield Check(_("Connections to the database"), level, words, "" if level == Level.GOOD else advice)
    if figures.sorts_differently:
        advice = _("Rebuild the indexes: see “A newer PostgreSQL” in docs/operations.md.")
        words = _("this system sorts texts differently than before")
        yield Check(_("Indexes of texts"), Level.BAD, words, advice)
    level = graded(abs(figures.seconds_ahead), 2, 30)
    words = _("%(time)s apart from the database’s") % {"time": seconds(abs(figures.seconds_ahead))}
    advice = _("Start a time service, such as chrony, on both machines.")
    yield Check(_("Clock"), level, words, "" if level == Level.GOOD else advice)


def _redis(site: Site) -> Iterator[Check]:
    for server in redis_servers():
        level = graded(server.used / server.most, 0.9, 1.0) if server.most else Level.GOOD
        words = f"{size(server.used)} / {size(server.most)}" if server.most else size(server.used)
        advice = _("When it is full it may drop queues with their tasks: set maxmemory-policy to volatile-lru.")
        if not server.loses_tasks:
            advice = _("Raise its maxmemory.")
        level = max_of(level, Level.WARN if server.loses_tasks else Level.GOOD)
        yield Check(_("Memory of Redis"), level, words, "" if level == Level.GOOD else advice)


def _versions(site: Site) -> Iterator[Check]:
    applied = MigrationRecorder.Migration.objects.values_list("app", "name")
    missing = sorted(MigrationLoader(None).graph.nodes.keys() - set(applied))
    names = ", ".join(f"{app}.{name}" for app, name in missing)
    level = Level.BAD if missing else Level.GOOD
    advice = _("Run manage.py migrate.") if missing else ""
    yield Check(_("Migrations"), level, names or _("all applied"), advice)
    version = ".".join(str(number) for number in connection.get_database_version())
    database = f"{connection.display_name} {version}"
    words = f"Python {platform.python_version()} · Django {django.get_version()} · {database}"
    yield Check(_("Versions"), Level.GOOD, " · ".join(filter(None, (settings.RELEASE, words))))


def _matches_on_hold(site: Site) -> Iterator[Check]:
    games = list(Game.objects.filter(status=Game.Status.ON_HOLD).order_by("pk")[: ON_HOLD_NAMED + 1])
    if not games:
        return
    names = [f"{title(game)} ({game.slug})" for game in games[:ON_HOLD_NAMED]]
    names += ["…"] if len(games) > ON_HOLD_NAMED else []
    advice = _(
        "Their logs do not fit the rules of this release. Return to the release before, or install one that reads "
        "them; then run manage.py rebuild: see “Matches on hold” in docs/operations.md."
    )
    yield Check(_("Matches on hold"), Level.BAD, _(", ").join(names), advice)


def max_of(*levels: Level) -> Level:
    return max(levels, key=list(Level).index)


def seconds(value: float) -> str:
    """A duration in a suitable unit."""
    if value < 120:
        return ngettext("%(n)d second", "%(n)d seconds", round(value)) % {"n": round(value)}
    minutes = round(value / 60)
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}


def size(number: float) -> str:
    """A number of bytes.

    >>> size(3_400_000_000)
    '3.4 GB'
    """
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number / 1e6:.0f} MB"


LOOKS: Final[tuple[tuple[Promise, Look], ...]] = (
    (gettext_lazy("Read-only mode"), _read_only),
    (gettext_lazy("Processes"), _processes),
    (gettext_lazy("Queues"), _queues),
    (gettext_lazy("Sweep"), _sweep),
    (gettext_lazy("Matches on hold"), _matches_on_hold),
    (gettext_lazy("Messages"), _deliveries),
    (gettext_lazy("Cache"), _services),
    (gettext_lazy("Disk"), _disk),
    (gettext_lazy("Database"), _database),
    (gettext_lazy("Redis"), _redis),
    (gettext_lazy("Read replica"), _replica),
    (gettext_lazy("Backups"), _backups),
    (gettext_lazy("Versions"), _versions),
)
