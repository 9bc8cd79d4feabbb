"""Renders pages whose context is a dataclass."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import cached_property

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def render_page(
    request: HttpRequest, template: str, context: DataclassInstance, status: int = 200
) -> HttpResponse:
    """Render the template; the names in it are the fields and properties of the context."""
    return render(request, template, values_of(context), status=status)


def values_of(context: DataclassInstance) -> dict[str, Any]:
    return {name: getattr(context, name) for name in _names_of(type(context))}


@cache
def _names_of(kind: type[DataclassInstance]) -> tuple[str, ...]:
    derived = (
        name
        for base in kind.__mro__
        for name, value in vars(base).items()
        if isinstance(value, property | cached_property)
    )
    return tuple(dict.fromkeys([*(field.name for field in fields(kind)), *derived]))
