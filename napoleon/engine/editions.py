"""The presets as each version of the rules had them. Games and records of that time need them: nothing here changes.

A release that changes a preset, or what an option does, adds the next version with the presets that it changed, whole.
A preset that is new joins the version of the time. An option that is new is in no edition before: its default, which
never changes either, is what was played before there was the option.
"""

from typing import Any, Final

_GURUNAPO_1: Final[dict[str, Any]] = {
    "players": 5,
    "joker": True,
    "min_bid": 11,
    "bid_order": "count_then_suit",
    "auction": "open",
    "passing": "soft",
    "first_bidder": "last_napoleon",
    "no_trump": False,
    "all_pass": "redeal",
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
_LEAFLET_1: Final[dict[str, Any]] = {
    **_GURUNAPO_1,
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
_FOUR_1: Final[dict[str, Any]] = {
    **_GURUNAPO_1,
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
_BOOKLET_1: Final[dict[str, Any]] = {
    **_LEAFLET_1,
    "min_bid": 11,
    "discards_shown": "pictures",
    "withhold": "mighty_and_right_jack",
    "same_two_first_trick": True,
}
_NAP_1: Final[dict[str, Any]] = {
    "players": 4,
    "deck": "full",
    "blucher": False,
    "wellington_weakest_lead": False,
    "no_shuffle": False,
    "payments": "standard",
    "finish": "played_out",
    "chips": 0,
    "deals": 10,
    "deals_at_once": 1,
}
_MIGHTY_1: Final[dict[str, Any]] = {
    **_GURUNAPO_1,
    "min_bid": 13,
    "bid_order": "count_then_no_trump",
    "passing": "hard",
    "no_trump": True,
    "redeal_claim": "half_point",
    "widow_raise": "plus_2",
    "call": "after_exchange",
    "adjutant_calls": "card_nobody_or_first_trick",
    "discards_shown": "none",
    "discards_to": "napoleon",
    "power_cards_any_time": True,
    "first_lead": "no_trump_or_joker",
    "mighty_card": "DA_when_spades",
    "power_jacks": False,
    "joker_weak": "first_and_last",
    "joker_call": "C3_unless_trump",
    "joker_call_optional": True,
    "joker_call_off": "first",
    "called_joker": "weakest_or_mighty",
    "yoromeki": False,
    "same_two": "off",
    "scoring": "difference",
}

EDITIONS: Final[dict[int, dict[str, dict[str, Any]]]] = {
    1: {
        "gurunapo": _GURUNAPO_1,
        "leaflet": _LEAFLET_1,
        "four": _FOUR_1,
        "booklet": _BOOKLET_1,
        "mighty": _MIGHTY_1,
        "nap": _NAP_1,
    }
}
"""By version, the presets that came or changed with it, each with all its options."""

FIRST_VERSION: Final = 1
"""The version of games and records that name none."""
RULES_VERSION: Final = max(EDITIONS)
"""The version that this engine plays."""


def edition(preset: str, version: int) -> dict[str, Any]:
    """All options of the preset in that version; of a preset that came later, as it first was.

    >>> edition("nap", 1)["payments"]
    'standard'
    """
    known = [number for number in sorted(EDITIONS) if preset in EDITIONS[number]]
    earlier = [number for number in known if number <= version]
    return EDITIONS[earlier[-1] if earlier else known[0]][preset]
