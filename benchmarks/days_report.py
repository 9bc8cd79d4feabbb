"""The report of `benchmarks/days.py`: what should have happened, by the judge, and what happened."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from games.integrity.audit import audit
from games.models import Event, Game, Outage
from players.models import Delivery, Notification

from . import days_world as site
from .judge import Case, Key, Told

MINUTE = timedelta(minutes=1)
COMMIT = timedelta(milliseconds=250)
"""A move bears the time of its start. Others see it after the commit, at most this much later in real time."""
State = Delivery.State


@dataclass
class Findings:
    """Counts, delays, and an example of each fault."""

    silence: timedelta
    outages: Sequence[Outage]
    counts: Counter[str] = field(default_factory=Counter)
    late: dict[str, list[timedelta]] = field(default_factory=lambda: defaultdict(list))
    faults: list[str] = field(default_factory=list)

    def fault(self, what: str, example: object) -> None:
        self.counts[what] += 1
        if self.counts[what] <= 5:
            self.faults.append(f"{what}: {example}")

    def is_missed(self, moment: datetime, until: datetime) -> bool:
        """Whether the site ran for so long after that moment that the due thing was missed, and not just late.

        A silence too short for an outage is no fault, and during an outage nothing is due.
        """
        down = (min(one.end, until) - max(one.start, moment) for one in self.outages)
        late = until - moment - sum((span for span in down if span > timedelta(0)), timedelta(0))
        return late > self.silence + 3 * site.CLOCK.sweep


def report(end: datetime, silence: timedelta, counts: Mapping[str, int]) -> None:
    """Judge everything up to the end, and print it."""
    outages = list(Outage.objects.order_by("start"))
    found = Findings(silence, outages)
    games = list(Game.objects.order_by("pk"))
    turns = [turn for game in games for turn in Case(game, outages, silence).turns(end)]
    check_time_outs(turns, end, found)
    check_reminders(turns, end, found)
    check_time_out_notifications(found)
    check_deliveries(turns, found)
    check_mails(turns, found)
    for game in games:
        for check in audit(game):
            if not check.holds:
                found.fault("logs that fail a check", f"game {game.pk}: {check.claim}")
    down = sum((outage.end - outage.start for outage in outages), timedelta())
    about = {
        **dict(sorted(counts.items())),
        "outages noted and given back": len(outages),
        "virtual hours of them": round(down / MINUTE / 60),
        "matches": len(games),
        "matches that ended": sum(game.status == Game.Status.FINISHED for game in games),
        "matches closed, as nobody came back": sum(game.status == "abandoned" for game in games),
        "events": Event.objects.count(),
        "turns of people": sum(turn.times_out_at is not None for turn in turns),
    }
    _print_counts(about)
    _print_counts({what: found.counts[what] for what in LINES})
    _print_late(found)
    for one in outages:
        print(f"Outage: {one.start} – {one.end}")
    for line in found.faults:
        print(f"NOT SO: {line}")


LINES = (
    "time-outs: played by a bot",
    "time-outs, played by the person before the sweep came",
    "time-outs missed",
    "time-outs early",
    "time-outs without a notification",
    "reminders to be written",
    "reminders written",
    "reminders overtaken by the move before the sweep came",
    "reminders written twice or early",
    "reminders missing",
    "reminders after the turn was over",
    "notifications of turns",
    "notifications of one turn twice",
    "deliveries sent",
    "deliveries dropped, as out of date",
    "of these, told by another in the same mail",
    "deliveries given up",
    "deliveries still waiting",
    "deliveries dropped though true",
    "deliveries sent of which the server knows nothing",
    "mails taken by the server",
    "mails refused by the server",
    "notifications mailed twice",
    "mails of a turn that was over when they were taken",
    "mails of a turn that was over when it was last looked at",
    "logs that fail a check",
)


def _print_counts(lines: Mapping[str, int]) -> None:
    print("\n| | count |\n|---|---|")
    for what, count in lines.items():
        print(f"| {what} | {count:,} |")


def _print_late(found: Findings) -> None:
    period = site.CLOCK.sweep / MINUTE
    print(f"\nA sweep every {period:.1f} virtual minutes; an outage after {found.silence}.\n")
    print("| how late, in virtual minutes | n | median | 95th percentile | longest |")
    print("|---|---|---|---|---|")
    for what, times in sorted(found.late.items()):
        minutes = sorted(time / MINUTE for time in times)
        p95 = minutes[int(0.95 * (len(minutes) - 1))]
        print(
            f"| {what} | {len(minutes):,} | {median(minutes):.1f} | {p95:.1f} | {minutes[-1]:.1f} |"
        )


# --- What the sweep does ---


def check_time_outs(turns: Iterable[Told], end: datetime, found: Findings) -> None:
    for turn in turns:
        if turn.by == Event.By.TIMEOUT:
            found.counts["time-outs: played by a bot"] += 1
            if turn.closed is None or turn.times_out_at is None or turn.closed < turn.times_out_at:
                found.fault("time-outs early", turn)
            else:
                found.late["time-outs"].append(turn.closed - turn.times_out_at)
        elif turn.times_out_at is not None and turn.times_out_at < (until := turn.closed or end):
            if found.is_missed(turn.times_out_at, until):
                found.fault("time-outs missed", turn)
            elif turn.by:
                found.counts["time-outs, played by the person before the sweep came"] += 1


def check_reminders(turns: Iterable[Told], end: datetime, found: Findings) -> None:
    written: dict[Key, list[Notification]] = defaultdict(list)
    for notification in Notification.objects.filter(kind="reminder").order_by("pk"):
        written[key_of(notification)].append(notification)
        found.counts["reminders written"] += 1
    for turn in turns:
        if turn.closed != turn.opened:
            _check_reminders_of(turn, written.pop(turn.key, []), end, found)
    for key in written:
        found.fault("reminders written twice or early", f"of no turn there was: {key}")


def _check_reminders_of(
    turn: Told, reminders: Sequence[Notification], end: datetime, found: Findings
) -> None:
    open_until, last = turn.closed or end, turn.opened
    times = [notification.at for notification in reminders]
    moments = sorted(moment for moment in turn.moments if moment < open_until)
    found.counts["reminders to be written"] += len(moments)
    for notification in reminders:
        at, written = notification.at, datetime.fromisoformat(notification.data["written"])
        covered = [moment for moment in moments if last < moment <= at]
        if not covered:
            found.fault(
                "reminders written twice or early", (notification.key, written, times, turn)
            )
        if written > open_until:
            found.fault("reminders after the turn was over", (notification.key, written, turn))
        found.late["reminders"] += [at - moment for moment in covered]
        last = at
    for moment in moments:
        if moment <= last:
            continue
        if found.is_missed(moment, open_until):
            found.fault("reminders missing", (moment.isoformat(), times, turn))
        else:
            found.counts["reminders overtaken by the move before the sweep came"] += 1


def check_time_out_notifications(found: Findings) -> None:
    """Each time-out is notified once, however many deals it hit."""
    hits = Event.objects.filter(by=Event.By.TIMEOUT).values_list("game", "at", "payload__seat")
    told = Notification.objects.filter(kind="timed_out").count()
    found.counts["time-outs without a notification"] = len(set(hits)) - told


# --- What goes out ---


def key_of(notification: Notification) -> Key:
    facts = notification.data
    return facts["game"], facts["deal"], facts["seat"], facts["opened"]


def _ends(turns: Iterable[Told]) -> dict[Key, datetime]:
    """When each turn that is no longer open ended."""
    return {turn.key: turn.closed for turn in turns if turn.closed and turn.closed != turn.opened}


def check_deliveries(turns: Sequence[Told], found: Findings) -> None:
    ends = _ends(turns)
    names = {
        State.SENT: "deliveries sent",
        State.DROPPED: "deliveries dropped, as out of date",
        State.FAILED: "deliveries given up",
        State.WAITING: "deliveries still waiting",
    }
    of_turns = _of_turns()
    taken = {key for line in mails() if line["is_taken"] for key in line["notifications"]}
    for one in Delivery.objects.select_related("notification"):
        found.counts[names[State(one.state)]] += 1
        is_of_turn = one.notification.kind in ("turn", "reminder")
        if one.state == State.DROPPED and is_of_turn and one.settled_at:
            ended = ends.get(key_of(one.notification))
            if _was_overtaken(one, of_turns):
                found.counts["of these, told by another in the same mail"] += 1
            elif ended is None or ended > one.settled_at:
                found.fault(
                    "deliveries dropped though true",
                    (
                        one.notification.pk,
                        one.notification.key,
                        one.notification.at,
                        one.settled_at,
                        ended,
                    ),
                )
        if one.state == State.SENT and one.notification_id not in taken:
            found.fault("deliveries sent of which the server knows nothing", one.notification.key)
    keys = Counter(
        key_of(notification) for notification in Notification.objects.filter(kind="turn")
    )
    found.counts["notifications of turns"] = sum(keys.values())
    for key, count in keys.items():
        if count > 1:
            found.fault("notifications of one turn twice", key)


def _of_turns() -> dict[Key, list[Notification]]:
    """The notifications written about each turn."""
    written: dict[Key, list[Notification]] = defaultdict(list)
    for notification in Notification.objects.filter(kind__in=("turn", "reminder")):
        written[key_of(notification)].append(notification)
    return written


def _was_overtaken(delivery: Delivery, of_turns: Mapping[Key, list[Notification]]) -> bool:
    """Of a turn and its reminders in one delivery, only the last is sent."""
    mine, settled = delivery.notification, delivery.settled_at
    return settled is not None and any(
        (mine.at, mine.pk) < (other.at, other.pk) and other.at <= settled
        for other in of_turns[key_of(mine)]
    )


def check_mails(turns: Sequence[Told], found: Findings) -> None:
    ends = _ends(turns)
    notifications = Notification.objects.in_bulk()
    times: Counter[int] = Counter()
    for line in mails():
        if not line["is_taken"]:
            found.counts["mails refused by the server"] += 1
            continue
        found.counts["mails taken by the server"] += 1
        at, checked = (datetime.fromisoformat(line[name]) for name in ("at", "checked"))
        for notification in (notifications[key] for key in line["notifications"]):
            times[notification.pk] += 1
            if notification.kind not in ("turn", "reminder"):
                continue
            if notification.kind == "reminder":
                found.late["a reminder's mail, after it was written"].append(at - notification.at)
            ended = ends.get(key_of(notification))
            if ended is not None and ended < at:
                found.counts["mails of a turn that was over when they were taken"] += 1
                found.late["mails after the move"].append(at - ended)
            if ended is not None and checked - ended > COMMIT * site.CLOCK.speed:
                found.fault(
                    "mails of a turn that was over when it was last looked at",
                    (
                        notification.key,
                        f"{(checked - ended).total_seconds() / site.CLOCK.speed:.3f} s",
                    ),
                )
    for key, count in times.items():
        if count > 1:
            found.fault("notifications mailed twice", notifications[key].key)


def mails() -> list[dict[str, Any]]:
    with open(site.MAILS, encoding="utf-8") as file:
        return [json.loads(line) for line in file]
