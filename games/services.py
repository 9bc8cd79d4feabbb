"""The writes of a running game: one way in, one transaction, and nothing half done.

Every write locks the game's row, judges by the engine, appends to the log and brings the read models along.
What goes outward happens after the commit. Tables before their start are kept in `games/lobby/tables.py`.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games import notices
from games.archive.noting import note
from games.bots import choose
from games.engine import Deal, IllegalAction, Match, is_over, next_deal, to_act
from games.engine.match import Running, State
from games.engine.shuffle import Seeds, below, next_deal_event, words
from games.engine.view import deal_view
from games.engine.wire import event_from_json, event_to_json
from games.live import news
from games.log import Entry, GameState, Payload, append, follow, remember, rows_of, state_of
from games.models import Automation, Event, Game, Seat, Turn
from games.planning import automation
from games.records import content_of, events_of
from games.seats import presence, reliability
from games.signals import deals_ended
from games.timing.deadlines import hours_of, is_clocked, refresh, update_turns

log = logging.getLogger(__name__)

# A match of bots alone is played in pieces, so that no transaction holds its game for long.
MOST_BOT_MOVES: Final = 400


class Stale(Exception):
    """The form was made for a position that has passed."""


class NotSeated(Exception):
    """Who wants to act has no seat at this table."""


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a command: the state after it."""

    game: Game
    state: GameState
    repeated: bool = False
    """The same request has been answered before; nothing happened again."""


def act(*, slug: str, user_id: int, payload: Payload, seen: int | None, key: UUID | None) -> Played:
    """Let the person do in his seat what the payload says (an event of the record format less ``seat``).

    ``seen`` is the number of the last event of the deal that his page showed; ``key`` names the request.
    Raises `Stale`, or `IllegalAction` as the engine words it, `NotSeated` or `Game.DoesNotExist`; then nothing has
    changed.
    """
    try:
        return _act(slug, user_id, payload, seen, key)
    except IntegrityError:
        # The same command may be legal once more, as a pass is in the next turn: then its key stood in the way.
        game = Game.objects.with_seats().get(slug=slug)
        if not _was_done(game, key):
            raise
        return Played(game, state_of(game), repeated=True)


def _act(slug: str, user_id: int, payload: Payload, seen: int | None, key: UUID | None) -> Played:
    with transaction.atomic():
        table = OpenTable(locked(slug=slug))
        seat = next((seat.number for seat in table.seats if seat.user_id == user_id), None)
        if seat is None:
            raise NotSeated
        try:
            table.refuse_ended()
            table.refuse_stale(payload, seen)
            table.push({**payload, "seat": seat}, Event.By.PLAYER, key)
        except (Stale, IllegalAction):
            # What has been done can hardly be done again: the key is looked for only where something is refused.
            if _was_done(table.game, key):
                return Played(table.game, table.state, repeated=True)
            raise
        table.is_back(seat)
        table.go_on()
        return Played(table.game, table.commit())


def _was_done(game: Game, key: UUID | None) -> bool:
    """Whether the request of that key was carried out before."""
    return key is not None and game.events.filter(key=key).exists()


def go_on(*, game_id: int) -> bool:
    """Do what the game owes: deals, and the moves of its bots. Whether anything was owed."""
    with transaction.atomic():
        table = OpenTable(locked(pk=game_id))
        if table.game.status != Game.Status.RUNNING:
            return False
        table.go_on()
        if not table.entries:
            return False
        table.commit()
        return True


def owing() -> list[int]:
    """The running games that wait for the site: for a move of a bot, while a person is there to see it."""
    seats = Seat.objects.filter(game=OuterRef("game"))
    bots = seats.filter(~Q(bot="") | Q(autopilot=True), number=OuterRef("seat"))
    people = seats.filter(user__isnull=False, autopilot=False)
    # Few turns are nobody's: the index by person finds them.
    running = Turn.objects.filter(game__status=Game.Status.RUNNING)
    turns = running.filter(Exists(bots), Exists(people), user=None)
    return sorted(set(turns.values_list("game", flat=True)))


def stuck() -> list[int]:
    """The running games with nobody to act, which cannot be: whatever went wrong, playing on sets it right."""
    turns = Turn.objects.filter(game=OuterRef("pk"))
    games = Game.objects.filter(~Exists(turns), status=Game.Status.RUNNING)
    return sorted(games.values_list("pk", flat=True))


