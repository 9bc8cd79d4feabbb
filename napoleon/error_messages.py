"""The engine's refusals as English sentences. The site translates them (`games/presentation/error_messages.py`).

>>> message("must_follow", {"card": "H7", "suit": "S"})
'Spades were led, and the hand holds one.'
>>> message("own_card", {"card": "JK"})
'Joker is your own: these rules forbid calling it.'
"""

from collections.abc import Mapping
from typing import Final

from napoleon.engine.errors import Detail


def _(sentence: str) -> str:
    """Mark a sentence for the site's translators."""
    return sentence


SENTENCES: Final[dict[str, str]] = {
    # The rules of a table
    "not_an_object": _("This is not a JSON object."),
    "unknown_preset": _("There is no such set of rules."),
    "unknown_key": _("“%(key)s” is not an option of this game."),
    "wrong_type": _("“%(key)s” has a value of the wrong kind."),
    "out_of_range": _("The number must be between %(least)s and %(most)s."),
    "not_a_choice": _("“%(key)s” has no such value."),
    "impossible_combination": _("“%(key)s” and “%(other)s” do not go together."),
    "newer_rules": _("These rules are of a later version. This program knows them up to version %(version)s."),
    # A record as a file
    "not_json": "This is not a record line.",  # the site has more to say
    "not_utf_8": _("This line is not UTF-8."),
    "line_too_long": _("This line is longer than %(most)s characters."),
    "wrong_format": _("This is not a Napoleon record."),
    "wrong_version": _("Only version %(version)s of the record format is known."),
    "no_players": _("The record names no players."),
    "no_rules": _("The record names no rules."),
    "no_rules_version": _("“rules_version” must be a whole number from 1."),
    "wrong_number_of_players": _("These rules need %(players)s players."),
    "no_header": _("There is an event before the first record."),
    "unknown_type": _("There is no event of this type."),
    # The deal
    "match_over": _("The match is over."),
    "no_deal_due": _("No deal is due now."),
    "wrong_number": _("The next deal is number %(number)s."),
    "wrong_dealer": _("It is another seat's turn to deal."),
    "wrong_hands": _("There must be %(hands)s hands."),
    "wrong_hand_size": _("Each hand must hold %(size)s different cards."),
    "wrong_widow_size": _("The widow must hold %(size)s different cards."),
    "card_twice": _("%(card)s has been dealt twice."),
    "foreign_card": _("%(card)s has been dealt but is not in this pack."),
    # Whose turn it is
    "not_to_act": _("It is not this seat's turn."),
    "no_such_deal": _("That deal is not open."),
    "wrong_phase": _("This cannot be done at this stage of the deal."),
    # The auction
    "must_bid": _("Everyone has passed: the first bidder must bid."),
    "must_bid_minimum": _("Everyone has passed: the bid must be exactly %(least)s."),
    "no_redeal": _("This hand can’t be thrown in now."),
    "no_raise": _("These rules don’t let Napoleon raise the bid after the widow."),
    "raised_before": _("The bid has been raised already."),
    "no_higher_raise": _("With these trumps the bid can’t be raised any more."),
    "raise_out_of_range": _("With these trumps the bid must be raised to between %(least)s and %(most)s."),
    "no_such_trump": _("These rules have no such trump."),
    "no_such_bid": _("There is no such bid."),
    "not_higher": _("The bid must be higher than the last."),
    "needs_nap": _("Wellington can only be bid over nap."),
    "needs_wellington": _("Blücher can only be bid over Wellington."),
    # The call and the exchange
    "own_card": _("%(card)s is your own: these rules forbid calling it."),
    "no_such_call": _("These rules don’t let Napoleon call that."),
    "no_such_card": _("%(card)s is not in the pack."),
    "wrong_count": _("Exactly %(count)s different cards must be discarded."),
    "not_held": _("%(card)s is not in the hand."),
    "no_such_recipient": _("The discards must go to another seat of the table."),
    "recipient_not_asked": _("These rules do not let Napoleon choose who gets the discards."),
    # The play
    "must_follow": _("%(suit)s were led, and the hand holds one."),
    "joker_called": _("The joker was called, so its holder must play it."),
    "first_lead": _("The first lead may be neither a trump nor the joker."),
    "weakest_lead": _("The declarer of Wellington must lead a card of the lowest rank."),
    "call_missing": _("Say whether %(card)s calls the joker."),
    "call_not_asked": _("Here nobody is asked whether a card calls the joker."),
    "suit_missing": _("A led joker must name a suit."),
    "wrong_suit": _("The joker may not name this suit."),
    "suit_not_asked": _("Only a led joker names a suit."),
    # Claims
    "not_certain": _("These cards do not guarantee the claim."),
    "refused_before": _("This seat has already asked in this deal and was refused."),
    "nothing_to_claim": _("You can’t claim tricks at misère."),
}
"""A sentence for each reason, with the error's details as its placeholders."""

_SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_RANKS: Final = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}


def message(reason: str, details: Mapping[str, Detail]) -> str:
    """Why the engine refused, in a sentence."""
    values: dict[str, object] = dict(details)
    suit, card = details.get("suit"), details.get("card")
    if isinstance(suit, str):
        values["suit"] = _SUITS[suit].capitalize()
    values["card"] = _card(card).capitalize() if isinstance(card, str) else "This card"
    return SENTENCES[reason] % values


def _card(name: str) -> str:
    jokers = {"JK": "joker", "JB": "second joker"}
    return jokers.get(name) or f"{_RANKS.get(name[1], name[1])} of {_SUITS[name[0]]}"
