"""Going through the log of a game again, and who had which seat then: every reader of a whole log does it here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import starmap
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.bot_names import Bot, bot_face, bot_name
from games.kernel.events import (
    HAND_OVERS,
    AutopilotSwitched,
    EventRow,
    LoggedEvent,
    SeatLeft,
    SubstituteSeated,
    TableEvent,
    follow,
    read,
    reading,
)
from games.models import Event, FormerSeat, Game, Seat
from napoleon.engine import Match, Rules, start
from napoleon.engine.events import Event as EngineEvent
from napoleon.engine.match import MatchCursor
from napoleon.engine.variants import End
from napoleon.engine.wire import READERS
from players.faces import PersonFace


class Transition(NamedTuple):
    """An event of the log, and the match before and after it."""

    logged: LoggedEvent
    before: Match
    after: Match


class ReplayStep(NamedTuple):
    """An event of the log, the match before and after it, and who had the seats once it had happened."""

    logged: LoggedEvent
    before: Match
    after: Match
    seats: tuple[SeatHolder, ...]

    @property
    def ended(self) -> tuple[End, ...]:
        """The deals that have ended with it: one at most."""
        return self.after.ended[len(self.before.ended) :]


def moves_of(log: Iterable[LoggedEvent]) -> Iterator[EngineEvent]:
    """The engine's events among them."""
    for logged in log:
        if not isinstance(logged.event, TableEvent):
            yield logged.event


def rows_of(game: Game, after: int = -1) -> list[EventRow]:
    """The log up to the game's ``seq``, behind an event that is known."""
    events = game.events.filter(seq__gt=after, seq__lte=game.seq).order_by("seq")
    return list(starmap(EventRow, events.values_list(*EventRow._fields)))


def replay(
    game: Game, rows: Iterable[EventRow] | None = None, seats: Iterable[Seat] | None = None
) -> Iterator[ReplayStep]:
    """Each event of a game's log with all that was so at its moment. Rows and seats that are at hand are not read."""
    rows = rows_of(game) if rows is None else list(rows)
    history = history_of(game, rows, seats)
    holders = history.at(0)
    with reading(game.pk):
        for logged, before, after in transitions(game.rules, rows):
            if isinstance(logged.event, HAND_OVERS):
                holders = history.at(logged.seq)
            yield ReplayStep(logged, before, after, holders)


def transitions(rules: Rules, rows: Iterable[EventRow], *, judge: bool = False) -> Iterator[Transition]:
    """Each event with the match before and after it; ``judge`` raises where the rules refuse one."""
    cursor = MatchCursor(start(rules))
    before = cursor.match()
    for row in rows:
        logged, after = (_judged if judge else follow)(row, cursor), before
        if not isinstance(logged.event, TableEvent):
            after = cursor.match()
        yield Transition(logged, before, after)
        before = after


def _judged(row: EventRow, cursor: MatchCursor) -> LoggedEvent:
    """Read a row, judge it and bring the cursor beyond it. Raises `IllegalCommand` like the engine."""
    logged = read(row, cursor)
    if not isinstance(logged.event, TableEvent):
        cursor.push(logged.event)
    return logged


def history_of(game: Game, rows: Iterable[EventRow], seats: Iterable[Seat] | None = None) -> SeatHistory:
    """Who had the seats, by a log that is at hand."""
    cursor = MatchCursor(start(game.rules))
    table_events = [read(row, cursor) for row in rows if row.payload["type"] not in READERS]
    return seat_history(game, game.seats.all() if seats is None else seats, table_events)


# --- Who has had which seat, and from which event of the log to which ---


class SeatHolder(NamedTuple):
    """A person, or a bot, from one change of hands to the next."""

    number: int
    """The number of the seat."""
    is_person: bool
    user_id: int | None
    """None for a bot, and for a person who has left the site."""
    name: str
    given_name: str
    """What an imported record calls the player."""
    bot: str
    """The level of a bot; empty for a person."""
    substitute: int
    """0 for the first person in the seat; the first substitute is 1. A bot has the number of the person before it.

    So has a person to whom the site has given their seat back.
    """
    since: int
    """The event that gave them the seat; 0 if they had it from the start."""
    until: int | None
    """The event that took the seat from them; None if they have it still."""
    bots_key: int
    face: PersonFace | None
    """None for a bot, and for a person who has left the site."""

    @property
    def key(self) -> tuple[int, int]:
        """Identifies a player of the match, also one who left and came back; closed accounts can't be identified."""
        return self.number, self.user_id or -1 - self.since

    @property
    def as_bot(self) -> Bot | None:
        return Bot(self.bot, bot_face(self.bots_key, self.number)) if self.bot else None


