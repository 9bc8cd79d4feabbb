from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tests.games.wall import wall  # noqa: F401
from tests.players.people import *  # noqa: F403


@pytest.fixture(autouse=True)
def fresh_start() -> Iterator[None]:
    """No test is limited by what another has done."""
    cache.clear()
    yield
    cache.clear()
