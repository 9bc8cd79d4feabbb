from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tests.support.wall_clock import wall  # noqa: F401


@pytest.fixture(autouse=True)
def nothing_counted_yet() -> Iterator[None]:
    """Rate limits count in the cache, which no test hands on to the next."""
    cache.clear()
    yield
    cache.clear()
