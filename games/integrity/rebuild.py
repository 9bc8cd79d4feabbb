"""Rebuilds the read models of a game from its log: its state, its open turns, the scores of its seats."""

from collections.abc import Sequence
from copy import copy
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from games.archive import store
from games.imports.store import end_of
from games.kernel.events import (
    CLOCK_CHANGES,
    EARLY_ENDS,
    HAND_OVERS,
    RESTARTS,
    AutopilotSwitched,
    LivePlayBegan,
    LoggedEvent,
    RecordImported,
    TableEvent,
)
from games.kernel.game_queries import locked
from games.kernel.on_hold import end_hold, fits
from games.kernel.replay import ReplayStep, moves_of, replay
from games.kernel.transaction import away, closes_at, status_at_the_end
from games.models import Game, Seat, Turn
from games.plans.release import release_at
from games.records import content_of
from games.turns.deadlines import is_clocked, tell_at
from games.turns.open_turns import Place, refresh
from napoleon.engine import Match, is_over, to_act


class OpenTurn(NamedTuple):
    """A turn's player, its start, and whether its clock runs; its end does not follow from the log alone."""

    user: int | None
    opened_at: datetime
    is_clocked: bool

    def __str__(self) -> str:
        clock = "" if self.is_clocked else " without a clock"
        return f"open since {self.opened_at:%F %T} for person {self.user}{clock}"


class Models(NamedTuple):
    """The read models of a game, by their names in `differences`."""

    values: dict[str, Any]
    turns: dict[Place, OpenTurn]


def rebuild(game_id: int) -> list[str]:
    """Rebuild the read models; return what was wrong."""
    with transaction.atomic():
        game = locked(key=game_id)
        if game.status == Game.Status.ON_HOLD and fits(game):
            end_hold(game)
        wrong = differences(game)
        if wrong:
            _write(game, _from_log(game))
        return wrong


def differences(game: Game) -> list[str]:
    """The differences between the read models and the log."""
    stored, right = _stored(game), _from_log(game)
    return [
        f"{name} is {stored.values[name]} instead of {value}"
        for name, value in right.values.items()
        if stored.values[name] != value
    ] + [
        f"turn {deal}/{seat} is {stored.turns.get((deal, seat), 'not open')} "
        f"instead of {right.turns.get((deal, seat), 'not open')}"
        for deal, seat in sorted(stored.turns.keys() | right.turns.keys())
        if stored.turns.get((deal, seat)) != right.turns.get((deal, seat))
    ]


def _stored(game: Game) -> Models:
    seats = list(game.seats.order_by("number"))
    turns = game.turns.values_list("deal", "seat", "user", "opened_at", "times_out_at")
    return Models(
        {
            "status": game.status,
            "started_at": game.started_at,
            "ended_at": game.ended_at,
            "closes_at": game.closes_at,
            "live_since": game.live_since,
            "scores": [seat.score for seat in seats],
            "autopilot": [seat.autopilot for seat in seats],
            "missed": [seat.missed for seat in seats],
            "content": game.content,
            "archive": store.kept(game),
        },
        {(deal, seat): OpenTurn(user, opened, time_out is not None) for deal, seat, user, opened, time_out in turns},
    )


def _from_log(game: Game) -> Models:
    seats = list(game.seats.order_by("number"))
    steps = list(replay(game, seats=seats))
    if not steps:
        # Before its start a game has no log.
        return Models({"started_at": None, "scores": [None] * len(seats)}, {})
    match, log = steps[-1].after, [step.logged for step in steps]
    for seat, (autopilot, missed) in zip(seats, away(len(seats), log), strict=True):
        seat.autopilot, seat.missed = autopilot, missed
    status = _status(game, log, match)
    running = status == Game.Status.RUNNING
    last = log[-1].at
    end = _end_of(game, log)
    values: dict[str, Any] = {
        "status": status,
        "started_at": log[0].at,
        "ended_at": None if running else end,
        "closes_at": closes_at(game, seats, last) if running else None,
        "live_since": _live_since(log) if running else None,
        "scores": list(match.scores) if is_over(match) else [None] * len(seats),
        "autopilot": [seat.autopilot for seat in seats],
        "missed": [seat.missed for seat in seats],
        "content": "",
        "archive": store.due(game, []),
    }
    if _ended(game, status, end).is_archived:
        values["content"] = content_of(game.rules, moves_of(log))
        values["archive"] = store.due(_ended(game, status, end), steps)
    return Models(values, _turns(seats, _opened(steps)) if running else {})


