"""A person's settings, and the language of the site."""

from copy import copy

from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.http import require_POST

from infrastructure.pages import FormPage, form_status, render_page
from infrastructure.requests import get_or_post
from players.models import User
from players.preferences.forms import SettingsForm
from players.requests import PersonRequest


@get_or_post
def settings(request: PersonRequest) -> HttpResponse:
    """The person's settings, with links to the account's other pages."""
    # A copy, so that refused values don't show in the rest of the page.
    form = SettingsForm(request.POST or None, instance=copy(request.user))
    if not form.is_valid():
        template = "players/preferences/settings.html"
        return render_page(request, template, FormPage(form), status=form_status(form))
    form.save()
    translation.activate(form.cleaned_data["language"] or translation.get_language())
    messages.success(request, _("Saved."))
    response = redirect("players:settings")
    # Set by the footer's buttons; this choice is newer.
    response.delete_cookie(site.LANGUAGE_COOKIE_NAME)
    return response


@login_not_required
@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """The footer's buttons; they set the language of this browser and of the signed-in person."""
    if request.user.is_authenticated:
        _choose_language(request.user, request.POST.get("language", ""))
    return i18n.set_language(request)


def _choose_language(user: User, language: str) -> None:
    if language in User.Language.values:
        user.language = language
        user.save(update_fields=["language"])
