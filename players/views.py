"""A person's own pages; signing up and in, addresses, passwords and keys are django-allauth's."""

from __future__ import annotations

from copy import copy
from typing import Any, Final

from allauth.account.forms import SignupForm
from django import forms
from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.rate_limits import limit
from players.vacation_forms import VacationForm

from . import services
from . import vacations as vacation_services
from .forms import DeleteAccountForm, SettingsForm
from .models import User
from .requests import PersonRequest
from .signals import profile_shown
from .vacations import VacationError

get_or_post = require_http_methods(["GET", "HEAD", "POST"])
# Each change recomputes the deadlines of all games of the person.
VACATIONS: Final = "30/d"


@get_or_post
def settings(request: PersonRequest) -> HttpResponse:
    """The person's settings, with links to the account's other pages."""
    # A copy: refused values must not show in the rest of the page.
    form = SettingsForm(request.POST or None, instance=copy(request.user))
    if not form.is_valid():
        return _page(request, "players/settings.html", form)
    form.save()
    translation.activate(form.cleaned_data["language"] or translation.get_language())
    messages.success(request, _("Saved."))
    response = redirect("players:settings")
    # Left by the footer's buttons; the choice made here is the newer one.
    response.delete_cookie(site.LANGUAGE_COOKIE_NAME)
    return response


@sensitive_post_parameters()
@get_or_post
def keep_guest(request: PersonRequest) -> HttpResponse:
    """Turn the signed-in guest into a real account, which keeps their games."""
    if not request.user.is_guest:
        return redirect("players:settings")
    if request.method == "POST":
        limit(request, "keep_guest", "10/h")
    form = SignupForm(request.POST or None, initial={"name": request.user.name})
    if not form.is_valid():
        return _page(request, "players/keep_guest.html", form)
    user = services.keep_guest(request, form)
    messages.success(
        request,
        _("Your games are now yours to keep. Please open the link sent to %(email)s.")
        % {"email": user.email},
    )
    return redirect("front_page")


@sensitive_post_parameters()
@get_or_post
def delete_account(request: PersonRequest) -> HttpResponse:
    """Delete the account, once the person has confirmed it."""
    if request.method == "POST":
        limit(request, "delete_account", "5/m")
    form = DeleteAccountForm(request.user, request.POST or None)
    if not form.is_valid():
        return _page(request, "players/delete_account.html", form)
    services.delete_account(request, request.user)
    messages.success(request, _("Your account and all your data have been deleted."))
    return redirect("front_page")


@get_or_post
def vacations(request: PersonRequest) -> HttpResponse:
    """The days on which the person's clocks stand still."""
    if request.method == "POST":
        limit(request, "vacation", VACATIONS)
    form = VacationForm(request.POST or None)
    if form.is_valid():
        try:
            vacation_services.enter(user=request.user, **form.cleaned_data)
        except VacationError as error:
            form.add_error(None, str(error))
        else:
            return redirect("players:vacations")
    now = timezone.now()
    context = {
        "form": form,
        "vacations": request.user.vacations.filter(end__gt=now),
        "now": now,
        "left": vacation_services.days_left(request.user, timezone.localtime(now).year),
    }
    status = 422 if form.is_bound else 200
    return render(request, "players/vacations.html", context, status=status)


@require_POST
def end_vacation(request: PersonRequest, pk: int) -> HttpResponse:
    limit(request, "vacation", VACATIONS)
    vacation_services.end(vacation=get_object_or_404(request.user.vacations, pk=pk))
    return redirect("players:vacations")


@require_safe
def profile(request: HttpRequest, pk: int) -> HttpResponse:
    """What others may know of a person: the name, since when, and what other apps add."""
    person = get_object_or_404(User, pk=pk, is_active=True)
    answers: Any = profile_shown.send(sender=User, user=person)
    facts = [fact for _receiver, some in answers for fact in some]
    return render(request, "players/profile.html", {"person": person, "facts": facts})


@login_not_required
@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """The footer's buttons: for this browser, and for the person who is signed in."""
    if request.user.is_authenticated:
        services.choose_language(request.user, request.POST.get("language", ""))
    return i18n.set_language(request)


def _page(request: HttpRequest, template: str, form: forms.BaseForm) -> HttpResponse:
    return render(request, template, {"form": form}, status=422 if form.is_bound else 200)
