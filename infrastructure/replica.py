"""Reads of the archive and statistics from a replica of the database (`REPLICA_URL`), which may lag behind.

Only views marked `from_replica` read there, and only the tables in the setting `REPLICA_TABLES`: permissions and
running matches are always read from the main database. If the replica is down or lags too far, so is everything else.
"""

import logging
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import datetime
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from django.apps import apps
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, InterfaceError, OperationalError, connections
from django.db.models import Model

log = logging.getLogger(__name__)

ALIAS: Final = "replica"
ASK_EVERY: Final = 5.0
"""In seconds: how long a process trusts its last check of the replica."""

_reads_copy: Final = ContextVar("_reads_copy", default=False)
_asked: dict[str, Any] = {"at": float("-inf"), "is_usable": False}

P = ParamSpec("P")
R = TypeVar("R")


class Router:
    """Sends reads of `from_replica` to the replica, and everything else to the main database."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str:
        return ALIAS if _reads_copy.get() and model._meta.label in settings.REPLICA_TABLES else DEFAULT_DB_ALIAS

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, obj1: Model, obj2: Model, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db != ALIAS


def exists() -> bool:
    return ALIAS in settings.DATABASES


def lag(here: datetime | None = None) -> float:
    """The replica's lag in seconds, to within a quarter of a minute.

    It compares the sweep's heartbeats in both databases; ``here`` is this one's, if already known.

    Raises `django.db.Error` if one of the databases does not answer.
    """
    here = here or _heartbeat(DEFAULT_DB_ALIAS)
    if here is None:
        return 0.0
    there = _heartbeat(ALIAS)
    return max(0.0, (here - there).total_seconds()) if there else float("inf")


def _heartbeat(alias: str) -> datetime | None:
    rows = apps.get_model(settings.HEARTBEAT)._default_manager.using(alias)
    at: datetime | None = rows.values_list("at", flat=True).filter(pk=1).first()
    return at


def is_usable() -> bool:
    """Whether the replica answers and is not too far behind, checked every few seconds."""
    now = time.monotonic()
    if now - _asked["at"] >= ASK_EVERY:
        _asked["is_usable"] = _ask()
        _asked["at"] = now
    return bool(_asked["is_usable"])


def _ask() -> bool:
    try:
        behind = lag()
    except Error as error:
        _give_up(error)
        return False
    if behind > settings.REPLICA_MAX_LAG:
        log.warning("The replica is %.0f seconds behind: it is not read.", behind)
    return bool(behind <= settings.REPLICA_MAX_LAG)


def _give_up(error: Exception) -> None:
    log.warning("The replica does not answer: %s", type(error).__name__)
    connections[ALIAS].close()
    _asked.update(at=time.monotonic(), is_usable=False)


def from_replica(view: Callable[P, R]) -> Callable[P, R]:
    """Read the view's copied tables from the replica; if it fails, run the view again on the main database."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if exists() and is_usable():
            token = _reads_copy.set(True)
            try:
                return view(*args, **kwargs)
            except (OperationalError, InterfaceError) as error:
                _give_up(error)
            finally:
                _reads_copy.reset(token)
        return view(*args, **kwargs)

    return guarded
