"""The API of all apps at /api/v1/, its OpenAPI document, and the page that explains it."""

import re
from dataclasses import dataclass
from functools import cache, wraps
from typing import Any, Final, NamedTuple, get_args

from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema

from games.api import boards, bot_accounts, commands, duplicate_tables, lobby, looking_back, streams, tables, talk
from infrastructure.api.operations import PROBLEM_SCHEMA, TOKEN_SCHEME
from infrastructure.api.problems import FAILED, PLAIN, Problem
from infrastructure.pages import render_page
from infrastructure.requests import public_page
from leagues.api import announcements, board_weeks, clubs, rounds
from napoleon.engine.errors import ErrorCode
from players.api import account
from players.api.door import View, door
from players.api.models import Scope


class ApiChange(NamedTuple):
    version: str
    text: Promise


CHANGES: Final = (
    ApiChange(
        "1.3.0",
        gettext_lazy(
            "Duplicate tables, lists of daily boards, weeks of clubs, seats of running matches, a limit a person."
        ),
    ),
    ApiChange(
        "1.2.0",
        gettext_lazy("The archive as a stream has no limit any more; streams end within a minute of their token."),
    ),
    ApiChange("1.1.0", gettext_lazy("Boards, results and rounds of clubs, the list of bots, and apps of others.")),
    ApiChange("1.0.0", gettext_lazy("Games, streams, tables, records, the archive, clubs and standings.")),
)
"""What each version has added, the latest first."""
GROUPS: Final = (
    (gettext_lazy("Games"), ("games", "stream")),
    (gettext_lazy("Boards"), ("boards", "duplicate-tables")),
    (gettext_lazy("Records and archive"), ("records", "archive", "archive.ndjson")),
    (gettext_lazy("Clubs"), ("clubs",)),
    (gettext_lazy("Accounts and bots"), ("account", "bots")),
)
"""The operations of the guide, by the first word of their address."""
PARAMETER: Final = re.compile(r"<(?:\w+:)?(\w+)>")


class SiteApi(NinjaAPI):
    """As django-ninja's, with the site's own errors and tokens in the document."""

    def get_openapi_schema(self, **kwargs: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**kwargs)
        schema["components"]["schemas"]["Problem"] = PROBLEM_SCHEMA
        schema["components"]["securitySchemes"] = {"token": TOKEN_SCHEME}
        return schema


api = SiteApi(title="Napoleon", version=CHANGES[0].version, docs_url=None, urls_namespace="api")
# Each module adds its operations to the router when it is loaded.
GAMES: Final = (tables, lobby, commands, talk, streams, looking_back, boards, duplicate_tables, bot_accounts)
CLUBS: Final = (clubs, rounds, announcements, board_weeks)
for router in (account.router, GAMES[0].router, CLUBS[0].router):
    api.add_router("", router)


@api.exception_handler(Problem)
def _problem(request: HttpRequest, problem: Problem) -> HttpResponse:
    return problem.response()


@api.exception_handler(Http404)
def _not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    return Problem(404).response()


@api.exception_handler(PermissionDenied)
def _forbidden(request: HttpRequest, error: PermissionDenied) -> HttpResponse:
    return Problem(403).response()


@api.exception_handler(HttpError)
def _refused(request: HttpRequest, error: HttpError) -> HttpResponse:
    return Problem(error.status_code).response()


@api.exception_handler(ImmediateHttpResponse)
def _limited(request: HttpRequest, refusal: ImmediateHttpResponse) -> HttpResponse:
    """Of a limit that pages have as well, which answers with a page."""
    page = refusal.response
    return Problem(page.status_code, Retry_After=page["Retry-After"]).response()


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Say which values are wrong; what was sent is not repeated."""
    wrong = [{"at": ".".join(map(str, one["loc"])), "message": one["msg"]} for one in error.errors]
    detail = _("These values are not valid: %(names)s.") % {"names": ", ".join(one["at"] for one in wrong)}
    return Problem(422, detail=detail).response({"errors": wrong})


@cache
def _query_names() -> dict[tuple[str, str], set[str]]:
    """By method and path, the names that the document has for queries."""
    return {
        (method.upper(), path): {each["name"] for each in described["parameters"] if each["in"] == "query"}
        for path, methods in api.get_openapi_schema()["paths"].items()
        for method, described in methods.items()
    }


def _unknown_names(request: HttpRequest) -> set[str]:
    # The document takes half a second to build: most requests need none.
    if not request.GET or request.resolver_match is None:
        return set()
    path = "/" + PARAMETER.sub(r"{\1}", request.resolver_match.route)
    known = _query_names().get((request.method or "", path))
    return set() if known is None else request.GET.keys() - known


def _with_known_query(view: View) -> View:
    """Refuse names that the document doesn't have, as in bodies: a misspelt one would be passed over."""

    @wraps(view)
    def entered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if unknown := _unknown_names(request):
            raise Problem(
                422, detail=_("These names are not known here: %(names)s.") % {"names": ", ".join(sorted(unknown))}
            )
        return view(request, *args, **kwargs)

    return entered


