"""Revisions of calendar events: programs replace an event only by one with a later SEQUENCE and LAST-MODIFIED."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Final

from django.utils import timezone
from django.utils.translation import get_language
from icalendar import Event

from players.models import CalendarRevision

# Sequence numbers are the seconds since then, so that they grow even after a stored revision was forgotten.
EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)
SECOND: Final = timedelta(seconds=1)
KEPT: Final = timedelta(days=400)


def revised(events: Sequence[Event]) -> Sequence[Event]:
    """The events with their revisions; an event that differs from the one last given out gets a new one."""
    by_key = {f"{get_language()}:{event['UID']}": event for event in events}
    known = {row.key: row for row in CalendarRevision.objects.filter(key__in=by_key)}
    changed = []
    for key, event in by_key.items():
        # When it was written out is no part of what it says.
        event.pop("DTSTAMP", None)
        fingerprint = sha256(event.to_ical()).hexdigest()
        row = known.get(key)
        if row is None or row.fingerprint != fingerprint:
            row = CalendarRevision(key=key, fingerprint=fingerprint, modified_at=_next_moment(row))
            changed.append(row)
        _mark(event, row.modified_at)
    if changed:
        CalendarRevision.objects.bulk_create(
            changed, update_conflicts=True, unique_fields=["key"], update_fields=["fingerprint", "modified_at"]
        )
    return events


def _next_moment(former: CalendarRevision | None) -> datetime:
    """Now, to the second, as calendars write it; but later than the former revision."""
    now = timezone.now().replace(microsecond=0)
    return max(now, former.modified_at + SECOND) if former else now


def _mark(event: Event, modified_at: datetime) -> None:
    moment = modified_at.astimezone(UTC)
    event.DTSTAMP = event.LAST_MODIFIED = moment
    event.sequence = max(0, (moment - EPOCH) // SECOND)


def forget_revisions(now: datetime) -> None:
    CalendarRevision.objects.filter(modified_at__lt=now - KEPT).delete()
