import pytest

from leagues.models import Season, Table
from tests.support.caches import nothing_counted_yet  # noqa: F401
from tests.support.captains import captains_think_briefly  # noqa: F401
from tests.support.clubs import *  # noqa: F403
from tests.support.stored_seasons import quick_draws, table_at  # noqa: F401


@pytest.fixture
def table(season: Season) -> Table:
    """The first table of the first round."""
    return table_at(season, "1-1")
