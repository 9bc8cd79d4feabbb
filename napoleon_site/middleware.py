"""Middleware for addresses that are not the site's own pages: probes, and the pages of packages."""

from collections.abc import Callable
from typing import Final, TypeAlias

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

Handler: TypeAlias = Callable[[HttpRequest], HttpResponse]

PAGES_OF_PACKAGES: Final = ("/accounts/", "/admin/")
# Monitoring asks for these.
PROBES: Final = ("/healthz", "/readyz")
FRAMES: Final = "/embed/"


def answer_as_to_strangers(get_response: Handler) -> Handler:
    """Drop the cookies of probes and of frames in other sites; comes before the session middleware.

    Looking up a session needs the database, and a probe must answer when the database is down. A frame's answer may be
    kept for anybody, so it must depend on no session and set none.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path in PROBES or request.path.startswith(FRAMES):
            request.COOKIES = {}
        return get_response(request)

    return middleware


class RefuseWhatPackagesCannotRead:
    """Answer 400 where a package's page fails on a number or a nesting that is too large for it.

    The site's own pages check their input.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        is_theirs = request.path.startswith(PAGES_OF_PACKAGES)
        # Python refuses to read numbers of more than 4,300 digits.
        is_number = isinstance(error, ValueError) and str(error).startswith("Exceeds the limit")
        if is_theirs and (is_number or isinstance(error, OverflowError | RecursionError)):
            return render(request, "400.html", status=400)
        return None
