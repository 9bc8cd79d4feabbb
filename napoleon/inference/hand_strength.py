"""What the cards of a hand show of a contract at Napoleon, in pictures, as corporals see it.

Corporals bid by these numbers. Worlds are weighed by them as well, for they say how likely a seat bids with a hand.
"""

from typing import Final

from napoleon.engine.cards import MIGHTY, CardSet, one_of_each

BASE: Final = {4: 7.0, 5: 6.6, 6: 6.5, 7: 6.5}
"""By players: what Napoleon's side takes beside what the hand shows."""
MIGHTY_WORTH, RIGHT_JACK, LEFT_JACK = 2.0, 1.95, 1.7
TRUMP: Final = 0.72
HIGH_TRUMPS: Final = {12: 0.6, 11: 0.5, 10: 0.4}
"""By rank, beside `TRUMP`."""
SIDE_ACE: Final = 0.15
SIDE_ACES: Final[CardSet] = one_of_each("A") & ~(1 << MIGHTY)
