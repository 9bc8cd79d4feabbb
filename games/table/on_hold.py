"""The page of a match on hold, also where a request has just found that its log does not fit the rules."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.kernel.events import LogMisfit
from games.kernel.on_hold import hold_if_misfit
from infrastructure.pages import render_page

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OnHoldPage:
    """The context of ``games/table/on_hold.html``."""

    back: str = "/"


def on_hold_page(request: HttpRequest, *, status: int = 200) -> HttpResponse:
    return render_page(request, "games/table/on_hold.html", OnHoldPage(), status=status)


class HoldMisfits:
    """Put a match on hold whose log does not fit, and tell the reader kindly. Other matches on a page stay readable."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, LogMisfit) and getattr(error, "reason", "") != "newer_rules":
            return None
        is_held_now = hold_if_misfit(error)
        log.warning("A match could not be read.", exc_info=error)
        if request.headers.get("HX-Request"):
            return HttpResponse(status=409, headers={"HX-Refresh": "true"})
        if is_held_now and request.method in ("GET", "HEAD"):
            return redirect(request.get_full_path())
        return on_hold_page(request, status=409)