def start(*, game: Game, tells: bool = True) -> None:
    """Begin the match of a locked game whose seats are all taken; ``tells`` those who sit there."""
    table = OpenTable(game)
    for seat in table.seats:
        if not seat.seed:
            # A bot's seed is no secret and no choice of the site's: only people's seeds count.
            seat.seed = f"bot {seat.number}"
        if seat.user is not None:
            seat.bank, seat.hours_json = game.clock.bank, hours_of(seat.user)
    Seat.objects.bulk_update(table.seats, ["seed", "bank", "hours_json"])
    table.note_seats()
    game.status, game.started_at = Game.Status.RUNNING, table.now
    game.save(update_fields=["status", "started_at"])
    table.add(
        {
            "type": "start",
            "rules": game.rules_json,
            "commitment": game.commitment,
            "seeds": [seat.seed for seat in table.seats],
        },
        Event.By.SITE,
    )
    table.go_on()
    table.commit()
    if tells:
        notices.match_started(game, table.seats)


def _go_on_later(game_id: int) -> None:
    from games.tasks import go_on  # which needs this module

    go_on.delay(game_id)


def locked(**which: Any) -> Game:
    """The game with its seats; nobody else writes to it before the transaction ends."""
    return Game.objects.with_seats().select_for_update(of=("self",)).get(**which)


def seeds_of(game: Game, seats: Sequence[Seat]) -> Seeds:
    """All that the shuffle of a game follows from. Nothing of it may leave the site while the game runs."""
    secret = bytes.fromhex(game.secret_row.secret)
    return Seeds(secret, game.slug, tuple(seat.seed for seat in seats))


def first_dealer(seeds: Seeds, players: int) -> int:
    """Who deals first: drawn like a cut for the deal, from the stream of a deal number 0."""
    return below(words(seeds, 0), players)


