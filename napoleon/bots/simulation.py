"""Whole matches between bots, for measurements and tests. The caller brings the randomness."""

from collections.abc import Sequence
from random import Random

from napoleon.engine import Deal, Match, Rules, next_deal, start
from napoleon.engine.cards import card_set, cards_in
from napoleon.engine.match import MatchCursor, NextDeal, pack
from napoleon.engine.view import deal_view

from . import choose


def shuffled(rules: Rules, due: NextDeal, rng: Random) -> Deal:
    """The deal that is due, from a shuffled pack. It ignores ``no_shuffle``."""
    cards = cards_in(pack(rules))
    rng.shuffle(cards)
    size, dealt = rules.hand_size, rules.hand_size * rules.players
    hands = tuple(card_set(cards[start : start + size]) for start in range(0, dealt, size))
    dealer = rng.randrange(rules.players) if due.dealer is None else due.dealer
    return Deal(due.number, dealer, hands, card_set(cards[dealt : dealt + rules.widow_size]))


def play_open_deals(cursor: MatchCursor, levels: Sequence[str], seed: int) -> None:
    """Let every seat that may act do so once, in every open deal. ``levels`` names the bot of each seat."""
    for state in list(cursor.open.values()):
        for seat in state.to_act():
            if state.number not in cursor.deals:
                break  # a hand was thrown in
            view = deal_view(cursor.open[state.number], seat)
            cursor.push(choose(levels[seat], view, cursor.rules, seed))


def play_match(rules: Rules, levels: Sequence[str], rng: Random) -> Match:
    """Play a match from its first deal to its end."""
    cursor = MatchCursor(start(rules))
    seed = rng.getrandbits(32)
    while True:
        while due := next_deal(cursor.match()):
            cursor.push(shuffled(rules, due, rng))
        if not cursor.open:
            return cursor.match()
        play_open_deals(cursor, levels, seed)


def play_deal(rules: Rules, deal: Deal, levels: Sequence[str], seed: int) -> Match:
    """The match after its first deal, which is given, was played to its end."""
    cursor = MatchCursor(start(rules))
    cursor.push(deal)
    while cursor.open:
        play_open_deals(cursor, levels, seed)
    return cursor.match()
