"""Tables of a demo, and how its people play at them: bots act in their seats."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.transaction import atomic

from games.kernel.game_queries import locked
from games.kernel.transaction import GameTransaction
from games.lobby import services as lobby_services
from games.models import Event, Game
from napoleon.bots import STAND_IN
from napoleon.engine import Match, is_over, open_deal, rules_from_json, to_act
from napoleon.engine.view import deal_view
from players.models import User

Enough = Callable[[Match], bool]


def create_demo_tables(people: Sequence[User]) -> None:
    """Create tables of five people in every state; the first is to act at some, and is invited to another."""
    ai, bo, chie, dai, emi = people
    play_until(_table(ai, bo, chie, dai, name="Last week", preset="four", deals=3), is_over)
    club = _table(*people, name="Wednesday club", preset="gurunapo", deals=4, deals_at_once=2)
    play_until(club, lambda match: acts(match, 0) and tricks_over(match) > 5)
    leaflet = _table(ai, bo, bots=3, name="After dinner", preset="leaflet", deals=3)
    play_until(leaflet, lambda match: acts(match, 0) and tricks_over(match) > 2)
    _table(ai, bots=3, name="A quick Nap", preset="nap", deals=5)
    waiting = _table(bo, chie, dai, emi, name="Slow and steady", preset="booklet", auction="sealed")
    lobby_services.seat_bot(game_id=waiting.pk, number=4, level="corporal")
    _table(chie, dai, name="Anyone for Napoleon?", preset="gurunapo", deals=5)
    private = _table(emi, listed=False, name="", preset="leaflet", deals=5, deals_at_once=2)
    lobby_services.invite(game_id=private.pk, number=1, user=ai)


def play_until(game: Game, enough: Enough, level: str = STAND_IN) -> None:
    """Let a bot of that level play for everybody, in one write, until it is enough or the match is over."""
    with atomic():
        transaction = GameTransaction(locked(key=game.pk))
        while not (is_over(match := transaction.running.match()) or enough(match)):
            number, seat = to_act(match)[0]
            state = open_deal(match, number)
            assert state is not None  # noqa: S101 (it has somebody to act)
            by = Event.By.BOT if transaction.seats[seat].played_by else Event.By.PLAYER
            transaction.bot_move(state, seat, level, by)
            transaction.deal()
        transaction.commit()


def deal_over(match: Match) -> bool:
    return bool(match.ended)


def tricks_over(match: Match) -> int:
    """Return the number of finished tricks in the open deals."""
    return sum(len(deal_view(state, None).tricks) for state in match.open)


def acts(match: Match, seat: int) -> bool:
    return any(number == seat for _deal, number in to_act(match))


def _table(*people: User, name: str, preset: str, bots: int = 0, listed: bool = True, **rules: Any) -> Game:
    """Open a table with these people and bots; its match starts if they fill it."""
    own = rules_from_json({"preset": preset, **rules})
    terms = lobby_services.TableTerms(rules=own, name=name, is_listed=listed)
    game = lobby_services.create(terms, host=people[0])
    for user in people[1:]:
        lobby_services.take_seat(game_id=game.pk, user=user)
    for number in range(len(people), len(people) + bots):
        lobby_services.seat_bot(game_id=game.pk, number=number, level="corporal")
    return Game.objects.get(pk=game.pk)
