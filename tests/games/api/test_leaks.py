"""No operation tells a reader what they may not know. All operations are found in the OpenAPI document."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.api.stream_lines import GamePosition, OwnPosition
from games.models import Game
from napoleon.engine.events import Event
from napoleon.engine.match import open_deal
from players.models import User
from tests.napoleon.engine.records import Played
from tests.napoleon.engine.twins import Twin, twins
from tests.support.api import Operation, Program, operations
from tests.support.cast import person
from tests.support.club_readers import undone
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


def pairs(count: int) -> Iterator[tuple[Played, Twin, int | None]]:
    """Positions, for each a twin from a seat (None: to a spectator), and that seat."""
    rng = random.Random(1)
    for position in positions(count):
        for seat in (None, *range(position.rules.players)):
            for twin in twins(position.rules, position.events, seat, rng, tries=2):
                if open_deal(position.match, twin.deal) is not None:
                    yield position, twin, seat


def twin_games(people: list[User], count: int) -> Iterator[tuple[Game, Game, int | None]]:
    for position, twin, seat in pairs(count):
        at = timezone.now()
        one, two = (stored(people, position.rules, events, at=at) for events in (position.events, twin.events))
        yield one, two, seat


def reader_of(people: list[User], seat: int | None) -> User:
    return people[seat] if seat is not None else person("itsu")


@pytest.mark.slow
def test_twins_get_the_same_answers_by_as_many_queries(people: list[User]) -> None:
    """The number of queries stands in for the time that an answer takes."""
    compared = Counter[str]()
    for one, two, seat in twin_games(people, 3):
        program = Program(reader_of(people, seat))
        for operation in of_games():
            if "{id}" in operation.path:
                asked(operation, program, one.slug)  # what is asked once for a request of a kind
                ours, theirs = (_told(operation, program, game) for game in (one, two))
                assert ours == theirs, (operation.path, seat)
                compared[operation.path] += 1
    print(f"{compared.total()} pairs of answers:", dict(compared))
    assert len(compared) == len([each for each in of_games() if "{id}" in each.path])
    assert min(compared.values()) >= 10, compared


def _told(operation: Operation, program: Program, game: Game) -> tuple[str, int]:
    """The answer without what differs between any two games, and the number of queries."""
    with CaptureQueriesContext(connection) as captured:
        text = asked(operation, program, game.slug).replace(game.slug, "game")
    return re.sub(r'"id": "[^"]*"', "", text), len(captured)


@pytest.mark.slow
def test_twins_are_in_no_list_that_tells_them_apart(people: list[User]) -> None:
    """All that names no game, with one of the twins on the site and then with the other."""
    compared, at = Counter[str](), timezone.now()
    for position, twin, seat in pairs(1):
        program = Program(reader_of(people, seat))
        ours, theirs = (_lists(program, people, position, events, at) for events in (position.events, twin.events))
        assert ours == theirs
        assert "game_started" in ours["/api/v1/stream"] or seat is None
        compared.update(ours.keys())
    print(f"{compared.total()} pairs of lists:", dict(compared))
    assert min(compared.values()) >= 3, compared


def _lists(program: Program, people: list[User], position: Played, events: list[Event], at: datetime) -> dict[str, str]:
    with undone():
        slug = stored(people, position.rules, events, at=at).slug
        answers = {each.path: asked(each, program, slug) for each in of_games() if "{id}" not in each.path}
    return {path: re.sub(r'"id": "[^"]*"', "", text.replace(slug, "game")) for path, text in answers.items()}


def wrong_bodies(operation: Operation, seq: int, deal: int) -> Iterator[Any]:
    """What is sent to an operation: its example, and for commands many that break the rules."""
    yield operation.body
    if operation.path.endswith("/commands"):
        yield from (
            {"seen": seq, "command": {"deal": deal, **command}}
            for command in (
                *({"type": "play", "card": card} for card in ("SA", "HT", "C2", "JK")),
                *({"type": kind} for kind in ("claim", "accept", "nothing")),
                {"type": "call", "card": "DK"},
                {"type": "exchange", "discard": ["SA", "H2", "C5"]},
                {"type": "bid", "bid": {"trump": "S", "count": 99}},
            )
        )


@pytest.mark.slow
def test_twins_are_refused_alike(people: list[User]) -> None:
    """Every operation that changes something, tried at both of a pair; what changes one changes the other."""
    compared = Counter[str]()
    for one, two, seat in twin_games(people, 2):
        program, deal = Program(reader_of(people, seat)), max((turn.deal for turn in one.turns.all()), default=1)
        for operation in operations():
            if operation.method == "POST" and "{id}" in operation.path:
                for body in wrong_bodies(operation, one.seq, deal):
                    ours, theirs = (_refused(operation, program, game, body) for game in (one, two))
                    assert ours == theirs, (operation.path, body, seat)
                    compared[operation.path] += 1
    print(f"{compared.total()} pairs of refusals and changes:", dict(compared))
    assert len(compared) == len([each for each in operations() if each.method == "POST" and "{id}" in each.path])
    assert min(compared.values()) >= 10, compared


def _refused(operation: Operation, program: Program, game: Game, body: Any) -> tuple[int, str, int]:
    """The answer, and the number of queries; what it has changed is undone."""
    cache.clear()
    with undone(), CaptureQueriesContext(connection) as captured:
        response = operation._replace(body=body).ask(program, game.slug)
    assert response.status_code < 500, (operation.path, body)
    text = re.sub(r'"id": "?[\w-]+"?|"at": "[^"]*"', "", response.content.decode())
    return response.status_code, text.replace(game.slug, "game"), len(captured)


def test_strangers_find_no_unlisted_table_by_any_operation(ai: User, bo: User, chie: User) -> None:
    game = running(ai, bo, preset="nap", players=2, deals=1)
    Game.objects.filter(pk=game.pk).update(is_listed=False)
    program = Program(chie)
    program.get("/games")  # notes that they were here
    for operation in operations():
        if "{id}" in operation.path:
            hidden, unknown = (_not_found(operation, program, slug) for slug in (game.slug, "nothing"))
            assert hidden[0] == unknown[0], operation.path
            assert hidden[1] == unknown[1], operation.path


def _not_found(operation: Operation, program: Program, slug: str) -> tuple[bytes, int]:
    """The answer, and the number of queries: one more would take longer for what is there."""
    with CaptureQueriesContext(connection) as captured:
        response = operation.ask(program, slug)
    assert response.status_code == 404, operation.path
    return response.content, len(captured)


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
