"""A player's deadlines as a calendar feed for other programs (iCalendar, RFC 5545)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from games.models import Game, Turn
from games.presentation.table_titles import title
from players.models import User

# Calendars draw an event without a duration as a line that is hard to click.
SHOWN_AS: Final = timedelta(minutes=15)
REFRESH: Final = timedelta(minutes=30)
MOST: Final = 200
MEETING_LASTS: Final = timedelta(hours=2)
"""How long calendars and the page of the table show a meeting."""


def deadlines(user: User) -> bytes:
    """Return the calendar: an event for each turn with a deadline, ending when the turn times out."""
    with translation.override(user.own_language):
        calendar = Calendar()
        calendar.add("prodid", "-//Napoleon League//Deadlines//EN")
        calendar.add("version", "2.0")
        calendar.add("method", "PUBLISH")
        calendar.add("x-wr-calname", _("Napoleon: my turns"))
        calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
        for turn in _turns(user):
            calendar.add_component(_event(turn))
        for game, at in _meetings(user):
            calendar.add_component(_meeting(game, at))
        text: bytes = calendar.to_ical()
        return text


def meeting_calendar(game: Game, at: datetime) -> bytes:
    """Return the hour that a table has fixed as a calendar of one event."""
    calendar = Calendar()
    calendar.add("prodid", "-//Napoleon League//Meeting//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(_meeting(game, at))
    text: bytes = calendar.to_ical()
    return text


def _meetings(user: User) -> list[tuple[Game, datetime]]:
    """The hours to come that the person's tables have fixed."""
    games = Game.objects.filter(
        seats__user=user, status=Game.Status.RUNNING, meets_at__gt=timezone.now() - MEETING_LASTS
    )
    ordered = games.select_related("host").order_by("meets_at", "pk")[:MOST]
    return [(game, game.meets_at) for game in ordered if game.meets_at]


def _meeting(game: Game, at: datetime) -> Event:
    """Return the event of a meeting; it keeps its identity while the hour moves."""
    address = f"{settings.SITE_URL}{game.get_absolute_url()}"
    event = Event()
    event.add("uid", f"{game.slug}-meeting@napoleon-league")
    event.add("sequence", game.seq)
    event.add("dtstamp", timezone.now().astimezone(UTC))
    event.add("dtstart", at.astimezone(UTC))
    event.add("dtend", (at + MEETING_LASTS).astimezone(UTC))
    event.add("summary", _("Play together: %(table)s") % {"table": title(game)})
    event.add("description", address)
    event.add("url", address)
    return event


def _turns(user: User) -> list[Turn]:
    turns = Turn.objects.filter(user=user, times_out_at__isnull=False)
    return list(turns.select_related("game__host").order_by("times_out_at", "pk")[:MOST])


def _event(turn: Turn) -> Event:
    """Return the event of a turn; it keeps its identity while its deadline moves."""
    time_out = turn.times_out_at or turn.opened_at
    address = f"{settings.SITE_URL}{turn.game.get_absolute_url()}?deal={turn.deal}"
    event = Event()
    opened = int(turn.opened_at.timestamp())
    event.add("uid", f"{turn.game.slug}-{turn.deal}-{turn.seat}-{opened}@napoleon-league")
    event.add("dtstamp", timezone.now().astimezone(UTC))
    event.add("dtstart", (time_out - SHOWN_AS).astimezone(UTC))
    event.add("dtend", time_out.astimezone(UTC))
    event.add("summary", _("Deadline: %(table)s") % {"table": title(turn.game)})
    event.add("description", address)
    event.add("url", address)
    event.add("transp", "TRANSPARENT")
    return event
