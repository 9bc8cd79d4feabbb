"""The table on the front page of signed-out visitors: real cards, marked and ranked by the rules."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.presentation.cards import Face, face, signs
from games.presentation.tricks import TrickPlace
from games.rules_pages.examples import special_cards
from napoleon.engine import NapoleonRules, parse_card
from napoleon.engine.cards import HEARTS, SPADES
from napoleon.engine.napoleon_ranking import ranking

# Hearts are trumps; the reader has just played the mighty on a trick of spades.
PLAYED: Final = ((3, "SK"), (4, "D5"), (0, "SA"), (1, "ST"), (2, "S7"))
HAND: Final = ("SQ", "HK", "HJ", "H7", "DT", "C3", "JK")


@dataclass(frozen=True, slots=True)
class Showcase:
    places: list[TrickPlace]
    hand: list[Face]
    lines: list[str]
    """What happens in it, with cards as ``[SA]``."""
    number: int = 4
    suit: str = "S"


def showcase() -> Showcase:
    names = (
        pgettext("someone at the pictured table", "you"),
        pgettext("someone at the pictured table", "Bo"),
        pgettext("someone at the pictured table", "Chie"),
        pgettext("someone at the pictured table", "Dai"),
        pgettext("someone at the pictured table", "Emi"),
    )
    cards = tuple(parse_card(code) for _, code in PLAYED)
    ranks = ranking(NapoleonRules(), HEARTS)
    best, _reason = ranks.strongest(cards, SPADES, first=False)
    special = signs(special_cards(ranks))
    places = [
        TrickPlace(
            place=seat,
            name=names[seat],
            is_me=seat == 0,
            card=face(card, special, "winning" if turn == best else ""),
            led=turn == 0,
            best=turn == best,
        )
        for turn, ((seat, _code), card) in enumerate(zip(PLAYED, cards, strict=True))
    ]
    lines = [
        _("%(name)s leads [SK]: all must play spades, if they have any.") % {"name": names[3]},
        _("%(name)s has none, and throws [D5] away.") % {"name": names[4]},
        _("You play [SA], the mighty. No card is stronger."),
        _("%(name)s and %(other)s must play spades, too.") % {"name": names[1], "other": names[2]},
        _("The trick is yours, with three picture cards: [SK] [SA] [ST]."),
    ]
    return Showcase(places, [face(parse_card(code), special) for code in HAND], lines)
