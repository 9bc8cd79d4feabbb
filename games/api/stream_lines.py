"""The lines of streams: what has happened since a position, as its reader may see it.

Nothing is stored for streams: all lines follow from the log, the chat and the open turns. The id of a line says where
to go on after it.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import F, Q
from django.utils import timezone

from games.access import seat_of
from games.api.talk import chat_line
from games.kernel.events import EventRow, LoggedEvent, MatchStarted, TableEvent
from games.kernel.game_queries import give_seats
from games.kernel.log import EVENTS
from games.models import ChatMessage, Game, Seat, Turn
from games.records.seat_reading import Json, SeatReading
from games.table.chat import may_read, visible_lines
from infrastructure.api.times import moment
from napoleon.engine import Rules
from napoleon.engine.events import Event
from players.models import Notification, User

KEPT_FOR: Final = timedelta(hours=24)
OVERLAP: Final = timedelta(seconds=5)
"""What is committed late has an earlier time than what its reader knows already."""
MOST: Final = 500
"""Lines of chat that are read at once."""
KEPT_EVENTS: Final = 16
"""Of a game, for each seat from which somebody follows it."""
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


class LogLine(NamedTuple):
    """A line of an event: ``part`` is its number among those of the event."""

    seq: int
    part: int
    at: datetime
    line: Json


class SeatLog:
    """The lines of a game's log for a seat, each event read once for all who follow it from there.

    The latest are kept: readers learn of them one after the other.
    """

    def __init__(self, rules: Rules, seat: int | None, keeps: int = KEPT_EVENTS) -> None:
        self.seat, self.seq = seat, -1
        self._reading, self._mine = SeatReading(rules, seat), set[int]()
        self._kept: deque[list[LogLine]] = deque(maxlen=keeps)

    def read(self, rows: Iterable[EventRow]) -> None:
        """Follow the rows of the log behind the last one that was read."""
        for logged, known in self._reading.follow(rows):
            self.seq = logged.seq
            *others, last = self._lines(logged, known)
            told = [LogLine(logged.seq, part, logged.at, line) for part, line in enumerate(others, 1)]
            # Its number tells that a reader who has the last line has all of them.
            self._kept.append([*told, LogLine(logged.seq, LAST_OF_EVENT, logged.at, last)])

    def reaches(self, since: GamePosition) -> bool:
        """Whether all lines behind the position are kept."""
        return bool(self._kept) and self._kept[0][0].seq <= since.seq + 1

    def after(self, since: GamePosition) -> Iterator[LogLine]:
        for lines in self._kept:
            if lines[0].seq >= since.seq:
                yield from (one for one in lines if (one.seq, one.part) > (since.seq, since.part))

    def _lines(self, logged: LoggedEvent, known: list[Json]) -> list[Json]:
        """At least one: an event that shows the seat nothing still raises `seq`, as on pages."""
        event = logged.event
        if isinstance(event, MatchStarted):
            return [{"type": "game_started"}]
        # The line of a deal grows when the seat learns more of it.
        lines = [{"type": "event", "event": deepcopy(line)} for line in known] or [dict(NOTHING_SHOWN)]
        return lines if isinstance(event, TableEvent) else [*lines, *self._turn(event)]

    def _turn(self, event: Event) -> list[Json]:
        """A line if it is the seat's turn since this event."""
        was_mine, deal = event.deal in self._mine, self._reading.cursor.deals.get(event.deal)
        self._mine.discard(event.deal)
        if self.seat is not None and deal is not None and self.seat in deal.to_act():
            self._mine.add(event.deal)
        is_new = event.deal in self._mine and (not was_mine or getattr(event, "seat", None) == self.seat)
        return [{"type": "turn", "deal": event.deal}] if is_new else []


SeatLogs = dict[int | None, SeatLog]
"""By seat; None is that of spectators."""


