"""Rule sets: frozen, validated values with presets, to and from JSON.

`NapoleonRules` and `NapRules` hold one field per option (docs/rules.md lists them with their sources).
They are made by `rules_from_json`, which starts from a preset and refuses by name whatever cannot be.

>>> rules = rules_from_json({"preset": "gurunapo", "deals": 3})
>>> rules.players, rules.joker_call, rules.deals
(5, 'C3', 3)
>>> rules_to_json(rules)
{'preset': 'gurunapo', 'deals': 3}
>>> rules_from_json({"preset": "nap", "deck": "stripped_24"})
Traceback (most recent call last):
games.engine.errors.RulesError: bad_rules: impossible_combination (key=deck other=players)
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache, cached_property
from typing import Any, Final, Literal, TypeAlias

from .errors import RulesError

Auction: TypeAlias = Literal["open", "sealed"]
JokerLevel: TypeAlias = Literal["strongest", "below_mighty", "below_left_jack", "weakest"]
DiscardsTo: TypeAlias = Literal["first_trick_winner", "nobody", "chosen_opponent", "napoleon"]
Finish: TypeAlias = Literal["played_out", "when_decided"]
Preset: TypeAlias = Literal["gurunapo", "leaflet", "four", "booklet", "nap"]


@dataclass(frozen=True, slots=True)
class Flag:
    """An option that is on or off."""

    def check(self, key: str, value: object) -> None:
        if not isinstance(value, bool):
            raise RulesError("wrong_type", key, expected="boolean")


@dataclass(frozen=True, slots=True)
class Choice:
    """An option with a few named values."""

    values: tuple[str, ...]

    def check(self, key: str, value: object) -> None:
        if not isinstance(value, str):
            raise RulesError("wrong_type", key, expected="string")
        if value not in self.values:
            raise RulesError("not_a_choice", key)


@dataclass(frozen=True, slots=True)
class Whole:
    """An option that is a whole number from ``least`` to ``most``."""

    least: int
    most: int

    def check(self, key: str, value: object) -> None:
        if not isinstance(value, int) or isinstance(value, bool):
            raise RulesError("wrong_type", key, expected="integer")
        if not self.least <= value <= self.most:
            raise RulesError("out_of_range", key, least=self.least, most=self.most)


Option: TypeAlias = Flag | Choice | Whole

MATCH_OPTIONS: Final[dict[str, Option]] = {"deals": Whole(1, 100), "deals_at_once": Whole(1, 100)}
FINISH: Final = Choice(("played_out", "when_decided"))
JOKER_LEVEL: Final = Choice(("strongest", "below_mighty", "below_left_jack", "weakest"))

NAPOLEON_OPTIONS: Final[dict[str, Option]] = {
    "players": Whole(4, 7),
    "joker": Flag(),
    "min_bid": Whole(1, 20),
    "bid_order": Choice(("count_then_suit", "count_only")),
    "auction": Choice(("open", "sealed")),
    "passing": Choice(("soft", "hard")),
    "first_bidder": Choice(("last_napoleon", "dealer_left")),
    "no_trump": Flag(),
    "all_pass": Choice(("redeal", "forced")),
    "call": Choice(("before_exchange", "after_exchange")),
    "own_card_call": Flag(),
    "discards_shown": Choice(("pictures", "all", "none")),
    "discards_to": Choice(("first_trick_winner", "nobody", "chosen_opponent", "napoleon")),
    "withhold": Choice(("none", "mighty_and_right_jack", "adjutant_power_card")),
    "power_cards_any_time": Flag(),
    "first_lead": Choice(("any", "no_trump_or_joker")),
    "joker_led": JOKER_LEVEL,
    "joker_followed": JOKER_LEVEL,
    "joker_names": Choice(("any", "trump")),
    "joker_call": Choice(("C3", "S3", "none")),
    "yoromeki": Flag(),
    "same_two": Choice(("off", "voided_by_specials", "ranked")),
    "same_two_first_trick": Flag(),
    "reverse": Flag(),
    "sweep": Choice(("normal", "loses", "loses_ignoring_discards")),
    "scoring": Choice(("gurunapo", "plus_minus", "bid_value")),
    "finish": FINISH,
    **MATCH_OPTIONS,
}

NAP_OPTIONS: Final[dict[str, Option]] = {
    "players": Whole(2, 8),
    "deck": Choice(("full", "stripped_24", "stripped_28", "stripped_32")),
    "blucher": Flag(),
    "wellington_weakest_lead": Flag(),
    "no_shuffle": Flag(),
    "payments": Choice(("standard", "double", "flat")),
    "finish": FINISH,
    "chips": Whole(0, 1000),
    **MATCH_OPTIONS,
}

STRIPPED_FOR: Final = {"stripped_24": (3,), "stripped_28": (4, 5), "stripped_32": (5,)}
"""Which numbers of players a stripped pack is for (seed 002, local rule 1)."""


@dataclass(frozen=True, kw_only=True)
class NapoleonRules:
    """The rules of a Napoleon match; the defaults are those of the preset ``gurunapo`` (seed 000)."""

    preset: Preset = "gurunapo"
    players: int = 5
    joker: bool = True
    min_bid: int = 11
    bid_order: Literal["count_then_suit", "count_only"] = "count_then_suit"
    auction: Auction = "open"
    passing: Literal["soft", "hard"] = "soft"
    first_bidder: Literal["last_napoleon", "dealer_left"] = "last_napoleon"
    no_trump: bool = False
    all_pass: Literal["redeal", "forced"] = "redeal"
    call: Literal["before_exchange", "after_exchange"] = "before_exchange"
    own_card_call: bool = True
    discards_shown: Literal["pictures", "all", "none"] = "pictures"
    discards_to: DiscardsTo = "first_trick_winner"
    withhold: Literal["none", "mighty_and_right_jack", "adjutant_power_card"] = "none"
    power_cards_any_time: bool = False
    first_lead: Literal["any", "no_trump_or_joker"] = "any"
    joker_led: JokerLevel = "below_mighty"
    joker_followed: JokerLevel = "below_mighty"
    joker_names: Literal["any", "trump"] = "any"
    joker_call: Literal["C3", "S3", "none"] = "C3"
    yoromeki: bool = True
    same_two: Literal["off", "voided_by_specials", "ranked"] = "voided_by_specials"
    same_two_first_trick: bool = False
    reverse: bool = False
    sweep: Literal["normal", "loses", "loses_ignoring_discards"] = "normal"
    scoring: Literal["gurunapo", "plus_minus", "bid_value"] = "gurunapo"
    finish: Finish = "played_out"
    deals: int = 5
    deals_at_once: int = 1

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    def __hash__(self) -> int:
        # Rules are the key of several caches that every deal asks, so this is computed once.
        return self._hash

    @property
    def hand_size(self) -> int:
        """Cards dealt to each (rules.md 1.1)."""
        return {4: 12, 5: 10, 6: 8, 7: 7}[self.players]

    @property
    def widow_size(self) -> int:
        """Cards left face down for Napoleon: what the hands leave of the pack (rules.md 1.1)."""
        return 52 + self.joker - self.players * self.hand_size


@dataclass(frozen=True, kw_only=True)
class NapRules:
    """The rules of a match of Nap, the European game (seed 002)."""

    preset: Preset = "nap"
    players: int = 4
    deck: Literal["full", "stripped_24", "stripped_28", "stripped_32"] = "full"
    blucher: bool = False
    wellington_weakest_lead: bool = False
    no_shuffle: bool = False
    payments: Literal["standard", "double", "flat"] = "standard"
    finish: Finish = "played_out"
    chips: int = 0
    deals: int = 10
    deals_at_once: int = 1

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    def __hash__(self) -> int:
        # Rules are the key of several caches that every deal asks, so this is computed once.
        return self._hash

    @property
    def hand_size(self) -> int:
        return 5

    @property
    def widow_size(self) -> int:
        return 0


Rules: TypeAlias = NapoleonRules | NapRules

_LEAFLET: Final = {
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
PRESETS: Final[dict[str, dict[str, Any]]] = {
    "gurunapo": {},
    "leaflet": _LEAFLET,
    "four": {
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
    },
    "booklet": {
        **_LEAFLET,
        "min_bid": 11,
        "discards_shown": "pictures",
        "withhold": "mighty_and_right_jack",
        "same_two_first_trick": True,
    },
    "nap": {},
}
"""What each preset changes from the defaults of its game."""


def options_of(preset: str) -> dict[str, Option]:
    """The options that a preset's game knows, by key."""
    return NAP_OPTIONS if preset == "nap" else NAPOLEON_OPTIONS


