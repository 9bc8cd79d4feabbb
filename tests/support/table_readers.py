"""Readers of a table's routes, and the table in three states: lobby, halfway and over."""

from datetime import timedelta
from typing import NamedTuple

from django.utils import timezone

from games.imports import services as imports
from games.kernel.log import state_of
from games.lobby import services as lobby_services
from games.models import Game
from games.seats import substitution
from napoleon.engine import is_over
from players.models import Block, User
from tests.support.cast import person
from tests.support.chat import note, say
from tests.support.club_readers import Cookies
from tests.support.drafts import begun
from tests.support.golden import LOGS
from tests.support.play import choices, lobby, move, play_deals, play_out, reread, running
from tests.support.scribe import a_match
from tests.support.visits import client_of, guest

NAMES = {
    "stranger": "gin",
    "blocked": "hana",
    "former": "emi",
    "substitute": "fu",
    "muted": "dai",
    "waiting": "chie",
    "mover": "bo",
    "host": "ai",
    "staff": "itsu",
}
READERS = ("anonymous", "guest", *NAMES)
"""The columns of the route tables, in order. The host blocked `blocked`; one player is muted."""


class Site(NamedTuple):
    words: dict[str, object]
    """The values in addresses and forms."""
    cookies: Cookies


def at_a_lobby() -> Site:
    """One seat is kept for the substitute, and one is free."""
    cookies, people = _signed_in(), _seated()
    game = lobby(people[0], preset="nap", players=6, deals=2)
    for number, user in enumerate(people[1:], 1):
        game.seats.filter(number=number).update(user=user, seed=lobby_services.new_seed())
    lobby_services.invite(game_id=game.pk, number=4, user=person(NAMES["substitute"]))
    return _site(game, cookies)


def at_a_running_match() -> Site:
    """Its first deal has ended. One player has left, and the host has offered the seat."""
    cookies = _signed_in()
    return _site(_second_deal(), cookies)


def at_a_match_that_is_over() -> Site:
    cookies = _signed_in()
    game = _second_deal()
    substitution.offer(game_id=game.pk, number=4, user=None)
    return _site(play_out(game, *_seated()), cookies)


def _signed_in() -> Cookies:
    people = {name: person(words) for name, words in NAMES.items()}
    until = timezone.now() + timedelta(days=9)
    User.objects.filter(pk=people["muted"].pk).update(muted_until=until)
    User.objects.filter(pk=people["staff"].pk).update(is_staff=True, is_superuser=True)
    Block.objects.create(user=people["host"], blocked=people["blocked"], at=timezone.now())
    readers = {"anonymous": None, "guest": guest(), **people}
    return {name: client_of(user).cookies for name, user in readers.items()}


def _seated() -> list[User]:
    return [person(NAMES[name]) for name in ("host", "mover", "waiting", "muted")]


def _second_deal() -> Game:
    """The mover is to act in it, in the seat beside the host's."""
    people = _seated()
    everybody = [*people, person(NAMES["former"])]
    game = play_deals(running(*everybody, preset="nap", players=5, deals=2), everybody, 1)
    substitution.leave(game_id=game.pk, user=everybody[-1])
    substitution.offer(game_id=game.pk, number=4, user=person(NAMES["substitute"]))
    while not choices(reread(game), people[1]):
        assert any(move(game, user) for user in people if user != people[1])
    assert not is_over(state_of(reread(game)).match)
    return reread(game)


def _site(game: Game, cookies: Cookies) -> Site:
    """The host has written a comment and a note, and has an upload and a draft."""
    host = game.host
    assert host
    upload = imports.begin(user=host, data=(LOGS / "nap.jsonl").read_bytes())
    words: dict[str, object] = {
        "table": f"/t/{game.slug}/",
        "invitation": game.invitation,
        "comment": say(game, host, "A comment").pk,
        "note": note(game, host, "A note").pk,
        "upload": upload.slug,
        "draft": begun(host, a_match(1, preset="nap", deals=1)).slug,
        "seen": state_of(game).seen.get(2, "") if game.started_at else "",
    }
    return Site(words, cookies)
