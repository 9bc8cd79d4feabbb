"""The sentences for what is wrong with a record, and the clubs and seasons that count an imported match."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.access import Visitor
from games.models import Game
from games.presentation.error_messages import refusal
from napoleon.engine.errors import Detail

OWN: Final[dict[str, Promise]] = {
    "no_name": _("A player has no name."),
    "long_name": _("A name has more than %(most)s characters."),
    "address_as_name": _("A name is the address of a web site, or an encoded word."),
    "not_storable": _("It contains something that cannot be stored, such as a broken character or a huge number."),
    "nothing_ended": _("No deal of this match was finished."),
    "nothing": _("It is empty."),
}


def fault_text(reason: str, details: Mapping[str, Detail]) -> str:
    """The fault in a sentence, in the reader's language."""
    return str(OWN[reason]) % dict(details) if reason in OWN else refusal(reason, details)


# --- Clubs and seasons that count an imported match: the leagues app registers what finds them ---


class Use(NamedTuple):
    """A line on the match's page, with its link."""

    text: str
    path: str


UseFinder: TypeAlias = Callable[[Game, Visitor], list[Use]]

_finders: list[UseFinder] = []


def register_finder(finder: UseFinder) -> None:
    """Register a finder for the pages of imported matches."""
    _finders.append(finder)


def uses_of(game: Game, reader: Visitor) -> list[Use]:
    return [use for finder in _finders for use in finder(game, reader)]
