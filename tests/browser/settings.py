"""The settings of the site that the browser tests visit: as `make run` has them, on the tests' database."""

import os

from napoleon_site.settings import *  # noqa: F403

DATABASES["default"]["NAME"] = os.environ["TEST_DATABASE"]  # noqa: F405

# Tests need not see how long a move takes.
BOT_THINKS_FOR = 0.0