class GameNews:
    """A game as it was read once for all who follow it. What each may know of it follows from the same rows.

    ``messages`` are lines of the chat; where ``is_cut``, not yet all.
    """

    def __init__(self, game: Game, messages: list[ChatMessage], logs: SeatLogs, *, is_cut: bool) -> None:
        self.game, self.messages, self.logs, self.is_cut = game, messages, logs, is_cut
        self._rows: tuple[int, list[EventRow]] | None = None

    def audience(self, reader: User) -> tuple[int | None, int | None]:
        """Who has the same may know the same: the seat, and the key of those who have thoughts of their own there."""
        own = seat_of(reader, self.game)
        thinks = any(message.is_thought and message.user_id == reader.pk for message in self.messages)
        return own.number if own else None, reader.pk if thinks else None

    def after(self, reader: User, since: GamePosition) -> Iterator[tuple[GamePosition, Json]]:
        """What comes after the position, in the order in which it happened."""
        news: list[tuple[datetime, int, int, int, Json]] = []
        for seq, part, at, line in self._of_log(self.audience(reader)[0], since):
            news.append((at, 0, seq, part, line))
        for message in self.messages:
            if message.pk > since.chat and may_read(message, self.game, reader):
                news.append((message.at, 1, message.pk, 0, {"type": "chat", "chat": chat_line(message)}))
        position = since
        for at, is_chat, number, part, line in sorted(news, key=lambda one: one[:4]):
            position = _advanced(position, at, is_chat, number, part)
            seq = self.game.seq if is_chat else number
            yield position, {"id": position.id, "game": self.game.slug, "seq": seq, "at": moment(at), **line}

    def _of_log(self, seat: int | None, since: GamePosition) -> Iterator[LogLine]:
        game = self.game
        is_told = game.started_at is not None and game.status != Game.Status.ON_HOLD
        if is_told and (since.seq, since.part) < (game.seq, LAST_OF_EVENT):
            yield from self._log(seat, since).after(since)
        if game.is_over and (since.seq, since.part) < (game.seq, END_OF_GAME):
            scores = [player.score for player in game.seats.all()]
            at = game.ended_at or timezone.now()
            yield LogLine(game.seq, END_OF_GAME, at, {"type": "game_ended", "scores": scores})

    def _log(self, seat: int | None, since: GamePosition) -> SeatLog:
        """The log of that seat, up to date, with what comes after the position."""
        unknown = self.game.seq - since.seq + 1
        # Out of the way while it is read: should that fail, it begins again.
        log = self.logs.pop(seat, None) or SeatLog(self.game.rules, seat, max(unknown, KEPT_EVENTS))
        log.read(self._rows_behind(log.seq))
        self.logs[seat] = log
        if not log.reaches(since):
            log = SeatLog(self.game.rules, seat, unknown)
            log.read(self._rows_behind(-1))
        return log

    def _rows_behind(self, seq: int) -> list[EventRow]:
        """The rows of the log behind that event. Those of several seats are read once."""
        if self._rows is None or self._rows[0] > seq:
            rows = EVENTS.all(game=self.game.pk, since=seq + 1, until=self.game.seq)
            self._rows = seq, [EventRow(*row[:-1]) for row in rows]
        return [row for row in self._rows[1] if row.seq > seq]


def _advanced(position: GamePosition, at: datetime, is_chat: int, number: int, part: int) -> GamePosition:
    if is_chat:
        return position._replace(at=at, chat=number)
    return position._replace(at=at, seq=number, part=part)


def read_games(known: Mapping[str, tuple[int, SeatLogs]]) -> dict[str, GameNews]:
    """Read games by their addresses, each with the last line of chat that all of its readers know, and its logs."""
    games = list(Game.objects.select_related("host", "board_set").filter(slug__in=known))
    give_seats(games)
    wanted = Q(pk__in=())
    for game in games:
        wanted |= Q(game=game.pk, pk__gt=known[game.slug][0])
    found = list(ChatMessage.objects.filter(wanted).select_related("user").order_by("pk")[:MOST])
    messages = defaultdict[int, list[ChatMessage]](list)
    for message in found:
        messages[message.game_id].append(message)
    is_cut = len(found) == MOST
    return {game.slug: GameNews(game, messages[game.pk], known[game.slug][1], is_cut=is_cut) for game in games}


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


