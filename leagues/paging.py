"""Long lists in pages, each by the key of the row before it: the last page costs what the first does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    rows: list[Row]
    after: int | None
    """The key with which the next page is asked for; None on the last."""
    is_first: bool


def page(rows: QuerySet[Row], after: str | None, size: int, *, newest: bool = False) -> Page[Row]:
    """So many rows behind that key, in the order of their keys or, with ``newest``, against it."""
    key = int(after) if after and after.isdecimal() and len(after) < 19 else None
    if key is not None:
        behind: dict[str, Any] = {"pk__lt" if newest else "pk__gt": key}
        rows = rows.filter(**behind)
    # One more tells whether there are any behind.
    found = list(rows.order_by("-pk" if newest else "pk")[: size + 1])
    shown = found[:size]
    more = len(found) > size
    return Page(shown, shown[-1].pk if more else None, key is None)
