"""Prepared writes store what the ORM would have stored."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import Event, Game, Seat, Turn
from games.turns.services import AT_THE_START
from infrastructure.speed import prepared_writes
from players.models import User
from tests.support.play import running
from tests.support.stored_rows import facts

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ai: User, bo: User) -> Game:
    return running(ai, bo, preset="nap", players=2)


def test_what_a_match_begins_with_is_stored_as_set(game: Game) -> None:
    seat = game.seats.get(number=1)
    seat.seed, seat.bank, seat.hours_json = ("ナポ", timedelta(hours=1.5), {"zone": "UTC", "from": None})
    prepared_writes.update([seat], AT_THE_START)
    assert facts(Seat.objects.get(pk=seat.pk)) == facts(seat)
    seat.bank = None
    prepared_writes.update([seat], AT_THE_START)
    assert facts(Seat.objects.get(pk=seat.pk)) == facts(seat)


def events(game: Game, count: int) -> list[Event]:
    """Events as the log could hold them next."""
    return [
        Event(
            game=game,
            seq=game.seq + number,
            type="chat",
            payload={"type": "chat", "words": ["ナポレオン", None, 1.5]},
            by=Event.By.SITE,
            at=timezone.now() + timedelta(microseconds=number),
            key=uuid4() if number == 1 else None,
            digest="d" * 64,
        )
        for number in range(1, count + 1)
    ]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_new_rows_are_those_that_the_orm_would_store(
    game: Game, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    new = events(game, count)
    with transaction.atomic():
        Event.objects.bulk_create(new)
        by_orm = [facts(one) for one in game.events.filter(seq__gt=game.seq).order_by("seq")]
        transaction.set_rollback(True)
    with django_assert_num_queries(min(count, 1)):
        prepared_writes.insert(new)
    stored = [facts(one) for one in game.events.filter(seq__gt=game.seq).order_by("seq")]
    assert [one | {"id": 0} for one in stored] == [one | {"id": 0} for one in by_orm]
    assert len(stored) == count


def test_a_row_that_exists_already_is_refused(game: Game) -> None:
    [new] = events(game, 1)
    prepared_writes.insert([new])
    with pytest.raises(IntegrityError), transaction.atomic():
        prepared_writes.insert([new])


def test_only_the_named_fields_of_the_given_rows_change(game: Game, chie: User, dai: User) -> None:
    other, before = running(chie, dai), facts(Game.objects.get(pk=game.pk))
    others = facts(Game.objects.get(pk=other.pk))
    moment = timezone.now()
    game.seq, game.closes_at, game.name = 99, moment, "not stored"
    prepared_writes.update([game], ("seq", "closes_at"))
    prepared_writes.update([], ("seq",))
    assert facts(Game.objects.get(pk=game.pk)) == before | {"seq": 99, "closes_at": moment}
    assert facts(Game.objects.get(pk=other.pk)) == others


def test_only_the_given_rows_are_deleted(game: Game, chie: User, dai: User) -> None:
    running(chie, dai)
    kept = list(Turn.objects.exclude(game=game))
    prepared_writes.delete(list(game.turns.all()))
    prepared_writes.delete([])
    assert list(Turn.objects.all()) == kept != []
