"""Objects of rows that nearly every request reads: Django's own way takes longer than the database to find them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Self

from django.db import models
from django.db.models.base import ModelState


class QuicklyLoaded(models.Model):
    """A model whose stored rows become objects without `Model.__init__`.

    No receiver of `pre_init` or `post_init` hears of them, and no field may have a descriptor that changes its value.
    """

    class Meta:
        abstract = True

    @classmethod
    def from_db(  # type: ignore[override]  # stubs of Django 6
        cls, db: str | None, field_names: Collection[str], values: Collection[Any]
    ) -> Self:
        """As `Model.from_db`, which the ORM calls for each row."""
        new = cls.__new__(cls)
        state = ModelState()
        state.adding, state.db = False, db
        vars(new).update(zip(field_names, values, strict=True), _state=state)
        return new
