"""What imported matches are for."""

from __future__ import annotations

from typing import Any

from django import template

from games.imports import match_links
from games.models import Game

register = template.Library()


@register.simple_tag(takes_context=True)
def uses_of(context: dict[str, Any], game: Game) -> list[match_links.Use]:
    """Where the match counts, or could, as far as the reader may know."""
    return match_links.uses_of(game, context["user"])
