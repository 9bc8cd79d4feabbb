"""Runs several tasks at once, each in a thread with its own database connection."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connection

from leagues.locks import ClubError

T = TypeVar("T")


def at_once(*tasks: Callable[[], T], refusals: tuple[type[Exception], ...] = ()) -> list[T | Exception]:
    """Start the tasks at the same moment; return each one's result or the refusal it raised."""
    barrier = Barrier(len(tasks))

    def run(task: Callable[[], T]) -> T | Exception:
        try:
            barrier.wait(20)
            return task()
        except refusals as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


def at_once_or_refused(*tasks: Callable[[], object]) -> list[object]:
    """Like `at_once`, but a refusal by a club's rules counts as "refused"."""
    return ["refused" if isinstance(answer, ClubError) else answer for answer in at_once(*tasks, refusals=(ClubError,))]
