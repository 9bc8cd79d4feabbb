"""The filter that shows members' texts, written in Markdown."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from infrastructure.markdown_html import members_markdown

register = template.Library()


@register.filter
def markdown(text: str) -> SafeString:
    return mark_safe(members_markdown(text))  # noqa: S308  # escaped by the renderer