def api_urls() -> tuple[list[URLPattern | URLResolver], str, str]:
    """The addresses of all operations, each behind the door."""
    patterns, app, namespace = api.urls
    for pattern in patterns:
        pattern.callback = door(_with_known_query(pattern.callback))  # type: ignore[arg-type]
    return patterns, app, namespace


class GuideOperation(NamedTuple):
    """A line of the guide."""

    method: str
    path: str
    summary: str
    scopes: list[str]


class GuideError(NamedTuple):
    status: int
    code: str
    detail: Promise


@dataclass(frozen=True, slots=True)
class ApiGuide:
    """The context of ``api_guide.html``."""

    site: str
    groups: list[tuple[str, list[GuideOperation]]]
    scopes: list[tuple[str, str]]
    errors: list[GuideError]
    commands: tuple[str, ...] = get_args(ErrorCode)
    """The codes of commands that the rules refuse."""
    changes: tuple[ApiChange, ...] = CHANGES


MORE_ERRORS: Final = (
    GuideError(401, "bad_token", gettext_lazy("This token is not valid, or no longer.")),
    GuideError(403, "missing_scope", gettext_lazy("The token does not have the scope of the operation.")),
    GuideError(403, "not_seated", gettext_lazy("You are not at this table.")),
    GuideError(409, "stale", gettext_lazy("The game is no longer at the seq that was sent.")),
    GuideError(409, "refused", gettext_lazy("The site does not allow it now; “detail” says why.")),
    GuideError(409, "has_played", gettext_lazy("An account that has sat at a table cannot become a bot.")),
    GuideError(409, "in_progress", gettext_lazy("The same request is being answered now.")),
    GuideError(422, "bad_command", gettext_lazy("A command names its deal, and no seat.")),
    GuideError(422, "bad_key", gettext_lazy("An Idempotency-Key has 1 to 200 printable characters of ASCII.")),
    GuideError(422, "bad_plan", gettext_lazy("The site has no such plan.")),
    GuideError(422, "bad_results", gettext_lazy("These results do not fit the rules.")),
    GuideError(422, "bad_rules", gettext_lazy("There are no such rules, or not with these options.")),
    GuideError(422, "key_reused", gettext_lazy("This Idempotency-Key belongs to another request.")),
    GuideError(429, "too_many_streams", gettext_lazy("You have eight streams open. Close one first.")),
)
"""Codes with a sentence of their own; those of refused commands follow on the page."""


@public_page
def api_guide(request: HttpRequest) -> HttpResponse:
    """Explain the API, with all its operations."""
    scopes = [(scope.value, str(scope.label)) for scope in Scope]
    plain = [GuideError(status, code, detail) for status, (code, detail) in PLAIN.items()]
    errors = sorted([*plain, *MORE_ERRORS, GuideError(500, *FAILED)], key=lambda error: error.status)
    return render_page(request, "api_guide.html", ApiGuide(settings.SITE_URL, _groups(), scopes, errors))


def _groups() -> list[tuple[str, list[GuideOperation]]]:
    """The operations by their subject."""
    operations = [
        GuideOperation(method.upper(), path.removeprefix("/api/v1"), described["summary"], _scopes(described))
        for path, methods in sorted(api.get_openapi_schema()["paths"].items())
        for method, described in sorted(methods.items())
    ]
    return [(str(title), [each for each in operations if each.path.split("/")[1] in about]) for title, about in GROUPS]


def _scopes(described: dict[str, Any]) -> list[str]:
    return [scope for need in described["security"] for scope in need["token"]]
