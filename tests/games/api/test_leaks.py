"""No operation tells a reader what they may not know. All operations are found in the OpenAPI document."""

import json
import random
import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.api.stream_lines import GamePosition, OwnPosition
from games.models import Game
from napoleon.engine.match import open_deal
from players.models import User
from tests.napoleon.engine.twins import twins
from tests.support.api import Operation, Program, operations
from tests.support.cast import person
from tests.support.leaks import deals_of, known, positions, seat_of
from tests.support.play import running
from tests.support.stored_games import stored

pytestmark = pytest.mark.django_db

CARD = re.compile(r'"(JK|[SHDC][AKQJT2-9])"')
NAMED_BY_RULES = re.compile(r'{"type": "call", "card": "\w\w"}|"rules": {[^}]*}')
"""All cards may be called, wherever they are."""


def of_games() -> list[Operation]:
    return [operation for operation in operations() if operation.method == "GET" and "/clubs/" not in operation.path]


def asked(operation: Operation, program: Program, game: str) -> str:
    """The answer, of a stream from its beginning."""
    cache.clear()
    last = GamePosition(timezone.now(), 0, 0, 0).id
    if operation.path == "/api/v1/stream":
        last = OwnPosition(timezone.now() - timedelta(hours=1), ("a", 0, 0)).id
    response = operation.ask(program, game, {"Last-Event-ID": last})
    assert response.status_code in (200, 404), (operation.path, response.content)
    return b"".join(response).decode()


@pytest.mark.parametrize("reader", [1, "spectator"])
def test_no_operation_names_a_card_that_its_reader_has_not_seen(people: list[User], reader: int | str) -> None:
    (position,) = positions(1)
    game = stored(people, position.rules, position.events, at=timezone.now())
    program = Program(people[reader] if isinstance(reader, int) else person("itsu"))
    seat = seat_of(reader, position)
    may = set().union(*(known(position, deal, seat) for deal in deals_of(position)))
    answers = {operation.path: asked(operation, program, game.slug) for operation in of_games()}
    named = {path: CARD.findall(NAMED_BY_RULES.sub("", text)) for path, text in answers.items()}
    assert {path: set(cards) - may for path, cards in named.items() if set(cards) - may} == {}
    own_cards = [named[path] for path in ("/api/v1/games/{id}", "/api/v1/games/{id}/stream")]
    assert all(own_cards) or seat is None


def test_twins_get_the_same_answers(people: list[User]) -> None:
    compared, rng = 0, random.Random(1)
    for position in positions(3):
        for seat in (None, 0, 2):
            for twin in twins(position.rules, position.events, seat, rng, tries=3):
                if open_deal(position.match, twin.deal) is None:
                    continue
                at = timezone.now()
                games = [stored(people, position.rules, events, at=at) for events in (position.events, twin.events)]
                program = Program(people[seat] if seat is not None else person("itsu"))
                for operation in of_games():
                    if "{id}" in operation.path:
                        ours, theirs = (_told(operation, program, game) for game in games)
                        assert ours == theirs, (operation.path, twin.kind)
                        compared += 1
    assert compared > 0


def _told(operation: Operation, program: Program, game: Game) -> str:
    """The answer without what differs between any two games."""
    return re.sub(r'"id": "[^"]*"', "", asked(operation, program, game.slug).replace(game.slug, "game"))


def test_strangers_find_no_unlisted_table_by_any_operation(ai: User, bo: User, chie: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    Game.objects.filter(pk=game.pk).update(is_listed=False)
    program = Program(chie)
    for operation in operations():
        if "{id}" in operation.path:
            hidden, unknown = operation.ask(program, game.slug), operation.ask(program, "nothing")
            assert (hidden.status_code, hidden.content) == (404, unknown.content), operation.path


def test_each_operation_wants_a_token_with_its_scope(ai: User, bo: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    for operation in operations():
        cache.clear()
        if operation.scopes:
            others = {"clubs:manage", "profile:read"} - set(operation.scopes)
            assert operation.ask(Program(), game.slug).status_code == 401, operation.path
            refused = operation.ask(Program(ai, *others), game.slug)
            assert (refused.status_code, json.loads(refused.content)["code"]) == (403, "missing_scope"), operation.path
        else:
            assert operation.ask(Program(), game.slug).status_code in (200, 404), operation.path
