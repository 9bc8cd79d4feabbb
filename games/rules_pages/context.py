"""The rules pages' numbers, lists and examples, computed from the rules themselves."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.presentation.cards import BidWord, Face, bid_word, nap_bid_word
from games.presentation.option_texts import PRESETS, Text, option_text, value_text
from games.presentation.table_titles import Setting, changes_of, settings_of
from games.rules_pages.examples import (
    FIRST,
    LAST,
    AuctionExample,
    CardLevel,
    ExchangeExample,
    HandExample,
    TrickExample,
    auction,
    cards_of,
    exchange,
    following,
    levels,
    marks_of,
    raises,
    trick,
    trick_at_nap,
)
from games.rules_pages.idle_options import has_meaning
from napoleon.engine import Bid, NapoleonRules, NapRules, preset_rules
from napoleon.engine.cards import HEARTS, PICTURE_COUNT, SPADES, Suit, names
from napoleon.engine.events import NAP_BIDS
from napoleon.engine.match import pack
from napoleon.engine.nap import NEEDED, bids_of, payment
from napoleon.engine.napoleon import RAISE_PRICES, bid_rank, trumps
from napoleon.engine.napoleon_ranking import callers
from napoleon.engine.napoleon_scoring import BACK_RUN, outcome
from napoleon.engine.rules import RedealClaim, Rules, options_of


@dataclass(frozen=True, slots=True)
class NapPoints:
    """The points of one kind of result; the adjutant's are None if Napoleon played alone."""

    case: Promise | str
    napoleon: int
    adjutant: int | None
    ally: int

    @property
    def amounts(self) -> tuple[int, int | None, int]:
        return self.napoleon, self.adjutant, self.ally

    @property
    def words(self) -> list[str]:
        return ["–" if amount is None else str(amount).replace("-", "−") for amount in self.amounts]


