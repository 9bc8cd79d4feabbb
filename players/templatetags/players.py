"""Template tags about the reader, and filters for texts and form fields."""

import re
from typing import Any, Final

from django import template
from django.forms import BoundField
from django.http import HttpRequest
from django.template.defaultfilters import stringfilter
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext

from players.notifications.inbox import unread
from players.requests import page_of

register = template.Library()


@register.simple_tag(takes_context=True)
def unread_notifications(context: dict[str, Any]) -> int:
    """The number of unread notifications; 0 on pages without a reader, such as errors."""
    user = context.get("user")
    return unread(user) if user is not None and user.is_authenticated else 0


@register.simple_tag(takes_context=True)
def here(context: dict[str, Any]) -> str:
    """The address to come back to: this page's or, after a form was sent, that of the form's page."""
    request: HttpRequest | None = context.get("request")
    return page_of(request) if request else "/"


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
