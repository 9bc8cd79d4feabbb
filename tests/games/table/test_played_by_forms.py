"""Matches under random house rules, played to their end by nothing but the controls of the table's page."""

from random import Random

import pytest
from django.http import HttpResponse
from django.test import Client

from games.kernel.log import state_of
from games.models import Game
from napoleon.engine import Bid, BidNap, Call, Exchange, Play, Raise, card_name, is_over, rules_from_json
from napoleon.engine.cards import TRUMPS, cards_in
from napoleon.engine.events import Command
from tests.support.cast import person
from tests.support.house_rules import house_rules
from tests.support.play import Json, choices, command, lobby, reread
from tests.support.table_pages import choices as controls
from tests.support.table_pages import fields

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAMES = ("ai", "bo", "chie", "dai", "emi", "fumi", "goro", "hana")
QUICK = 2
SEEDS = [pytest.param(seed, marks=[pytest.mark.slow] if seed >= QUICK else []) for seed in range(24)]


def chosen(page: HttpResponse, **values: str | list[str]) -> dict[str, str | list[str]]:
    """The values, each of which the page must offer."""
    hidden = fields(page)
    for name, value in values.items():
        for one in [value] if isinstance(value, str) else value:
            assert one in controls(page, name) or hidden.get(name) == one, f"the page offers no {name} {one}"
    return values


def by_controls(page: HttpResponse, move: Command) -> dict[str, str | list[str]]:
    """What the page's controls send for this move."""
    if isinstance(move, Bid):
        return chosen(page, do="bid", count=str(move.count), trump=TRUMPS[move.trump])
    if isinstance(move, BidNap):
        return chosen(page, do="bid", bid=move.bid)
    if isinstance(move, Raise):
        return chosen(page, do="raise", **{"raise": f"{move.count}{TRUMPS[move.trump]}"})
    if isinstance(move, Call):
        name = card_name(move.card) if move.who is None else move.who
        whole = move.who is not None or name.startswith("J")
        return chosen(page, do="call", **({"suit": name} if whole else {"suit": name[0], "rank": name[1]}))
    if isinstance(move, Exchange):
        recipient = {} if move.give_to is None else {"give_to": str(move.give_to)}
        return chosen(page, do="exchange", discard=[card_name(card) for card in cards_in(move.discard)], **recipient)
    if isinstance(move, Play):
        return chosen(page, do="play", card=card_name(move.card), **_said_with(page, move))
    return chosen(page, do=type(move).__name__.lower())


def _said_with(page: HttpResponse, move: Play) -> dict[str, str]:
    """The suit that a joker names, unless it changes nothing; and whether the card calls the joker."""
    said = {}
    if move.suit is not None and (controls(page, "suit") or fields(page).get("suit") == TRUMPS[move.suit]):
        said["suit"] = TRUMPS[move.suit]
    if move.calls_joker is not None:
        said["calls_joker"] = "yes" if move.calls_joker else "no"
    return said


def play_by_forms(game: Game, readers: dict[int, Client], rng: Random) -> None:
    game = reread(game)
    seat = next(seat for state in state_of(game).match.open for seat in state.to_act())
    user = game.seats.get(number=seat).user
    assert user is not None
    move = command(rng.choice(choices(game, user)), rng)
    page = readers[user.pk].get(f"/t/{game.slug}/?deal={move.deal}")
    sent = {**fields(page), **by_controls(page, move)}
    answer = readers[user.pk].post(f"/t/{game.slug}/act/", sent)
    assert answer.status_code == 303, answer.content.decode()[:2000]


def seated(rules: Json) -> tuple[Game, dict[int, Client]]:
    players = rules_from_json(rules).players
    people = [person(name) for name in NAMES[:players]]
    game = lobby(*people, **rules)
    readers = {}
    for user in people:
        readers[user.pk] = client = Client()
        client.force_login(user)
    return game, readers


@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_under_random_rules_is_played_to_its_end_by_forms(seed: int) -> None:
    rng = Random(seed)
    game, readers = seated(house_rules(rng))
    for _ in range(400):
        if is_over(state_of(reread(game)).match):
            break
        play_by_forms(game, readers, rng)
    assert is_over(state_of(reread(game)).match)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))])
def test_a_match_of_mighty_is_played_to_its_end_by_forms(seed: int) -> None:
    game, readers = seated({"preset": "mighty", "deals": 1})
    rng = Random(seed)
    while not is_over(state_of(reread(game)).match):
        play_by_forms(game, readers, rng)
    assert game.seats.count() == 5
