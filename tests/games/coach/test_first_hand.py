"""A first hand with a coach: good cards, a suggestion at each decision, the best card at the end."""

import re

import pytest

from games.kernel.log import state_of
from games.models import Game
from napoleon.engine import view
from players.models import User
from tests.support.play import reread
from tests.support.table_pages import fields
from tests.support.visits import get, guest, post, text

pytestmark = pytest.mark.django_db


def coached(person: User, preset: str = "gurunapo") -> Game:
    post(person, "/play-now/", coached="on", preset=preset)
    return Game.objects.get(host=person)


def suggested(page: str) -> dict[str, list[str]]:
    """The names and values of the outlined controls."""
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<(?:input|button)[^>]*data-hint[^>]*>", page):
        name, value = (re.search(rf'{key}="([^"]+)"', tag) for key in ("name", "value"))
        assert name
        assert value
        found.setdefault(name[1], []).append(value[1])
    return found


def follow(game: Game, person: User) -> list[str]:
    """Do what is suggested until the hand is over; return the reasons that were given."""
    reasons = []
    for _decision in range(20):
        response = get(person, game.get_absolute_url())
        page = text(response)
        reason = re.search(r'id="coach">(.*?)</p>', page, re.S)
        if not reason:
            return reasons
        reasons.append(reason[1])
        answer = {**fields(response), **suggested(page)}
        answer.setdefault("do", ["bid"])
        answered = post(person, f"{game.get_absolute_url()}act/", **answer)
        assert answered.status_code in (302, 303), text(answered)
    raise AssertionError("The hand does not end.")


@pytest.mark.parametrize("preset", ["gurunapo", "leaflet", "four", "booklet", "nap"])
def test_a_newcomer_who_follows_the_coach_wins_their_first_hand(preset: str) -> None:
    for _hand in range(3):
        newcomer = guest()
        game = coached(newcomer, preset)
        reasons = follow(game, newcomer)
        [end] = view(state_of(reread(game)).match, 0).ended
        assert (end.declarer, end.made) == (0, True), reasons
        assert len(reasons) >= 6
        assert all(reasons)
