"""Idempotency keys of forms: they tell one form sent twice from two forms."""

from __future__ import annotations

from uuid import uuid4

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def new_key() -> SafeString:
    """A hidden field with a new idempotency key."""
    return format_html('<input type="hidden" name="key" value="{}">', uuid4())
