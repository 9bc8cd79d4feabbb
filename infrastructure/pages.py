"""Pages whose whole context is one dataclass, so that the types say what a template is given."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def context_of(page: DataclassInstance) -> dict[str, Any]:
    return {field.name: getattr(page, field.name) for field in fields(page)}


def render_page(
    request: HttpRequest, template: str, page: DataclassInstance, *, status: int = 200
) -> HttpResponse:
    return render(request, template, context_of(page), status=status)


def render_part(request: HttpRequest, template: str, part: DataclassInstance) -> str:
    """Render a part of a page, for the template of the whole."""
    return render_to_string(template, context_of(part), request)
