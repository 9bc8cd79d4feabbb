"""The outbox: rows waiting to be sent by mail, push or webhook; a sender claims, sends and settles each.

A claim moves `OutboxItem.not_before` ahead by a conditional update that only one sender can win. If the sender dies,
the row is due again when the claim expires, so nothing is lost. A row is sent twice only if the process dies
between the server's answer and the row's update, or if the answer arrives too late.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar
from uuid import UUID, uuid4

from django.db import models
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from infrastructure.retry_after import asked_pause

log = logging.getLogger(__name__)

# Longer than it takes to send one mail, one post, or a push to all browsers of a person.
CLAIM: Final = timedelta(minutes=5)
PAUSES: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240, 720))
"""The pause after each failure, unless the service asks for a longer one; after one more the row is given up."""


class Refused(Exception):
    """The receiver will never accept it, so it is not retried."""


class OutboxItem(models.Model):
    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("a delivery", "waiting")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("out of date")
        FAILED = "failed", _("failed")

    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    not_before = models.DateTimeField()
    """When to send or retry it; claiming moves this ahead."""
    claim = models.UUIDField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=200, blank=True, default="")
    settled_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


State = OutboxItem.State
T = TypeVar("T", bound=OutboxItem)


def due(rows: QuerySet[T], now: datetime) -> QuerySet[T]:
    return rows.filter(state=State.WAITING, not_before__lte=now)


def claim(rows: QuerySet[T], now: datetime, key: UUID | None = None) -> QuerySet[T]:
    """Claim the waiting ones of these rows that no other sender has claimed first; return these."""
    key, until, manager = key or uuid4(), now + CLAIM, rows.model._default_manager
    if not rows.filter(state=State.WAITING).update(claim=key, not_before=until):
        return manager.none()
    # By `not_before` as well: another sender may hold older rows under the same key.
    return manager.filter(claim=key, state=State.WAITING, not_before=until)


def renew(claimed: Sequence[T], now: datetime) -> list[T]:
    """Renew the claim right before sending; return the rows that no other sender has taken over."""
    if not claimed:
        return []
    until, keys = now + CLAIM, [row.pk for row in claimed]
    rows = _rows(claimed).filter(state=State.WAITING, claim=claimed[0].claim)
    if rows.filter(not_before=claimed[0].not_before).update(not_before=until) == len(keys):
        return list(claimed)
    held = set(rows.filter(not_before=until).values_list("pk", flat=True))
    return [row for row in claimed if row.pk in held]


def attempt(claimed: Sequence[T], send: Callable[[], bool], now: datetime) -> Exception | None:
    """Send the rows and settle them as sent or, if nobody could receive them, dropped; return any error."""
    try:
        reached = send()
    except Exception as error:
        fail(claimed, error, now)
        return error
    settle(claimed, State.SENT if reached else State.DROPPED, now)
    return None


def fail(claimed: Sequence[T], error: Exception, now: datetime) -> None:
    """Schedule a retry, or give up after a refusal or the last retry, as the rows' state shows.

    The rows stay claimed: the server may have accepted the mail too late, so a retry needs the same identity.
    """
    # Error texts may contain addresses.
    log.warning("Sending failed: %s", described(error))
    for row in claimed:
        row.tries += 1
        row.error = described(error)
        values: dict[str, Any] = {"tries": row.tries, "error": row.error}
        if isinstance(error, Refused) or row.tries > len(PAUSES):
            values |= {"state": State.FAILED, "settled_at": now}
        else:
            values["not_before"] = now + max(PAUSES[row.tries - 1], _asked_pause(error, now))
        # Rows dropped in the meantime, for example by unsubscribing, stay dropped.
        if _rows([row]).filter(state=State.WAITING).update(**values):
            row.state = values.get("state", row.state)


def _asked_pause(error: Exception, now: datetime) -> timedelta:
    """The pause that the service asks for in its answer, up to the longest of `PAUSES`."""
    headers = getattr(getattr(error, "response", None), "headers", {})
    header = getattr(error, "retry_after", "") or headers.get("Retry-After", "")
    return min(asked_pause(header, now), PAUSES[-1])


def settle(rows: Iterable[OutboxItem], state: str, now: datetime) -> None:
    if rows := list(rows):
        _rows(rows).update(state=state, settled_at=now, error="")


def postpone(rows: Iterable[OutboxItem], until: datetime) -> None:
    if rows := list(rows):
        _rows(rows).update(not_before=until)
        # What has been tried before keeps its claim, and so its identity (`fail`).
        _rows(rows).filter(tries=0).update(claim=None)


def described(error: Exception) -> str:
    """The error's kind and the answer's code, without its text, which may contain addresses."""
    cause = error.__cause__ if isinstance(error, Refused) and error.__cause__ else error
    codes = (getattr(cause, name, None) for name in ("smtp_code", "status_code", "status"))
    return f"{type(cause).__name__} {next(filter(None, codes), '')}".strip()[:100]


def _rows(rows: Sequence[T]) -> QuerySet[T]:
    return type(rows[0])._default_manager.filter(pk__in=[row.pk for row in rows])
