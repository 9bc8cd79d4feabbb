"""The tag that takes a fragment, written in Jinja2's language, into a page in Django's."""

from typing import Any

from django import template
from django.template import engines
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag(takes_context=True)
def fragment(context: template.Context, name: str, **values: Any) -> SafeString:
    """The fragment, with the variables of the page and those given here, as `{% include %}` would have it."""
    found = engines["fragments"].get_template(name)
    variables: dict[Any, Any] = {**context.flatten(), **values}
    return mark_safe(found.render(variables, variables.get("request")))  # noqa: S308  # escaped by the fragment
