"""Links to the glossary from wherever the game is explained."""

from __future__ import annotations

from typing import Any

from django import template

from games.learning.glossary import WORDS, name_of

register = template.Library()


@register.inclusion_tag("games/presentation/_glossary_link.html")
def words(keys: str) -> dict[str, Any]:
    """A line of links to these words of the glossary, given by their keys."""
    return {"links": [(key, name_of(WORDS[key])) for key in keys.split()]}
