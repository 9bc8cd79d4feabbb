"""Following suit (rules.md 1.4): one rule for both games, which the solver and the bots' play-outs share."""

from .cards import JOKERS, CardSet


def may_follow(hand: CardSet, binding: CardSet, allowed: CardSet, called: CardSet = 0) -> CardSet:
    """The cards that a hand may add to a trick.

    ``binding``: cards that oblige the hand to follow suit; ``allowed``: what a hand that is obliged may play;
    ``called``: what a hand with a joker must choose from, where the led card calls the joker.

    >>> from napoleon.engine.cards import SUIT_SETS, card_set, names
    >>> hand, clubs = card_set([0, 12, 13]), SUIT_SETS[0]
    >>> names(may_follow(hand, clubs, clubs)), names(may_follow(hand & ~clubs, clubs, clubs))
    (['CA', 'C2'], ['D2'])
    """
    if called and hand & JOKERS:
        return hand & called
    return hand & allowed if hand & binding else hand
