"""The pages of house rules: one's own, a set with its link, and its form."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.house_rules.circles import CircleHome, home_of
from games.house_rules.forms import HouseRulesForm
from games.house_rules.queries import (
    get_house_rules_or_404,
    get_own_house_rules_or_404,
    house_rules_of,
    is_own,
    start_of_change,
    start_of_new,
)
from games.lobby.rules_form import presets_to_choose
from games.models import HouseRules
from games.presentation.option_texts import PRESETS, PresetText, Text
from games.rules_pages.context import NapoleonText, NapText, rules_text
from infrastructure.pages import form_status, render_page
from infrastructure.rate_limits import limit
from infrastructure.requests import get_or_post
from players.requests import PersonRequest
from players.writing import keep_texts


@dataclass(frozen=True, slots=True)
class HouseRulesPage:
    own: list[tuple[HouseRules, Text]]
    """Each with the name of the rules it is based on."""


@dataclass(frozen=True, slots=True)
class HouseRuleSetPage:
    kept: HouseRules
    text: NapoleonText | NapText
    circle: CircleHome | None
    """Who keeps them, if it is no person, and the reader may know."""
    is_own: bool


@dataclass(frozen=True, slots=True)
class HouseRulesFormPage:
    form: HouseRulesForm
    preset: str
    presets: list[tuple[str, PresetText]]
    kept: HouseRules | None


@require_safe
def house_rules(request: PersonRequest) -> HttpResponse:
    """List what the person has kept."""
    own = [(kept, PRESETS[kept.rules.preset].name) for kept in house_rules_of(request.user)]
    return render_page(request, "games/house_rules/house_rules.html", HouseRulesPage(own))


@login_not_required
@require_safe
def house_rule_set(request: HttpRequest, slug: str) -> HttpResponse:
    """Explain the rules to everybody who has their link."""
    kept = get_house_rules_or_404(slug)
    circle = home_of(kept, request.user.pk)
    page = HouseRuleSetPage(kept, rules_text(kept.rules), circle, is_own(kept, request.user))
    return render_page(request, "games/house_rules/house_rule_set.html", page)


@get_or_post
def new_house_rules(request: PersonRequest) -> HttpResponse:
    """Keep rules under a name, starting from a preset, a table or other house rules."""
    if request.user.is_guest:
        return redirect("players:keep_guest")
    preset, initial = start_of_new(request)
    form = HouseRulesForm(_sent(request), preset=preset, user=request.user, initial=initial)
    return _kept_or_form(request, form, _("The house rules are kept."))


@get_or_post
def edit_house_rules(request: PersonRequest, slug: str) -> HttpResponse:
    """Change house rules; tables and seasons that have begun keep theirs."""
    kept = get_own_house_rules_or_404(request.user, slug)
    preset, initial = start_of_change(request, kept)
    form = HouseRulesForm(_sent(request), preset=preset, user=request.user, kept=kept, initial=initial)
    keep_texts(form, initial)
    return _kept_or_form(request, form, _("Saved."), kept)


def _sent(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _kept_or_form(
    request: PersonRequest, form: HouseRulesForm, done: str, kept: HouseRules | None = None
) -> HttpResponse:
    if not form.is_valid():
        page = HouseRulesFormPage(form, form.preset, presets_to_choose(), kept)
        return render_page(request, "games/house_rules/house_rules_form.html", page, status=form_status(form))
    limit(request, "house_rules", "60/h")
    saved = form.save()
    messages.success(request, done)
    return redirect(saved)


@require_POST
def delete_house_rules(request: PersonRequest, slug: str) -> HttpResponse:
    get_own_house_rules_or_404(request.user, slug).delete()
    messages.success(request, _("The house rules are deleted. Tables and seasons that play by them go on."))
    return redirect("games:house_rules")
