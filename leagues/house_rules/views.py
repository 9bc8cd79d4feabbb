"""The pages of a club's house rules: the list, adding a set, changing and deleting it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.house_rules.forms import NamedRulesForm
from games.house_rules.queries import start_of_change, start_of_new
from games.lobby.rules_form import presets_to_choose
from games.models import HouseRules
from infrastructure.rate_limits import limit
from leagues.access import ClubAccess, get_club_or_404, get_organised_club
from leagues.house_rules import services
from leagues.house_rules.context import HouseRulesFormPage, club_house_rules_page, get_kept_or_404
from leagues.locks import ClubError
from leagues.responses import Full, Posted, form_of, page_of, refuse_in_form, show, takes_post
from players.requests import PersonRequest
from players.writing import keep_texts


@page_of(get_club_or_404, is_public=True)
def club_house_rules(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    page = club_house_rules_page(access, request.user)
    return show(request, "leagues/house_rules/club_house_rules.html", page)


@form_of(get_organised_club, Full(lambda club: services.why_no_more(club.house_rules.count()), "club_house_rules"))
def new_club_house_rules(request: PersonRequest, access: ClubAccess) -> HttpResponse:
    """Add rules, starting from a preset, a table or other house rules."""
    preset, initial = start_of_new(request)
    form = NamedRulesForm(request.POST or None, preset=preset, initial=initial)
    if form.is_valid() and (kept := _kept(request, access, form)):
        messages.success(request, _("The house rules are kept."))
        return redirect(kept)
    return _form_page(request, access, form)


@form_of(get_organised_club)
def edit_club_house_rules(request: PersonRequest, access: ClubAccess, rules: str) -> HttpResponse:
    """Change rules; tables and seasons that have begun keep theirs."""
    kept = get_kept_or_404(access.club, rules)
    preset, initial = start_of_change(request, kept)
    form = NamedRulesForm(request.POST or None, preset=preset, initial=initial)
    keep_texts(form, initial)
    if form.is_valid() and _kept(request, access, form, slug=kept.slug):
        messages.success(request, _("Saved."))
        return redirect(kept)
    return _form_page(request, access, form, kept)


def _kept(request: PersonRequest, access: ClubAccess, form: NamedRulesForm, **which: Any) -> HouseRules | None:
    """The rules as they are kept now; None if the club refuses, and the form says why."""
    limit(request, "house_rules", "60/h")
    service = services.change if which else services.keep
    try:
        return service(**access.keys, **which, user=request.user, name=form.cleaned_data["name"], rules=form.rules)
    except ClubError as error:
        refuse_in_form(form, access, error)
        return None


def _form_page(
    request: PersonRequest, access: ClubAccess, form: NamedRulesForm, kept: HouseRules | None = None
) -> HttpResponse:
    page = HouseRulesFormPage(access=access, form=form, preset=form.preset, presets=presets_to_choose(), kept=kept)
    return show(request, "leagues/house_rules/club_house_rules_form.html", page)


@takes_post(get_organised_club, "club_house_rules")
def delete_club_house_rules(posted: Posted, rules: str) -> None:
    services.delete(**posted.keys, slug=rules)
    messages.success(posted.request, _("The house rules are deleted. Tables and seasons that play by them go on."))
