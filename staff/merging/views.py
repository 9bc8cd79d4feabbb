"""The page on which staff make two accounts of one person one: who, what follows, and doing it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from infrastructure.requests import get_or_post
from players.accounts.merging import MergeRefused
from players.requests import PersonRequest
from staff.access import needs
from staff.merging import services
from staff.merging.forms import AccountsForm, MergeForm
from staff.moderation.services import ActionRefused
from staff.moderation.views import MODERATE


@get_or_post
@never_cache
@needs(MODERATE)
def merge(request: PersonRequest) -> HttpResponse:
    """Ask which accounts, tell what follows, and do it."""
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


def _page(
    request: PersonRequest, form: AccountsForm, confirmation: MergeForm, status: int = 200
) -> HttpResponse:
    """The question who; below it, once both are known, what follows, or why it cannot be."""
    context: dict[str, Any] = {"form": form, "confirmation": confirmation}
    people = form.people()
    if people:
        refused = services.reasons_against(*people, request.user)
        follows = [] if refused else services.consequences(*people)
        source, target = people
        context |= {"source": source, "target": target, "refused": refused, "follows": follows}
    return render(request, "staff/merging/merge.html", context, status=status)
