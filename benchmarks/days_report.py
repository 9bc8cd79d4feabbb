"""What `benchmarks/days.py` counts in the end: what the judge says should have been, beside what was."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from games.checks.audit import audit
from games.models import Event, Game, Outage
from players.models import Delivery, Notice

from . import days_world as site
from .judge import Case, Key, Told

MINUTE = timedelta(minutes=1)
COMMIT = timedelta(milliseconds=250)
"""A move bears the time of its beginning; others see it once it is committed, so much later by real time at most."""
State = Delivery.State


@dataclass
class Findings:
    """Counts, how late things came, and an example of whatever should not be."""

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
        """Whether the site had run so long from that moment on that nobody would call what was due just late.

        A silence that is too short to be given back as an outage is no fault, and in an outage nobody waits.
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
    check_flags(turns, end, found)
    check_reminders(turns, end, found)
    check_time_out_notices(found)
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
        "turns of people": sum(turn.flag is not None for turn in turns),
    }
    _print_counts(about)
    _print_counts({what: found.counts[what] for what in LINES})
    _print_late(found)
    for one in outages:
        print(f"Outage: {one.start} – {one.end}")
    for line in found.faults:
        print(f"NOT SO: {line}")


LINES = (
    "flags that fell: played by a bot",
    "flags that fell, played by the person before the sweep came",
    "flags missed",
    "flags early",
    "time-outs without a notice",
    "reminders to be written",
    "reminders written",
    "reminders overtaken by the move before the sweep came",
    "reminders written twice or early",
    "reminders missing",
    "reminders after the turn was over",
    "notices of turns",
    "notices of one turn twice",
    "deliveries sent",
    "deliveries dropped, as no longer true",
    "of these, told by another in the same mail",
    "deliveries given up",
    "deliveries still waiting",
    "deliveries dropped though true",
    "deliveries sent of which the server knows nothing",
    "mails taken by the server",
    "mails refused by the server",
    "notices mailed twice",
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


def check_flags(turns: Iterable[Told], end: datetime, found: Findings) -> None:
    for turn in turns:
        if turn.by == Event.By.TIMEOUT:
            found.counts["flags that fell: played by a bot"] += 1
            if turn.closed is None or turn.flag is None or turn.closed < turn.flag:
                found.fault("flags early", turn)
            else:
                found.late["flags"].append(turn.closed - turn.flag)
        elif turn.flag is not None and turn.flag < (until := turn.closed or end):
            if found.is_missed(turn.flag, until):
                found.fault("flags missed", turn)
            elif turn.by:
                found.counts["flags that fell, played by the person before the sweep came"] += 1


def check_reminders(turns: Iterable[Told], end: datetime, found: Findings) -> None:
    written: dict[Key, list[Notice]] = defaultdict(list)
    for notice in Notice.objects.filter(kind="reminder").order_by("pk"):
        written[key_of(notice)].append(notice)
        found.counts["reminders written"] += 1
    for turn in turns:
        if turn.closed != turn.opened:
            _check_reminders_of(turn, written.pop(turn.key, []), end, found)
    for key in written:
        found.fault("reminders written twice or early", f"of no turn there was: {key}")


def _check_reminders_of(
    turn: Told, reminders: Sequence[Notice], end: datetime, found: Findings
) -> None:
    open_until, last = turn.closed or end, turn.opened
    times = [notice.at for notice in reminders]
    moments = sorted(moment for moment in turn.moments if moment < open_until)
    found.counts["reminders to be written"] += len(moments)
    for notice in reminders:
        at, written = notice.at, datetime.fromisoformat(notice.data["written"])
        covered = [moment for moment in moments if last < moment <= at]
        if not covered:
            found.fault("reminders written twice or early", (notice.key, written, times, turn))
        if written > open_until:
            found.fault("reminders after the turn was over", (notice.key, written, turn))
        found.late["reminders"] += [at - moment for moment in covered]
        last = at
    for moment in moments:
        if moment <= last:
            continue
        if found.is_missed(moment, open_until):
            found.fault("reminders missing", (moment.isoformat(), times, turn))
        else:
            found.counts["reminders overtaken by the move before the sweep came"] += 1


def check_time_out_notices(found: Findings) -> None:
    """Each time-out is told once, however many deals at once it hit."""
    hits = Event.objects.filter(by=Event.By.TIMEOUT).values_list("game", "at", "payload__seat")
    told = Notice.objects.filter(kind="timed_out").count()
    found.counts["time-outs without a notice"] = len(set(hits)) - told


# --- What goes out ---


def key_of(notice: Notice) -> Key:
    facts = notice.data
    return facts["game"], facts["deal"], facts["seat"], facts["opened"]


def _ends(turns: Iterable[Told]) -> dict[Key, datetime]:
    """When each turn that is no longer open ended."""
    return {turn.key: turn.closed for turn in turns if turn.closed and turn.closed != turn.opened}


def check_deliveries(turns: Sequence[Told], found: Findings) -> None:
    ends = _ends(turns)
    names = {
        State.SENT: "deliveries sent",
        State.DROPPED: "deliveries dropped, as no longer true",
        State.FAILED: "deliveries given up",
        State.WAITING: "deliveries still waiting",
    }
    of_turns = _of_turns()
    taken = {key for line in mails() if line["is_taken"] for key in line["notices"]}
    for one in Delivery.objects.select_related("notice"):
        found.counts[names[State(one.state)]] += 1
        is_of_turn = one.notice.kind in ("turn", "reminder")
        if one.state == State.DROPPED and is_of_turn and one.settled_at:
            ended = ends.get(key_of(one.notice))
            if _was_overtaken(one, of_turns):
                found.counts["of these, told by another in the same mail"] += 1
            elif ended is None or ended > one.settled_at:
                found.fault(
                    "deliveries dropped though true",
                    (one.notice.pk, one.notice.key, one.notice.at, one.settled_at, ended),
                )
        if one.state == State.SENT and one.notice_id not in taken:
            found.fault("deliveries sent of which the server knows nothing", one.notice.key)
    keys = Counter(key_of(notice) for notice in Notice.objects.filter(kind="turn"))
    found.counts["notices of turns"] = sum(keys.values())
    for key, count in keys.items():
        if count > 1:
            found.fault("notices of one turn twice", key)


def _of_turns() -> dict[Key, list[Notice]]:
    """What was written of each turn."""
    written: dict[Key, list[Notice]] = defaultdict(list)
    for notice in Notice.objects.filter(kind__in=("turn", "reminder")):
        written[key_of(notice)].append(notice)
    return written


def _was_overtaken(delivery: Delivery, of_turns: Mapping[Key, list[Notice]]) -> bool:
    """Of a turn and its reminders that would go out together, the last says it all."""
    mine, settled = delivery.notice, delivery.settled_at
    return settled is not None and any(
        (mine.at, mine.pk) < (other.at, other.pk) and other.at <= settled
        for other in of_turns[key_of(mine)]
    )


def check_mails(turns: Sequence[Told], found: Findings) -> None:
    ends = _ends(turns)
    notices = Notice.objects.in_bulk()
    times: Counter[int] = Counter()
    for line in mails():
        if not line["is_taken"]:
            found.counts["mails refused by the server"] += 1
            continue
        found.counts["mails taken by the server"] += 1
        at, checked = (datetime.fromisoformat(line[name]) for name in ("at", "checked"))
        for notice in (notices[key] for key in line["notices"]):
            times[notice.pk] += 1
            if notice.kind not in ("turn", "reminder"):
                continue
            if notice.kind == "reminder":
                found.late["a reminder's mail, after it was written"].append(at - notice.at)
            ended = ends.get(key_of(notice))
            if ended is not None and ended < at:
                found.counts["mails of a turn that was over when they were taken"] += 1
                found.late["mails after the move"].append(at - ended)
            if ended is not None and checked - ended > COMMIT * site.CLOCK.speed:
                found.fault(
                    "mails of a turn that was over when it was last looked at",
                    (notice.key, f"{(checked - ended).total_seconds() / site.CLOCK.speed:.3f} s"),
                )
    for key, count in times.items():
        if count > 1:
            found.fault("notices mailed twice", notices[key].key)


def mails() -> list[dict[str, Any]]:
    with open(site.MAILS, encoding="utf-8") as file:
        return [json.loads(line) for line in file]
