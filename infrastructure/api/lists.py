"""Lists of the API: so many items a page, and the address of the next page."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final, Generic, TypeVar
from urllib.parse import urlencode

from django.http import HttpRequest
from ninja import Query, Schema

Item = TypeVar("Item")

MOST: Final = 100
DEFAULT: Final = 30

Limit = Annotated[int, Query(DEFAULT, ge=1, le=MOST, description="How many items a page has at most.")]
Cursor = Annotated[str, Query("", max_length=100, description="Where the page begins; taken from `next`.")]


class ItemList(Schema, Generic[Item]):
    items: list[Item]
    next: str | None


def page_of(
    request: HttpRequest, rows: Iterable[Any], limit: int, cursor_of: Callable[[Any], object]
) -> tuple[list[Any], str | None]:
    """The first ``limit`` of the rows, of which one more was read, and the address of the next page."""
    shown = list(rows)
    if len(shown) <= limit:
        return shown, None
    shown = shown[:limit]
    query = {**request.GET.dict(), "cursor": str(cursor_of(shown[-1])), "limit": str(limit)}
    return shown, request.build_absolute_uri(f"{request.path}?{urlencode(query)}")


def parse_key(cursor: str) -> int | None:
    """The key that a cursor names; None for the first page and for what is no cursor."""
    return int(cursor) if cursor.isdecimal() and len(cursor) <= 18 else None
