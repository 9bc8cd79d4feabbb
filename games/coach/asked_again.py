"""Why a player is asked again in the same auction: the first thing that puzzles newcomers."""

from django.utils.translation import gettext as _

from games.presentation.reader import Reader
from napoleon.engine import DealView, Pass


def asked_again(reader: Reader, deal: DealView) -> str:
    """Why; empty for the first question of an auction, and everywhere else."""
    mine = [call for call in deal.auction if call.seat == reader.me]
    if deal.phase != "bidding" or not mine or deal.high is None:
        return ""
    words = {"name": reader.names[deal.high.seat]}
    if isinstance(mine[-1], Pass):
        return (
            _(
                "The auction goes round until all others pass. %(name)s has bid, and by these rules a player who has "
                "passed may still bid."
            )
            % words
        )
    return (
        _("The auction goes round until all others pass. %(name)s has bid more than you, so you may go higher or pass.")
        % words
    )
