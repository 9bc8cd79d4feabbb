"""Rule sets: frozen, validated values with presets, to and from JSON (rules.md 1.7 and 2).

`NapoleonRules` and `NapRules` declare every option once: a field's type names its values, and its default is
the value in the plainest preset of the game. `options_of`, the checks, the presets, the site's forms and the
table in docs/rules.md follow from these fields.

>>> rules = rules_from_json({"preset": "gurunapo", "deals": 3})
>>> rules.players, rules.joker_call, rules.deals
(5, 'C3', 3)
>>> changed_options(rules)
{'deals': 3}
>>> rules_from_json(rules_to_json(rules), rules.version) == rules
True
>>> rules_from_json({"preset": "nap", "deck": "stripped_24"})
Traceback (most recent call last):
napoleon.engine.errors.RulesError: bad_rules: impossible_combination (key=deck other=players)
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

from .cards import FULL_PACK, JOKER, JOKERS, PICTURE_COUNT, CardSet
from .editions import FIRST_VERSION, RULES_VERSION, edition
from .errors import RulesError

MOST_DEALS: Final = 100
"""The longest match."""

JokerLevel: TypeAlias = Literal["strongest", "below_mighty", "below_left_jack", "weakest"]
Tricks: TypeAlias = Literal["never", "first", "last", "first_and_last"]
BidOrder: TypeAlias = Literal["count_then_suit", "count_only", "count_then_no_trump"]
JokerCall: TypeAlias = Literal["C3", "S3", "C3_unless_trump", "both", "none"]
YoromekiReturn: TypeAlias = Literal["off", "king", "king_and_ace"]
RedealClaim: TypeAlias = Literal["none", "no_picture", "one_picture", "half_point"]
AdjutantCalls: TypeAlias = Literal["card", "card_or_nobody", "card_nobody_or_first_trick"]
WidowRaise: TypeAlias = Literal["none", "plus_1", "plus_2", "plus_3"]
Misere: TypeAlias = Literal["over_three", "under_three", "none"]
Scoring: TypeAlias = Literal["gurunapo", "plus_minus", "bid_value", "difference"]
Payments: TypeAlias = Literal["standard", "double", "flat", "classic"]
Deck: TypeAlias = Literal["full", "stripped_24", "stripped_28", "stripped_32"]
Finish: TypeAlias = Literal["played_out", "when_decided"]
PassedOutDeal: TypeAlias = Literal["dealt_again", "counts"]
Preset: TypeAlias = Literal["gurunapo", "leaflet", "four", "booklet", "mighty", "nap"]
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


NO_OPTIONS: Final = ("preset", "version")
"""Fields of the rules that are no options: where the rules come from."""


class RuleSet:
    """The base of all games' rules, each a frozen dataclass with one field for each option."""

    variant: ClassVar[VariantName]
    """The game that these rules are of: a key of `variants.VARIANTS`."""
    passed_out: PassedOutDeal

    @cached_property
    def same_dealer_redeals(self) -> bool:
        """Whether the dealer of a passed-out deal deals again. Otherwise the deal moves to the left."""
        return False

    @cached_property
    def has_widow(self) -> bool:
        """Whether the deal leaves cards over for the declarer to exchange."""
        return False

    @cached_property
    def may_be_passed_out(self) -> bool:
        """Whether a deal ends when everybody passes."""
        return True

    @cached_property
    def deals_again(self) -> bool:
        """Whether another deal is dealt for one on which everybody has passed."""
        return self.may_be_passed_out and self.passed_out == "dealt_again"

    @cached_property
    def counts_passed_out(self) -> bool:
        """Whether such a deal is one of the match's deals."""
        return self.may_be_passed_out and self.passed_out == "counts"

    @classmethod
    def options(cls) -> dict[str, Option]:
        """The options of the game by key, read off its fields."""
        hints = get_type_hints(cls)
        return {
            field.name: field.metadata.get("option") or _kind_of(hints[field.name])
            for field in fields(cls)  # type: ignore[arg-type]  # every subclass is a dataclass
            if field.name not in NO_OPTIONS
        }

    def clashes(self) -> Iterator[tuple[str, str]]:
        """Pairs of options that exclude each other: the key at fault, and the other key."""
        yield from ()

    @cached_property
    def _hash(self) -> int:
        # With constants of the class, which change nothing: to leave them out takes longer.
        names = self.__dataclass_fields__  # type: ignore[attr-defined]  # every subclass is a dataclass
        return hash(tuple(getattr(self, name) for name in names))

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
    # Options of the other game, as Napoleon is played.
    chips: ClassVar[int] = 0
    no_shuffle: ClassVar[bool] = False

    preset: Preset = "gurunapo"
    version: int = RULES_VERSION
    players: int = whole(5, 4, 7)
    joker: bool = True
    min_bid: int = whole(11, 1, PICTURE_COUNT)
    bid_order: BidOrder = "count_then_suit"
    auction: Literal["open", "sealed"] = "open"
    passing: Literal["soft", "hard"] = "soft"
    first_bidder: Literal["last_napoleon", "last_adjutant", "dealer_left"] = "last_napoleon"
    no_trump: bool = False
    all_pass: Literal["redeal", "next_dealer", "show_widow", "forced"] = "redeal"
    redeal_claim: RedealClaim = "none"
    passed_out: PassedOutDeal = "dealt_again"
    widow_raise: WidowRaise = "none"
    call: Literal["before_exchange", "after_exchange"] = "before_exchange"
    adjutant_calls: AdjutantCalls = "card"
    own_card_call: bool = True
    discards_shown: Literal["pictures", "all", "none"] = "pictures"
    discards_to: Literal["first_trick_winner", "nobody", "chosen_opponent", "napoleon"] = "first_trick_winner"
    withhold: Literal["none", "mighty_and_right_jack", "adjutant_power_card"] = "none"
    power_cards_any_time: bool = False
    first_lead: Literal["any", "no_trump_or_joker"] = "any"
    mighty_card: Literal["SA", "DA_when_spades"] = "SA"
    mighty_weak: Tricks = "never"
    power_jacks: bool = True
    jacks_weak: Tricks = "never"
    second_joker: Literal["none", "weaker", "equal"] = "none"
    joker_led: JokerLevel = "below_mighty"
    joker_followed: JokerLevel = "below_mighty"
    joker_names: Literal["any", "trump"] = "any"
    joker_suit: Literal["none", "trump"] = "none"
    joker_weak: Literal["never", "first", "last", "first_and_last", "last_three"] = "never"
    joker_call: JokerCall = "C3"
    joker_call_optional: bool = False
    joker_call_off: Tricks = "never"
    called_joker: Literal["keeps_level", "weakest", "weakest_or_mighty"] = "keeps_level"
    yoromeki: bool = True
    yoromeki_return: YoromekiReturn = "off"
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
    def same_dealer_redeals(self) -> bool:
        return self.all_pass != "next_dealer"

    @cached_property
    def has_widow(self) -> bool:
        return True

    @cached_property
    def jokers(self) -> CardSet:
        """The jokers of the pack."""
        if not self.joker:
            return 0
        return 1 << JOKER if self.second_joker == "none" else JOKERS

    @cached_property
    def widow_size(self) -> int:
        """Cards left face down for Napoleon: what the hands leave of the pack (rules.md 1.1)."""
        return (FULL_PACK | self.jokers).bit_count() - self.players * self.hand_size

    @cached_property
    def may_be_passed_out(self) -> bool:
        return self.all_pass != "forced"

    def clashes(self) -> Iterator[tuple[str, str]]:
        if self.second_joker != "none" and not self.joker:
            yield "second_joker", "joker"
        if self.scoring == "difference" and self.sweep != "normal":
            yield "scoring", "sweep"
        if self.deals_at_once > self.deals:
            yield "deals_at_once", "deals"


