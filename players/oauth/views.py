"""Apps of others: the question whether they may act for a person, and the page that lists and registers them."""

import re
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from allauth.idp.oidc import views as provider
from allauth.idp.oidc.models import Client
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from infrastructure.pages import form_status, render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post, public_page
from players.oauth import apps
from players.requests import PersonRequest, refused
from players.writing import SharedTextField

CHALLENGE: Final = re.compile(r"[\w-]{43}", re.ASCII)


class AppForm(forms.Form):
    name = SharedTextField(label=gettext_lazy("Name of the app"), max_length=60)
    redirect_uris = forms.CharField(
        label=gettext_lazy("Where people come back to"),
        help_text=gettext_lazy("Full addresses, one a line."),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def clean_redirect_uris(self) -> list[str]:
        lines = filter(None, map(str.strip, self.cleaned_data["redirect_uris"].splitlines()))
        return [apps.clean_address(line) for line in lines]


@dataclass(frozen=True, slots=True)
class AppsPage:
    """The context of ``players/oauth/apps.html``."""

    form: AppForm
    grants: list[apps.Grant]
    own: list[Client]


@get_or_post
def apps_page(request: PersonRequest) -> HttpResponse:
    """The apps that may act for the person, and those that they have registered."""
    form = AppForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and apps.apps_of(request.user).count() >= apps.MOST:
        form.add_error(None, _("You have registered as many apps as the site allows."))
    if form.is_valid():
        limit(request, "register_app", "20/h")
        apps.register(request.user, **form.cleaned_data)
        return redirect("players:apps")
    page = AppsPage(form, apps.grants_of(request.user), list(apps.apps_of(request.user)))
    return render_page(request, "players/oauth/apps.html", page, status=form_status(form))


@require_POST
def end_app_grant(request: PersonRequest) -> HttpResponse:
    apps.end_grant(request.user, request.POST.get("client", ""))
    messages.success(request, _("That app can no longer act for you."))
    return redirect("players:apps")


@require_POST
def end_app(request: PersonRequest) -> HttpResponse:
    apps.end_app(request.user, request.POST.get("client", ""))
    return redirect("players:apps")


@login_not_required
@csrf_exempt
@get_or_post
def authorize(request: HttpRequest) -> HttpResponse:
    """Ask the person; the provider checks the form's CSRF token itself. Only SHA-256 proves who asked (OAuth 2.1)."""
    if request.user.is_authenticated and request.user.is_guest:
        return refused(request, _("Guests have no apps. Keep your games first."), reverse("players:keep_guest"), 403)
    if request.method == "GET" and not _proves_itself(request):
        text = _("This app did not ask properly: it has to use PKCE with S256.")
        return refused(request, text, reverse("front_page"), 400)
    if not apps.is_registered(request.GET.get("client_id", ""), request.GET.get("redirect_uri", "")):
        text = _("This app did not ask properly: it wants you to come back to an address that is not registered.")
        return refused(request, text, reverse("front_page"), 400)
    response: Any = provider.authorization(request)
    response["Cache-Control"] = "private, no-store"
    if form := (getattr(response, "context_data", None) or {}).get("form"):
        # The provider has found the address among those of the app.
        form.fields["scopes"].label = _("What it may do")
        response._csp_update = {"form-action": _back_to(request)}
    answer: HttpResponse = response
    return answer


def _proves_itself(request: HttpRequest) -> bool:
    """Whether the app will show that the code is its own (PKCE): oauthlib would take an empty challenge for one."""
    is_hashed = request.GET.get("code_challenge_method") == "S256"
    return is_hashed and CHALLENGE.fullmatch(request.GET.get("code_challenge", "")) is not None


def _back_to(request: HttpRequest) -> list[str]:
    """The sites to which the form's answer may lead: browsers hold redirects to the policy of the form's page."""
    parts = urlsplit(request.GET.get("redirect_uri", ""))
    if parts.scheme in ("http", "https"):
        return [f"{parts.scheme}://{parts.netloc}"]
    return [f"{parts.scheme}:"] if parts.scheme else []


@csrf_exempt
@login_not_required
@require_POST
def token(request: HttpRequest) -> HttpResponse:
    limit(request, "oauth_token", "60/m")
    # Only the one that is exchanged: it is marked as spent.
    renews = request.POST.get("grant_type") == "refresh_token"
    secret = request.POST.get("refresh_token") if renews else request.POST.get("code")
    response = apps.exchange(secret, lambda: provider.token(request)) if secret else provider.token(request)
    response["Cache-Control"] = "no-store"
    return response


@csrf_exempt
@login_not_required
@require_POST
def revoke(request: HttpRequest) -> HttpResponse:
    limit(request, "oauth_token", "60/m")
    response: HttpResponse = provider.revoke(request)
    return response


@public_page
def metadata(request: HttpRequest) -> HttpResponse:
    """Where everything is, for programs (RFC 8414)."""
    site = settings.SITE_URL
    response = JsonResponse(
        {
            "issuer": site,
            "authorization_endpoint": site + reverse("idp:oidc:authorization"),
            "token_endpoint": site + reverse("idp:oidc:token"),
            "revocation_endpoint": site + reverse("idp:oidc:revoke"),
            "scopes_supported": apps.OFFERED,
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
            "service_documentation": f"{site}/api/",
        }
    )
    response["Access-Control-Allow-Origin"], response["Cross-Origin-Resource-Policy"] = "*", "cross-origin"
    return response
