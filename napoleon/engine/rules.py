"""Rule sets: frozen, validated values with presets, to and from JSON (rules.md 1.7 and 2).

`NapoleonRules` and `NapRules` declare every option once: a field's type names its values, and its default is
the value in the plainest preset of the game. `options_of`, the checks, the presets, the site's forms and the
table in docs/rules.md follow from these fields.

>>> rules = rules_from_json({"preset": "gurunapo", "deals": 3})
>>> rules.players, rules.joker_call, rules.deals
(5, 'C3', 3)
>>> rules_to_json(rules)
{'preset': 'gurunapo', 'deals': 3}
>>> rules_from_json({"preset": "nap", "deck": "stripped_24"})
Traceback (most recent call last):
napoleon.engine.errors.RulesError: bad_rules: impossible_combination (key=deck other=players)
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import Any, ClassVar, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

from .cards import FULL_PACK, JOKERS, PICTURE_COUNT
from .errors import RulesError

MOST_DEALS: Final = 100
"""The longest match."""

JokerLevel: TypeAlias = Literal["strongest", "below_mighty", "below_left_jack", "weakest"]
Scoring: TypeAlias = Literal["gurunapo", "plus_minus", "bid_value"]
Payments: TypeAlias = Literal["standard", "double", "flat"]
Deck: TypeAlias = Literal["full", "stripped_24", "stripped_28", "stripped_32"]
Finish: TypeAlias = Literal["played_out", "when_decided"]
Preset: TypeAlias = Literal["gurunapo", "leaflet", "four", "booklet", "nap"]
VariantName: TypeAlias = Literal["napoleon", "nap"]


# --- Kinds of options ---


@dataclass(frozen=True, slots=True)
class Flag:
    """An option that is on or off."""

    def check(self, key: str, value: object) -> None:
        """Raise `RulesError` unless the value is a boolean."""
        if not isinstance(value, bool):
            raise RulesError("wrong_type", key, expected="boolean")


@dataclass(frozen=True, slots=True)
class OneOf:
    """An option with a few named values."""

    values: tuple[str, ...]

    def check(self, key: str, value: object) -> None:
        """Raise `RulesError` unless the value is one of the named ones."""
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
        """Raise `RulesError` unless the value is an integer in range."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise RulesError("wrong_type", key, expected="integer")
        if not self.least <= value <= self.most:
            raise RulesError("out_of_range", key, least=self.least, most=self.most)


Option: TypeAlias = Flag | OneOf | Whole


def whole(default: int, least: int, most: int) -> Any:
    """The field of an option that is a whole number. A type alone cannot state its bounds."""
    return field(default=default, metadata={"option": Whole(least, most)})


class RuleSet:
    """The base of all games' rules, each a frozen dataclass with one field for each option."""

    variant: ClassVar[VariantName]
    """The game that these rules are of: a key of `variants.VARIANTS`."""
    same_dealer_redeals: ClassVar[bool]
    """Whether the dealer of a passed-out deal deals again. Otherwise the deal moves to the left."""
    has_widow: ClassVar[bool]
    """Whether the deal leaves cards over for the declarer to exchange."""

    @classmethod
    def options(cls) -> dict[str, Option]:
        """The options of the game by key, read off its fields."""
        hints = get_type_hints(cls)
        return {
            field.name: field.metadata.get("option") or _kind_of(hints[field.name])
            for field in fields(cls)  # type: ignore[arg-type]  # every subclass is a dataclass
            if field.name != "preset"
        }

    def clashes(self) -> Iterator[tuple[str, str]]:
        """Pairs of options that exclude each other: the key at fault, and the other key."""
        yield from ()

    @cached_property
    def _hash(self) -> int:
        values = fields(self)  # type: ignore[arg-type]  # every subclass is a dataclass
        return hash(tuple(getattr(self, field.name) for field in values))

    def __hash__(self) -> int:
        # Every deal looks rules up in several caches, so their hash is computed once.
        return self._hash


def _kind_of(hint: object) -> Option:
    """The kind of option of a field, by its type."""
    return OneOf(get_args(hint)) if get_origin(hint) is Literal else Flag()


# --- The options ---


