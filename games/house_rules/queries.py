"""House rules to choose from, and those that an address names."""

from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from games.access import Visitor, get_game_or_404
from games.models import HouseRules
from napoleon.engine import Rules
from napoleon.engine.rules import options_of


def house_rules_of(user: Visitor) -> list[HouseRules]:
    """The person's own, by name."""
    return list(HouseRules.objects.filter(user=user.pk).order_by("name", "pk")) if user.pk else []


def to_choose(user: Visitor, chosen: HouseRules | None) -> list[HouseRules]:
    """What a form offers: the chosen house rules, and the person's own."""
    own = house_rules_of(user)
    return own if chosen is None or chosen in own else [chosen, *own]


def get_house_rules_or_404(slug: str) -> HouseRules:
    """House rules, for everybody who has their link."""
    if not slug.isprintable():
        raise Http404  # PostgreSQL rejects some unprintable characters
    return get_object_or_404(HouseRules.objects.select_related("user"), slug=slug)


def get_own_house_rules_or_404(user: Visitor, slug: str) -> HouseRules:
    kept = get_house_rules_or_404(slug)
    if kept.user_id != user.pk:
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
