"""Metrics from the database and the broker, the same in every process."""

import logging
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, F, Min, Sum
from django.utils import timezone
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from games.models import Game, Heartbeat, Outage, Turn
from infrastructure import replica
from leagues.webhooks.models import Post
from players.models import Delivery
from players.notifications.outbox import State
from staff.backups.last_proof import last_proven
from staff.processes.beats import alive
from staff.queues import queues
from staff.stores import postgresql, redis_servers

log = logging.getLogger(__name__)

RECENT: Final = timedelta(days=1)


class SiteCollector(Collector):
    """Reads the state of the site. `napoleon_unreadable` counts the parts that cannot be read."""

    def collect(self) -> Iterator[Metric]:
        now, unreadable = timezone.now(), 0
        for part in (_queues, _time, _matches, _deliveries, _processes, _backups, _replica, _database, _redis):
            try:
                yield from list(part(now))
            except Exception as error:
                unreadable += 1
                log.warning("Metrics %s cannot be read: %s", part.__name__, type(error).__name__)
        yield GaugeMetricFamily("napoleon_unreadable", "Parts of these metrics that could not be read.", unreadable)


def _queues(now: datetime) -> Iterator[Metric]:
    states = queues()
    yield _gauge("queue_length", "Tasks that wait.", ["queue"], [((queue.name,), queue.length) for queue in states])
    yield _gauge(
        "queue_age_seconds",
        "How long the first task has waited.",
        ["queue"],
        [((queue.name,), queue.age or 0) for queue in states],
    )


def _time(now: datetime) -> Iterator[Metric]:
    yield _single("sweep_lag_seconds", "How far the sweep is behind.", _sweep_lag(now))
    late = Turn.objects.filter(times_out_at__lte=now).aggregate(n=Count("pk"))["n"]
    yield _single("time_outs_waiting", "Turns out of time that nobody has seen to.", late)
    outages = Outage.objects.aggregate(n=Count("pk"), time=Sum(F("end") - F("start")))
    yield CounterMetricFamily("napoleon_outages", "Outages so far.", outages["n"])
    length = (outages["time"] or timedelta()).total_seconds()
    yield CounterMetricFamily("napoleon_outage_seconds", "Their length together.", length)


def _matches(now: datetime) -> Iterator[Metric]:
    counts = dict(Game.objects.values_list("status").annotate(Count("pk")).order_by())
    rows = [((str(status),), counts.get(status, 0)) for status in Game.Status.values]
    yield _gauge("matches", "Matches by their state.", ["status"], rows)


def _deliveries(now: datetime) -> Iterator[Metric]:
    """Mails, push messages and posts: all that wait, and what was settled within a day."""
    channels = [
        *((channel, Delivery.objects.filter(channel=channel)) for channel in ("mail", "push")),
        ("webhook", Post.objects.all()),
    ]
    counts: list[tuple[tuple[str, ...], float]] = []
    ages: list[tuple[tuple[str, ...], float]] = []
    for channel, rows in channels:
        waiting = rows.filter(state=State.WAITING)
        oldest = waiting.filter(not_before__lte=now).aggregate(at=Min("not_before"))["at"]
        ages.append(((channel,), (now - oldest).total_seconds() if oldest else 0))
        counts.append(((channel, State.WAITING.value), waiting.count()))
        settled = rows.filter(settled_at__gt=now - RECENT).values_list("state")
        recent = dict(settled.annotate(Count("pk")).order_by())
        for state in (State.SENT, State.DROPPED, State.FAILED):
            counts.append(((channel, state.value), recent.get(state, 0)))
    yield _gauge(
        "deliveries",
        "Notifications on their way: all that wait, and those settled within a day.",
        ["channel", "state"],
        counts,
    )
    yield _gauge("delivery_delay_seconds", "How late the first is.", ["channel"], ages)


def _processes(now: datetime) -> Iterator[Metric]:
    rows = list(alive(now))
    names = ["role", "host", "pid"]
    labels = [(process.role, process.host, str(process.pid)) for process in rows]
    for name, text, values in (
        ("process_memory_bytes", "Memory of each process.", [process.memory for process in rows]),
        ("process_processor_seconds", "Its processor time.", [process.processor for process in rows]),
        ("streams", "Its open live streams.", [process.streams for process in rows]),
    ):
        yield _gauge(name, text, names, zip(labels, values, strict=True))


def _backups(now: datetime) -> Iterator[Metric]:
    if proof := last_proven():
        age = (now - proof.made_at).total_seconds()
        yield _single("backup_age_seconds", "Of the last backup that was proven.", age)


def _replica(now: datetime) -> Iterator[Metric]:
    if replica.exists():
        text = "How far the copy that archive and statistics are read from is behind."
        yield _single("replica_lag_seconds", text, replica.lag())


def _database(now: datetime) -> Iterator[Metric]:
    if (figures := postgresql()) is not None:
        yield _single("database_connections", "To all databases of the server.", figures.connections)
        yield _single("database_connections_most", "That the server takes.", figures.most_connections)
        yield _single("clock_ahead_seconds", "This machine's clock before the database's.", figures.seconds_ahead)


def _redis(now: datetime) -> Iterator[Metric]:
    if servers := redis_servers():
        rows = [((str(number),), float(server.used)) for number, server in enumerate(servers)]
        most = [((str(number),), float(server.most)) for number, server in enumerate(servers)]
        yield _gauge("redis_memory_bytes", "Memory that each Redis uses.", ["server"], rows)
        yield _gauge("redis_memory_most_bytes", "Its maxmemory; 0 if there is none.", ["server"], most)


def _single(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"napoleon_{name}", text, value)


def _gauge(name: str, text: str, labels: list[str], rows: Iterable[tuple[tuple[str, ...], float]]) -> Metric:
    family = GaugeMetricFamily(f"napoleon_{name}", text, labels=labels)
    for values, number in rows:
        family.add_metric(values, number)
    return family


def _sweep_lag(now: datetime) -> float:
    """Seconds since the moment up to which the sweep has seen to everything; 0 if it never ran."""
    at = Heartbeat.objects.values_list("at", flat=True).filter(pk=1).first()
    return max(0.0, (now - at).total_seconds()) if at else 0.0
