"""The page on which staff merge two accounts of one person."""

from dataclasses import dataclass, field

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from infrastructure.pages import render_page
from infrastructure.requests import get_or_post
from players.accounts.merging import MergeRefused
from players.models import User
from players.requests import PersonRequest
from staff.access import needs
from staff.merging import services
from staff.merging.forms import AccountsForm, MergeForm
from staff.moderation.services import ActionRefused
from staff.moderation.views import MODERATE


@dataclass(frozen=True, slots=True)
class MergePage:
    """Asks for two accounts; once both are known, shows the consequences, or why they cannot be merged."""

    form: AccountsForm
    confirmation: MergeForm
    source: User | None = None
    target: User | None = None
    refused: list[str] = field(default_factory=list)
    follows: list[str] = field(default_factory=list)


@get_or_post
@never_cache
@needs(MODERATE)
def merge(request: PersonRequest) -> HttpResponse:
    """Ask for the accounts, show the consequences, and merge."""
    if request.method == "POST":
        return _merge(request, MergeForm(request.POST))
    form = AccountsForm(request.GET or None)
    return _page(request, form, MergeForm(initial=request.GET.dict()))


def _merge(request: PersonRequest, form: MergeForm) -> HttpResponse:
    if not form.is_valid():
        return _page(request, form, form, 422)
    source, target = form.cleaned_data["source"], form.cleaned_data["target"]
    try:
        services.merge(source, target, actor=request.user, reason=form.cleaned_data["reason"])
    except (MergeRefused, ActionRefused):
        return _page(request, form, form, 409)
    messages.success(request, _("Done and logged."))
    return redirect(target)


def _page(request: PersonRequest, form: AccountsForm, confirmation: MergeForm, status: int = 200) -> HttpResponse:
    page = MergePage(form, confirmation)
    if people := form.people():
        refused = services.reasons_against(*people, request.user)
        follows = [] if refused else services.consequences(*people)
        page = MergePage(form, confirmation, *people, refused, follows)
    return render_page(request, "staff/merging/merge.html", page, status=status)
