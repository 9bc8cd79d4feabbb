"""A demo for an embedded site that nobody has used yet: five people, their tables, and a finished match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import transaction

from games.bots import choose
from games.engine import Match, is_over, open_deal, to_act
from games.engine.view import deal_view
from games.engine.wire import event_to_json
from games.kernel.log import state_of
from games.lobby import services as lobby_services
from games.models import Game, Turn
from games.turns import services
from players.models import User

NAMES: Final = ("Ai", "Bo", "Chie", "Dai", "Emi")
# The bot that plays for the people while the demo is created.
STAND_IN: Final = "corporal"


@transaction.atomic
def create_demo_world(password: str) -> None:
    """Create the people, who share this password, and their tables."""
    # The password is shared, so one slow hash serves everybody.
    hashed = make_password(password)
    people = [_person(name, hashed) for name in NAMES]
    ai, bo, chie, dai, emi = people
    _finished(_table(ai, bo, chie, dai, name="Last week", preset="four", deals=3))
    club = _table(*people, name="Wednesday club", preset="gurunapo", deals=4, deals_at_once=2)
    _play_until(club, lambda match: _is_turn_of(club, ai) and _tricks(match) > 5)
    leaflet = _table(ai, bo, bots=3, name="After dinner", preset="leaflet", deals=3)
    _play_until(leaflet, lambda match: _is_turn_of(leaflet, ai) and _tricks(match) > 2)
    _table(ai, bots=3, name="A quick Nap", preset="nap", deals=5)
    waiting = _table(bo, chie, dai, emi, name="Slow and steady", preset="booklet", auction="sealed")
    lobby_services.seat_bot(game_id=waiting.pk, number=4, level="corporal")
    _table(chie, dai, name="Anyone for Napoleon?", preset="gurunapo", deals=5)
    private = _table(emi, listed=False, name="", preset="leaflet", deals=5, deals_at_once=2)
    lobby_services.invite(game_id=private.pk, number=1, user=ai)


def address(name: str) -> str:
    """Return the person's email address."""
    return f"{name.lower()}@example.org"


def _person(name: str, hashed: str) -> User:
    user = User.objects.create(name=name, email=address(name), password=hashed)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def _table(
    *people: User, name: str, preset: str, bots: int = 0, listed: bool = True, **rules: Any
) -> Game:
    """Open a table with these people and bots; its match starts if they fill it."""
    game = lobby_services.create(
        host=people[0], rules={"preset": preset, **rules}, name=name, is_listed=listed
    )
    for user in people[1:]:
        lobby_services.take_seat(game_id=game.pk, user=user)
    for number in range(len(people), len(people) + bots):
        lobby_services.seat_bot(game_id=game.pk, number=number, level="corporal")
    return Game.objects.get(pk=game.pk)


def _finished(game: Game) -> None:
    _play_until(game, is_over)


def _play_until(game: Game, enough: Callable[[Match], bool]) -> None:
    """Let the stand-in play for the people to act, through the same service as everybody."""
    users = dict(game.seats.values_list("number", "user_id"))
    match = _match(game)
    while not (is_over(match) or enough(match)):
        for command, seat in _moves(match):
            services.act(slug=game.slug, user_id=users[seat], payload=command, seen=None, key=None)
            break
        match = _match(game)


def _moves(match: Match) -> Iterator[tuple[dict[str, Any], int]]:
    for number, seat in to_act(match):
        state = open_deal(match, number)
        if state is not None:
            command = choose(STAND_IN, deal_view(state, seat), match.rules, number)
            yield event_to_json(command), seat


def _match(game: Game) -> Match:
    game.refresh_from_db(fields=["seq"])
    return state_of(game).match


def _is_turn_of(game: Game, user: User) -> bool:
    return Turn.objects.filter(game=game, user=user).exists()


def _tricks(match: Match) -> int:
    """Return the number of finished tricks in the open deals."""
    return sum(len(deal_view(state, None).tricks) for state in match.open)
