"""The people of the tests. They are imported in `conftest.py`, so every test may name them."""

from __future__ import annotations

import pytest

from players.models import User


def person(name: str) -> User:
    """Someone who has signed up under that name."""
    return User.objects.create(name=name.capitalize(), email=f"{name}@example.org")


@pytest.fixture
def ai(db: None) -> User:
    return person("ai")


@pytest.fixture
def bo(db: None) -> User:
    return person("bo")


@pytest.fixture
def chie(db: None) -> User:
    return person("chie")


@pytest.fixture
def dai(db: None) -> User:
    return person("dai")


@pytest.fixture
def emi(db: None) -> User:
    return person("emi")


@pytest.fixture
def cast(ai: User, bo: User, chie: User, dai: User, emi: User) -> list[User]:
    """All five of them, in the order in which they sit down."""
    return [ai, bo, chie, dai, emi]
