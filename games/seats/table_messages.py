"""What has happened at a table beside the cards, and what holds now: a pause, a meeting, an offered seat."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.access import Visitor, offered_seat
from games.kernel.events import (
    CLOCK_CHANGES,
    HAND_OVERS,
    AutopilotSwitched,
    LivePlayAgreed,
    LivePlayEnded,
    LoggedEvent,
    MeetingFixed,
    SubstituteSeated,
    TableEvent,
    TablePaused,
)
from games.kernel.replay import SeatHistory
from games.models import Event, Game, Pause, Seat
from games.presentation.points import minus
from games.turns.calendar import MEETING_LASTS
from napoleon.engine import Match
from napoleon.engine.deal import PassedOut
from napoleon.engine.match import deals_in_all

SHOWN: Final = 8

WORDS: Final[dict[str, Promise]] = {
    "timed_out": gettext_lazy("Deal %(deal)s: %(name)s ran out of time, so a bot played."),
    "autopilot": gettext_lazy("A bot is playing for %(name)s."),
    "back": gettext_lazy("%(name)s is back."),
    "left": gettext_lazy("The player of seat %(place)s has left. A bot is playing."),
    "given_back": gettext_lazy("%(name)s has been given back seat %(place)s."),
    "substituted": gettext_lazy("A substitute has taken seat %(place)s."),
    "paused": gettext_lazy("The clocks were stopped."),
    "paused organiser": gettext_lazy("The organisers set a pause."),
    "resumed": gettext_lazy("The clocks are running again."),
    "meeting_fixed": gettext_lazy("A time to play together was set."),
    "meeting_moved": gettext_lazy("The site was down at the time to play together, so it is later."),
    "meeting_cancelled": gettext_lazy("The time to play together was cancelled."),
    "live_began": gettext_lazy("All agreed: the table plays live."),
    "live_ended asked": gettext_lazy("%(name)s switched back to the slow clock."),
    "live_ended away": gettext_lazy("%(name)s went away, so the slow clock is back."),
    "live_ended slow": gettext_lazy("%(name)s is taking longer, so the slow clock is back."),
    "live_ended paused": gettext_lazy("The table no longer plays live."),
    "live_ended alone": gettext_lazy("The table no longer plays live."),
    "abandoned": gettext_lazy("Nobody came back, so the match was abandoned."),
    "played_out": gettext_lazy("The round was closed, so bots are playing the match to the end."),
    "adjudicated": gettext_lazy("The round was closed, so the match ended as it stood."),
}


class TableMessage(NamedTuple):
    text: str
    at: datetime


def table_messages(
    happened: Sequence[LoggedEvent], history: SeatHistory, most: int | None = SHOWN
) -> list[TableMessage]:
    """The latest first; people by the names of those who had the seats then."""
    known = [logged for logged in reversed(happened) if kind_of(logged) in WORDS]
    return [TableMessage(_in_words(logged, history), logged.at) for logged in known[:most]]


def kind_of(logged: LoggedEvent) -> str:
    """Which of `WORDS` tells of the event."""
    event = logged.event
    if not isinstance(event, TableEvent):
        return "timed_out"
    if isinstance(event, LivePlayEnded):
        return f"{event.type} {event.why}"
    if is_given_back(logged):
        return "given_back"
    if isinstance(event, TablePaused) and event.cause == Pause.Cause.ORGANISERS:
        return f"{event.type} {event.cause}"
    if isinstance(event, MeetingFixed) and logged.by == Event.By.SITE:
        return "meeting_moved"
    is_back = isinstance(event, AutopilotSwitched) and event.on is not True
    return "back" if is_back else event.type


def is_given_back(logged: LoggedEvent) -> bool:
    """Whether staff have given the seat back to the person who had it."""
    event = logged.event
    is_on = isinstance(event, AutopilotSwitched) and event.on is True
    is_return = isinstance(event, (AutopilotSwitched, SubstituteSeated)) and not is_on
    return is_return and logged.by == Event.By.SITE


def _in_words(logged: LoggedEvent, history: SeatHistory) -> str:
    number, words = getattr(logged.event, "seat", None), {"name": _("somebody"), "place": "?"}
    seats = history.at(logged.seq)
    if isinstance(number, int) and 0 <= number < len(seats):
        words = {"name": seats[number].name, "place": str(number + 1)}
    deal = getattr(logged.event, "deal", None)
    return str(WORDS[kind_of(logged)]) % {**words, "deal": deal}


# --- What holds now ---

AGREED_FOR: Final = timedelta(minutes=10)
"""How long a player's consent to play live holds while others have not given theirs."""


def who_agreed(happened: Sequence[LoggedEvent], now: datetime) -> set[int]:
    """The seats whose players have lately given their word, since live play last began or ended."""
    seats: set[int] = set()
    lately = takewhile(lambda logged: logged.at > now - AGREED_FOR, reversed(happened))
    for logged in reversed(list(lately)):
        event = logged.event
        if isinstance(event, LivePlayAgreed):
            seats.add(event.seat)
        elif isinstance(event, HAND_OVERS):
            seats.discard(event.seat)
        elif isinstance(event, CLOCK_CHANGES):
            seats.clear()
    return seats


def seat_offer(user: Visitor, game: Game, match: Match) -> list[str]:
    """What the visitor takes over with the seat that is offered to them; nothing where none is."""
    seat = offered_seat(user, game.seats.all()) if game.status == Game.Status.RUNNING else None
    return offer_lines(match, seat) if seat is not None else []


def offer_lines(match: Match, seat: Seat) -> list[str]:
    """What a substitute in the seat takes over, in sentences."""
    numbers = [deal.number for deal in match.open] or [len(match.ended)]
    passed_out = [end for end in match.ended if isinstance(end, PassedOut)]
    words = {
        "deal": _(", ").join(map(str, numbers)),
        "deals": deals_in_all(match.rules, len(passed_out), sum(end.redeal is not None for end in passed_out)),
    }
    points = match.rules.chips + match.scores[seat.number]
    has = ngettext("The seat has %(points)s point.", "The seat has %(points)s points.", points)
    return [
        _("You are asked to take over a seat at this table."),
        _("The match is running: deal %(deal)s of %(deals)s.") % words,
        has % {"points": minus(points)},
        _("You will see its cards and everything it has seen so far."),
    ]


def current_pause(game: Game, now: datetime) -> Pause | None:
    """Return the current pause of the table; makes no query without one."""
    if game.paused_until is None or game.paused_until <= now:
        return None
    return game.pauses.filter(start__lte=now, end__gt=now).first()


def coming_meeting(game: Game, now: datetime) -> datetime | None:
    """The hour that the running match has fixed, until it is over."""
    if game.meets_at is None or game.status != Game.Status.RUNNING:
        return None
    return game.meets_at if now < game.meets_at + MEETING_LASTS else None
