"""The sentences for what is wrong with a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.errors import Detail
from games.presentation.error_messages import refusal

OWN: Final[dict[str, Promise]] = {
    "no_name": _("A player has no name."),
    "long_name": _("A name has more than %(most)s characters."),
    "not_storable": _("It contains something that cannot be stored, such as a broken character."),
    "nothing_ended": _("No deal of this match was finished."),
    "nothing": _("It is empty."),
}


def fault_text(reason: str, details: Mapping[str, Detail]) -> str:
    """The fault in a sentence, in the reader's language."""
    return str(OWN[reason]) % dict(details) if reason in OWN else refusal(reason, details)
