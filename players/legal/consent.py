"""The consent to the terms that a site may require (`TERMS_VERSION`): once, and again for a new version."""

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect

from infrastructure.read_only import SAFE
from players.models import User
from players.requests import page_of

# Those who don't agree can leave, with their data.
WITHOUT_CONSENT: Final = (
    *("account_logout", "set_language", "players:agree", "players:delete_account"),
    *("players:own_data", "players:download_own_data"),
)


def is_missing(user: Any) -> bool:
    return bool(settings.TERMS_VERSION) and user.is_authenticated and user.terms_version != settings.TERMS_VERSION


def agree(user: User) -> None:
    user.terms_version, user.terms_agreed_at = settings.TERMS_VERSION, timezone.now()
    user.save(update_fields=["terms_version", "terms_agreed_at"])


class AskForConsent:
    """Lets signed-in people read public pages without their consent, and nothing else; comes after `SignInFirst`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        is_public = request.method in SAFE and not getattr(view, "login_required", True)
        name = request.resolver_match.view_name if request.resolver_match else ""
        if is_public or name in WITHOUT_CONSENT or not is_missing(request.user):
            return None
        page = redirect_to_login(page_of(request), reverse("players:agree"), REDIRECT_FIELD_NAME)
        return HttpResponseClientRedirect(page.url) if request.headers.get("HX-Request") else page
