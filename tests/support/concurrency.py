"""Doing several things at the same moment, each in a thread with a database connection of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connection

from leagues.locks import ClubError

T = TypeVar("T")


def at_once(
    *tasks: Callable[[], T], refusals: tuple[type[Exception], ...] = ()
) -> list[T | Exception]:
    """What the tasks answered, or the refusal they raised; they begin at the same moment."""
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
    """As `at_once`, for what clubs and seasons do: an answer is "refused" where the rules of a club said no."""
    answers = at_once(*tasks, refusals=(ClubError,))
    return ["refused" if isinstance(answer, ClubError) else answer for answer in answers]
