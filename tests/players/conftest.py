from tests.support.caches import nothing_counted_yet  # noqa: F401
from tests.support.sign_in import *  # noqa: F403
from tests.support.wall_clock import wall  # noqa: F401