@cache
def preset_rules(preset: str) -> Rules:
    """The rules of a preset without any override."""
    if preset == "nap":
        return NapRules()
    return NapoleonRules(preset=preset, **PRESETS[preset])  # type: ignore[arg-type]


def rules_from_json(data: object) -> Rules:
    """The rules that ``{"preset": …, option: value, …}`` describes.

    Raises `RulesError` naming the key for an unknown key or preset, a wrong type, a value out of
    range, and a combination that cannot be dealt or paid.
    """
    if not isinstance(data, dict):
        raise RulesError("not_an_object", "rules")
    preset = data.get("preset")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise RulesError("unknown_preset", "preset")
    options = options_of(preset)
    for key, value in data.items():
        if key == "preset":
            continue
        if key not in options:
            raise RulesError("unknown_key", str(key))
        options[key].check(key, value)
    chosen = {**PRESETS[preset], **data}
    rules: Rules = NapRules(**chosen) if preset == "nap" else NapoleonRules(**chosen)
    _check_combination(rules)
    return rules


def _check_combination(rules: Rules) -> None:
    if rules.deals_at_once > rules.deals:
        raise RulesError("impossible_combination", "deals_at_once", other="deals")
    if isinstance(rules, NapRules):
        if rules.deck != "full" and rules.players not in STRIPPED_FOR[rules.deck]:
            raise RulesError("impossible_combination", "deck", other="players")
        if rules.blucher and rules.payments == "standard":
            raise RulesError("impossible_combination", "blucher", other="payments")
        if rules.no_shuffle and rules.deals_at_once > 1:
            raise RulesError("impossible_combination", "no_shuffle", other="deals_at_once")


def rules_to_json(rules: Rules) -> dict[str, Any]:
    """The preset and whatever differs from it: `rules_from_json` takes it back."""
    plain = preset_rules(rules.preset)
    changed = {
        field.name: getattr(rules, field.name)
        for field in fields(rules)
        if getattr(rules, field.name) != getattr(plain, field.name)
    }
    return {"preset": rules.preset, **changed}