def _end_of(game: Game, log: Sequence[LoggedEvent]) -> datetime:
    """The end of the log; an imported record may give another time."""
    first, last = log[0], log[-1]
    if isinstance(first.event, RecordImported):
        return end_of(first.event.header, first.at, last.at, game.created_at)
    return last.at


def _ended(game: Game, status: Game.Status, at: datetime) -> Game:
    """A copy of the game with this end."""
    right = copy(game)
    right.status, right.ended_at = status, at
    return right


def _status(game: Game, log: Sequence[LoggedEvent], match: Match) -> Game.Status:
    if is_over(match):
        return status_at_the_end(game)
    ended_early = isinstance(log[-1].event, EARLY_ENDS)
    return Game.Status.ABANDONED if ended_early else Game.Status.RUNNING


def _live_since(log: Sequence[LoggedEvent]) -> datetime | None:
    changes = [logged for logged in log if isinstance(logged.event, CLOCK_CHANGES)]
    return changes[-1].at if changes and isinstance(changes[-1].event, LivePlayBegan) else None


def _turns(seats: list[Seat], opened: dict[Place, datetime]) -> dict[Place, OpenTurn]:
    clocked = is_clocked(seats)
    turns = {}
    for place, at in opened.items():
        seat = seats[place[1]]
        user = seat.user_id if seat.is_present else None
        turns[place] = OpenTurn(user, at, clocked and user is not None)
    return turns


def _opened(steps: Sequence[ReplayStep]) -> dict[Place, datetime]:
    """The start of each open turn."""
    opened: dict[Place, datetime] = {}
    people = 0
    for step in steps:
        logged, before = step.logged, people
        people = sum(holder.is_person for holder in step.seats)
        event = logged.event
        number = getattr(event, "seat", -1)
        if not isinstance(event, TableEvent):
            # A player who acts and must act again gets a new turn.
            opened.pop((event.deal, number), None)
            opened = {place: opened.get(place, logged.at) for place in to_act(step.after)}
        elif isinstance(event, (*HAND_OVERS, AutopilotSwitched)):
            # The new player's time starts now; everybody's, if a clock starts to run.
            begins = before < 2 <= people
            restarted = [place for place in opened if begins or place[1] == number]
            opened |= dict.fromkeys(restarted, logged.at)
        elif isinstance(event, RESTARTS):
            opened = dict.fromkeys(opened, logged.at)
    return opened


def _write(game: Game, models: Models) -> None:
    fields = ("status", "started_at", "ended_at", "closes_at", "live_since", "content")
    for name in fields:
        setattr(game, name, models.values.get(name, getattr(game, name)))
    game.save(update_fields=fields)
    seats = list(game.seats.all())
    for name in ("score", "autopilot", "missed"):
        values = models.values.get(name if name != "score" else "scores", [])
        for seat, value in zip(seats, values, strict=False):
            setattr(seat, name, value)
    Seat.objects.bulk_update(seats, ["score", "autopilot", "missed"])
    store.forget(game)
    if game.is_archived:
        store.archive_deals(game, list(replay(game, seats=seats)))
    game.turns.all().delete()
    Turn.objects.bulk_create(
        Turn(
            game=game,
            deal=deal,
            seat=seat,
            user_id=turn.user,
            opened_at=turn.opened_at,
            tell_at=tell_at(turn.user, turn.opened_at),
            release_at=release_at(game, seats, seats[seat], timezone.now()),
        )
        for (deal, seat), turn in sorted(models.turns.items())
    )
    refresh(game, seats, timezone.now())
