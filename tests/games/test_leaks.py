"""No page tells its reader a card that they may not know.

Two ways of looking, each at every route and for every kind of reader. *Bytes*: a page names no card that its
reader has not seen. *Twins*: where two matches look the same from a seat, their pages are the same.
What a reader has seen is worked out from the rules (`tests.napoleon.engine.twins`), not from a view.
"""

import logging
import random
import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.models import Game
from infrastructure.log_context import AsJson
from napoleon.engine import Concede, rules_from_json
from napoleon.engine.match import open_deal
from napoleon.engine.rules import NapoleonRules
from napoleon_site.moved_urls import MOVED
from players.models import User
from tests.napoleon.engine.late_positions import courses
from tests.napoleon.engine.records import Played
from tests.napoleon.engine.twins import twins
from tests.support.cast import person
from tests.support.leaks import (
    BY_DEAL,
    ELSEWHERE,
    EXPLAINS,
    FIRST_SEEDS,
    SPOKEN,
    TABLE,
    WITHOUT_GAMES,
    ask,
    deals_of,
    known,
    named_cards,
    plain,
    positions,
    seat_of,
    table_requests,
)
from tests.support.own_data import download, of_game
from tests.support.routes import FOREIGN, routes
from tests.support.stored_games import stored

pytestmark = pytest.mark.django_db


def test_every_route_is_looked_at() -> None:
    found = {route.name for route in routes() if not route.path.startswith(FOREIGN)}
    assert found - MOVED.keys() == {*TABLE, *ELSEWHERE, *WITHOUT_GAMES}


# --- Who reads, and what they may know ---

Readers = dict[int | str, Client]


@pytest.fixture
def readers(people: list[User], db: None) -> Readers:
    """A browser for each seat, for a signed-in spectator and for someone whom the site does not know."""
    readers: Readers = {}
    for place, user in enumerate([*people, person("itsu")]):
        readers[place if place < len(people) else "spectator"] = client = Client()
        client.force_login(user)
    readers["anonymous"] = Client()
    return readers


@pytest.mark.parametrize("first", FIRST_SEEDS[::2])
@pytest.mark.parametrize("is_quick", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["two readers", "others"])
def test_no_page_names_a_card_that_its_reader_has_not_seen(
    readers: Readers, people: list[User], first: int, is_quick: bool
) -> None:
    (position,) = positions(1, first)
    # So that no clock has run out: the next request to change one would play a card.
    game = stored(people, position.rules, position.events, at=timezone.now())
    for reader in [who for who in readers if (who in (1, "spectator")) is is_quick]:
        seat = seat_of(reader, position)
        if seat is not None or not isinstance(reader, int):  # one spectator is enough
            names_only_what_is_known(readers[reader], reader, position, game)


def names_only_what_is_known(client: Client, reader: int | str, position: Played, game: Game) -> None:
    may = {deal.deal: known(position, deal, seat_of(reader, position)) for deal in deals_of(position)}
    anywhere = set().union(*may.values())
    for name, deal, request in table_requests(game, position):
        if not any(word in request[1] for word in EXPLAINS):
            allowed = may[deal] if name in BY_DEAL else anywhere
            assert named_cards(ask(client, request)) <= allowed, (name, reader, request, position.rules)
    for name, requests in ELSEWHERE.items():
        if (name, reader) != ("front_page", "anonymous"):  # a picture, the same for all
            for request in requests(game, 1):
                assert named_cards(ask(client, request)) <= anywhere, (name, reader)


def test_no_line_of_the_log_names_a_card_or_a_secret(
    readers: Readers, people: list[User], caplog: pytest.LogCaptureFixture
) -> None:
    """As programs collect it (`LOG_FORMAT=json`): with all that a line says of its request."""
    caplog.handler.setFormatter(AsJson())
    (position,) = positions(1)
    game = stored(people, position.rules, position.events)
    with caplog.at_level(logging.INFO):
        for reader in (0, "anonymous"):
            for _name, _deal, request in table_requests(game, position):
                ask(readers[reader], request)
    sessions = [one.cookies["sessionid"].value for one in readers.values() if "sessionid" in one.cookies]
    secrets = [game.secret_row.secret, *(seat.seed for seat in game.seats.all()), *sessions]
    assert "games:review_step" in caplog.text
    assert [secret for secret in secrets if secret in caplog.text] == []
    assert re.findall(r"\b(?:JK|[SHDC][AKQJT2-9])\b", caplog.text) == []
    assert [name for name in SPOKEN.values() if name in caplog.text] == []


