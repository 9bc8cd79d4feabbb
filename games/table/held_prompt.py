"""The prompt while the reader's move can still be taken back: what it is, and when it is made."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.kernel.events import Payload
from games.presentation.auction import called_word
from games.presentation.cards import BidWord, Face, face, nap_bid_word
from games.table.prompt import HeldMove, Prompt
from napoleon.engine import parse_card
from napoleon.engine.cards import NO_CARD

_WORDS: Final[dict[str, Promise]] = {
    "pass": _("Pass"),
    "bid": _("Bid"),
    "call": pgettext_lazy("the adjutant’s card", "Call"),
    "exchange": _("Discard"),
    "play": pgettext_lazy("a card", "Play"),
    "redeal": _("Throw the hand in"),
    "raise": _("Raise the bid"),
}
_CALLS: Final[dict[bool, Promise]] = {True: _("and call the joker"), False: _("without calling the joker")}


def held_prompt(prompt: Prompt, move: Payload, made_at: datetime | None, now: datetime) -> Prompt:
    """The prompt with the held move: its cards are raised in the hand, and nothing else can be chosen."""
    held = _held_move(move, prompt, made_at or now, now)
    raised = {card.code for card in held.cards}
    return Prompt(
        kind="held",
        dealt=prompt.dealt,
        strong=gettext("Your move is made at %(time)s.") % {"time": f"{timezone.localtime(held.made_at):%H:%M:%S}"},
        cards=[replace(card, state="raised" if card.code in raised else "") for card in prompt.cards],
        held=held,
    )


def _held_move(move: Payload, prompt: Prompt, made_at: datetime, now: datetime) -> HeldMove:
    return HeldMove(
        word=str(_WORDS.get(move["type"], "")),
        cards=_cards(move, prompt),
        bid=_bid(move),
        suit=move.get("suit") or "",
        said=_said(move),
        made_at=made_at,
        left=round(max(0.0, (made_at - now).total_seconds()), 1),
        words=gettext("Your move is made in %(n)s s.") % {"n": "{n}"},
    )


def _cards(move: Payload, prompt: Prompt) -> list[Face]:
    """The cards that are played, called or discarded, with their marks where the reader holds them."""
    codes = move["discard"] if move["type"] == "exchange" else [move["card"]] if "card" in move else []
    known = {card.code: card for card in prompt.cards + prompt.widow}
    read = {code: parse_card(code) for code in codes}
    return [known.get(code) or face(card) for code, card in read.items() if card != NO_CARD]


def _said(move: Payload) -> str:
    if "who" in move:
        return called_word(move["who"])
    return str(_CALLS[move["calls_joker"]]) if "calls_joker" in move else ""


def _bid(move: Payload) -> BidWord | None:
    if move["type"] not in ("bid", "raise"):
        return None
    return BidWord(word=nap_bid_word(move["bid"])) if "bid" in move else BidWord(move["count"], move["trump"])
