"""The open turns of a game as rows: they follow what happens at the table.

A move, a vacation, a pause or an outage has their deadlines recalculated (`deadlines`). So it
does no harm to do it twice, or late.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time
from typing import Any, Final, TypeAlias

from django.db import models

from games.kernel.events import CLOCK_CHANGES, LivePlayBegan, TableEvent, TablePaused, TableResumed
from games.kernel.followers import Change
from games.kernel.transaction import PLAYER, USER, player_of
from games.models import Event, Game, Seat, Turn
from games.plans.release import longest_wait, release_at
from games.turns.deadlines import TIMES, charged_bank, is_clocked, set_deadlines
from games.turns.held_moves import held_move
from games.turns.outages import AHEAD
from infrastructure.speed import prepared_writes
from infrastructure.speed.prepared_queries import Parameter, PreparedQuery
from napoleon import time_bank
from napoleon.engine import Deal, Match, to_act
from players.models import User
from players.preferences.own_quiet_hours import quiet_hours_of

Place: TypeAlias = tuple[int, int]
"""The number of a deal, and a seat in it."""

WHOLE: Final = ("deal", "seat", "release_at", "held", *TIMES)
"""What of a turn is its own; the game is the same for all that take turns with a row."""


def place_of(turn: Turn) -> Place:
    return turn.deal, turn.seat


# --- Following a game ---

OPEN_TURNS: Final = PreparedQuery(
    lambda: Turn.objects.filter(game=Parameter("game", models.BigIntegerField())).order_by("deal", "seat")
)


def update_open_turns(change: Change) -> None:
    """A follower: open turns follow the new state, and their clocks the people who play now."""
    game, seats = change.game, change.seats
    if game.is_over:
        _set_live(game, None)
    if game.status == Game.Status.ABANDONED:
        game.turns.all().delete()
        return
    acted = {
        (logged.event.deal, logged.event.seat): logged.by
        for logged in change.events
        if not isinstance(logged.event, TableEvent | Deal)
    }
    update_turns(game, seats, change.before.match, change.after.match, acted, change.at)
    _follow_seats(change)
    _follow_clock(change)


def _follow_seats(change: Change) -> None:
    """For a player who comes, the time begins now; where clocks stop or run again, all deadlines move."""
    game, seats, now = change.game, change.seats, change.at
    restarted = [
        seat.number
        for seat, stored in zip(seats, change.stored_seats, strict=True)
        if player_of(seat) != stored[: len(PLAYER)]
    ]
    people_before = sum(user_id is not None for user_id, *_rest in change.stored_seats)
    if people_before < 2 and is_clocked(seats):
        # A person who sat alone with bots had no clock: their time, too, begins now.
        restarted = [seat.number for seat in seats]
    for turn in game.turns.filter(seat__in=restarted) if restarted else ():
        seat = seats[turn.seat]
        if seat.user_id != change.stored_seats[turn.seat][USER]:
            turn.held = None
        _restart(game, seats, turn, now)
        turn.save(update_fields=["opened_at", "release_at", "held"])
    if restarted or any(isinstance(logged.event, TablePaused | TableResumed) for logged in change.events):
        refresh(game, seats, now)


def _follow_clock(change: Change) -> None:
    """Where live play begins or ends, all turns restart. What was late until it began is charged to the banks."""
    game, seats, now = change.game, change.seats, change.at
    changes = [logged.event for logged in change.events if isinstance(logged.event, CLOCK_CHANGES)]
    if not changes:
        return
    turns, is_live = OPEN_TURNS.all(game=game.pk), isinstance(changes[-1], LivePlayBegan)
    if is_live:
        for seat in seats:
            bank = charged_bank(game, seat, turns, now)
            seat.bank, seat.bank_charged_until = bank.left, bank.charged_until
    _set_live(game, now if is_live else None)
    for turn in turns:
        _restart(game, seats, turn, now)
    prepared_writes.update(turns, ("opened_at", "release_at"))
    refresh(game, seats, now)


def _restart(game: Game, seats: Sequence[Seat], turn: Turn, now: datetime) -> None:
    """The time of the turn begins now. A move that is held is made at its moment all the same."""
    turn.opened_at = now
    if not held_move(turn.held):
        turn.release_at = release_at(game, seats, seats[turn.seat], now)


def _set_live(game: Game, since: datetime | None) -> None:
    if game.live_since != since:
        game.live_since = since
        game.save(update_fields=["live_since"])


def update_turns(
    game: Game, seats: Sequence[Seat], before: Match, after: Match, acted: Mapping[Place, str], now: datetime
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
        Turn(game=game, deal=deal, seat=seat, opened_at=now, release_at=release_at(game, seats, seats[seat], now))
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

    A player who must act again keeps their row, so that no place ever has two rows.
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
        bank = charged_bank(game, seat, turns, now)
        if by == Event.By.TIMEOUT:
            bank = time_bank.after_time_out(game.clock, bank)
        elif not _have_timed_out(turns, number, now):
            bank = time_bank.after_move(game.clock, bank)
        seat.bank, seat.bank_charged_until = bank.left, bank.charged_until


def _have_timed_out(turns: Iterable[Turn], seat: int, now: datetime) -> bool:
    """Whether the seat has run out of time. A move that is made all the same, before the sweep, earns nothing.

    What it earned would give the seat's turns in other deals, which have run out as well, more time.
    """
    return any(turn.seat == seat and turn.times_out_at and turn.times_out_at <= now for turn in turns)


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
    hours = quiet_hours_of(user)
    return {"zone": user.time_zone, "quiet": [_text(moment) for moment in hours] if hours else None}


def _text(moment: time) -> str:
    return moment.isoformat("seconds" if moment.second else "minutes")


def refresh(game: Game, seats: Sequence[Seat], now: datetime) -> list[Turn]:
    """Recalculate the deadlines of all open turns of a locked game; return the turns, by deal and seat."""
    turns = OPEN_TURNS.all(game=game.pk)
    _bring_back(game, seats, turns, now)
    prepared_writes.update(set_deadlines(game, seats, turns, now), TIMES)
    return turns


def _bring_back(game: Game, seats: Sequence[Seat], turns: Sequence[Turn], now: datetime) -> None:
    """Let begin now what was noted for later by a clock that was ahead and has been set back."""
    latest = now + longest_wait(game.release) + AHEAD
    ahead = [turn for turn in turns if turn.opened_at > now or (turn.release_at or now) > latest]
    for turn in ahead:
        if held_move(turn.held):
            turn.release_at = now
        _restart(game, seats, turn, now)
    prepared_writes.update(ahead, ("opened_at", "release_at"))
    for seat in seats:
        if seat.bank_charged_until and seat.bank_charged_until > now:
            seat.bank_charged_until = now
            seat.save(update_fields=["bank_charged_until"])
