"""What tests of the site have besides: people, clients, databases. `conftest.py` loads it with pytest-django."""

import shutil
from collections.abc import Iterator

import pytest
from django.utils import translation

from tests import settings
from tests.support.cast import *  # noqa: F403
from tests.support.chance import known_chance, one_minute_of_rate_limits  # noqa: F401
from tests.support.clients import (  # noqa: F401
    answers_know_the_context_of_their_page,
    clients_share_their_middleware,
    new_clients_sign_in_by_one_write,
)
from tests.support.databases import *  # noqa: F403
from tests.support.worlds import worlds_first  # noqa: F401


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """Django keeps the language of a request until the next one, so each test resets it."""
    yield
    translation.activate("en")


def pytest_unconfigure() -> None:
    shutil.rmtree(settings.scratch, ignore_errors=True)
