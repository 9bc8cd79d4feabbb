"""What has happened at a table beside the cards, in words for everybody there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.log import Beside
from games.models import Seat

SHOWN: Final = 8

WORDS: Final[dict[str, Promise]] = {
    "timed_out": gettext_lazy("Deal %(deal)s: the time was up for %(name)s, so a bot played."),
    "autopilot": gettext_lazy("A bot plays on for %(name)s."),
    "back": gettext_lazy("%(name)s plays again."),
    "left": gettext_lazy("The player of seat %(place)s has left; a bot plays on."),
    "substituted": gettext_lazy("A substitute has come into seat %(place)s."),
    "paused": gettext_lazy("The clocks were stopped."),
    "resumed": gettext_lazy("The clocks run again."),
    "abandoned": gettext_lazy("Nobody came back, so the match was given up."),
    "played_out": gettext_lazy("Its round was closed, so bots play the match to its end."),
    "adjudicated": gettext_lazy("Its round was closed, so the match ended where it stood."),
}


class Happening(NamedTuple):
    text: str
    at: datetime


def happenings(
    beside: Sequence[Beside], seats: Sequence[Seat], most: int | None = SHOWN
) -> list[Happening]:
    """The latest first; people by the names of those who sit there now."""
    known = [one for one in reversed(beside) if one.kind in WORDS]
    return [Happening(_in_words(one, seats), one.at) for one in known[:most]]


def _in_words(one: Beside, seats: Sequence[Seat]) -> str:
    number = one.seat if one.seat is not None and one.seat < len(seats) else None
    name = seats[number].name if number is not None else _("somebody")
    place = number + 1 if number is not None else "?"
    return str(WORDS[one.kind]) % {"name": name, "place": place, "deal": one.deal}
