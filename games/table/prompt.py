"""The form under the board: which decision the reader has to make, and the choices they have."""

from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils.functional import Promise
from django.utils.safestring import mark_safe
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.coach.suggestion import Suggestion
from games.presentation.auction import CALLED_WHO
from games.presentation.cards import (
    SUIT_ORDER,
    BidWord,
    Face,
    bid_text,
    face,
    faces,
    in_hand_order,
    label,
    nap_bid_word,
    rank_word,
    signs,
    suit_letter,
    suit_word,
)
from games.presentation.error_messages import refusal
from games.presentation.proposals import proposed
from games.presentation.reader import Reader
from napoleon.bots.claim_answers import may_give_up
from napoleon.engine import Bid, BidNap, Call, Claim, Concede, DealView, LegalExchanges, Pass, Play, Raise, Redeal
from napoleon.engine.cards import PICTURE_COUNT, SUIT_SETS, TRUMPS, Card, Suit, card_name, cards_in, is_joker
from napoleon.engine.nap import bids_of, payment
from napoleon.engine.rules import NapoleonRules, NapRules
from napoleon.engine.view import names_needlessly

# The joker's card carries its own name.
_OFTEN_CALLED: dict[str, Promise | str] = {
    "mighty": pgettext_lazy("a card to call", "mighty"),
    "right_jack": pgettext_lazy("a card to call", "right jack"),
    "left_jack": pgettext_lazy("a card to call", "left jack"),
    "joker": "",
}
# What the others read while somebody acts in a phase.
_WAITING_FOR: dict[str, Promise] = {
    "bidding": _("Waiting for %(name)s to bid or pass"),
    "must_bid": _("%(name)s must bid"),
    "calling": _("Waiting for %(name)s to call the adjutant’s card"),
    "exchanging": _("Waiting for %(name)s to exchange with the widow"),
    "playing": _("Waiting for %(name)s to play"),
}
_WAITING_FOR_SPARE: Promise = _("Waiting for %(name)s to exchange with the spare hand")


@dataclass(frozen=True, slots=True)
class PromptKey:
    """A button for one of a few values."""

    value: str
    word: str
    is_open: bool = True
    is_edge: bool = False
    """With this count only some suits make a higher bid."""
    is_low: bool = False
    """With such a count this suit does not."""
    is_chosen: bool = False
    pays: str = ""
    """At Nap, what each other player pays if the bid is made, and is paid if not."""


