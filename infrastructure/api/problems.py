"""Errors of the API as `application/problem+json` (RFC 9457), in the language of the request."""

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final, TypeAlias

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Handler: TypeAlias = Callable[[HttpRequest], HttpResponse]

PREFIX: Final = "/api/v1/"
CONTENT_TYPE: Final = "application/problem+json"
KEPT_HEADERS: Final = ("Allow", "Retry-After")
"""Headers of a page for an error that its problem keeps."""

PLAIN: Final[dict[int, tuple[str, Promise]]] = {
    400: ("bad_request", _("This request could not be read.")),
    401: ("no_token", _("This needs a token: Authorization: Bearer …")),
    403: ("forbidden", _("You are not allowed to do that.")),
    404: ("not_found", _("There is nothing here that you may see.")),
    405: ("method_not_allowed", _("This address does not accept that method.")),
    409: ("conflict", _("That does not fit what is there now.")),
    413: ("too_large", _("This request is too large.")),
    422: ("invalid", _("A value in this request is not valid.")),
    429: ("too_many_requests", _("Too many requests. Try again later.")),
    503: ("unavailable", _("The site does not answer at the moment. Try again later.")),
}
"""The code and the sentence where nothing more is known."""
FAILED: Final = ("failed", _("Something went wrong on the site."))


class Problem(Exception):
    """Ends the request with this error."""

    def __init__(self, status: int, code: str = "", detail: str | Promise = "", **headers: str) -> None:
        plain_code, plain_detail = PLAIN.get(status, FAILED)
        self.status, self.code = status, code or plain_code
        self.detail, self.headers = str(detail or plain_detail), headers
        super().__init__(self.code)

    def response(self, more: Mapping[str, Any] | None = None) -> HttpResponse:
        data = {
            "type": f"/api/#{self.code}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            **(more or {}),
        }
        headers = {name.replace("_", "-"): value for name, value in self.headers.items()}
        # Escaped: a lone half of a character that was sent cannot be encoded.
        content = json.dumps(data)
        return HttpResponse(content, status=self.status, content_type=CONTENT_TYPE, headers=headers)


def invalid_form(form: Form) -> Problem:
    """What is wrong with the first field that is."""
    name, errors = next(iter(form.errors.items()))
    field = "" if name == "__all__" else f"{name}: "
    return Problem(422, detail=f"{field}{errors[0]}")


def answer_with_problems(get_response: Handler) -> Handler:
    """Replace the pages for errors below the API's address by problems."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code < 400 or not request.path.startswith(PREFIX):
            return response
        if response.get("Content-Type") == CONTENT_TYPE:
            return response
        problem = Problem(response.status_code).response()
        for name in KEPT_HEADERS:
            if response.has_header(name):
                problem[name] = response[name]
        return problem

    return middleware
