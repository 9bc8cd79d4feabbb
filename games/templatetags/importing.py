"""What imported matches are for."""

from __future__ import annotations

from typing import Any

from django import template

from games.importing import uses
from games.models import Game

register = template.Library()


@register.simple_tag(takes_context=True)
def uses_of(context: dict[str, Any], game: Game) -> list[uses.Use]:
    """Where the match counts, or could, as far as the reader may know."""
    return uses.uses_of(game, context["user"])
