"""Tokens: made once and shown once, found by their hash, ended by their owner."""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import CharField, Q
from django.utils import timezone

from infrastructure.read_only import is_read_only
from infrastructure.speed.prepared_queries import Parameter, PreparedQuery
from players.accounts.sessions import hash_of
from players.api.models import ApiToken, Scope
from players.models import User

PREFIX: Final = "nap_"
"""So that scanners find a token that was published by mistake."""
MOST: Final = 50
USE: Final = timedelta(minutes=10)
"""The last use is noted this seldom: a bot moves here and there once in some minutes, and each note is a commit."""


def make_token(user: User, *, name: str, scopes: Iterable[str], ends_at: datetime | None = None) -> str:
    """Make a token and return it: nobody can read it again."""
    token = PREFIX + secrets.token_urlsafe(32)
    ApiToken.objects.create(
        user=user, name=name, digest=hash_of(token), scopes=list(scopes), made_at=timezone.now(), ends_at=ends_at
    )
    return token


TOKENS: Final = PreparedQuery(
    lambda: ApiToken.objects.select_related("user").filter(
        digest=Parameter("digest", CharField()), user__is_active=True
    )
)


def find_token(text: str) -> ApiToken | None:
    """The valid token of an active account, with its person."""
    now, token = timezone.now(), TOKENS.first(digest=hash_of(text))
    if token is None or (token.ends_at is not None and token.ends_at <= now):
        return None
    if (token.used_at is None or now - token.used_at >= USE) and not is_read_only():
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
    return token


def valid_rows(keys: Iterable[int]) -> set[int]:
    """Those of these tokens that still are valid, some time after they were found."""
    ends = Q(ends_at=None) | Q(ends_at__gt=timezone.now())
    return set(ApiToken.objects.filter(ends, pk__in=keys, user__is_active=True).values_list("pk", flat=True))


def offered_scopes(user: User) -> list[Scope]:
    """What a token of this person may allow: playing as a bot is for bot accounts."""
    return [scope for scope in Scope if user.is_bot or scope != Scope.BOT_PLAY]
