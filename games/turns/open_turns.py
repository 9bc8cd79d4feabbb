"""The open turns of a game as rows, each with its deadlines: `games.time_bank` applied to what is stored.

Whatever changes them, a move, a vacation, a pause, an outage, they are worked out anew from when each turn opened and
from every reason for which time has stood still since. So it does no harm to do it twice, or late.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import Any, Final, NamedTuple, TypeAlias

from django.db import models
from django.db.models import Q

from games import time_bank
from games.engine import Deal, Match, to_act
from games.kernel.events import CLOCK_CHANGES, LivePlayBegan, TableEvent, TablePaused, TableResumed
from games.kernel.followers import Change
from games.kernel.transaction import PLAYER, USER, player_of
from games.models import Event, Game, Seat, Turn
from games.plans.release import longest_wait, release_at
from games.time_bank import Bank, Calendar, ClockRules, Span
from games.turns.held_moves import held_move
from games.turns.outages import outages
from games.turns.reminders import arm, reminders
from napoleon_site import prepared_writes
from napoleon_site.prepared_queries import Parameter, PreparedQuery
from players.models import User, Vacation
from players.preferences.quiet_hours import can_be
from players.preferences.time_zones import names

Place: TypeAlias = tuple[int, int]
"""The number of a deal, and a seat in it."""

TIMES: Final = (
    "user_id",
    "opened_at",
    "due",
    "times_out_at",
    "remind_at",
    "remind_later",
    "tell_at",
)
"""What of a turn follows from the clock."""
WHOLE: Final = ("deal", "seat", "release_at", "held", *TIMES)
"""What of a turn is its own; the game is the same for all that take turns with a row."""
# A player who moves within this time gets no notification of the turn.
PATIENCE: Final = timedelta(minutes=2)


def tell_at(user_id: int | None, opened_at: datetime) -> datetime | None:
    """When to notify a person of a turn that opens now: the value of `Turn.tell_at`."""
    return opened_at + PATIENCE if user_id else None


def place_of(turn: Turn) -> Place:
    return turn.deal, turn.seat


def is_clocked(seats: Iterable[Seat]) -> bool:
    """Whether a clock runs: where nobody but bots waits, a person may take as long as they like."""
    return sum(seat.user_id is not None for seat in seats) > 1


# --- Following a game ---

OPEN_TURNS: Final = PreparedQuery(
    lambda: Turn.objects.filter(game=Parameter("game", models.BigIntegerField())).order_by(
        "deal", "seat"
    )
)


def follow(change: Change) -> None:
    """A follower: the open turns are those of the new state, and the clocks those of whoever plays now."""
    game, seats = change.game, change.seats
    if game.is_over:
        _set_live(game, None)
    if game.status == Game.Status.ABANDONED:
        game.turns.all().delete()
        return
    acted = {
        (one.event.deal, one.event.seat): one.by
        for one in change.events
        if not isinstance(one.event, TableEvent | Deal)
    }
    update_turns(game, seats, change.before.match, change.after.match, acted, change.at)
    _follow_seats(change)
    _follow_clock(change)


def _follow_seats(change: Change) -> None:
    """For a player who comes, the time begins now; where clocks stop or run again, all deadlines move."""
    game, seats, now = change.game, change.seats, change.at
    anew = [
        seat.number
        for seat, stored in zip(seats, change.stored_seats, strict=True)
        if player_of(seat) != stored[: len(PLAYER)]
    ]
    people_before = sum(user_id is not None for user_id, *_rest in change.stored_seats)
    if people_before < 2 and is_clocked(seats):
        # A person who sat alone with bots had no clock: their time, too, begins now.
        anew = [seat.number for seat in seats]
    for turn in game.turns.filter(seat__in=anew) if anew else ():
        seat = seats[turn.seat]
        if seat.user_id != change.stored_seats[turn.seat][USER]:
            turn.held = None
        _begin_anew(game, seats, turn, now)
        turn.save(update_fields=["opened_at", "release_at", "held"])
    if anew or any(isinstance(one.event, TablePaused | TableResumed) for one in change.events):
        refresh(game, seats, now)


def _follow_clock(change: Change) -> None:
    """Where live play begins or ends, all turns begin anew. What was late until it began is charged to the banks."""
    game, seats, now = change.game, change.seats, change.at
    changes = [one.event for one in change.events if isinstance(one.event, CLOCK_CHANGES)]
    if not changes:
        return
    turns, is_live = OPEN_TURNS.all(game=game.pk), isinstance(changes[-1], LivePlayBegan)
    if is_live:
        for seat in seats:
            bank = _charged(game, seat, turns, now)
            seat.bank, seat.bank_charged_until = bank.left, bank.charged_until
    _set_live(game, now if is_live else None)
    for turn in turns:
        _begin_anew(game, seats, turn, now)
    prepared_writes.update(turns, ("opened_at", "release_at"))
    refresh(game, seats, now)


def _begin_anew(game: Game, seats: Sequence[Seat], turn: Turn, now: datetime) -> None:
    """The time of the turn begins now. A move that is held is made at its moment all the same."""
    turn.opened_at = now
    if not held_move(turn.held):
        turn.release_at = release_at(game, seats, seats[turn.seat], now)


def _set_live(game: Game, since: datetime | None) -> None:
    if game.live_since != since:
        game.live_since = since
        game.save(update_fields=["live_since"])


def update_turns(
    game: Game,
    seats: Sequence[Seat],
    before: Match,
    after: Match,
    acted: Mapping[Place, str],
    now: datetime,
) -> None:
    """Make the open turns those of the new state; the seats' banks are charged, but not saved.

    ``acted`` says who has acted, and by whose hand. A player who acts and must act again gets a new turn.
    """
    old, new = set(to_act(before)), set(to_act(after))
    closed = old - (new - acted.keys())
    turns = OPEN_TURNS.all(game=game.pk) if old else []
    for turn in turns:
        turn.game = game
    _charge_banks(game, seats, turns, acted, now)
    closing = [turn for turn in turns if place_of(turn) in closed]
    staying = [turn for turn in turns if place_of(turn) not in closed]
    opened = [
        Turn(
            game=game,
            deal=deal,
            seat=seat,
            opened_at=now,
            release_at=release_at(game, seats, seats[seat], now),
        )
        for deal, seat in sorted(new - (old - acted.keys()))
    ]
    _note_hours(seats, staying, opened)
    touched = {seat for _deal, seat in closed} | {turn.seat for turn in opened}
    siblings = [turn for turn in staying if turn.seat in touched]
    changed = set_deadlines(game, seats, siblings + opened, now)
    # Update first: new rows reuse the keys of closed ones and would compare equal.
    prepared_writes.update([turn for turn in siblings if turn in changed], TIMES)
    _replace(closing, opened)


def _replace(closed: list[Turn], opened: list[Turn]) -> None:
    """Store new turns in the rows of closed ones while these last: that is one write instead of two.

    Whoever is to act again gets their own row, so that at no moment two rows say the same of one place.
    """
    rows = {place_of(turn): turn.pk for turn in closed}
    again = {place_of(turn) for turn in opened} & rows.keys()
    free = [rows[place] for place in rows if place not in again]
    for turn in opened:
        turn.pk = rows[place_of(turn)] if place_of(turn) in again else free.pop() if free else None
    prepared_writes.delete([turn for turn in closed if turn.pk in free])
    prepared_writes.update([turn for turn in opened if turn.pk], WHOLE)
    prepared_writes.insert([turn for turn in opened if not turn.pk])


def _charge_banks(
    game: Game, seats: Sequence[Seat], turns: list[Turn], acted: Mapping[Place, str], now: datetime
) -> None:
    """Take from the banks what those who have moved were late, and give what a move gives."""
    if not is_clocked(seats):
        return
    hands = {seat: by for (_deal, seat), by in acted.items() if by in _BY_THE_CLOCK}
    for number, by in hands.items():
        seat = seats[number]
        gives = time_bank.after_time_out if by == Event.By.TIMEOUT else time_bank.after_move
        bank = gives(game.clock, _charged(game, seat, turns, now))
        seat.bank, seat.bank_charged_until = bank.left, bank.charged_until


def _charged(game: Game, seat: Seat, turns: Iterable[Turn], now: datetime) -> Bank:
    """The bank of the seat, less what it has been late until now in these turns."""
    rules = game.clock
    own = [turn for turn in turns if turn.seat == seat.number and turn.due]
    bank = bank_of(rules, seat)
    if not any(turn.due < now for turn in own if turn.due):
        return bank
    # An outage may be known of for which nobody has been given their time back yet.
    opened = [turn.opened_at for turn in own]
    calendar = calendar_of(rules, seat, _stops(game, [seat], min(opened), now))
    dues = _dues(game, rules, calendar, opened)
    return time_bank.charge_bank(calendar, bank, dues, now)


_BY_THE_CLOCK: Final = (Event.By.PLAYER, Event.By.PLAN, Event.By.TIMEOUT)


def _note_hours(seats: Sequence[Seat], staying: list[Turn], opened: list[Turn]) -> None:
    """A player without an open turn gets the next one by their quiet hours as they are now.

    While a turn is open they stay as they were: a night cannot be sent ahead of the clock round the globe.
    """
    for number in {turn.seat for turn in opened} - {turn.seat for turn in staying}:
        seat = seats[number]
        if seat.user is not None:
            seat.hours_json = hours_of(seat.user)


def hours_of(user: User) -> dict[str, Any]:
    """A person's zone and quiet hours, as a seat keeps them."""
    quiet = [f"{user.quiet_from:%H:%M}", f"{user.quiet_until:%H:%M}"]
    return {"zone": user.time_zone, "quiet": quiet if user.keeps_quiet else None}


