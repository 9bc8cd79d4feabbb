"""Claims and concessions in sentences: what is put to the seats, what was refused, what ended a deal."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.presentation.reader import Reader
from napoleon.engine import BidNap, Claim, DealView, EndedView


def proposal_lines(reader: Reader, deal: DealView) -> Iterator[str]:
    """What is put to the seats of an open deal, who has agreed, and whose proposals were refused."""
    if deal.proposal is not None:
        yield proposed(reader, deal)
    if deal.agreed:
        yield _("Agreed so far: %(names)s.") % {"names": _names(reader, deal.agreed)}
    if deal.refused:
        names = _names(reader, deal.refused)
        yield _("Offers to end the deal that were refused: %(names)s.") % {"names": names}


def _names(reader: Reader, seats: tuple[int, ...]) -> str:
    return _(", ").join(reader.label(seat) for seat in seats)


def proposed(reader: Reader, deal: DealView) -> str:
    """What is put to the seats, in a sentence."""
    if deal.proposal is None:
        return ""
    is_mine = reader.is_you(deal.proposal.seat)
    words = {"name": reader.names[deal.proposal.seat]}
    if isinstance(deal.proposal, Claim):
        text = _("You claim all remaining tricks.") if is_mine else _("%(name)s claims all remaining tricks.")
        return text % words
    text = _("You give up: %(who)s.") if is_mine else _("%(name)s gives up: %(who)s.")
    return text % {**words, "who": _who_gains(deal)}


def _who_gains(deal: DealView) -> str:
    """What it means that the seat gives up."""
    by_declarer = deal.proposal is not None and deal.proposal.seat == deal.declarer
    if isinstance(deal.contract, BidNap) and deal.contract.bid == "misere":
        lost, won = _("the misère counts as lost"), _("the declarer takes no more tricks")
    elif isinstance(deal.contract, BidNap):
        lost = _("the others take all remaining tricks")
        won = _("the declarer takes all remaining tricks")
    else:
        lost = _("Napoleon’s opponents take all remaining tricks")
        won = _("Napoleon takes all remaining tricks")
    return lost if by_declarer else won


def ended_by(reader: Reader, deal: EndedView) -> str:
    """What ended the deal before its last card; empty for one that was played out."""
    if deal.proposal is None:
        return ""
    is_mine, words = reader.is_you(deal.proposal.seat), {"name": reader.names[deal.proposal.seat]}
    if isinstance(deal.proposal, Claim):
        text = _("You claimed the rest.") if is_mine else _("%(name)s claimed the rest.")
    else:
        text = _("You gave up the rest.") if is_mine else _("%(name)s gave up the rest.")
    return text % words
