"""No page tells more than its reader may know under any house rule.

Two matches that a seat cannot tell apart have the same pages, no matter who could throw their hand in, might raise,
holds the second joker or has taken up the spare hand.
"""

from random import Random
from typing import Final

import pytest
from django.test import Client

from games.models import Game
from napoleon.engine import Deal, Rules, card_set, rules_from_json
from napoleon.engine.cards import cards_in
from napoleon.engine.events import Event
from napoleon.engine.match import open_deal, pack
from napoleon.engine.nap import NapExchanging
from napoleon.engine.napoleon import Auction, Exchanging, Sealed
from napoleon.engine.variants import State
from players.models import User
from tests.napoleon.engine.twins import played_through, twins
from tests.support.cast import person
from tests.support.house_rules import house_rules, match_at_random
from tests.support.leaks import TABLE, ask, plain
from tests.support.play import Json
from tests.support.stored_games import stored

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAMES: Final = ("ai", "bo", "chie", "dai", "emi", "fumi", "goro", "hana", "itsu")
LOOKED_AT: Final = ("games:table", "games:board", "games:act", "games:record", "games:people")
SEEDS = [pytest.param(seed, marks=[pytest.mark.slow] if seed > 3 else []) for seed in range(24)]


def same_pages(rules: Rules, events: list[Event], rng: Random, tries: int = 4) -> list[str]:
    """Compare the pages of twins for a seat; the kinds of those that were compared."""
    people = [person(name) for name in NAMES]
    seat = rng.choice([None, *range(rules.players)])
    client = Client()
    client.force_login(people[-1 if seat is None else seat])
    compared = []
    for twin in twins(rules, events, seat, rng, tries=tries):
        if open_deal(twin.match, twin.deal) is None:
            continue  # a deal that has ended may be looked into
        game, other = (stored(people, rules, story) for story in (events, twin.events))
        assert_equal(client, game, other, twin.kind)
        compared.append(twin.kind)
    return compared


def assert_equal(client: Client, game: Game, other: Game, kind: str) -> None:
    for name in LOOKED_AT:
        for one, two in zip(TABLE[name](game, 1), TABLE[name](other, 1), strict=True):
            ours, theirs = ask(client, one), ask(client, two)
            assert plain(ours, game, other) == plain(theirs, game, other), (name, kind, game.rules)


def cut(rules: Rules, rng: Random) -> list[Event]:
    events = match_at_random(rules, rng)
    return events[: rng.randrange(1, len(events))]


@pytest.mark.parametrize("seed", SEEDS)
def test_twins_under_house_rules_have_the_same_pages(db: None, seed: int) -> None:
    rng = Random(seed)
    rules = rules_from_json(house_rules(rng))
    same_pages(rules, cut(rules, rng), rng)


def at(kind: type[State], rules: Rules, rng: Random) -> list[Event]:
    """A match that has come to this phase."""
    while True:
        events = match_at_random(rules, rng)
        for place in range(len(events), 0, -1):
            match = played_through(rules, events[:place])
            if match is not None and match.open and isinstance(match.open[0], kind):
                return events[:place]


@pytest.mark.parametrize(
    ("phase", "given"),
    [
        # Who could throw their hand in.
        (Auction, {"preset": "gurunapo", "redeal_claim": "one_picture", "deals": 1}),
        # What sealed declarations tell of it.
        (Sealed, {"preset": "gurunapo", "redeal_claim": "one_picture", "auction": "sealed", "deals": 1}),
        # Which raises were possible, and what is in the widow.
        (Exchanging, {"preset": "mighty", "deals": 1}),
        # Who holds the second joker.
        (Auction, {"preset": "leaflet", "second_joker": "weaker", "deals": 1}),
        # The spare hand.
        (NapExchanging, {"preset": "nap", "spare_hand": True, "misere": "none", "deals": 1}),
    ],
)
def test_twins_have_the_same_pages_while_it_matters(db: None, phase: type[State], given: Json) -> None:
    rules, compared = rules_from_json(given), list[str]()
    for seed in range(12):
        compared += same_pages(rules, at(phase, rules, Random(seed)), Random(seed), tries=3)
        if len(compared) > 3:
            return
    pytest.fail("hardly a twin was found")


def test_a_poor_hand_shows_to_its_holder_alone(cast: list[User]) -> None:
    """The comparison above would see a leak: the holder is offered to throw the hand in."""
    rules = rules_from_json({"preset": "gurunapo", "redeal_claim": "one_picture", "deals": 1})
    poor = card_set(["C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "D2", "D3"])
    rest = cards_in(pack(rules) & ~poor)
    others = [sum(1 << card for card in rest[start : start + 10]) for start in range(0, 40, 10)]
    widow = pack(rules) & ~poor & ~sum(others)
    game = stored(cast, rules, [Deal(1, 4, (poor, *others), widow)])
    shown = []
    for user in cast:
        client = Client()
        client.force_login(user)
        shown.append('id="throw-in"' in client.get(f"/t/{game.slug}/").content.decode())
    assert shown == [True, False, False, False, False]
