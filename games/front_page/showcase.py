"""The table on the front page of signed-out visitors: real cards, marked and ranked by the rules."""

from dataclasses import dataclass
from typing import Final

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
    best, _why = ranks.strongest(cards, SPADES, first=False)
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
    return Showcase(places, [face(parse_card(code), special) for code in HAND])
