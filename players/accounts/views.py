"""Keeping a guest's games, confirming an address, devices, and deleting an account.

All other pages of accounts are django-allauth's.
"""

from dataclasses import dataclass
from typing import Any, Final

from allauth.account.forms import SignupForm
from allauth.account.views import ConfirmEmailView
from django.contrib import messages
from django.contrib.admin.models import LogEntry
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from infrastructure.pages import FormPage, form_status, render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post
from players.accounts import devices as sign_ins
from players.accounts import services
from players.accounts.forms import DeleteAccountForm
from players.accounts.sign_up import may_sign_up
from players.requests import PersonRequest
from players.writing import keep_texts

MOST_STAFF_ACTIONS: Final = 50


@sensitive_post_parameters()
@get_or_post
def keep_guest(request: PersonRequest) -> HttpResponse:
    """Turn the signed-in guest into a real account, which keeps their games."""
    if not request.user.is_guest:
        return redirect("players:settings")
    if not may_sign_up(request):
        return render(request, "account/signup_closed.html", status=403)
    if request.method == "POST":
        limit(request, "keep_guest", "10/h")
    form = SignupForm(request.POST or None, initial={"name": request.user.name})
    form.fields["name"].person = request.user
    keep_texts(form, form.initial)
    if not form.is_valid():
        template = "players/accounts/keep_guest.html"
        return render_page(request, template, FormPage(form), status=form_status(form))
    user = services.keep_guest(request, form)
    if user is None:
        # The button was pressed twice.
        return redirect("front_page")
    messages.success(
        request, _("Your games are now yours to keep. Please open the link sent to %(email)s.") % {"email": user.email}
    )
    return redirect("front_page")


class ConfirmEmail(ConfirmEmailView):
    """Confirms an address only while its account is signed in: the link alone gives access to nothing."""

    def get_object(self, queryset: Any = None) -> Any:
        confirmation = super().get_object(queryset)
        if confirmation.email_address.user_id != self.request.user.pk:
            raise Http404
        return confirmation


confirm_email = login_required(ConfirmEmail.as_view())


@dataclass(frozen=True, slots=True)
class DevicesPage:
    devices: list[sign_ins.Device]
    staff_actions: QuerySet[LogEntry]


@require_safe
def devices(request: PersonRequest) -> HttpResponse:
    """The person's sign-ins, and what staff have done at their account."""
    page = DevicesPage(
        sign_ins.devices(request.user, request.session), sign_ins.staff_actions(request.user)[:MOST_STAFF_ACTIONS]
    )
    return render_page(request, "players/accounts/devices.html", page)


@require_POST
def sign_out_device(request: PersonRequest) -> HttpResponse:
    """End one of the person's sign-ins."""
    sign_ins.sign_out(request, request.POST.get("device", ""))
    messages.success(request, _("That device is signed out."))
    return redirect("players:devices")


@require_POST
def sign_out_elsewhere(request: PersonRequest) -> HttpResponse:
    """End all of the person's other sign-ins."""
    count = sign_ins.sign_out_elsewhere(request, request.user)
    text = ngettext("%(count)d other device is signed out.", "%(count)d other devices are signed out.", count)
    messages.success(request, text % {"count": count})
    return redirect("players:devices")


@dataclass(frozen=True, slots=True)
class DeleteAccountPage(FormPage):
    consequences: list[str]


@sensitive_post_parameters()
@get_or_post
def delete_account(request: PersonRequest) -> HttpResponse:
    if request.method == "POST":
        limit(request, "delete_account", "5/m")
    form = DeleteAccountForm(request.user, request.POST or None)
    if not form.is_valid():
        template = "players/accounts/delete_account.html"
        page = DeleteAccountPage(form, services.consequences_of_deletion(request.user))
        return render_page(request, template, page, status=form_status(form))
    services.delete_account(request, request.user)
    messages.success(request, _("Your account has been deleted."))
    return redirect("front_page")
