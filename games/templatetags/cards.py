"""Tags for cards, suits and the drawings of cards.svg.

A page shows the same few pieces of markup over and over, so each is rendered once and kept.
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.presenting.cards import BidWord, Face, label, suit_word
from games.presenting.results import SheetRow
from games.presenting.trick import Played

register = template.Library()


@register.simple_tag
def card(face: Face | None, size: str = "", state: str | None = None) -> SafeString:
    """A playing card; None is a face-down one."""
    if face is None:
        return _card(Face("", ""), size)
    return _card(face if state is None else Face(face.code, face.label, face.marks, state), size)


@lru_cache(maxsize=4096)
def _card(face: Face, size: str) -> SafeString:
    context = {
        "code": face.code,
        "label": face.label,
        "marks": face.marks,
        "state": face.state,
        "size": size,
    }
    html = render_to_string("games/_card.html", context)
    return mark_safe(" ".join(html.split()).replace("> <", "><"))  # noqa: S308  # escaped by the template


@register.simple_tag
def icon(name: str, css: str = "") -> SafeString:
    """A drawing of cards.svg; ornament, hidden from screen readers."""
    return _icon(name, css)


@lru_cache(maxsize=256)
def _icon(name: str, css: str) -> SafeString:
    attribute = format_html(' class="{}"', css) if css else ""
    return format_html(
        '<svg aria-hidden="true"{}><use href="{}#{}"/></svg>', attribute, static("cards.svg"), name
    )


@register.simple_tag
def suit(letter: str, number: int | None = None) -> SafeString:
    """A suit as a sign, with a number behind it if one is given."""
    return _suit(letter, suit_word(letter), "" if number is None else str(number))


@lru_cache(maxsize=1024)
def _suit(letter: str, word: str, number: str) -> SafeString:
    if letter == "N":
        return format_html(
            '<span class="suit-word" data-suit="N">{}<span class="vh"> {}</span>'
            '<span aria-hidden="true">NT</span></span>',
            number,
            word,
        )
    sign = _icon(f"suit-{letter}", "pip")
    return format_html(
        '<span class="suit-word" data-suit="{}"><span class="vh">{} </span>{}{}</span>',
        letter,
        word,
        sign,
        number,
    )


@register.simple_tag
def bid(word: BidWord) -> SafeString | str:
    """A bid as players write it."""
    return suit(word.suit, word.count) if word.suit else word.word


@register.simple_tag
def trick_line(trick: Played) -> SafeString:
    """A finished trick in the log. It is shown again after every move, and never changes."""
    return _trick_line(trick)


@lru_cache(maxsize=4096)
def _trick_line(trick: Played) -> SafeString:
    return mark_safe(render_to_string("games/_trick_line.html", {"trick": trick}))  # noqa: S308


@register.simple_tag
def sheet_row(row: SheetRow, url: str, players: int) -> SafeString:
    """A deal on the score sheet, which links to it: kept like a trick in the log."""
    return _sheet_row(row, url, players, get_language())


@lru_cache(maxsize=4096)
def _sheet_row(row: SheetRow, url: str, players: int, language: str | None) -> SafeString:
    context = {"row": row, "url": url, "players": players}
    return mark_safe(render_to_string("games/_sheet_row.html", context))  # noqa: S308


@register.simple_tag
def suit_key(letter: str) -> SafeString:
    """A suit, no trump or the joker on a key to choose it by."""
    if letter == "N":
        return format_html(
            '<span aria-hidden="true">NT</span><span class="vh">{}</span>', suit_word("N")
        )
    if letter == "JK":
        return format_html('{}<span class="vh">{}</span>', _icon("cap", ""), label("JK"))
    return format_html(
        '{}<span class="vh">{}</span>', _icon(f"suit-{letter}", ""), suit_word(letter)
    )
