"""The way in to every operation of the API: whose token it is, how often it may ask, and what it may do.

The cookie of a browser opens nothing here.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Final

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags, quote_etag
from django.utils.translation import gettext as _

from infrastructure.api.problems import Problem
from infrastructure.rate_limits import Use, network_of, use_of, uses_of
from infrastructure.read_only import is_read_only
from players.api import tokens
from players.api.idempotency import answer_once
from players.api.models import ApiToken, Scope
from players.api.tokens import PREFIX, find_token
from players.middleware import record_visit
from players.models import User
from players.oauth import apps
from players.oauth.apps import AppToken, find_app_token
from players.preferences import time_zones
from players.writing import written_by

RATE: Final = "300/m"
"""For each token; for each network that sends none."""
RATE_OF_PERSON: Final = "1200/m"
"""For each person, over all of their tokens."""
View = Callable[..., HttpResponse]


class ApiRequest(HttpRequest):
    """A request to an operation that needs a token."""

    user: User
    token: ApiToken | AppToken


class AnyApiRequest(HttpRequest):
    """A request to an operation that needs none."""

    user: User | AnonymousUser
    token: ApiToken | AppToken | None


def door(view: View) -> View:
    """Let a request in to an operation."""

    @login_not_required
    @wraps(view)
    def entered(request: AnyApiRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        request.user, request.token = AnonymousUser(), None
        use: Use | None = None
        try:
            if "\0" in request.path_info:
                # PostgreSQL takes it in no text.
                raise Problem(404)
            request.token = _token_of(request)
            request.user = request.token.user if request.token else request.user
            use = _use(request)
            response = _answer(request, use, lambda: view(request, *args, **kwargs))
        except Problem as problem:
            response = problem.response()
        return _finished(request, response, use)

    return entered


def _token_of(request: HttpRequest) -> ApiToken | AppToken | None:
    kind, _space, text = request.headers.get("Authorization", "").partition(" ")
    return _found(text.strip()) if kind.lower() == "bearer" else None


def _found(text: str) -> ApiToken | AppToken | None:
    """A token that the person made, or one that an app got."""
    return find_token(text) if text.startswith(PREFIX) else find_app_token(text)


def _use(request: AnyApiRequest) -> Use:
    """The limit that is nearest. Wrong tokens spend that of their network."""
    if request.token is None:
        return use_of("api", RATE, network_of(request))
    rates = {request.token.key: RATE, f"user:{request.token.user.pk}": RATE_OF_PERSON}
    return min(uses_of("api", rates), key=lambda use: use.most - use.used)


def _answer(request: AnyApiRequest, use: Use, answer: Callable[[], HttpResponse]) -> HttpResponse:
    if use.is_spent:
        raise Problem(429, Retry_After=str(use.seconds))
    if request.token is None and request.headers.get("Authorization"):
        text = _("This token is not valid, or no longer.")
        raise Problem(401, "bad_token", text, WWW_Authenticate='Bearer error="invalid_token"')
    user = request.user
    if not user.is_authenticated:
        return answer()
    if not is_read_only():
        record_visit(user, timezone.now())
    with timezone.override(time_zones.zone(user.time_zone)), written_by(user):
        if request.method == "POST" and request.token is not None:
            return answer_once(request, user, request.token.key, answer)
        return answer()


def _finished(request: AnyApiRequest, response: HttpResponse, use: Use | None) -> HttpResponse:
    """The answer with the headers that all have; 304 if the client has it already."""
    is_kept = request.method in ("GET", "HEAD") and not (response.streaming or response.has_header("Cache-Control"))
    if is_kept and response.status_code == 200:
        response["ETag"] = quote_etag(hashlib.sha256(response.content).hexdigest()[:32])
        # Proxies that compress an answer mark its ETag as weak.
        known = {tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", ""))}
        if "*" in known or response["ETag"] in known:
            response = HttpResponse(status=304, headers={"ETag": response["ETag"]})
    if request.token is None and request.method == "GET":
        # Pages of others may read what needs no token.
        response["Access-Control-Allow-Origin"], response["Cross-Origin-Resource-Policy"] = "*", "cross-origin"
    if use is not None:
        response["RateLimit-Limit"], response["RateLimit-Remaining"] = str(use.most), str(use.left)
        response["RateLimit-Reset"] = str(use.seconds)
    patch_vary_headers(response, ["Accept-Language", "Authorization"])
    response.setdefault("Cache-Control", "private, no-store")
    return response


class Needs:
    """Lets in tokens that have one of these scopes."""

    def __init__(self, *scopes: Scope) -> None:
        self.scopes = scopes

    def __call__(self, request: AnyApiRequest) -> bool:
        if request.token is None:
            raise Problem(401, WWW_Authenticate="Bearer")
        if not set(self.scopes) & set(request.token.scopes):
            text = _("This token does not have the scope %(scope)s.") % {"scope": " / ".join(self.scopes)}
            raise Problem(403, "missing_scope", text)
        return True


def reader_with(request: AnyApiRequest, scope: Scope) -> User | AnonymousUser:
    """The person of the token if it has the scope, else a visitor: where no token is needed, one opens no more."""
    return request.user if request.token is not None and scope in request.token.scopes else AnonymousUser()


def are_valid(held: Sequence[ApiToken | AppToken]) -> list[bool]:
    """Whether each still is, some time after it was found."""
    of_people, of_apps = set[int](), set[int]()
    for token in held:
        (of_people if isinstance(token, ApiToken) else of_apps).add(token.row)
    valid_of_people = tokens.valid_rows(of_people) if of_people else of_people
    valid_of_apps = apps.valid_rows(of_apps) if of_apps else of_apps
    return [token.row in (valid_of_people if isinstance(token, ApiToken) else valid_of_apps) for token in held]
