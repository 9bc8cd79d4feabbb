"""Operations of the API, each described completely in the OpenAPI document: scope, errors, an example."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from ninja import Router
from ninja.openapi.schema import REF_TEMPLATE

from infrastructure.api.problems import CONTENT_TYPE, PLAIN

View = TypeVar("View", bound=Callable[..., Any])
Guard = Callable[..., Any]
Json = dict[str, Any]

PROBLEM_SCHEMA: Final[Json] = {
    "title": "Problem",
    "type": "object",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "description": "A link to the explanation of the code."},
        "title": {"type": "string", "description": "The name of the status."},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "A sentence in the language of Accept-Language."},
        "code": {"type": "string", "description": "What went wrong, for programs."},
    },
}
TOKEN_SCHEME: Final[Json] = {
    "type": "http",
    "scheme": "bearer",
    "description": "A token of your settings page, or of `manage.py api_token`.",
}
IDEMPOTENCY_KEY: Final[Json] = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": r"^[!-~]([ -~]*[!-~])?$"},
    "description": "The same key with the same request gets the same answer for 24 hours.",
}
IF_NONE_MATCH: Final[Json] = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "schema": {"type": "string"},
    "description": "The ETag of an earlier answer: 304 if nothing has changed since.",
}
NOT_MODIFIED: Final[Json] = {"description": "Nothing has changed."}


def operation(
    router: Router,
    method: str,
    path: str,
    summary: str,
    *,
    scopes: tuple[str, ...] = (),
    guard: Guard | None = None,
    answer: Any = None,
    status: int = 200,
    example: Any = None,
    body: Any = None,
    produces: str = "",
) -> Callable[[View], View]:
    """Add a view to a router. ``example`` is of its answer, ``body`` of the body that is sent to it.

    ``guard`` lets nobody in without one of the scopes. ``produces`` is the type of answers that are no JSON object.
    """

    def add(view: View) -> View:
        extra = _described(method, scopes, status, example, body, produces)
        route = router.api_operation(
            [method],
            path,
            auth=[guard] if guard else None,
            response={status: None if produces else answer},
            exclude_unset=True,
            operation_id=view.__name__,
            summary=summary,
            url_name=view.__name__,
            openapi_extra=extra,
        )
        return route(view)

    return add


def _described(method: str, scopes: tuple[str, ...], status: int, example: Any, body: Any, produces: str) -> Json:
    responses: dict[int, Json] = {code: _problem(code) for code in _errors(method)}
    if produces:
        kinds = {kind: {"schema": {"type": "string"}, "example": example} for kind in produces.split()}
        responses[status] = {"content": kinds}
    elif example is not None:
        responses[status] = {"content": {"application/json": {"example": example}}}
    if method == "GET":
        responses[304] = NOT_MODIFIED
    described: Json = {
        "security": [{"token": [scope]} for scope in scopes],
        "responses": responses,
        "parameters": [IDEMPOTENCY_KEY if method == "POST" else IF_NONE_MATCH],
    }
    if body is not None:
        described["requestBody"] = {"content": {"application/json": {"example": body}}}
    return described


def _errors(method: str) -> tuple[int, ...]:
    return (400, 401, 403, 404, 422, 429) if method == "GET" else (400, 401, 403, 404, 409, 413, 422, 429)


def _problem(status: int) -> Json:
    code, detail = PLAIN[status]
    example = {"type": f"/api/#{code}", "title": "", "status": status, "detail": str(detail), "code": code}
    schema = {"$ref": REF_TEMPLATE.format(model="Problem")}
    return {"description": str(detail), "content": {CONTENT_TYPE: {"schema": schema, "example": example}}}