def bank_of(rules: ClockRules, seat: Seat) -> Bank:
    return Bank(rules.bank if seat.bank is None else seat.bank, seat.bank_charged_until)


# --- Deadlines ---


def refresh(game: Game, seats: Sequence[Seat], now: datetime) -> list[Turn]:
    """Work out the deadlines of all open turns of a locked game anew; return the turns, by deal and seat."""
    turns = OPEN_TURNS.all(game=game.pk)
    prepared_writes.update(set_deadlines(game, seats, turns, now), TIMES)
    return turns


def set_deadlines(
    game: Game, seats: Sequence[Seat], turns: Sequence[Turn], now: datetime
) -> list[Turn]:
    """Set what follows from the clock; tells which turns it changed. Of a seat all open turns must be there."""
    before = [_times(turn) for turn in turns]
    rules = game.clock
    clocked = is_clocked(seats)
    numbers = {turn.seat for turn in turns}
    waited_for = [seats[number] for number in numbers if clocked and seats[number].is_present]
    stops = _stops(game, waited_for, min((turn.opened_at for turn in turns), default=now), now)
    for number in numbers:
        seat, own = seats[number], [turn for turn in turns if turn.seat == number]
        for turn in own:
            turn.user = seat.user if seat.is_present else None
        if seat in waited_for:
            calendar = calendar_of(rules, seat, stops)
            dues = _dues(game, rules, calendar, [turn.opened_at for turn in own])
            _run(rules, seat, calendar, own, dues, now)
        else:
            for turn in own:
                turn.due = turn.times_out_at = turn.remind_at = turn.tell_at = None
                turn.remind_later = []
    return [turn for turn, times in zip(turns, before, strict=True) if _times(turn) != times]


