"""When the site did not run: noted once it does again, so that nobody loses time.

Turns are recomputed (`games.turns.deadlines`), and dates move (`staff/outages/dates.py` lists them all).
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, NamedTuple, TypeAlias

from django.db import transaction
from django.utils import timezone

from games.models import Heartbeat, Outage
from napoleon import time_bank
from napoleon.time_bank import Calendar, Span

SILENCE: Final = timedelta(minutes=5)
"""A site that was not heard of for longer has been down. A few runs of the sweep may be missed."""
LONGEST: Final = timedelta(days=366)
"""Further back than the time in question and this no outage is looked for."""
AHEAD: Final = timedelta(hours=1)
"""A heartbeat that is further ahead comes from a clock that has been set back. Machines differ by less."""


def outages(since: datetime, now: datetime) -> tuple[Span, ...]:
    """When the site did not run; also the time right up to now, if the sweep has not yet noticed."""
    # The heartbeat first: where it has just been heard again, the outage before it is a row already.
    silent = _silent(now)
    noted = tuple(Outage.objects.filter(end__gt=since).values_list("start", "end"))
    return (*noted, (silent.at, now)) if silent else noted


def put_off(moment: datetime, since: datetime, now: datetime) -> datetime:
    """A moment that was computed at ``since``, later by the time for which the site has not run from then on."""
    return time_bank.after(Calendar(down=outages(since, now)), since, moment - since)


def ago(time: timedelta, now: datetime) -> datetime:
    """Since when the site has run for so long."""
    moment = now
    for start, end in sorted(outages(now - time - LONGEST, now), reverse=True):
        if moment - end >= time:
            break
        time -= max(moment - end, timedelta())
        moment = min(moment, start)
    return moment - time


def site_time() -> datetime:
    """The moment by which dates are judged: now, but in an outage that is not noted yet, when it began."""
    now = timezone.now()
    silent = _silent(now)
    return silent.at if silent else now


def _silent(now: datetime) -> Heartbeat | None:
    """The last heartbeat, if it is older than a site's that runs."""
    return Heartbeat.objects.filter(at__lt=now - SILENCE).first()


# --- Noting an outage ---


def note_silence() -> tuple[datetime, datetime]:
    """If for long nobody has got anything done, note an outage up to now; up to when all is done, and what is now.

    Where the machine's clock has been set back, what it noted of the time to come no longer holds.
    """
    now = timezone.now()
    with transaction.atomic():
        heartbeat, _ = Heartbeat.objects.select_for_update().get_or_create(pk=1, defaults={"at": now})
        if heartbeat.at - now > AHEAD:
            _set_back(now)
        elif now - heartbeat.at > SILENCE:
            Outage.objects.create(start=heartbeat.at, end=now)
        else:
            return heartbeat.at, now
        heartbeat.at = now
        heartbeat.save(update_fields=["at"])
    return now, now


def _set_back(now: datetime) -> None:
    """Let no outage last beyond now: a clock that was ahead took the time that it had skipped for one.

    All deadlines are recalculated, with an outage of no length if there is no other.
    """
    ahead = Outage.objects.filter(start__gt=now).update(start=now, end=now, is_given_back=False)
    if not Outage.objects.filter(end__gt=now).update(end=now, is_given_back=False) and not ahead:
        Outage.objects.create(start=now, end=now)


def stop_clocks() -> None:
    """Make the site read-only: the sweep rests, and what has no heartbeat counts as an outage."""
    now = timezone.now()
    Heartbeat.objects.get_or_create(pk=1, defaults={"at": now})
    Heartbeat.objects.filter(pk=1, read_only_since=None).update(read_only_since=now)


@transaction.atomic
def start_clocks() -> None:
    """End read-only mode, which was an outage however short it was."""
    heartbeat = Heartbeat.objects.select_for_update().filter(pk=1, read_only_since__isnull=False).first()
    if heartbeat is None:
        return
    now = timezone.now()
    Outage.objects.create(start=min(heartbeat.at, now), end=now)
    heartbeat.at, heartbeat.read_only_since = now, None
    heartbeat.save(update_fields=["at", "read_only_since"])


def beat(at: datetime) -> None:
    """Note that the site runs: what was due up to then is seen to, or just being seen to.

    Record progress only after the work is done, so that a crashed worker counts as an outage. Until the transaction
    ends no outage can be noted.
    """
    Heartbeat.objects.filter(at__lt=at).update(at=at)


def no_outage_after(now: datetime) -> bool:
    """Whether all outages that end later than now are still to come: up to now deadlines are what they seemed."""
    return not Outage.objects.filter(end__gt=now).exists()


# --- Dates that people wait for ---


class Shift(NamedTuple):
    """How an outage moves dates."""

    since: datetime
    """Later dates move: those that were still to come when it began."""
    by: timedelta
    """The length of the outage; negative where a clock that has been set back had made it too long."""


Mover: TypeAlias = Callable[[Shift], None]
MOVERS: Final[list[Mover]] = []
"""What moves the dates of each app."""


def settle_outages() -> None:
    """Note an outage that is just over, and move all dates. Whatever acts upon a date does this first."""
    if _silent(timezone.now()):
        note_silence()
    move_dates()


def move_dates() -> None:
    """Move all dates by the outages that have not moved them yet: by each outage all of them, or none."""
    for key in Outage.objects.filter(is_given_back=False).order_by("end").values_list("pk", flat=True):
        with transaction.atomic():
            outage = Outage.objects.select_for_update().get(pk=key)
            moved, length = outage.moved_by or timedelta(), outage.end - outage.start
            if moved == length:
                continue
            for move in MOVERS:
                move(Shift(outage.start + moved, length - moved))
            outage.moved_by = length
            outage.save(update_fields=["moved_by"])
