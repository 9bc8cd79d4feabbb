"""What bots answer to a claim or a concession.

The answer depends only on what everybody has seen, so it reveals nothing about the bot's own cards or side.
"""

from napoleon.engine import Agree, Bid, Concede, DealView, NapoleonRules, Refuse, Rules
from napoleon.engine.events import Command
from napoleon.inference.view_values import known, seat_of


def answer(deal: DealView, rules: Rules, *, for_person: bool = False) -> Command:
    """Agree when somebody gives up, unless that may be a trap; play on after any claim.

    A certain claim needs no answers, so one that does may be wrong. ``for_person`` answers for somebody who is away:
    their own side is never given up in their absence, but a declarer may give up.
    """
    number, seat, asked = deal.number, seat_of(deal), deal.proposal
    agrees = isinstance(asked, Concede) and may_give_up(deal, rules, asked.seat, for_person=for_person)
    return Agree(number, seat) if agrees else Refuse(number, seat)


def may_give_up(deal: DealView, rules: Rules, asker: int, *, for_person: bool = False) -> bool:
    """Whether the others let that seat give up now. Every view gives the same answer."""
    if for_person and asker != deal.declarer:
        return False
    return not (isinstance(rules, NapoleonRules) and _may_gain(deal, rules, asker))


def _may_gain(deal: DealView, rules: NapoleonRules, asker: int) -> bool:
    """Whether giving up at Napoleon may gain something, as far as everybody can tell."""
    takes_all_and_loses = rules.sweep != "normal"
    if asker == deal.declarer:
        return takes_all_and_loses and _may_be_made(deal, rules)
    return takes_all_and_loses or _may_be_adjutant(deal, asker)


def _may_be_made(deal: DealView, rules: NapoleonRules) -> bool:
    """Whether Napoleon's side may have reached its bid with any adjutant: then it may want no more."""
    hides_pictures = rules.discards_shown == "none" and rules.discards_to != "nobody"
    hidden = rules.widow_size if hides_pictures else 0
    of_others = [took for seat, took in enumerate(deal.pictures) if seat != deal.declarer]
    most = deal.pictures[known(deal.declarer)] + max(of_others) + hidden
    return isinstance(deal.contract, Bid) and most >= deal.contract.count


def _may_be_adjutant(deal: DealView, seat: int) -> bool:
    """Whether the seat may still be the adjutant's, who wins with Napoleon."""
    played = [*deal.trick, *(pair for trick in deal.tricks for pair in zip(trick.seats(), trick.cards, strict=True))]
    return all(player == seat for player, card in played if card == deal.called)