def test_unlisted_tables_are_closed_to_strangers(readers: Readers, people: list[User]) -> None:
    position = next(positions(1))
    game = stored(people, position.rules, position.events, is_listed=False)
    for reader in ("spectator", "anonymous"):
        for name, requests in TABLE.items():
            for request in requests(game, 1):
                response = ask(readers[reader], request)
                if name == "games:join":
                    assert named_cards(response) == set()
                elif response.status_code != 404:
                    # Not signed in: sent away before anything is looked up.
                    assert reader == "anonymous", (name, reader)
                    assert response.status_code == 302, (name, reader)
                    assert response["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("first", FIRST_SEEDS)
def test_twins_have_the_same_pages(readers: Readers, people: list[User], first: int) -> None:
    rng = random.Random(first)
    for position in positions(1, first):
        seat = rng.choice([None, *range(position.rules.players)])
        client = readers["spectator" if seat is None else seat]
        for twin in twins(position.rules, position.events, seat, rng, tries=3):
            if open_deal(position.match, twin.deal) is None:
                continue  # a deal that has ended may be looked into
            now = timezone.now()
            game = stored(people, position.rules, position.events, at=now)
            other = stored(people, position.rules, twin.events, at=now)
            pairs = zip(table_requests(game, position), table_requests(other, position), strict=True)
            for (name, _, one), (_, _, two) in pairs:
                ours, theirs = ask(client, one), ask(client, two)
                assert plain(ours, game, other) == plain(theirs, game, other), (name, twin.kind, one)


@pytest.mark.parametrize("preset", ["gurunapo", pytest.param("leaflet", marks=pytest.mark.slow)])
def test_twins_have_the_same_pages_while_a_claim_is_put_to_the_seats(
    readers: Readers, people: list[User], preset: str
) -> None:
    rules, rng = rules_from_json({"preset": preset, "deals": 1}), random.Random(4)
    match, events = next(courses(rules, 1))
    events = [*events, Concede(1, match.open[0].to_act()[0])]
    requests = {name: TABLE[name] for name in ("games:table", "games:board", "games:act")}
    compared = 0
    for seat in (None, *range(rules.players)):
        client = readers["spectator" if seat is None else seat]
        for twin in twins(rules, events, seat, rng, tries=2):
            game, other = stored(people, rules, events), stored(people, rules, twin.events)
            for make in requests.values():
                for one, two in zip(make(game, 1), make(other, 1), strict=True):
                    compared += 1
                    ours, theirs = ask(client, one), ask(client, two)
                    assert plain(ours, game, other) == plain(theirs, game, other), twin.kind
    assert compared > 20


def test_twins_have_the_same_news_since_the_last_visit(readers: Readers, people: list[User]) -> None:
    rng, told = random.Random(1), ""
    for position in positions(20):
        seat, seen = rng.randrange(position.rules.players), rng.randrange(30)
        for twin in twins(position.rules, position.events, seat, rng, tries=3):
            if open_deal(position.match, twin.deal) is None:
                continue  # a deal that has ended may be looked into
            ours, theirs = (
                news(readers[seat], stored(people, position.rules, events), twin.deal, seen)
                for events in (position.events, twin.events)
            )
            assert ours == theirs, twin.kind
            told += "".join(ours)
    assert "data-new" in told
    assert "Since your visit" in told


def news(client: Client, game: Game, deal: int, seen: int) -> list[str]:
    """What a player who has seen so many moves of the deal is shown, and what is stored of the visit."""
    game.seats.update(moves_seen={str(deal): seen})
    requests = ("/", f"/t/{game.slug}/?deal={deal}", f"/t/{game.slug}/board/?deal={deal}&shown=3")
    pages = [plain(ask(client, ("GET", path, {})), game) for path in requests]
    visits = [str(seat.moves_seen) for seat in game.seats.all()]
    # The front page of the twin tells of no other table.
    game.turns.all().delete()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABANDONED)
    return pages + visits


@pytest.mark.parametrize("first", FIRST_SEEDS)
def test_twins_have_the_same_own_data(readers: Readers, people: list[User], first: int) -> None:
    """A download of one's own data holds nothing that the seat does not know."""
    rng = random.Random(first)
    for position in positions(1, first):
        seat = rng.randrange(position.rules.players)
        for twin in twins(position.rules, position.events, seat, rng, tries=3):
            if open_deal(position.match, twin.deal) is None:
                continue  # a deal that has ended may be looked into
            game = stored(people, position.rules, position.events)
            other = stored(people, position.rules, twin.events)
            cache.clear()
            files = download(readers[seat])
            assert f"records/{game.slug}.jsonl" in files
            assert of_game(files, game.slug) == of_game(files, other.slug), twin.kind
            cache.clear()
            for reader in ("spectator", *range(position.rules.players, len(people))):
                files = download(readers[reader])
                assert game.slug not in "".join([*files, *files.values()])


def test_the_twins_differ_in_what_matters(people: list[User]) -> None:
    """The comparison above would see a leak: to their own holders the exchanged cards do show."""
    rng = random.Random(1)
    for position in positions(40):
        if not isinstance(position.rules, NapoleonRules):
            continue
        for twin in twins(position.rules, position.events, None, rng, tries=5):
            if twin.kind != "hands" or open_deal(position.match, twin.deal) is None:
                continue
            game = stored(people, position.rules, position.events)
            other = stored(people, position.rules, twin.events)
            differ = 0
            for user in people[: position.rules.players]:
                client = Client()
                client.force_login(user)
                pair = [client.get(f"/t/{one.slug}/?deal={twin.deal}") for one in (game, other)]
                differ += plain(pair[0], game) != plain(pair[1], other)
            assert differ == 2
            return
    pytest.fail("no twin was found")
