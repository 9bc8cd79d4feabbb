"""The one way to write to a running game: lock it, judge by the engine, add to its log, let the followers run, commit.

What goes outward happens after the commit. Tables before their start are kept in `games/lobby/services.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel import board_bots
from games.kernel.events import HAND_OVERS, AutopilotSwitched, LoggedEvent, Payload, SecretRevealed, TableEvent
from games.kernel.followers import Change, run_followers
from games.kernel.game_queries import locked
from games.kernel.known_states import GameState, remember
from games.kernel.log import NewEvent, advance, append, state_of, stored
from games.models import Automation, Event, Game, Seat
from infrastructure import broadcast
from infrastructure.speed import prepared_writes
from napoleon.bots import choose, claim_answers
from napoleon.engine import Deal, IllegalCommand, is_over, next_deal
from napoleon.engine.claims import Claimed
from napoleon.engine.events import Command
from napoleon.engine.match import MatchCursor
from napoleon.engine.shuffle import Seeds, below, next_deal_event, words
from napoleon.engine.variants import State
from napoleon.engine.view import DealView, deal_view
from napoleon.engine.wire import event_from_json, event_to_json


class Stale(Exception):
    """The form was made for a position that has passed."""


class TableError(Exception):
    """A change to a table was refused; the text tells the reader why, in their language."""


class NotSeated(TableError):
    """The person who acts has no seat at this table."""


def seeds_of(game: Game, seats: Sequence[Seat]) -> Seeds:
    """All that the shuffle of a game follows from. Nothing of it may leave the site while the game runs."""
    if game.board_set is not None:
        return game.board_set.seeds
    secret = bytes.fromhex(game.secret_row.secret)
    return Seeds(secret, game.slug, tuple(seat.seed for seat in seats))


def first_dealer(seeds: Seeds, players: int) -> int:
    """Who deals first: drawn like a cut for the deal, from the stream of a deal number 0."""
    return below(words(seeds, 0), players)


def status_at_the_end(game: Game) -> Game.Status:
    """What a match becomes that has been played to its end."""
    is_sealed = game.board_set is not None and game.board_set.closed_at is None
    return Game.Status.SEALED if is_sealed else Game.Status.FINISHED


class GameTransaction:
    """A locked game in the middle of a write: events and changed seats pile up here until `commit`."""

    def __init__(self, game: Game) -> None:
        self.game, self.seats = game, list(game.seats.all())
        self.state, self.now = state_of(game), timezone.now()
        self.running = MatchCursor(self.state.match)
        self.entries: list[NewEvent] = []
        self._decided: dict[int, Automation] | None = None
        self.note_seats()

    @classmethod
    def of_running(cls, game_id: int) -> GameTransaction:
        """Lock a game and begin to write to it; raises `TableError` when its match is over."""
        game = locked(key=game_id)
        if game.status == Game.Status.ON_HOLD:
            raise TableError(_("This match is on hold."))
        if game.status != Game.Status.RUNNING:
            raise TableError(_("This match is over."))
        return cls(game)

    def seat_of(self, user_id: int) -> Seat:
        """The person's seat; raises `NotSeated` if they have none."""
        for seat in self.seats:
            if seat.user_id == user_id:
                return seat
        raise NotSeated(_("You are not at this table."))

    def note_seats(self) -> None:
        """Remember the seats as they are stored: `commit` saves those that have changed since."""
        self.stored = [kept(seat) for seat in self.seats]

    def refuse_ended(self) -> None:
        if self.game.status != Game.Status.RUNNING:
            raise IllegalCommand("after_end", "match_over")

    def refuse_stale(self, payload: Payload, seen: int | None) -> None:
        number = payload.get("deal")
        known = self.state.seen.get(number) if isinstance(number, int) else None
        if seen is not None and known != seen:
            raise Stale

    @property
    def next_seq(self) -> int:
        """The number of the event that is added next."""
        return self.game.seq + len(self.entries) + 1

    def add(self, event: TableEvent, by: Event.By) -> None:
        self.entries.append(NewEvent(event.to_json(), by))

    def push(self, payload: Payload, by: Event.By, key: UUID | None = None, remarks: Payload | None = None) -> None:
        """Judge what the payload says and carry it out; the remarks are logged with it, and follow no rule."""
        event = event_from_json(payload, self.running)
        if event is None or (isinstance(event, Deal) and by != Event.By.SITE):
            raise IllegalCommand("unknown_event", "unknown_type")
        self.running.push(event)
        # Stored as the engine understood it, not as it was sent.
        self.entries.append(NewEvent({**event_to_json(event), **(remarks or {})}, by, key))

    def is_back(self, number: int, by: Event.By = Event.By.PLAYER) -> None:
        """The person of that seat plays again: the autopilot ends, and so does the offer of the seat."""
        seat = self.seats[number]
        seat.missed, seat.invited = 0, None
        if seat.autopilot:
            seat.autopilot = False
            self.add(AutopilotSwitched(number, on=False), by)

    def deal(self) -> None:
        while next_deal(match := self.running.match()):
            seeds = seeds_of(self.game, self.seats)
            dealer = first_dealer(seeds, match.rules.players)
            deal = next_deal_event(match, seeds, first_dealer=dealer)
            self.push(event_to_json(deal), Event.By.SITE)

    def automation(self, number: int) -> Automation:
        """What the person of the seat has decided beforehand; read once for all seats, however many deals are open."""
        seat = self.seats[number]
        if self._decided is None:
            rows = Automation.objects.filter(seat__in=self.seats)
            self._decided = {row.seat_id: row for row in rows}
        return self._decided.setdefault(seat.pk, Automation(seat=seat))

    def bot_move(self, state: State, seat: int, level: str, by: Event.By) -> None:
        """Let a bot of that level do what is to be done in the seat."""
        seed, view = len(self.entries) + self.game.seq, deal_view(state, seat)
        if isinstance(state, Claimed) and self.seats[seat].user_id is not None:
            command = claim_answers.answer(view, self.running.rules, for_person=True)
        else:
            command = self._chosen(level, view, seat, seed)
        self.push(event_to_json(command), by)

    def _chosen(self, level: str, view: DealView, seat: int, seed: int) -> Command:
        rules = self.running.rules
        if self.is_bid_for_all(view.phase):
            return board_bots.bid_for_all(view, rules, seat)
        if self.game.board_set_id is not None:
            return board_bots.answer(level, self.seats[seat].as_bot, view, rules, seat)
        return choose(level, view, rules, seed)

    def is_bid_for_all(self, phase: str) -> bool:
        """Whether bots bid in the seats of people, too."""
        board_set = self.game.board_set
        return board_set is not None and board_set.skips_auction and phase in board_bots.AUCTION

    def take_time(self) -> None:
        """Restamp with the current time, so that nobody sees that a plan took longer."""
        self.now = timezone.now()

    def commit(self) -> GameState:
        """Add the events to the log, run the followers, and save the seats that have changed."""
        game, over = self.game, is_over(self.running.match())
        if over and game.status == Game.Status.RUNNING:
            self._finish()
        game.closes_at = None if game.is_over else closes_at(game, self.seats, self.now)
        if game.is_over or len(self.running.ledger.ended) > len(self.state.match.ended):
            game.result_seq = self.next_seq - 1
        events = append(game, self.entries, self.now)
        state, logged = advance(self.state, stored(events))
        transaction.on_commit(partial(remember, game, state))
        broadcast.publish_after_commit(game.slug, game.seq)
        run_followers(Change(game, self.state, state, logged, self.seats, self.stored, self.now))
        self.save_seats()
        return state

    def _finish(self) -> None:
        """The match is over: note the scores, and end all offers of seats."""
        if self.game.board_set is None:
            self.add(SecretRevealed(self.game.secret_row.secret), Event.By.SITE)
        for seat in self.seats:
            # An offer would let a person look on at a table that is not listed.
            seat.score, seat.invited = self.running.ledger.scores[seat.number], None
        Seat.objects.bulk_update(self.seats, ["score", "invited"])
        self.game.status, self.game.ended_at = status_at_the_end(self.game), self.now

    def end_early(self, event: TableEvent) -> None:
        self.add(event, Event.By.SITE)
        for seat in self.seats:
            seat.invited = None
        self.game.status, self.game.ended_at = Game.Status.ABANDONED, self.now
        self.commit()

    def save_seats(self) -> None:
        """Save what has changed of the seats."""
        changed = [seat for seat, before in zip(self.seats, self.stored, strict=True) if kept(seat) != before]
        prepared_writes.update(changed, KEPT)


