from __future__ import annotations

import pytest
from django.db import DatabaseError, transaction

from games.models import Event
from players.models import User
from tests.games.play import running


@pytest.mark.django_db
@pytest.mark.parametrize("attempt", [0, 1])
def test_the_database_refuses_to_change_or_delete_an_event(ai: User, attempt: int) -> None:
    running(ai)
    change = [lambda: Event.objects.update(type="pass"), Event.objects.all().delete][attempt]
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        change()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("run", [1, 2])
def test_tables_are_emptied_between_transactional_tests_and_stay_protected(
    ai: User, run: int
) -> None:
    assert Event.objects.count() == 0
    running(ai)
    with pytest.raises(DatabaseError, match="append-only"):
        Event.objects.update(type="pass")