class OpenTable:
    """A locked game in the middle of a write: events and changed seats pile up here until `commit`."""

    def __init__(self, game: Game) -> None:
        self.game, self.seats = game, list(game.seats.all())
        self.state, self.now = state_of(game), timezone.now()
        self.running = Running(self.state.match)
        self.entries: list[Entry] = []
        self._decided: dict[int, Automation] | None = None
        self.has_other_times = False
        """Whether clocks stand still for another reason than before."""
        self.note_seats()

    def note_seats(self) -> None:
        """Remember the seats as they are stored: `commit` saves those that have changed since."""
        self.stored = [presence.kept(seat) for seat in self.seats]

    def refuse_ended(self) -> None:
        if self.game.status != Game.Status.RUNNING:
            raise IllegalAction("after_end", "match_over")

    def refuse_stale(self, payload: Payload, seen: int | None) -> None:
        number = payload.get("deal")
        known = self.state.seen.get(number) if isinstance(number, int) else None
        if seen is not None and known != seen:
            raise Stale

    def add(self, payload: Payload, by: Event.By, key: UUID | None = None) -> None:
        self.entries.append(Entry(payload, by, key))

    def push(self, payload: Payload, by: Event.By, key: UUID | None = None) -> None:
        """Judge what the payload says and carry it out."""
        event = event_from_json(payload, self.running)
        if event is None or (isinstance(event, Deal) and by != Event.By.SITE):
            raise IllegalAction("unknown_event", "unknown_type")
        self.running.push(event)
        # Stored as the engine understood it, not as it was sent.
        self.add(event_to_json(event), by, key)

    def is_back(self, number: int) -> None:
        """The person of that seat plays himself, whatever was before; nobody is asked to play for him any more."""
        seat = self.seats[number]
        seat.missed, seat.invited = 0, None
        if seat.autopilot:
            seat.autopilot = False
            self.add({"type": "autopilot", "seat": number, "on": False}, Event.By.PLAYER)

    def go_on(self) -> None:
        """Deal what is due, let the bots move and do what was planned, until people are to act or the match is over."""
        self.deal()
        for _ in range(MOST_BOT_MOVES):
            if not (self._bot_moves() or self._planned_moves()):
                return
            # No write ends with a deal due, so that what is owed shows in the open turns alone.
            self.deal()

    def deal(self) -> None:
        """Deal what is due."""
        while next_deal(match := self.running.match()):
            seeds = seeds_of(self.game, self.seats)
            dealer = first_dealer(seeds, match.rules.players)
            deal = next_deal_event(match, seeds, first_dealer=dealer)
            self.push(event_to_json(deal), Event.By.SITE)

    def _bot_moves(self) -> bool:
        if not presence.is_attended(self.seats):
            # Nobody would see it. They rest until somebody comes back.
            return False
        for state in self.running.open.values():
            for number in state.to_act():
                if level := self.seats[number].played_by:
                    self.bot_move(state, number, level, Event.By.BOT)
                    return True
        return False

    def _planned_moves(self) -> bool:
        if not any(seat.automates for seat in self.seats):
            return False
        if not automation.is_at_once(self.game, self.seats):
            return False
        return any(
            automation.act_for(self, state, number)
            for state in self.running.open.values()
            for number in state.to_act()
        )

    def decided(self, number: int) -> Automation:
        """What the person of the seat has decided beforehand; read once for all seats, however many deals are open."""
        seat = self.seats[number]
        if self._decided is None:
            rows = Automation.objects.filter(seat__in=self.seats)
            self._decided = {row.seat_id: row for row in rows}
        return self._decided.setdefault(seat.pk, Automation(seat=seat))

    def bot_move(self, state: State, seat: int, level: str, by: Event.By) -> None:
        """Let a bot of that level do what is to be done in the seat."""
        seed = len(self.entries) + self.game.seq
        command = choose(level, deal_view(state, seat), self.running.rules, seed)
        self.push(event_to_json(command), by)

    def commit(self) -> GameState:
        """Write the events and bring the read models along; what goes outward follows the commit."""
        over = is_over(self.running.match())
        if over and self.game.status == Game.Status.RUNNING:
            self.add({"type": "reveal", "secret": self.game.secret_row.secret}, Event.By.SITE)
        self.game.closes_at = None if over else presence.closes_at(self.game, self.seats, self.now)
        events = append(self.game, self.entries, self.now)
        state = follow(self.state, rows_of(events))
        acted = {
            (event.payload["deal"], event.payload["seat"]): event.by
            for event in events
            if "seat" in event.payload and "deal" in event.payload
        }
        update_turns(self.game, self.seats, self.state.match, state.match, acted, self.now)
        self.save_seats()
        if over:
            finish(self.game, self.seats, state.match, self.now)
            reliability.note(self.game, self.seats, self.seats)
        notices.progressed(self.game, self.seats, self.state.match, state.match)
        if over or len(state.match.ended) > len(self.state.match.ended):
            deals_ended.send(Game, game=self.game)
        transaction.on_commit(partial(remember, self.game, state))
        transaction.on_commit(partial(news.changed, self.game.slug, self.game.seq))
        if self._owes(state.match):
            transaction.on_commit(lambda: _go_on_later(self.game.pk), robust=True)
        return state

    def save_seats(self) -> None:
        """Save what has changed of the seats; if others play there now, all deadlines may have moved."""
        anew = []
        for seat, stored in zip(self.seats, self.stored, strict=True):
            if presence.kept(seat) != stored:
                seat.save(update_fields=presence.KEPT)
            if presence.player_of(seat) != stored[: len(presence.PLAYER)]:
                anew.append(seat.number)
        if self._clock_begins():
            # Whoever sat alone with bots had no clock: his time, too, begins now.
            anew = [seat.number for seat in self.seats]
        for turn in self.game.turns.filter(seat__in=anew) if anew else ():
            # For whoever comes, the time begins when he does; and so for what he has planned, if he was here before.
            turn.opened_at = self.now
            turn.release_at = automation.release_at(
                self.game, self.seats, self.seats[turn.seat], self.now
            )
            turn.save(update_fields=["opened_at", "release_at"])
        if anew or self.has_other_times:
            refresh(self.game, self.seats, self.now)

    def _clock_begins(self) -> bool:
        """Whether somebody has come by whom a person is no longer alone with bots."""
        before = sum(user_id is not None for user_id, *_rest in self.stored)
        return before < 2 and is_clocked(self.seats)

    def _owes(self, match: Match) -> bool:
        to_move = (self.seats[seat] for _, seat in to_act(match))
        return presence.is_attended(self.seats) and any(seat.played_by for seat in to_move)


def finish(game: Game, seats: Sequence[Seat], match: Match, now: datetime) -> None:
    """The match is over: note the scores, when it was, and what the archive is searched by."""
    for seat in seats:
        # Nobody is asked to play on any more, or he could go on looking at a table that is not listed.
        seat.score, seat.invited = match.scores[seat.number], None
    Seat.objects.bulk_update(seats, ["score", "invited"])
    game.status, game.ended_at = Game.Status.FINISHED, now
    game.content = content_of(game.rules, events_of(game))
    game.save(update_fields=["status", "ended_at", "content"])
    note(game, seats, match)


def end_early(table: OpenTable, kind: str) -> None:
    """End a running match where it stands, by an event of that type."""
    game = table.game
    game.status, game.ended_at, game.closes_at = Game.Status.ABANDONED, table.now, None
    game.save(update_fields=["status", "ended_at"])
    table.add({"type": kind}, Event.By.SITE)
    events = append(game, table.entries, table.now)
    reliability.note(game, table.seats, table.seats)
    Turn.objects.filter(game=game).delete()
    Seat.objects.filter(game=game).exclude(invited=None).update(invited=None)
    notices.match_ended_early(game, table.seats, kind)
    state = follow(table.state, rows_of(events))
    deals_ended.send(Game, game=game)
    transaction.on_commit(partial(remember, game, state))
    transaction.on_commit(partial(news.changed, game.slug, game.seq))