# --- Who is at a table, and when a table that nobody comes back to is closed ---


PLAYER: Final = ("user_id", "bot", "autopilot")
"""Seat fields that identify the player."""
USER: Final = PLAYER.index("user_id")
KEPT: Final = (*PLAYER, "invited_id", "automates", "missed", "bank", "bank_charged_until", "hours_json", "moves_seen")
"""Seat fields that may change while the match runs."""

kept: Final[Callable[[Seat], tuple[Any, ...]]] = attrgetter(*KEPT)
player_of: Final[Callable[[Seat], tuple[Any, ...]]] = attrgetter(*PLAYER)

# A table at which nobody is left, or all are on autopilot, waits so long for somebody to come back.
ABSENT: Final = timedelta(days=7)
# How long a match of one person and bots waits for its only player, whose clock does not run.
ALONE: Final = timedelta(days=30)


def is_attended(seats: Sequence[Seat]) -> bool:
    """Whether at least one person plays here without a bot."""
    return any(seat.is_present for seat in seats)


def closes_at(game: Game, seats: Sequence[Seat], now: datetime) -> datetime | None:
    """When to give up a running match, after a move, a pause or a change of seats."""
    # In a pause nobody has to come back.
    since = max(now, game.paused_until or now)
    if not is_attended(seats):
        return since + ABSENT
    return since + ALONE if sum(seat.user_id is not None for seat in seats) == 1 else None


def away(players: int, log: Iterable[LoggedEvent]) -> list[tuple[bool, int]]:
    """For each seat, whether a bot plays for its person, and the number of time-outs in a row."""
    autopilot, misses = [False] * players, [set[datetime]() for _ in range(players)]
    for _seq, at, by, event, _payload in log:
        seat = getattr(event, "seat", None)
        if not isinstance(seat, int) or not 0 <= seat < players:
            continue
        restarts = isinstance(event, HAND_OVERS)
        if isinstance(event, AutopilotSwitched):
            autopilot[seat] = event.on is True
            # Staff may have ended it for the player.
            restarts = not autopilot[seat]
        elif restarts:
            autopilot[seat] = False
        if by == Event.By.TIMEOUT:
            # Deals at once may run out of time together: that is one time-out.
            misses[seat].add(at)
        elif restarts or by in (Event.By.PLAYER, Event.By.PLAN):
            misses[seat].clear()
    return [(seat, len(missed)) for seat, missed in zip(autopilot, misses, strict=True)]
