"""Chance that falls the same way in every run."""

from __future__ import annotations

import base64
import secrets
from random import Random, SystemRandom
from types import SimpleNamespace

import pytest

from infrastructure import rate_limits

CARDS = 1
"""Seeds the cards of every test that names no other number by `@pytest.mark.cards`."""


@pytest.fixture(autouse=True)
def known_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test has the same cards and delays in every run, whatever its name is."""
    marker = request.node.get_closest_marker("cards")
    fix_cards_and_delays(monkeypatch, marker.args[0] if marker else CARDS)


@pytest.fixture(autouse=True)
def one_minute_of_rate_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rate limits count by the minutes of the clock: no test runs from one into the next."""
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(time=lambda: 0.0))


def fix_cards_and_delays(patch: pytest.MonkeyPatch, seed: int) -> Random:
    """Draw the secrets of shuffles and the times of planned moves from this seed."""
    chance = Random(seed)
    patch.setattr(secrets, "token_bytes", chance.randbytes)
    patch.setattr(SystemRandom, "random", lambda self: chance.random())
    return chance


def fix_secrets(patch: pytest.MonkeyPatch, seed: int) -> None:
    """The names of games and the seats' seeds as well, which would be the same at every game of a test."""
    chance = fix_cards_and_delays(patch, seed)
    patch.setattr(secrets, "token_hex", lambda size: chance.randbytes(size).hex())
    patch.setattr(
        secrets,
        "token_urlsafe",
        lambda size: base64.urlsafe_b64encode(chance.randbytes(size)).decode().rstrip("="),
    )
