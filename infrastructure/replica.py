"""Reads of the archive and of statistics from a copy of the database (`REPLICA_URL`), which may lag behind.

Only views that say so (`from_replica`) read there, and only the tables in `COPIED`: who may see what, and everything
about a running match, is always asked of the database itself. Where the copy is gone, or too far behind, the view reads
from the database as if there were no copy.
"""

from __future__ import annotations

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
COPIED: Final = {
    "games.ArchivedDeal",
    "games.ArchivedPlayer",
    "games.PairTally",
    "games.PersonTally",
    "games.SeatTally",
    "leagues.SeasonStatistics",
}
ASK_EVERY: Final = 5.0
"""In seconds: so long a process believes what it has heard of the copy."""

_reads_copy: Final = ContextVar("_reads_copy", default=False)
_asked: dict[str, Any] = {"at": float("-inf"), "is_usable": False}

P = ParamSpec("P")
R = TypeVar("R")


class Router:
    """Sends the reads of `from_replica` to the copy, and all else to the database."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str:
        return ALIAS if _reads_copy.get() and model._meta.label in COPIED else DEFAULT_DB_ALIAS

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, obj1: Model, obj2: Model, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db != ALIAS


def exists() -> bool:
    return ALIAS in settings.DATABASES


def lag(here: datetime | None = None) -> float:
    """How far the copy is behind, in seconds: by the sweep's heartbeat (``here``, if known), so to within a minute.

    Raises `django.db.Error` where one of the two cannot be asked.
    """
    here = here or _heartbeat(DEFAULT_DB_ALIAS)
    if here is None:
        return 0.0
    there = _heartbeat(ALIAS)
    return max(0.0, (here - there).total_seconds()) if there else float("inf")


def _heartbeat(alias: str) -> datetime | None:
    rows = apps.get_model("games", "Heartbeat")._default_manager.using(alias)
    at: datetime | None = rows.values_list("at", flat=True).filter(pk=1).first()
    return at


def is_usable() -> bool:
    """Whether the copy answers and is not too far behind, as this process heard some seconds ago at most."""
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
    """Read what the view needs of `COPIED` from the copy; if it fails meanwhile, all of it anew from the database."""

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
