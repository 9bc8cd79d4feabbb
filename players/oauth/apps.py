"""Apps of others (OAuth 2.1): registered by their authors, allowed by people, ended by either.

django-allauth's identity provider does the protocol. It serves no OpenID here: apps learn what their scopes show them,
and no more about their person.
"""

import json
import re
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.models import Client, Token
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, QuerySet
from django.http import HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from players.api.models import Scope
from players.models import User

MOST: Final = 20
"""Apps of one author."""
OFFERED: Final = [scope.value for scope in Scope if scope != Scope.BOT_PLAY]
"""Bots have tokens of their own: nobody signs in as one."""
LOCAL: Final = ("127.0.0.1", "localhost", "[::1]")
LOCAL_PORT: Final = re.compile(r"^(http://(?:127\.0\.0\.1|localhost|\[::1\])):\d+(?=/|$)")
ADDRESS: Final = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*)://(?P<host>[\w.-]+|\[[0-9a-f:]+\])?(:\d+)?(/[!-~]*)?", re.ASCII
)
"""Without a name before the host, which would let one address look like another."""
GIVEN: Final = (Token.Type.ACCESS_TOKEN, Token.Type.REFRESH_TOKEN)
SPENT: Final = "us"
"""The type of rows that remember a code or a refresh token after its exchange."""
REMEMBERED: Final = timedelta(days=90)


class Grant(NamedTuple):
    """An app that may act for a person."""

    client: Client
    scopes: list[str]
    since: datetime


def register(author: User, name: str, redirect_uris: list[str]) -> Client:
    """Enter an app. All are public clients, so that PKCE is never left out."""
    client = Client(
        name=name,
        owner=author,
        type=Client.Type.PUBLIC,
        grant_types="\n".join((Client.GrantType.AUTHORIZATION_CODE, Client.GrantType.REFRESH_TOKEN)),
        response_types=Client.ResponseType.CODE,
    )
    client.set_redirect_uris(redirect_uris)
    client.set_scopes(OFFERED)
    client.save()
    return client


def apps_of(author: User) -> QuerySet[Client]:
    found: QuerySet[Client] = Client.objects.filter(owner=author).order_by("-created_at")
    return found


def grants_of(user: User) -> list[Grant]:
    """The apps that may act for the person."""
    tokens = Token.objects.valid().filter(user=user, type__in=GIVEN, client__isnull=False)
    latest = tokens.values("client").annotate(latest=Max("pk")).values("latest")
    rows = Token.objects.filter(pk__in=latest).select_related("client").order_by("-created_at")
    return [Grant(row.client, _words(row), row.created_at) for row in rows]


def _words(token: Token) -> list[str]:
    return [str(Scope(scope).label) for scope in token.get_scopes() if scope in Scope.values]


def end_grant(user: User, client_id: str) -> None:
    Token.objects.filter(user=user, client=client_id).delete()


def exchange(secret: str, answer: Callable[[], HttpResponse]) -> HttpResponse:
    """Answer an app that exchanges a code or a refresh token. Each is of use once.

    Where one comes again, somebody else has it, so that all tokens of the app for this person end (OAuth 2.1). The
    provider alone would serve two requests at once.
    """
    with transaction.atomic():
        spent, is_first = Token.objects.get_or_create(
            type=SPENT, hash=get_adapter().hash_token(secret), defaults={"expires_at": timezone.now() + REMEMBERED}
        )
        if is_first:
            return _first_answer(spent, answer())
    if spent.user is not None:
        end_grant(spent.user, spent.client_id)
    return JsonResponse({"error": "invalid_grant"}, status=400)


def _first_answer(spent: Token, response: HttpResponse) -> HttpResponse:
    """Remember for whom it was; what the provider has refused is not spent."""
    given = None
    if response.status_code == 200:
        given = Token.objects.lookup(Token.Type.ACCESS_TOKEN, json.loads(response.content)["access_token"])
    if given is None:
        spent.delete()
    else:
        spent.client, spent.user = given.client, given.user
        spent.save(update_fields=["client", "user"])
    return response


def end_app(author: User, client_id: str) -> None:
    """The app is gone, with all tokens that people have given it."""
    Client.objects.filter(owner=author, pk=client_id).delete()


def clean_address(address: str) -> str:
    """Where an app gets its code: over TLS, on the person's own machine, or by an address of the app's own."""
    if not _is_safe(address):
        text = _(
            "%(address)s must begin with https://, http://localhost or a scheme of the app, such as org.example.app://."
        )
        raise ValidationError(text % {"address": address})
    return address


def is_registered(client_id: str, address: str) -> bool:
    """Whether the app may get its code there: exactly as registered, but for the port of the person's own machine.

    The provider would take any query besides.
    """
    client = Client.objects.filter(pk=client_id).first()
    known = ["", *client.get_redirect_uris()] if client else []
    return client is None or LOCAL_PORT.sub(r"\1", address) in {LOCAL_PORT.sub(r"\1", each) for each in known}


def _is_safe(address: str) -> bool:
    found = ADDRESS.fullmatch(address)
    if found is None or any(sign in address for sign in "#*\\"):
        return False
    scheme, host = found["scheme"], found["host"]
    return "." in scheme or (scheme == "https" and host is not None) or (scheme == "http" and host in LOCAL)


class AppToken(NamedTuple):
    """An access token of an app, as the API's door takes it."""

    key: str
    user: User
    scopes: list[str]
    row: int


def find_app_token(text: str) -> AppToken | None:
    """The valid token of an app for an active account."""
    row = Token.objects.lookup(Token.Type.ACCESS_TOKEN, text)
    if row is None or row.user is None or not row.user.is_active or row.user.is_bot:
        return None
    return AppToken(f"app:{row.client_id}:{row.user_id}", row.user, row.get_scopes(), row.pk)


def valid_rows(keys: Iterable[int]) -> set[int]:
    """Those of these tokens that still are valid, some time after they were found."""
    return set(Token.objects.valid().filter(pk__in=keys, user__is_active=True).values_list("pk", flat=True))


def forget_tokens(now: datetime) -> None:
    """Those that have ended."""
    Token.objects.filter(expires_at__lte=now).delete()