def lines_of_people(since: Mapping[int, datetime]) -> dict[int, list[tuple[OwnPosition, Json]]]:
    """What has happened in all games of these people, for each since their time, in order."""
    found = defaultdict[int, list[Found]](list)
    earliest = min(since.values())
    for read in (_starts, _ends, _turns, _chat, _invitations):
        for person, one in read(list(since), earliest):
            if one[0] >= since[person]:
                found[person].append(one)
    return {person: [_own_line(one) for one in sorted(own, key=lambda one: one[:4])] for person, own in found.items()}


Found = tuple[datetime, str, int, int, Game, Json]
"""The time, the kind and the row of a line, and its number among those of the row; the game, and what the line says."""


def _own_line(found: Found) -> tuple[OwnPosition, Json]:
    at, kind, row, part, game, line = found
    position = OwnPosition(at, (kind, row, part))
    head = {"id": position.id, "type": line["type"], "game": game.slug, "seq": game.seq, "at": moment(at)}
    return position, {**head, **line}


def _starts(people: list[int], since: datetime) -> Iterator[tuple[int, Found]]:
    for seat in Seat.objects.filter(user__in=people, game__started_at__gte=since).select_related("game"):
        game = seat.game
        if seat.user_id is not None and game.started_at is not None:
            yield seat.user_id, (game.started_at, "a", game.pk, 0, game, {"type": "game_started"})


def _ends(people: list[int], since: datetime) -> Iterator[tuple[int, Found]]:
    ended = Game.objects.filter(ended_at__gte=since, started_at__isnull=False, seats__user__in=people).distinct()
    for game in ended.prefetch_related("seats"):
        if game.ended_at is None:
            continue
        scores = [seat.score for seat in game.seats.all()]
        for seat in game.seats.all():
            if seat.user_id in people:
                yield seat.user_id, (game.ended_at, "y", game.pk, 0, game, {"type": "game_ended", "scores": scores})


def _turns(people: list[int], since: datetime) -> Iterator[tuple[int, Found]]:
    turns = Turn.objects.filter(user__in=people, opened_at__gte=since, game__status=Game.Status.RUNNING)
    for turn in turns.select_related("game"):
        if turn.user_id is not None:
            yield (
                turn.user_id,
                (turn.opened_at, "t", turn.pk, turn.deal, turn.game, {"type": "turn", "deal": turn.deal}),
            )


def _chat(people: list[int], since: datetime) -> Iterator[tuple[int, Found]]:
    messages = ChatMessage.objects.filter(game__seats__user__in=people, at__gte=since)
    for message in messages.annotate(reader=F("game__seats__user")).select_related("game", "user"):
        if not message.is_thought or message.user_id == message.reader:
            yield (
                message.reader,
                (message.at, "c", message.pk, 0, message.game, {"type": "chat", "chat": chat_line(message)}),
            )


def _invitations(people: list[int], since: datetime) -> Iterator[tuple[int, Found]]:
    told = Notification.objects.filter(user__in=people, kind="invited", at__gte=since)
    rows = {(row.user_id, row.data["game"]): row for row in told}
    kept = Seat.objects.filter(game__in={game for _person, game in rows}, invited__in=people).select_related("game")
    for seat in kept.order_by("number"):
        if seat.invited_id is not None and (row := rows.pop((seat.invited_id, seat.game_id), None)):
            yield seat.invited_id, (row.at, "i", row.pk, 0, seat.game, {"type": "invitation", "seat": seat.number})


def games_of_people(people: list[int]) -> dict[int, set[str]]:
    """The addresses of the games in which each sits, is invited or is the host, and that have not ended."""
    games = defaultdict[int, set[str]](set)
    sits = Q(user__in=people) | Q(invited__in=people)
    seats = Seat.objects.filter(sits, game__ended_at=None).values_list("user", "invited", "game__slug")
    hosted = Game.objects.filter(host__in=people, ended_at=None).values_list("host", "slug")
    for person, invited, slug in seats:
        for key in {person, invited}.intersection(people):
            games[key].add(slug)
    for person, slug in hosted:
        games[person].add(slug)
    return games