@dataclass(frozen=True, kw_only=True)
class NapoleonRules(RuleSet):
    """The rules of a Napoleon match. The defaults are those of the preset ``gurunapo`` (seed 000)."""

    variant: ClassVar[VariantName] = "napoleon"
    same_dealer_redeals: ClassVar[bool] = True
    has_widow: ClassVar[bool] = True
    # Options of the other game, as Napoleon is played.
    chips: ClassVar[int] = 0
    no_shuffle: ClassVar[bool] = False

    preset: Preset = "gurunapo"
    players: int = whole(5, 4, 7)
    joker: bool = True
    min_bid: int = whole(11, 1, PICTURE_COUNT)
    bid_order: Literal["count_then_suit", "count_only"] = "count_then_suit"
    auction: Literal["open", "sealed"] = "open"
    passing: Literal["soft", "hard"] = "soft"
    first_bidder: Literal["last_napoleon", "dealer_left"] = "last_napoleon"
    no_trump: bool = False
    all_pass: Literal["redeal", "forced"] = "redeal"
    call: Literal["before_exchange", "after_exchange"] = "before_exchange"
    own_card_call: bool = True
    discards_shown: Literal["pictures", "all", "none"] = "pictures"
    discards_to: Literal["first_trick_winner", "nobody", "chosen_opponent", "napoleon"] = "first_trick_winner"
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
    scoring: Scoring = "gurunapo"
    finish: Finish = "played_out"
    deals: int = whole(5, 1, MOST_DEALS)
    deals_at_once: int = whole(1, 1, MOST_DEALS)

    __hash__ = RuleSet.__hash__

    @cached_property
    def hand_size(self) -> int:
        """Cards dealt to each seat (rules.md 1.1)."""
        return {4: 12, 5: 10, 6: 8, 7: 7}[self.players]

    @cached_property
    def widow_size(self) -> int:
        """Cards left face down for Napoleon: what the hands leave of the pack (rules.md 1.1)."""
        pack = FULL_PACK | (JOKERS if self.joker else 0)
        return pack.bit_count() - self.players * self.hand_size

    def clashes(self) -> Iterator[tuple[str, str]]:
        if self.deals_at_once > self.deals:
            yield "deals_at_once", "deals"


@dataclass(frozen=True, kw_only=True)
class NapRules(RuleSet):
    """The rules of a match of Nap, the European game (seed 002)."""

    variant: ClassVar[VariantName] = "nap"
    same_dealer_redeals: ClassVar[bool] = False
    has_widow: ClassVar[bool] = False
    # Options of the other game, as Nap is played.
    joker: ClassVar[bool] = False
    discards_shown: ClassVar[Literal["none"]] = "none"
    own_card_call: ClassVar[bool] = True

    preset: Preset = "nap"
    players: int = whole(4, 2, 8)
    deck: Deck = "full"
    blucher: bool = False
    wellington_weakest_lead: bool = False
    no_shuffle: bool = False
    payments: Payments = "standard"
    finish: Finish = "played_out"
    chips: int = whole(0, 0, 1000)
    deals: int = whole(10, 1, MOST_DEALS)
    deals_at_once: int = whole(1, 1, MOST_DEALS)

    __hash__ = RuleSet.__hash__

    @cached_property
    def hand_size(self) -> int:
        """Cards dealt to each seat (rules.md 2)."""
        return 5

    @cached_property
    def widow_size(self) -> int:
        """Nap has no widow."""
        return 0

    def clashes(self) -> Iterator[tuple[str, str]]:
        if self.deals_at_once > self.deals:
            yield "deals_at_once", "deals"
        if self.deck != "full" and self.players not in STRIPPED_FOR[self.deck]:
            yield "deck", "players"
        if self.blucher and self.payments == "standard":
            yield "blucher", "payments"
        if self.no_shuffle and self.deals_at_once > 1:
            yield "no_shuffle", "deals_at_once"


Rules: TypeAlias = NapoleonRules | NapRules

STRIPPED_FOR: Final[dict[Deck, tuple[int, ...]]] = {"stripped_24": (3,), "stripped_28": (4, 5), "stripped_32": (5,)}
"""The numbers of players that each stripped pack is for (seed 002, local rule 1)."""


# --- Presets ---

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
"""What each preset changes from the defaults of its game (rules.md 1.7)."""
_OTHER_GAMES: Final[dict[str, type[NapRules]]] = {"nap": NapRules}
"""The presets of other games than Napoleon."""


def rules_type(preset: str) -> type[NapoleonRules] | type[NapRules]:
    return _OTHER_GAMES.get(preset, NapoleonRules)


@cache
def options_of(preset: str) -> dict[str, Option]:
    """The options of a preset's game by key. The answer is shared, so do not change it.

    >>> options_of("nap")["payments"]
    OneOf(values=('standard', 'double', 'flat'))
    """
    return rules_type(preset).options()


@cache
def preset_rules(preset: str) -> Rules:
    """The rules of a preset without any override."""
    return rules_type(preset)(**{"preset": preset, **PRESETS[preset]})


# --- JSON ---


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
    rules = rules_type(preset)(**{**PRESETS[preset], **data})
    for key, other in rules.clashes():
        raise RulesError("impossible_combination", key, other=other)
    return rules


def rules_to_json(rules: Rules) -> dict[str, Any]:
    """The preset and what differs from it. `rules_from_json` is the inverse."""
    plain = preset_rules(rules.preset)
    changed = {
        field.name: getattr(rules, field.name)
        for field in fields(rules)
        if getattr(rules, field.name) != getattr(plain, field.name)
    }
    return {"preset": rules.preset, **changed}
