"""By what a card wins its trick, wherever a trick is shown as won, and for which side it counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.presentation.cards import Face, face, signs
from games.presentation.reader import Naming, Reader
from napoleon.engine import DealView, EndedView
from napoleon.engine.cards import Card
from napoleon.engine.deal import Trick, Why

WHY: Final[dict[Why, Promise]] = {
    "yoromeki": _("yoromeki: the queen of hearts makes the mighty waver"),
    "mighty": _("the mighty"),
    "joker": _("the joker"),
    "right_jack": _("the right jack"),
    "left_jack": _("the left jack"),
    "same_two": _("same-two: the 2 wins a trick of one suit"),
    "trump": _("the highest trump"),
    "led_suit": _("the highest card of the led suit"),
}

# Where there is room for no more.
_IN_SHORT: Final[dict[Why, Promise]] = {
    "yoromeki": _("yoromeki"),
    "mighty": _("mighty"),
    "joker": _("joker"),
    "right_jack": _("right jack"),
    "left_jack": _("left jack"),
    "same_two": _("same-two"),
    "trump": _("trump"),
    "led_suit": _("led suit"),
}

Side: TypeAlias = Literal["with", "against", "unknown"]
"""With the declarer, against them, or not known to the reader."""


@dataclass(frozen=True, slots=True)
class WinningCard:
    """The card that wins a trick or has won it, its player, and the rule behind it."""

    name: str
    is_you: bool
    card: Face
    """Marked with nothing but what it wins by."""
    why: str
    in_short: str


def winning_card(naming: Naming, seat: int, card: Card, why: Why) -> WinningCard:
    # Any card may win as a trump or by the led suit: that is no mark.
    special = {} if why == "trump" or why == "led_suit" else signs([(card, why)])
    return WinningCard(
        name=naming.labels[seat],
        is_you=seat == naming.you,
        card=face(card, special),
        why=str(WHY[why]),
        in_short=str(_IN_SHORT[why]),
    )


def winning_card_of(naming: Naming, trick: Trick) -> WinningCard:
    card = trick.cards[trick.seats().index(trick.winner)]
    return winning_card(naming, trick.winner, card, trick.why)


def side_of(reader: Reader, deal: DealView | EndedView, seat: int) -> Side:
    """Whose side the seat is on, as far as the reader knows; everybody knows their own."""
    if seat in (deal.declarer, deal.adjutant):
        return "with"
    if isinstance(deal, DealView) and deal.called is not None and deal.adjutant is None:
        return "against" if deal.alone or seat == reader.me else "unknown"
    return "against"
