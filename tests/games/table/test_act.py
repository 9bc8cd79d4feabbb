"""Acting at the table: by the form that the page gives, with htmx and without."""

import gzip
from functools import partial
from random import Random
from typing import Any

import pytest
from django.test import Client

from games.kernel.log import state_of
from games.models import Game
from napoleon.engine import Pass, view
from players.models import User
from tests.support import table_pages
from tests.support.play import Json, choices, move, payload, reread, running

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}
slow = partial(pytest.param, marks=pytest.mark.slow)


def sent(data: Json) -> dict[str, Any]:
    """The command as the fields of the form."""
    fields = {key: value for key, value in data.items() if key not in ("type", "seat", "card")}
    fields["do"] = data["type"]
    if data["type"] == "call":
        card = data["card"]
        return fields | ({"suit": "JK"} if card == "JK" else {"suit": card[0], "rank": card[1]})
    return fields | ({"card": data["card"]} if "card" in data else {})


def browsers(people: list[User]) -> list[Client]:
    """A browser for each, signed in."""
    clients = [Client() for _ in people]
    for client, user in zip(clients, people, strict=True):
        client.force_login(user)
    return clients


def take_a_turn(client: Client, game: Game, user: User, rng: Random, **headers: str) -> Any:
    """Do anything legal by the page's form; None if there is nothing to do."""
    options = choices(game, user)
    if not options:
        return None
    passes = isinstance(options[0], Pass) and rng.random() < 0.6
    data = payload(options[0] if passes else rng.choice(options), rng)
    fields = table_pages.fields(client.get(f"/t/{game.slug}/?deal={data['deal']}")) | sent(data)
    return client.post(f"/t/{game.slug}/act/", fields, headers=headers)


@pytest.mark.parametrize(
    "rules",
    [
        {"preset": "gurunapo"},
        slow({"preset": "gurunapo", "auction": "sealed", "joker_names": "trump"}),
        slow({"preset": "leaflet", "discards_to": "chosen_opponent", "call": "after_exchange"}),
        slow({"preset": "four", "players": 4, "min_bid": 18}),
        slow({"preset": "booklet", "deals": 2, "deals_at_once": 2}),
        {"preset": "nap", "players": 3},
    ],
)
def test_a_whole_match_by_the_forms(cast: list[User], rules: Json) -> None:
    game = running(*cast[: rules.get("players", 5)], **{"deals": 1, **rules})
    people = [seat.user for seat in game.seats.all() if seat.user]
    clients, rng = browsers(people), Random(3)
    for _ in range(400):
        for client, user in zip(clients, people, strict=True):
            response = take_a_turn(client, reread(game), user, rng)
            assert response is None or response.status_code == 303
        if reread(game).is_over:
            return
    raise AssertionError("the match is not over after 400 rounds")


def to_play(game: Game, people: list[User], phase: str) -> tuple[Game, User]:
    """Play until somebody is asked for that; who."""
    rng = Random(1)
    for _ in range(300):
        game = reread(game)
        for deal in view(state_of(game).match, 0).deals:
            if deal.phase == phase and deal.to_act:
                return game, people[deal.to_act[0]]
        for user in people:
            move(game, user, rng)
    raise AssertionError(f"never {phase}")


def test_answers_htmx_with_the_board(client: Client, cast: list[User]) -> None:
    game, user = to_play(running(*cast), cast, "playing")
    client.force_login(user)
    response = take_a_turn(client, game, user, Random(1), **HTMX)
    assert response.status_code == 200
    page = response.content.decode()
    assert page.startswith('<div id="position"')
    assert "<html" not in page
    assert len(gzip.compress(response.content)) < 8_000


def test_illegal_card_comes_back_with_the_reason(client: Client, cast: list[User]) -> None:
    game, user = to_play(running(*cast), cast, "playing")
    client.force_login(user)
    fields = table_pages.fields(client.get(f"/t/{game.slug}/")) | {"card": "XX"}
    plain = client.post(f"/t/{game.slug}/act/", fields)
    assert plain.status_code == 422
    assert plain.templates[0].name == "games/table/table.html"
    assert "This card is not in the hand." in table_pages.text(plain)
    partial = client.post(f"/t/{game.slug}/act/", fields, headers=HTMX)
    assert partial.status_code == 422
    assert "This card is not in the hand." in table_pages.text(partial)
    assert reread(game).seq == game.seq


