"""What bots answer to a claim or a concession.

The answer follows from what everybody has heard, never from the bot's own cards or side: so it tells nothing of them.
"""

from __future__ import annotations

from games.engine import Agree, Concede, DealView, NapoleonRules, Refuse, Rules
from games.engine.events import Command

from .view_reading import seat_of


def answer(deal: DealView, rules: Rules, *, for_person: bool = False) -> Command:
    """Agree when somebody gives up, unless that may be a trap; play on after any claim.

    A claim that is certain is put to nobody, so one that is put to the seats may be wrong. ``for_person`` answers for
    somebody who is away: nobody's side is given up in their absence, but a declarer may always give up.
    """
    number, seat = deal.number, seat_of(deal)
    if not isinstance(deal.proposal, Concede):
        return Refuse(number, seat)
    if deal.proposal.seat == deal.declarer:
        return Agree(number, seat)
    is_trap = isinstance(rules, NapoleonRules) and (
        # To take all picture cards loses by some rules.
        rules.sweep != "normal" or _may_be_adjutant(deal, deal.proposal.seat)
    )
    return Refuse(number, seat) if for_person or is_trap else Agree(number, seat)


def _may_be_adjutant(deal: DealView, seat: int) -> bool:
    """Whether the cards played so far allow that the seat is the adjutant's, who wins what Napoleon takes."""
    played = [
        *deal.trick,
        *(pair for trick in deal.tricks for pair in zip(trick.seats(), trick.cards, strict=True)),
    ]
    return all(player == seat for player, card in played if card == deal.called)
