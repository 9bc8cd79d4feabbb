"""Chance that falls the same way in every run."""

import base64
import secrets
from random import Random, SystemRandom
from types import SimpleNamespace

import pytest

from infrastructure import rate_limits
from tests.support.caches import forget_games

CARDS = 1
"""Seeds the cards of each test without a seed of its own (`@pytest.mark.cards`)."""


@pytest.fixture(autouse=True)
def known_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a test the same cards and delays in every run, whatever its name.

    Its games then have the slugs that those of other tests had, so what the process knows of them has to go.
    """
    forget_games()
    marker = request.node.get_closest_marker("cards")
    fix_cards_and_delays(monkeypatch, marker.args[0] if marker else CARDS)


@pytest.fixture(autouse=True)
def one_minute_of_rate_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rate limits count by clock minutes: keep each test within one."""
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(time=lambda: 0.0))


def fix_cards_and_delays(patch: pytest.MonkeyPatch, seed: int) -> Random:
    """Draw the secrets of shuffles and the times of planned moves from this seed."""
    chance = Random(seed)
    patch.setattr(secrets, "token_bytes", chance.randbytes)
    patch.setattr(SystemRandom, "random", lambda self: chance.random())
    return chance


def fix_secrets(patch: pytest.MonkeyPatch, seed: int) -> None:
    """Also seed game names and seats' seeds, or a test's games would all share them."""
    chance = fix_cards_and_delays(patch, seed)
    patch.setattr(secrets, "token_hex", lambda size: chance.randbytes(size).hex())
    patch.setattr(
        secrets, "token_urlsafe", lambda size: base64.urlsafe_b64encode(chance.randbytes(size)).decode().rstrip("=")
    )
