"""The lines of streams: what has happened since a position, as its reader may see it.

Nothing is stored for streams: all lines follow from the log, the chat and the open turns. The id of a line says where
to go on after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from django.utils import timezone

from games.api.talk import chat_line
from games.kernel.events import LoggedEvent, MatchStarted, TableEvent
from games.kernel.replay import rows_of
from games.models import ChatMessage, Game, Turn
from games.records.seat_reading import Json, SeatReading
from games.table.chat import visible_lines
from infrastructure.api.times import moment
from napoleon.engine import Rules
from napoleon.engine.events import Event
from players.models import Notification, User

KEPT_FOR: Final = timedelta(hours=24)
OVERLAP: Final = timedelta(seconds=5)
"""What is committed late has an earlier time than what its reader knows already."""
MOST: Final = 500
NOTHING_SHOWN: Final[Json] = {"type": "event", "event": None}
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND: Final = timedelta(microseconds=1)
LAST_OF_EVENT, END_OF_GAME = 9998, 9999
"""The number of a line after all lines of an event, and that of the line after the last event."""
GAME_ID: Final = re.compile(r"(\d{1,18})-(\d{1,9})-(\d{1,4})-(\d{1,18})")
OWN_ID: Final = re.compile(r"(\d{1,18})-([a-z]+)-(\d{1,18})-(\d{1,9})")


def is_too_old(at: datetime) -> bool:
    return at < timezone.now() - KEPT_FOR


def _micros(at: datetime) -> int:
    return (at - EPOCH) // MICROSECOND


def _at(micros: int) -> datetime | None:
    try:
        return EPOCH + micros * MICROSECOND
    except OverflowError:
        return None


# --- One game ---


class GamePosition(NamedTuple):
    """How far a reader knows a game: the event of its log, the line of that event, and the line of the chat."""

    at: datetime
    seq: int
    part: int
    chat: int

    @property
    def id(self) -> str:
        return f"{_micros(self.at)}-{self.seq}-{self.part}-{self.chat}"


def game_position(text: str) -> GamePosition | None:
    """The position that an id names; None if it names none."""
    match = GAME_ID.fullmatch(text)
    at = _at(int(match[1])) if match else None
    return GamePosition(at, int(match[2]), int(match[3]), int(match[4])) if match and at else None


def game_now(game: Game, reader: User) -> GamePosition:
    latest = visible_lines(game, reader).order_by("-pk").values_list("pk", flat=True).first()
    return GamePosition(timezone.now(), game.seq, LAST_OF_EVENT, latest or 0)


def game_greeting(kind: str, game: Game, position: GamePosition) -> Json:
    """The line that a stream begins with: `hello`, or `reset` where the id is too old."""
    at = moment(position.at)
    return {"id": position.id, "type": kind, "game": game.slug, "seq": game.seq, "at": at}


def lines_of_game(game: Game, reader: User, since: GamePosition, log: SeatLog) -> Iterator[tuple[GamePosition, Json]]:
    """What comes after the position, in the order in which it happened."""
    news: list[tuple[datetime, int, int, int, Json]] = []
    for seq, part, at, line in _of_log(game, log):
        if (seq, part) > (since.seq, since.part):
            news.append((at, 0, seq, part, line))
    for message in visible_lines(game, reader).filter(pk__gt=since.chat).order_by("pk")[:MOST]:
        news.append((message.at, 1, message.pk, 0, {"type": "chat", "chat": chat_line(message)}))
    position = since
    for at, is_chat, number, part, line in sorted(news, key=lambda one: one[:4]):
        position = _advanced(position, at, is_chat, number, part)
        seq = game.seq if is_chat else number
        yield position, {"id": position.id, "game": game.slug, "seq": seq, "at": moment(at), **line}


def _advanced(position: GamePosition, at: datetime, is_chat: int, number: int, part: int) -> GamePosition:
    if is_chat:
        return position._replace(at=at, chat=number)
    return position._replace(at=at, seq=number, part=part)


def _of_log(game: Game, log: SeatLog) -> Iterator[tuple[int, int, datetime, Json]]:
    """The lines of each event that is new: its number, the line's number, its time, and the line."""
    if game.started_at is not None and game.status != Game.Status.ON_HOLD:
        for logged, lines in log.read(game):
            for part, line in enumerate(lines, 1):
                yield logged.seq, part, logged.at, line
    if game.is_over:
        scores = [player.score for player in game.seats.all()]
        yield game.seq, END_OF_GAME, game.ended_at or timezone.now(), {"type": "game_ended", "scores": scores}


