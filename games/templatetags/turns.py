"""The number of turns in the head of every page."""

from __future__ import annotations

from typing import Any

from django import template

from games.models import Turn

register = template.Library()


@register.simple_tag(takes_context=True)
def my_turns(context: dict[str, Any]) -> int:
    """How many turns the signed-in reader has; 0 on pages without a reader, such as errors."""
    user = context.get("user")
    if user is None or not user.is_authenticated:
        return 0
    return Turn.objects.filter(user=user).count()
