from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tests.support.sign_in import *  # noqa: F403
from tests.support.wall_clock import wall  # noqa: F401


@pytest.fixture(autouse=True)
def fresh_start() -> Iterator[None]:
    """One test's requests don't count against another's rate limits."""
    cache.clear()
    yield
    cache.clear()
