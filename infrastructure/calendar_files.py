"""Calendars for other programs (iCalendar, RFC 5545)."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from icalendar import Calendar, Event


def calendar_response(
    events: Iterable[Event], about: str, *, name: str = "", refresh: timedelta | None = None
) -> HttpResponse:
    """A response with a calendar; feeds also have a name and a refresh interval."""
    calendar = Calendar()
    calendar.prodid = f"-//Napoleon League//{about}//EN"
    calendar.version, calendar.method = "2.0", "PUBLISH"
    if name:
        calendar.add("x-wr-calname", name)
    if refresh:
        calendar.add("refresh-interval", refresh, parameters={"VALUE": "DURATION"})
    for event in events:
        calendar.add_component(event)
    return HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")


def calendar_event(key: str, starts: datetime, ends: datetime, path: str, **more: Any) -> Event:
    """An event that links to a page; its key identifies it when its time changes."""
    address = f"{settings.SITE_URL}{path}"
    return Event.new(
        uid=f"{key}@napoleon-league",
        start=starts.astimezone(UTC),
        end=ends.astimezone(UTC),
        description=address,
        url=address,
        **more,
    )
