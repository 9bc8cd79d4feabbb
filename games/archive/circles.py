"""Clubs and their seasons, as far as a search may ask for them. They know of games; games know nothing of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from django.db.models import QuerySet

from games.access import Visitor

Games: TypeAlias = QuerySet[Any, Any]
"""The keys of games, as a query."""


class Finder(Protocol):
    def __call__(self, reader: Visitor, address: str) -> Games | None:
        """The matches of the club, or of its season, at that address; None if the reader knows of none there."""


_finders: list[Finder] = []


def register(finder: Finder) -> Callable[..., Games | None]:
    """Let searches ask this."""
    _finders.append(finder)
    return finder


def games_of(reader: Visitor, address: str) -> Games | None:
    found = (finder(reader, address) for finder in _finders)
    return next((games for games in found if games is not None), None)
