"""Processes of the old version go on when a migration has changed the type of a column that they read."""

from collections.abc import Callable, Iterator

import psycopg
import pytest
from django.db import OperationalError, connection, transaction

from infrastructure.speed.stale_plans import plan_again

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
OFTEN = 8
"""So often a statement comes before it is prepared, and more."""


def read() -> list[tuple[str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM stale_plans WHERE id = %s", [1])
        return list(cursor.fetchall())


@pytest.fixture
def widen() -> Iterator[Callable[[int], None]]:
    """Changes the type of the column, from a connection of its own, as `migrate` does."""
    values = connection.get_connection_params()
    own = {key: values[key] for key in ("dbname", "user", "password", "host", "port") if values.get(key)}
    with psycopg.connect(**own, autocommit=True) as other:
        other.execute("CREATE TABLE stale_plans (id integer, name varchar(10))")
        other.execute("INSERT INTO stale_plans VALUES (1, 'Ai')")
        yield lambda length: other.execute(f"ALTER TABLE stale_plans ALTER name TYPE varchar({length})")
        other.execute("DROP TABLE stale_plans")


def test_a_page_goes_on(widen: Callable[[int], None]) -> None:
    assert {name for _ in range(OFTEN) for (name,) in read()} == {"Ai"}
    widen(20)
    assert {name for _ in range(OFTEN) for (name,) in read()} == {"Ai"}


def test_a_transaction_succeeds_when_it_is_tried_again(widen: Callable[[int], None]) -> None:
    for _ in range(OFTEN):
        read()
    widen(20)
    with pytest.raises(OperationalError, match="cached plan"), transaction.atomic():
        read()
    with transaction.atomic():
        assert read() == [("Ai",)]
    assert read() == [("Ai",)]


def test_connecting_inside_another_wrapper_leaves_both_lists_in_order() -> None:
    """As with metrics on, where a request counts its statements and its connection opens inside that."""
    connection.close()
    connection.execute_wrappers.clear()
    for _request in range(3):
        with connection.execute_wrapper(pass_on):
            read_one()
            assert connection.execute_wrappers == [plan_again, pass_on]
        assert connection.execute_wrappers == [plan_again]
        connection.close()


def pass_on(execute: Callable[..., object], *arguments: object) -> object:
    return execute(*arguments)


def read_one() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
