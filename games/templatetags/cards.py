"""Tags for cards, suits and the drawings of cards.svg.

Pages repeat the same few pieces of markup many times, so each piece is rendered once and cached.
"""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.bot_names import Bot
from games.presentation.cards import BidWord, Face, label, suit_word
from games.presentation.results import ScoreTableRow
from games.presentation.tricks import FinishedTrick

register = template.Library()


@register.simple_tag
def card(face: Face | None, size: str = "", state: str | None = None) -> SafeString:
    """A playing card; None is a face-down card."""
    if face is None:
        return _card(Face("", ""), size)
    return _card(face if state is None else Face(face.code, face.label, face.marks, state), size)


@lru_cache(maxsize=4096)
def _card(face: Face, size: str) -> SafeString:
    context = {"code": face.code, "label": face.label, "marks": face.marks, "state": face.state, "size": size}
    html = render_to_string("games/presentation/_card.jinja", context)
    return mark_safe(" ".join(html.split()).replace("> <", "><"))  # noqa: S308  # escaped by the template


@register.simple_tag
def icon(name: str, css: str = "") -> SafeString:
    """A drawing of cards.svg; decorative, so hidden from screen readers."""
    return _icon(name, css)


@lru_cache(maxsize=256)
def _icon(name: str, css: str) -> SafeString:
    attribute = format_html(' class="{}"', css) if css else ""
    return format_html('<svg aria-hidden="true"{}><use href="{}#{}"/></svg>', attribute, static("cards.svg"), name)


@register.simple_tag
def bot_face(bot: Bot) -> SafeString:
    """The face of a bot: no two at a table have the same."""
    return _bot_face(bot, bot.kind)


@lru_cache(maxsize=256)
def _bot_face(bot: Bot, kind: str) -> SafeString:
    return format_html(
        '<span class="bot-face" title="{0}"><svg aria-hidden="true" viewBox="0 0 24 24">'
        '<use href="{1}#{2}"/><use href="{1}#{3}"/></svg><span class="vh">{0}</span></span>',
        kind,
        static("cards.svg"),
        *bot.symbols,
    )


@register.simple_tag
@lru_cache(maxsize=4096)
def cut_name(name: str, short: str, *, touched: bool = False) -> SafeString:
    """A name where there is little room. If it is shortened, the whole name shows when it is pointed at or touched."""
    if name == short:
        return escape(name)
    whole = format_html(' tabindex="0" data-name="{}"' if touched else ' title="{}"', name)
    return format_html(
        '<span class="cut-name"{}><span aria-hidden="true">{}</span><span class="vh">{}</span></span>',
        whole,
        short,
        name,
    )


@register.simple_tag
def suit(letter: str, number: int | None = None) -> SafeString:
    """A suit sign, with an optional number."""
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
        '<span class="suit-word" data-suit="{}"><span class="vh">{} </span>{}{}</span>', letter, word, sign, number
    )


@register.simple_tag
def bid(word: BidWord) -> SafeString | str:
    """A bid as players write it."""
    return suit(word.suit, word.count) if word.suit else word.word


@register.simple_tag
def trick_line(trick: FinishedTrick) -> SafeString:
    """A finished trick in the log. Cached: every move shows it again, and it never changes."""
    return _trick_line(trick)


@lru_cache(maxsize=4096)
def _trick_line(trick: FinishedTrick) -> SafeString:
    return mark_safe(render_to_string("games/presentation/_trick_line.jinja", {"trick": trick}))  # noqa: S308


@register.simple_tag
def sheet_row(row: ScoreTableRow, url: str, players: int) -> SafeString:
    """A deal on the score sheet, with a link to it. Cached like a trick in the log."""
    return _sheet_row(row, url, players, get_language())


@lru_cache(maxsize=4096)
def _sheet_row(row: ScoreTableRow, url: str, players: int, language: str | None) -> SafeString:
    context = {"row": row, "url": url, "players": players}
    return mark_safe(render_to_string("games/presentation/_sheet_row.jinja", context))  # noqa: S308


@register.simple_tag
def suit_key(letter: str) -> SafeString:
    """A suit, no trump or a joker on a button."""
    if letter == "N":
        return format_html('<span aria-hidden="true">NT</span><span class="vh">{}</span>', suit_word("N"))
    if letter == "JK":
        return format_html('{}<span class="vh">{}</span>', _icon("cap", ""), label("JK"))
    if letter == "JB":
        return format_html(
            '{}<span aria-hidden="true">2</span><span class="vh">{}</span>', _icon("cap", ""), label("JB")
        )
    return format_html('{}<span class="vh">{}</span>', _icon(f"suit-{letter}", ""), suit_word(letter))
