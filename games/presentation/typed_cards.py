"""Cards as people type them. The record format knows one name for each card and stays strict.

>>> typed_card("S10"), typed_card("♠K"), typed_card("sk"), typed_card("10h"), typed_card("joker"), typed_card("1S")
('ST', 'SK', 'SK', 'HT', 'JK', '1S')
>>> typed_card("joker 2"), typed_card("jb")
('JB', 'JB')
"""

import re
import unicodedata
from typing import Final

from napoleon.engine.cards import CARD_NAMES

_SIGNS: Final = str.maketrans("♠♤♥♡♦♢♣♧★", "SSHHDDCCX")
_RANK: Final = "10|[02-9TJQKA]"
_CARD: Final = re.compile(f"(?P<suit>[SHDC])(?P<rank>{_RANK})|(?P<first>{_RANK})(?P<then>[SHDC])")
_JOKERS: Final = {
    **dict.fromkeys(("JK", "JOKER", "ジョーカー", "X"), "JK"),
    **dict.fromkeys(("JB", "JOKER2", "JOKER 2", "ジョーカー2", "X2"), "JB"),
}
# The longest word for a card; a normalised text is never much longer.
_LONGEST: Final = 10


def plain(text: str) -> str:
    """The text in capital letters of usual width, with letters for the signs of suits."""
    return unicodedata.normalize("NFKC", text).upper().translate(_SIGNS)


def typed_card(text: str) -> str:
    """The name of the card that somebody typed; what is no card stays as it is."""
    if text in CARD_NAMES:
        # As the buttons of a table send it.
        return text
    word = plain(text.strip()).replace("\ufe0f", "") if len(text) <= _LONGEST else text
    if word in _JOKERS:
        return _JOKERS[word]
    found = _CARD.fullmatch(word)
    if found is None:
        return text
    suit, rank = found["suit"] or found["then"], found["rank"] or found["first"]
    return suit + ("T" if rank in ("10", "0") else rank)
