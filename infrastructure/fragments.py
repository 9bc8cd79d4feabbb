"""The language of the fragments: Jinja2, more than twice as fast as Django's templates.

A fragment is a part of a page that is rendered often: the board, with all that a move's answer consists of, and what
stands around every page. Pages stay in Django's language, and take fragments in by `{% fragment %}`.
"""

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.timesince import timesince
from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateNotFound
from markupsafe import Markup


def environment(**options: Any) -> Environment:
    """Return an environment with texts, addresses and dates; a missing variable is an error."""
    made = Environment(  # noqa: S701  # the backend turns escaping on
        **{**options, "extensions": ["jinja2.ext.i18n"], "undefined": StrictUndefined}
    )
    # As in `{% blocktrans trimmed %}`: line breaks within a text are only the file's.
    made.policies["ext.i18n.trimmed"] = True
    made.globals.update(
        _=gettext, gettext=gettext, ngettext=ngettext, pgettext=pgettext, get_language=translation.get_language, url=url
    )
    made.filters.update(date=date, timesince=timesince)
    return made


class FragmentLoader(FileSystemLoader):
    """Finds files that end in `.jinja`: the templates beside them are in Django's language."""

    ENDING: Final = ".jinja"

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        if not template.endswith(self.ENDING):
            raise TemplateNotFound(template)
        return super().get_source(environment, template)

    def list_templates(self) -> list[str]:
        return [name for name in super().list_templates() if name.endswith(self.ENDING)]


@lru_cache(maxsize=4096)
def url(name: str, *args: object) -> str:
    """Return the address of a view, like the tag `{% url %}`. Cached: every move at a table asks for the same ones."""
    return reverse(name, args=args)


def date(moment: datetime) -> str:
    """Return the day of a moment, in the reader's zone and language."""
    return date_format(timezone.localtime(moment), "DATE_FORMAT")


# Translations may hold markup, since the site's own translators write them (S704). `{% trans %}` escapes the values
# that it puts in.


def texts(request: HttpRequest) -> dict[str, Callable[..., Markup]]:
    """Return the functions of the reader's language, so that it is asked for once and not for each text."""
    translated = partial(_translated, translation.get_language())
    return {"_": partial(translated, None), "gettext": partial(translated, None), "pgettext": translated}


@lru_cache(maxsize=4096)
def _translated(language: str | None, context: str | None, text: str) -> Markup:
    found = translation.pgettext(context, text) if context else translation.gettext(text)
    return Markup(found)  # noqa: S704  # a translation


def gettext(text: str) -> Markup:
    return _translated(translation.get_language(), None, text)


def pgettext(context: str, text: str) -> Markup:
    return _translated(translation.get_language(), context, text)


def ngettext(singular: str, plural: str, number: int) -> Markup:
    return Markup(translation.ngettext(singular, plural, number))  # noqa: S704  # a translation
