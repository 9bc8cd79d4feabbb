"""Moves in a running game, and what the site owes it: the start, deals, the moves of bots, and planned moves."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Exists, OuterRef, Q, prefetch_related_objects
from django.db.transaction import atomic

from games import notifications
from games.kernel.events import MatchStarted, Payload
from games.kernel.followers import Change
from games.kernel.game_queries import game_with_seats, locked, locked_by_player
from games.kernel.known_states import GameState
from games.kernel.log import state_of
from games.kernel.transaction import GameTransaction, Stale, is_attended
from games.models import Event, Game, Seat, Turn
from games.plans import release
from games.turns import held_moves
from games.turns.bot_thoughts import Thought, is_first_to_wait, next_thought, thinks
from games.turns.moves_seen import note_own_move
from games.turns.open_turns import hours_of
from infrastructure import broadcast
from infrastructure.speed import prepared_writes
from infrastructure.task_queue import enqueue_in, enqueue_on_commit
from napoleon.engine import Claim, IllegalCommand, to_act
from napoleon.engine.view import deal_view
from napoleon.engine.wire import event_to_json

AT_THE_START: Final = ("seed", "bank", "hours_json", "automates")
# A match of bots alone is played in pieces, so that no transaction holds its game for long.
MOST_BOT_MOVES: Final = 400
PROPOSALS: Final = ("claim", "concede")


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a command: the state after it."""

    game: Game
    state: GameState
    repeated: bool = False
    """The same request has been answered before; nothing happened again."""


def act(
    *, slug: str, user_id: int, payload: Payload, seen: int | None, key: UUID | None, seq: int | None = None
) -> Played:
    """Carry out what the payload says in the seat of the person (an event of the record format less ``seat``).

    ``seen`` is the number of the last event of the deal that their page showed; ``key`` names the request. ``seq`` is
    the last event of the game that they know, for programs.
    Raises `Stale`, or `IllegalCommand` as the engine words it, `NotSeated` or `Game.DoesNotExist`; then nothing has
    changed.
    """
    try:
        return _act(slug, user_id, payload, seen, key, seq)
    except IntegrityError:
        # The same command may be legal once more, as a pass is in the next turn: then its key stood in the way.
        game = game_with_seats(slug)
        if not _was_done(game, key):
            raise
        return Played(game, state_of(game), repeated=True)


def _act(slug: str, user_id: int, payload: Payload, seen: int | None, key: UUID | None, seq: int | None) -> Played:
    with atomic():
        transaction = GameTransaction(locked_by_player(slug, user_id))
        seat = transaction.seat_of(user_id).number
        try:
            if seq is not None and seq != transaction.game.seq:
                raise Stale
            transaction.refuse_ended()
            transaction.refuse_stale(payload, seen)
            in_full = _in_full(transaction, payload, seat)
            transaction.push(in_full, Event.By.PLAYER, key)
        except (Stale, IllegalCommand):
            # What has been done can hardly be done again: the key is looked for only where something is refused.
            if _is_repeated(transaction, key):
                return Played(transaction.game, transaction.state, repeated=True)
            raise
        if held_moves.holds_moves(transaction.game):
            # What was pushed has been judged, and goes no further.
            return _held(transaction, in_full, key)
        transaction.is_back(seat)
        play_on(transaction)
        note_own_move(transaction, seat, in_full["deal"])
        transaction.take_time()
        return Played(transaction.game, transaction.commit())


def _held(transaction: GameTransaction, in_full: Payload, key: UUID | None) -> Played:
    """Hold the move, which has been judged."""
    if _is_repeated(transaction, key):
        return Played(transaction.game, transaction.state, repeated=True)
    held_moves.hold(transaction, in_full, key)
    if not transaction.seats[in_full["seat"]].autopilot:
        return Played(transaction.game, transaction.state)
    # Everybody may see that the player is back, but not yet what they do.
    transaction = GameTransaction(transaction.game)
    transaction.is_back(in_full["seat"])
    return Played(transaction.game, transaction.commit())


def _in_full(transaction: GameTransaction, payload: Payload, seat: int) -> Payload:
    """The event of that seat. A claim says whether the seat's own cards make it certain: then nobody is asked.

    Raises `IllegalCommand` for a proposal at a table that allows none.
    """
    if payload.get("type") in PROPOSALS and not transaction.game.allows_claims:
        raise IllegalCommand("illegal_claim", "no_claims")
    state = transaction.running.open.get(payload.get("deal", 0))
    if payload.get("type") == "claim" and state is not None:
        offered = deal_view(state, seat).proposals
        payload = {**payload, "certain": Claim(state.number, seat, certain=True) in offered}
    return {**payload, "seat": seat}


def _is_repeated(transaction: GameTransaction, key: UUID | None) -> bool:
    """Whether the request of that key was carried out before, or its move is held now."""
    return _was_done(transaction.game, key) or held_moves.is_held(transaction, key)


def _was_done(game: Game, key: UUID | None) -> bool:
    """Whether the request of that key was carried out before."""
    return key is not None and game.events.filter(key=key).exists()