@dataclass(frozen=True, kw_only=True)
class NapRules(RuleSet):
    """The rules of a match of Nap, the European game (seed 002)."""

    variant: ClassVar[VariantName] = "nap"
    # Options of the other game, as Nap is played.
    joker: ClassVar[bool] = False
    jokers: ClassVar[CardSet] = 0
    joker_call_optional: ClassVar[bool] = False
    adjutant_calls: ClassVar[AdjutantCalls] = "card"
    discards_shown: ClassVar[Literal["none"]] = "none"
    own_card_call: ClassVar[bool] = True

    preset: Preset = "nap"
    version: int = RULES_VERSION
    players: int = whole(4, 2, 8)
    deck: Deck = "full"
    misere: Misere = "over_three"
    spare_hand: bool = False
    blucher: bool = False
    wellington_weakest_lead: bool = False
    no_shuffle: bool = False
    payments: Payments = "standard"
    passed_out: PassedOutDeal = "dealt_again"
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
        """The spare hand, where there is one."""
        return self.hand_size if self.spare_hand else 0

    @cached_property
    def has_widow(self) -> bool:
        return self.spare_hand

    def clashes(self) -> Iterator[tuple[str, str]]:
        if self.deals_at_once > self.deals:
            yield "deals_at_once", "deals"
        if self.deck != "full" and self.players not in STRIPPED_FOR[self.deck]:
            yield "deck", "players"
        if self.spare_hand and self.deck == "stripped_28" and self.players == 5:
            yield "spare_hand", "deck"  # the hands leave three cards
        if self.spare_hand and self.no_shuffle:
            yield "spare_hand", "no_shuffle"
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
    "mighty": {
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
    OneOf(values=('standard', 'double', 'flat', 'classic'))
    """
    return rules_type(preset).options()


@cache
def preset_rules(preset: str) -> Rules:
    """The rules of a preset without any override, as they are today."""
    return rules_from_json({"preset": preset})


def first_rules(preset: str) -> Rules:
    """The rules of a preset without any override, as they were at first."""
    return rules_from_json({"preset": preset}, FIRST_VERSION)


# --- JSON ---


def rules_from_json(data: object, version: int | None = None) -> Rules:
    """The rules that ``{"preset": …, option: value, …}`` describes, by today's presets or by those of that version.

    Rules that were stored give the version that was stored with them: presets may have changed since.

    Raises `RulesError` naming the key for an unknown key or preset, a wrong type, a value out of
    range, and a combination that cannot be dealt or paid; and for a version that is still to come.
    """
    if not isinstance(data, dict):
        raise RulesError("not_an_object", "rules")
    preset = data.get("preset")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise RulesError("unknown_preset", "preset")
    if version is not None and version > RULES_VERSION:
        raise RulesError("newer_rules", "rules_version", version=RULES_VERSION)
    options = options_of(preset)
    for key, value in data.items():
        if key == "preset":
            continue
        if key not in options:
            raise RulesError("unknown_key", str(key))
        options[key].check(key, value)
    plain = PRESETS[preset] if version is None else edition(preset, version)
    rules = rules_type(preset)(**{**plain, **data, "version": version or RULES_VERSION})
    for key, other in rules.clashes():
        raise RulesError("impossible_combination", key, other=other)
    return _shared(rules)


@lru_cache(maxsize=256)
def _shared(rules: Rules) -> Rules:
    """One object for all equal rules: caches find it by identity, and compare none of its forty options."""
    return rules


def rules_to_json(rules: Rules) -> dict[str, Any]:
    """The preset and every option, whatever the preset says. `rules_from_json` is the inverse, given the version.

    An option that came after the first version is left out at its default, so that a program of before can read what
    it can play.
    """
    first = edition(rules.preset, FIRST_VERSION)
    options = {key: getattr(rules, key) for key in options_of(rules.preset)}
    defaults = type(rules)()
    return {"preset": rules.preset} | {
        key: value for key, value in options.items() if key in first or value != getattr(defaults, key)
    }


def changed_options(rules: Rules, plain: Rules | None = None) -> dict[str, Any]:
    """The options that differ from the preset as it is today, or from other rules of the game."""
    plain = plain or preset_rules(rules.preset)
    values = {key: getattr(rules, key) for key in options_of(rules.preset)}
    return {key: value for key, value in values.items() if value != getattr(plain, key)}