def _dues(
    game: Game, rules: ClockRules, calendar: Calendar, opened: Iterable[datetime]
) -> list[datetime]:
    """When turns are due. The time for which plans may wait here costs nothing, even where there is no allowance.

    That holds for every turn, whoever moves in it, and how: so neither deadlines nor banks tell what was planned.
    Nor does live play cost anything: no turn lasts an hour there.
    """
    free = time_bank.HOUR if game.live_since else longest_wait(game.release)
    return [time_bank.due(rules, calendar, moment, free) for moment in opened]


def _times(turn: Turn) -> tuple[object, ...]:
    return tuple(getattr(turn, name) for name in TIMES)


def _run(
    rules: ClockRules,
    seat: Seat,
    calendar: Calendar,
    turns: list[Turn],
    dues: list[datetime],
    now: datetime,
) -> None:
    """Set the deadlines of a seat whose clock runs."""
    bank = bank_of(rules, seat)
    for turn, due in zip(turns, dues, strict=True):
        if turn.opened_at == now:
            turn.tell_at = tell_at(seat.user_id, turn.opened_at)
        turn.due, turn.times_out_at = due, time_bank.time_out(calendar, bank, dues, due)
        arm(turn, reminders(rules, calendar, turn, seat.user), now)


# --- Why time stands still ---


class Stops(NamedTuple):
    """Why clocks stand still, beside the hours that each seat keeps."""

    table: tuple[Span, ...] = ()
    """Pauses."""
    site: tuple[Span, ...] = ()
    """Outages."""
    people: Mapping[int, tuple[Span, ...]] = {}
    """Vacations, by the keys of those who take them."""


def calendar_of(rules: ClockRules, seat: Seat, stops: Stops) -> Calendar:
    """The calendar of a seat, by the hours that it keeps and the pauses that are handed in."""
    zone = seat.hours_json.get("zone", "UTC")
    quiet = seat.hours_json.get("quiet") if rules.quiet else None
    start, end = (time.fromisoformat(text) for text in quiet or ("00:00", "00:00"))
    return Calendar(
        zone=zone if zone in names() else "UTC",
        quiet=(start, end) if can_be(start, end) else None,
        weekend=rules.weekend,
        away=stops.table + stops.people.get(seat.user_id or 0, ()),
        down=stops.site,
    )


def _stops(game: Game, seats: Iterable[Seat], since: datetime, now: datetime) -> Stops:
    """What has stopped the clocks of these seats since then. Most moves need no query for it."""
    users = [seat.user for seat in seats if seat.user is not None]
    if not users:
        return Stops()
    table: tuple[Span, ...] = ()
    if game.paused_until and game.paused_until > since:
        table = tuple(game.pauses.filter(end__gt=since).values_list("start", "end"))
    site = outages(since, now) if since < now else ()
    people: dict[int, tuple[Span, ...]] = {}
    resting = [user for user in users if user.vacations_until and user.vacations_until > since]
    if resting:
        vacations = Vacation.objects.filter(Q(user__in=resting), end__gt=since)
        for user_id, start, end in vacations.values_list("user", "start", "end"):
            people[user_id] = (*people.get(user_id, ()), (start, end))
    return Stops(table, site, people)
