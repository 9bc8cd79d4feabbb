"""Pages whose whole context is one dataclass, so that the types say what a template is given."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def context_of(page: DataclassInstance) -> dict[str, Any]:
    """The values of the fields and properties of the page, by name."""
    return {name: getattr(page, name) for name in _names_of(type(page))}


@cache
def _names_of(kind: type[DataclassInstance]) -> tuple[str, ...]:
    derived = (
        name
        for base in kind.__mro__
        for name, value in vars(base).items()
        if isinstance(value, property | cached_property)
    )
    return tuple(dict.fromkeys([*(field.name for field in fields(kind)), *derived]))


def render_page(request: HttpRequest, template: str, page: DataclassInstance, *, status: int = 200) -> HttpResponse:
    return render(request, template, context_of(page), status=status)


@dataclass(frozen=True, slots=True)
class FormPage:
    form: BaseForm


@dataclass(frozen=True, slots=True)
class RefusalPage:
    """Why nothing was changed, and the address to go back to; empty if the remedy leads there."""

    error: str
    back: str
    remedy: tuple[str, str] | None = None
    """The text and the address of a link to what helps."""


def form_status(form: BaseForm) -> int:
    """The status of a page that shows a form: 422 for a refused one."""
    return 422 if form.is_bound else 200


def render_part(request: HttpRequest, template: str, part: DataclassInstance) -> str:
    """Render a part of a page, for the template of the whole."""
    return render_to_string(template, context_of(part), request)
