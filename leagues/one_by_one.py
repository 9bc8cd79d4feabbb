"""Things that are due, each of which is done even if another fails."""

import logging
from collections.abc import Callable

log = logging.getLogger(__name__)


def guarded(do: Callable[..., object], *arguments: object) -> None:
    """Do it; an error is logged, and stops nothing else."""
    try:
        do(*arguments)
    except Exception:
        log.exception("This could not be done: %s of %s", do.__qualname__, arguments[0])
