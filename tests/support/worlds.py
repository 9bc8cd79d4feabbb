"""Worlds shared by many tests: built once a process, then restored as rows."""

import copy
from collections.abc import Callable
from datetime import date, datetime, time
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models, transaction
from django.db.models import F
from django.utils import timezone

from games.models import Turn
from players.models import User
from tests.support.caches import forget_games
from tests.support.chance import fix_cards_and_delays
from tests.support.stored_seasons import draw_quickly

SEED = 1_000
"""Differs from `tests.support.chance.CARDS`, so that account names don't repeat in a test."""
Rows = dict[str, list[tuple[Any, ...]]]
_built: dict[Callable[[], Any], tuple[Any, Rows, datetime]] = {}
_fixtures: set[Any] = set()


def world(build: Callable[[], Any]) -> Any:
    """A fixture of what `build` makes in an empty database; it runs before all other fixtures.

    An object of the database is read again for each test; anything else is copied.
    """

    @pytest.fixture
    def fixture(db: None) -> Any:
        return _restored(build)

    _fixtures.add(fixture)
    return fixture


@pytest.fixture(autouse=True)
def worlds_first(request: pytest.FixtureRequest) -> None:
    own = vars(request.module)
    for name in request.fixturenames:
        if own.get(name) in _fixtures:
            request.getfixturevalue(name)


def _restored(build: Callable[[], Any]) -> Any:
    assert not User.objects.exists(), "A world is put into an empty database."
    forget_games()
    if build in _built:
        _made, rows, at = _built[build]
        _insert(rows)
        # Players are notified of a turn minutes after it begins, counted from the test and not from the building.
        Turn.objects.update(tell_at=F("tell_at") + (timezone.now() - at))
    else:
        before = _rows()
        with pytest.MonkeyPatch.context() as patch:
            fix_cards_and_delays(patch, SEED)
            draw_quickly(patch)
            made = build()
        new = {name: rows for name, rows in _rows().items() if name not in before}
        _built[build] = made, new, timezone.now()
    made = _built[build][0]
    if isinstance(made, models.Model):
        return type(made)._default_manager.get(pk=made.pk)
    return copy.deepcopy(made)


def _rows() -> Rows:
    """All rows of all non-empty tables."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            name = connection.ops.quote_name(model._meta.db_table)
            cursor.execute(f"SELECT * FROM {name}")
            if rows := cursor.fetchall():
                found[name] = [tuple(map(_adapted, row)) for row in rows]
    return found


def _adapted(value: object) -> object:
    """In the form that the driver accepts: SQLite's reads times but does not write them."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, date):
        return connection.ops.adapt_datefield_value(value)
    if isinstance(value, time):
        return connection.ops.adapt_timefield_value(value)
    return value


def _insert(rows: Rows) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for name, lines in rows.items():
            places = ", ".join(["%s"] * len(lines[0]))
            cursor.executemany(f"INSERT INTO {name} VALUES ({places})", lines)
