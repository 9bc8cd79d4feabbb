"""Template tags about the reader, and filters for texts and form fields."""

import re
from functools import lru_cache
from typing import Any, Final

from django import template
from django.forms import BoundField
from django.http import HttpRequest
from django.template.defaultfilters import stringfilter
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext

from players.accounts import sign_up
from players.faces import PersonFace
from players.models import User
from players.notifications import push
from players.notifications.inbox import unread
from players.requests import page_of, sign_in_url
from players.sign_on.issuers import Issuer
from players.sign_on.openid_connect import issuers

register = template.Library()


@register.simple_tag(takes_context=True)
def unread_notifications(context: dict[str, Any]) -> int:
    """The number of unread notifications; 0 on pages without a reader, such as errors."""
    user = context.get("user")
    return unread(user) if user is not None and user.is_authenticated else 0


@register.filter
def may_sign_up(request: HttpRequest) -> bool:
    return sign_up.may_sign_up(request)


@register.filter
def may_be_guest(request: HttpRequest) -> bool:
    return sign_up.may_be_guest(request)


@register.simple_tag
def sign_on_issuers() -> list[Issuer]:
    return issuers()


@register.simple_tag
def site_push_key() -> str:
    """The key that browsers need for push; empty on a site that offers none."""
    return push.public_key() if push.is_offered() else ""


@register.simple_tag(takes_context=True)
def here(context: dict[str, Any]) -> str:
    """The address to come back to: this page's or, after a form was sent, that of the form's page."""
    request: HttpRequest | None = context.get("request")
    return page_of(request) if request else "/"


@register.simple_tag(takes_context=True)
def sign_in_here(context: dict[str, Any]) -> str:
    """The address of the page for signing in, from which the reader comes back here."""
    request: HttpRequest | None = context.get("request")
    return sign_in_url(request) if request else reverse("account_login")


@register.simple_tag
def person_face(whose: User | PersonFace | None, size: str = "") -> SafeString | str:
    """The face of a person; nothing for people who have left. It is decorative: a name is beside it."""
    if whose is None:
        return ""
    return _face(whose.face if isinstance(whose, User) else whose, size)


@lru_cache(maxsize=4096)
def _face(shown: PersonFace, size: str) -> SafeString:
    sprite = static("faces.svg")
    uses = format_html_join("", '<use href="{}#{}"/>', ((sprite, symbol) for symbol in shown.symbols))
    return format_html(
        '<svg class="face{}" data-hue="{}" aria-hidden="true" viewBox="0 0 24 24">{}</svg>{}',
        size and f" {size}",
        shown.hue,
        uses,
        _BOT_MARK if shown.is_bot and size != "large" else "",  # beside a large one stands a sentence
    )


_BOT_MARK: Final = mark_safe('<span class="bot-mark">BOT</span>')  # the same word in every language


_NUMBERED: Final = re.compile(r"第\d+")


@register.filter
def unbroken(text: str) -> SafeString:
    """Prevent a line break between 第 and its number, which Japanese allows."""
    html = _NUMBERED.sub(r'<span class="whole">\g<0></span>', str(conditional_escape(text)))
    return mark_safe(html)  # noqa: S308  # escaped above


@register.filter
def bare(field: BoundField) -> SafeString:
    """The control without a placeholder, since it has a label; fields with errors get the focus."""
    return field.as_widget(attrs={"placeholder": False, "autofocus": bool(field.errors)})


@register.filter(is_safe=True)
@stringfilter
def sentence_case(text: str) -> str:
    """django-allauth's headings and buttons, in the site's sentence case."""
    return capfirst(text.strip().lower())


@register.filter
def in_house_style(field: BoundField) -> BoundField:
    """django-allauth's field with its label in sentence case, and translated."""
    field.label = gettext(sentence_case(field.label))
    return field


@register.filter
def as_prose(help_text: object) -> SafeString:
    """A help text; Django's rules for passwords, which arrive as a list, become sentences."""
    rules = re.findall(r"<li>(.*?)</li>", str(help_text))
    return mark_safe(" ".join(rules) or str(help_text))  # noqa: S308  # written by the site's forms
