"""Requests made from the OpenAPI document, right and wrong ones, by readers of every role.

No answer is a 5xx, and none differs from the document. `SCHEMATHESIS_EXAMPLES=500` sends as many to each operation.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from games.boards.services import board_rules, open_challenge
from games.boards.tables import open_for_people
from napoleon.time_bank import ClockRules
from players.api.models import Scope
from players.api.tokens import make_token
from players.models import User
from tests.support.api import ALL, V1
from tests.support.board_weeks import planned_series
from tests.support.boards import open_boards
from tests.support.club_readers import undone
from tests.support.clubs import club_of
from tests.support.play import lobby, play_out, running
from tests.support.played_seasons import season_of, table, tallied
from tests.support.visits import guest

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EXAMPLES = int(os.environ.get("SCHEMATHESIS_EXAMPLES", "20"))
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


@pytest.fixture
def wsgi() -> Iterator[Callable[..., Any]]:
    """The site as a WSGI application that leaves the test's transaction open."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    handler = WSGIHandler()
    yield lambda environ, start: handler({"REMOTE_ADDR": "127.0.0.1", **environ}, start)
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def known(people: list[User]) -> dict[str, list[str]]:
    """What exists, by the name that it has in paths."""
    ai, bo, chie, dai, *_others = people
    games = [
        lobby(ai),
        running(ai, bo, preset="nap", players=2, deals=1),
        play_out(running(bo, chie, preset="nap", players=2, deals=1), bo, chie),
    ]
    season = season_of(club_of(ai, bo, chie, dai), ai, bo, chie, dai)
    found = table(season, "1/1", [ai, bo, chie, dai], "4 1 3 2")
    tallied(season)
    tables = open_for_people(ai, board_rules("nap", 1), ClockRules(), 2)
    sets = [open_boards("nap").slug, open_challenge(ai, "nap", 1).slug, tables.slug]
    return {
        "id": [game.slug for game in games],
        "set": sets,
        "club": [season.club.slug],
        "season": [season.slug],
        "number": [1],
        "table": [found.pk, 1],
        "series": [planned_series(season.club, ai).pk],
    }


@pytest.fixture
def tokens(people: list[User]) -> dict[str, str]:
    """By reader; those of a visitor and of a token without any scope are among them."""
    ai, bo, *_others, outsider = people
    bot = User.objects.create(name="Botto", email="botto@example.org", is_bot=True, bot_author="Ai")
    readers = {"owner": ai, "member": bo, "outsider": outsider, "guest": guest(), "bot": bot}
    tokens = {name: make_token(user, name=name, scopes=ALL) for name, user in readers.items()}
    tokens["bot"] = make_token(bot, name="bot", scopes=[*ALL, Scope.BOT_PLAY])
    return {**tokens, "visitor": "", "scopeless": make_token(ai, name="none", scopes=[])}


def test_every_answer_is_in_the_document(
    wsgi: Callable[..., Any], known: dict[str, list[str]], tokens: dict[str, str]
) -> None:
    answered: Counter[int] = Counter()
    for result in schemathesis.openapi.from_wsgi(f"{V1}/openapi.json", wsgi).get_all_operations():
        operation = result.ok()
        try_out(operation, known, tokens, answered)
    print(f"{answered.total()} requests, answered:", dict(sorted(answered.items())))
    assert {200, 201, 401, 403, 404, 409, 422} <= answered.keys()


def try_out(
    operation: APIOperation, known: dict[str, list[str]], tokens: dict[str, str], answered: Counter[int]
) -> None:
    cases = st.one_of(operation.as_strategy(generation_mode=mode) for mode in MODES)

    @seed(1)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases, reader=st.sampled_from(sorted(tokens)), exists=st.booleans(), data=st.data())
    def ask(case: Any, reader: str, exists: bool, data: st.DataObject) -> None:
        if exists:
            for name in (case.path_parameters or {}).keys() & known.keys():
                case.path_parameters[name] = data.draw(st.sampled_from(known[name]))
        headers = {"Authorization": f"Bearer {tokens[reader]}"} if tokens[reader] else {}
        with undone():
            response = case.call(headers=headers)
            answered[response.status_code] += 1
            # Not every command, plan or table that has the right shape is allowed.
            case.validate_response(response, headers=headers, excluded_checks=[positive_data_acceptance])

    ask()
