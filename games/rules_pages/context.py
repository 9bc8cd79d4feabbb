"""The rules pages' numbers, lists and examples, computed from the rules themselves."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.presentation.cards import BidWord, Face, bid_word, nap_bid_word
from games.presentation.offered import OFFERED_PRESETS, offered
from games.presentation.option_texts import PRESETS, Text, option_text, value_text
from games.presentation.table_titles import Setting, changes_of, settings_of
from games.rules_pages.examples import (
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
    trick,
    trick_at_nap,
)
from games.rules_pages.idle_options import has_meaning
from napoleon.engine import Bid, NapoleonRules, NapRules, preset_rules
from napoleon.engine.cards import HEARTS, PICTURE_COUNT
from napoleon.engine.events import NAP_BIDS
from napoleon.engine.match import pack
from napoleon.engine.nap import NEEDED, bids_of, payment
from napoleon.engine.napoleon import bid_rank, trumps
from napoleon.engine.napoleon_scoring import outcome
from napoleon.engine.rules import Rules


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
    pictures: list[Face]
    special: dict[str, Face]
    levels: list[CardLevel]
    strong: list[Face]
    bids: list[BidWord]
    auction: AuctionExample | None
    exchange: ExchangeExample
    enough_to_defeat: int
    """The number of picture cards with which the allies defeat the lowest bid."""
    points: list[NapPoints]


@dataclass(frozen=True, slots=True, kw_only=True)
class NapText(RulesText):
    nap_bids: list[NapBidLine]
    others: int
    most_points: int
    three: int
    """The declarer's points for a bid of three."""


def rules_text(rules: Rules) -> NapoleonText | NapText:
    return _nap(rules) if isinstance(rules, NapRules) else _napoleon(rules)


# --- Napoleon ---


def _napoleon(rules: NapoleonRules) -> NapoleonText:
    return NapoleonText(
        rules=rules,
        pictures=cards_of("SA SK SQ SJ ST"),
        tricks=_tricks(rules),
        hands=_hands(rules),
        special=_special(rules),
        levels=levels(rules),
        strong=cards_of("HJ HA HK HT H6 SA" + (" JK" if rules.joker else ""), marks_of(rules)),
        bids=_bids(rules),
        auction=auction(rules) if rules.auction == "open" else None,
        exchange=exchange(rules),
        enough_to_defeat=PICTURE_COUNT - rules.min_bid + 1,
        points=_points(rules),
    )


def _tricks(rules: NapoleonRules) -> dict[str, TrickExample]:
    """Complete example tricks, each for one rule."""
    examples = {
        "plain": trick(rules, "D9 DK D4 H2 C7 DA D3"),
        "led": trick(rules, "D9 DK D4 SQ C7 DQ D3"),
        "power": trick(rules, "C7 HA HJ SA C2 C9 CK"),
    }
    if rules.joker:
        examples["joker_led"] = trick(rules, "JK H3 DJ HA C2 H9 HK")
        examples["joker_followed"] = trick(rules, "S9 JK S4 SK S6 S7 S8")
        if rules.joker_call != "none":
            examples["joker_call"] = trick(
                rules,
                "{call} JK {suit}9 D5 {suit}7 {suit}8 {suit}T".format(call=rules.joker_call, suit=rules.joker_call[0]),
            )
    if rules.yoromeki:
        examples["yoromeki"] = trick(rules, "S9 SA HQ SK S4 S5 S6")
    if rules.same_two != "off":
        examples["same_two"] = trick(rules, "C9 C2 CK CA C5 C6 C8")
        examples["same_two_first"] = trick(rules, "C9 C2 CK CA C5 C6 C8", first=True)
        examples["same_two_special"] = trick(rules, "SK S2 SA S9 S7 S6 S8")
        if rules.joker:
            examples["same_two_joker"] = trick(rules, "C9 C2 JK CA C5 C6 C8")
    return examples


def _hands(rules: NapoleonRules) -> dict[str, HandExample]:
    """Example hands that must follow a led card, each for one rule."""
    joker = " JK" if rules.joker else ""
    examples = {
        "follow": following(rules, "D7", f"D2 DK HA CJ{joker}"),
        "void": following(rules, "D7", f"HA CJ S4 SA{joker}"),
        "bound": following(rules, "S7", f"SA H9 CK D3{joker}"),
        "left_jack": following(rules, "D7", f"DJ H3 CA C9{joker}"),
    }
    if rules.joker and rules.joker_call != "none":
        examples["joker_call"] = following(rules, rules.joker_call, f"{rules.joker_call[0]}K SQ H4 JK")
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
        if rules.joker_call != "none":
            faces["joker_call"] = rules.joker_call
    return {name: cards_of(code, special)[0] for name, code in faces.items()}


def _bids(rules: NapoleonRules) -> list[BidWord]:
    """The lowest bids in order, up to the first bid of the next number."""
    low = rules.min_bid
    pairs = [(low, trump) for trump in trumps(rules)]
    if low < PICTURE_COUNT:
        pairs.append((low + 1, min(trumps(rules))))
    pairs.sort(key=lambda pair: bid_rank(rules, *pair))
    return [bid_word(Bid(1, 0, count, trump)) for count, trump in pairs]


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


def _worth(rules: NapoleonRules, case: Promise, bid: int, took: int, adjutant: int | None) -> NapPoints:
    scores = outcome(rules, bid, 0, adjutant, 0, took).scores
    return NapPoints(case, scores[0], None if adjutant is None else scores[adjutant], scores[-1])


# --- Nap ---


def _nap(rules: NapRules) -> NapText:
    lines = [_nap_bid(rules, bid) for bid in bids_of(rules)]
    return NapText(
        rules=rules,
        tricks={
            "trump": trick_at_nap("DK DA H9 DQ", HEARTS),
            "led": trick_at_nap("DT DA SK DQ", HEARTS),
            "misere": trick_at_nap("DT DQ HA D9", None),
        },
        hands={"follow": following(rules, "DK", "DA D9 HT SQ C9"), "void": following(rules, "DK", "HT SQ S9 CA C9")},
        nap_bids=lines,
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
    keys = [key for key in OFFERED_PRESETS if key != "nap"]
    rules = [preset_rules(key) for key in keys]
    rows = []
    for option in offered("gurunapo"):
        values = [getattr(preset, option) for preset in rules]
        if len(set(values)) > 1:
            words = [_shown(preset, option) for preset in rules]
            rows.append(Difference(option_text(option).name, words))
    return Comparison([PRESETS[key].name for key in keys], rows)


def _shown(rules: Rules, option: str) -> Text:
    """The value in words; a dash if it has no meaning."""
    return value_text(option, getattr(rules, option)) if has_meaning(rules, option) else "–"
