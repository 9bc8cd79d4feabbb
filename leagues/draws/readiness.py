"""Whether a division can be drawn."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Round, Season

FEWEST_WITH_BOTS: Final = 2
"""Members that a division needs before the season starts, where bots take empty seats."""


def why_no_round_is_due(season: Season, first: int) -> str:
    """Why no division can be drawn from the round `first` on; empty if rounds are to be drawn."""
    if not first:
        return _("All rounds have begun, so there is nothing left to draw.")
    before = season.rounds.filter(number__lt=first)
    is_waiting = season.follows_results and first > 1
    if is_waiting and before.exclude(state=Round.State.FINISHED).exists():
        text = _("Round %(n)s is not over yet: the next one is drawn from its results.")
        return text % {"n": first - 1}
    return ""


def why_decided(season: Season, first: int, members: int) -> str:
    """Why a division of a knock-out has no round to come; empty if it has, or is no knock-out."""
    return _("This division is decided.") if season.is_knock_out and first > 1 and not members else ""


def why_too_few(season: Season, members: int) -> str:
    """What a division of so many members lacks for a draw; empty if it has enough."""
    fewest = fewest_members(season)
    if members >= fewest:
        return ""
    if fewest == 1:
        return _("Nobody is left in this division.")
    return ngettext(
        "The draw needs at least %(fewest)s members. So far there is %(n)s.",
        "The draw needs at least %(fewest)s members. So far there are %(n)s.",
        members,
    ) % {"fewest": fewest, "n": members}


def fewest_members(season: Season) -> int:
    """The members that a division needs; those who are left of a running season play it to its end."""
    if season.state == Season.State.RUNNING and not season.takes_attendance:
        return 1
    return FEWEST_WITH_BOTS if season.gap == Season.Gap.BOTS else smallest_table(season)


def smallest_table(season: Season) -> int:
    return min(season.table_sizes)
