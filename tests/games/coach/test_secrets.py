"""The coach says nothing that the reader could not know, and nothing to anybody else."""

import random

import pytest
from django.test import Client

from napoleon.engine.match import open_deal
from players.models import User
from tests.napoleon.engine.twins import twins
from tests.support.leaks import ask, plain, positions
from tests.support.stored_games import stored
from tests.support.visits import client_of, text

pytestmark = pytest.mark.django_db


def test_twins_get_the_same_suggestions(people: list[User]) -> None:
    rng, suggested = random.Random(41), 0
    for position in positions(25):
        seat = rng.randrange(position.rules.players)
        reader = client_of(people[seat])
        for twin in twins(position.rules, position.events, seat, rng, tries=3):
            if open_deal(position.match, twin.deal) is None:
                continue  # a deal that has ended may be looked into
            games = [
                stored(people, position.rules, events, is_coached=True) for events in (position.events, twin.events)
            ]
            ours, theirs = (ask(reader, ("GET", f"/t/{game.slug}/?deal={twin.deal}", {})) for game in games)
            assert plain(ours, *games) == plain(theirs, *games), twin.kind
            suggested += "data-hint" in text(ours)
    assert suggested > 3


def test_nobody_but_the_player_sees_the_suggestion(people: list[User]) -> None:
    looked = 0
    for position in positions(12):
        deal = position.match.open[0]
        actor = deal.to_act()[0]
        game = stored(people, position.rules, position.events, is_coached=True)
        path = f"/t/{game.slug}/?deal={deal.number}"
        others = [Client()] + [client_of(user) for seat, user in enumerate(people) if seat not in deal.to_act()][:1]
        assert all('id="coach"' not in text(reader.get(path)) for reader in others)
        looked += 'id="coach"' in text(client_of(people[actor]).get(path))
    assert looked > 6
