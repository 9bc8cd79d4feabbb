"""The people of the tests. They are imported in `conftest.py`, so every test may name them."""

from typing import Any

import pytest
from django.db.models import CharField

from infrastructure.speed.prepared_queries import Parameter, PreparedQuery
from players.models import User

PERSON = PreparedQuery(lambda: User.objects.filter(email=Parameter("email", CharField())))


def person(name: str) -> User:
    """The person of that name, who signs up if they have no account yet."""
    email = f"{name}@example.org"
    return PERSON.first(email=email) or User.objects.create(name=name.capitalize(), email=email)


def _fixture(name: str) -> Any:
    @pytest.fixture(name=name)
    def member(db: None) -> User:
        return person(name)

    return member


NAMES = ("ai", "bo", "chie", "dai", "emi")
"""In the order in which they sit down."""
ai, bo, chie, dai, emi = map(_fixture, NAMES)


def everybody() -> list[User]:
    return [person(name) for name in NAMES]


@pytest.fixture
def cast(db: None) -> list[User]:
    return everybody()


@pytest.fixture
def people(cast: list[User]) -> list[User]:
    """The five and three more: enough for any table."""
    return [*cast, person("funabashi"), person("gin"), person("hana")]
