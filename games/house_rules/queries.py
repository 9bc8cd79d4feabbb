"""House rules to choose from, and those that an address names."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from games.access import Visitor, get_game_or_404
from games.house_rules.circles import offered_to
from games.lobby.rules_form import preset_of
from games.models import HouseRules
from napoleon.engine import Rules
from napoleon.engine.rules import options_of
from players.models import User


@dataclass(frozen=True, slots=True)
class Offered:
    """House rules that a form offers."""

    kept: HouseRules
    circle: str = ""
    """The name of the circle that keeps them, such as a club; empty for a person's."""


def house_rules_of(user: Visitor) -> list[HouseRules]:
    """The person's own, by name."""
    return list(HouseRules.objects.filter(user=user.pk).order_by("name", "pk")) if user.pk else []


def to_choose(user: Visitor, chosen: HouseRules | None) -> list[Offered]:
    """What a form offers: the chosen house rules, the person's own, and those of their circles."""
    offered = [Offered(kept) for kept in house_rules_of(user)]
    if isinstance(user, User):
        offered += [Offered(kept, circle) for kept, circle in offered_to(user)]
    is_offered = any(each.kept == chosen for each in offered)
    return offered if chosen is None or is_offered else [Offered(chosen), *offered]


def get_house_rules_or_404(slug: str) -> HouseRules:
    """House rules, for everybody who has their link."""
    if not slug.isprintable():
        raise Http404  # PostgreSQL rejects some unprintable characters
    return get_object_or_404(HouseRules.objects.select_related("user"), slug=slug)


def is_own(kept: HouseRules, user: Visitor) -> bool:
    return kept.user_id is not None and kept.user_id == user.pk


def get_own_house_rules_or_404(user: Visitor, slug: str) -> HouseRules:
    kept = get_house_rules_or_404(slug)
    if not is_own(kept, user):
        raise Http404
    return kept


def chosen_house_rules(request: HttpRequest) -> HouseRules | None:
    """The house rules that the address of a form names, if it names any."""
    slug = request.GET.get("house")
    return get_house_rules_or_404(slug) if slug and request.method != "POST" else None


def rules_to_start_from(request: HttpRequest) -> Rules | None:
    """The rules of the table or the house rules that the address of a form names."""
    if slug := request.GET.get("table"):
        return get_game_or_404(request.user, slug).rules
    kept = chosen_house_rules(request)
    return kept.rules if kept else None


def options_in(rules: Rules | None) -> dict[str, Any]:
    """Rules as the initial values of a form."""
    if rules is None:
        return {}
    return {key: getattr(rules, key) for key in options_of(rules.preset)}


def start_of_new(request: HttpRequest) -> tuple[str, dict[str, Any]]:
    """The preset and the initial values of the form of new house rules."""
    rules = rules_to_start_from(request) if request.method != "POST" else None
    initial = options_in(rules)
    preset = rules.preset if rules and initial else preset_of(request)
    return preset, initial | {"name": request.GET.get("name", "")}


def start_of_change(request: HttpRequest, kept: HouseRules) -> tuple[str, dict[str, Any]]:
    """The preset and the initial values of the form of these house rules; another preset starts from itself."""
    preset = preset_of(request, kept.rules.preset)
    options = options_in(kept.rules) if preset == kept.rules.preset else {}
    return preset, options | {"name": kept.name}
