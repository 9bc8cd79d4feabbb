"""Rows as they are stored."""

from __future__ import annotations

from typing import Any

from django.db.models import Model


def facts(one: Model) -> dict[str, Any]:
    """All columns of a row, as Python holds them."""
    return {field.attname: getattr(one, field.attname) for field in one._meta.concrete_fields}
