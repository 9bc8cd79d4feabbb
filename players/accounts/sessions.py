"""Sessions in the database, each with the person it belongs to (Django's documented way to extend its own).

The table holds hashes of the keys, so that reading it or a copy does not allow signing in as someone else.
"""

from __future__ import annotations

import hashlib
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase, UpdateError
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import OperationalError, models
from django.http import HttpRequest
from django.utils import timezone

from infrastructure.speed.prepared_queries import Parameter, PreparedQuery

# A session's data about its device.
BROWSER: Final = "browser"
SIGNED_IN_AT: Final = "signed_in_at"
USED_AT: Final = "used_at"
LONGEST_BROWSER_NAME: Final = 300


class Session(AbstractBaseSession):
    """A sign-in on one device, linked to its person so that it is deleted with the account."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="sessions")

    class Meta(AbstractBaseSession.Meta):
        pass

    @staticmethod
    def key_of(session: SessionBase) -> str:
        return hash_of(session.session_key or "")

    @classmethod
    def get_session_store_class(cls) -> type[SessionStore]:
        return SessionStore


VALID_SESSION: Final = PreparedQuery(
    lambda: Session.objects.select_related("user").filter(
        session_key=Parameter("key", models.CharField()), expire_date__gt=Parameter("now", models.DateTimeField())
    )
)


class SessionStore(db.SessionStore):
    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row: Session = super().create_model_instance(data)  # type: ignore[assignment]
        row.session_key = hash_of(row.session_key)
        row.user_id = data.get(SESSION_KEY)
        return row

    def exists(self, session_key: str) -> bool:
        return super().exists(hash_of(session_key))

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        if key:
            super().delete(hash_of(key))

    def cycle_key(self) -> None:
        """As Django's, but the browser keeps its push subscription."""
        data, former = self._session, self.session_key  # type: ignore[attr-defined]  # Django has it
        self.create()
        self._session_cache = data
        if former:
            browsers = Session(session_key=hash_of(former)).push_subscriptions
            browsers.update(session=Session.key_of(self))
            self.delete(former)

    def save(self, must_create: bool = False) -> None:
        """As Django's, which mistakes a failing database for an ended session and answers 400."""
        try:
            super().save(must_create)
        except UpdateError as error:
            if isinstance(error.__context__, OperationalError):
                raise error.__context__ from None
            raise

    def _get_session_from_db(self) -> Session | None:
        """As Django's, but by the hash."""
        session = VALID_SESSION.first(key=Session.key_of(self), now=timezone.now())
        if session is None:
            self._session_key = None
        _owner.set(session.user if session else None)
        return session


# Most requests need the person right after the session, so one query reads both.
# It is a `players.models.User`: that module imports this one.
_owner: Final = ContextVar[Any]("_owner", default=None)


def take_owner(user_id: int) -> Any:
    """The person read together with the last session, once, if it is that person."""
    owner = _owner.get()
    _owner.set(None)
    return owner if owner and owner.pk == user_id else None


def forget_owner(**_facts: Any) -> None:
    """A thread answers one request after the other: nobody is handed on to the next."""
    _owner.set(None)


def hash_of(key: str) -> str:
    """A key as stored. It needs no salt: keys are long and random."""
    return hashlib.blake2b(key.encode(), digest_size=20).hexdigest()


def describe_device(request: HttpRequest, **_facts: Any) -> None:
    """Store what distinguishes the person's devices."""
    now = timezone.now().isoformat()
    name = request.headers.get("User-Agent", "")[:LONGEST_BROWSER_NAME]
    request.session.update({BROWSER: name, SIGNED_IN_AT: now, USED_AT: now})


def record_use(session: SessionBase, now: datetime, interval: timedelta) -> None:
    """Record that the session is in use, at most once an interval."""
    used = moment(session.get(USED_AT))
    if used is None or now - used >= interval:
        session[USED_AT] = now.isoformat()


def moment(stored: str | None) -> datetime | None:
    return datetime.fromisoformat(stored) if stored else None
