"""Running games in one line, and people who play on in them."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any
from uuid import UUID

from django.db.models import BigIntegerField
from django.db.transaction import atomic

from games.kernel.game_queries import locked
from games.kernel.known_states import GameState
from games.kernel.log import state_of
from games.kernel.transaction import GameTransaction
from games.lobby import services as lobby_services
from games.models import Event, Game, Seat
from games.turns import services
from infrastructure.speed.prepared_queries import Parameter, PreparedQuery
from napoleon.bots import STAND_IN, THINKERS
from napoleon.engine import Exchange, card_set, is_over, legal, rules_from_json, view
from napoleon.engine.cards import cards_in
from napoleon.engine.events import Command, LegalCommand, LegalExchanges
from napoleon.engine.match import Match
from napoleon.engine.wire import event_to_json
from napoleon.time_bank import ClockRules
from players.models import User

Json = dict[str, Any]
# Cached, because playing asks for it again and again.
GAME = PreparedQuery(lambda: Game.objects.filter(pk=Parameter("pk", BigIntegerField())))
SEAT = PreparedQuery(
    lambda: Seat.objects.filter(
        game=Parameter("game", BigIntegerField()), user=Parameter("user", BigIntegerField())
    ).values_list("number", flat=True)
)


def lobby(
    *people: User, preset: str = "gurunapo", listed: bool = True, clock: ClockRules | None = None, **rules: Any
) -> Game:
    """A table with these people seated in this order; the match begins if that fills it."""
    own = rules_from_json({"preset": preset, **rules})
    terms = lobby_services.TableTerms(rules=own, is_listed=listed, clock=clock)
    game = lobby_services.create(terms, host=people[0])
    # Only the last person to sit down can start the match.
    for number, user in enumerate(people[1:-1], 1):
        game.seats.filter(number=number).update(user=user, seed=lobby_services.new_seed())
    for user in people[1:][-1:]:
        lobby_services.take_seat(game_id=game.pk, user=user)
    return reread(game)


def running(
    *people: User,
    preset: str = "gurunapo",
    bots: str = "recruit",
    listed: bool = True,
    clock: ClockRules | None = None,
    **rules: Any,
) -> Game:
    """A running match of these people; bots take the other seats."""
    game = lobby(*people, preset=preset, listed=listed, clock=clock, **rules)
    if free := list(game.seats.filter(user=None).values_list("number", flat=True)):
        game.seats.filter(number__in=free[:-1]).update(bot=bots)
        lobby_services.seat_bot(game_id=game.pk, number=free[-1], level=bots)
        game = reread(game)
    return game


def reread(game: Game) -> Game:
    """The game as it is now."""
    [found] = GAME.all(pk=game.pk)
    return found


def choices(game: Game, user: User) -> list[LegalCommand]:
    """The person's legal choices now, in all open deals."""
    [(seat,)] = SEAT.all(game=game.pk, user=user.pk)
    return legal(state_of(game).match, seat)


def command(choice: LegalCommand, rng: Random) -> Command:
    """A choice as a command; discards are random."""
    if not isinstance(choice, LegalExchanges):
        return choice
    discard = card_set(rng.sample(cards_in(choice.among), choice.size))
    recipient = rng.choice(choice.recipients) if choice.recipients else None
    return Exchange(choice.deal, choice.seat, discard, recipient)


def payload(choice: LegalCommand, rng: Random | None = None) -> Json:
    """The command as the table's form sends it."""
    return event_to_json(command(choice, rng or Random(0)))


def seen(state: GameState, data: Json) -> int:
    """The `seen` field of an up-to-date form for this command."""
    return state.seen[data["deal"]]


def move(game: Game, user: User, rng: Random | None = None, key: UUID | None = None) -> bool:
    """Make any legal move for the person; whether they had one."""
    rng = rng or Random(0)
    game = reread(game)
    options = choices(game, user)
    if not options and let_bots_think(game):
        return move(game, user, rng, key)
    if not options:
        return False
    data = payload(rng.choice(options), rng)
    services.act(slug=game.slug, user_id=user.pk, payload=data, seen=seen(state_of(game), data), key=key)
    return True


def let_bots_think(game: Game) -> bool:
    """Let captains on autopilot move, as workers do; whether there were any."""
    begun = reread(game).seq
    while services.go_on(game_id=game.pk):
        pass
    return reread(game).seq > begun


def move_on(game: Game, people: Sequence[User], moves: int) -> list[User]:
    """Make so many moves, each by a player who is to act; return those players."""
    moved = []
    for _ in range(moves):
        moved.append(next(user for user in people if choices(reread(game), user)))
        move(game, moved[-1])
    return moved


def move_on_unseen(game: Game, reader: User, people: Sequence[User], moves: int) -> None:
    """The same, as if plans made the moves while the reader looked away."""
    own = game.seats.filter(user=reader)
    seen = own.get().moves_seen
    move_on(game, people, moves)
    own.update(moves_seen=seen)


def play_out(game: Game, *people: User, rng: Random | None = None) -> Game:
    """Play the match to its end in one write, so that nobody is notified of a turn."""
    return play_until(is_over, game, people, rng or Random(0))


def play_until(is_enough: Callable[[Match], bool], game: Game, people: Sequence[User], rng: Random) -> Game:
    with atomic():
        transaction = GameTransaction(locked(key=game.pk))
        seats = [transaction.game.seats.get(user=user).number for user in people]
        while not is_enough(transaction.running.match()):
            moved = [_move_at(transaction, seat, rng, is_enough) for seat in seats]
            assert any(moved) or _stand_in(transaction), "nobody can move"
        transaction.commit()
    return reread(game)


def _move_at(transaction: GameTransaction, seat: int, rng: Random, is_enough: Callable[[Match], bool]) -> bool:
    match = transaction.running.match()
    options = [] if is_enough(match) else legal(match, seat)
    if options:
        transaction.push({**payload(rng.choice(options), rng), "seat": seat}, Event.By.PLAYER)
        services.play_on(transaction)
    return bool(options)


def _stand_in(transaction: GameTransaction) -> bool:
    """Let a corporal move for a captain, who would be too slow; whether one was to act."""
    for state in transaction.running.open.values():
        for number in state.to_act():
            if transaction.seats[number].played_by in THINKERS:
                transaction.bot_move(state, number, STAND_IN, Event.By.BOT)
                services.play_on(transaction)
                return True
    return False


def play_out_by_moves(game: Game, *people: User, rng: Random | None = None) -> Game:
    """The same with a write for each move, as on the site."""
    rng = rng or Random(0)
    while not game.is_over:
        moved = [move(game, user, rng) for user in people]
        assert any(moved) or reread(game).is_over, "nobody can move"
        game = reread(game)
    return game


def play_first_deal(game: Game, *people: User) -> Game:
    """Play until the first deal that counts has ended and the next has no move yet."""

    def has_counted(match: Match) -> bool:
        return any(hasattr(end, "tricks") for end in match.ended)

    return play_until(has_counted, game, people, Random(4))


def in_play(*people: User, **rules: Any) -> Game:
    """A match of these people in the middle of its first played deal."""

    def has_begun(match: Match) -> bool:
        deals = view(match, None).deals
        return bool(deals) and deals[0].phase == "playing" and len(deals[0].tricks) == 2

    return play_until(has_begun, running(*people, **{"deals": 1, **rules}), people, Random(2))


def play_deals(game: Game, people: Sequence[User], deals: int) -> Game:
    """Play until so many deals have ended and the next has no move yet."""
    return play_until(lambda match: len(match.ended) >= deals, game, people, Random(0))
