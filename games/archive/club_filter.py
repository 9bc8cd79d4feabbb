"""The filter by club or season in the archive's search; the leagues app registers what finds their matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from django.db.models import QuerySet

from games.access import Visitor

Games: TypeAlias = QuerySet[Any, Any]
"""The keys of games, as a query."""


class MatchFinder(Protocol):
    def __call__(self, reader: Visitor, address: str) -> Games | None:
        """The matches of the club or season at that address; None if the reader may see none there."""


_finders: list[MatchFinder] = []


def register(finder: MatchFinder) -> Callable[..., Games | None]:
    """Register a finder for the archive's search."""
    _finders.append(finder)
    return finder


def games_of(reader: Visitor, address: str) -> Games | None:
    found = (finder(reader, address) for finder in _finders)
    return next((games for games in found if games is not None), None)
