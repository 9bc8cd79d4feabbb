"""Options and presets (rules.md 1.7 and 2), and what is refused."""

from typing import Any

from .cards import RANKS, pack

Rules = dict[str, Any]
FLAG = [True, False]
PASSED_OUT = ["dealt_again", "counts"]
JOKER_LEVELS = ["strongest", "below_mighty", "below_left_jack", "weakest"]

# A list gives the values allowed; a range gives whole numbers.
NAPOLEON_OPTIONS: dict[str, list[Any] | range] = {
    "players": range(4, 8),
    "joker": FLAG,
    "min_bid": range(1, 21),
    "bid_order": ["count_then_suit", "count_only"],
    "auction": ["open", "sealed"],
    "passing": ["soft", "hard"],
    "first_bidder": ["last_napoleon", "dealer_left"],
    "no_trump": FLAG,
    "all_pass": ["redeal", "forced"],
    "passed_out": PASSED_OUT,
    "call": ["before_exchange", "after_exchange"],
    "own_card_call": FLAG,
    "discards_shown": ["pictures", "all", "none"],
    "discards_to": ["first_trick_winner", "nobody", "chosen_opponent", "napoleon"],
    "withhold": ["none", "mighty_and_right_jack", "adjutant_power_card"],
    "power_cards_any_time": FLAG,
    "first_lead": ["any", "no_trump_or_joker"],
    "joker_led": JOKER_LEVELS,
    "joker_followed": JOKER_LEVELS,
    "joker_names": ["any", "trump"],
    "joker_call": ["C3", "S3", "none"],
    "yoromeki": FLAG,
    "same_two": ["off", "voided_by_specials", "ranked"],
    "same_two_first_trick": FLAG,
    "reverse": FLAG,
    "sweep": ["normal", "loses", "loses_ignoring_discards"],
    "scoring": ["gurunapo", "plus_minus", "bid_value"],
    "finish": ["played_out", "when_decided"],
    "deals": range(1, 101),
    "deals_at_once": range(1, 101),
}

NAP_OPTIONS: dict[str, list[Any] | range] = {
    "players": range(2, 9),
    "deck": ["full", "stripped_24", "stripped_28", "stripped_32"],
    "blucher": FLAG,
    "wellington_weakest_lead": FLAG,
    "no_shuffle": FLAG,
    "payments": ["standard", "double", "flat"],
    "passed_out": PASSED_OUT,
    "finish": ["played_out", "when_decided"],
    "chips": range(0, 1001),
    "deals": range(1, 101),
    "deals_at_once": range(1, 101),
}

GURUNAPO: Rules = {
    "players": 5,
    "joker": True,
    "min_bid": 11,
    "bid_order": "count_then_suit",
    "auction": "open",
    "passing": "soft",
    "first_bidder": "last_napoleon",
    "no_trump": False,
    "all_pass": "redeal",
    "passed_out": "dealt_again",
    "call": "before_exchange",
    "own_card_call": True,
    "discards_shown": "pictures",
    "discards_to": "first_trick_winner",
    "withhold": "none",
    "power_cards_any_time": False,
    "first_lead": "any",
    "joker_led": "below_mighty",
    "joker_followed": "below_mighty",
    "joker_names": "any",
    "joker_call": "C3",
    "yoromeki": True,
    "same_two": "voided_by_specials",
    "same_two_first_trick": False,
    "reverse": False,
    "sweep": "normal",
    "scoring": "gurunapo",
    "finish": "played_out",
    "deals": 5,
    "deals_at_once": 1,
}

LEAFLET: Rules = GURUNAPO | {
    "min_bid": 10,
    "first_bidder": "dealer_left",
    "discards_shown": "all",
    "discards_to": "nobody",
    "joker_led": "below_left_jack",
    "joker_followed": "weakest",
    "joker_names": "trump",
    "joker_call": "S3",
    "same_two": "ranked",
    "scoring": "plus_minus",
}

# The table leaves the joker's options of `four` empty, so their values with a joker are in doubt.
FOUR: Rules = GURUNAPO | {
    "players": 4,
    "joker": False,
    "first_bidder": "dealer_left",
    "all_pass": "forced",
    "discards_shown": "none",
    "discards_to": "nobody",
    "joker_call": "none",
    "yoromeki": False,
    "same_two": "ranked",
    "same_two_first_trick": True,
}

BOOKLET: Rules = LEAFLET | {
    "min_bid": 11,
    "discards_shown": "pictures",
    "withhold": "mighty_and_right_jack",
    "same_two_first_trick": True,
}

NAP: Rules = {
    "players": 4,
    "deck": "full",
    "blucher": False,
    "wellington_weakest_lead": False,
    "no_shuffle": False,
    "payments": "standard",
    "passed_out": "dealt_again",
    "finish": "played_out",
    "chips": 0,
    "deals": 10,
    "deals_at_once": 1,
}

PRESETS = {"gurunapo": GURUNAPO, "leaflet": LEAFLET, "four": FOUR, "booklet": BOOKLET, "nap": NAP}
STRIPPED_PLAYERS = {"stripped_24": [3], "stripped_28": [4, 5], "stripped_32": [5]}
LOWEST_RANK = {"full": "2", "stripped_24": "9", "stripped_28": "8", "stripped_32": "7"}

# players: (cards in a hand, cards in the widow with the joker, without it)
NAPOLEON_SIZES = {4: (12, 5, 4), 5: (10, 3, 2), 6: (8, 5, 4), 7: (7, 4, 3)}


class RulesRefused(Exception):
    """The rules of a header cannot be played."""


def read_rules(given: dict[str, Any]) -> Rules:
    """The full rules of a preset and its overrides."""
    preset = given.get("preset")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise RulesRefused("preset")
    options = options_of(preset)
    rules = {"preset": preset} | PRESETS[preset]
    for key, value in given.items():
        if key == "preset":
            continue
        if key not in options or not allowed(value, options[key]):
            raise RulesRefused(key)
        rules[key] = value
    refuse_impossible(rules)
    return rules


def options_of(preset: str) -> dict[str, list[Any] | range]:
    return NAP_OPTIONS if preset == "nap" else NAPOLEON_OPTIONS


def allowed(value: object, values: list[Any] | range) -> bool:
    """Types count: true is not 1, and 5.0 is not 5."""
    return any(type(value) is type(allowed) and value == allowed for allowed in values)


def refuse_impossible(rules: Rules) -> None:
    if rules["deals_at_once"] > rules["deals"]:
        raise RulesRefused("deals_at_once")
    if rules["preset"] != "nap":
        return
    deck = rules["deck"]
    if deck != "full" and rules["players"] not in STRIPPED_PLAYERS[deck]:
        raise RulesRefused("deck")
    if rules["blucher"] and rules["payments"] == "standard":
        raise RulesRefused("blucher")
    if rules["no_shuffle"] and rules["deals_at_once"] != 1:
        raise RulesRefused("no_shuffle")


def hand_size(rules: Rules) -> int:
    return 5 if rules["preset"] == "nap" else NAPOLEON_SIZES[rules["players"]][0]


def widow_size(rules: Rules) -> int:
    if rules["preset"] == "nap":
        return 0
    _, with_joker, without = NAPOLEON_SIZES[rules["players"]]
    return with_joker if rules["joker"] else without


def pack_of(rules: Rules) -> list[str]:
    if rules["preset"] != "nap":
        return pack(RANKS, rules["joker"])
    return pack(RANKS[: RANKS.index(LOWEST_RANK[rules["deck"]]) + 1], joker=False)
