"""Computes what should have happened to a game by the clock, from its log alone, without a row that the sweep reads.

The log gives the turns, and who closed them when. `games.time_bank` and
`players.notifications.reminder_schedule`, which are pure, give the moments of time-outs and reminders.
Pauses, vacations and outages come from their rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby

from games import time_bank
from games.engine import start, to_act
from games.engine.match import MatchCursor
from games.engine.wire import READERS, event_from_json
from games.models import Event, Game, Outage, Pause, Seat
from games.plans.release import longest_wait
from games.time_bank import Bank, Calendar, Span
from players.models import User, Vacation
from players.notifications.reminder_schedule import reminder_times

Place = tuple[int, int]
"""The number of a deal, and a seat in it."""
Key = tuple[int, int, int, str]
"""A turn: its game, deal and seat, and when it opened, as notifications name it."""

HANDS = (Event.By.PLAYER, Event.By.PLAN, Event.By.TIMEOUT)


@dataclass(slots=True)
class Told:
    """A turn, from its opening to the move or the end of the run."""

    key: Key
    opened: datetime
    closed: datetime | None = None
    by: str = ""
    """Who closed the turn; empty if another player took the seat, or nobody acted."""
    times_out_at: datetime | None = None
    """The state when the turn was closed, or at the end."""
    moments: list[datetime] = field(default_factory=list)
    """The moments at which reminders were due."""
    due: datetime | None = None
    coming: list[datetime] = field(default_factory=list)


@dataclass(slots=True)
class Sitter:
    """What goes with a seat."""

    user: User | None
    bank: Bank
    is_away: bool = False
    """Whether a bot plays for its person."""


class Case:
    """Replays a game from its start to the end of the run."""

    def __init__(self, game: Game, outages: Sequence[Outage], silence: timedelta) -> None:
        self.game, self.rules, self.silence = game, game.clock, silence
        self.free = longest_wait(game.release)
        self.outages = [(one.start, one.end) for one in outages]
        seats = list(game.seats.select_related("user").order_by("number"))
        self.seats = [_seat(seat, game) for seat in seats]
        self.is_clocked = sum(seat.user is not None for seat in self.seats) > 1
        users = [seat.user for seat in self.seats if seat.user]
        self.away: dict[int | None, list[Span]] = defaultdict(list)
        for row in Pause.objects.filter(game=game):
            self.away[None].append((row.start, row.end))
        for vacation in Vacation.objects.filter(user__in=users):
            self.away[vacation.user_id].append((vacation.start, vacation.end))
        self.open: dict[Place, Told] = {}
        self.over: list[Told] = []

    def turns(self, end: datetime) -> list[Told]:
        """All turns of the match up to the end of the run, judged."""
        running = MatchCursor(start(self.game.rules))
        last = self.game.created_at
        for at, events in self._points(end):
            self._expect(last, at)
            if events:
                self._follow(running, at, events)
            self._reckon_deadlines(at)
            last = at
        self._expect(last, end)
        return [*self.over, *self.open.values()]

    def _points(self, end: datetime) -> Iterator[tuple[datetime, list[Event]]]:
        """Everything that changes deadlines: events of the log, and the ends of outages."""
        events = self.game.events.order_by("seq")
        points = [(at, list(some)) for at, some in groupby(events, key=lambda event: event.at)]
        points += [(outage_end, []) for _start, outage_end in self.outages]
        yield from sorted(
            (point for point in points if point[0] <= end), key=lambda point: point[0]
        )
        yield end, []

    # --- From the log ---

    def _follow(self, running: MatchCursor, at: datetime, events: Iterable[Event]) -> None:
        """Apply the events that were written together."""
        # A turn is judged by the state before these events.
        self._reckon_deadlines(at)
        old, acted, anew = set(to_act(running.match())), {}, set()
        for event in events:
            payload = event.payload
            made = event_from_json(payload, running) if payload["type"] in READERS else None
            if made is not None:
                running.apply_in_place(made)
                if "seat" in payload:
                    acted[payload["deal"], payload["seat"]] = event.by
            elif event.type == "autopilot":
                self.seats[payload["seat"]].is_away = payload["on"] is True
                anew.add(payload["seat"])
            elif event.type == "abandoned":
                self._close(set(self.open), {}, at)
                return
        new = set(to_act(running.match()))
        self._reckon_banks(acted, at)
        self._close(old - (new - acted.keys()), acted, at)
        for place in sorted(new - (old - acted.keys())):
            self._open(place, at)
        for place in [place for place in self.open if place[1] in anew]:
            self._close({place}, {}, at)
            self._open(place, at)

    def _open(self, place: Place, at: datetime) -> None:
        self.open[place] = Told((self.game.pk, *place, at.isoformat()), at)

    def _close(self, places: Iterable[Place], acted: Mapping[Place, str], at: datetime) -> None:
        for place in places:
            turn = self.open.pop(place)
            turn.closed, turn.by = at, acted.get(place, "")
            self.over.append(turn)

    # --- From the clock ---

    def _calendar(self, seat: Sitter, at: datetime) -> Calendar:
        """Why time stands still for a seat, as known at that moment."""
        user = seat.user
        away = [*self.away[None], *self.away[user.pk if user else None]]
        # Before its end, an outage shows in the length of the silence.
        down = [
            (since, min(until, at))
            for since, until in self.outages
            if until <= at or at - since > self.silence
        ]
        keeps = user is not None and user.keeps_quiet and self.rules.quiet
        return Calendar(
            zone=user.time_zone if user else "UTC",
            quiet=(user.quiet_from, user.quiet_until) if user and keeps else None,
            weekend=self.rules.weekend,
            away=tuple(away),
            down=tuple(span for span in down if span[0] < span[1]),
        )

    def _reckon_deadlines(self, at: datetime) -> None:
        for number, seat in enumerate(self.seats):
            turns = [turn for place, turn in self.open.items() if place[1] == number]
            if turns:
                self._reckon_seat(seat, turns, at)

    def _reckon_seat(self, seat: Sitter, turns: Sequence[Told], at: datetime) -> None:
        if seat.user is None or seat.is_away or not self.is_clocked:
            for turn in turns:
                turn.due, turn.times_out_at, turn.coming = None, None, []
            return
        calendar = self._calendar(seat, at)
        dues = [time_bank.due(self.rules, calendar, turn.opened, self.free) for turn in turns]
        for turn, due in zip(turns, dues, strict=True):
            turn.due, turn.times_out_at = due, time_bank.time_out(calendar, seat.bank, dues, due)
            turn.coming = self._reminders(calendar, turn, seat.user)

    def _reminders(self, calendar: Calendar, turn: Told, user: User) -> list[datetime]:
        assert turn.times_out_at is not None
        opened = turn.opened
        time_out = opened + time_bank.running(calendar, opened, turn.times_out_at)
        ideal = reminder_times(user.reminders, opened, opened + self.rules.move, time_out)
        moments = [time_bank.after(calendar, opened, moment - opened) for moment in ideal]
        if moments:
            moments += time_bank.restarts(calendar, moments[-1], turn.times_out_at)
        return moments

    def _expect(self, since: datetime, until: datetime) -> None:
        """Record the reminders that were due between the two moments.

        A moment within an outage was moved behind its end, with the deadline. A moment right at its start was not.
        """
        for turn in self.open.values():
            turn.moments += [
                moment
                for moment in turn.coming
                if since <= moment < until
                and not any(start < moment < end for start, end in self.outages)
            ]

    def _reckon_banks(self, acted: Mapping[Place, str], at: datetime) -> None:
        if not self.is_clocked:
            return
        for number, by in {seat: by for (_deal, seat), by in acted.items() if by in HANDS}.items():
            seat = self.seats[number]
            own = [turn for place, turn in self.open.items() if place[1] == number]
            dues = [turn.due for turn in own if turn.due]
            if dues and min(dues) < at:
                seat.bank = time_bank.charge_bank(self._calendar(seat, at), seat.bank, dues, at)
            gives = time_bank.after_time_out if by == Event.By.TIMEOUT else time_bank.after_move
            seat.bank = gives(self.rules, seat.bank)


def _seat(seat: Seat, game: Game) -> Sitter:
    return Sitter(seat.user, Bank(game.clock.bank))
