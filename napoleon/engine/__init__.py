"""The rules of Napoleon and Nap as a pure package: standard library only, no clock, no randomness, no I/O.

>>> from napoleon.engine import legal, next_deal, rules_from_json, start
>>> match = start(rules_from_json({"preset": "nap", "players": 3}))
>>> next_deal(match).number
1
"""

from .cards import card_name, card_set, names, parse_card
from .deal import EndedView
from .errors import EngineError, IllegalCommand, RulesError
from .events import (
    Agree,
    Bid,
    BidNap,
    Call,
    Claim,
    Concede,
    Deal,
    Exchange,
    LegalExchanges,
    Pass,
    Play,
    Raise,
    Redeal,
    Refuse,
)
from .match import Match, MatchCursor, advance, apply, decide, is_over, legal, next_deal, open_deal, start, to_act
from .rules import NapoleonRules, NapRules, Rules, changed_options, preset_rules, rules_from_json, rules_to_json
from .view import DealView, PlayerView, view

__all__ = [
    "Agree",
    "Bid",
    "BidNap",
    "Call",
    "Claim",
    "Concede",
    "Deal",
    "DealView",
    "EndedView",
    "EngineError",
    "Exchange",
    "IllegalCommand",
    "LegalExchanges",
    "Match",
    "MatchCursor",
    "NapRules",
    "NapoleonRules",
    "Pass",
    "Play",
    "PlayerView",
    "Raise",
    "Redeal",
    "Refuse",
    "Rules",
    "RulesError",
    "advance",
    "apply",
    "card_name",
    "card_set",
    "changed_options",
    "decide",
    "is_over",
    "legal",
    "names",
    "next_deal",
    "open_deal",
    "parse_card",
    "preset_rules",
    "rules_from_json",
    "rules_to_json",
    "start",
    "to_act",
    "view",
]
