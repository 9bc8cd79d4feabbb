"""The people of the tests. They are imported in `conftest.py`, so every test may name them."""

import pytest
from django.db.models import CharField

from infrastructure.speed.prepared_queries import Parameter, PreparedQuery
from players.models import User

PERSON = PreparedQuery(lambda: User.objects.filter(email=Parameter("email", CharField())))


def person(name: str) -> User:
    """The person of that name, who signs up if they have no account yet."""
    email = f"{name}@example.org"
    return PERSON.first(email=email) or User.objects.create(name=name.capitalize(), email=email)


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


def everybody() -> list[User]:
    """All five of them, in the order in which they sit down."""
    return [person(name) for name in ("ai", "bo", "chie", "dai", "emi")]


@pytest.fixture
def cast(ai: User, bo: User, chie: User, dai: User, emi: User) -> list[User]:
    """All five of them, in the order in which they sit down."""
    return [ai, bo, chie, dai, emi]


@pytest.fixture
def people(cast: list[User]) -> list[User]:
    """The five and three more: enough for any table."""
    return [*cast, person("funabashi"), person("gin"), person("hana")]
