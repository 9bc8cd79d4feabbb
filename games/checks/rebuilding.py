"""The read models of a game, made anew from its log: its state, its open turns, the scores of its seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from games.archive import noting
from games.engine import is_over, start, to_act
from games.engine.match import Match, Running
from games.engine.wire import READERS, event_from_json
from games.models import Event, Game, Seat, Turn
from games.notices import tell_at
from games.planning.automation import release_at
from games.records import content_of, events_of
from games.seats import presence
from games.services import locked
from games.timing.deadlines import Place, is_clocked, refresh


class OpenTurn(NamedTuple):
    """Whose a turn is, since when, and whether its clock runs; when it ends does not follow from the log alone."""

    user: int | None
    opened_at: datetime
    is_clocked: bool

    def __str__(self) -> str:
        clock = "" if self.is_clocked else " without a clock"
        return f"open since {self.opened_at:%F %T} for person {self.user}{clock}"


class Models(NamedTuple):
    """What is read of a game: by the names that `differences` calls them."""

    values: dict[str, Any]
    turns: dict[Place, OpenTurn]


def rebuild(game_id: int) -> list[str]:
    """Make the read models anew; tells what was not as it should be."""
    with transaction.atomic():
        game = locked(pk=game_id)
        found = differences(game)
        if found:
            _write(game, _from_log(game))
        return found


def differences(game: Game) -> list[str]:
    """Where the read models differ from what the log says."""
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
    turns = game.turns.values_list("deal", "seat", "user", "opened_at", "flag")
    return Models(
        {
            "status": game.status,
            "started_at": game.started_at,
            "ended_at": game.ended_at,
            "closes_at": game.closes_at,
            "scores": [seat.score for seat in seats],
            "autopilot": [seat.autopilot for seat in seats],
            "missed": [seat.missed for seat in seats],
            "content": game.content,
            "archive": noting.kept(game),
        },
        {
            (deal, seat): OpenTurn(user, opened, flag is not None)
            for deal, seat, user, opened, flag in turns
        },
    )


def _from_log(game: Game) -> Models:
    events = list(game.events.order_by("seq"))
    seats = list(game.seats.order_by("number"))
    if not events:
        # Before its start a table has no log; it is what its rows say.
        return Models({"started_at": None, "scores": [None] * len(seats)}, {})
    match, opened = _followed(game, seats, events)
    for seat, (autopilot, missed) in zip(seats, away(len(seats), events), strict=True):
        seat.autopilot, seat.missed = autopilot, missed
    status = _status(events, match)
    running = status == Game.Status.RUNNING
    last = events[-1].at
    values: dict[str, Any] = {
        "status": status,
        "started_at": events[0].at,
        "ended_at": None if running else last,
        "closes_at": presence.closes_at(game, seats, last) if running else None,
        "scores": [None] * len(seats) if status != Game.Status.FINISHED else list(match.scores),
        "autopilot": [seat.autopilot for seat in seats],
        "missed": [seat.missed for seat in seats],
        "content": "",
        "archive": noting.due(game, [], start(game.rules)),
    }
    if _is_archived(game, status):
        values["content"] = content_of(game.rules, events_of(game))
        values["archive"] = noting.due(_ended(game, last), seats, match)
    return Models(values, _turns(seats, opened) if running else {})


def _is_archived(game: Game, status: str) -> bool:
    """Matches that are over; imported ones as far as they went."""
    return status == Game.Status.FINISHED or game.is_imported


def _ended(game: Game, at: datetime) -> Game:
    """The row as it should be."""
    right = copy(game)
    right.ended_at = at
    return right


def _status(events: list[Event], match: Match) -> str:
    if is_over(match):
        return Game.Status.FINISHED
    ended_early = events[-1].type in ("abandoned", "adjudicated", "broken_off")
    return Game.Status.ABANDONED if ended_early else Game.Status.RUNNING


def _turns(seats: list[Seat], opened: dict[Place, datetime]) -> dict[Place, OpenTurn]:
    clocked = is_clocked(seats)
    found = {}
    for place, at in opened.items():
        seat = seats[place[1]]
        user = seat.user_id if seat.is_present else None
        found[place] = OpenTurn(user, at, clocked and user is not None)
    return found


def _followed(
    game: Game, seats: Sequence[Seat], events: list[Event]
) -> tuple[Match, dict[Place, datetime]]:
    """The match after all events, and since when each open turn has been open."""
    running = Running(start(game.rules))
    opened: dict[Place, datetime] = {}
    people = _people_at_first(seats, events)
    for event in events:
        payload = event.payload
        made = event_from_json(payload, running) if payload["type"] in READERS else None
        if made is None:
            if event.type in ("autopilot", "left", "substituted"):
                # For whoever plays there now, the time begins now; for all, where a clock begins to run.
                number, before = payload["seat"], len(people)
                if event.type != "autopilot":
                    people = people - {number} if event.type == "left" else people | {number}
                begins = before < 2 <= len(people)
                anew = [place for place in opened if begins or place[1] == number]
                opened |= dict.fromkeys(anew, event.at)
            continue
        running.carry_out(made)
        # Who has acted and is to act again has a new turn.
        opened.pop((made.deal, payload.get("seat", -1)), None)
        opened = {place: opened.get(place, event.at) for place in to_act(running.match())}
    return running.match(), opened


def _people_at_first(seats: Sequence[Seat], events: Iterable[Event]) -> frozenset[int]:
    """The seats in which people sat when the match began: those of now, less what has changed since."""
    people = {seat.number: seat.user_id is not None for seat in seats}
    changed, absent = set[int](), set[int]()
    for event in events:
        number = event.payload.get("seat")
        if number in changed:
            continue
        if event.type == "autopilot":
            absent.add(number)
        elif event.type in ("left", "substituted"):
            # Only people are on autopilot; else it was a bot whose seat was offered.
            people[number] = event.type == "left" or number in absent
            changed.add(number)
    return frozenset(number for number, is_person in people.items() if is_person)


def away(players: int, events: Sequence[Event]) -> list[tuple[bool, int]]:
    """Of each seat, whether a bot plays for its person, and how many time-outs it has had in a row."""
    autopilot, misses = [False] * players, [set[datetime]() for _ in range(players)]
    for event in events:
        seat = event.payload.get("seat")
        if not isinstance(seat, int) or not 0 <= seat < players:
            continue
        if event.type == "autopilot":
            autopilot[seat] = event.payload["on"] is True
        elif event.type in ("left", "substituted"):
            autopilot[seat] = False
        if event.by == Event.By.TIMEOUT:
            # Deals at once may run out of time together: that is one.
            misses[seat].add(event.at)
        elif event.by in (Event.By.PLAYER, Event.By.PLAN) or event.type in ("left", "substituted"):
            misses[seat].clear()
    return [(seat, len(missed)) for seat, missed in zip(autopilot, misses, strict=True)]


def _write(game: Game, models: Models) -> None:
    fields = ("status", "started_at", "ended_at", "closes_at", "content")
    for name in fields:
        setattr(game, name, models.values.get(name, getattr(game, name)))
    game.save(update_fields=fields)
    seats = list(game.seats.all())
    for name in ("score", "autopilot", "missed"):
        values = models.values.get(name if name != "score" else "scores", [])
        for seat, value in zip(seats, values, strict=False):
            setattr(seat, name, value)
    Seat.objects.bulk_update(seats, ["score", "autopilot", "missed"])
    noting.forget(game)
    if _is_archived(game, game.status):
        events = list(game.events.order_by("seq"))
        noting.note(game, seats, _followed(game, seats, events)[0])
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
