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
    """A future moment: "Tuesday 21:40".

    To the second only: a deadline tells when the move before it was stored, and the milliseconds from there to the
    move's arrival at other pages are not the same by hand and by plan.
    """
    exact = at.isoformat(timespec="seconds")
    return format_html('<time datetime="{}">{}</time>', exact, times.when(at, timezone.now()))


@register.filter
def left(at: datetime) -> str:
    """The time until then: "in 9 hours"."""
    return times.left(at, timezone.now())
