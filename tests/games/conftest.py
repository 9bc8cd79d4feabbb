from tests.support.caches import nothing_counted_yet  # noqa: F401
from tests.support.captains import captains_think_briefly  # noqa: F401
from tests.support.wall_clock import wall  # noqa: F401