class SeatHistory:
    """The holders of all seats. `at` answers for a moment of the log, `over` for several."""

    def __init__(self, holders: Sequence[Sequence[SeatHolder]]) -> None:
        self.holders = tuple(tuple(of_seat) for of_seat in holders)

    @property
    def has_changes(self) -> bool:
        return any(len(own) > 1 for own in self.holders)

    def at(self, seq: int) -> tuple[SeatHolder, ...]:
        """By seat, who had it once that event had happened."""
        return tuple(next(holder for holder in reversed(own) if holder.since <= seq) for own in self.holders)

    def over(self, moments: Iterable[int]) -> tuple[SeatHolder, ...]:
        """By seat, the holder at the last of the moments, under the names of all who had it at any of them."""
        by_moment = [self.at(seq) for seq in sorted(moments)]
        if not by_moment:
            return self.at(0)
        names = [" / ".join(dict.fromkeys(holder.name for holder in own)) for own in zip(*by_moment, strict=True)]
        return tuple(holder._replace(name=name) for holder, name in zip(by_moment[-1], names, strict=True))


def seat_history(game: Game, seats: Iterable[Seat], happened: Iterable[LoggedEvent]) -> SeatHistory:
    """The history of the seats from those of now and from the table events; a query only where a seat changed hands."""
    changes = [logged for logged in happened if isinstance(logged.event, (*HAND_OVERS, AutopilotSwitched))]
    former: dict[int, FormerSeat] = {}
    if any(isinstance(logged.event, HAND_OVERS) for logged in changes):
        rows = FormerSeat.objects.filter(game=game).select_related("user")
        former = {row.until_seq: row for row in rows}
    return SeatHistory([_holders(seat, changes, former) for seat in seats])


def _holders(seat: Seat, changes: Iterable[LoggedEvent], former: dict[int, FormerSeat]) -> list[SeatHolder]:
    """The holders of one seat: each change of hands ends the time of one, and says something about both."""
    holders: list[SeatHolder] = []
    since = substitute = 0
    is_person, bot = False, ""
    for seq, _at, by, event, _payload in changes:
        if getattr(event, "seat", None) != seat.number:
            continue
        if isinstance(event, AutopilotSwitched):
            # Only a person is on autopilot: so one sat here before the first change of hands.
            is_person = is_person or since == 0
            continue
        is_person = is_person or isinstance(event, SeatLeft)
        holders.append(_former(seat, former.get(seq), is_person, bot, substitute, since, seq))
        since = seq
        if isinstance(event, SeatLeft):
            is_person, bot = False, event.bot
        elif isinstance(event, SubstituteSeated):
            is_person, bot = True, ""
            substitute += by != Event.By.SITE
    now = SeatHolder(
        seat.number,
        is_person=not seat.bot,
        user_id=seat.user_id,
        name=seat.name,
        given_name=seat.given_name,
        bot=seat.bot,
        substitute=substitute,
        since=since,
        until=None,
        bots_key=seat.game.bots_key,
        face=seat.face,
    )
    return [*holders, now]


def _former(
    seat: Seat, row: FormerSeat | None, is_person: bool, bot: str, substitute: int, since: int, until: int
) -> SeatHolder:
    if row is not None:
        name = str(row.user)
    elif is_person:
        name = _("former player")
    else:
        # Nobody has noted the level of a bot that had the seat from the start.
        name = bot_name(bot, seat.game.bots_key, seat.number) if bot else _("Bot")
    return SeatHolder(
        seat.number,
        is_person=is_person,
        user_id=row.user_id if row else None,
        name=name,
        given_name="",
        bot=bot or ("" if is_person else "bot"),
        substitute=substitute,
        since=since,
        until=until,
        bots_key=seat.game.bots_key,
        face=row.user.face if row else None,
    )
