"""Who is there, who wants to play live, and what a table lets its players claim: none of it tells twins apart."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from games.models import Game
from games.seats.live_play import agree
from napoleon.engine import rules_from_json
from napoleon.engine.match import open_deal
from players.friends.presence import record_presence
from players.models import Delivery, Notification, PushSubscription, User
from players.notifications.kinds import bind
from players.notifications.routing import route
from tests.napoleon.engine.late_positions import courses
from tests.napoleon.engine.twins import twins
from tests.support.cast import person
from tests.support.leaks import FIRST_SEEDS, plain, positions
from tests.support.stored_games import stored
from tests.support.table_pages import fields
from tests.support.visits import client_of, text
from tests.support.wall_clock import Wall

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def people(cast: list[User], wall: Wall) -> list[User]:
    """Those who sit at the tables; their clock stands still."""
    wall.go()
    return [*cast, person("funabashi"), person("gin"), person("hana")]


def pairs(people: list[User], first: int) -> Iterator[tuple[Game, Game, int]]:
    """Two running tables that look the same from a seat, and that seat."""
    rng = random.Random(first)
    for position in positions(8, first):
        seat = rng.randrange(position.rules.players)
        for twin in twins(position.rules, position.events, seat, rng, tries=3):
            if open_deal(position.match, twin.deal) is not None:
                one, two = position.events, twin.events
                yield stored(people, position.rules, one), stored(people, position.rules, two), seat


def pages(user: User, game: Game) -> list[str]:
    paths = (f"/t/{game.slug}/", f"/t/{game.slug}/board/?deal=1&shown=0", f"/t/{game.slug}/people/")
    return [plain(client_of(user).get(path), game) for path in paths]


@pytest.mark.parametrize("first", FIRST_SEEDS[::2])
def test_who_is_there_tells_no_twin_from_another(people: list[User], first: int) -> None:
    User.objects.update(shows_presence=True)
    shown = ""
    for one, two, seat in pairs(people, first):
        cache.clear()
        record_presence(user.pk for user in people)
        ours, theirs = pages(people[seat], one), pages(people[seat], two)
        assert ours == theirs
        shown += "".join(ours)
    assert "are here now" in shown


@pytest.mark.parametrize("first", FIRST_SEEDS[::2])
def test_the_call_to_live_play_tells_no_twin_from_another(people: list[User], first: int) -> None:
    PushSubscription.objects.bulk_create(
        PushSubscription(user=user, endpoint=f"https://push.example/{user.pk}") for user in people
    )
    shown = ""
    for one, two, seat in pairs(people, first):
        for game in (one, two):
            agree(game_id=game.pk, user=people[0])
        ours, theirs = pages(people[seat], one), pages(people[seat], two)
        assert ours == theirs
        assert calls(one) == calls(two)
        shown += "".join(ours)
    assert "want to play live" in shown


def calls(game: Game) -> list[tuple[Any, ...]]:
    """Whom the table has called, with what words, by which ways, and how long that may wait."""
    route(timezone.now())
    found = Notification.objects.filter(kind="live_offered", data__game=game.pk).order_by("user")
    assert found
    kinds = bind(found, full=True)
    told = []
    for one in found:
        message = kinds[one.pk].message()
        assert message is not None
        words = (message.title, *message.lines)
        ways = Delivery.objects.filter(notification=one).values_list("channel", flat=True)
        told.append((one.user_id, kinds[one.pk].is_current, words, sorted(ways)))
    return told


# --- Plans ---


@pytest.mark.parametrize("first", FIRST_SEEDS[::2])
def test_plans_made_by_a_tap_are_seen_by_nobody_else_and_tell_no_twin_from_another(
    people: list[User], first: int
) -> None:
    tapped = 0
    for one, two, seat in pairs(people, first):
        others = [user for place, user in enumerate(people) if place != seat]
        before = [pages(user, one) for user in others]
        answers = [plain(tap(people[seat], game), game) for game in (one, two)]
        assert answers[0] == answers[1]
        assert [pages(user, one) for user in others] == before
        assert pages(people[seat], one) == pages(people[seat], two)
        tapped += 'class="plan-mark"' in answers[0]
    assert tapped


def tap(user: User, game: Game) -> HttpResponse:
    """Plan what the board offers first: a card, else a bid of 20 in spades."""
    client, path = client_of(user), f"/t/{game.slug}/"
    page = client.get(path)
    card = re.search(r'id="card-(\w\w)"[^>]*aria-pressed="false"', text(page))
    planned = {"do": "play", "play": card[1]} if card else {"do": "bid", "count": 20, "trump": "S"}
    data = {"deal": fields(page)["deal"], **planned}
    return client.post(f"{path}plan/tap/", data, headers={"HX-Request": "true"})


@pytest.mark.parametrize("allows_claims", [True, False])
@pytest.mark.parametrize("do", ["claim", "concede"])
def test_what_a_table_lets_be_claimed_tells_no_twin_from_another(
    people: list[User], allows_claims: bool, do: str
) -> None:
    rules, rng, compared = rules_from_json({"preset": "gurunapo", "deals": 1}), random.Random(5), 0
    match, events = next(courses(rules, 1))
    seat = match.open[0].to_act()[0]
    reader = client_of(people[seat])
    for twin in twins(rules, events, seat, rng, tries=20):
        ours, theirs = (
            proposed(reader, stored(people, rules, told, allows_claims=allows_claims), do)
            for told in (events, twin.events)
        )
        assert ours == theirs, twin.kind
        assert ("The rest is mine" in ours[0]) is allows_claims
        compared += 1
    assert compared > 4


def proposed(client: Client, game: Game, do: str) -> list[str]:
    """The table's page, the answer to the proposal, and what all others are shown afterwards."""
    path = f"/t/{game.slug}/"
    page = client.get(path)
    answer = client.post(f"{path}act/", {**fields(page), "do": do}, headers={"HX-Request": "true"})
    spectator = Client().get(path)
    # The pages of the twin tell of no other table.
    game.turns.all().delete()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABANDONED)
    return [plain(one, game) for one in (page, answer, spectator)]
