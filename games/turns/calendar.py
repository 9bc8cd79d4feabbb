"""A player's deadlines and meetings as a calendar feed."""

from datetime import datetime, timedelta
from typing import Final

from django.http import HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from icalendar import Event

from games.models import Game, Turn
from games.presentation.table_titles import title
from infrastructure.calendar_files import calendar_event, calendar_response
from players.models import User
from players.notifications.calendar_revisions import revised

# Calendars draw an event without a duration as a line that is hard to click.
SHOWN_AS: Final = timedelta(minutes=15)
REFRESH: Final = timedelta(minutes=30)
MOST: Final = 200
MEETING_LASTS: Final = timedelta(hours=2)
"""How long calendars and the page of the table show a meeting."""


def deadlines(user: User) -> HttpResponse:
    """The feed: an event for each turn with a deadline, ending when the turn times out, and for each meeting."""
    with translation.override(user.own_language):
        events = [_deadline(turn) for turn in _turns(user)]
        events += [_meeting(game, at) for game, at in _meetings(user)]
        name = _("Napoleon: my turns")
        return calendar_response(revised(events), "Deadlines", name=name, refresh=REFRESH)


def meeting_calendar(game: Game, at: datetime) -> HttpResponse:
    """The hour that a table has fixed as a calendar of one event."""
    return calendar_response(revised([_meeting(game, at)]), "Meeting")


def _meetings(user: User) -> list[tuple[Game, datetime]]:
    """The hours to come that the person's tables have fixed."""
    games = Game.objects.filter(
        seats__user=user, status=Game.Status.RUNNING, meets_at__gt=timezone.now() - MEETING_LASTS
    )
    ordered = games.select_related("host").order_by("meets_at", "pk")[:MOST]
    return [(game, game.meets_at) for game in ordered if game.meets_at]


def _meeting(game: Game, at: datetime) -> Event:
    return calendar_event(
        f"{game.slug}-meeting",
        at,
        at + MEETING_LASTS,
        game.get_absolute_url(),
        summary=_("Play together: %(table)s") % {"table": title(game)},
    )


def _turns(user: User) -> list[Turn]:
    turns = Turn.objects.filter(user=user, times_out_at__isnull=False)
    return list(turns.select_related("game__host").order_by("times_out_at", "pk")[:MOST])


def _deadline(turn: Turn) -> Event:
    time_out = turn.times_out_at or turn.opened_at
    return calendar_event(
        # Without the time: a turn may restart. The next turn in the deal moves the same event.
        f"{turn.game.slug}-{turn.deal}-{turn.seat}",
        time_out - SHOWN_AS,
        time_out,
        f"{turn.game.get_absolute_url()}?deal={turn.deal}",
        summary=_("Deadline: %(table)s") % {"table": title(turn.game)},
        transparency="TRANSPARENT",
    )
