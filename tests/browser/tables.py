"""Tables brought to where a test begins, by the services alone."""

from random import Random
from typing import Any

import pytest

from games.models import Event, Game
from games.turns import services
from napoleon.engine import Bid
from napoleon.engine.events import LegalCommand
from players.models import User
from tests.support.chance import fix_secrets
from tests.support.play import choices, payload, reread, running

BOXES = """() => Object.fromEntries([...document.querySelectorAll("#board [data-slot]")].map((slot) => {
  const { top, height } = slot.getBoundingClientRect();
  return [slot.dataset.slot, [top + scrollY, height]];
}))"""
"""The top and the height of each slot of the table on the page."""


def dealt(monkeypatch: pytest.MonkeyPatch, seed: int, *people: User, **rules: Any) -> Game:
    """A match of these people whose cards, and so whose every move, are the same in every run."""
    with monkeypatch.context() as patch:
        fix_secrets(patch, seed)
        return running(*people, **rules)


def brought_to(phase: type[LegalCommand], user: User, **rules: Any) -> Game:
    """A match in which the person is Napoleon and is asked for this now; the others are bots."""
    return bring_on(running(user, **rules), phase, user)


def bring_on(game: Game, phase: type[LegalCommand], user: User) -> Game:
    """The same match, played on until the person is asked for this."""
    rng = Random(0)
    while not isinstance(choice := boldest(game, user), phase):
        services.act(slug=game.slug, user_id=user.pk, payload=payload(choice, rng), seen=None, key=None)
    return reread(game)


def boldest(game: Game, user: User) -> LegalCommand:
    """What nobody outbids; after the auction, anything."""
    options = choices(reread(game), user)
    bids = [option for option in options if isinstance(option, Bid)]
    return max(bids, key=lambda bid: bid.count) if bids else options[-1]


def cards_played(game: Game) -> int:
    return Event.objects.filter(game=game, by=Event.By.PLAYER, payload__type="play").count()
