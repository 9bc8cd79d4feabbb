"""Many people and workers at once: everybody is seated as often as they wish, and never beside somebody blocked."""

from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from games.kernel.transaction import TableError
from games.lobby import services
from games.lobby.paces import PACES
from games.lobby.seat_wishes import end_wish, seat_people, wish
from games.models import Game, Seat, SeatWish
from players.friends.services import block
from players.models import User
from tests.support.cast import person
from tests.support.concurrency import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def ask(user: User, tables: int = 1) -> None:
    wish(user=user, presets=["gurunapo"], pace="weeks", tables=tables, bots_after=None, takes_guests=True)


def seats_of(people: list[User]) -> Counter[int]:
    return Counter(Seat.objects.filter(user__in=people).values_list("user", flat=True))


def test_several_workers_seat_everybody_once(db: None) -> None:
    people = [person(f"player{n}") for n in range(10)]
    now = timezone.now()
    for user in people:
        # Asking would send a task that seats them at once.
        SeatWish.objects.create(
            user=user, presets=["gurunapo"], pace="weeks", since=now, expires_at=now + timedelta(days=1)
        )
    assert sum(at_once(*[seat_people] * 4)) == 2
    assert seats_of(people) == {user.pk: 1 for user in people}
    assert not SeatWish.objects.exists()
    assert set(Game.objects.values_list("status", flat=True)) == {Game.Status.RUNNING}


def test_wishes_that_come_while_workers_seat_people(db: None) -> None:
    people = [person(f"player{n}") for n in range(10)]
    # Each sends a task that seats people.
    at_once(*(partial(ask, user) for user in people))
    # What two who came at the same moment did not see of each other, the next sweep does.
    seat_people()
    assert seats_of(people) == {user.pk: 1 for user in people}


def test_a_wish_that_ends_and_a_block_at_the_same_moment(cast: list[User]) -> None:
    ai, bo, chie, *_ = cast
    fuyu = person("fuyu")
    for user in cast[1:]:
        ask(user)
    at_once(
        partial(ask, ai), partial(ask, fuyu), partial(block, user=ai, other=bo), partial(end_wish, chie), seat_people
    )
    seated = seats_of([*cast, fuyu])
    assert set(seated.values()) <= {1}
    for game in Game.objects.all():
        names = {seat.user for seat in game.seats.all() if seat.user}
        # Seated before the block, or not together.
        assert len(names) == 5
    assert SeatWish.objects.filter(user=chie).exists() is False


def test_who_is_seated_by_hand_at_the_same_moment_keeps_the_table_whole(cast: list[User]) -> None:
    ai, bo, chie, dai, emi = cast
    pace = PACES["weeks"]
    game = services.create(services.TableTerms(rules=pace.rules("gurunapo"), clock=pace.clock), host=ai)
    for user in (bo, chie):
        services.take_seat(game_id=game.pk, user=user)
    fuyu = person("fuyu")
    ask(dai)
    sit = partial(services.take_seat, game_id=game.pk, user=fuyu)
    at_once(partial(ask, emi), sit, seat_people, refusals=(TableError,))
    seat_people()
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    people = {seat.user_id for seat in game.seats.all()}
    assert len(people) == 5
    # Either both were quicker, or one of them took the seat that was left.
    waiting = set(SeatWish.objects.values_list("user", flat=True))
    assert waiting == {dai.pk, emi.pk} - people