@dataclass(frozen=True, slots=True)
class NapBidLine:
    """A bid at Nap: what it promises, and what each opponent pays or receives."""

    word: str
    tricks: int
    is_misere: bool
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class SpareHandExample:
    """The declarer's hand, the spare hand, and the five cards that they keep."""

    hand: list[Face]
    spare: list[Face]
    kept: list[Face]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesText:
    """The content of a rules page."""

    rules: Rules
    tricks: dict[str, TrickExample]
    hands: dict[str, HandExample]

    @property
    def name(self) -> Text:
        return PRESETS[self.rules.preset].name

    @property
    def is_nap(self) -> bool:
        return isinstance(self.rules, NapRules)

    @property
    def pack_size(self) -> int:
        return pack(self.rules).bit_count()

    @property
    def settings(self) -> list[Setting]:
        return settings_of(self.rules)

    @property
    def changes(self) -> list[Setting]:
        return changes_of(self.rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class NapoleonText(RulesText):
    rules: NapoleonRules
    pictures: list[Face]
    special: dict[str, Face]
    levels: list[CardLevel]
    strong: list[Face]
    bids: list[BidWord]
    bid_signs: list[str]
    """How each of these bids compares with the next one; empty for the last."""
    auction: AuctionExample | None
    exchange: ExchangeExample
    enough_to_defeat: int
    """The number of picture cards with which the allies defeat the lowest bid."""
    points: list[NapPoints]
    poor: list[Face]
    """A hand that may be thrown in; empty where none may."""
    raised: tuple[BidWord, list[BidWord]]
    """A bid, and some bids to which it may be raised after the widow."""

    @property
    def raise_price(self) -> int:
        """How much higher a raise with other trumps has to be."""
        return RAISE_PRICES[self.rules.widow_raise]

    @property
    def raise_price_no_trump(self) -> int:
        return max(self.raise_price - 1, 1)

    @property
    def bid_steps(self) -> list[tuple[BidWord, str]]:
        """The lowest bids, each with its sign."""
        return list(zip(self.bids, self.bid_signs, strict=True))

    @property
    def has_weak_power_cards(self) -> bool:
        return "mighty_weak" in self.tricks or "jacks_weak" in self.tricks


@dataclass(frozen=True, slots=True, kw_only=True)
class NapText(RulesText):
    rules: NapRules
    nap_bids: list[NapBidLine]
    spare_hand: SpareHandExample
    others: int
    most_points: int
    three: int
    """The declarer's points for a bid of three."""


def rules_text(rules: Rules) -> NapoleonText | NapText:
    return _nap(rules) if isinstance(rules, NapRules) else _napoleon(rules)


# --- Napoleon ---


def _napoleon(rules: NapoleonRules) -> NapoleonText:
    low_bids = _low_bids(rules)
    return NapoleonText(
        rules=rules,
        pictures=cards_of("SA SK SQ SJ ST"),
        tricks=_tricks(rules),
        hands=_hands(rules),
        special=_special(rules),
        levels=levels(rules),
        strong=cards_of(_strong(rules), marks_of(rules)),
        bids=[bid_word(Bid(1, 0, count, trump)) for count, trump in low_bids],
        bid_signs=[
            "<" if bid_rank(rules, *bid) < bid_rank(rules, *higher) else "=" for bid, higher in pairwise(low_bids)
        ]
        + [""],
        auction=auction(rules) if rules.auction == "open" else None,
        exchange=exchange(rules),
        enough_to_defeat=PICTURE_COUNT - rules.min_bid + 1,
        poor=cards_of(" ".join(_POOR[rules.redeal_claim].split()[: rules.hand_size])),
        raised=raises(rules, max(rules.min_bid, 18)),
        points=_points_by_difference(rules) if rules.scoring == "difference" else _points(rules),
    )


_POOR: Final[dict[RedealClaim, str]] = {
    "none": "",
    "no_picture": "H9 H7 D8 D6 D2 C9 C7 C4 S8 S3 C6 C5",
    "one_picture": "HK H7 D8 D6 D2 C9 C7 C4 S8 S3 C6 C5",
    "half_point": "SA HT H7 D8 D6 C9 C7 C4 S8 S3 C6 C5",
}
"""Hands that are poor enough to be thrown in."""


def _strong(rules: NapoleonRules) -> str:
    """A hand that is worth a bid of hearts."""
    return ("HJ HA" if rules.power_jacks else "HA") + " HK HT H6 SA" + (" JK" if rules.joker else "")


def _tricks(rules: NapoleonRules) -> dict[str, TrickExample]:
    """Complete example tricks, each for one rule."""
    examples = {
        "plain": trick(rules, "D9 DK D4 H2 C7 DA D3"),
        "led": trick(rules, "D9 DK D4 SQ C7 DQ D3"),
        "power": trick(rules, f"C7 HA {'HJ' if rules.power_jacks else 'HK'} SA C2 C9 CK"),
    }
    if rules.mighty_card != "SA":
        examples["other_mighty"] = trick(rules, "S5 SA DA HK C2 S9 SK", trump=SPADES)
    if rules.mighty_weak != "never":
        examples["mighty_weak"] = trick(rules, "S5 SA HK C9 S9 S6 SK", number=_weak_in(rules.mighty_weak))
    if rules.power_jacks and rules.jacks_weak != "never":
        examples["jacks_weak"] = trick(rules, "H5 HJ DJ HA C2 H9 HK", number=_weak_in(rules.jacks_weak))
    return examples | _joker_tricks(rules) | _yoromeki_tricks(rules) | _same_two_tricks(rules)


def _weak_in(tricks: str) -> int:
    """The number of a trick in which these options make cards weak."""
    return FIRST if tricks.startswith("first") else LAST


def _joker_tricks(rules: NapoleonRules) -> dict[str, TrickExample]:
    if not rules.joker:
        return {}
    examples = {
        "joker_led": trick(rules, "JK H3 DJ HA C2 H9 HK"),
        "joker_followed": trick(rules, "S9 JK S4 SK S6 S7 S8"),
    }
    if rules.second_joker != "none":
        examples["second_joker"] = trick(rules, "S9 JB S4 JK S6 S7 S8")
    if rules.joker_weak != "never":
        examples["joker_weak"] = trick(rules, "C5 JK C2 CA C9 CK C8", number=_weak_in(rules.joker_weak))
    if caller := _caller(rules):
        suit = caller[0]
        examples["joker_call"] = trick(rules, f"{caller} JK {suit}9 D5 {suit}7 {suit}8 {suit}T")
    return examples


def _yoromeki_tricks(rules: NapoleonRules) -> dict[str, TrickExample]:
    if not rules.yoromeki:
        return {}
    examples = {"yoromeki": trick(rules, "S9 SA HQ SK S4 S5 S6")}
    if rules.yoromeki_return != "off":
        examples["yoromeki_return"] = trick(rules, "S9 SA HQ HK S4 S5 S6")
    if rules.yoromeki_return == "king_and_ace":
        examples["yoromeki_ace"] = trick(rules, "SA HQ HK HA S4 S5 S6")
    return examples


def _same_two_tricks(rules: NapoleonRules) -> dict[str, TrickExample]:
    if rules.same_two == "off":
        return {}
    examples = {
        "same_two": trick(rules, "C9 C2 CK CA C5 C6 C8"),
        "same_two_first": trick(rules, "C9 C2 CK CA C5 C6 C8", number=FIRST),
        "same_two_special": trick(rules, "SK S2 SA S9 S7 S6 S8"),
    }
    if rules.joker and rules.joker_suit == "none":
        examples["same_two_joker"] = trick(rules, "C9 C2 JK CA C5 C6 C8")
    return examples


def _caller(rules: NapoleonRules) -> str:
    """A card that calls the joker when hearts are trumps; empty if none does."""
    return next(iter(names(callers(rules, HEARTS))), "")


def _hands(rules: NapoleonRules) -> dict[str, HandExample]:
    """Example hands that must follow a led card, each for one rule."""
    joker = " JK" if rules.joker else ""
    examples = {
        "follow": following(rules, "D7", f"D2 DK HA CJ{joker}"),
        "void": following(rules, "D7", f"HA CJ S4 SA{joker}"),
        "bound": following(rules, "S7", f"SA H9 CK D3{joker}"),
    }
    if rules.power_jacks:
        examples["left_jack"] = following(rules, "D7", f"DJ H3 CA C9{joker}")
    if caller := _caller(rules):
        examples["joker_call"] = following(rules, caller, f"{caller[0]}K SQ H4 JK")
        if rules.called_joker == "weakest_or_mighty":
            examples["mighty_instead"] = following(rules, caller, f"{caller[0]}K SA H4 JK")
    if rules.joker and rules.joker_suit == "trump":
        examples["joker_bound"] = following(rules, "H6", "JK C5 S4")
        examples["joker_barred"] = following(rules, "C6", "JK C5 H4")
    if rules.withhold == "adjutant_power_card":
        examples["adjutant"] = following(rules, "S7", f"SA H9 CK D3{joker}", adjutant="SA")
    if rules.power_cards_any_time:
        examples["any_time"] = following(rules, "D7", f"D2 DK SA HJ C9{joker}")
    return examples


def _special(rules: NapoleonRules) -> dict[str, Face]:
    special = marks_of(rules)
    faces = {"mighty": "SA", "right_jack": "HJ", "left_jack": "DJ", "queen": "HQ", "two": "C2"}
    if rules.joker:
        faces["joker"] = "JK"
    if rules.second_joker != "none":
        faces["second_joker"] = "JB"
    if caller := _caller(rules):
        faces["joker_call"] = caller
    return {name: cards_of(code, special)[0] for name, code in faces.items()}


def _low_bids(rules: NapoleonRules) -> list[tuple[int, Suit]]:
    """The lowest bids in order, up to the first bid of the next number."""
    low = rules.min_bid
    pairs = [(low, trump) for trump in trumps(rules)]
    if low < PICTURE_COUNT:
        pairs.append((low + 1, min(trumps(rules))))
    return sorted(pairs, key=lambda pair: bid_rank(rules, *pair))


def _points(rules: NapoleonRules) -> list[NapPoints]:
    """The points of each kind of result, as the engine scores the lowest bid, and one of 20 if only it may take all."""
    low, most = rules.min_bid, PICTURE_COUNT
    made = _with_and_without(rules, _("Napoleon’s side makes its bid"), low, low)
    swept = _with_and_without(rules, _("Napoleon’s side takes all 20"), low, most)
    failed = _with_and_without(rules, _("Napoleon’s side fails"), low, 0)
    if rules.sweep != "normal" and low < most:
        swept += _with_and_without(rules, _("Napoleon’s side makes a bid of 20"), most, most)
    same = [line.amounts for line in made] == [line.amounts for line in swept]
    return [*made, *([] if same else swept), *failed]


def _with_and_without(rules: NapoleonRules, case: Promise, bid: int, took: int) -> list[NapPoints]:
    """The points of a result with an adjutant, and of the same without."""
    return [_worth(rules, case, bid, took, 1), _worth(rules, _("… Napoleon alone"), bid, took, None)]


def _worth(
    rules: NapoleonRules, case: Promise | str, bid: int, took: int, adjutant: int | None, *, doublings: int = 0
) -> NapPoints:
    scores = outcome(rules, bid, 0, adjutant, 0, took, doublings=doublings).scores
    return NapPoints(case, scores[0], None if adjutant is None else scores[adjutant], scores[-1])


def _points_by_difference(rules: NapoleonRules) -> list[NapPoints]:
    """The points of some results: made, made with all 20, missed by one, missed by far, and with nobody called."""
    low, most = rules.min_bid, PICTURE_COUNT
    bid = min(low + 2, most)
    results = [(bid, min(bid + 1, most)), (bid, most), (bid, bid - 1), (bid, most - BACK_RUN)]
    lines = [_worth(rules, _bid_and_taken(bid, took), bid, took, 1) for bid, took in results]
    took = results[0][1]
    nobody = gettext("%(result)s, nobody called") % {"result": _bid_and_taken(bid, took)}
    return [*lines, _worth(rules, nobody, bid, took, None, doublings=1)]


def _bid_and_taken(bid: int, took: int) -> str:
    return gettext("%(bid)s bid, %(took)s taken") % {"bid": bid, "took": took}


# --- Nap ---


def _nap(rules: NapRules) -> NapText:
    lines = [_nap_bid(rules, bid) for bid in bids_of(rules)]
    return NapText(
        rules=rules,
        tricks={"trump": trick_at_nap("DK DA H9 DQ", HEARTS), "led": trick_at_nap("DT DA SK DQ", HEARTS)}
        | ({} if rules.misere == "none" else {"misere": trick_at_nap("DT DQ HA D9", None)}),
        hands={"follow": following(rules, "DK", "DA D9 HT SQ C9"), "void": following(rules, "DK", "HT SQ S9 CA C9")},
        nap_bids=lines,
        spare_hand=SpareHandExample(*map(cards_of, ("HA HQ HT SK D5", "HK HJ S7 C9 C3", "HA HK HQ HJ HT"))),
        others=rules.players - 1,
        most_points=max(line.won for line in lines) * (rules.players - 1),
        three=payment(rules, "three")[0] * (rules.players - 1),
    )


def _nap_bid(rules: NapRules, bid: str) -> NapBidLine:
    key = next(known for known in NAP_BIDS if known == bid)
    won, lost = payment(rules, key)
    return NapBidLine(nap_bid_word(bid), NEEDED[key], bid == "misere", won, lost)


# --- How rule sets differ ---


@dataclass(frozen=True, slots=True)
class Difference:
    """An option in which the presets of Napoleon differ, with its value in each."""

    name: Text
    values: list[Text]


@dataclass(frozen=True, slots=True)
class Comparison:
    names: list[Text]
    rows: list[Difference]


def comparison() -> Comparison:
    """The options in which the presets of Napoleon differ; Nap is a different game."""
    keys = [key for key in PRESETS if key != "nap"]
    rules = [preset_rules(key) for key in keys]
    rows = []
    for option in options_of("gurunapo"):
        values = [getattr(preset, option) for preset in rules]
        if len(set(values)) > 1:
            words = [_shown(preset, option) for preset in rules]
            rows.append(Difference(option_text(option).name, words))
    return Comparison([PRESETS[key].name for key in keys], rows)


def _shown(rules: Rules, option: str) -> Text:
    """The value in words; a dash if it has no meaning."""
    return value_text(option, getattr(rules, option)) if has_meaning(rules, option) else "–"
