"""Requests with an Idempotency-Key: done once, however often they are sent."""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from infrastructure.api.problems import Problem
from players.api.models import KeptAnswer
from players.models import User

HEADER: Final = "Idempotency-Key"
LONGEST: Final = 200
KEPT_FOR: Final = timedelta(hours=24)
GIVEN_UP_AFTER: Final = timedelta(minutes=1)
"""A request without an answer after that time has died with its process."""
KEPT_HEADERS: Final = ("Content-Type", "ETag", "Location")


def answer_once(request: HttpRequest, user: User, token: str, answer: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer to the request, or the one that was given to the same request of that token before."""
    key = request.headers.get(HEADER)
    if key is None:
        return answer()
    if not key.isascii() or not key.isprintable() or not 0 < len(key) <= LONGEST:
        raise Problem(422, "bad_key", _("An Idempotency-Key has 1 to 200 printable characters of ASCII."))
    row = _claimed(user, key, _digest(request, token))
    if row.status is not None:
        return _repeated(row)
    try:
        response = answer()
    except BaseException:
        row.delete()
        raise
    _keep(row, response)
    return response


def _claimed(user: User, key: str, digest: str) -> KeptAnswer:
    """The row of the request; without a status if it is to be answered now."""
    now = timezone.now()
    own = KeptAnswer.objects.filter(user=user, key=key)
    own.filter(at__lt=now - KEPT_FOR).delete()
    own.filter(status=None, at__lt=now - GIVEN_UP_AFTER).delete()
    try:
        with transaction.atomic():
            return KeptAnswer.objects.create(user=user, key=key, request=digest, at=now)
    except IntegrityError:
        # None if its answer failed just now.
        row = own.first()
    if row is None:
        raise Problem(409, "in_progress", _("The same request is being answered now."), Retry_After="1")
    if row.request != digest:
        raise Problem(422, "key_reused", _("This Idempotency-Key belongs to another request."))
    if row.status is None:
        raise Problem(409, "in_progress", _("The same request is being answered now."), Retry_After="1")
    return row


def _digest(request: HttpRequest, token: str) -> str:
    # Another token of the same person may have other scopes, so it learns no answer.
    asked = f"{token} {request.method} {request.get_full_path()}\n".encode() + request.body
    return hashlib.sha256(asked).hexdigest()


def _keep(row: KeptAnswer, response: HttpResponse) -> None:
    if response.status_code >= 500 or response.status_code == 429:
        row.delete()
        return
    row.status, row.body = response.status_code, response.content.decode()
    row.headers = {name: response[name] for name in KEPT_HEADERS if response.has_header(name)}
    # The row may be gone: one that takes long is given up.
    KeptAnswer.objects.filter(pk=row.pk).update(status=row.status, body=row.body, headers=row.headers)


def _repeated(row: KeptAnswer) -> HttpResponse:
    return HttpResponse(row.body, status=row.status, headers=row.headers)


def forget_answers(now: datetime) -> None:
    KeptAnswer.objects.filter(at__lt=now - KEPT_FOR).delete()
