"""The order of analyses: waiting people take turns, each with one deal at a time.

A worker's claim on an analysis expires. If the worker dies, another one starts the deal again.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Max, Min, Q, QuerySet
from django.utils import timezone

from games.models import Analysis

LEASE: Final = timedelta(minutes=10)
"""A worker that takes longer over a deal counts as dead."""
MAX_ATTEMPTS: Final = 3
"""The analysis gives up on a deal after so many workers have failed."""


def claim(now: datetime) -> Analysis | None:
    """Claim the next analysis: that of the waiting person who was served longest ago, at most one analysis a person."""
    with transaction.atomic():
        # One worker chooses at a time: all of them lock the first row that there is.
        Analysis.objects.select_for_update().order_by("pk").values_list("pk").first()
        key = _next(now)
        if key is None:
            return None
        chosen = Analysis.objects.get(pk=key)
        chosen.claimed_until, chosen.served_at = now + LEASE, now
        chosen.attempts += 1
        chosen.save(update_fields=["claimed_until", "served_at", "attempts"])
        return chosen


def _next(now: datetime) -> int | None:
    """The key of the analysis that is next."""
    unfinished = waiting(now)
    busy = set(unfinished.exclude(_unclaimed(now)).values_list("person", flat=True))
    free = unfinished.filter(_unclaimed(now))
    asked = dict(free.order_by().values_list("person").annotate(Min("asked_at")))
    people = asked.keys() - busy
    if not people:
        return None
    served = _served(people)
    person = min(people, key=lambda person: (served.get(person, NEVER), asked[person]))
    own = free.filter(person=person).order_by("asked_at", "pk")
    return own.values_list("pk", flat=True).first()


NEVER: Final = datetime.min.replace(tzinfo=timezone.get_default_timezone())


def _unclaimed(now: datetime) -> Q:
    return Q(claimed_until=None) | Q(claimed_until__lte=now)


def waiting(now: datetime) -> QuerySet[Analysis]:
    """The analyses that are neither finished nor given up."""
    still = Q(attempts__lt=MAX_ATTEMPTS) | Q(claimed_until__gt=now)
    return Analysis.objects.filter(still, is_finished=False)


def _served(people: Iterable[int | None]) -> dict[int | None, datetime]:
    """When a worker last took a deal for each of them."""
    theirs = Q(person__in=[key for key in people if key is not None]) | Q(person=None)
    rows = Analysis.objects.filter(theirs, served_at__isnull=False)
    return dict(rows.values_list("person").annotate(Max("served_at")).order_by())


def claimed(analysis: Analysis) -> QuerySet[Analysis]:
    """The row of the analysis, unless this worker has lost it to another worker or to a fresh start."""
    return Analysis.objects.filter(pk=analysis.pk, claimed_until=analysis.claimed_until)


def is_left_out() -> bool:
    """Whether analyses wait while no worker has claimed one, as after a lost message."""
    left = Analysis.objects.filter(is_finished=False, attempts__lt=MAX_ATTEMPTS)
    return left.exists() and not left.filter(claimed_until__gt=timezone.now()).exists()
