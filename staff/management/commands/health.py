import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any, Final

from django.utils import timezone

from infrastructure.management.reports import ReportCommand
from staff.health.checks import Check, Level, Site, each_check

PATIENCE: Final = 5.0
"""In seconds, for all checks together."""
THEREAFTER: Final = 0.2
"""In seconds, for each check that is left: the command answers within 15 seconds whatever is down."""
LAST_PATIENCE: Final = 9.0
"""In seconds: a check that waits for the name of a host can't be interrupted, so the command ends without it."""


@contextmanager
def impatience() -> Iterator[None]:
    """Interrupt a check that waits for a service."""

    def interrupt(*_: object) -> None:
        raise TimeoutError

    former, former_hook = signal.signal(signal.SIGALRM, interrupt), sys.unraisablehook
    sys.unraisablehook = _pass_over
    signal.setitimer(signal.ITIMER_REAL, PATIENCE, THEREAFTER)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
        sys.unraisablehook = former_hook


def _pass_over(unraisable: "sys.UnraisableHookArgs") -> None:
    """Say nothing of an interrupt that came while an object was being deleted: the next one follows at once."""
    if not isinstance(unraisable.exc_value, TimeoutError):
        sys.__unraisablehook__(unraisable)


class Command(ReportCommand):
    help = "Tells how the site is, like the page “Health”. Ends with 1 if anything is red."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        results: list[Check] = []
        giving_up = Timer(LAST_PATIENCE, self._give_up, [results])
        giving_up.daemon = True
        giving_up.start()
        with impatience():
            for check in each_check(Site(timezone.now())):
                results.append(check)  # `_give_up` tells those that there are
        giving_up.cancel()
        self._tell(results)
        if any(check.level == Level.BAD for check in results):
            sys.exit(1)

    def _give_up(self, results: list[Check]) -> None:
        self._tell([*results, Check("Other checks", Level.BAD, "TimeoutError", "Can this machine look up host names?")])
        self.stdout.flush()
        os._exit(1)

    def _tell(self, results: list[Check]) -> None:
        lines = (f"{check.level:5} {check.name}: {check.found}\n      {check.advice}".rstrip() for check in results)
        self.report([check._asdict() for check in results], "\n".join(lines))
