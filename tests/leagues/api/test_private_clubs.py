"""A private club is closed to others by every operation of the document."""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues.models import Club, Season
from players.models import User
from tests.support.api import Operation, Program, operations
from tests.support.board_weeks import planned_series
from tests.support.cast import person
from tests.support.clubs import tuesday
from tests.support.stored_seasons import crowd, started
from tests.support.worlds import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_draws")]


@world
def season() -> Season:
    """A running season of a private club, which also has boards."""
    found = started(tuesday(), person("bo"), crowd(4))
    planned_series(found.club, person("bo"))
    Club.objects.update(is_public=False)
    return found


def asked_and_counted(operation: Operation, program: Program, club: str, names: dict[str, str]) -> tuple[Any, int]:
    """The answer, and the number of queries."""
    with CaptureQueriesContext(connection) as captured:
        answer = operation.ask(program, "none", club=club, **names)
    return answer, len(captured)


@pytest.mark.slow
def test_strangers_are_told_no_more_than_of_an_unknown_club(season: Season, emi: User) -> None:
    names = {"season": season.slug, "series": str(season.club.board_series.get().pk), "number": "1"}
    asked = 0
    for program in (Program(), Program(emi)):
        program.get("/clubs/unknown")  # the first request notes the visit
        for operation in operations():
            if "{club}" not in operation.path or (operation.scopes and not program.headers):
                continue
            cache.clear()
            unknown, of_unknown = asked_and_counted(operation, program, "unknown", names)
            closed, of_closed = asked_and_counted(operation, program, season.club.slug, names)
            assert (closed.status_code, closed.content) == (404, unknown.content), operation.path
            assert of_closed == of_unknown, operation.path
            asked += 1
    assert asked >= 20


def test_members_read_it_and_only_organisers_change_it(season: Season, chie: User) -> None:
    names = {"season": season.slug, "series": str(season.club.board_series.get().pk), "number": "1"}
    for operation in operations():
        if "{club}" in operation.path and "/tables/" not in operation.path:
            cache.clear()
            answer = operation.ask(Program(chie), "none", club=season.club.slug, **names)
            assert answer.status_code == (200 if operation.method == "GET" else 403), operation.path
