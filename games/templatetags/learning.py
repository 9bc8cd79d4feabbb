"""Texts of lessons, with the cards in them drawn."""

from __future__ import annotations

import re
from typing import Final

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.engine import parse_card
from games.presentation.cards import face

from .cards import card

register = template.Library()

_CARD: Final = re.compile(r"\[(JK|[SHDC][2-9TJQKA])\]")


@register.filter
def with_cards(text: object) -> SafeString:
    """The text with codes such as ``[HQ]`` drawn as cards."""
    html = _CARD.sub(lambda found: card(face(parse_card(found[1])), "inline"), escape(str(text)))
    return mark_safe(html)  # noqa: S308  # escaped above
