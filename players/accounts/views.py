"""Keeping a guest's games, and deleting an account. All other pages of accounts are django-allauth's."""

from __future__ import annotations

from allauth.account.forms import SignupForm
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from players.accounts import services
from players.accounts.forms import DeleteAccountForm
from players.rate_limits import limit
from players.requests import PersonRequest

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


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
        status = 422 if form.is_bound else 200
        return render(request, "players/accounts/keep_guest.html", {"form": form}, status=status)
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
        status = 422 if form.is_bound else 200
        return render(
            request, "players/accounts/delete_account.html", {"form": form}, status=status
        )
    services.delete_account(request, request.user)
    messages.success(request, _("Your account and all your data have been deleted."))
    return redirect("front_page")
