"""Rule sets drawn from all house rules of docs/house-rules.md, which the referee doesn't know."""

from random import Random
from typing import Any

HOUSE_RULES: dict[str, tuple[Any, ...]] = {
    "players": (4, 5, 6, 7),
    "no_trump": (True,),
    "withhold": ("mighty_and_right_jack", "adjutant_power_card"),
    "power_cards_any_time": (True,),
    "second_joker": ("weaker", "equal"),
    "joker_suit": ("trump",),
    "joker_led": ("strongest", "weakest"),
    "joker_followed": ("strongest", "weakest"),
    "joker_weak": ("first", "last", "first_and_last", "last_three"),
    "mighty_card": ("DA_when_spades",),
    "mighty_weak": ("first", "last", "first_and_last"),
    "power_jacks": (False,),
    "jacks_weak": ("first", "last", "first_and_last"),
    "joker_call": ("S3", "C3_unless_trump", "both"),
    "joker_call_optional": (True,),
    "joker_call_off": ("first", "last", "first_and_last"),
    "called_joker": ("weakest", "weakest_or_mighty"),
    "yoromeki_return": ("king", "king_and_ace"),
    "reverse": (True,),
    "same_two": ("ranked", "voided_by_specials"),
    "adjutant_calls": ("card_nobody_or_first_trick",),
    "widow_raise": ("plus_1",),
    "all_pass": ("show_widow",),
    "call": ("after_exchange",),
    "scoring": ("difference",),
}
"""What house rules add to the presets, with options that change what the new ones mean."""


def random_house_rules(rng: Random) -> dict[str, Any]:
    """A preset of Napoleon with some house rules."""
    given: dict[str, Any] = {"preset": rng.choice(["gurunapo", "leaflet", "booklet", "mighty"])}
    return given | {key: rng.choice(values) for key, values in HOUSE_RULES.items() if rng.random() < 0.4}
