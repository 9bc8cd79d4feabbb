"""When the site did not run: noted once it does again, so that players lose no time."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.models import Heartbeat, Outage
from napoleon import time_bank
from napoleon.time_bank import Calendar, Span

SILENCE: Final = timedelta(minutes=5)
"""A site that was not heard of for longer has been down. A few runs of the sweep may be missed."""
AHEAD: Final = timedelta(hours=1)
"""A heartbeat that is further ahead comes from a clock that has been set back. Machines differ by less."""


def outages(since: datetime, now: datetime) -> tuple[Span, ...]:
    """When the site did not run; also the time right up to now, if the sweep has not yet noticed."""
    # The heartbeat first: where it has just been heard again, the outage before it is a row already.
    silent = Heartbeat.objects.filter(at__lt=now - SILENCE).first()
    noted = tuple(Outage.objects.filter(end__gt=since).values_list("start", "end"))
    return (*noted, (silent.at, now)) if silent else noted


def put_off(moment: datetime, since: datetime, now: datetime) -> datetime:
    """A moment that was computed at ``since``, later by the time for which the site has not run from then on."""
    return time_bank.after(Calendar(down=outages(since, now)), since, moment - since)


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
    Outage.objects.filter(start__gte=now).delete()
    if not Outage.objects.filter(end__gt=now).update(end=now, is_given_back=False):
        Outage.objects.create(start=now, end=now)


def beat(at: datetime) -> None:
    """Note that the site runs: what was due up to then is seen to, or just being seen to.

    Record progress only after the work is done, so that a crashed worker counts as an outage. Until the transaction
    ends no outage can be noted.
    """
    Heartbeat.objects.filter(at__lt=at).update(at=at)


def no_outage_after(now: datetime) -> bool:
    """Whether all outages that end later than now are still to come: up to now deadlines are what they seemed."""
    return not Outage.objects.filter(end__gt=now).exists()
