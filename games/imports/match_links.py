"""Links from an imported match to the clubs and seasons that count it; the leagues app registers what finds them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from games.access import Visitor
from games.models import Game


class Use(NamedTuple):
    """A line on the match's page, with its link."""

    text: str
    path: str


UseFinder: TypeAlias = Callable[[Game, Visitor], list[Use]]

_finders: list[UseFinder] = []


def register(finder: UseFinder) -> UseFinder:
    """Register a finder for the pages of imported matches."""
    _finders.append(finder)
    return finder


def uses_of(game: Game, reader: Visitor) -> list[Use]:
    return [use for finder in _finders for use in finder(game, reader)]
