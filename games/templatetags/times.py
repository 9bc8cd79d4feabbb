"""Deadlines: exact for programs, in words for people."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.presentation import times

register = template.Library()


@register.simple_tag
def moment(at: datetime) -> SafeString:
    """A future moment: "Tuesday 21:40"."""
    return format_html('<time datetime="{}">{}</time>', exact(at), times.when(at, timezone.now()))


@register.filter(expects_localtime=True)
def exact(at: datetime) -> str:
    """A moment for programs, to the second.

    It may tell when a move was stored, like a deadline. The milliseconds from there to the move's arrival at other pages
    are not the same by hand and by plan.
    """
    return at.isoformat(timespec="seconds")


@register.filter
def left(at: datetime) -> str:
    """The time until then: "in 9 hours"."""
    return times.left(at, timezone.now())
