"""The outbox: rows that wait to be sent by mail, push or webhook, each claimed by one sender, sent, and settled.

A claim moves `OutboxItem.not_before` ahead, by a conditional update that only one sender can win. If the sender dies,
the row is due again when the claim runs out, so that nothing is lost. A row is sent twice only if the process dies
between the server's answer and the update of the row, or if that answer comes too late.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar
from uuid import UUID, uuid4

from django.db import models
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

log = logging.getLogger(__name__)

# Longer than it takes to send one mail, one post, or a push to all browsers of a person.
CLAIM: Final = timedelta(minutes=5)
PAUSES: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240, 720))
"""How long to wait after each failure; after one more failure the row is given up."""


class Refused(Exception):
    """The receiver will never accept it: no retry."""


class OutboxItem(models.Model):
    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("a delivery", "waiting")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("out of date")
        FAILED = "failed", _("failed")

    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    not_before = models.DateTimeField()
    """When to send it, or to try again; a sender that claims it moves this ahead."""
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


def claim(rows: QuerySet[T], now: datetime, key: UUID | None = None) -> list[T]:
    """Claim these rows as far as they wait; without what another sender has claimed meanwhile."""
    key, until = key or uuid4(), now + CLAIM
    if not rows.filter(state=State.WAITING).update(claim=key, not_before=until):
        return []
    # By `not_before` as well: another sender may go on with older rows under the same key.
    manager = rows.model._default_manager
    return list(manager.filter(claim=key, state=State.WAITING, not_before=until))


def renew(claimed: Sequence[T], now: datetime) -> list[T]:
    """Renew the claim right before sending; the rows that another sender has not taken over."""
    if not claimed:
        return []
    until, keys = now + CLAIM, [row.pk for row in claimed]
    rows = _rows(claimed).filter(state=State.WAITING, claim=claimed[0].claim)
    if rows.filter(not_before=claimed[0].not_before).update(not_before=until) == len(keys):
        return list(claimed)
    held = set(rows.filter(not_before=until).values_list("pk", flat=True))
    return [row for row in claimed if row.pk in held]


def attempt(claimed: Sequence[T], send: Callable[[], bool], now: datetime) -> Exception | None:
    """Send the rows and settle them, as sent or, if nobody could receive them, as dropped; the error if it fails."""
    try:
        reached = send()
    except Exception as error:
        fail(claimed, error, now)
        return error
    settle(claimed, State.SENT if reached else State.DROPPED, now)
    return None


def fail(claimed: Sequence[T], error: Exception, now: datetime) -> None:
    """Schedule a retry; give up after a refusal or the last retry. The state of the rows says which.

    They stay claimed: the server may have taken the mail and answered too late, so a retry has the same identity.
    """
    # The text of an error may name addresses.
    log.warning("Sending failed: %s", described(error))
    for row in claimed:
        row.tries += 1
        row.error = described(error)
        values: dict[str, Any] = {"tries": row.tries, "error": row.error}
        if isinstance(error, Refused) or row.tries > len(PAUSES):
            values |= {"state": State.FAILED, "settled_at": now}
        else:
            values["not_before"] = now + PAUSES[row.tries - 1]
        # A row that was dropped meanwhile, as the person has unsubscribed, stays dropped.
        if _rows([row]).filter(state=State.WAITING).update(**values):
            row.state = values.get("state", row.state)


def settle(rows: Iterable[OutboxItem], state: str, now: datetime) -> None:
    if rows := list(rows):
        _rows(rows).update(state=state, settled_at=now, error="")


def postpone(rows: Iterable[OutboxItem], until: datetime) -> None:
    if rows := list(rows):
        _rows(rows).update(not_before=until, claim=None)


def described(error: Exception) -> str:
    """The kind of the error and the answer's code, without the text, which may name addresses."""
    cause = error.__cause__ if isinstance(error, Refused) and error.__cause__ else error
    codes = (getattr(cause, name, None) for name in ("smtp_code", "status_code", "status"))
    return f"{type(cause).__name__} {next(filter(None, codes), '')}".strip()[:100]


def _rows(rows: Sequence[T]) -> QuerySet[T]:
    return type(rows[0])._default_manager.filter(pk__in=[row.pk for row in rows])
