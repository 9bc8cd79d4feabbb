from typing import Any

import pytest
from django.db import DatabaseError, transaction

from games.kernel import log
from games.models import Event, Game
from players.models import User
from tests.support.caches import forget_games
from tests.support.play import running


@pytest.mark.django_db
def test_states_of_more_games_than_a_query_takes(ai: User, django_assert_num_queries: Any) -> None:
    known = running(ai)
    others = [
        Game(pk=known.pk + number, slug=f"game {number}", seq=1, rules_json=known.rules_json)
        for number in range(1, 1100)
    ]
    forget_games()
    with django_assert_num_queries(5):
        states = log.states_of([*others, known])
    assert len(states) == 1100
    assert states[known.pk] == log.state_of(known)
    assert states[known.pk].seq == known.seq > 1


@pytest.mark.django_db
@pytest.mark.parametrize("attempt", [0, 1])
def test_the_database_refuses_to_change_or_delete_an_event(ai: User, attempt: int) -> None:
    running(ai)
    change = [lambda: Event.objects.update(type="pass"), Event.objects.all().delete][attempt]
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        change()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("run", [1, 2])
def test_tables_are_emptied_between_transactional_tests_and_stay_protected(ai: User, run: int) -> None:
    assert Event.objects.count() == 0
    running(ai)
    with pytest.raises(DatabaseError, match="append-only"):
        Event.objects.update(type="pass")
