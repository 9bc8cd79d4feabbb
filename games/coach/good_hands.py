"""The shuffle of a first hand: drawn again until the newcomer's cards make a contract.

A table with a coach has one person at it, so nobody gains by the choice; the page of the shuffle says that it was made.
"""

import secrets
from typing import Final

from games.coach.suggestion import COACH, SUGGESTING
from games.kernel.transaction import first_dealer
from napoleon import bots
from napoleon.engine import BidNap, EndedView, Match, Rules, advance, start, view
from napoleon.engine.shuffle import SECRET_BYTES, Seeds, next_deal_event
from napoleon.engine.view import deal_view

MOST_DRAWS: Final = 60
"""One hand in four is good enough; a rule set under which none is gets the last one drawn."""
_TO_SPARE: Final = 2
"""How many picture cards, or tricks, more than promised: a newcomer plays some cards otherwise than the coach."""


def secret_of_good_hand(rules: Rules, game: str, seats: tuple[str, ...], opponents: str) -> bytes:
    """A secret whose first deal seat 0 wins as the declarer, with something to spare, if it follows its coach."""
    secret = secrets.token_bytes(SECRET_BYTES)
    for _draw in range(MOST_DRAWS):
        if is_good_hand(rules, Seeds(secret, game, seats), opponents):
            break
        secret = secrets.token_bytes(SECRET_BYTES)
    return secret


def is_good_hand(rules: Rules, seeds: Seeds, opponents: str) -> bool:
    match, dealer = start(rules), first_dealer(seeds, rules.players)
    match = advance(match, next_deal_event(match, seeds, first_dealer=dealer))
    moves = 0
    while match.open:
        match, moves = _moved(match, opponents, moves), moves + 1
    return _is_won_well(view(match, 0).ended[0])


def _moved(match: Match, opponents: str, moves: int) -> Match:
    state = match.open[0]
    seat = state.to_act()[0]
    view = deal_view(state, seat)
    if seat == 0:
        return advance(match, bots.choose(COACH, view, match.rules, SUGGESTING))
    # A bot's seed at a table counts the events of the match, which begins with its start and the deal.
    return advance(match, bots.choose(opponents, view, match.rules, seed=moves + 2))


def _is_won_well(end: EndedView) -> bool:
    if end.declarer != 0 or not end.made:
        return False
    if isinstance(end.contract, BidNap):
        return end.contract.bid != "misere"
    promised = end.contract.count if end.contract else 0
    return end.adjutant is not None and (end.side_took or 0) >= promised + _TO_SPARE