def test_stale_form_shows_the_table_as_it_is(client: Client, cast: list[User]) -> None:
    game, user = to_play(running(*cast), cast, "playing")
    client.force_login(user)
    data = sent(payload(choices(game, user)[0]))
    fields = table_pages.fields(client.get(f"/t/{game.slug}/")) | data
    move(game, user)
    for headers in ({}, HTMX):
        response = client.post(f"/t/{game.slug}/act/", fields | {"key": ""}, headers=headers)
        assert response.status_code == 409
        assert "moved on" in table_pages.text(response)


def test_same_request_twice_is_done_once(client: Client, cast: list[User]) -> None:
    game, user = to_play(running(*cast), cast, "playing")
    client.force_login(user)
    data = sent(payload(choices(game, user)[0]))
    fields = table_pages.fields(client.get(f"/t/{game.slug}/")) | data
    once = client.post(f"/t/{game.slug}/act/", fields, headers=HTMX)
    again = client.post(f"/t/{game.slug}/act/", fields, headers=HTMX)
    assert (once.status_code, again.status_code) == (200, 200)
    assert reread(game).seq == game.seq + 1


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": "deal", "deal": "1"},
        {"do": "play", "deal": "x"},
        {"do": "play", "deal": "9" * 5000},
        {"do": "play", "deal": "1", "key": "no"},
        {"do": "play", "deal": "1", "seen": "x", "card": "SA"},
        {"do": "bid", "deal": "1", "count": "9" * 5000, "trump": "S"},
        {"do": "bid", "deal": "1", "bid": "<b>"},
        {"do": "exchange", "deal": "1", "discard": ["SA"] * 60, "give_to": "x"},
        {"do": "call", "deal": "1", "suit": "S" * 100, "rank": "\x00"},
        {"do": "play", "deal": "1", "card": "JK", "suit": "Z"},
        {"do": "pass", "deal": "77", "seen": ""},
    ],
)
def test_nonsense_is_refused_in_words(client: Client, cast: list[User], fields: dict[str, Any]) -> None:
    game = running(*cast)
    client.force_login(cast[0])
    response = client.post(f"/t/{game.slug}/act/", fields)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert reread(game).seq == game.seq


def test_only_who_sits_there_may_act(client: Client, cast: list[User], bo: User) -> None:
    game = running(*cast[2:], preset="nap", players=3)
    path, fields = f"/t/{game.slug}/act/", {"do": "pass", "deal": "1"}
    assert client.post(path, fields)["Location"].startswith("/accounts/login/")
    client.force_login(bo)
    assert client.post(path, fields).status_code == 404
    assert client.get(path).status_code == 405
    assert reread(game).seq == game.seq


def test_another_seat_cannot_be_named(client: Client, cast: list[User]) -> None:
    game = running(*cast)
    turn = view(state_of(game).match, None).deals[0].to_act[0]
    client.force_login(cast[(turn + 1) % 5])
    fields = {"do": "pass", "deal": "1", "seat": str(turn)}
    assert client.post(f"/t/{game.slug}/act/", fields).status_code == 422
    assert reread(game).seq == game.seq


def test_a_form_without_its_token_is_refused(cast: list[User]) -> None:
    game = running(*cast)
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast[0])
    assert client.post(f"/t/{game.slug}/act/", {"do": "pass", "deal": "1"}).status_code == 403


def test_move_and_board_take_few_queries(client: Client, cast: list[User], django_assert_max_num_queries) -> None:
    """Twelve, and two more for the savepoint that the transaction is inside a test's."""
    for length in (0, 120):
        game = running(*cast, deals=4)
        while game.seq < length and not game.is_over:
            for user in cast:
                move(game, user)
            game = reread(game)
        game, user = to_play(game, cast, "playing")
        client.force_login(user)
        data = sent(payload(choices(game, user)[0]))
        fields = table_pages.fields(client.get(f"/t/{game.slug}/?deal={data['deal']}")) | data
        with django_assert_max_num_queries(14):
            response = client.post(f"/t/{game.slug}/act/", fields, headers=HTMX)
        assert response.status_code == 200