class SeatLog:
    """The lines of a game's log for a seat, each event read once."""

    def __init__(self, rules: Rules, seat: int | None) -> None:
        self.seat, self.seq = seat, -1
        self._reading, self._mine = SeatReading(rules, seat), set[int]()

    def read(self, game: Game) -> Iterator[tuple[LoggedEvent, list[Json]]]:
        """Each new event with its lines. One that shows the seat nothing still raises `seq`, as on pages."""
        for logged, known in self._reading.follow(rows_of(game, self.seq)):
            self.seq, event = logged.seq, logged.event
            if isinstance(event, MatchStarted):
                yield logged, [{"type": "game_started"}]
                continue
            # The line of a deal grows when the seat learns more of it.
            lines = [{"type": "event", "event": deepcopy(line)} for line in known] or [dict(NOTHING_SHOWN)]
            yield logged, lines if isinstance(event, TableEvent) else [*lines, *self._turn(event)]

    def _turn(self, event: Event) -> list[Json]:
        """A line if it is the seat's turn since this event."""
        was_mine, deal = event.deal in self._mine, self._reading.cursor.deals.get(event.deal)
        self._mine.discard(event.deal)
        if self.seat is not None and deal is not None and self.seat in deal.to_act():
            self._mine.add(event.deal)
        is_new = event.deal in self._mine and (not was_mine or getattr(event, "seat", None) == self.seat)
        return [{"type": "turn", "deal": event.deal}] if is_new else []


# --- All games of a person ---


class OwnPosition(NamedTuple):
    """The last line that a person knows: its time, and its name among those of that time."""

    at: datetime
    key: tuple[str, int, int]

    @property
    def id(self) -> str:
        kind, row, part = self.key
        return f"{_micros(self.at)}-{kind}-{row}-{part}"


def own_position(text: str) -> OwnPosition | None:
    match = OWN_ID.fullmatch(text)
    at = _at(int(match[1])) if match else None
    return OwnPosition(at, (match[2], int(match[3]), int(match[4]))) if match and at else None


def own_now() -> OwnPosition:
    return OwnPosition(timezone.now(), ("z", 0, 0))


def own_greeting(kind: str, position: OwnPosition) -> Json:
    return {"id": position.id, "type": kind, "game": None, "seq": 0, "at": moment(position.at)}


def lines_of_person(user: User, since: datetime) -> list[tuple[OwnPosition, Json]]:
    """What has happened in all games of a person since that time, in order."""
    found = [*_games(user, since), *_turns(user, since), *_chat(user, since), *_invitations(user, since)]
    lines = []
    for at, kind, row, part, game, line in sorted(found, key=lambda one: one[:4]):
        position = OwnPosition(at, (kind, row, part))
        head = {"id": position.id, "type": line.pop("type"), "game": game.slug, "seq": game.seq, "at": moment(at)}
        lines.append((position, {**head, **line}))
    return lines


Found = tuple[datetime, str, int, int, Game, Json]


def _games(user: User, since: datetime) -> Iterator[Found]:
    seated = Game.objects.filter(seats__user=user)
    for game in seated.filter(started_at__gte=since)[:MOST]:
        if game.started_at is not None:
            yield game.started_at, "a", game.pk, 0, game, {"type": "game_started"}
    for game in seated.filter(ended_at__gte=since, started_at__isnull=False).prefetch_related("seats")[:MOST]:
        if game.ended_at is not None:
            scores = [seat.score for seat in game.seats.all()]
            yield game.ended_at, "y", game.pk, 0, game, {"type": "game_ended", "scores": scores}


def _turns(user: User, since: datetime) -> Iterator[Found]:
    turns = Turn.objects.filter(user=user, opened_at__gte=since, game__status=Game.Status.RUNNING)
    for turn in turns.select_related("game")[:MOST]:
        yield turn.opened_at, "t", turn.pk, turn.deal, turn.game, {"type": "turn", "deal": turn.deal}


def _chat(user: User, since: datetime) -> Iterator[Found]:
    messages = ChatMessage.objects.filter(game__seats__user=user, at__gte=since)
    for message in messages.select_related("game", "user")[:MOST]:
        if not message.is_thought or message.user_id == user.pk:
            yield message.at, "c", message.pk, 0, message.game, {"type": "chat", "chat": chat_line(message)}


def _invitations(user: User, since: datetime) -> Iterator[Found]:
    told = Notification.objects.filter(user=user, kind="invited", at__gte=since)
    times = {row.data["game"]: row for row in told[:MOST]}
    invited = Game.objects.filter(pk__in=times, seats__invited=user).prefetch_related("seats")
    for game in invited:
        row = times[game.pk]
        seats = [seat.number for seat in game.seats.all() if seat.invited_id == user.pk]
        yield row.at, "i", row.pk, 0, game, {"type": "invitation", "seat": seats[0]}