@dataclass(frozen=True, slots=True)
class Raises:
    """The raises that Napoleon may make with one trump: values, and the numbers that they name."""

    word: str
    """The trump, and whether it is the one of the bid."""
    options: list[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldMove:
    """The reader's move that is about to be made, and can still be taken back."""

    word: str
    """What it does: "Bid"; empty for an answer to a claim."""
    cards: list[Face]
    bid: BidWord | None
    suit: str
    """The suit that a led joker names."""
    said: str
    """Who is called in place of a card, or whether the card calls the joker."""
    made_at: datetime
    left: float
    """How many seconds it can be taken back, for a script that counts them."""
    words: str
    """The prompt while it counts, with {n} for the seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What the form asks; ``kind`` chooses its controls."""

    kind: str
    strong: str
    why: str = ""
    why_suit: str = ""
    cards: list[Face] = field(default_factory=list)
    dealt: int = 0
    """How many cards the hand had before the first trick."""
    widow: list[Face] = field(default_factory=list)
    """The cards beside the hand that may be discarded as well."""
    widow_word: str = ""
    raises: list[Raises] = field(default_factory=list)
    counts: list[PromptKey] = field(default_factory=list)
    suits: list[PromptKey] = field(default_factory=list)
    bids: list[PromptKey] = field(default_factory=list)
    ranks: list[PromptKey] = field(default_factory=list)
    refused: str = ""
    """The cards that may not be called."""
    quick: list[tuple[Face, str]] = field(default_factory=list)
    others: list[PromptKey] = field(default_factory=list)
    """Who may be called in place of a card."""
    recipients: list[PromptKey] = field(default_factory=list)
    size: int = 0
    best: int | None = None
    may_pass: bool = False
    may_throw_in: bool = False
    callers: list[Face] = field(default_factory=list)
    """The cards whose player says whether they call the joker."""
    named_suit: str = ""
    """The only suit that a led joker may name, if there is only one."""
    may_claim: bool = False
    may_concede: bool = False
    bots_refuse: bool = False
    """Whether bots would refuse to let the reader give up, who could ask no more in this deal then."""
    is_certain: bool = False
    """Whether a claim ends the deal at once."""
    held: HeldMove | None = None
    coach: str = ""
    """Why the coach suggests what is outlined."""
    asked_again: str = ""
    """Why the reader is asked again in this auction, at a table with a coach."""
    hints: frozenset[str] = frozenset()
    """The ids of the outlined controls."""

    def hint(self, control: str, *, checked: bool = False) -> str:
        """Attributes of an outlined control; ``checked`` for one that is chosen with it."""
        if control not in self.hints:
            return ""
        return mark_safe(f'data-hint aria-describedby="coach"{" checked" if checked else ""}')  # noqa: S308


def prompt_for(reader: Reader, deal: DealView) -> Prompt | None:
    """Return what the reader is asked in this deal, with their hand in their own order; None for a spectator."""
    if reader.me is None:
        return None
    prompt = _prompt(reader, deal)
    trump = TRUMPS[deal.contract.trump] if isinstance(deal.contract, Bid) else ""
    in_order = reader.hand_order.sorted
    return replace(
        prompt,
        cards=in_order(prompt.cards, trump),
        widow=in_order(prompt.widow, trump),
        dealt=reader.view.rules.hand_size,
    )


def _prompt(reader: Reader, deal: DealView) -> Prompt:
    if not deal.my_turn:
        return _wait(reader, deal)
    if deal.phase == "playing":
        return _play(reader, deal)
    if deal.phase == "claimed":
        return _answer(reader, deal)
    if deal.phase == "exchanging":
        return _exchange(reader, deal)
    if deal.phase == "calling":
        return _call(deal)
    if isinstance(reader.view.rules, NapoleonRules):
        return _bid(deal)
    return _nap_bid(reader.view.rules, deal)


def waiting_for(reader: Reader, deal: DealView) -> str:
    """Say whom the deal is waiting for, and for what."""
    if len(deal.to_act) == 1:
        text = _WAITING_FOR.get(deal.phase) or _("%(name)s to act")
        if deal.phase == "exchanging" and isinstance(reader.view.rules, NapRules):
            text = _WAITING_FOR_SPARE
        return str(text) % {"name": reader.names[deal.to_act[0]]}
    return ngettext("Waiting for %(number)s player", "Waiting for %(number)s players", len(deal.to_act)) % {
        "number": len(deal.to_act)
    }


def _wait(reader: Reader, deal: DealView) -> Prompt:
    return Prompt(kind="wait", strong=waiting_for(reader, deal), cards=faces(deal.hand, signs(deal.marks)))


def coached_prompt(prompt: Prompt, suggestion: Suggestion, asked_again: str) -> Prompt:
    """The prompt with a suggestion. Of a card to call one key is outlined, its own if it has one."""
    quick = {f"call-{face.code}" for face, _word in prompt.quick} & suggestion.controls
    hints = frozenset(quick) or suggestion.controls
    return replace(
        prompt,
        coach=suggestion.why,
        asked_again=asked_again,
        hints=hints,
        counts=[replace(key, is_chosen=f"count-{key.value}" in hints) for key in prompt.counts],
    )


# --- The play ---


def _play(reader: Reader, deal: DealView) -> Prompt:
    special = signs(deal.marks)
    plays = [play for play in deal.legal if isinstance(play, Play)]
    named = list(dict.fromkeys(TRUMPS[play.suit] for play in plays if play.suit is not None))
    several = len(named) > 1 and not names_needlessly(deal, reader.view.rules)
    why, why_suit = _why(deal)
    may_ask = any(isinstance(proposal, Concede) for proposal in deal.proposals)
    bots_refuse = may_ask and _bots_refuse(reader, deal)
    return Prompt(
        kind="play",
        strong=gettext("Your turn"),
        why=why,
        why_suit=why_suit,
        cards=[
            face(card, special, "playable" if deal.playable >> card & 1 else "pale")
            for card in in_hand_order(deal.hand)
        ],
        suits=[PromptKey(letter, suit_word(letter)) for letter in SUIT_ORDER] if several else [],
        named_suit=named[0] if named and not several else "",
        callers=[face(play.card) for play in plays if play.calls_joker],
        may_claim=any(isinstance(proposal, Claim) for proposal in deal.proposals),
        may_concede=may_ask and not bots_refuse,
        bots_refuse=bots_refuse,
        is_certain=any(isinstance(proposal, Claim) and proposal.certain for proposal in deal.proposals),
    )


def _bots_refuse(reader: Reader, deal: DealView) -> bool:
    """Whether a bot, in its own seat or for somebody who is away, would not let the reader give up."""
    asker, rules = reader.me or 0, reader.view.rules
    of_bots = bool(reader.bots) and not may_give_up(deal, rules, asker)
    return of_bots or (bool(reader.away) and not may_give_up(deal, rules, asker, for_person=True))


def _answer(reader: Reader, deal: DealView) -> Prompt:
    return Prompt(
        kind="answer",
        strong=proposed(reader, deal),
        why=gettext("If all agree, the deal ends. If one refuses, play goes on."),
        cards=faces(deal.hand, signs(deal.marks)),
    )


def _why(deal: DealView) -> tuple[str, str]:
    """Say in a sentence which cards may be played; also return the suit it mentions."""
    led = suit_letter(deal.led_suit) if deal.trick else ""
    if deal.blocked == "must_follow":
        return gettext("%(suit)s were led, and you hold one.") % {"suit": suit_word(led).capitalize()}, led
    if deal.blocked:
        return refusal(deal.blocked, {"suit": led or "S"}), led
    if not deal.trick:
        return gettext("You lead."), ""
    return gettext("%(suit)s were led; you may play any card.") % {"suit": suit_word(led).capitalize()}, led


# --- The auction ---


def _bid(deal: DealView) -> Prompt:
    bids = [command for command in deal.legal if isinstance(command, Bid)]
    least = min(bid.count for bid in bids)
    at_least = {TRUMPS[bid.trump] for bid in bids if bid.count == least}
    open_counts = {bid.count for bid in bids}
    trumps = {TRUMPS[bid.trump] for bid in bids}
    letters = [letter for letter in reversed(TRUMPS) if letter in trumps]
    lowest = min(least, deal.high.count) if isinstance(deal.high, Bid) else least
    forced = deal.phase == "must_bid"
    return Prompt(
        kind="bid",
        strong=gettext("You must bid") if forced else gettext("Bid or pass"),
        why=gettext("Everyone has passed.") if forced else _sealed_word(deal),
        cards=faces(deal.hand, signs(deal.marks)),
        counts=[
            PromptKey(
                str(count),
                str(count),
                is_open=count in open_counts,
                is_edge=count == least and len(at_least) < len(letters),
                is_chosen=count == least,
            )
            for count in bid_counts(lowest, forced=forced)
        ],
        suits=[PromptKey(letter, suit_word(letter), is_low=letter not in at_least) for letter in letters],
        best=deal.high.count if isinstance(deal.high, Bid) else None,
        may_pass=any(isinstance(command, Pass) for command in deal.legal),
        may_throw_in=any(isinstance(command, Redeal) for command in deal.legal),
    )


def _sealed_word(deal: DealView) -> str:
    if deal.phase != "sealed_bidding":
        return ""
    return gettext("Nobody sees it until everyone has declared.")


def bid_counts(lowest: int, *, forced: bool) -> range:
    """Return the counts that get a key: from the best bid so far, and at least ten."""
    if forced:
        return range(lowest, lowest + 1)
    return range(max(1, min(lowest, PICTURE_COUNT - 9)), PICTURE_COUNT + 1)


def _nap_bid(rules: NapRules, deal: DealView) -> Prompt:
    may = {command.bid for command in deal.legal if isinstance(command, BidNap)}
    return Prompt(
        kind="nap_bid",
        strong=gettext("Bid or pass"),
        why=gettext("+ from each other player if made, − to each if not"),
        cards=faces(deal.hand),
        bids=[
            PromptKey(bid, nap_bid_word(bid), is_open=bid in may, pays="+{} −{}".format(*payment(rules, bid)))
            for bid in bids_of(rules)
            if bid in may or bid != "blucher"
        ],
        may_pass=True,
    )


# --- The call and the exchange ---


def _call(deal: DealView) -> Prompt:
    calls = [command for command in deal.legal if isinstance(command, Call)]
    callable_cards = {call.card for call in calls if call.who is None}
    others = [PromptKey(call.who, str(CALLED_WHO[call.who])) for call in calls if call.who is not None]
    return Prompt(
        kind="call",
        strong=gettext("Call the adjutant’s card") if not others else gettext("Call the adjutant"),
        why=gettext("Only its holder will know.") if not others else gettext("Only the holder of a called card knows."),
        cards=faces(deal.hand, signs(deal.marks)),
        quick=_quick_calls(deal, callable_cards),
        refused=" ".join(
            card_name(card) for suit in SUIT_SETS for card in cards_in(suit) if card not in callable_cards
        ),
        suits=[PromptKey(letter, suit_word(letter)) for letter in SUIT_ORDER]
        + [PromptKey(card_name(card), label(card_name(card))) for card in sorted(filter(is_joker, callable_cards))],
        ranks=[PromptKey(rank, rank_word(rank)) for rank in "AKQJT98765432"],
        others=others,
    )


def _quick_calls(deal: DealView, callable_cards: set[Card]) -> list[tuple[Face, str]]:
    """Return the cards that are called most: the strong ones outside Napoleon's own hand."""
    others = callable_cards - set(cards_in(deal.hand))
    return [
        (face(card), str(word))
        for often, word in _OFTEN_CALLED.items()
        for card, mark in deal.marks
        if mark == often and card in others
    ][:3]


def _exchange(reader: Reader, deal: DealView) -> Prompt:
    choice = next(command for command in deal.legal if isinstance(command, LegalExchanges))
    shown, is_nap = reader.view.rules.discards_shown, isinstance(reader.view.rules, NapRules)
    return Prompt(
        kind="exchange",
        strong=ngettext("Choose %(size)s card to discard", "Choose %(size)s cards to discard", choice.size)
        % {"size": choice.size},
        why=str(_DISCARDS[shown]),
        cards=faces(choice.among & ~deal.widow, signs(deal.marks)),
        widow=faces(choice.among & deal.widow, signs(deal.marks)),
        widow_word=gettext("The spare hand") if is_nap else gettext("The widow"),
        raises=_raises(deal),
        recipients=[PromptKey(str(seat), reader.names[seat]) for seat in choice.recipients],
        size=choice.size,
    )


def _raises(deal: DealView) -> list[Raises]:
    """The raises that may be made, the present trumps first."""
    numbers: dict[Suit, list[int]] = {}
    for command in deal.legal:
        if isinstance(command, Raise):
            numbers.setdefault(command.trump, []).append(command.count)
    order = sorted(numbers, key=lambda trump: (trump != deal.trump, -trump))
    return [
        Raises(
            gettext("%(suit)s, as now") % {"suit": suit_word(TRUMPS[trump])}
            if trump == deal.trump
            else suit_word(TRUMPS[trump]),
            [(f"{count}{TRUMPS[trump]}", bid_text(BidWord(count, TRUMPS[trump]))) for count in numbers[trump]],
        )
        for trump in order
    ]


_DISCARDS: dict[str, Promise] = {
    "pictures": _("Discarded pictures are shown to all."),
    "all": _("All discards are shown."),
    "none": _("Nobody sees the discards."),
}
