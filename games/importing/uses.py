"""What an imported match counts for, or could. Clubs know of games; games know nothing of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from games.access import Visitor
from games.models import Game


class Use(NamedTuple):
    """A line for the match's page, and where it leads."""

    text: str
    path: str


Finder: TypeAlias = Callable[[Game, Visitor], list[Use]]

_finders: list[Finder] = []


def register(finder: Finder) -> Finder:
    """Let pages of imported matches ask this."""
    _finders.append(finder)
    return finder


def uses_of(game: Game, reader: Visitor) -> list[Use]:
    return [use for finder in _finders for use in finder(game, reader)]
