"""The reader's language and time zone, the last visit, the redirect to signing in, and the end of a session."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from infrastructure.read_only import is_read_only
from players.accounts.sessions import record_use
from players.accounts.sign_up import NoGuests
from players.friends.presence import record_presence
from players.models import User
from players.name_field import ask_to_rename
from players.preferences import time_zones
from players.requests import sign_in_first
from players.writing import written_by

# One person's requests within this time are one visit.
VISIT: Final = timedelta(hours=1)
NOBODY: Final = "nobody"
# Prefixes of the names of django-allauth's pages that manage second factors; others are for signing in.
SECOND_FACTOR: Final = (
    *("mfa_index", "mfa_activate", "mfa_deactivate", "mfa_list", "mfa_add", "mfa_view"),
    *("mfa_generate", "mfa_download"),
)


def forget_former_reader(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Have the browser delete what it stored for a reader whose session has ended; comes after authentication.

    Signing out, deleting the account and signing in as somebody else end everything, stored pages and notifications
    too. A session that expired, or was ended on another device, ends only what is left to go back to.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        former, had_session = request.user.pk, request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        response = get_response(request)
        if former is not None and request.user.pk != former:
            response["Clear-Site-Data"] = '"cache", "storage"'
        elif former is None and had_session and request.session.is_empty():
            response["Clear-Site-Data"] = '"cache"'
        return response

    return middleware


def preferences(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Apply the signed-in person's language, time zone and mute, or the browser's; comes after sessions."""

    def middleware(request: HttpRequest) -> HttpResponse:
        user = request.user
        may_write = not is_read_only()
        if user.is_authenticated and may_write:
            now = timezone.now()
            record_visit(user, now)
            record_use(request.session, now, VISIT)
            if user.shows_presence:
                record_presence([user.pk])
        if user.is_authenticated and user.language:
            # Until the next request, when LocaleMiddleware applies the browser's language again.
            translation.activate(user.language)
            request.LANGUAGE_CODE = user.language
        elif user.is_authenticated and may_write:
            _remember_language(user, translation.get_language())
        name = user.time_zone if user.is_authenticated else time_zones.of_visitor(request)
        with timezone.override(time_zones.zone(name)), written_by(user):
            response = get_response(request)
        if request.method == "GET":
            # Tells the service worker when the reader changes.
            response["X-Reader"] = str(request.user.pk or NOBODY)
        return response

    return middleware


def record_visit(user: User, now: datetime) -> None:
    """Record a visit, at most once an hour; planned moves count too, so that visits do not reveal them."""
    if user.last_visit is None or now - user.last_visit >= VISIT:
        # On the object as well, in case this request saves the whole user.
        user.seen_at = now
        User.objects.filter(pk=user.pk).update(seen_at=now)
        ask_to_rename(user)


def _remember_language(user: User, language: str | None) -> None:
    """Store the browser's language for mails, when it changes."""
    if language and language != (user.browser_language or settings.LANGUAGE_CODE):
        user.browser_language = language
        User.objects.filter(pk=user.pk).update(browser_language=language)


class SignInFirst(LoginRequiredMiddleware):
    """As Django's, but with a redirect of this site's own.

    Guests have no first factor: before adding a second one, they are redirected to signing up.
    """

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., HttpResponseBase],
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        user, route = request.user, request.resolver_match
        is_guest = user.is_authenticated and user.is_guest
        if is_guest and route and str(route.url_name).startswith(SECOND_FACTOR):
            return redirect("players:keep_guest")
        response: HttpResponseBase | None = super().process_view(request, view_func, view_args, view_kwargs)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Redirect visitors who would play without an account, where guests may not."""
        if not isinstance(error, NoGuests):
            return None
        messages.info(request, _("This site is for its members. Sign in to play."))
        return sign_in_first(request)

    def handle_no_permission(  # type: ignore[override]
        self, request: HttpRequest, view_func: Callable[..., HttpResponseBase]
    ) -> HttpResponseBase:
        return sign_in_first(request)
