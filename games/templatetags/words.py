"""Links from wherever the game is explained to its words."""

from __future__ import annotations

from typing import Any

from django import template

from games.learning.words import WORDS
from games.presenting.words import name_of

register = template.Library()


@register.inclusion_tag("games/_words.html")
def words(keys: str) -> dict[str, Any]:
    """A line of links to these words, by their keys."""
    return {"links": [(key, name_of(WORDS[key])) for key in keys.split()]}
