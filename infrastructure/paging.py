"""Long lists in pages that start behind the key of the last row, so that all pages cost the same."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet

from infrastructure.requests import parse_number

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    rows: list[Row]
    after: int | None
    """The key that the next page starts behind; None on the last page."""
    is_first: bool


def page(rows: QuerySet[Row], after: str | None, size: int, *, newest: bool = False) -> Page[Row]:
    """The rows behind the key `after`, in the order of keys or, with `newest`, in reverse."""
    key = parse_number(after, 18)
    if key is not None:
        behind: dict[str, Any] = {"pk__lt" if newest else "pk__gt": key}
        rows = rows.filter(**behind)
    # One row more tells whether there is a next page.
    found = list(rows.order_by("-pk" if newest else "pk")[: size + 1])
    shown = found[:size]
    more = len(found) > size
    return Page(shown, shown[-1].pk if more else None, key is None)
