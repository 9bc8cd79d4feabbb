"""Tags and filters beside those of cards: deadlines, turns, keys of forms, lessons and the glossary."""

import re
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from django import template
from django.db.models import BigIntegerField
from django.utils import timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from games.learning.glossary import WORDS, name_of
from games.models import Turn
from games.presentation import points, times
from games.presentation.cards import face
from games.templatetags.cards import card, suit
from infrastructure.speed.prepared_queries import Parameter, PreparedQuery
from napoleon.engine import parse_card

register = template.Library()

OWN_TURNS: Final = PreparedQuery(
    lambda: Turn.objects.filter(user=Parameter("user", BigIntegerField())).values_list("pk")
)


register.filter("signed", points.signed)
register.filter("minus", points.minus)


@register.simple_tag
def moment(at: datetime) -> SafeString:
    """A future moment: "Tuesday 21:40"."""
    return format_html('<time datetime="{}">{}</time>', exact(at), times.when(at, timezone.now()))


@register.filter(expects_localtime=True)
def exact(at: datetime) -> str:
    """A moment for programs, to the second.

    It may tell when a move was stored, like a deadline. The milliseconds from there to the move's arrival at other
    pages are not the same by hand and by plan.
    """
    return at.isoformat(timespec="seconds")


@register.filter
def left(at: datetime) -> str:
    """The time until then: "in 9 hours"."""
    return times.left(at, timezone.now())


@register.simple_tag(takes_context=True)
def my_turns(context: dict[str, Any]) -> int:
    """How many turns the signed-in reader has; 0 on pages without a reader, such as errors."""
    user = context.get("user")
    if user is None or not user.is_authenticated:
        return 0
    return OWN_TURNS.count(user=user.pk)


@register.simple_tag
def new_key() -> SafeString:
    """A hidden field with a new idempotency key."""
    return format_html('<input type="hidden" name="key" value="{}">', uuid4())


_CARD: Final = re.compile(r"\[(JK|[SHDC][2-9TJQKA])\]")
_SUIT: Final = re.compile(r"\[([SHDC])\]")
_WORD: Final = re.compile(r"\[([a-z-]+):([^\]]+)\]")


@register.filter
def with_cards(text: object) -> SafeString:
    """The text with codes such as ``[HQ]`` and ``[H]`` drawn as cards and suits."""
    html = _CARD.sub(lambda found: card(face(parse_card(found[1])), "inline"), escape(str(text)))
    return mark_safe(_SUIT.sub(lambda found: suit(found[1]), html))  # noqa: S308  # escaped above


@register.filter
def with_words(text: object, place: str) -> SafeString:
    """As `with_cards`; words such as ``[trumps:high trumps]`` are explained by the glossary.

    ``place`` tells the same word in two places of a page apart.
    """

    def meaning(found: re.Match[str]) -> SafeString:
        return explained(f"{place}-{found[1]}", mark_safe(found[2]), WORDS[found[1]].meaning)  # noqa: S308

    return mark_safe(_WORD.sub(meaning, with_cards(text)))  # noqa: S308  # escaped by `with_cards`


@register.simple_tag
def explained(name: str, label: object, meaning: object) -> SafeString:
    """A word with its meaning, which a tap, the pointer or a key shows; ``name`` is its own on the page."""
    return format_html(
        '<span class="word"><button type="button" popovertarget="word-{0}">{1}</button>'
        '<span class="meaning" popover id="word-{0}">{2}</span></span>',
        name,
        label,
        with_cards(meaning),
    )


def term(key: str, label: object = "") -> SafeString:
    """A word of the glossary with its meaning, by its own name unless the page has another ``label``."""
    return explained(f"term-{key}", label or name_of(WORDS[key]), WORDS[key].meaning)


@register.inclusion_tag("games/presentation/_glossary_link.html")
def words(keys: str) -> dict[str, Any]:
    """A line of links to these words of the glossary, given by their keys."""
    return {"links": [(key, name_of(WORDS[key])) for key in keys.split()]}