def go_on(*, game_id: int) -> bool:
    """Do what the game owes: deals, and the moves of its bots. Whether anything was owed.

    A bot that thinks long makes one move, when it is time for that. Only workers call this.
    """
    thought, wait = next_thought(game_id) or (None, 0.0)
    if thought and wait:
        if is_first_to_wait(thought, wait):
            enqueue_in(wait, "games.tasks.go_on", game_id)
        return True
    with atomic():
        game = locked(key=game_id)
        if game.status != Game.Status.RUNNING:
            return False
        transaction = GameTransaction(game)
        play_on(transaction, thought)
        if not transaction.entries:
            return False
        transaction.commit()
        return True


def games_awaiting_bots() -> list[int]:
    """The running games that wait for the site: for a move of a bot, while a person is there to see it."""
    seats = Seat.objects.filter(game=OuterRef("game"))
    bots = seats.filter(~Q(bot="") | Q(autopilot=True), number=OuterRef("seat"))
    people = seats.filter(user__isnull=False, autopilot=False)
    # Few turns are nobody's: the index by person finds them.
    running = Turn.objects.filter(game__status=Game.Status.RUNNING)
    turns = running.filter(Exists(bots), Exists(people), user=None)
    return sorted(set(turns.values_list("game", flat=True)))


def games_without_turn() -> list[int]:
    """Running games without an open turn, an invariant violation; resuming repairs them."""
    turns = Turn.objects.filter(game=OuterRef("pk"))
    games = Game.objects.filter(~Exists(turns), status=Game.Status.RUNNING)
    return sorted(games.values_list("pk", flat=True))


def start(*, game: Game, tells: bool = True) -> None:
    """Begin the match of a locked game whose seats are all taken; ``tells`` those who sit there.

    A person alone with bots has started the match themselves.
    """
    transaction = GameTransaction(game)
    prefetch_related_objects(transaction.seats, "user")
    for seat in transaction.seats:
        if not seat.seed:
            seat.seed = seed_of_bot(seat.number)
        if seat.user is not None:
            seat.bank, seat.hours_json = game.clock.bank, hours_of(seat.user)
            seat.automates = game.plays_forced
    if game.plays_forced:
        release.let_forced_be_played(transaction.seats)
    prepared_writes.update(transaction.seats, AT_THE_START)
    transaction.note_seats()
    game.status, game.started_at = Game.Status.RUNNING, transaction.now
    transaction.add(
        MatchStarted(
            game.rules_json, game.commitment, tuple(seat.seed for seat in transaction.seats), game.rules_version
        ),
        Event.By.SITE,
    )
    play_on(transaction)
    transaction.commit()
    broadcast.publish_to_people(seat.user_id for seat in transaction.seats)
    if tells and sum(seat.user is not None for seat in transaction.seats) > 1:
        notifications.MatchBegan.notify(game, transaction.seats)


def seed_of_bot(number: int) -> str:
    """No secret, and no choice of the site's: only people's seeds count."""
    return f"bot {number}"


def play_on(transaction: GameTransaction, thought: Thought | None = None) -> None:
    """Deal what is due, let the bots move and do what was planned, until people are to act or the match is over.

    A bot that thinks long does only what it has thought of before: otherwise its turn waits for a worker.
    """
    transaction.deal()
    for _ in range(MOST_BOT_MOVES):
        if not (_bot_moves(transaction, thought) or _planned_moves(transaction)):
            return
        # No write ends with a deal due, so that what is owed shows in the open turns alone.
        transaction.deal()


def _bot_moves(transaction: GameTransaction, thought: Thought | None) -> bool:
    if not is_attended(transaction.seats):
        # Nobody would see it. The bots rest until somebody comes back.
        return False
    for state in transaction.running.open.values():
        for number in state.to_act():
            seat = transaction.seats[number]
            if thinks(seat, state):
                if thought is not None and (number, deal_view(state, number)) == thought[:2]:
                    transaction.push(event_to_json(thought.command), Event.By.BOT)
                    return True
            elif seat.played_by or transaction.is_bid_for_all(deal_view(state, number).phase):
                transaction.bot_move(state, number, seat.played_by, Event.By.BOT)
                return True
    return False


def _planned_moves(transaction: GameTransaction) -> bool:
    if not any(seat.automates for seat in transaction.seats):
        return False
    if not release.is_at_once(transaction.game, transaction.seats):
        return False
    # A plan does not take the place of a move that its player has sent and may still take back.
    held = held_moves.waiting(transaction)
    return any(
        release.act_for(transaction, state, number)
        for state in transaction.running.open.values()
        for number in state.to_act()
        if (state.number, number) not in held
    )


def let_bots_play_on(change: Change) -> None:
    """A follower: what bots are still to do, they do after the commit."""
    seats = change.seats
    if change.game.is_over or not is_attended(seats):
        return
    if any(seats[number].played_by for _deal, number in to_act(change.after.match)):
        enqueue_on_commit("games.tasks.go_on", change.game.pk)
