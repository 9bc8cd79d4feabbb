"""The best card that a player had in a deal: one sentence and its trick."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.coach.reasons import code_of
from games.presentation.reader import Reader
from games.presentation.tricks import FinishedTrick, finished_trick
from napoleon.engine import BidNap, EndedView
from napoleon.engine.cards import Card, card_set, count_pictures
from napoleon.engine.deal import Trick


@dataclass(frozen=True, slots=True)
class BestCard:
    sentence: str
    """As in `games.coach.reasons`."""
    trick: FinishedTrick


def best_card(reader: Reader, deal: EndedView) -> BestCard | None:
    """The reader's card that won the fullest trick; None if they won none."""
    won = [(number, trick) for number, trick in enumerate(deal.tricks, 1) if trick.winner == reader.me]
    if not won:
        return None
    number, trick = max(won, key=lambda numbered: _pictures(numbered[1]))
    return BestCard(_sentence(deal, number, trick), finished_trick(reader, deal, number, trick))


def _pictures(trick: Trick) -> int:
    return count_pictures(card_set(trick.cards))


def _sentence(deal: EndedView, number: int, trick: Trick) -> str:
    words = {"card": code_of(_winning(trick)), "trick": number, "n": _pictures(trick)}
    if isinstance(deal.contract, BidNap) or not words["n"]:
        return _("Your best card was %(card)s: it won trick %(trick)s.") % words
    text = ngettext(
        "Your best card was %(card)s: it won trick %(trick)s with %(n)s picture card.",
        "Your best card was %(card)s: it won trick %(trick)s with %(n)s picture cards.",
        _pictures(trick),
    )
    return text % words


def _winning(trick: Trick) -> Card:
    return trick.cards[trick.seats().index(trick.winner)]
