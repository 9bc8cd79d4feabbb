"""Pages in the reader's own language and time, and for who has signed in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone, translation
from django_htmx.middleware import HtmxDetails

from . import zones
from .models import User

# Pages of the same person within this time are one visit.
VISIT: Final = timedelta(hours=1)


def preferences(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Take a signed-in person's choices before the browser's; stands behind the sessions' middleware."""

    def middleware(request: HttpRequest) -> HttpResponse:
        user = request.user
        if user.is_authenticated:
            _note_visit(user, timezone.now())
        if user.is_authenticated and user.language:
            # Until the next request: LocaleMiddleware begins each with the browser's wish.
            translation.activate(user.language)
            request.LANGUAGE_CODE = user.language
        elif user.is_authenticated:
            _remember_language(user, translation.get_language())
        name = user.time_zone if user.is_authenticated else zones.of_visitor(request)
        with timezone.override(zones.zone(name)):
            return get_response(request)

    return middleware


def _note_visit(user: User, now: datetime) -> None:
    """Keep when the person was last here; most pages write nothing for it."""
    if user.last_visit is None or now - user.last_visit >= VISIT:
        # Known to the request as well, lest something in it writes the whole person as he was.
        user.seen_at = now
        User.objects.filter(pk=user.pk).update(seen_at=now)


def _remember_language(user: User, language: str | None) -> None:
    """Keep what the browser wishes, for mails; written only when it changes."""
    if language and language != (user.browser_language or settings.LANGUAGE_CODE):
        user.browser_language = language
        User.objects.filter(pk=user.pk).update(browser_language=language)


class SignInFirst(LoginRequiredMiddleware):
    """As Django's, but that a script's request leads its whole page there: it would put the answer into that page."""

    def handle_no_permission(  # type: ignore[override]
        self, request: HttpRequest, view_func: Callable[..., HttpResponseBase]
    ) -> HttpResponseBase:
        asked: HtmxDetails = request.htmx  # type: ignore[attr-defined]
        if not asked:
            return super().handle_no_permission(request, view_func)
        back = redirect_to_login(asked.current_url_abs_path or "/")
        return HttpResponse(headers={"HX-Redirect": back.url})
